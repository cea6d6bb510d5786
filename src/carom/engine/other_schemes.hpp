// SPDX-License-Identifier: Apache-2.0
// What the schemes beside the event-driven one leave out: they say so before they begin.
#pragma once

#include <string>

#include "carom/base/bad_input.hpp"
#include "carom/engine/slip_coefficient.hpp"
#include "carom/model/own_events.hpp"

namespace carom {

template <Mechanism S>
void require_contacts_alone(const S& system, const char* scheme) {
  if (some_ride(system))
    throw BadInput(std::string(scheme) +
                   " has no friction under given loads and no rolling resistance: run it by its events");
  if constexpr (requires { system.shows_all_contacts(); })
    if (!system.shows_all_contacts())
      throw BadInput(std::string(scheme) + " looks at all contacts, and has room for " +
                     std::to_string(S::contact_count) + ": run it by its events");
}

// Empty, or what a reader should know.
template <Mechanism S>
std::string left_out_text(const S& system) {
  return events_of(system) > 0 ? "this scheme does not look for events of the mechanism's own: they have not happened"
                               : "";
}

}  // namespace carom
