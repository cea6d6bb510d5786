// SPDX-License-Identifier: Apache-2.0
// The regimes of a period, in the order in which they are met: a ring of what all contacts do.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "carom/laws/contact_mode.hpp"

namespace carom::observe {

char letter(ContactMode mode);  // F open, P slip forwards (γ_t > 0), M slip backwards, T stick

struct RegimeRing {
  std::size_t contacts = 1;
  std::vector<ContactMode> modes = {};  // regime after regime, and in each contact after contact

  std::size_t size() const { return modes.size() / contacts; }
  ContactMode mode(std::size_t regime, std::size_t contact) const { return modes[regime * contacts + contact]; }

  // How often in a period the contact begins to be in that mode; once if it always is.
  long phases(std::size_t contact, ContactMode mode) const;
  // Whether the contact ever goes from one mode straight into the other.
  bool goes(std::size_t contact, ContactMode from, ContactMode to) const;
  // Letters, one a contact; regimes of several contacts are joined by dots.
  std::string text() const;
};

// Equal neighbours are one, also across the ends; written from the first flight of all contacts on.
RegimeRing ring_of(std::size_t contacts, std::vector<ContactMode> modes);

}  // namespace carom::observe
