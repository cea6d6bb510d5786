// SPDX-License-Identifier: Apache-2.0
// Impacts of a mechanism, one or many. Definitions of members of MechanismSystem (mechanism_system.hpp).
#pragma once

#include <limits>

#include "carom/catalog/mechanism_system.hpp"

namespace carom::study {

// One impact in own coordinates: what it begins with, and what solves it.
template <class E>
struct MechanismSystem<E>::Struck {
  Vector<dof> q, u, u_plus;
  LocalInertia<S> local;
  std::array<int, N> member{};
  int n = 0;  // contacts that take part
  ImpactProblem<N> problem;
  ImpactResult<N> solution;
  double energy_before = 0, energy_after = 0;  // J
};

template <class E>
void MechanismSystem<E>::strike(const S& mechanism, const ImpactRequest& request, Struck& it) const {
  it.local = local_inertia(mechanism, request.t, it.q, it.u);
  refuse_penetration(mechanism, it.local.contacts, gap_tolerance(mechanism, request.t), "q");
  it.n = touching(mechanism, it.local.contacts, gap_tolerance(mechanism, request.t), request, it.member);
  it.problem = impact_problem(mechanism, it.local, it.member, it.n, it.u);
  rest_within_rounding(it.problem);
  for (int k = 0; k < it.n && !request.E0.empty(); ++k)
    it.problem.E0[k] = request.E0[static_cast<std::size_t>(it.member[k])];
  const ImpactOptions options{.law = request.law, .flow = {.tolerance = request.tolerance}};
  if (request.trace) {
    ImpactTable table(*request.trace);
    for (int k = 0; k < it.n; ++k) table.add(contact_name(mechanism, it.member[k]));
    table.begin(name());
    it.solution = solve_impact(it.problem, options, [&table](const ImpactSample& sample) { table.row(sample); });
    table.finish();
  } else {
    it.solution = solve_impact(it.problem, options);
  }
  it.u_plus = it.u;
  apply_impulses<S>(it.local, it.member, it.solution, it.u_plus);
  it.energy_before = kinetic_energy(mechanism, request.t, it.q, it.u) + it.problem.E0.head(it.n).sum();
  it.energy_after = kinetic_energy(mechanism, request.t, it.q, it.u_plus);
}

template <class E>
ImpactOutcome MechanismSystem<E>::impact(const ImpactRequest& request) const {
  check_request(request, card_for(request.parameters));
  Parameters parameters = request.parameters;
  const S mechanism = made(parameters, request.t);
  for (int i = 0; i < contacts_of(mechanism); ++i) check_tangential_restitution(contact_law(mechanism, i), request.law);
  Struck it;
  it.q = request.q.empty() ? own_touching(mechanism, request.t)
                           : from_shown(mechanism, vector_of(request.q, mechanism.initial_state().q));
  ImpactOutcome outcome;
  move_onto_surface(mechanism, request.t, request.onto_surface, it.q, outcome.notes);
  it.u = from_shown_velocity(mechanism, it.q, vector_of(request.u, zeros<dof>(dof_of(mechanism))));
  strike(mechanism, request, it);

  const ImpactResult<N>& solution = it.solution;
  outcome.law = request.law;
  outcome.residual = solution.residual;
  outcome.indeterminate = solution.indeterminate;
  if (solution.failure != ImpactFailure::none) outcome.failure = carom::name(solution.failure);
  for (int k = 0; k < it.n; ++k) {
    outcome.drive_work += drive_work(it.local, it.member[k], solution.P_n[k], solution.P_t[k]);
    outcome.contacts.push_back({.name = contact_name(mechanism, it.member[k]),
                                .P_n = solution.P_n[k],
                                .P_t = solution.P_t[k],
                                .W_compression = solution.W_compression[k],
                                .W_restitution = solution.W_restitution[k],
                                .friction_work = solution.friction_work[k],
                                .v_n_minus = it.problem.v_n[k],
                                .v_t_minus = it.problem.v_t[k],
                                .v_n_plus = solution.v_n[k],
                                .v_t_plus = solution.v_t[k],
                                .E_left = solution.E_left[k],
                                .sequence = {solution.sequence[k].modes.begin(),
                                             solution.sequence[k].modes.begin() + solution.sequence[k].size}});
  }
  outcome.energy_before = it.energy_before;
  outcome.energy_after = it.energy_after;
  outcome.energy_gain = solution.energy_gain;
  if (outcome.energy_gain > 0)
    outcome.notes.push_back(fmt::format("{} creates {:.6g} J in this impact, more than friction and restitution take",
                                        law_text(outcome.law), outcome.energy_gain));
  outcome.q = shown_list(mechanism, to_shown(mechanism, it.q));
  outcome.u_minus = shown_list(mechanism, to_shown_velocity(mechanism, it.q, it.u));
  outcome.u_plus = shown_list(mechanism, to_shown_velocity(mechanism, it.q, it.u_plus));
  return outcome;
}

template <class E>
void MechanismSystem<E>::impacts(const ImpactRequest& request, const ManyImpacts& many) const {
  Parameters parameters = request.parameters;
  const S mechanism = made(parameters, request.t);
  const std::size_t shown = card_for(parameters).coordinates.size();
  const int contacts = contacts_of(mechanism);
  for (int i = 0; i < contacts; ++i) check_tangential_restitution(contact_law(mechanism, i), request.law);
  const Vector<dof> own = mechanism.initial_state().q, still = zeros<dof>(dof_of(mechanism));
  ImpactRequest row = request;
  row.q.assign(shown, 0);
  row.u = row.q;
  check_request(row, card_for(parameters));
  Struck it;
  for (long k = 0; k < many.count; ++k) {
    if ((k & 255) == 0 && many.interrupt && many.interrupt->load(std::memory_order_relaxed)) return;
    try {
      const double *q = many.q + (many.one_q ? 0 : k) * static_cast<long>(shown),
                   *u = many.u + k * static_cast<long>(shown);
      row.q.assign(q, q + shown);
      row.u.assign(u, u + shown);
      check_finite("q", row.q, shown);
      check_finite("u", row.u, shown);
      it.q = from_shown(mechanism, vector_of(row.q, own));
      it.u = from_shown_velocity(mechanism, it.q, vector_of(row.u, still));
      strike(mechanism, row, it);
    } catch (const BadInput& refusal) {
      throw BadInput(fmt::format("row {}: {}", k, refusal.what()));
    }
    const bool solved = it.solution.failure == ImpactFailure::none;
    const Vector<dof> u_plus = to_shown_velocity(mechanism, it.q, it.u_plus);
    for (std::size_t i = 0; many.u_plus && i < shown; ++i)
      many.u_plus[static_cast<std::size_t>(k) * shown + i] =
          solved ? u_plus[static_cast<int>(i)] : std::numeric_limits<double>::quiet_NaN();
    for (int j = 0; j < it.n; ++j) {
      const long place = k * contacts + it.member[j];
      if (many.P_n) many.P_n[place] = it.solution.P_n[j];
      if (many.P_t) many.P_t[place] = it.solution.P_t[j];
    }
    if (many.residual) many.residual[k] = it.solution.residual;
    if (many.energy) {
      many.energy[2 * k] = it.energy_before;
      many.energy[2 * k + 1] = it.energy_after;
    }
    if (many.done) *many.done = k + 1;
  }
}

}  // namespace carom::study
