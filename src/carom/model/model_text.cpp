// SPDX-License-Identifier: Apache-2.0
#include "carom/model/model_text.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "carom/base/number_text.hpp"
#include "carom/model/body_reader.hpp"
#include "carom/model/model_names.hpp"
#include "carom/model/model_sections.hpp"

namespace carom {
namespace {

using expressions::quoted;

constexpr std::string_view readable = "\"model 1\"";

// Before anything else is asked of the file: another version may have other keys.
void check_version(const TextItem& file) {
  const TextItem* item = find_item(file, "carom");
  if (!item)
    refuse_at(file.place, "",
              fmt::format("a model file begins with carom = {}, this file has no key 'carom'", readable));
  const std::string word = plain_text(*item);
  const std::string_view number = std::string_view(word).substr(std::min<std::size_t>(6, word.size()));
  const bool is_model = word.rfind("model ", 0) == 0 && !number.empty() &&
                        number.find_first_not_of("0123456789") == std::string_view::npos;
  if (!is_model)
    refuse_at(item->said.place, word,
              fmt::format("{} is no model; what can be read here is {}", quoted(word), readable));
  if (number != "1")
    refuse_at(item->said.place, word,
              fmt::format("this model is of version {} of the format; this program reads {}", number.substr(0, 20),
                          readable));
}

void read_gravity(const TextItem& item, ModelText& model) {
  if (item.kind != ItemKind::list) {
    if (item.kind != ItemKind::text && item.kind != ItemKind::number)
      refuse_kind(item, "a number, a text or an array [gx, gy]");
    model.gravity = {said_value(item)};
    return;
  }
  model.gravity = said_list(item);
  if (model.gravity.size() != 2)
    refuse_at(item.place, "gravity",
              fmt::format("'gravity' is one number, along -y, or two, [gx, gy]; here are {}", model.gravity.size()));
}

void read_law(const TextItem& item, ModelText& model) {
  model.law = said_text(item);
  const std::vector<std::string>& laws = model_laws();
  if (std::find(laws.begin(), laws.end(), model.law.text) == laws.end())
    refuse_at(model.law.place, model.law.text,
              fmt::format("'law' is one of {}, not {}{}", fmt::join(laws, ", "), quoted(model.law.text),
                          expressions::offer_nearest(model.law.text, laws)));
}

void read_parameter_value(const TextItem& item, ParameterText& parameter) {
  parameter.is_list = item.kind == ItemKind::list;
  if (parameter.is_list)
    parameter.list = said_list(item);
  else
    parameter.value = said_value(item);
}

void read_parameters(const TextItem& section, ModelText& model) {
  for (const TextItem& item : require_section(section).items) {
    require_usable_name(item.key, item.key_place, "the name of a parameter");
    ParameterText parameter{.name = item.key, .place = item.key_place};
    if (item.kind == ItemKind::table) {
      const std::string what = fmt::format("parameter {}", quoted(item.key));
      require_known_keys(item, keys_of(ModelPart::parameter), "in " + what);
      const TextItem* value = find_item(item, "value");
      if (!value) refuse_at(item.key_place, item.key, what + " needs a value");
      read_parameter_value(*value, parameter);
      read_said<ParameterText>(item, parameter, {{"min", &ParameterText::min}, {"max", &ParameterText::max}});
      if (const TextItem* unit = find_item(item, "unit")) parameter.unit = unit_text(*unit);
      if (const TextItem* meaning = find_item(item, "meaning")) parameter.meaning = plain_text(*meaning);
    } else {
      if (item.kind == ItemKind::yes_no || item.kind == ItemKind::date)
        refuse_kind(item, "a number, a text, an array or a table with a value");
      read_parameter_value(item, parameter);
    }
    model.parameters.push_back(std::move(parameter));
  }
}

void read_lets(const TextItem& section, ModelText& model) {
  for (const TextItem& item : require_section(section).items) {
    require_usable_name(item.key, item.key_place, "the name of an expression");
    model.lets.push_back({.name = item.key, .value = said_value(item), .place = item.key_place});
  }
}

void read_tables(const TextItem& section, ModelText& model) {
  for (const TextItem& item : require_section(section).items) {
    require_usable_name(item.key, item.key_place, "the name of a table");
    require_table(item, "[table.lift] with points = [[0, 0], [1, 2]]");
    const std::string what = fmt::format("[table.{}]", item.key);
    require_known_keys(item, keys_of(ModelPart::table), "in " + what);
    TableText table{.name = item.key, .place = item.key_place};
    const TextItem* points = find_item(item, "points");
    if (!points) refuse_at(item.key_place, item.key, what + " needs points = [[x, y], …]");
    if (points->kind != ItemKind::list) refuse_kind(*points, "an array of pairs [x, y]");
    for (const TextItem& point : points->items) {
      if (point.kind != ItemKind::list || point.items.size() != 2)
        refuse_at(point.place, "", fmt::format("a point of {} is a pair [x, y]", what));
      table.points.emplace_back(said_value(point.items[0]), said_value(point.items[1]));
    }
    if (table.points.size() < 2)
      refuse_at(points->place, "", fmt::format("{} needs two points or more, here are {}", what, table.points.size()));
    model.tables.push_back(std::move(table));
  }
}

// A list as --set takes it: its items with commas between them.
Said joined(const TextItem& item, const std::vector<Said>& list) {
  Said result{"", item.place};
  for (const Said& one : list) result.text += (result.text.empty() ? "" : ", ") + one.text;
  return result;
}

// After all that has a name was read: what is called summary in the model is not the preset's summary.
void read_presets(const TextItem& section, ModelText& model) {
  const auto is_named_summary = [](const auto& list) {
    return std::any_of(list.begin(), list.end(), [](const auto& one) { return one.name == "summary"; });
  };
  const bool has_summary = is_named_summary(model.parameters) || is_named_summary(model.lets) ||
                           is_named_summary(model.coordinates) || is_named_summary(model.states);
  for (const TextItem& item : require_section(section).items) {
    std::string letters = item.key;
    std::replace(letters.begin(), letters.end(), '-', '_');
    require_plain_name(letters, item.key_place, "the name of a preset", item.key);
    require_table(item, "[preset.high] with values of parameters");
    PresetText preset{.name = item.key, .place = item.key_place};
    for (const TextItem& entry : flat_entries(item)) {
      if (entry.key == "summary" && !has_summary) {
        preset.summary = plain_text(entry);
        continue;
      }
      NamedText value{.name = entry.key, .place = entry.key_place, .is_list = entry.kind == ItemKind::list};
      if (value.is_list) value.list = said_list(entry);
      value.value = value.is_list ? joined(entry, value.list) : said_value(entry);
      preset.values.push_back(std::move(value));
    }
    model.presets.push_back(std::move(preset));
  }
}

void read_coordinates(const TextItem& section, ModelText& model) {
  for (const TextItem& item : require_section(section).items) {
    require_usable_name(item.key, item.key_place, "the name of a coordinate");
    CoordinateText coordinate{.name = item.key, .place = item.key_place};
    if (item.kind == ItemKind::table) {
      const std::string what = fmt::format("coordinate {}", quoted(item.key));
      require_known_keys(item, keys_of(ModelPart::coordinate), "in " + what);
      const TextItem* start = find_item(item, "start");
      if (!start) refuse_at(item.key_place, item.key, what + " needs a start");
      coordinate.start = said_value(*start);
      if (const TextItem* range = find_item(item, "for")) coordinate.repeated = read_repetition(*range);
      if (const TextItem* unit = find_item(item, "unit")) coordinate.unit = unit_text(*unit);
      if (const TextItem* meaning = find_item(item, "meaning")) coordinate.meaning = plain_text(*meaning);
    } else {
      if (item.kind != ItemKind::text && item.kind != ItemKind::number)
        refuse_kind(item, "a number, a text or a table with a start");
      coordinate.start = said_value(item);
    }
    model.coordinates.push_back(std::move(coordinate));
  }
}

void read_states(const TextItem& section, ModelText& model) {
  for (const TextItem& item : require_section(section).items) {
    require_usable_name(item.key, item.key_place, "the name of a state");
    StateText state{.name = item.key, .place = item.key_place};
    if (item.kind == ItemKind::table) {
      const std::string what = fmt::format("state {}", quoted(item.key));
      require_known_keys(item, keys_of(ModelPart::state), "in " + what);
      if (!find_item(item, "start")) refuse_at(item.key_place, item.key, what + " needs a start");
      read_said<StateText>(item, state, {{"start", &StateText::start}, {"rate", &StateText::rate}});
    } else {
      if (item.kind != ItemKind::text && item.kind != ItemKind::number)
        refuse_kind(item, "a number, a text or a table with a start");
      state.start = said_value(item);
    }
    model.states.push_back(std::move(state));
  }
}

void read_equations(const TextItem& section, ModelText& model) {
  constexpr std::string_view force = "force.";
  const TextItem* forces = find_item(require_section(section), "force");
  if (forces) require_table(*forces, "{ x = \"-c*x_dot\" }");
  for (TextItem& entry : flat_entries(section)) {
    if (entry.key == "kinetic")
      model.kinetic = said_value(entry);
    else if (entry.key == "potential")
      model.potential = said_value(entry);
    else if (entry.key.rfind(force, 0) == 0 && entry.key.size() > force.size())
      model.forces.push_back(
          {.name = entry.key.substr(force.size()), .value = said_value(entry), .place = entry.key_place});
    else
      refuse_key(entry, keys_of(ModelPart::equations), "in [equations]");
  }
}

void read_numerics(const TextItem& section, ModelText& model) {
  require_known_keys(require_section(section), keys_of(ModelPart::numerics), "in [numerics]");
  read_said<ModelText>(
      section, model,
      {{"closing_speed", &ModelText::closing_speed}, {"closing_duration", &ModelText::closing_duration}});
  if (const TextItem* close = find_item(section, "close_start")) model.bodies.close_start = yes_or_no(*close);
  if (const TextItem* scale = find_item(section, "scale")) {
    require_table(*scale, "{ length = \"h0\", time = \"1/f\" }");
    require_known_keys(*scale, keys_of(ModelPart::scale), "in 'scale'");
    read_said<ModelText>(*scale, model, {{"length", &ModelText::length_scale}, {"time", &ModelText::time_scale}});
  }
}

}  // namespace

ModelText read_model_text(std::string_view text, const std::string& file) {
  const TextItem items = read_items(text, file);
  check_version(items);
  require_known_keys(items, keys_of(ModelPart::file), "in a model file");
  ModelText model{.file = file, .text = std::string(text)};
  const auto read = [&](std::string_view key, void (*section)(const TextItem&, ModelText&)) {
    if (const TextItem* item = find_item(items, key)) section(*item, model);
  };
  read("title", [](const TextItem& item, ModelText& to) { to.title = plain_text(item); });
  read("gravity", read_gravity);
  read("law", read_law);
  read("parameters", read_parameters);
  read("let", read_lets);
  read("table", read_tables);
  read("coordinates", read_coordinates);
  read("rates", [](const TextItem& item, ModelText& to) { to.rates = named_texts(require_section(item)); });
  read("states", read_states);
  read("equations", read_equations);
  read("body", read_bodies);
  read("joint", read_joints);
  read("spring", read_springs);
  read("contact", read_contacts);
  read("contacts", read_touching);
  read("event", read_events);
  read("section", read_section);
  read("observables", read_observables);
  read("numerics", read_numerics);
  read("preset", read_presets);
  // For films: who draws reads it (film/text_drawing.hpp).
  read("drawing", [](const TextItem& item, ModelText&) { require_section(item); });
  check_names(model);
  check_bodies(model);
  return model;
}

}  // namespace carom
