// SPDX-License-Identifier: Apache-2.0
// A run that looks only at contacts that are near (engine/event_driven_near.hpp), told as one of all contacts, by their own
// numbers: what tables with a column for each contact, and observables, ask for. Where there are more contacts than tables have
// room for, and of other mechanisms, nothing is changed.
#pragma once

#include <optional>

#include "carom/engine/event_driven.hpp"

namespace carom::study {

template <Mechanism S>
class AllContacts {
 public:
  explicit AllContacts(const S& system) : whole_(system) {}

  // tell(piece), with all contacts.
  template <class Tell>
  void segment(const Segment<S>& piece, Tell&& tell) {
    if (!whole_.shows_all_contacts() || piece.system().shows_all_contacts()) return tell(piece);
    whole_.hold_as(piece.system());
    const ContactModes<S> modes = by_own_number(piece.system(), piece.modes());
    tell(piece.showing(whole_, modes));
  }
  template <class Tell>
  void event(const EventBatch<S>& batch, Tell&& tell) {
    if (!whole_.shows_all_contacts() || batch.system->shows_all_contacts()) return tell(batch);
    EventBatch<S> all = batch;
    all.contacts = by_own_number(*batch.system, batch.contacts);
    all.modes = by_own_number(*batch.system, batch.modes);
    for (int k = 0; batch.impact && k < batch.impact->n; ++k) all.member[k] = batch.system->own_number(batch.member[k]);
    whole_.hold_as(*batch.system);
    all.system = &whole_;
    tell(all);
  }

  // Of one for which tables have no room: who took part, by own numbers as far as there is room for them.
  template <class Tell>
  void with_own_numbers(const EventBatch<S>& batch, Tell&& tell) {
    if (whole_.shows_all_contacts()) return tell(batch);
    EventBatch<S> numbered = batch;
    numbered.contacts = by_own_number(*batch.system, batch.contacts);
    tell(numbered);
  }

 private:
  template <class List>
  static List by_own_number(const S& system, const List& of_places) {
    List list{};
    for (int k = 0; k < contacts_of(system); ++k)
      if (system.own_number(k) < S::contact_count) list[system.own_number(k)] = of_places[k];
    return list;
  }

  S whole_;
};

}  // namespace carom::study
