// SPDX-License-Identifier: Apache-2.0
// carom systems: the systems with one line each.
#include <memory>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "carom/catalog/catalog.hpp"
#include "output.hpp"
#include "streams.hpp"
#include "verb.hpp"

namespace carom::app {

Verb systems_verb() {
  const auto common = std::make_shared<Common>();
  const auto act = [common]() -> int {
    check_outputs({common->json});
    std::vector<std::vector<std::string>> rows;
    auto list = nlohmann::ordered_json::array();
    for (const study::System* system : study::systems()) {
      rows.push_back({system->name(), system->card().summary});
      list.push_back({{"name", system->name()}, {"summary", system->card().summary}});
    }
    deliver_json(*common, nlohmann::ordered_json{{"systems", list}}.dump(2));
    if (!common->json) print("{}", aligned(rows, ""));
    return ok;
  };
  return {.name = "systems",
          .summary = "the systems, with one line each",
          .examples = {"carom systems", "carom systems --json -"},
          .options = common_options(*common),
          .act = act};
}

}  // namespace carom::app
