// SPDX-License-Identifier: Apache-2.0
// Dimers and impacts that several tests use.
#pragma once

#include "carom/engine/contact_impact.hpp"
#include "carom/systems/dimer_cases.hpp"

namespace carom {

inline Dimer test_dimer(double A_r, double mu_i, double Gamma = 0.9, double f = 25) {
  const ContactLaw tip = dimer_tip(mu_i);
  return Dimer({.shape = {.A_r = A_r}, .f = f, .Gamma = Gamma, .law = {tip, tip}});
}

// Both tips of a dimer that lies on a plate at rest, with the given relative velocities.
inline ImpactProblem<2> lying_impact(double A_r, double v_left, double v_right, double v_t, double mu_i = 0.12) {
  const Dimer dimer = test_dimer(A_r, mu_i, 0);
  const Vector<3> q(0, dimer.body().r, 0), zero = Vector<3>::Zero();
  ImpactProblem<2> problem = impact_problem(dimer, local_inertia(dimer, 0, q, zero), {0, 1}, 2, zero);
  problem.v_n << v_left, v_right;
  problem.v_t << v_t, v_t;
  return problem;
}

}  // namespace carom
