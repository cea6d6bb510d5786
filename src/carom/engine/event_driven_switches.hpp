// SPDX-License-Identifier: Apache-2.0
// Switches of the equations (model/switches.hpp): when they are passed, when the motion slides along one, and when it leaves.
// Definitions of members of EventDriven (event_driven.hpp).
//
// Continuity  What is held in a place has no jumps there: where T, V or a gap differ between the two sides of a switch, the
//           model says nothing about the motion beyond, and the run ends. A corner of a gap or of a moved surface is a jump of
//           its velocity: closed contacts that part open, those that approach collide.
#pragma once

#include <cmath>
#include <string>
#include <utility>

#include "carom/engine/event_driven.hpp"

namespace carom {

// On the sides of the start; contacts that begin below their surface are told as such, not made to wait.
template <Mechanism S, class Observer>
void EventDriven<S, Observer>::hold_first_sides() {
  if constexpr (may_have_switches<S>) {
    if (switches_of(system_) > 0) system_.hold_live_sides(t_, q(), u());
    system_.forget_presence();
    system_.take_presence(t_, q(), u(), -HUGE_VAL);
    measure(switch_size_, switches_of(system_), [this](double t, const Vector<dof>& at, const Vector<dof>& velocity) {
      return system_.template switch_values<double>(t, at, velocity);
    });
  }
}

// At the beginning of a regime: switches that an impact or a jump has carried over, and those that stand on zero with the
// motion driving on. True if a side has changed: the regime is another one.
template <Mechanism S, class Observer>
bool EventDriven<S, Observer>::settle_sides() {
  if constexpr (!may_have_switches<S>) {
    return false;
  } else {
    const int count = switches_of(system_);
    if (count == 0) return false;
    const auto here = system_.template switch_values<double>(t_, q(), u());
    Motion<S> motion;
    evaluate_motion(system_, t_, q(), u(), modes_, motion);
    bool changed = false, stale = false;
    for (int i = 0; i < count && !ended_; ++i) {
      const double zero = switch_zero(i);
      if (const int k = system_.slides_along(i); k >= 0) {
        // An impact or a jump has thrown the motion off the switch along which it slid, or a side no longer drives back.
        bool beyond = here[i] < 0;
        if (std::abs(here[i]) <= 1e3 * zero && !slide_ends(k, beyond)) continue;
        leave_switch(k, beyond);
        changed = stale = true;
        continue;
      }
      if (!(here[i] <= zero)) continue;  // NaN: in a branch that is not taken
      const bool over = here[i] < -zero;
      if (!over && std::exchange(stale, false)) evaluate_motion(system_, t_, q(), u(), modes_, motion);
      if (!over && !drives_beyond(i, here[i], motion)) continue;
      stale = pass_switch(i, over);
      changed = stale || changed;
    }
    if (changed && ++switch_rounds_ > 100)
      fail(Outcome::chatter_unresolved, "switches of the equations set each other off without end");
    if (!changed) switch_rounds_ = 0;
    return changed;
  }
}

// How far the motion carries the switch's function in a moment, from its rates here and a little later: where a motion has
// just left a switch the rate is zero, and the next derivative decides.
template <Mechanism S, class Observer>
double EventDriven<S, Observer>::drift_of_switch(int i, const Motion<S>& motion) const {
  if constexpr (!may_have_switches<S>) {
    return 0;
  } else {
    const double ahead = 1e-6 * scales_.time;
    const Vector<dof> place = q() + ahead * u() + 0.5 * ahead * ahead * motion.acceleration;
    const Vector<dof> velocity = u() + ahead * motion.acceleration;
    Motion<S> later;
    const bool goes_on = evaluate_motion(system_, t_ + ahead, place, velocity, modes_, later);
    for (int k = 0; k < system_.slide_count(); ++k) system_.set_share(k, motion.share[k]);
    const double rate = switch_rate<S, double>(system_, i, t_, q(), u(), motion.acceleration);
    if (!goes_on) return ahead * rate;
    return 0.5 * ahead * (rate + switch_rate<S, double>(system_, i, t_ + ahead, place, velocity, later.acceleration));
  }
}

// Does the motion carry the switch's function below zero, from a value that is zero but for rounding?
template <Mechanism S, class Observer>
bool EventDriven<S, Observer>::drives_beyond(int i, double value, const Motion<S>& motion) const {
  return value + drift_of_switch(i, motion) < std::min(value, 0.0) - switch_zero(i);
}

// Is there a side of the k-th switch along which the motion slides that no longer drives back into it? Beyond: that is not the
// side that is held.
template <Mechanism S, class Observer>
bool EventDriven<S, Observer>::slide_ends(int k, bool& beyond) {
  if constexpr (!may_have_switches<S>) {
    return false;
  } else {
    const SlidingSwitch along = system_.sliding(k);
    const int here = system_.side(along.number);
    const auto drift = [&](int side) {
      system_.hold(along.number, side);
      Motion<S> motion;
      evaluate_motion(system_, t_, q(), u(), modes_, motion);
      return drift_of_switch(along.number, motion);
    };
    system_.leave_switch(k);
    const double drift_here = drift(here), drift_beyond = -drift(along.other_side);
    system_.hold(along.number, here);
    system_.slide(along, k);
    beyond = drift_here < 0;
    return !(drift_here < 0 && drift_beyond > 0);
  }
}

// From the held side to the one beyond, or along the switch. True if the side has changed.
template <Mechanism S, class Observer>
bool EventDriven<S, Observer>::pass_switch(int i, bool over) {
  if constexpr (!may_have_switches<S>) {
    return false;
  } else {
    const int here = system_.side(i), beyond = system_.side_beyond(i, t_, q(), u());
    if (beyond == here) return false;
    const double kinetic = kinetic_energy(system_, t_, q(), u()), potential = potential_energy(system_, t_, q(), u());
    const std::array<double, contact_count> gaps_before = gaps(system_, t_, q());
    system_.hold(i, beyond);
    const double size = std::abs(report_.ledger.initial) + kinetic + energy_scale_;
    if (!(std::abs(kinetic_energy(system_, t_, q(), u()) - kinetic) <= 1e-9 * size) ||
        !(std::abs(potential_energy(system_, t_, q(), u()) - potential) <= 1e-9 * size)) {
      system_.hold(i, here);
      fail(Outcome::left_model, "the energy of the model jumps here: it has no motion beyond");
      return true;
    }
    const std::array<double, contact_count> gaps_beyond = gaps(system_, t_, q());
    for (int k = 0; k < contacts(); ++k) {
      if (!(std::abs(gaps_beyond[k] - gaps_before[k]) > zero_.penetration())) continue;
      fail(Outcome::left_model, "the gap of " + contact_text(system_, k) + " jumps here: it has no motion beyond");
      return true;
    }
    if (over) return true;
    Motion<S> motion;
    evaluate_motion(system_, t_, q(), u(), modes_, motion);
    if (!drives_beyond(i, 0, motion)) return true;
    system_.hold(i, here);
    if (system_.slide_count() == most_slides) {
      fail(Outcome::left_model,
           "the motion would slide along more than " + std::to_string(most_slides) + " jumps at once");
      return true;
    }
    system_.slide({.number = i, .other_side = beyond, .share = 0.5});
    ++report_.events.slides;
    log_slide(EventKind::slide);
    return true;
  }
}

// The motion leaves the k-th switch along which it slid, to the side held or beyond.
template <Mechanism S, class Observer>
void EventDriven<S, Observer>::leave_switch(int k, bool beyond) {
  if constexpr (may_have_switches<S>) {
    if (beyond) system_.hold(system_.sliding(k).number, system_.sliding(k).other_side);
    system_.leave_switch(k);
    log_slide(EventKind::leave);
  }
}

template <Mechanism S, class Observer>
void EventDriven<S, Observer>::log_slide(EventKind kind) {
  EventBatch<S> batch;
  batch.t = t_;
  batch.kind = kind;
  batch.before = batch.after = {.t = t_, .q = q(), .u = u()};
  batch.modes = modes_;
  tell(batch);
}

template <Mechanism S, class Observer>
double EventDriven<S, Observer>::switch_zero(int i) const {
  return (2e-14 + 8 * std::numeric_limits<double>::epsilon() * std::abs(t_) / scales_.time) * switch_size_[i];
}

// A sliding motion stays on its switches: the least change of the velocity, in the metric of the mass, that puts s to zero.
template <Mechanism S, class Observer>
void EventDriven<S, Observer>::keep_on_switches() {
  if constexpr (may_have_switches<S>)
    for (int k = 0; k < system_.slide_count(); ++k) {
      const int i = system_.sliding(k).number;
      using Real = Dual<double>;
      const int n = freedom();
      Vector<dof, Real> place = zeros<dof, Real>(n), velocity = place;
      for (int j = 0; j < n; ++j) {
        place[j] = q()[j];
        velocity[j] = u()[j];
      }
      Vector<dof> row = zeros<dof>(n);
      double value = 0;
      for (int j = 0; j < n; ++j) {
        velocity[j].slope = 1;
        const Real s = system_.template switch_values<Real>(Real(t_), place, velocity)[i];
        velocity[j].slope = 0;
        row[j] = s.slope;
        value = s.value;
      }
      const Vector<dof> response = times(local_inertia(system_, t_, q(), u()).inverse_mass, row);
      const double reach = row.dot(response);
      if (reach > 0) velocities<dof>(y_, n) -= response * (value / reach);
    }
}

// What was set off by a switch that changed its side: contacts may appear or vanish, part or collide, and forces jump.
template <Mechanism S, class Observer>
void EventDriven<S, Observer>::settle_after_switch() {
  if constexpr (may_have_switches<S>) {
    if (ended_) return;
    take_presence();
    settle_contacts("a switch");
  }
}

// Contacts may have appeared or vanished.
template <Mechanism S, class Observer>
void EventDriven<S, Observer>::take_presence() {
  if constexpr (may_have_switches<S>) {
    system_.take_presence(t_, q(), u(), -touch_tolerance());
    for (int i = 0; i < contacts(); ++i)
      if (system_.presence(i) != Presence::there) modes_[i] = ContactMode::open;
  }
}

}  // namespace carom
