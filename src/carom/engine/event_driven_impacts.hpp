// SPDX-License-Identifier: Apache-2.0
// Impacts, the closing of contacts after them, and the beginning of flights.
// Definitions of members of EventDriven (event_driven.hpp); the rules of closing are in closing.hpp.
#pragma once

#include <algorithm>
#include <cmath>

#include "carom/engine/event_driven.hpp"
#include "carom/impact/solve_impact.hpp"

namespace carom {

// A closed contact that can neither slip nor separate: its tangential impact.
template <Mechanism S, class Observer>
void EventDriven<S, Observer>::resolve_jam(const Flags& closed) {
  if (++consecutive_jams_ > 8) {
    modes_.fill(ContactMode::open);
    return fail(Outcome::no_consistent_mode,
                "no set of contact modes is consistent and the tangential impact did not help");
  }
  ++report_.events.tangential_impacts;
  resolve_impact(closed, true);
}

template <Mechanism S, class Observer>
void EventDriven<S, Observer>::resolve_impact(Flags touching, bool jam) {
  take_out_what_rides(touching);
  const LocalInertia<S> local = local_inertia(system_, t_, q(), u());
  std::array<int, contact_count> member{};
  const int n = list_members(touching, member);
  Vector<dof> position = q(), velocity = u();
  for (int k = 0; k < n; ++k)
    report_.deepest_penetration = std::max(report_.deepest_penetration, -local.contacts[member[k]].gap);
  project_position<S>(local, touching, position);
  const ImpactProblem<contact_count> problem = impact_problem(system_, local, member, n, velocity, modes_, jam);
  const bool approach = is_hit(problem);
  options_.impact.flow.poisson_where_endless = of_many();
  const ImpactResult<contact_count> impact = solve_impact(problem, options_.impact);
  if (impact.failure != ImpactFailure::none)
    return fail(Outcome::impact_unresolved, why_no_impact(impact.failure, problem, member));
  report_.events.by_poisson += impact.by_poisson;
  EventBatch<S> batch;
  batch.t = t_;
  batch.before = {.t = t_, .q = q(), .u = u()};
  const Vector<dof> before = velocity;
  apply_impulses<S>(local, member, impact, velocity);
  if (constraints_of(system_) > 0) book_constraint_work(before, velocity, impulse_of<S>(local, member, impact));
  double size = 0;
  for (int k = 0; k < n; ++k) {
    const double drive = drive_work(local, member[k], impact.P_n[k], impact.P_t[k]);
    const double normal = impact.W_compression[k] - impact.W_restitution[k];
    report_.ledger.drive_work += drive;
    report_.ledger.normal_loss += normal;
    report_.ledger.friction_loss -= impact.friction_work[k];
    report_.ledger.exchanged +=
        std::abs(drive) + impact.W_compression[k] + impact.W_restitution[k] + std::abs(impact.friction_work[k]);
    batch.contacts[member[k]] = impact.P_n[k] > 0;
    size += impact.P_n[k];
  }
  report_.worst_impact_residual = std::max(report_.worst_impact_residual, impact.residual);
  positions<dof>(y_, freedom()) = position;
  velocities<dof>(y_, freedom()) = velocity;
  if (size > 0) {
    batch.kind = n > 1 ? EventKind::multiple_impact : EventKind::impact;
    if (n > 1) batch.contacts = touching;
    n > 1 ? ++report_.events.multiple_impacts : ++report_.events.impacts;
    batch.after = {.t = t_, .q = position, .u = velocity};
    batch.modes = modes_;
    batch.impact = &impact;
    batch.member = member;
    batch.jam = jam;
    tell(batch);
  } else if (!approach) {
    modes_.fill(ContactMode::open);
    return fail(Outcome::no_consistent_mode, "a jammed contact has no tangential impact");
  }
  close_after_impact(problem, impact, member, n);
  if (!ended_) begin_regime();
  if (approach) consecutive_jams_ = 0;
}

// Names the contacts, and one at which nothing can give way.
template <Mechanism S, class Observer>
std::string EventDriven<S, Observer>::why_no_impact(ImpactFailure failure, const ImpactProblem<contact_count>& problem,
                                                    const std::array<int, contact_count>& member) const {
  const ContactArray<S> contacts = contact_kinematics(system_, t_, q(), u());
  const Matrix<dof, dof> free = inverse_mass(system_, t_, q(), u());
  std::string text(name(failure));
  for (int k = 0; k < problem.n; ++k) {
    const Vector<dof>& w = contacts[member[k]].normal;
    if (problem.v_n[k] < 0 && problem.A(k, k) <= 1e-12 * w.dot(times(free, w)))
      return contact_text(system_, member[k]) +
             " is met by a body whose motion is prescribed: constraints move it on, and no impulse can stop it";
    text += (k == 0 ? " (" : ", ") + contact_text(system_, member[k]);
  }
  return text + (problem.n > 0 ? ")" : "");
}

// The closing rule, then the modes of what is closed.
template <Mechanism S, class Observer>
void EventDriven<S, Observer>::close_after_impact(const ImpactProblem<contact_count>& problem,
                                                  const ImpactResult<contact_count>& impact,
                                                  const std::array<int, contact_count>& member, int n) {
  const LocalInertia<S> now = local_inertia(system_, t_, q(), u());
  Flags closing{};
  int count = 0;
  double hop_speed = 0, hop_acceleration = 0, ratio = 0;
  int single = -1;
  Flags passed_over{};
  bool any_passed_over = false;
  for (int k = 0; k < n; ++k) {
    const int i = member[k];
    const auto& contact = now.contacts[i];
    const double speed = contact.normal_velocity(u());
    const double acceleration = contact.normal.dot(now.free_acceleration) + contact.normal_drift;
    const bool was_closed = is_closed(modes_[i]) && std::abs(speed) <= velocity_zero();
    // Where an impact died away it says what it left at rest; the speed that it gave up there goes with the closing.
    const bool put_to_rest = impact.rest_speed > 0 && impact.v_n[k] == 0 && std::abs(speed) <= impact.rest_speed;
    if (put_to_rest && std::abs(contact.tangential_velocity(u())) <= impact.rest_speed) at_rest_[i] = true;
    // In a pile what presses a contact on are the others, and which way depends on slips that are as slow: it is not asked.
    closing[i] = was_closed || put_to_rest || closing_.closes(speed, acceleration, gap_band()) ||
                 (of_many() && std::abs(speed) < closing_.speed);
    if (!closing[i]) {
      passed_over[i] = closing_.closes(speed, -scales_.speed / scales_.time, gap_band());
      any_passed_over = any_passed_over || passed_over[i];
      continue;
    }
    ++count;
    if (n == 1 && !closing_.below(speed, acceleration) && problem.v_n[k] < 0) {
      single = i;
      hop_speed = speed;
      hop_acceleration = -acceleration;
      ratio = speed / -problem.v_n[k];
    }
  }
  if (count > 0 && any_passed_over) close_pressed(now, passed_over, closing);
  modes_.fill(ContactMode::open);
  if (count == 0 && rides_on_given_loads()) return choose_modes(closing, Flags{}, Flags{});
  if (count == 0) {
    at_rest_.fill(false);
    return after_opening(now);
  }
  Vector<dof> velocity = u();
  // Contacts that ended the impact in stick are at rest, whatever rounding left of their velocity.
  for (int k = 0; k < n; ++k)
    if (closing[member[k]] && impact.sticks[k]) at_rest_[member[k]] = true;
  // In a pile a slip as slow as what closes contacts ends before anything else happens, and its sign says nothing.
  for (int k = 0; k < n && of_many(); ++k)
    if (closing[member[k]] && std::abs(now.contacts[member[k]].tangential_velocity(u())) < closing_.speed)
      at_rest_[member[k]] = true;
  if (single >= 0)
    sum_chatter(single, hop_speed, hop_acceleration, ratio, impact, now, velocity);
  else
    take_closing_speed(now, closing, velocity);
  // Contacts that those above bring to rest are closed with them: the third point of a line, say.
  for (int k = 0; k < n; ++k)
    if (std::abs(now.contacts[member[k]].normal_velocity(velocity)) <= velocity_zero()) closing[member[k]] = true;
  velocities<dof>(y_, freedom()) = velocity;
  choose_modes(closing, Flags{}, Flags{});
}

// Takes away what is left of the normal velocities of contacts that close.
template <Mechanism S, class Observer>
void EventDriven<S, Observer>::take_closing_speed(const LocalInertia<S>& now, Flags& closing, Vector<dof>& velocity) {
  tell_closed(closing);
  double drive = 0;
  const Vector<dof> before = velocity;
  Vector<dof> impulse = zeros<dof>(freedom());
  if constexpr (may_close_by_free_motion<S>) {
    if (closes_by_free_motion(system_)) {
      const double kinetic = kinetic_energy(system_, t_, q(), velocity);
      Vector<dof> freely = velocity;
      drive = close_by_free_motion(system_, now, t_, q(), gap_band(), velocity_zero(), closing, velocity, &freely,
                                   &impulse);
      const double of_constraints = book_constraint_work(freely, velocity, impulse);
      return book_closing(kinetic - kinetic_energy(system_, t_, q(), velocity) + drive + of_constraints, drive);
    }
  }
  const double lost = project_velocity<S>(now, closing, Flags{}, velocity, drive, &impulse);
  book_closing(lost, drive);
  book_constraint_work(before, velocity, impulse);
}

// A contact that the free motion does not press may be pressed by those that close: a ball on a ball on the floor.
template <Mechanism S, class Observer>
void EventDriven<S, Observer>::close_pressed(const LocalInertia<S>& now, Flags& passed_over, Flags& closing) const {
  for (bool more = true; more && any(passed_over);) {
    more = false;
    const Vector<dof> acceleration = acceleration_with(now, closing);
    for (int i = 0; i < contacts(); ++i) {
      if (!passed_over[i]) continue;
      const auto& contact = now.contacts[i];
      if (!closing_.closes(contact.normal_velocity(u()), contact.normal.dot(acceleration) + contact.normal_drift,
                           gap_band()))
        continue;
      closing[i] = more = true;
      passed_over[i] = false;
    }
  }
}

// u̇ with the given contacts closed.
template <Mechanism S, class Observer>
auto EventDriven<S, Observer>::acceleration_with(const LocalInertia<S>& now, const Flags& closed) const -> Vector<dof> {
  std::array<int, contact_count> member{};
  int n = 0;
  for (int i = 0; i < contacts(); ++i)
    if (closed[i]) member[n++] = i;
  FrictionalProblem<contact_count> p = acceleration_problem(system_, now, t_, q(), u(), member, n);
  for (int k = 0; k < n; ++k) {
    const double v_t = now.contacts[member[k]].tangential_velocity(u());
    p.slip[k] = std::abs(v_t) <= velocity_zero() ? 0 : (v_t > 0 ? 1 : -1);
  }
  p.set_default_tolerances();
  const ModeSelection<contact_count> selection = mode_choice_.select(p);
  Vector<dof> acceleration = now.free_acceleration;
  if (selection.consistent == 0) return acceleration;
  for (int k = 0; k < n; ++k)
    acceleration += now.inverse_mass * (now.contacts[member[k]].normal * selection.chosen.z_n[k] +
                                        now.contacts[member[k]].tangent * selection.chosen.z_t[k]);
  return acceleration;
}

template <Mechanism S, class Observer>
void EventDriven<S, Observer>::sum_chatter(int i, double speed, double acceleration, double ratio,
                                           const ImpactResult<contact_count>& impact, const LocalInertia<S>& now,
                                           Vector<dof>& velocity) {
  const double duration = ratio < 1 ? 2 * speed / (acceleration * (1 - ratio)) : 0;
  if constexpr (requires { observer_.hop_ended(i, true); }) observer_.hop_ended(i, impact.sticks[0]);
  const Vector<dof> before = velocity;
  const HopEnd<S, double> end = end_hop(system_, now, i, impact.sticks[0], velocity_zero(), velocity);
  const double along = end.direction.dot(before) + end.direction.dot(velocity);
  const double surface = now.contacts[i].normal_surface_velocity;
  book_closing(-0.5 * end.impulse * (along + 2 * surface), -end.impulse * surface);
  book_constraint_work(before, velocity, end.direction * end.impulse);
  EventBatch<S> batch;
  batch.t = t_ + duration;
  batch.kind = EventKind::chatter_limit;
  batch.contacts[i] = true;
  batch.before = batch.after = {.t = t_, .q = q(), .u = velocity};
  batch.modes = modes_;
  ++report_.events.chatter_limits;
  tell(batch);
}

// First step of a flight: about the time in which a tip that has just left comes back.
template <Mechanism S, class Observer>
void EventDriven<S, Observer>::after_opening(const LocalInertia<S>& now) {
  note_rates(now);
  double shortest = max_step_;
  for (int i = 0; i < contacts(); ++i) {
    if (now.contacts[i].gap > touch_tolerance()) continue;
    const double speed = now.contacts[i].normal_velocity(u());
    const double acceleration = now.contacts[i].normal.dot(now.free_acceleration) + now.contacts[i].normal_drift;
    if (speed > 0 && acceleration < 0) shortest = std::min(shortest, -2.2 * speed / acceleration);
  }
  h_ = std::max(shortest, 1e-9 * scales_.time);
}

}  // namespace carom
