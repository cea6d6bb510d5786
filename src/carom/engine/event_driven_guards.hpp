// SPDX-License-Identifier: Apache-2.0
// The guards of a regime, and the first event among them inside a step.
// Definitions of members of EventDriven (event_driven.hpp); the rules are in guards.hpp, flow/isolate.hpp and gap_watch.hpp.
#pragma once

#include <algorithm>
#include <cmath>

#include "carom/engine/event_driven.hpp"

namespace carom {

// Of the present modes.
template <Mechanism S, class Observer>
void EventDriven<S, Observer>::list_guards() {
  guard_count_ = 0;
  int closed = 0;
  for (int i = 0; i < contacts(); ++i) closed += is_closed(modes_[i]);
  const auto add = [this](GuardKind kind, int contact, double band) {
    band_[guard_count_] = band;
    guards_[guard_count_++] = {kind, contact};
  };
  for (int i = 0; i < contacts(); ++i) {
    const bool rides = rides_on(system_, i) != own_load;
    if (!is_closed(modes_[i])) {
      if (!rides && is_there(i)) add(GuardKind::gap, i, zero_.gap_band(regime_t_));
      continue;
    }
    if (!rides) add(GuardKind::force, i, zero_.force_band(t_, energy_scale_));
    if (modes_[i] == ContactMode::stick) {
      if (never_slips(contact_law(system_, i).mu_s)) continue;
      add(GuardKind::stick_plus, i, zero_.force_band(t_, energy_scale_));
      add(GuardKind::stick_minus, i, zero_.force_band(t_, energy_scale_));
    } else {
      add(GuardKind::slip, i, zero_.slip_band(t_));
      if (closed == 1 && !rides) add(GuardKind::steepness, i, 1e-12);
    }
  }
  if constexpr (may_end) add(GuardKind::end, 0, 1e-14);
  for (int i = 0; i < events_of(system_); ++i)
    if (event_trigger(system_, i).kind == EventTrigger::Kind::crossing) add(GuardKind::event, i, event_zero(i));
  flight_ = closed == 0;
  add_switch_guards();
}

// Sets up the guards and the first step.
template <Mechanism S, class Observer>
void EventDriven<S, Observer>::begin_regime() {
  if (ended_) return;
  if (settle_sides()) return settle_after_switch();
  if constexpr (may_have_switches<S>) kinetic_seen_ = kinetic_energy(system_, t_, q(), u());
  regime_t_ = t_;
  list_guards();
  const Rates f{this};
  step_.begin(f, t_, y_);
  take_sides();
  steepness_sign_ = 1;
  sample_end(t_, y_, start_guards_, bend_);
  for (int k = 0; k < guard_count_; ++k) {
    // A regime that begins on an event or a switch begins on zero, however well that was met.
    const bool own = guards_[k].kind == GuardKind::event || guards_[k].kind == GuardKind::switching;
    if (own && start_guards_.g[k] < 0 && start_guards_.g[k] > -1e3 * band_[k]) start_guards_.g[k] = 0;
    // Slip chosen in an indeterminate case begins where A − σμB < 0, and lasts as long as that does.
    if (guards_[k].kind != GuardKind::steepness || start_guards_.g[k] >= 0) continue;
    steepness_sign_ = -1;
    start_guards_.g[k] = -start_guards_.g[k];
  }
  // A contact phase begins with a step that such phases took before; a flight has its own guess (after_opening).
  if (!flight_) h_ = h_contact_;
  if (!(h_ > 0)) h_ = 1e-3 * scales_.time;
}

template <Mechanism S, class Observer>
void EventDriven<S, Observer>::sample_contact(double t, const Vector<dof>& position, const Vector<dof>& velocity,
                                              GuardValues<max_guards>& values, Motion<S>& motion) const {
  evaluate_motion(system_, t, position, velocity, modes_, motion);
  for (int k = 0; k < guard_count_; ++k)
    values.g[k] = guard_value(system_, guards_[k], t, position, velocity, modes_, motion, steepness_sign_);
  if constexpr (may_have_events<S>) sample_events(t, position, velocity, values);
  if constexpr (may_have_switches<S>) sample_switches(t, position, velocity, values);
}

template <Mechanism S, class Observer>
void EventDriven<S, Observer>::add_switch_guards() {
  if constexpr (may_have_switches<S>) {
    for (int i = 0; i < switches_of(system_); ++i) {
      if (system_.slides_along(i) >= 0) continue;
      band_[guard_count_] = switch_zero(i);
      guards_[guard_count_++] = {GuardKind::switching, i};
    }
    if (system_.slide_count() == 0) return;
    flight_ = false;
    for (int k = 0; k < system_.slide_count(); ++k)
      for (const GuardKind kind : {GuardKind::share, GuardKind::rest}) {
        band_[guard_count_] = 1e-13;
        guards_[guard_count_++] = {kind, k};
      }
  }
}

// At an end of the step: with G of the open contacts, where contacts are computed anyway.
template <Mechanism S, class Observer>
void EventDriven<S, Observer>::sample_end(double t, const Y& y, GuardValues<max_guards>& values,
                                          std::array<GapBend, contact_count>& bend) const {
  if (flight_) return sample_state(t, y, values);
  Motion<S> motion;
  sample_contact(t, positions<dof>(y, freedom()), velocities<dof>(y, freedom()), values, motion);
  for (int i = 0; i < contacts(); ++i)
    if (!is_closed(modes_[i])) bend[i] = gap_bend<dof>(motion.contacts[i], motion.acceleration);
}

template <Mechanism S, class Observer>
IsolatedEvent EventDriven<S, Observer>::isolate() {
  if constexpr (may_list_contacts<S>) {
    list_around_step();
    if (ended_) return {};
  }
  auto sample = [this](double theta, GuardValues<max_guards>& values) {
    sample_state(t_ + theta * step_.h, step_.template head_at<2 * dof>(theta, 2 * freedom()), values);
  };
  sample_end(t_ + step_.h, step_.y1, end_guards_, end_bend_);
  Isolation<max_guards, decltype(sample)> isolation(guard_count_, band_, sample);
  const IsolatedEvent event = isolation.first(start_guards_, end_guards_);
  if (gaps_stay_clear(isolation, event)) return event;
  return look_closer(isolation, event);
}

// Can a gap have closed before the event without being seen? Judged by where it was seen and how fast it can turn.
template <Mechanism S, class Observer>
template <class Isolation>
bool EventDriven<S, Observer>::gaps_stay_clear(const Isolation& isolation, const IsolatedEvent& event) const {
  const double h = step_.h, tolerance = zero_.penetration();
  for (int k = 0; k < guard_count_; ++k) {
    if (guards_[k].kind != GuardKind::gap) continue;
    const int i = guards_[k].contact;
    double bend = upward_bend(bend_[i], h, scales_.length);
    if (!flight_) bend = std::max(bend, upward_bend(end_bend_[i], h, scales_.length));
    if (isolation.lowest_look(k) + tolerance >= sag(0.25 * h, bend)) continue;
    for (int j = 1; j < 6; ++j) {
      const double from = isolation.look_theta[j - 1], to = isolation.look_theta[j];
      if (from >= event.theta) break;
      // The guard that fired is zero at its event; another may yet close after it, which is not our business.
      const bool ends = event.guard == k && event.theta <= to;
      const double g_b = ends ? 0.0 : isolation.look(j, k);
      if (!stays_clear(isolation.look(j - 1, k), g_b, ((ends ? event.theta : to) - from) * h, bend, tolerance))
        return false;
    }
  }
  return true;
}

// Looks at the guards as often as the contacts turn, up to the event.
template <Mechanism S, class Observer>
template <class Isolation>
IsolatedEvent EventDriven<S, Observer>::look_closer(Isolation& isolation, IsolatedEvent event) {
  const double to = std::min(event.theta, 1.0);
  double turn = to * step_.h * turning_at(0);
  if (turn > 0.25 * turn_of_a_panel) turn = std::max(turn, to * step_.h * turning_at(to));
  if (turn > most_panels * turn_of_a_panel) {
    fail(Outcome::event_missed, "the contacts turn so often within one step that impacts may be missed");
    return event;
  }
  if (turn > turn_of_a_panel) {
    const int panels = static_cast<int>(std::ceil(turn / turn_of_a_panel));
    const IsolatedEvent earlier = isolation.first_in_panels(panels, to, start_guards_);
    if (earlier.theta < event.theta - 1e-9) event = earlier;
  }
  for (int k = 0; k < guard_count_; ++k)
    for (int j = 0; j < 6 && isolation.look_theta[j] < event.theta; ++j)
      if (guards_[k].kind == GuardKind::gap && isolation.look(j, k) < -zero_.penetration())
        miss(guards_[k].contact, isolation.look(j, k));
  return event;
}

// Ω of the open contacts (gap_watch.hpp) within the step.
template <Mechanism S, class Observer>
double EventDriven<S, Observer>::turning_at(double theta) const {
  const Vector<2 * dof> y = step_.template head_at<2 * dof>(theta, 2 * freedom());
  const Vector<dof> position = positions<dof>(y, freedom()), velocity = velocities<dof>(y, freedom());
  const double t = t_ + theta * step_.h, dt = 1e-6 * step_.h;
  const auto contacts_at = [this, &velocity](double time, const Vector<dof>& at) {
    return local_inertia(system_, time, at, velocity).contacts;
  };
  return turning_rate(
      system_, t, position, velocity, flight_ && theta == 0 ? start_contacts_ : contacts_at(t, position),
      contacts_at(t + dt, position + dt * velocity), dt, [this](int i) { return !is_closed(modes_[i]); });
}

}  // namespace carom
