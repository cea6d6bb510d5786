// SPDX-License-Identifier: Apache-2.0
// Coulomb's cone, |F_t| ≤ μ F_n, for forces and for impulses.
#pragma once

#include <cmath>

namespace carom {

// By how much F_t leaves the cone whose edge is at `limit`, μ F_n; negative within it.
template <class Real>
Real beyond_cone(const Real& limit, const Real& F_t) {
  using std::abs;
  return abs(F_t) - limit;
}

}  // namespace carom
