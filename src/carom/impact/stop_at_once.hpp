// SPDX-License-Identifier: Apache-2.0
// A contact that never slips, μ = ∞, hit while its surfaces slide: the limit of large μ.
//
// Model     As μ grows the tangential impulse needs less and less of the normal one. In the limit, with p the normal impulse,
//   (1)  p = 0,   dγ_n = B dP_t,   dγ_t = D dP_t
//   (2)  up to γ_t = 0: P_t = −γ_t⁻/D; from there on the contact sticks
//   (3)  or, where friction lifts (B P_t > 0) and nothing is deformed yet, up to γ_n = 0: the contact has been parted by its
//        friction alone. On the straight line (1) restitution is the same by all laws, for p_e = e p_c holds all the way to
//        the limit: P_t goes on by e times what it was, or to γ_t = 0.
//   (4)  friction work P_t (γ_t⁻ + γ_t)/2, no work of the normal impulse
// Symbols   as in impact_problem.hpp.
// Source    Our own, from the equations of single_impact.hpp.
// Limits    One contact: several are stopped together (compliant_impact_stop.hpp).
#pragma once

#include "carom/base/dual.hpp"

namespace carom {

// A tangential impulse without a normal one, (1) and (4).
template <class Real, class Result>
void exert_friction(const Real& B, const Real& D, const Real& P_t, Real& v_n, Real& v_t, Result& r) {
  r.friction_work += P_t * (v_t + 0.5 * D * P_t);
  r.P_t += P_t;
  v_n += B * P_t;
  v_t += D * P_t;
}

// The part of an impulse that brings v_n to `level`, 1 where all of it does not go beyond.
template <class Real>
Real part_up_to(const Real& level, const Real& v_n, const Real& change) {
  return v_n + change > level ? Real((level - v_n) / change) : Real(1.0);
}

}  // namespace carom
