// SPDX-License-Identifier: Apache-2.0
// carom describe SYSTEM: parameters, coordinates, contacts, observables and presets.
#include <cmath>
#include <memory>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/base/number_text.hpp"
#include "carom/base/units.hpp"
#include "carom/catalog/catalog.hpp"
#include "carom/catalog/model_file.hpp"
#include "carom/io/json.hpp"
#include "output.hpp"
#include "streams.hpp"
#include "verb.hpp"

namespace carom::app {
namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string unit_text(const std::string& unit) { return unit == "1" || unit == any_unit ? "" : unit; }

std::string default_text(const ParameterSpec& spec) {
  if (!spec.follows.empty()) return "as " + spec.follows;
  if (!spec.choices.empty()) return spec.choice;
  return std::isnan(spec.value) ? "-" : number_text(spec.value);
}

Rows quantity_rows(const std::vector<study::Quantity>& quantities) {
  Rows rows;
  for (const study::Quantity& quantity : quantities)
    rows.push_back({quantity.name, unit_text(quantity.unit), quantity.meaning});
  return rows;
}

std::string preset_settings(const study::Preset& preset) {
  std::string text;
  for (const std::string& assignment : preset.assignments) text += (text.empty() ? "" : " ") + assignment;
  if (preset.law) text += fmt::format(" law={}", name(*preset.law));
  if (!preset.q.empty()) text += " q=" + preset.q;
  if (!preset.u.empty()) text += " u=" + preset.u;
  if (!preset.t.empty()) text += " t=" + preset.t;
  return text;
}

void print_card(const study::SystemCard& card) {
  print("{}: {}\n\nParameters\n", card.name, card.summary);
  Rows rows{{"name", "default", "unit", "range", "meaning"}};
  for (const ParameterSpec& spec : card.parameters.specs())
    rows.push_back({spec.name, default_text(spec), unit_text(spec.unit), valid_values(spec), spec.meaning});
  print("{}\nCoordinates (q; u are their rates)\n{}", aligned(rows), aligned(quantity_rows(card.coordinates)));
  if (!card.states.empty()) print("\nStates\n{}", aligned(quantity_rows(card.states)));
  if (!card.events.empty()) print("\nEvents\n{}", aligned(quantity_rows(card.events)));
  Rows contacts;
  for (const study::Quantity& contact : card.contacts) contacts.push_back({contact.name, contact.meaning});
  print("\nContacts\n{}\nObservables\n{}", aligned(contacts), aligned(quantity_rows(card.observables)));
  if (!card.presets.empty()) {
    Rows presets;
    for (const study::Preset& preset : card.presets)
      presets.push_back({preset.name, preset.summary, preset_settings(preset)});
    print("\nPresets\n{}", aligned(presets));
  }
  print("\nStart     {}\n", card.start);
  print("Touching  {} (`carom impact` with --q default)\n", card.touching);
  print("Section   {}\n", card.section.empty() ? "none: its motion has no orbits, branches, diagrams and basins"
                                               : card.section +
                                                     " (`orbit`, `continue`, `bifurcation` and `basins` "
                                                     "take another with --section)");
  if (card.cycles)
    print("Length    {} cycles without --until or --cycles\n", *card.cycles);
  else if (card.until > 0)
    print("Length    {} s without --until or --cycles\n", card.until);
  else
    print("Length    until it rests\n");
}

}  // namespace

Verb describe_verb() {
  struct Arguments {
    Common common;
    Text system;
    bool equations = false, latex = false;
  };
  const auto a = std::make_shared<Arguments>();
  const auto act = [a]() -> int {
    if (a->equations || a->latex) {
      if (!study::names_a_file(*a->system))
        throw BadInput("--equations is for model files; the equations of a system of the catalog stand in its source");
      print("{}", study::equations_of_file(*a->system, a->latex));
      return ok;
    }
    const study::System& system = study::system(*a->system);
    check_outputs({a->common.json});
    deliver_json(a->common, study::to_json(system.card()));
    if (!a->common.json) print_card(system.card());
    return ok;
  };
  std::vector<Option> options{
      {"--equations", "", "of a model file: M, h, the rows and drifts of its contacts, as text", &a->equations},
      {"--latex", "", "… in LaTeX, for a paper's appendix", &a->latex}};
  for (Option& option : common_options(a->common)) options.push_back(std::move(option));
  return {.name = "describe",
          .summary = "parameters, coordinates, contacts, observables and presets of a system",
          .examples = {"carom describe dimer", "carom describe bouncing-ball --json -"},
          .positionals = {{.name = "SYSTEM",
                           .meaning = "a name that `carom systems` lists, or a model file",
                           .target = &a->system}},
          .options = std::move(options),
          .act = act};
}

}  // namespace carom::app
