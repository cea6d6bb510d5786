// SPDX-License-Identifier: Apache-2.0
// What counts as zero in a frictional problem, from its data: accelerations by the largest that would be there without
// forces, forces by what such an acceleration takes at the contact that yields most.
#pragma once

#include <algorithm>
#include <cmath>

#include "carom/base/dual.hpp"

namespace carom {

template <class Problem>
void set_default_tolerances(Problem& p, double relative) {
  double acceleration = 0, compliance = 0;
  for (int i = 0; i < p.n; ++i) {
    acceleration = std::max({acceleration, std::abs(value_of(p.b_n[i])), std::abs(value_of(p.b_t[i]))});
    compliance = std::max(compliance, value_of(p.A(i, i)));
  }
  p.acceleration_tolerance = relative * acceleration;
  p.force_tolerance = compliance > 0 ? relative * acceleration / compliance : 0;
}

}  // namespace carom
