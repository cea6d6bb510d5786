// SPDX-License-Identifier: Apache-2.0
// Switches of the equations (model/switches.hpp): when they are passed, when the motion slides along one, and when it leaves.
// Definitions of members of EventDriven (event_driven.hpp).
//
// Continuity  What is held in a place has no jumps there: where T, V or a gap differ between the two sides of a switch, the
//           model says nothing about the motion beyond, and the run ends. A corner of a gap or of a moved surface is a jump of
//           its velocity: closed contacts that part open, those that approach collide.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "carom/engine/event_driven.hpp"

namespace carom {

// On the sides of the start; contacts that begin below their surface are told as such, not made to wait.
template <Mechanism S, class Observer>
void EventDriven<S, Observer>::hold_first_sides() {
  if constexpr (may_have_switches<S>) {
    int measured = switches_of(system_);
    bool may_switch = measured > 0;
    if constexpr (requires { system_.own_switch_number(); }) {
      measured = system_.own_switch_number();
      may_switch = system_.may_switch();
    }
    if (may_switch) system_.hold_live_sides(t_, q(), u());
    system_.forget_presence();
    system_.take_presence(t_, q(), u(), -HUGE_VAL);
    measure(switch_size_, measured, [this](double t, const Vector<dof>& at, const Vector<dof>& velocity) {
      return system_.template switch_values<double>(t, at, velocity);
    });
    // Of contacts: where something is on a shape, in metres.
    std::fill(switch_size_.begin() + measured, switch_size_.end(), scales_.length);
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
    bool changed = false;
    const auto here = system_.template switch_values<double>(t_, q(), u());
    Motion<S> motion;
    evaluate_motion(system_, t_, q(), u(), modes_, motion);
    for (int i = 0; i < count && !ended_; ++i) {
      const double zero = switch_zero(i);
      if (i == system_.sliding()) {
        // An impact or a jump has thrown the motion off the switch along which it slid.
        if (std::abs(here[i]) <= 1e3 * zero) continue;
        leave_switch(here[i] < 0);
        changed = true;
        continue;
      }
      if (!(here[i] <= zero)) continue;  // NaN: in a branch that is not taken
      const bool over = here[i] < -zero;
      if (!over && !drives_beyond(i, here[i], motion.acceleration)) continue;
      changed = pass_switch(i, over) || changed;
    }
    if (changed && ++switch_rounds_ > 100)
      fail(Outcome::chatter_unresolved, "switches of the equations set each other off without end");
    if (!changed) switch_rounds_ = 0;
    return changed;
  }
}

// Does the motion carry the switch's function below zero, from a value that is zero but for rounding?
template <Mechanism S, class Observer>
bool EventDriven<S, Observer>::drives_beyond(int i, double value, const Vector<dof>& acceleration) const {
  if constexpr (!may_have_switches<S>) {
    return false;
  } else {
    const double ahead = 1e-6 * scales_.time;
    const Vector<dof> place = q() + ahead * u() + 0.5 * ahead * ahead * acceleration;
    const double soon =
        system_.template switch_values<double>(t_ + ahead, place, Vector<dof>(u() + ahead * acceleration))[i];
    return soon < std::min(value, 0.0) - switch_zero(i);
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
    if (!drives_beyond(i, 0, motion.acceleration)) return true;
    system_.hold(i, here);
    if (system_.sliding() >= 0) {
      fail(Outcome::left_model, "the motion would slide along two jumps at once");
      return true;
    }
    system_.slide(i, beyond);
    ++report_.events.slides;
    log_slide(EventKind::slide);
    return true;
  }
}

// The motion leaves the switch along which it slid, to the side held or beyond.
template <Mechanism S, class Observer>
void EventDriven<S, Observer>::leave_switch(bool beyond) {
  if constexpr (may_have_switches<S>) {
    if (beyond) system_.hold(system_.sliding(), system_.other_side());
    system_.leave_switch();
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

// A sliding motion stays on its switch: the least change of the velocity, in the metric of the mass, that puts s to zero.
template <Mechanism S, class Observer>
void EventDriven<S, Observer>::keep_on_switch() {
  if constexpr (may_have_switches<S>) {
    const int i = system_.sliding();
    if (i < 0) return;
    using Real = Dual<double>;
    const int n = freedom();
    Vector<dof, Real> place = zeros<dof, Real>(n), velocity = place;
    for (int k = 0; k < n; ++k) {
      place[k] = q()[k];
      velocity[k] = u()[k];
    }
    Vector<dof> row = zeros<dof>(n);
    double value = 0;
    for (int k = 0; k < n; ++k) {
      velocity[k].slope = 1;
      const Real s = system_.template switch_values<Real>(Real(t_), place, velocity)[i];
      velocity[k].slope = 0;
      row[k] = s.slope;
      value = s.value;
    }
    const Vector<dof> response = times(local_inertia(system_, t_, q(), u()).inverse_mass, row);
    const double reach = row.dot(response);
    if (!(reach > 0)) return;
    velocities<dof>(y_, n) -= response * (value / reach);
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
