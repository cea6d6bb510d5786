// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include "carom/engine/contact_impact.hpp"
#include "carom/impact/solve_impact.hpp"
#include "carom/systems/dimer.hpp"

int main() {
  using enum carom::Restitution;
  const carom::ContactLaw tip{.e = 0.65, .mu_s = 0.24, .mu_c = 0.12, .mu_s_i = 0.24, .mu_i = 0.12};
  const carom::Dimer dimer({.shape = {.A_r = 3.9}, .Gamma = 0, .law = {tip, tip}});
  const carom::Vector<3> q = dimer.from_shown({0, dimer.settings().shape.r, 0});     // both tips on the plate
  const carom::Vector<3> u = dimer.from_shown_velocity(q, {-0.0214, -0.05, -1.81});  // m/s, m/s, rad/s

  const auto local = carom::local_inertia(dimer, 0.0, q, u);
  const auto problem = carom::impact_problem(dimer, local, {0, 1}, 2, u);  // contacts 0 and 1 take part
  bool sound = true;
  for (const carom::Restitution law : {energetic, poisson, newton}) {
    const auto impact = carom::solve_impact(problem, {.law = law});
    carom::Vector<3> u_plus = u;
    carom::apply_impulses<carom::Dimer>(local, {0, 1}, impact, u_plus);
    const double before = carom::kinetic_energy(dimer, q, u), after = carom::kinetic_energy(dimer, q, u_plus);
    std::printf("%-9s  v_n+ %.5f %.5f m/s, %.4f of the energy left, residual %.0e\n", carom::name(law).data(),
                impact.v_n[0], impact.v_n[1], after / before, impact.residual);
    sound = sound && impact.failure == carom::ImpactFailure::none && impact.residual < 1e-10 && after < before;
  }
  return sound ? 0 : 1;
}
