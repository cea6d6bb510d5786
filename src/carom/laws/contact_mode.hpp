// SPDX-License-Identifier: Apache-2.0
// What a contact is doing.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace carom {

enum class ContactMode : std::uint8_t { open, stick, slip_plus, slip_minus };

constexpr bool is_closed(ContactMode mode) { return mode != ContactMode::open; }
constexpr bool is_slip(ContactMode mode) { return mode == ContactMode::slip_plus || mode == ContactMode::slip_minus; }
// Sign σ of the tangential velocity in slip; 0 otherwise.
constexpr int slip_sign(ContactMode mode) {
  return mode == ContactMode::slip_plus ? 1 : mode == ContactMode::slip_minus ? -1 : 0;
}
constexpr ContactMode slip_mode(double sign) { return sign >= 0 ? ContactMode::slip_plus : ContactMode::slip_minus; }

constexpr std::string_view name(ContactMode mode) {
  switch (mode) {
    case ContactMode::open: return "open";
    case ContactMode::stick: return "stick";
    case ContactMode::slip_plus: return "slip+";
    case ContactMode::slip_minus: return "slip-";
  }
  return "unknown";
}

}  // namespace carom
