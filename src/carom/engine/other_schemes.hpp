// SPDX-License-Identifier: Apache-2.0
// What the schemes beside the event-driven one leave out: they say so before they begin.
#pragma once

#include <string>

#include "carom/base/bad_input.hpp"
#include "carom/engine/slip_coefficient.hpp"
#include "carom/model/own_events.hpp"

namespace carom {

template <Mechanism S>
void require_contacts_alone(const S& system, const std::string& scheme) {
  if (some_ride(system))
    throw BadInput(scheme + " has no friction under given loads and no rolling resistance: run it by its events");
  if (events_of(system) > 0)
    throw BadInput(scheme + " does not look for events of the mechanism's own: run it by its events");
}

}  // namespace carom
