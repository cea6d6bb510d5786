// SPDX-License-Identifier: Apache-2.0
#include "papers/disc_ball/hit.hpp"

namespace carom::papers::disc_ball {

namespace {

constexpr std::array<int, 4> all_contacts{0, 1, 2, 3};

}  // namespace

ImpactProblem<4> hit_problem(const DiscBall& system) {
  const State<5> start = system.initial_state();
  return impact_problem(system, local_inertia(system, 0, start.q, start.u), all_contacts, 4, start.u);
}

Hit hit(const DiscBallSettings& settings, double tolerance) {
  const DiscBall system(settings);
  const State<5> start = system.initial_state();
  const LocalInertia<DiscBall> local = local_inertia(system, 0, start.q, start.u);
  Hit hit;
  hit.result = solve_impact(hit_problem(system), {.flow = {.tolerance = tolerance}});
  hit.u_plus = start.u;
  apply_impulses<DiscBall>(local, all_contacts, hit.result, hit.u_plus);
  const Vector<5>& u = hit.u_plus;
  hit.theta_dot = u[4];
  hit.v1 = system.gauge_velocity(start.q, u, settings.h1);
  hit.v2 = system.gauge_velocity(start.q, u, settings.h2);
  for (int i = 0; i < 3; ++i) hit.delta[i] = local.contacts[i].normal_velocity(u);
  hit.v_tau = local.contacts[0].tangential_velocity(u);
  hit.energy_before = kinetic_energy(system, start.q, start.u);
  hit.energy_after = kinetic_energy(system, start.q, u);
  return hit;
}

std::vector<HitSample> trace_hit(const DiscBallSettings& settings, double tolerance) {
  std::vector<HitSample> samples;
  solve_impact(hit_problem(DiscBall(settings)), {.flow = {.tolerance = tolerance}},
               [&samples](const ImpactSample& sample) { samples.push_back(sample); });
  return samples;
}

}  // namespace carom::papers::disc_ball
