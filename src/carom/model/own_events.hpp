// SPDX-License-Identifier: Apache-2.0
// Events of a mechanism's own: a function of the state that crosses zero, and what the state becomes then. A heel that
// strikes, a switch, a latch, a counter.
//
// Model
//   (1)  f_i(t, q, u) crosses zero, rising, falling or either; a touch is no crossing. A value that an impact or another
//        event carries over zero has crossed it too.
//   (2)  if the event applies, by the state before:  (q⁺, u⁺) = jump_i(t, q, u)
//   (3)  the change of kinetic and potential energy is booked as the event's work
//
// Members   of the mechanism, optional; functions of the state are templates over the kind of number where the motion is to be
//           differentiated:
//             static constexpr int event_count = …;
//             std::array<Real, event_count> event(Number<Real> t, const Vector<dof, Real>& q, const Number<Vector<dof, Real>>& u) const;
//             event_direction(i)          1 rising, −1 falling, 0 either; either if absent
//             event_applies(i, t, q, u)   a filter; always if absent
//             jump(i, t, q, u)            changes q and u; without it events are only told
//             event_stops(i)              true: the run ends there
//             event_name(i)               what it is called in logs and messages
//             event_trigger(i)            what sets it off: a crossing of zero if absent, the clock, or an event of a contact
// Clock     An event that is set off by the clock happens at times k T + t₀, to the bit: steps end there. Its f is not read.
// Order     At one instant impacts come first, then events by their number, each from what the last has left.
// Limits    A crossing is isolated within a step as other guards are (flow/isolate.hpp): a function that crosses and comes back
//           between two looks at it, faster than anything the mechanism's scale of time tells, can be passed.
#pragma once

#include <array>
#include <string>

#include "carom/laws/event_kind.hpp"
#include "carom/model/mechanism.hpp"

namespace carom {

struct EventTrigger {
  enum class Kind { crossing, clock, contact };
  Kind kind = Kind::crossing;
  double period = 0, first = 0;        // of the clock: T and t₀ [s]
  int contact = -1;                    // of a contact: which; −1: any …
  EventKind what = EventKind::impact;  // … and what happens at it; an impact may be one of several contacts
};

// May it have any? How many, a mechanism of sizes known at run time says then.
template <class S>
inline constexpr bool may_have_events = requires {
  S::event_count;
};

template <class S>
constexpr int most_events() {
  if constexpr (may_have_events<S>)
    return S::event_count;
  else
    return 0;
}

template <class S>
constexpr int events_of([[maybe_unused]] const S& system) {
  if constexpr (requires { system.event_number(); })
    return system.event_number();
  else
    return most_events<S>();
}

// (1)
template <Mechanism S, class Real>
std::array<Real, most_events<S>()> event_values([[maybe_unused]] const S& system, [[maybe_unused]] Number<Real> t,
                                                [[maybe_unused]] const Vector<S::dof, Real>& q,
                                                [[maybe_unused]] const Number<Vector<S::dof, Real>>& u) {
  if constexpr (may_have_events<S>)
    return system.event(t, q, u);
  else
    return {};
}

template <Mechanism S>
EventTrigger event_trigger([[maybe_unused]] const S& system, [[maybe_unused]] int i) {
  if constexpr (requires { system.event_trigger(i); })
    return system.event_trigger(i);
  else
    return {};
}

template <Mechanism S>
int event_direction([[maybe_unused]] const S& system, [[maybe_unused]] int i) {
  if constexpr (requires { system.event_direction(i); })
    return system.event_direction(i);
  else
    return 0;
}

template <Mechanism S>
bool event_applies([[maybe_unused]] const S& system, [[maybe_unused]] int i, [[maybe_unused]] double t,
                   [[maybe_unused]] const Vector<S::dof>& q, [[maybe_unused]] const Vector<S::dof>& u) {
  if constexpr (requires { system.event_applies(i, t, q, u); })
    return system.event_applies(i, t, q, u);
  else
    return true;
}

// (2)
template <Mechanism S, class Real>
void jump([[maybe_unused]] const S& system, [[maybe_unused]] int i, [[maybe_unused]] Number<Real> t,
          [[maybe_unused]] Vector<S::dof, Real>& q, [[maybe_unused]] Number<Vector<S::dof, Real>>& u) {
  if constexpr (requires { system.jump(i, t, q, u); }) system.jump(i, t, q, u);
}

template <Mechanism S>
bool event_stops([[maybe_unused]] const S& system, [[maybe_unused]] int i) {
  if constexpr (requires { system.event_stops(i); })
    return system.event_stops(i);
  else
    return false;
}

// As a message says it: "event 'heel'", or by its number, the first being 1.
template <Mechanism S>
std::string event_text([[maybe_unused]] const S& system, int i) {
  if constexpr (requires { system.event_name(i); }) {
    const std::string name(system.event_name(i));
    if (!name.empty()) return "event '" + name + "'";
  }
  return "event " + std::to_string(i + 1);
}

}  // namespace carom
