// The phases of a motion as data (phase_list.hpp finds them).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace carom::observe {

// From t on, `contact` (joined by + where several) is in `phase`.
struct Phase {
  double t = 0;  // s
  std::string contact = {}, phase = {};
};

// "3 impacts A, stick, slip-, slip+": impacts and flights between impacts counted, not listed. `from` skips the first
// phases, such as the impact that starts the motion.
std::string sequence_of(const std::vector<Phase>& phases, std::size_t from = 0);

}  // namespace carom::observe
