// SPDX-License-Identifier: Apache-2.0
// An elastic disk that hits an elastic wall, timed at its spring forces.
#pragma once

namespace carom::app {

struct LatticeFigures {
  double forces = 0;  // spring forces per second of processor time, in a whole impact of 1600 + 1600 points
  double largest_over_smallest = 0;  // time of a point's step with 25600 + 25600 points over that with 400 + 400
};

LatticeFigures measure_lattice(bool quick);

}  // namespace carom::app
