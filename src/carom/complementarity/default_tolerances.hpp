// SPDX-License-Identifier: Apache-2.0
// What counts as zero in a frictional problem, from its data: accelerations by the largest that would be there without
// forces, or by a given load alone; forces by what such an acceleration takes at the contact that yields most.
#pragma once

#include <algorithm>
#include <cmath>

#include "carom/base/dual.hpp"
#include "carom/complementarity/friction_cone.hpp"
#include "carom/complementarity/friction_load.hpp"

namespace carom {

namespace detail {

template <class Problem>
double largest_element_acceleration(const Problem& p, double a) {
  double acceleration = 0;
  for (int i = 0; i < p.n; ++i) {
    if (has_normal(p, i)) continue;
    double rate = std::abs(value_of(p.b_t[i]));
    if (p.rides[i] == given_load && !never_slips(p.mu[i]))
      rate = std::max(rate, value_of(p.D(i, i)) * value_of(p.mu[i]) * value_of(p.load[i]));
    acceleration = std::max(acceleration, rate / tangential_unit(p, i, a));
  }
  return acceleration;
}

}  // namespace detail

template <class Problem>
void set_default_tolerances(Problem& p, double relative) {
  double acceleration = 0, compliance = 0;
  bool elements = false;
  for (int i = 0; i < p.n; ++i) {
    if (!has_normal(p, i)) {
      elements = true;
      continue;
    }
    acceleration = std::max({acceleration, std::abs(value_of(p.b_n[i])), std::abs(value_of(p.b_t[i]))});
    compliance = std::max(compliance, value_of(p.A(i, i)));
  }
  if (elements) {
    compliance = reference_compliance(p);
    acceleration = std::max(acceleration, detail::largest_element_acceleration(p, compliance));
  }
  p.acceleration_tolerance = relative * acceleration;
  p.force_tolerance = compliance > 0 ? relative * acceleration / compliance : 0;
}

}  // namespace carom
