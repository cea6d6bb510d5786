// SPDX-License-Identifier: Apache-2.0
// What follows an event that is no impact: the next contact modes, by complementarity.
// Definitions of members of EventDriven (event_driven.hpp).
#pragma once

#include <algorithm>
#include <cmath>

#include "carom/engine/event_driven.hpp"

namespace carom {

template <Mechanism S, class Observer>
void EventDriven<S, Observer>::resolve(const Guard& fired) {
  if (fired.kind == GuardKind::end) {
    ended_ = true;
    return;
  }
  if (fired.kind == GuardKind::share || fired.kind == GuardKind::rest) {
    leave_switch(fired.contact, fired.kind == GuardKind::rest);
    return settle_after_switch();
  }
  if constexpr (may_have_switches<S>) {
    if (fired.kind == GuardKind::gap && system_.presence(fired.contact) == Presence::waiting) {
      system_.admit(fired.contact);
      return begin_regime();
    }
  }
  // Whatever fired, contacts that touch and approach collide now.
  const LocalInertia<S> local = local_inertia(system_, t_, q(), u());
  note_penetration(local);
  if (ended_) return;
  Flags touching{};
  bool landing = false;
  for (int i = 0; i < contacts(); ++i) {
    const double gap = local.contacts[i].gap;
    const bool at_surface = gap <= touch_tolerance() || (fired.kind == GuardKind::gap && fired.contact == i);
    touching[i] = is_closed(modes_[i]) || at_surface;
    if (!is_closed(modes_[i]) && at_surface && local.contacts[i].normal_velocity(u()) < -velocity_zero())
      landing = true;
  }
  if (landing) return resolve_impact(touching);

  Flags closed{}, must_open{}, must_slip{};
  for (int i = 0; i < contacts(); ++i) closed[i] = is_closed(modes_[i]);
  Motion<S> motion;
  evaluate_motion(system_, t_, q(), u(), modes_, motion);
  switch (fired.kind) {
    case GuardKind::gap:  // touched without approach: it may close
      closed[fired.contact] = std::abs(local.contacts[fired.contact].normal_velocity(u())) <= velocity_zero();
      break;
    case GuardKind::force: unload(closed, motion, fired.contact, must_open); break;
    case GuardKind::slip:
      // Contacts that share a tangential velocity come to rest together, whichever guard was first.
      for (int i = 0; i < contacts(); ++i)
        at_rest_[i] = is_slip(modes_[i]) && std::abs(local.contacts[i].tangential_velocity(u())) <= velocity_zero();
      at_rest_[fired.contact] = true;
      break;
    case GuardKind::stick_plus:
    case GuardKind::stick_minus:
      // Where the load goes to zero its cone of friction closes with it: the contact opens.
      if (motion.F_n[fired.contact] <= force_zero() && rides_on(system_, fired.contact) == own_load) {
        unload(closed, motion, fired.contact, must_open);
        break;
      }
      for (int i = 0; i < contacts(); ++i) {
        if (modes_[i] != ContactMode::stick) continue;
        const double limit = friction_limit(friction_coefficients(system_, i, motion.contacts[i], t_, q(), u()).mu_s,
                                            double(motion.F_n[i]));
        const bool at_limit = std::abs(motion.F_t[i]) >= limit * (1 - 1e-9);
        if (i != fired.contact && !at_limit) continue;
        must_slip[i] = true;
        slip_direction_[i] = motion.F_t[i] > 0 ? -1 : 1;
      }
      break;
    case GuardKind::steepness: return resolve_jam(closed);
    case GuardKind::event:
    case GuardKind::switching: return begin_regime();  // it takes sides
    case GuardKind::clock:
    case GuardKind::share:
    case GuardKind::rest:
    case GuardKind::end: return;
  }
  choose_modes(closed, must_open, must_slip);
  begin_regime();
}

// Contacts that carry nothing open together with the one that fired.
template <Mechanism S, class Observer>
void EventDriven<S, Observer>::unload(const Flags& closed, const Motion<S>& motion, int fired, Flags& must_open) const {
  for (int i = 0; i < contacts(); ++i)
    must_open[i] = (i == fired || (closed[i] && motion.F_n[i] <= force_zero())) && rides_on(system_, i) == own_load;
}

// Chooses the modes of the contacts in `closed` by complementarity and puts the velocities on the new constraints.
template <Mechanism S, class Observer>
void EventDriven<S, Observer>::choose_modes(Flags closed, const Flags& must_open, const Flags& must_slip) {
  const ContactModes<S> before = modes_;
  add_what_rides(closed);
  const LocalInertia<S> local = local_inertia(system_, t_, q(), u());
  std::array<int, contact_count> member{};
  int n = 0;
  for (int i = 0; i < contacts(); ++i)
    if (closed[i]) member[n++] = i;
  modes_.fill(ContactMode::open);
  if (n > 0) {
    FrictionalProblem<contact_count> p = acceleration_problem(system_, local, t_, q(), u(), member, n);
    ContactModes<S> modes_before{};  // of the members
    for (int k = 0; k < n; ++k) {
      const int i = member[k];
      const double v_t = local.contacts[i].tangential_velocity(u());
      const bool slipping = is_slip(before[i]) && !at_rest_[i];
      p.slip[k] = must_slip[i]                                                ? slip_direction_[i]
                  : slipping && slip_sign(before[i]) * v_t > -velocity_zero() ? slip_sign(before[i])
                  : at_rest_[i] || std::abs(v_t) <= velocity_zero()           ? 0
                                                                              : (v_t > 0 ? 1 : -1);
      p.must_open[k] = must_open[i];
      modes_before[k] = before[i];
    }
    set_tolerances(p);
    const Preference preference =
        options_.painleve == PainleveChoice::flight ? Preference::flight : Preference::contact;
    ModeSelection<contact_count> selection = mode_choice_.select(p, preference, {modes_before.data(), std::size_t(n)});
    if (selection.consistent == 0 && (any(must_open) || any(must_slip))) {
      // What the guard demanded contradicts the other contacts: let complementarity decide freely.
      for (int k = 0; k < n; ++k) {
        p.must_open[k] = false;
        if (must_slip[member[k]]) p.slip[k] = 0;
      }
      selection = mode_choice_.select(p, preference, {modes_before.data(), std::size_t(n)});
    }
    if (n == 1 && selection.consistent > 0 && leaves_by_painleve(p, selection.chosen)) {
      p.must_open[0] = true;
      selection = mode_choice_.select(p, preference, {modes_before.data(), std::size_t(n)});
    }
    const Flags at_rest = at_rest_;
    at_rest_.fill(false);
    const bool jam = selection.consistent == 0;
    if (selection.indeterminacy == Indeterminacy::painleve) ++report_.events.indeterminate;
    if (jam || (selection.indeterminacy == Indeterminacy::painleve && options_.painleve == PainleveChoice::impact)) {
      modes_ = before;
      return resolve_jam(closed);
    }
    report_.worst_mode_residual =
        std::max(report_.worst_mode_residual, selection.chosen.residual * scales_.time / scales_.speed);
    Flags now_closed{}, sticking{};
    for (int k = 0; k < n; ++k) {
      const int i = member[k];
      modes_[i] = selection.chosen.modes[k];
      now_closed[i] = is_closed(modes_[i]);
      // A slip that reverses starts from exactly zero too: what rounding left of γ_t would fire its guard again.
      sticking[i] = modes_[i] == ContactMode::stick || (now_closed[i] && at_rest[i]);
    }
    put_on_modes(local, now_closed, sticking);
  }
  at_rest_.fill(false);
  log_mode_changes(before);
}

template <Mechanism S, class Observer>
void EventDriven<S, Observer>::set_tolerances(FrictionalProblem<contact_count>& p) const {
  p.set_default_tolerances();
  p.acceleration_tolerance = std::max(p.acceleration_tolerance, zero_.mode(t_) * scales_.speed / scales_.time);
  for (int k = 0; k < p.n; ++k) {
    if (!carom::has_normal(p, k)) continue;
    p.force_tolerance = std::max(p.force_tolerance, zero_.mode(t_) * force_scale(p.A(k, k)));
    break;
  }
  // A contact that opens because its load counts as nothing may still be pressed on by that much.
  for (int k = 0; k < p.n; ++k)
    if (p.must_open[k]) p.acceleration_tolerance = std::max(p.acceleration_tolerance, 2 * p.A(k, k) * force_zero());
}

// Positions and velocities on the constraints of the modes; what is lost by it is booked.
template <Mechanism S, class Observer>
void EventDriven<S, Observer>::put_on_modes(const LocalInertia<S>& local, const Flags& closed, const Flags& sticking) {
  Vector<dof> position = q(), velocity = u();
  project_position<S>(local, closed, position);
  double drive = 0;
  Vector<dof> impulse = zeros<dof>(freedom());
  const double lost = project_velocity<S>(local, closed, sticking, velocity, drive, &impulse);
  report_.ledger.closing_loss += lost;
  report_.ledger.drive_work += drive;
  book_constraint_work(u(), velocity, impulse);
  positions<dof>(y_, freedom()) = position;
  velocities<dof>(y_, freedom()) = velocity;
}

// Friction that rides on another contact is there while that is closed; under a given load, always.
template <Mechanism S, class Observer>
void EventDriven<S, Observer>::add_what_rides(Flags& closed) const {
  if (!some_ride(system_)) return;
  for (int i = 0; i < contacts(); ++i) {
    const int on = rides_on(system_, i);
    if (on == given_load) closed[i] = true;
    if (on >= 0) closed[i] = closed[on];
  }
}
// In impacts it plays no part.
template <Mechanism S, class Observer>
void EventDriven<S, Observer>::take_out_what_rides(Flags& touching) const {
  if (!some_ride(system_)) return;
  for (int i = 0; i < contacts(); ++i) touching[i] = touching[i] && rides_on(system_, i) == own_load;
}
template <Mechanism S, class Observer>
bool EventDriven<S, Observer>::rides_on_given_loads() const {
  if (!some_ride(system_)) return false;
  for (int i = 0; i < contacts(); ++i)
    if (rides_on(system_, i) == given_load) return true;
  return false;
}

// A slip with A − σμB < 0 is that of the indeterminate case, however near to the border flight and slip look the same.
template <Mechanism S, class Observer>
bool EventDriven<S, Observer>::leaves_by_painleve(const FrictionalProblem<contact_count>& p,
                                                  const FrictionalSolution<contact_count>& chosen) const {
  return options_.painleve == PainleveChoice::flight && is_slip(chosen.modes[0]) && p.b_n[0] > 0 &&
         p.A(0, 0) - slip_sign(chosen.modes[0]) * p.mu[0] * p.B(0, 0) < 0;
}

// Dynamic jam: as A − σμB of the only closed contact goes to zero its force grows without bound in a finite time.
template <Mechanism S, class Observer>
bool EventDriven<S, Observer>::slips_into_a_jam() const {
  Motion<S> motion;
  return std::count_if(modes_.begin(), modes_.end(), is_closed) == 1 &&
         evaluate_motion(system_, t_, q(), u(), modes_, motion) && std::abs(motion.steepness) < 1e-6;
}

template <Mechanism S, class Observer>
void EventDriven<S, Observer>::resolve_dynamic_jam() {
  Flags closed{};
  for (int i = 0; i < contacts(); ++i) closed[i] = is_closed(modes_[i]);
  resolve_jam(closed);
}

template <Mechanism S, class Observer>
void EventDriven<S, Observer>::log_mode_changes(const ContactModes<S>& before) {
  const auto log = [&](EventKind kind, long& counter, auto&& changed) {
    EventBatch<S> batch;
    bool any_changed = false;
    for (int i = 0; i < contacts(); ++i) {
      batch.contacts[i] = changed(before[i], modes_[i]);
      any_changed = any_changed || batch.contacts[i];
    }
    if (!any_changed) return;
    batch.t = t_;
    batch.kind = kind;
    batch.before = batch.after = {.t = t_, .q = q(), .u = u()};
    batch.modes = modes_;
    ++counter;
    tell(batch);
  };
  log(EventKind::close, report_.events.close,
      [](ContactMode b, ContactMode a) { return !is_closed(b) && is_closed(a); });
  log(EventKind::detach, report_.events.detach,
      [](ContactMode b, ContactMode a) { return is_closed(b) && !is_closed(a); });
  log(EventKind::stick, report_.events.stick,
      [](ContactMode b, ContactMode a) { return b != ContactMode::stick && a == ContactMode::stick; });
  log(EventKind::slip, report_.events.slip,
      [](ContactMode b, ContactMode a) { return is_closed(b) && is_slip(a) && a != b; });
  if (std::none_of(modes_.begin(), modes_.end(), is_closed)) after_opening(local_inertia(system_, t_, q(), u()));
}

}  // namespace carom
