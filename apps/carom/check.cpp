// SPDX-License-Identifier: Apache-2.0
// carom check FILE: what is wrong in a model file, or what was understood. carom model KIND: a model to begin with.
#include <memory>

#include <fmt/core.h>

#include "carom/base/atomic_file.hpp"
#include "carom/base/bad_input.hpp"
#include "carom/catalog/model_file.hpp"
#include "carom/model/model_template.hpp"
#include "model_sketch.hpp"
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
    Text file, picture;
  };
  const auto a = std::make_shared<Arguments>();
  const auto act = [a]() -> int {
    if (a->picture && !a->picture->ends_with(".svg"))
      throw BadInput(fmt::format("--picture ends in .svg, got '{}'", *a->picture));
    const study::SystemCard& card = study::system_of_file(*a->file).card();
    int settable = 0;
    for (const ParameterSpec& spec : card.parameters.specs()) settable += !spec.of_start;
    if (a->picture) {
      const BodyPicture picture = study::picture_of_file(*a->file);
      if (picture.empty())
        throw BadInput(fmt::format("{} has no bodies to draw: a model of equations has no picture", *a->file));
      report::write_atomically(*a->picture, model_sketch(picture));
    }
    if (a->common.quiet) return ok;
    fmt::print("{}: {}\n", card.name, card.summary);
    fmt::print("{}",
               aligned({{"coordinates", fmt::format("{} ({})", card.coordinates.size(), listed(card.coordinates))},
                        {"contacts", fmt::format("{} ({})", card.contacts.size(), listed(card.contacts))},
                        {"observables", listed(card.observables)},
                        {"parameters", fmt::format("{}; `carom describe {}` lists them", settable, card.name)},
                        {"section", card.section.empty() ? "none" : card.section},
                        {"start", card.start}}));
    return ok;
  };
  std::vector<Option> options = {{"--picture", "FILE", "the start of a model of bodies, drawn (.svg)", &a->picture}};
  for (Option& option : common_options(a->common)) options.push_back(std::move(option));
  return {.name = "check",
          .summary = "what is wrong in a model file, or what was understood",
          .examples = {"carom check ball.toml", "carom check machine.toml --picture sketch.svg"},
          .positionals = {{.name = "FILE", .meaning = "a model file", .target = &a->file}},
          .options = std::move(options),
          .act = act};
}

Verb model_verb() {
  struct Arguments {
    Common common;
    Text kind;
  };
  const auto a = std::make_shared<Arguments>();
  const auto act = [a]() -> int {
    if (*a->kind != "equations" && *a->kind != "bodies")
      throw BadInput(fmt::format("there is no model '{}' to begin with; there are: equations, bodies", *a->kind));
    fmt::print("{}", *a->kind == "bodies" ? bodies_template() : equations_template());
    return ok;
  };
  return {.name = "model",
          .summary = "a model file to begin with, complete and commented",
          .examples = {"carom model equations > mine.toml", "carom model bodies > machine.toml"},
          .positionals = {{.name = "KIND", .meaning = "equations or bodies", .target = &a->kind}},
          .options = common_options(a->common),
          .act = act};
}

}  // namespace carom::app
