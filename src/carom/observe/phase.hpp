// SPDX-License-Identifier: Apache-2.0
// The phases of a motion as data (phase_list.hpp finds them).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "carom/laws/contact_mode.hpp"

namespace carom::observe {

enum class PhaseKind { flight, stick, slip_plus, slip_minus, mixed, impact, multiple_impact };

constexpr bool is_impact(PhaseKind kind) { return kind == PhaseKind::impact || kind == PhaseKind::multiple_impact; }

constexpr PhaseKind phase_of(ContactMode mode) {
  return mode == ContactMode::open        ? PhaseKind::flight
         : mode == ContactMode::stick     ? PhaseKind::stick
         : mode == ContactMode::slip_plus ? PhaseKind::slip_plus
                                          : PhaseKind::slip_minus;
}

// From t on, `contact` (joined by + where several) is in `phase`.
struct Phase {
  double t = 0;                          // s
  std::string contact = {}, phase = {};  // the phase in words
  PhaseKind kind = PhaseKind::flight;
};

// "3 impacts A, stick, slip-, slip+": impacts and flights between impacts counted, not listed. `from` skips the first
// phases, such as the impact that starts the motion.
std::string sequence_of(const std::vector<Phase>& phases, std::size_t from = 0);

}  // namespace carom::observe
