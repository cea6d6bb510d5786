// SPDX-License-Identifier: Apache-2.0
// The beginning and end of a run, its ledger, and what it notes of gaps on the way.
// Definitions of members of EventDriven (event_driven.hpp).
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "carom/engine/event_driven.hpp"

namespace carom {

template <Mechanism S, class Observer>
void EventDriven<S, Observer>::begin(const State<S::dof>& initial) {
  require_length(system_, initial);
  check_slip_laws(system_);
  t_ = start_t_ = paced_t_ = initial.t;
  y_ = zeros<size>(2 * freedom() + 2);
  if constexpr (!is_fixed(size)) step_.set_length(2 * freedom() + 2);
  positions<dof>(y_, freedom()) = initial.q;
  velocities<dof>(y_, freedom()) = initial.u;
  modes_.fill(ContactMode::open);
  list_around_state(options_.onto_surface);
  book_energy();
  report_.ledger.initial = report_.ledger.kinetic + report_.ledger.potential;
  energy_scale_ = kinetic_energy(system_, t_, initial.q, u_scale_);
  if (!y_.allFinite()) return fail(Outcome::not_finite, "the initial state is not finite");
  if (options_.onto_surface > 0) {
    Vector<dof> position = initial.q;
    report_.lifted = put_on_surface(system_, t_, options_.onto_surface, position);
    report_.note = lifted_text(system_, report_.lifted);
    put_in_own_numbers(report_.lifted, 0.0);
    positions<dof>(y_, freedom()) = position;
    list_around_state();
    book_energy();
    report_.ledger.initial = report_.ledger.kinetic + report_.ledger.potential;
  }
  if (constraints_of(system_) > 0 && !close_start()) return;
  measure_events();
  set_clocks();
  hold_first_sides();
  const LocalInertia<S> local = local_inertia(system_, t_, q(), u());
  if (const std::string deep = penetration_text(system_, local.contacts, zero_.penetration()); !deep.empty())
    return fail(Outcome::no_consistent_mode, "the start penetrates: " + deep);
  begin_on_contacts(local);
}

// Contacts that touch: approaching ones collide, resting ones close.
template <Mechanism S, class Observer>
void EventDriven<S, Observer>::begin_on_contacts(const LocalInertia<S>& local) {
  Flags touching{}, resting{};
  bool any = false, collide = false;
  for (int i = 0; i < contacts(); ++i) {
    touching[i] = local.contacts[i].gap <= touch_tolerance();
    if (!touching[i]) continue;
    any = true;
    const double v_n = local.contacts[i].normal_velocity(u());
    collide = collide || v_n < -velocity_zero();
    resting[i] = std::abs(v_n) <= velocity_zero();
  }
  if (!any && !rides_on_given_loads()) {
    note_rates(local);
    return begin_regime();
  }
  // A start read from a file may lie below a surface by rounding: it is put on it, or its guard would fire for ever.
  Flags below{};
  for (int i = 0; i < contacts(); ++i) below[i] = local.contacts[i].gap < 0;
  Vector<dof> position = q();
  project_position<S>(local, below, position);
  positions<dof>(y_, freedom()) = position;
  if (collide) return resolve_impact(touching);
  choose_modes(resting, Flags{}, Flags{});
  begin_regime();
}

// A start that does not meet its constraints within the digits people give is refused, unless it may be closed.
template <Mechanism S, class Observer>
bool EventDriven<S, Observer>::close_start() {
  Vector<dof> position = q(), velocity = u();
  const std::string open = open_constraint_text(system_, t_, position, velocity, q_scale_, u_scale_, start_tolerance);
  if (!open.empty() && !options_.close_constraints) {
    fail(Outcome::no_consistent_mode, "the start does not meet its constraints: " + open);
    return false;
  }
  if (!close_constraints(system_, t_, velocity, position, zero_.penetration())) {
    fail(Outcome::no_consistent_mode, "the constraints cannot be closed from this start: " + open);
    return false;
  }
  keep_constraint_velocities(system_, t_, position, velocity);
  if (!open.empty()) report_.note += (report_.note.empty() ? "" : "; ") + ("the start was closed: " + open);
  positions<dof>(y_, freedom()) = position;
  velocities<dof>(y_, freedom()) = velocity;
  list_around_state();
  book_energy();
  report_.ledger.initial = report_.ledger.kinetic + report_.ledger.potential;
  return true;
}

template <Mechanism S, class Observer>
void EventDriven<S, Observer>::finish() {
  book_works();
  book_energy();
  report_.final = {.t = t_, .q = q(), .u = u()};
  report_.modes = modes_;
  put_in_own_numbers(report_.modes, ContactMode::open);
  // A run that exchanged little of its energy cannot close the books better than it follows the motion.
  const double energy = std::abs(report_.ledger.initial) + report_.ledger.kinetic + energy_scale_;
  if (succeeded(report_.outcome) && report_.ledger.relative_residual() > options_.ledger_tolerance &&
      std::abs(report_.ledger.residual()) > std::max(1e-13, options_.rtol) * energy) {
    report_.outcome = Outcome::ledger_open;
    report_.reason = "the energy ledger does not close";
  }
}

// At the start of a step in flight.
template <Mechanism S, class Observer>
void EventDriven<S, Observer>::note_rates(const LocalInertia<S>& now) {
  note_penetration(now);
  start_contacts_ = now.contacts;
  for (int i = 0; i < contacts(); ++i) bend_[i] = gap_bend<dof>(now.contacts[i], now.free_acceleration);
}

// A body may be below a surface by rounding. By more, it has passed it unseen: nothing that follows can be believed.
template <Mechanism S, class Observer>
void EventDriven<S, Observer>::note_penetration(const LocalInertia<S>& now) {
  for (int i = 0; i < contacts(); ++i) {
    report_.deepest_penetration = std::max(report_.deepest_penetration, -now.contacts[i].gap);
    if (now.contacts[i].gap < -zero_.penetration() && !is_closed(modes_[i])) miss(i, now.contacts[i].gap);
  }
}

template <Mechanism S, class Observer>
void EventDriven<S, Observer>::miss(int contact, double gap) {
  if (ended_) return;
  fail(Outcome::event_missed, "an impact was missed: " + contact_text(system_, contact) + " is " + metres(-gap) +
                                  " below its surface, which it has not met");
}

template <Mechanism S, class Observer>
void EventDriven<S, Observer>::book_closing(double lost, double drive) {
  report_.ledger.closing_loss += lost;
  report_.ledger.drive_work += drive;
  report_.ledger.exchanged += std::abs(lost) + std::abs(drive);
}

// Constraints that are moved do work when impulses of contacts reach them: uᵀ(M Δu − Σ (w P_n + n P_t)), the same before
// and after, because G u = −ĉ stays. Returns that work.
template <Mechanism S, class Observer>
double EventDriven<S, Observer>::book_constraint_work(const Vector<dof>& before, const Vector<dof>& after,
                                                      const Vector<dof>& contact_impulse) {
  if (constraints_of(system_) == 0) return 0;
  const Vector<dof> momentum = Matrix<dof, dof>(mass_matrix(system_, t_, q(), before)) * Vector<dof>(after - before);
  const double work = before.dot(momentum - contact_impulse);
  report_.ledger.drive_work += work;
  report_.ledger.exchanged += std::abs(work);
  return work;
}

template <Mechanism S, class Observer>
void EventDriven<S, Observer>::book_works() {
  report_.ledger.drive_work += y_[2 * freedom()];
  report_.ledger.friction_loss += y_[2 * freedom() + 1];
  report_.ledger.exchanged += std::abs(y_[2 * freedom()]) + std::abs(y_[2 * freedom() + 1]);
  y_[2 * freedom()] = y_[2 * freedom() + 1] = 0;
}

template <Mechanism S, class Observer>
void EventDriven<S, Observer>::book_energy() {
  report_.ledger.kinetic = kinetic_energy(system_, t_, q(), u());
  report_.ledger.potential = potential_energy(system_, t_, q(), u());
}

}  // namespace carom
