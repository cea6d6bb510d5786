// SPDX-License-Identifier: Apache-2.0
// Events of the mechanism's own (model/own_events.hpp): when they are crossed, and what follows.
// Definitions of members of EventDriven (event_driven.hpp).
//
// Sides     Between events each function of an event has a side, the sign with which a regime began. A regime that begins on
//           the other side, or on zero and on its way there, has crossed: by its guard, by an impact or by a jump. An
//           event that has just been resolved has no side until it has moved: it does not set itself off.
#pragma once

#include <algorithm>
#include <cmath>

#include "carom/engine/event_driven.hpp"

namespace carom {

// How large functions are where coordinates and velocities are of their scales' size: what rounding is measured by.
template <Mechanism S, class Observer>
template <std::size_t Count, class Values>
void EventDriven<S, Observer>::measure(std::array<double, Count>& size, int count, Values&& values) const {
  constexpr double part = 1e-3;
  const auto add = [&](double dt, const Vector<dof>& dq, const Vector<dof>& du) {
    const auto ahead = values(t_ + part * dt, Vector<dof>(q() + part * dq), Vector<dof>(u() + part * du));
    const auto behind = values(t_ - part * dt, Vector<dof>(q() - part * dq), Vector<dof>(u() - part * du));
    for (int i = 0; i < count; ++i) {
      const double change = std::abs(ahead[i] - behind[i]) / (2 * part);
      if (std::isfinite(change)) size[i] += change;
    }
  };
  const Vector<dof> none = zeros<dof>(freedom());
  size.fill(0);
  add(scales_.time, none, none);
  for (int k = 0; k < freedom(); ++k) {
    Vector<dof> along = none;
    along[k] = q_scale_[k];
    add(0, along, none);
    along[k] = u_scale_[k];
    add(0, none, along);
  }
  const auto here = values(t_, q(), u());
  for (int i = 0; i < count; ++i)
    if (std::isfinite(here[i])) size[i] = std::max(size[i], std::abs(here[i]));
}

template <Mechanism S, class Observer>
void EventDriven<S, Observer>::measure_events() {
  if (events_of(system_) == 0) return;
  measure(event_size_, events_of(system_), [this](double t, const Vector<dof>& at, const Vector<dof>& velocity) {
    return event_values(system_, t, at, velocity);
  });
}

template <Mechanism S, class Observer>
double EventDriven<S, Observer>::event_zero(int i) const {
  return (2e-14 + 8 * std::numeric_limits<double>::epsilon() * std::abs(t_) / scales_.time) * event_size_[i];
}

// At the beginning of a regime: on which side is every function, and which have crossed? Zero takes the side to which the
// motion carries it.
template <Mechanism S, class Observer>
void EventDriven<S, Observer>::take_sides() {
  const int count = events_of(system_);
  if (count == 0) return;
  const auto here = event_values(system_, t_, q(), u());
  const double ahead = 1e-6 * scales_.time;
  const Y& slope = step_.slope_at_start();
  const auto soon = event_values(system_, t_ + ahead, Vector<dof>(q() + ahead * positions<dof>(slope, freedom())),
                                 Vector<dof>(u() + ahead * velocities<dof>(slope, freedom())));
  for (int i = 0; i < count; ++i) {
    if (event_trigger(system_, i).kind != EventTrigger::Kind::crossing) continue;
    const double zero = event_zero(i);
    const int before = event_side_[i];
    // One that has just been resolved stands on zero, however well that was met.
    const double value = std::abs(here[i]) > (before == 0 ? 1e3 : 1) * zero ? here[i] : soon[i];
    const int now = std::abs(value) > zero ? (value > 0 ? 1 : -1) : before;
    const int direction = event_direction(system_, i);
    if (before != 0 && now != before && (direction == 0 || direction == now)) crossed_[i] = true;
    event_side_[i] = now != 0 ? now : 1;
  }
}

template <Mechanism S, class Observer>
void EventDriven<S, Observer>::resolve_own_events() {
  constexpr int most_rounds = 100;
  int last = -1;
  for (int round = 1; !ended_;) {
    const auto next = std::find(crossed_.begin(), crossed_.end(), true);
    if (next == crossed_.end()) return;
    *next = false;
    const int i = static_cast<int>(next - crossed_.begin());
    if (!event_applies(system_, i, t_, q(), u())) continue;
    if (i <= last) ++round;
    last = i;
    if (round > most_rounds)
      return fail(Outcome::chatter_unresolved, event_text(system_, i) + " and others set each other off without end");
    resolve_own_event(i);
  }
}

template <Mechanism S, class Observer>
void EventDriven<S, Observer>::resolve_own_event(int i) {
  EventBatch<S> batch;
  batch.t = t_;
  batch.kind = EventKind::own;
  batch.own_event = i;
  batch.modes = modes_;
  batch.before = {.t = t_, .q = q(), .u = u()};
  batch.after = batch.before;
  jump(system_, i, t_, batch.after.q, batch.after.u);
  ++report_.events.own;
  event_side_[i] = 0;
  const bool moved = batch.after.q != batch.before.q || batch.after.u != batch.before.u;
  if (moved) {
    book_works();
    book_energy();
    const double energy = report_.ledger.kinetic + report_.ledger.potential;
    positions<dof>(y_, freedom()) = batch.after.q;
    velocities<dof>(y_, freedom()) = batch.after.u;
    book_energy();
    const double work = report_.ledger.kinetic + report_.ledger.potential - energy;
    report_.ledger.event_work += work;
    report_.ledger.exchanged += std::abs(work);
  }
  tell(batch);
  if (event_stops(system_, i)) {
    ended_ = true;
    return;
  }
  if (!y_.allFinite())
    return fail(Outcome::not_finite, event_text(system_, i) + " produced a number that is not finite");
  moved ? settle_after(i) : begin_regime();
}

// Contacts and constraints after a jump: what penetrates or is open ends the run, what approaches collides, what is at rest
// stays closed.
template <Mechanism S, class Observer>
void EventDriven<S, Observer>::settle_after(int event) {
  if (constraints_of(system_) > 0) {
    const std::string open = open_constraint_text(system_, t_, q(), u(), q_scale_, u_scale_, start_tolerance);
    if (!open.empty())
      return fail(Outcome::no_consistent_mode, event_text(system_, event) + " has left the constraints: " + open);
    keep_bilateral();
  }
  if constexpr (may_have_switches<S>)
    if (switches_of(system_) > 0) system_.hold_live_sides(t_, q(), u());
  list_around_state();
  if (ended_) return;
  take_presence();
  settle_contacts(event_text(system_, event));
}

template <Mechanism S, class Observer>
void EventDriven<S, Observer>::settle_contacts(const std::string& after) {
  const LocalInertia<S> local = local_inertia(system_, t_, q(), u());
  if (const std::string deep = penetration_text(system_, local.contacts, zero_.penetration()); !deep.empty())
    return fail(Outcome::no_consistent_mode, after + " has moved a body into another: " + deep);
  for (int i = 0; i < contacts(); ++i) {
    if (rides_on(system_, i) == given_load) continue;  // what is always closed does not close again
    const bool rests = local.contacts[i].gap <= touch_tolerance() &&
                       std::abs(local.contacts[i].normal_velocity(u())) <= velocity_zero();
    if (!rests) modes_[i] = ContactMode::open;
  }
  begin_on_contacts(local);
}

// Events that something at a contact sets off.
template <Mechanism S, class Observer>
void EventDriven<S, Observer>::set_off_by(const EventBatch<S>& batch) {
  for (int i = 0; i < events_of(system_); ++i) {
    const EventTrigger trigger = event_trigger(system_, i);
    if (trigger.kind != EventTrigger::Kind::contact) continue;
    const bool happens =
        trigger.what == batch.kind || (trigger.what == EventKind::impact && batch.kind == EventKind::multiple_impact);
    if (happens && (trigger.contact < 0 || takes_part(batch, trigger.contact))) crossed_[i] = true;
  }
}

// Does a contact, by the number that the mechanism gives it?
template <Mechanism S, class Observer>
bool EventDriven<S, Observer>::takes_part(const EventBatch<S>& batch, int own_number) const {
  if constexpr (may_list_contacts<S>) {
    for (int k = 0; k < contacts(); ++k)
      if (system_.own_number(k) == own_number) return batch.contacts[k];
    return false;
  } else {
    return batch.contacts[own_number];
  }
}

// Ticks are counted: one that falls on the instant of another event is not lost.
template <Mechanism S, class Observer>
void EventDriven<S, Observer>::set_clocks() {
  for (int i = 0; i < events_of(system_); ++i) {
    const EventTrigger trigger = event_trigger(system_, i);
    if (trigger.kind != EventTrigger::Kind::clock) continue;
    tick_[i] = std::floor((t_ - trigger.first) / trigger.period);
    while (next_tick(i) <= t_ + clock_resolution()) ++tick_[i];
  }
}

// The next time at which the clock sets event i off; never, if it is not its business.
template <Mechanism S, class Observer>
double EventDriven<S, Observer>::next_tick(int i) const {
  const EventTrigger trigger = event_trigger(system_, i);
  return trigger.kind == EventTrigger::Kind::clock ? trigger.first + tick_[i] * trigger.period : HUGE_VAL;
}

template <Mechanism S, class Observer>
double EventDriven<S, Observer>::next_tick() const {
  double next = HUGE_VAL;
  for (int i = 0; i < events_of(system_); ++i) next = std::min(next, next_tick(i));
  return next;
}

// Those whose time has come.
template <Mechanism S, class Observer>
void EventDriven<S, Observer>::strike_clocks() {
  for (int i = 0; i < events_of(system_); ++i) {
    if (!(next_tick(i) <= t_ + clock_resolution())) continue;
    crossed_[i] = true;
    ++tick_[i];
  }
}

}  // namespace carom
