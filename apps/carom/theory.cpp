// SPDX-License-Identifier: Apache-2.0
// carom theory NAME: a closed formula of a paper, as one flat object.
#include <algorithm>
#include <cmath>
#include <memory>
#include <sstream>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "carom/base/bad_input.hpp"
#include "carom/base/number_text.hpp"
#include "carom/report/verb_figures.hpp"
#include "carom/theory/catalog.hpp"
#include "output.hpp"
#include "picture.hpp"
#include "streams.hpp"
#include "verb.hpp"

namespace carom::app {
namespace {

struct Arguments {
  Common common;
  Text name;
  std::vector<std::string> set;
  Text vary;
  PictureArguments picture;
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

// "mu=0:1:0.01": values of one input, both ends included, as --vary of a sweep has them.
std::pair<std::string, std::vector<double>> read_vary(const std::string& text, const theory::Formula& formula) {
  const std::size_t equals = text.find('=');
  const std::string name = text.substr(0, equals);
  const ParameterSpec& spec = formula.inputs.at(name, "formula '" + formula.name + "'");
  std::vector<double> ends;
  std::istringstream parts(equals == std::string::npos ? "" : text.substr(equals + 1));
  for (std::string part; std::getline(parts, part, ':');)
    ends.push_back(parse_quantity(part, spec.unit, "--vary " + name));
  if (ends.size() != 3 || !spec.choices.empty() || !((ends[1] - ends[0]) / ends[2] > 0))
    throw BadInput(fmt::format("--vary is told as NAME=from:to:step, got '{}'", text));
  const long count = std::lround((ends[1] - ends[0]) / ends[2]) + 1;
  if (count > 100000) throw BadInput(fmt::format("--vary {} has {} values, more than 100000", name, count));
  std::vector<double> values;
  for (long k = 0; k < count; ++k) values.push_back(ends[0] + static_cast<double>(k) * ends[2]);
  return {name, values};
}

// The answers that are numbers, over one input.
int vary(const Arguments& a, const theory::Formula& formula, const Parameters& inputs) {
  const auto [name, values] = read_vary(*a.vary, formula);
  check_outputs({a.common.json, a.picture.file});
  std::vector<report::FormulaCurve> curves;
  Json answers = Json::object();
  for (std::size_t k = 0; k < values.size(); ++k) {
    Parameters at = inputs;
    at.set(name, values[k]);
    theory::Answer answer;
    try {
      answer = formula.evaluate(at);
    } catch (const BadInput&) {  // no answer here: a gap in the curve
    }
    for (const auto& [key, value] : answer) {
      const double* number = std::get_if<double>(&value);
      if (!number) continue;
      auto curve =
          std::find_if(curves.begin(), curves.end(), [&key = key](const auto& one) { return one.name == key; });
      if (curve == curves.end())
        curve = curves.insert(curves.end(), {key, std::vector<double>(values.size(), std::nan(""))});
      curve->values[k] = *number;
    }
  }
  if (curves.empty()) throw BadInput(fmt::format("formula '{}' has no answer for any of these values", formula.name));
  answers[name] = values;
  for (const report::FormulaCurve& curve : curves) {
    Json list = Json::array();
    for (const double value : curve.values) list.push_back(std::isfinite(value) ? Json(value) : Json(nullptr));
    answers[curve.name] = list;
  }
  write_picture(a.picture, report::formula_figure(formula.name, formula.inputs.at(name), values, curves));
  if (a.common.json)
    deliver_json(a.common, answers.dump(2));
  else if (!a.picture.file)
    print_data(answers.dump(2) + "\n");
  tell_written(a.common, {a.picture.file});
  return ok;
}

int evaluate(const Arguments& a) {
  const theory::Formula& formula = theory::formula(*a.name);
  Parameters inputs(formula.inputs, "formula '" + formula.name + "'");
  for (const std::string& assignment : a.set) inputs.assign(assignment);
  check_picture(a.picture);
  if (a.vary) return vary(a, formula, inputs);
  if (a.picture.file) throw BadInput("a picture of a formula is over one of its inputs: give --vary NAME=from:to:step");
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
  options.push_back({"--vary", "NAME=A:B:S", "values of one input, both ends included; no answer is a gap", &a->vary});
  for (Option& option : picture_options(a->picture, "the answers over --vary: .svg, .png or .html"))
    options.push_back(std::move(option));
  for (Option& option : common_options(a->common)) options.push_back(std::move(option));
  return {
      .name = "theory",
      .summary = "a closed formula of a paper; without a name, the list of formulas",
      .examples = {"carom theory", "carom theory dimer-stick --set A_r=5", "carom theory dimer-drift --set alpha=30deg",
                   "carom theory rod-collision --set phi=40deg --set mu=0.4",
                   "carom theory dimer-stick --vary A_r=2:8:0.05 --picture stick.svg"},
      .positionals = {{.name = "NAME", .meaning = "the formula", .required = false, .target = &a->name}},
      .options = std::move(options),
      .act = [a] { return a->name ? evaluate(*a) : list_formulas(*a); }};
}

}  // namespace carom::app
