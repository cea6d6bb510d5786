// SPDX-License-Identifier: Apache-2.0
// One step of the event-driven motion: taken, ended on its first event, put back on the constraints.
// Definitions of members of EventDriven (event_driven.hpp).
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/engine/event_driven.hpp"
#include "carom/flow/advance_to_event.hpp"

namespace carom {

template <Mechanism S, class Observer>
void EventDriven<S, Observer>::advance() {
  if (!keeps_pace()) return;
  const Rates f{this};
  const double remaining = options_.t_end - t_;
  double h = std::min({h_, max_step_, remaining});
  if constexpr (may_have_switches<S>) h = std::min(h, followed_span());
  bool last = h >= remaining * (1 - 1e-12);
  if (last) h = remaining;
  double tick = HUGE_VAL;
  if constexpr (may_have_events<S>) {
    tick = next_tick();
    if (tick <= t_ + clock_resolution()) return strike();
  }
  const bool ticks = tick - t_ <= h * (1 + 1e-12);
  if (ticks) {
    h = tick - t_;
    last = last && tick >= options_.t_end;
  }
  const auto [trial, error, h_next, event] = advance_to_event(
      step_, f, t_, h, [this] { return error_norm(); },
      [this, &f] {
        step_.prepare_dense(f, t_);
        return isolate();
      });
  if (trial == Trial::not_finite) {
    if (!(h > 1e-3 * max_step_)) return fail(Outcome::not_finite, "the motion produced a number that is not finite");
    h_ = h_next;
    return;
  }
  if (trial == Trial::rejected) {
    ++report_.rejected_steps;
    h_ = h_next;
    if (h_ < 64 * std::numeric_limits<double>::epsilon() * std::max(std::abs(t_), scales_.time)) {
      if (slips_into_a_jam()) return resolve_dynamic_jam();
      fail(Outcome::step_underflow, "the step fell below the resolution of time at the asked tolerance");
    }
    return;
  }
  ++report_.steps;
  if (ended_) return;
  if (!event.found()) {
    observer_.segment(Segment<S>(system_, step_, t_, t_ + h, modes_, report_.ledger));
    t_ = ticks ? tick : last ? options_.t_end : t_ + h;
    y_ = step_.y1;
    note_exchange();
    keep_on_constraint();
    if constexpr (may_have_events<S>)
      if (ticks) return strike();
    step_.advance();
    step_.y0 = y_;
    start_guards_ = end_guards_;
    if (flight_)
      note_rates(local_inertia(system_, t_, q(), u()));
    else
      bend_ = end_bend_;
    h_ = std::max(h_next, h_ > h && !last ? h_ : h_next);
    if (!flight_) h_contact_ = std::min(h_next, max_step_);
    return;
  }
  const double before = t_;
  end_step_on(event, h, error);
  note_kinetic();
  if constexpr (requires { observer_.reached(guards_[0], steepness_sign_); })
    if (event.theta > 0) observer_.reached(guards_[event.guard], steepness_sign_);
  h_ = std::min(h_next, max_step_);
  if (!makes_progress(before)) return;
  resolve(guards_[event.guard]);
  if constexpr (may_have_events<S>) {
    strike_clocks();
    resolve_own_events();
  }
}

// Functions that oscillate within what switches, events and gaps look at are looked at several times in each round.
template <Mechanism S, class Observer>
double EventDriven<S, Observer>::followed_span() const {
  constexpr double half_a_round = 3.141592653589793;
  if constexpr (requires { system_.guard_turning(t_, q(), u()); }) {
    const double rate = system_.guard_turning(t_, q(), u());
    if (rate > 0) return half_a_round / rate;
  }
  return HUGE_VAL;
}

// A motion that trembles within its own rounding, or a million times faster than anything that the run is to show, would
// not come to its end in years.
template <Mechanism S, class Observer>
bool EventDriven<S, Observer>::keeps_pace() {
  constexpr long look = 1L << 17;
  const long steps = report_.steps + report_.rejected_steps;
  if (steps < paced_steps_ + look) return true;
  const double passed = t_ - paced_t_, whole = std::min(options_.t_end - start_t_, 1e12 * scales_.time);
  paced_steps_ = steps;
  paced_t_ = t_;
  if (passed > 1e-6 * whole) return true;
  fail(Outcome::step_underflow, "the motion is too fast to be followed: the last " + std::to_string(look) +
                                    " steps together lasted " + seconds(passed));
  return false;
}

// Work that goes in and comes out again has been exchanged all the same, and so has energy that turns from potential to
// kinetic and back. (Of systems known to the compiler drives and dampers are few, and what they exchange between events
// tells enough.)
template <Mechanism S, class Observer>
void EventDriven<S, Observer>::note_exchange() {
  if constexpr (may_have_switches<S>) {
    for (int k : {2 * freedom(), 2 * freedom() + 1}) report_.ledger.exchanged += std::abs(step_.y1[k] - step_.y0[k]);
    note_kinetic();
  }
}

template <Mechanism S, class Observer>
void EventDriven<S, Observer>::note_kinetic() {
  if constexpr (may_have_switches<S>) {
    const double kinetic = kinetic_energy(system_, t_, q(), u());
    report_.ledger.exchanged += std::abs(kinetic - kinetic_seen_);
    kinetic_seen_ = kinetic;
  }
}

// The clock has come to the time of an event.
template <Mechanism S, class Observer>
void EventDriven<S, Observer>::strike() {
  if constexpr (requires { observer_.reached(guards_[0], steepness_sign_); })
    observer_.reached(Guard{GuardKind::clock, 0}, steepness_sign_);
  strike_clocks();
  resolve({GuardKind::clock, 0});  // impacts of the same instant come first
  if (ended_) return;
  begin_regime();
  resolve_own_events();
}

// Events that follow one another without time passing, or too many of them, end the run.
template <Mechanism S, class Observer>
bool EventDriven<S, Observer>::makes_progress(double before) {
  without_progress_ = t_ > before + 1e-12 * scales_.time ? 0 : without_progress_ + 1;
  if (without_progress_ > 64) {
    fail(Outcome::chatter_unresolved, "events follow one another without time passing");
  } else if (report_.events.total() - watched_events_ >= 20000) {
    if (t_ - watched_t_ < 1e-2 * scales_.time)
      fail(Outcome::chatter_unresolved, "thousands of events follow one another in hardly any time");
    watched_events_ = report_.events.total();
    watched_t_ = t_;
  }
  if (!ended_ && report_.events.total() > options_.max_events)
    fail(Outcome::event_limit, "the event limit was reached");
  return !ended_;
}

// Three quarters of all evaluations come through here: everything inlined, whatever else the file holds.
template <Mechanism S, class Observer>
void EventDriven<S, Observer>::rates(double t, const Y& y, Y& dy) const {
  Motion<S> motion;
  const Vector<dof> velocity = velocities<dof>(y, freedom());
  if (!evaluate_motion(system_, t, Vector<dof>(positions<dof>(y, freedom())), velocity, modes_, motion)) {
    dy.setConstant(std::numeric_limits<double>::quiet_NaN());
    return;
  }
  positions<dof>(dy, freedom()) = velocity;
  velocities<dof>(dy, freedom()) = motion.acceleration;
  dy[2 * freedom()] = motion.drive_power;
  dy[2 * freedom() + 1] = motion.friction_loss_power;
}

template <Mechanism S, class Observer>
double EventDriven<S, Observer>::error_norm() const {
  Y scale = y_;
  for (int k = 0; k < freedom(); ++k) {
    const double q_size = std::max(std::abs(step_.y0[k]), std::abs(step_.y1[k]));
    const double u_size = std::max(std::abs(step_.y0[freedom() + k]), std::abs(step_.y1[freedom() + k]));
    scale[k] = options_.atol * q_scale_[k] + options_.rtol * q_size;
    scale[freedom() + k] = options_.atol * u_scale_[k] + options_.rtol * u_size;
  }
  scale[2 * freedom()] = scale[2 * freedom() + 1] = options_.rtol * energy_scale_;
  // Works of a motion that grows cannot be told to the digits of its beginning.
  if constexpr (may_have_switches<S>)
    for (int k : {2 * freedom(), 2 * freedom() + 1})
      scale[k] = std::max(scale[k], 1e-3 * options_.rtol * std::abs(step_.y1[k]));
  return step_.error_norm(scale);
}

// Ends the step on the event: a step of just that length, corrected by the guard's own value at its end.
template <Mechanism S, class Observer>
void EventDriven<S, Observer>::end_step_on(const IsolatedEvent& event, double h, double error) {
  if (event.theta == 0) return;
  const Rates f{this};
  double trial = event.theta * h;
  if (flight_ && error < 1e-3) {
    // A flight that the step follows without error: its extension is as exact as a new step.
    y_ = step_.at(event.theta);
  } else {
    const EventAccuracy accuracy{.value = 0.1 * band_[event.guard],
                                 .time = 2 * std::numeric_limits<double>::epsilon() * std::max(std::abs(t_), trial),
                                 .along = 1e-7 * h};
    trial = end_on_event(step_, f, t_, h, event.theta, event.slope, accuracy, [this, &event](double t) {
      GuardValues<max_guards> values;
      sample_state(t, step_.y1, values);
      return values.g[event.guard];
    });
    y_ = step_.y1;
    if constexpr (observes_segments<Observer>) step_.prepare_dense(f, t_);
  }
  observer_.segment(Segment<S>(system_, step_, t_, t_ + trial, modes_, report_.ledger));
  t_ += trial;
  keep_on_constraint();
}

// Positions and velocities of bilateral constraints, to rounding.
template <Mechanism S, class Observer>
void EventDriven<S, Observer>::keep_bilateral() {
  Vector<dof> position = q(), velocity = u();
  if (!close_constraints(system_, t_, velocity, position, HUGE_VAL))
    return fail(Outcome::no_consistent_mode, "the constraints cannot be closed");
  keep_constraint_velocities(system_, t_, position, velocity);
  positions<dof>(y_, freedom()) = position;
  velocities<dof>(y_, freedom()) = velocity;
}

template <Mechanism S, class Observer>
void EventDriven<S, Observer>::keep_on_constraint() {
  if (constraints_of(system_) > 0) keep_bilateral();
  keep_on_switches();
  Flags closed{}, sticking{};
  bool any = false;
  for (int i = 0; i < contacts(); ++i) {
    closed[i] = is_closed(modes_[i]);
    sticking[i] = modes_[i] == ContactMode::stick;
    any = any || closed[i];
  }
  if (!any) return;
  Vector<dof> position = q(), velocity = u();
  LocalInertia<S> local = local_inertia(system_, t_, position, velocity);
  note_penetration(local);
  project_position<S>(local, closed, position);
  double drive = 0;
  project_velocity<S>(local, closed, sticking, velocity, drive);
  positions<dof>(y_, freedom()) = position;
  velocities<dof>(y_, freedom()) = velocity;
}

}  // namespace carom
