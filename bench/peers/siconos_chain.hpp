// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

namespace peers {

struct Answer {
  std::vector<double> v;  // m/s, by ball
  double seconds = 0;     // of processor time
};

// With impulse steps of dP [N s]; nothing if Siconos fails.
std::optional<Answer> by_siconos(int N, double dP);

}  // namespace peers
