// SPDX-License-Identifier: Apache-2.0
// Rods on a shaken plate, timed at the paper's step dt = 2e-5 once they drift.
#pragma once

namespace carom::app {

struct RodFigures {
  double row = 0, row_4000 = 0, annulus = 0;  // rod-steps per second of processor time; 40 rods, 4000 in a row
  double two_threads = 0;                     // of 10,000 rods: wall-clock time of one thread over that of two
  double bytes = 0;                           // a rod, of those
};

RodFigures measure_rods(bool quick);

}  // namespace carom::app
