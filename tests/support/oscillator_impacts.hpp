// SPDX-License-Identifier: Apache-2.0
// Random impacts of the oscillator by Poisson's law: the solution is unique and gains no energy relative to the belt.
#pragma once

#include <cmath>
#include <string>

#include "carom/base/random.hpp"
#include "carom/engine/contact_impact.hpp"
#include "carom/impact/velocity_laws.hpp"
#include "carom/systems/impact_oscillator.hpp"

namespace carom::testing_support {

struct OscillatorImpact {
  ImpactProblem<1> problem;
  int compressions = 0;  // sets of modes that solve the compression
  ImpactResult<1> result;
};

inline OscillatorImpact random_oscillator_impact(Random& random) {
  const auto between = [&random](double low, double high) { return low + (high - low) * random.uniform(); };
  ImpactOscillatorSettings s;
  s.m1 = std::exp(between(-4, 1));
  s.m2 = std::exp(between(-2, 2));
  s.l = between(0.2, 3);
  s.v = between(-2, 2);
  const double mu = between(0, 2);
  s.law = {.e = random.uniform(), .mu_s = mu, .mu_c = mu, .mu_s_i = mu, .mu_i = mu};
  const ImpactOscillator system(s);
  const double phi = between(-1.3, 1.3);
  const Vector<2> q = system.on_belt(phi);
  Vector<2> u(between(-5, 5), between(-5, 5));
  LocalInertia<ImpactOscillator> local = local_inertia(system, 0.0, q, u);
  // Approaching, by any amount.
  u[1] -= local.contacts[0].normal_velocity(u) + std::exp(between(-8, 2));
  OscillatorImpact impact{.problem = impact_problem(system, local, {0}, 1, u), .compressions = 0, .result = {}};
  FrictionalProblem<1> compression;
  compression.n = 1;
  compression.A = impact.problem.A;
  compression.B = impact.problem.B;
  compression.D = impact.problem.D;
  compression.b_n = impact.problem.v_n;
  compression.b_t = impact.problem.v_t;
  compression.mu_s[0] = compression.mu[0] = mu;
  compression.set_default_tolerances();
  impact.compressions = select_modes(compression, Preference::contact).consistent;
  impact.result = solve_poisson_impact(impact.problem);
  return impact;
}

// What is wrong with it; empty: nothing.
inline std::string violation(const OscillatorImpact& impact) {
  const ImpactResult<1>& r = impact.result;
  if (r.failure != ImpactFailure::none) return "no solution";
  if (impact.compressions != 1) return std::to_string(impact.compressions) + " solutions of the compression";
  if (r.energy_gain > 0) return "gains " + std::to_string(r.energy_gain) + " J";
  if (!(r.v_n[0] >= 0)) return "still approaches";
  if (!(r.P_n[0] > 0)) return "does not push";
  if (std::abs(r.P_t[0]) > impact.problem.law[0].mu_i * r.P_n[0] * (1 + 1e-12)) return "leaves the cone";
  if (!(r.residual < 1e-10)) return "residual " + std::to_string(r.residual);
  return {};
}

}  // namespace carom::testing_support
