// SPDX-License-Identifier: Apache-2.0
// Contacts that are near: which of them the present step can meet, and what is known of those that stay.
// Definitions of members of EventDriven (event_driven.hpp).
//
// Lists     hold in a box of times and coordinates (listed_box.hpp). A step whose range leaves the box, looked at where guards
//           are looked at, lists anew before its events are isolated. The motion of the step does not depend on open contacts,
//           and closed ones are in every list, so that a run has the bits that it has with all contacts.
// Limits    A coordinate that turns within a step between two looks is known to half its range: the box reaches a whole one
//           further. Contacts that are not near have no part in the low hops of closes_by_free_motion.
#pragma once

#include <algorithm>

#include "carom/engine/event_driven.hpp"

namespace carom {

// Of the present state, and of what lies so far from it.
template <Mechanism S, class Observer>
void EventDriven<S, Observer>::list_around_state(double reach) {
  if (!lists()) return;
  near_.known = false;
  const Vector<dof> margin = q_scale_ * (reach / scales_.length);
  list_within(t_, t_, Vector<dof>(q() - margin), Vector<dof>(q() + margin));
}

template <Mechanism S, class Observer>
void EventDriven<S, Observer>::list_around_step() {
  if (!lists()) return;
  Vector<dof> low = positions<dof>(step_.y0, freedom()), high = low;
  for (const double theta : {0.25, 0.375, 0.5, 0.75, 1.0}) {
    const Vector<2 * dof> y = step_.template head_at<2 * dof>(theta, 2 * freedom());
    low = low.cwiseMin(positions<dof>(y, freedom()));
    high = high.cwiseMax(positions<dof>(y, freedom()));
  }
  const std::array<Guard, max_guards> before = guards_;
  const int count = guard_count_;
  std::array<Guard, max_guards> by_number = before;
  if constexpr (may_list_contacts<S>)
    for (int k = 0; k < count; ++k) by_number[k].contact = lasting_number(before[k]);
  const auto closed = std::count_if(modes_.begin(), modes_.end(), is_closed);
  if (!list_within(t_, t_ + step_.h, low, high)) return;
  if (std::count_if(modes_.begin(), modes_.end(), is_closed) < closed)
    return fail(Outcome::left_model, "a contact that is closed is not among those that the model calls near");
  keep_guards_of(by_number, count);
}

// Of a contact or a switch the one that it has in every list.
template <Mechanism S, class Observer>
int EventDriven<S, Observer>::lasting_number([[maybe_unused]] const Guard& guard) const {
  if constexpr (may_list_contacts<S>) {
    if (is_of_contact(guard.kind)) return system_.own_number(guard.contact);
    if (guard.kind == GuardKind::switching) return static_cast<int>(system_.switch_name(guard.contact));
  }
  return guard.contact;
}

// True if the list has changed.
template <Mechanism S, class Observer>
bool EventDriven<S, Observer>::list_within(double t0, double t1, const Vector<dof>& low, const Vector<dof>& high) {
  if constexpr (!may_list_contacts<S>) {
    return false;
  } else {
    if (near_.holds(t0, t1, low, high)) return false;
    near_.take(t0, t1, low, high, 1e-3 * q_scale_);
    const Vector<dof> middle = 0.5 * (near_.low + near_.high), reach = 0.5 * (near_.high - near_.low);
    std::array<int, contact_count> number;
    const int count = contacts();
    for (int k = 0; k < count; ++k) number[k] = system_.own_number(k);
    const auto listing = system_.list_contacts(
        {.t0 = near_.t0, .t1 = near_.t1, .q = middle.data(), .reach = reach.data()}, t_, q(), u());
    if (listing == S::Listing::too_many) {
      // A shorter step comes near fewer.
      crowded_ = t1 - t0 > 1e-9 * scales_.time;
      near_.known = false;
      if (!crowded_)
        fail(Outcome::left_model, "more contacts come near each other than the " + std::to_string(contact_count) +
                                      " for which there is room, or more of their corners and jumps than " +
                                      std::to_string(most_switches<S>()));
      return false;
    }
    if (listing != S::Listing::changed) return false;
    const ContactModes<S> modes = modes_;
    const Flags at_rest = at_rest_;
    const std::array<int, contact_count> direction = slip_direction_;
    const std::array<GapBend, contact_count> bend = bend_;
    modes_.fill(ContactMode::open);
    at_rest_.fill(false);
    slip_direction_.fill(0);
    for (int i = 0, k = 0; i < contacts(); ++i) {
      while (k < count && number[k] < system_.own_number(i)) ++k;
      if (k == count || number[k] != system_.own_number(i)) continue;
      modes_[i] = modes[k];
      at_rest_[i] = at_rest[k];
      slip_direction_[i] = direction[k];
      bend_[i] = bend[k];
    }
    return true;
  }
}

// Guards of the same modes for the contacts that are listed now; `before` are those of the contacts listed until now, by the
// model's own numbers. What was known of them at the start of the step stays, and only the others are looked at.
template <Mechanism S, class Observer>
void EventDriven<S, Observer>::keep_guards_of(const std::array<Guard, max_guards>& before, int count) {
  if constexpr (may_list_contacts<S>) {
    if (ended_) return;
    const std::array<double, max_guards> bands = band_;
    const GuardValues<max_guards> known = start_guards_;
    const std::array<GapBend, contact_count> bend = bend_;
    list_guards();
    GuardValues<max_guards> fresh;
    sample_end(t_, y_, fresh, bend_);
    Flags stays{};
    start_guards_ = fresh;
    // Guards stand in the order of their contacts, and lists in that of their numbers.
    for (int k = 0, old = 0; k < guard_count_; ++k) {
      const Guard& guard = guards_[k];
      const bool of_contact = is_of_contact(guard.kind);
      const int number = lasting_number(guard);
      const auto same = [&](const Guard& other) { return other.kind == guard.kind && other.contact == number; };
      const auto found = std::find_if(before.begin() + old, before.begin() + count, same);
      if (found == before.begin() + count) continue;
      old = static_cast<int>(found - before.begin());
      band_[k] = bands[old];
      start_guards_.g[k] = known.g[old];
      if (of_contact) stays[guard.contact] = true;
    }
    if (flight_) return note_rates(local_inertia(system_, t_, q(), u()));
    for (int i = 0; i < contacts(); ++i)
      if (stays[i]) bend_[i] = bend[i];
  }
}

template <Mechanism S, class Observer>
template <class T>
void EventDriven<S, Observer>::put_in_own_numbers(std::array<T, contact_count>& of_contacts, T other) const {
  if constexpr (may_list_contacts<S>) {
    if (system_.shows_all_contacts()) return;
    std::array<T, contact_count> places = of_contacts;
    for (int i = 0; i < contacts(); ++i)
      if (system_.own_number(i) >= contact_count) return;
    of_contacts.fill(other);
    for (int i = 0; i < contacts(); ++i) of_contacts[system_.own_number(i)] = places[i];
  }
}

}  // namespace carom
