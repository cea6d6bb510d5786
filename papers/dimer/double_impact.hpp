// SPDX-License-Identifier: Apache-2.0
// The double impact of the lying dimer (θ = 0): by the engine, and by explicit steps of the impulse as the paper
// describes it, with the exponent of the distributing law free. The stepped form lives here only, to show what the
// misprinted exponent and a coarse step do.
//
// Model
//   (1) dv = A dP_n + B dP_t,  dv_t = Bᵀ dP_n + D dP_t  at θ = 0:
//       A = (β₂ β₃; β₃ β₂)/β,  B = (−rl −rl; rl rl)/β,  D = (β₁ + 2r²)/β (1 1; 1 1)
//   (2) dP_j = γ_ji^{1/(η+1)} (E_j/E_i)^p dP_i,  i the contact with the larger energy;  p = η/(η+1) = 3/5, printed 5/3
//   (3) dE_i = −v_i dP_i / Tra,  Tra = 1 for v_i < 0, e² for v_i > 0
//   (4) slip: dP_t = −μ sign(v_t)(dP_1 + dP_2);  at v_t = 0 stick if κ|dP_1 − dP_2| ≤ μ_s (dP_1 + dP_2),
//       κ = rl/(β₁ + 2r²)
// Symbols   v_i normal speeds, v_t common tangential speed of the tips (m/s) · E_i stored energies (J) · P impulses
//           (N s)
// Source    liu_zhao_brogliato_2008: (42), (43), (62), (69), (93)–(98)
#pragma once

#include <array>

#include "carom/impact/solve_impact.hpp"
#include "carom/systems/dimer_body.hpp"

namespace carom::papers::dimer {

// (1)
ImpactProblem<2> lying_impact(const DimerBody& body, const ContactLaw& law, double v_1, double v_2, double v_t);

struct ImpactHistory {
  ImpactResult<2> result;
  double energy_ratio_at_rest = -1;  // smaller over larger E when v_t first passes zero; < 0: it does not
  double largest_share = 0;          // largest E_resting/E_hitting over the compression of the hitting tip
};
ImpactHistory traced_impact(const ImpactProblem<2>& problem, double tolerance = 1e-11);

struct SteppedImpact {
  std::array<double, 2> v_n{};
  double v_t = 0;
  long steps = 0;
};
// (2)–(4) with `steps` explicit steps of the primary impulse per compression, and the exponent p.
SteppedImpact stepped_impact(const ImpactProblem<2>& problem, double exponent, long steps);

}  // namespace carom::papers::dimer
