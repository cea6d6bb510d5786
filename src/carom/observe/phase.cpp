#include "carom/observe/phase.hpp"

#include <fmt/core.h>

namespace carom::observe {

std::string sequence_of(const std::vector<Phase>& phases, std::size_t from) {
  std::string text;
  const auto say = [&](const std::string& item) { text += (text.empty() ? "" : ", ") + item; };
  for (std::size_t i = from; i < phases.size(); ++i) {
    const Phase& phase = phases[i];
    if (phase.phase == "multiple_impact") {
      say("impact of " + phase.contact);
    } else if (phase.phase == "impact") {
      long count = 1;
      // The flights between the impacts of one contact belong to them.
      std::size_t last = i;
      for (std::size_t k = i + 1; k < phases.size(); ++k) {
        if (phases[k].phase == "flight") continue;
        if (phases[k].phase != "impact" || phases[k].contact != phase.contact) break;
        ++count;
        last = k;
      }
      say(fmt::format("{} impact{} {}", count, count == 1 ? "" : "s", phase.contact));
      i = last;
    } else if (phase.phase == "flight") {
      // Said only where no impact tells it: between phases of contact.
      const bool before_impact = i + 1 < phases.size() && phases[i + 1].phase.find("impact") != std::string::npos;
      if (!before_impact) say("flight");
    } else {
      say(phase.phase + " " + phase.contact);
    }
  }
  return text;
}

}  // namespace carom::observe
