// SPDX-License-Identifier: Apache-2.0
#include "carom/model/model_names.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "carom/expressions/operation.hpp"
#include "carom/laws/event_kind.hpp"
#include "carom/model/text_items.hpp"

namespace carom {
namespace {

using expressions::Place;
using expressions::quoted;

bool is_plain_name(std::string_view name) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return !name.empty() && !is_digit(name.front()) &&
         std::all_of(name.begin(), name.end(), [&](char c) { return is_letter(c) || is_digit(c); });
}

bool ends_in_dot(std::string_view name) { return name.size() > 4 && name.substr(name.size() - 4) == "_dot"; }

struct Declared {
  std::string_view name;
  std::string_view what;  // "a parameter"
  const Place* place;
};

// One namespace: parameters, coordinates, states, let and tables, in the order of the text.
std::vector<Declared> declared_names(const ModelText& model) {
  std::vector<Declared> names;
  const auto add = [&](const auto& list, std::string_view what) {
    for (const auto& one : list) names.push_back({one.name, what, &one.place});
  };
  add(model.parameters, "a parameter");
  add(model.lets, "a named expression");
  add(model.tables, "a table");
  add(model.coordinates, "a coordinate");
  add(model.states, "a state");
  if (!model.gravity.empty()) names.push_back({"g", "the gravity", &model.gravity.front().place});
  std::stable_sort(names.begin(), names.end(), [](const Declared& a, const Declared& b) {
    return std::pair(a.place->line, a.place->column) < std::pair(b.place->line, b.place->column);
  });
  return names;
}

using Names = std::map<std::string_view, Declared>;

Names check_declared(const ModelText& model) {
  Names names;
  for (const Declared& one : declared_names(model)) {
    const auto [first, is_new] = names.emplace(one.name, one);
    if (is_new) continue;
    refuse_at(
        *one.place, one.name,
        fmt::format("{} is {} in line {} already", quoted(one.name), first->second.what, first->second.place->line));
  }
  return names;
}

template <class List>
void check_different(const List& list, const std::string& what) {
  std::map<std::string_view, int> lines;
  for (const auto& one : list) {
    const auto [first, is_new] = lines.emplace(one.name, one.place.line);
    if (!is_new)
      refuse_at(one.place, one.name,
                fmt::format("{} is the name of {} in line {} already", quoted(one.name), what, first->second));
  }
}

// What a use such as x, x_dot or x[3] may be of.
struct Allowed {
  std::vector<std::string_view> kinds;
  bool rates = false;   // of coordinates
  std::string not_one;  // "is no coordinate"
};

void check_use(const std::string& use, const Place& place, const Allowed& allowed, const Names& names) {
  const auto is_allowed = [&](std::string_view name) {
    const auto found = names.find(name);
    return found != names.end() &&
           std::find(allowed.kinds.begin(), allowed.kinds.end(), found->second.what) != allowed.kinds.end();
  };
  const auto is_coordinate = [&](std::string_view name) {
    const auto found = names.find(name);
    return found != names.end() && found->second.what == "a coordinate";
  };
  std::string_view base = use;
  if (names.contains("ground") && base.find('.') != std::string_view::npos)
    return;  // of bodies: asked when they are known
  if (const std::size_t bracket = use.find('['); bracket != std::string::npos && use.back() == ']')
    base = base.substr(0, bracket);
  if (is_allowed(base)) return;
  if (allowed.rates && ends_in_dot(base) && is_coordinate(base.substr(0, base.size() - 4))) return;
  std::vector<std::string> candidates;
  for (const auto& [name, one] : names) {
    if (is_allowed(name)) candidates.emplace_back(name);
    if (allowed.rates && is_coordinate(name)) candidates.push_back(std::string(name) + "_dot");
  }
  std::string offer = expressions::offer_nearest(base, candidates);
  if (ends_in_dot(base) && is_allowed(base.substr(0, base.size() - 4)))
    offer = fmt::format("; write {}", quoted(base.substr(0, base.size() - 4)));
  refuse_at(place, use, fmt::format("{} {}{}", quoted(use), allowed.not_one, offer));
}

void check_uses(const ModelText& model, const Names& names) {
  const Allowed coordinate{{"a coordinate"}, false, "is no coordinate"};
  const Allowed returning{{"a coordinate", "a state"}, false, "is no coordinate and no state"};
  const Allowed settable{{"a coordinate", "a state"}, true, "is no coordinate, rate or state"};
  const Allowed any{{"a parameter", "a named expression", "a coordinate", "a state", "the gravity"},
                    true,
                    "is nothing in this model that has a value"};
  for (const NamedText& rate : model.rates) check_use(rate.name, rate.place, coordinate, names);
  for (const NamedText& force : model.forces) check_use(force.name, force.place, coordinate, names);
  for (const PresetText& preset : model.presets)
    for (const NamedText& value : preset.values) check_use(value.name, value.place, any, names);
  for (const EventText& event : model.events)
    for (const NamedText& value : event.set) check_use(value.name, value.place, settable, names);
  if (!model.section) return;
  for (const Said& free : model.section->free) check_use(free.text, free.place, returning, names);
  for (const NamedText& modulo : model.section->modulo) check_use(modulo.name, modulo.place, returning, names);
}

void check_indices(const ModelText& model, const Names& names) {
  const auto check = [&](const std::optional<Repetition>& repeated) {
    if (!repeated) return;
    if (const auto found = names.find(repeated->index); found != names.end())
      refuse_at(repeated->place, repeated->index,
                fmt::format("the index {} is {} in line {} already", quoted(repeated->index), found->second.what,
                            found->second.place->line));
  };
  for (const CoordinateText& one : model.coordinates) check(one.repeated);
  for (const ContactText& one : model.contacts) check(one.repeated);
  for (const EventText& one : model.events) check(one.repeated);
}

}  // namespace

void require_plain_name(const std::string& name, const Place& place, const std::string& what,
                        const std::string& written) {
  if (!is_plain_name(name))
    refuse_at(place, written,
              fmt::format("{} is made of letters a to z, digits and _ and does not begin with a digit, {} is not", what,
                          quoted(written)));
}

void require_usable_name(const std::string& name, const Place& place, const std::string& what) {
  require_plain_name(name, place, what, name);
  if (ends_in_dot(name))
    refuse_at(place, name,
              fmt::format("{} cannot be {}: names that end in _dot are the rates of coordinates; their starts "
                          "stand in [rates]",
                          quoted(name), what));
  if (name == "t") refuse_at(place, name, fmt::format("'t' cannot be {}: it is the time", what));
  if (name == "slip")
    refuse_at(place, name, fmt::format("'slip' cannot be {}: in the friction of a contact it is its slip", what));
  if (expressions::is_reserved(name))
    refuse_at(place, name, fmt::format("{} cannot be {}: it is a word of expressions", quoted(name), what));
}

void check_names(const ModelText& model) {
  Names names = check_declared(model);
  if (model.bodies.any()) names.emplace("ground", Declared{"ground", "the world", &model.bodies.bodies.front().place});
  check_different(model.contacts, "a contact");
  check_different(model.events, "an event");
  // Rows of the event log carry an event's name as their kind.
  for (const EventText& event : model.events)
    for (int kind = 0; kind <= static_cast<int>(EventKind::leave); ++kind)
      if (event.name == name(static_cast<EventKind>(kind)))
        refuse_at(
            event.place, event.name,
            fmt::format("{} cannot be the name of an event: contacts have events of this kind", quoted(event.name)));
  check_indices(model, names);
  check_uses(model, names);
}

}  // namespace carom
