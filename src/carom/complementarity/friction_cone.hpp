// SPDX-License-Identifier: Apache-2.0
// Coulomb's cone, |F_t| ≤ μ F_n, for forces and for impulses.
//
// Model
//   (1)  |F_t| ≤ μ F_n
//   (2)  μ = ∞: the contact never slips, and its cone has no edge, not even where F_n = 0
#pragma once

#include <cmath>

#include "carom/base/dual.hpp"

namespace carom {

template <class Real>
bool never_slips(const Real& mu) {
  return std::isinf(value_of(mu));
}

// The edge of the cone, μ F_n or none.
template <class Mu, class Real>
Real friction_limit(const Mu& mu, const Real& F_n) {
  return never_slips(mu) ? Real(HUGE_VAL) : Real(mu * F_n);
}

// By how much F_t leaves the cone whose edge is at `limit`, μ F_n; negative within it.
template <class Real>
Real beyond_cone(const Real& limit, const Real& F_t) {
  using std::abs;
  return abs(F_t) - limit;
}

}  // namespace carom
