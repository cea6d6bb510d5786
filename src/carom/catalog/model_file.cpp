// SPDX-License-Identifier: Apache-2.0
#include "carom/catalog/model_file.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <utility>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/base/number_text.hpp"
#include "carom/base/sha256.hpp"
#include "carom/base/units.hpp"
#include "carom/catalog/catalog.hpp"
#include "carom/catalog/flags_source.hpp"
#include "carom/catalog/model_entry.hpp"
#include "carom/catalog/request_checks.hpp"
#include "carom/catalog/text_section.hpp"
#include "carom/catalog/text_watch.hpp"
#include "carom/model/model_text.hpp"
#include "carom/model/text_model.hpp"
#include "carom/model/text_print.hpp"
#include "carom/model/text_scope.hpp"

namespace carom::study {
namespace {

using Kind = TextQuantity::Kind;

std::string unit_of(const TextQuantity& quantity) { return quantity.unit.empty() ? "1" : quantity.unit; }
// Values are told in SI, whatever unit of the dimension somebody thinks in.
std::string shown_unit(const std::string& unit) {
  const std::optional<Unit> known = parse_unit(unit);
  const bool is_scaled = known && (known->factor != 1 || known->ten != 0);
  return unit == any_unit || unit.empty() ? "1" : is_scaled ? si_unit(known->dimension) : unit;
}

std::string list_text(const std::vector<double>& values) {
  std::string text;
  for (const double value : values) text += (text.empty() ? "" : ",") + number_text(value);
  return text;
}

ParameterSpec spec_of(const TextQuantity& quantity) {
  ParameterSpec spec{.name = quantity.name,
                     .value = quantity.varies ? std::nan("") : quantity.value,
                     .unit = unit_of(quantity),
                     .min = quantity.min,
                     .max = quantity.max,
                     .meaning = quantity.meaning};
  switch (quantity.kind) {
    case Kind::parameter:
      if (quantity.follows && spec.meaning.empty()) spec.meaning = "follows from the others";
      break;
    case Kind::list:
      spec.list = true;
      spec.value = quantity.values.empty() ? 0 : quantity.values[0];
      spec.meaning =
          fmt::format("[{}]{}{}", list_text(quantity.values), spec.meaning.empty() ? "" : ", ", spec.meaning);
      break;
    case Kind::let: spec.meaning = "= " + quantity.meaning; break;
    case Kind::coordinate:
    case Kind::rate:
    case Kind::state:
      spec.meaning = "start of " + quantity.name;
      spec.of_start = true;
      break;
  }
  return spec;
}

TextSettings settings_of(const Parameters& parameters, const std::vector<TextQuantity>& quantities, double t = 0) {
  TextSettings settings{.t = t};
  for (const TextQuantity& quantity : quantities) {
    if (!parameters.table().find(quantity.name) || !parameters.is_set(quantity.name)) continue;
    if (quantity.kind == Kind::list)
      settings.lists[quantity.name] = parameters.list(quantity.name);
    else
      settings.numbers[quantity.name] = parameters[quantity.name];
  }
  return settings;
}

Restitution law_of(const ModelText& text) {
  return text.law.given() ? read_law(text.law.text) : Restitution::energetic;
}

// A file's text, and the card that its defaults make.
class TextEntry final : public ModelEntry {
 public:
  TextEntry(std::string name, ModelText said)
      : name_(std::move(name)),
        text_(std::make_shared<const ModelText>(std::move(said))),
        first_(make_text_model(*text_)) {}

  SystemCard card() const override { return card_of(*first_); }
  SystemCard card_for(const Parameters& parameters) const override {
    return card_of(*make_text_model(*text_, settings_of(parameters, first_->facts().quantities)));
  }

  ModelInstance make(Parameters& parameters, double t) const override {
    const TextSettings settings = settings_of(parameters, first_->facts().quantities, t);
    const std::shared_ptr<const TextModel> model = make_text_model(*text_, settings);
    const TextFacts& facts = model->facts();
    // What follows has the value that it has come to.
    for (const TextQuantity& quantity : facts.quantities)
      if (quantity.follows && !quantity.varies && quantity.kind != Kind::list && std::isfinite(quantity.value))
        parameters.set(quantity.name, quantity.value);
    // What is kept of a run tells all of a list.
    for (const TextQuantity& quantity : facts.quantities)
      if (quantity.kind == Kind::list && !quantity.values.empty() && !parameters.is_set(quantity.name))
        parameters.set(quantity.name, std::string_view(list_text(quantity.values)));
    ModelInstance instance{.model = model,
                           .t = t,
                           .q = facts.q,
                           .u = facts.u,
                           .shown = model->coordinate_number(),
                           .states = facts.state_names,
                           .driven = facts.by_time,
                           .text = model,
                           .source = text_};
    settle_section(*text_, model, instance);
    if (facts.start_by_time)
      instance.start_at = [text = text_, settings](double time) {
        TextSettings at = settings;
        at.t = time;
        const std::shared_ptr<const TextModel> then = make_text_model(*text, at);
        std::vector<double> z = then->facts().q;
        z.insert(z.end(), then->facts().u.begin(), then->facts().u.end());
        return z;
      };
    return instance;
  }
  std::unique_ptr<ModelWatch> watch(const std::shared_ptr<const ModelInstance>& instance) const override {
    return std::make_unique<TextWatch>(instance);
  }
  std::vector<double> touching(const ModelInstance& instance, double) const override { return instance.q; }

  std::vector<Quantity> extra_columns() const override {
    std::vector<Quantity> columns;
    for (const std::string& state : first_->facts().state_names) columns.push_back({state, "1", "state"});
    return columns;
  }
  std::vector<double> extras(const ModelInstance& instance, const StateView& state) const override {
    std::vector<double> values;
    for (int k = instance.shown; k < instance.model->freedom(); ++k) values.push_back(state.u[k]);
    return values;
  }

 private:
  SystemCard card_of(const TextModel& model) const {
    const TextFacts& facts = model.facts();
    SystemCard card{.name = name_, .summary = text_->title.empty() ? "a model file" : text_->title};
    card.source = text_->text;
    for (const TextQuantity& quantity : facts.quantities) {
      card.parameters.add(spec_of(quantity));
      if (quantity.kind == Kind::coordinate)
        card.coordinates.push_back({quantity.name, shown_unit(quantity.unit), meaning_of(quantity.name)});
    }
    for (const std::string& state : facts.state_names) card.states.push_back({state, "1", ""});
    for (const std::string& event : facts.event_names) card.events.push_back({event, "1", ""});
    for (const std::string& contact : facts.contact_names) card.contacts.push_back({.name = contact});
    for (const ObservableText& observable : text_->observables)
      card.observables.push_back({observable.name, shown_unit(observable.unit), observable.meaning});
    for (const PresetText& preset : text_->presets) card.presets.push_back(preset_of(preset));
    card.start = facts.closing.empty() ? "as the file says" : "as the file says; " + facts.closing;
    card.touching = "the start";
    card.section = section_words(*text_, model, card.coordinates);
    card.law = law_of(*text_);
    if (facts.period)
      card.cycles = 100;
    else
      card.until = 100 * model.scales().time;
    return card;
  }
  std::string meaning_of(const std::string& coordinate) const {
    for (const CoordinateText& said : text_->coordinates)
      if (said.name == coordinate || coordinate.starts_with(said.name + "[")) return said.meaning;
    return "";
  }
  // Its expressions are of the file's values and of the preset's own.
  Preset preset_of(const PresetText& said) const {
    Preset preset{.name = said.name, .summary = said.summary};
    TextSettings own;
    const auto number = [&](const Said& value, const std::string& of) {
      TextSettings others = own;
      others.numbers.erase(of);
      return TextScope(*text_, others).constant(value);
    };
    const auto is_expression = [](const NamedText& value) {
      return !value.is_list && !expressions::reads_as_quantity(value.value.text);
    };
    std::size_t count = 0;  // of expressions
    for (const NamedText& value : said.values) {
      count += is_expression(value);
      if (const std::optional<double> known = value.is_list ? std::nullopt : known_quantity(value.value))
        own.numbers[value.name] = *known;
    }
    for (std::size_t round = 0; round < count; ++round)  // one may follow from another
      for (const NamedText& value : said.values)
        if (is_expression(value)) own.numbers[value.name] = number(value.value, value.name);
    for (const NamedText& value : said.values) {
      std::string text = value.value.text;
      if (is_expression(value)) text = number_text(own.numbers.at(value.name));
      if (value.is_list) text = list_of(value, number);
      preset.assignments.push_back(value.name + "=" + text);
    }
    return preset;
  }
  static std::optional<double> known_quantity(const Said& value) {
    const expressions::Reading reading = expressions::read(value.text, value.place);
    const auto* const quantity = std::get_if<expressions::Quantity>(&reading);
    return quantity ? std::optional(quantity->value) : std::nullopt;
  }
  // As --set takes it.
  template <class Number>
  static std::string list_of(const NamedText& list, const Number& number) {
    std::string text;
    for (const Said& item : list.list)
      text += (text.empty() ? "" : ", ") +
              (expressions::reads_as_quantity(item.text) ? item.text : number_text(number(item, list.name)));
    return text;
  }

  std::string name_;
  std::shared_ptr<const ModelText> text_;
  std::shared_ptr<const TextModel> first_;  // by its defaults
};

std::string text_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw BadInput(fmt::format("there is no model file '{}', or it cannot be read", path));
  constexpr std::streamsize most = 1 << 21;  // what is longer is refused by its reader
  std::string buffer(static_cast<std::size_t>(most), '\0');
  file.read(buffer.data(), most);
  buffer.resize(static_cast<std::size_t>(file.gcount()));
  return buffer;
}

}  // namespace

bool names_a_file(std::string_view name) { return name.find_first_of("./") != std::string_view::npos; }

std::string kept_text(const std::string& text) {
  constexpr std::size_t most = 60000;  // what an attribute of a file may hold
  if (text.size() > most) return "sha256 " + sha256_hex(text);
  std::string line;
  for (const char c : text)
    if (c == '\n')
      line += "\\n";
    else if (c == '\\')
      line += "\\\\";
    else if (c != '\r')
      line += c;
  return line;
}

bool is_model_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string line;
  for (int lines = 0; lines < 1000 && std::getline(file, line); ++lines) {
    const std::size_t word = line.find_first_not_of(" \t\r");
    if (word == std::string::npos || line[word] == '#') continue;
    return line.compare(word, 5, "carom") == 0;
  }
  return false;
}

std::unique_ptr<System> model_system(std::string text, const std::string& name) {
  return system_of(std::make_shared<const TextEntry>(name, read_model_text(text, name)));
}

std::string equations_of_file(const std::string& path, bool latex) {
  std::string lines = latex ? "\\begin{align}\n" : "";
  for (const EquationLine& line : equation_lines(read_model_text(text_of_file(path), path)))
    lines += latex ? "  " + line.latex + " \\\\\n" : line.name + " = " + line.text + "\n";
  return latex ? lines + "\\end{align}\n" : lines;
}

BodyPicture picture_of_file(const std::string& path) { return body_picture(read_model_text(text_of_file(path), path)); }

namespace {

const System& system_called(const std::string& name, const std::string& path) {
  static std::mutex mutex;
  static std::map<std::pair<std::string, std::string>, std::unique_ptr<System>> read;
  std::string text = text_of_file(path);
  const std::lock_guard lock(mutex);
  std::unique_ptr<System>& known = read[{name, text}];
  if (!known) known = model_system(std::move(text), name);
  return *known;
}

}  // namespace

const System& system_of_file(const std::string& path) { return system_called(path, path); }

// Called as the study calls it, from whichever directory: what is stored stays the same study.
const System& system_in_study(const std::string& name, const std::string& study) {
  if (!names_a_file(name)) return system(name);
  const std::filesystem::path beside = std::filesystem::path(study).parent_path() / name;
  std::error_code none;
  if (study != flags_source && std::filesystem::is_regular_file(beside, none))
    return system_called(name, beside.string());
  return system_of_file(name);
}

}  // namespace carom::study
