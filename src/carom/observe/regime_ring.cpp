// SPDX-License-Identifier: Apache-2.0
#include "carom/observe/regime_ring.hpp"

#include <algorithm>

namespace carom::observe {

char letter(ContactMode mode) {
  return mode == ContactMode::open ? 'F' : mode == ContactMode::stick ? 'T' : slip_sign(mode) > 0 ? 'P' : 'M';
}

long RegimeRing::phases(std::size_t contact, ContactMode wanted) const {
  long begins = 0;
  bool ever = false;
  for (std::size_t k = 0; k < size(); ++k) {
    const bool now = mode(k, contact) == wanted;
    ever = ever || now;
    begins += now && mode(k == 0 ? size() - 1 : k - 1, contact) != wanted;
  }
  return begins == 0 && ever ? 1 : begins;
}

bool RegimeRing::goes(std::size_t contact, ContactMode from, ContactMode to) const {
  for (std::size_t k = 0; k < size(); ++k)
    if (mode(k, contact) == from && mode((k + 1) % size(), contact) == to) return true;
  return false;
}

std::string RegimeRing::text() const {
  std::string word;
  word.reserve(modes.size() + size());
  for (std::size_t k = 0; k < size(); ++k) {
    if (contacts > 1 && k > 0) word += '.';
    for (std::size_t c = 0; c < contacts; ++c) word += letter(mode(k, c));
  }
  return word;
}

RegimeRing ring_of(std::size_t contacts, std::vector<ContactMode> modes) {
  RegimeRing ring{.contacts = contacts, .modes = std::move(modes)};
  std::vector<ContactMode>& all = ring.modes;
  const auto n = static_cast<std::ptrdiff_t>(contacts);
  while (ring.size() > 1 && std::equal(all.begin(), all.begin() + n, all.end() - n)) all.resize(all.size() - contacts);
  for (auto regime = all.begin(); regime != all.end(); regime += n)
    if (std::none_of(regime, regime + n, is_closed)) {
      std::rotate(all.begin(), regime, all.end());
      break;
    }
  return ring;
}

}  // namespace carom::observe
