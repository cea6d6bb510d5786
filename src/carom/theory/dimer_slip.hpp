// SPDX-License-Identifier: Apache-2.0
// Does a backward slip of the staying tip grow or die in a single impact? It depends on the length of the dimer alone.
//
// Model, for the left tip slipping backwards (v_t < 0), at small tilt and with a massless rod
//   (1) dv_t/dP_n = f(B_r)/(2m_b (B_r² + 1.6)),  f(B_r) = μB_r² − 2B_r + 5.6μ
//   (2) f = 0 at B_r1, B_r2 = (1 ∓ √(1 − 5.6μ²))/μ,  real for μ ≤ μ* = 1/√5.6
//   Between B_r1 and B_r2 the slip grows (f < 0); outside, and everywhere for μ > μ*, friction brakes it.
//   (3) with the rod and at any tilt: dv_t/dP_n = ((β₁ + β₄ + β₅) μ − β₆)/β  (β … in systems/dimer_body.hpp)
// Symbols
//   B_r = l/r = 2(A_r − 1) (1) · μ slip coefficient (1) · m_b mass of a ball (kg) · P_n normal impulse (N s) · v_t
//   tangential speed of the tip (m/s)
// Source
//   liu_zhao_brogliato_2008: (111), (114)–(117)
// Differs
//   (1): the factor 1/m_b is missing in (115). (2): (117) is printed with 2 ∓ √… over 2μ. (3): (111) has the opposite
//   sign, which contradicts (115) and (116).
// Limits
//   (1), (2): sin θ = 0, m_r = 0.
#pragma once

#include <optional>

#include "carom/systems/dimer_body.hpp"

namespace carom::theory {

// μ* of (2)
double slip_growth_limit();

// f of (1)
double slip_growth(double B_r, double mu);

// dv_t/dP_n of (1)
double slip_gain(double B_r, double mu, double m_b);

// dv_t/dP_n of (3)
double slip_gain(const DimerBody& body, double theta, double mu);

struct SlipRange {
  double B_r1 = 0;
  double B_r2 = 0;
};

// (2); nothing for μ > μ*, where no length lets the slip grow. Throws BadInput unless μ > 0.
std::optional<SlipRange> growing_slip(double mu);

}  // namespace carom::theory
