// SPDX-License-Identifier: Apache-2.0
// carom check FILE: what is wrong in a model file, or what was understood. carom model KIND: a model to begin with.
#include <memory>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/catalog/model_file.hpp"
#include "carom/model/model_template.hpp"
#include "output.hpp"
#include "verb.hpp"

namespace carom::app {
namespace {

std::string listed(const std::vector<study::Quantity>& quantities) {
  std::string list;
  for (const study::Quantity& quantity : quantities) list += (list.empty() ? "" : ", ") + quantity.name;
  return list.empty() ? "none" : list;
}

}  // namespace

Verb check_verb() {
  struct Arguments {
    Common common;
    Text file;
  };
  const auto a = std::make_shared<Arguments>();
  const auto act = [a]() -> int {
    const study::SystemCard& card = study::system_of_file(*a->file).card();
    int settable = 0;
    for (const ParameterSpec& spec : card.parameters.specs()) settable += !spec.of_start;
    if (a->common.quiet) return ok;
    fmt::print("{}: {}\n", card.name, card.summary);
    fmt::print("{}",
               aligned({{"coordinates", fmt::format("{} ({})", card.coordinates.size(), listed(card.coordinates))},
                        {"contacts", fmt::format("{} ({})", card.contacts.size(), listed(card.contacts))},
                        {"observables", listed(card.observables)},
                        {"parameters", fmt::format("{}; `carom describe {}` lists them", settable, card.name)},
                        {"section", card.section.empty() ? "none" : card.section}}));
    return ok;
  };
  return {.name = "check",
          .summary = "what is wrong in a model file, or what was understood",
          .examples = {"carom check ball.toml"},
          .positionals = {{.name = "FILE", .meaning = "a model file", .target = &a->file}},
          .options = common_options(a->common),
          .act = act};
}

Verb model_verb() {
  struct Arguments {
    Common common;
    Text kind;
  };
  const auto a = std::make_shared<Arguments>();
  const auto act = [a]() -> int {
    if (*a->kind == "bodies")
      throw BadInput("models of bodies are not read yet: `carom model equations` prints one of equations");
    if (*a->kind != "equations")
      throw BadInput(fmt::format("there is no model '{}' to begin with; there is: equations", *a->kind));
    fmt::print("{}", equations_template());
    return ok;
  };
  return {.name = "model",
          .summary = "a model file to begin with, complete and commented",
          .examples = {"carom model equations > mine.toml"},
          .positionals = {{.name = "KIND", .meaning = "equations", .target = &a->kind}},
          .options = common_options(a->common),
          .act = act};
}

}  // namespace carom::app
