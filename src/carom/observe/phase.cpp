// SPDX-License-Identifier: Apache-2.0
#include "carom/observe/phase.hpp"

#include <fmt/core.h>

namespace carom::observe {

std::string sequence_of(const std::vector<Phase>& phases, std::size_t from) {
  std::string text;
  const auto say = [&](const std::string& item) { text += (text.empty() ? "" : ", ") + item; };
  for (std::size_t i = from; i < phases.size(); ++i) {
    const Phase& phase = phases[i];
    if (phase.kind == PhaseKind::multiple_impact) {
      say("impact of " + phase.contact);
    } else if (phase.kind == PhaseKind::impact) {
      long count = 1;
      // The flights between the impacts of one contact belong to them.
      std::size_t last = i;
      for (std::size_t k = i + 1; k < phases.size(); ++k) {
        if (phases[k].kind == PhaseKind::flight) continue;
        if (phases[k].kind != PhaseKind::impact || phases[k].contact != phase.contact) break;
        ++count;
        last = k;
      }
      say(fmt::format("{} impact{} {}", count, count == 1 ? "" : "s", phase.contact));
      i = last;
    } else if (phase.kind == PhaseKind::flight) {
      // Said only where no impact tells it: between phases of contact.
      const bool before_impact = i + 1 < phases.size() && is_impact(phases[i + 1].kind);
      if (!before_impact) say("flight");
    } else {
      say(phase.phase + " " + phase.contact);
    }
  }
  return text;
}

}  // namespace carom::observe
