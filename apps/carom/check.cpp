// SPDX-License-Identifier: Apache-2.0
// carom check FILE: what is wrong in a model file, or what was understood. carom model KIND: a model to begin with.
#include <memory>

#include <fmt/core.h>

#include "carom/base/atomic_file.hpp"
#include "carom/base/bad_input.hpp"
#include "carom/base/units.hpp"
#include "carom/catalog/model_file.hpp"
#include "carom/film/drawing.hpp"
#include "carom/io/json.hpp"
#include "carom/model/model_template.hpp"
#include "model_sketch.hpp"
#include "output.hpp"
#include "streams.hpp"
#include "verb.hpp"

namespace carom::app {
namespace {

std::string listed(const std::vector<study::Quantity>& quantities) {
  std::string list;
  for (const study::Quantity& quantity : quantities) {
    list += (list.empty() ? "" : ", ") + quantity.name;
    if (quantity.unit != "1" && !quantity.unit.empty()) list += fmt::format(" [{}]", quantity.unit);
  }
  return list.empty() ? "none" : list;
}

std::string counted(const std::vector<study::Quantity>& quantities) {
  return fmt::format("{} ({})", quantities.size(), listed(quantities));
}

// "Gamma, f [Hz], A"
std::string parameters_of(const study::SystemCard& card) {
  std::vector<study::Quantity> parameters;
  for (const ParameterSpec& spec : card.parameters.specs())
    if (!spec.of_start) parameters.push_back({spec.name, spec.unit == any_unit ? "" : spec.unit, ""});
  return counted(parameters);
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
    const study::System& system = study::system_of_file(*a->file);
    const study::SystemCard& card = system.card();
    study::RunRequest moment = system.request();
    moment.until = 1e-12;
    study::drawing_of(system, system.defaults());
    system.run(moment);  // refuses a model that is too large, and a start that penetrates
    check_outputs({a->common.json, a->picture});
    if (a->picture) {
      const BodyPicture picture = study::picture_of_file(*a->file);
      if (picture.empty())
        throw BadInput(fmt::format("{} has no bodies to draw: a model of equations has no picture", *a->file));
      report::write_atomically(*a->picture, model_sketch(picture));
    }
    tell_written(a->common, {a->picture});
    deliver_json(a->common, study::to_json(card));
    if (a->common.quiet || a->common.json) return ok;
    print("{}: {}\n", card.name, card.summary);
    std::vector<std::vector<std::string>> rows{{"coordinates", counted(card.coordinates)},
                                               {"degrees of freedom", std::to_string(card.coordinates.size())}};
    if (!card.states.empty()) rows.push_back({"states", counted(card.states)});
    rows.push_back({"contacts", counted(card.contacts)});
    if (!card.events.empty()) rows.push_back({"events", counted(card.events)});
    rows.push_back({"parameters", parameters_of(card)});
    rows.push_back({"observables", listed(card.observables)});
    rows.push_back({"section", card.section.empty() ? "none" : card.section});
    if (card.start != "as the file says") rows.push_back({"start", card.start});
    if (!card.presets.empty()) {
      std::string presets;
      for (const study::Preset& preset : card.presets) presets += (presets.empty() ? "" : ", ") + preset.name;
      rows.push_back({"presets", presets});
    }
    print("{}understood; `carom describe {}` tells more, with --equations what was derived\n", aligned(rows),
          card.name);
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
    print("{}", *a->kind == "bodies" ? bodies_template() : equations_template());
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
