// SPDX-License-Identifier: Apache-2.0
// An impact in explicit steps of the impulse of its primary contact: the distributing law as liu_zhao_brogliato_2008 steps
// it. The compliant flow (compliant_impact.hpp) is the limit of small steps; this is here to show what steps do.
//
// Model
//   (1)  dP_j = h P_0,   j the contact with the largest E,   P_0 = max_i (−γ_n,i⁻/A_ii)
//   (2)  dP_i = F_i dt,  F_i = (1 + η)^(η/(1+η)) k^(1/(1+η)) E_i^(η/(1+η)),   dt = dP_j/F_j
//   (3)  a contact with E_i = 0 that is approached begins with x_i = −γ_n,i dt:   dP_i = k x_i^η dt/(1 + η)
//   (4)  friction by the signs of γ_t at the beginning of the step: slip, or rest and then friction_under_load.hpp
//   (5)  Δγ = A dP_n + B dP_t, …,   dE_i = −γ_n,i dP_i (γ_n,i < 0),   −γ_n,i dP_i/e² (γ_n,i > 0),  γ_n before the step
//   A contact has ended where E_i ≤ 0; the impact has where all have and none is approached. What happens within a step is
//   seen at its end: E passes zero, and so does a slip that stops.
//
// Symbols   h step, a share of P_0; γ relative velocities [m/s], P impulses [N s], E stored energies [J], A, B Delassus blocks.
// Source    liu_zhao_brogliato_2008 eqs 52–100, with the exponent of its (69) as (68) gives it.
// Differs   (3), which their energies alone do not say: with E_i = 0 for ever a tip at rest would not be pressed on. A slip
//           that has passed zero is stopped by the impulse that this takes, unless its residue is to be kept.
// Limits    First order in h. Restitution is off by as much: so the residual is that of impulses and works, not of the law.
#pragma once

#include <array>
#include <span>

#include "carom/impact/solve_impact.hpp"
#include "carom/impact/stepped_impact_options.hpp"

namespace carom {

namespace detail {
ImpactResult<room_of_many> step_impact(const ImpactProblem<room_of_many>& p, const SteppedImpactOptions& options);
}

// At most room_of_many contacts, by the energetic law.
template <int Max>
ImpactResult<Max> solve_impact_in_steps(const ImpactProblem<Max>& p, const SteppedImpactOptions& options = {}) {
  std::array<int, Max> order{};
  for (int i = 0; i < p.n; ++i) order[static_cast<std::size_t>(i)] = i;
  ImpactResult<Max> r = detail::as_listed<Max>(
      detail::step_impact(detail::in_order<room_of_many, Max>(p, order), options), std::span<const int>(order));
  if (r.failure == ImpactFailure::none) r.residual = certificate(p, r);
  return r;
}

}  // namespace carom
