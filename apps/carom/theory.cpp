// SPDX-License-Identifier: Apache-2.0
// carom theory NAME: a closed formula of a paper, as one flat object.
#include <memory>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "carom/base/bad_input.hpp"
#include "carom/base/number_text.hpp"
#include "carom/theory/catalog.hpp"
#include "output.hpp"
#include "streams.hpp"
#include "verb.hpp"

namespace carom::app {
namespace {

struct Arguments {
  Common common;
  Text name;
  std::vector<std::string> set;
};

using Json = nlohmann::ordered_json;

std::string inputs_text(const theory::Formula& formula) {
  std::string text;
  for (const ParameterSpec& spec : formula.inputs.specs()) {
    const std::string value = spec.choices.empty() ? number_text(spec.value) : spec.choice;
    text += (text.empty() ? "" : " ") + spec.name + (spec.follows.empty() && value != "nan" ? "=" + value : "");
  }
  return text;
}

int list_formulas(const Arguments& a) {
  std::vector<std::vector<std::string>> rows;
  Json list = Json::array();
  for (const theory::Formula& formula : theory::formulas()) {
    rows.push_back({formula.name, formula.summary, inputs_text(formula)});
    Json inputs = Json::array();
    for (const ParameterSpec& spec : formula.inputs.specs())
      inputs.push_back({{"name", spec.name},
                        {"default", spec.choices.empty() ? Json(spec.value) : Json(spec.choice)},
                        {"unit", spec.unit},
                        {"range", valid_values(spec)},
                        {"meaning", spec.meaning}});
    list.push_back(
        {{"name", formula.name}, {"summary", formula.summary}, {"source", formula.source}, {"inputs", inputs}});
  }
  check_outputs({a.common.json});
  deliver_json(a.common, Json{{"formulas", list}}.dump(2));
  if (!a.common.json) print("{}", aligned(rows, ""));
  return ok;
}

int evaluate(const Arguments& a) {
  const theory::Formula& formula = theory::formula(*a.name);
  Parameters inputs(formula.inputs, "formula '" + formula.name + "'");
  for (const std::string& assignment : a.set) inputs.assign(assignment);
  check_outputs({a.common.json});
  Json object = Json::object();
  for (const auto& [key, value] : formula.evaluate(inputs))
    std::visit([&object, &name = key](const auto& each) { object[name] = each; }, value);
  if (a.common.json) {
    deliver_json(a.common, object.dump(2));
  } else {
    print("{}\n", object.dump(2));
  }
  return ok;
}

}  // namespace

Verb theory_verb() {
  const auto a = std::make_shared<Arguments>();
  std::vector<Option> options{{"--set", "NAME=VALUE", "an input, with an optional unit", &a->set}};
  for (Option& option : common_options(a->common)) options.push_back(std::move(option));
  return {
      .name = "theory",
      .summary = "a closed formula of a paper; without a name, the list of formulas",
      .examples = {"carom theory", "carom theory dimer-stick --set A_r=5", "carom theory dimer-drift --set alpha=30deg",
                   "carom theory rod-collision --set phi=40deg --set mu=0.4"},
      .positionals = {{.name = "NAME", .meaning = "the formula", .required = false, .target = &a->name}},
      .options = std::move(options),
      .act = [a] { return a->name ? evaluate(*a) : list_formulas(*a); }};
}

}  // namespace carom::app
