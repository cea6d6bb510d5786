// SPDX-License-Identifier: Apache-2.0
#include "carom/model/text_scope.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "carom/base/bad_input.hpp"
#include "carom/model/body_mechanism.hpp"

namespace carom {

using expressions::Builder;
using expressions::Quantity;
using expressions::Reading;
using expressions::Scope;
using expressions::Syntax;

namespace {

Reading reading(const Said& said) { return expressions::read(said.text, said.place); }

// A bare number is in SI, whatever unit of its dimension somebody thinks in.
std::string unit_of(const std::string& said, const expressions::Place& place) {
  if (said.empty()) return std::string(any_unit);
  const std::optional<Unit> unit = parse_unit(said);
  if (!unit) throw expressions::Refusal(place, said, 0, said, "'" + said + "' is not a known unit");
  return si_unit(unit->dimension);
}

std::string filled_in(std::string name, const std::string& index, long value) {
  const std::string hole = "{" + index + "}";
  for (std::size_t at = name.find(hole); at != std::string::npos; at = name.find(hole))
    name.replace(at, hole.size(), std::to_string(value));
  return name;
}

}  // namespace

void TextScope::refuse(const Said& said, const std::string& sentence) {
  throw expressions::Refusal(said.place, said.text, 0, said.text, sentence);
}
void TextScope::refuse(const expressions::Place& place, const std::string& word, const std::string& sentence) {
  throw expressions::Refusal(place, word, 0, word, sentence);
}

TextScope::TextScope(const ModelText& text, const TextSettings& settings, bool symbols)
    : symbols_(symbols), start_time_(settings.t) {
  t_ = graph_.input("t");
  scope_.add("t", t_);
  add_parameters(text, settings);
  add_tables(text);
  add_lets(text, settings);
  value_parameters(text);
  add_coordinates(text);
  add_states(text);
  add_bodies(text);
  settle_starts(text, settings);
}

// A name that has a number of its own.
TextScope::Node TextScope::settled(const std::string& name, double value) {
  if (!symbols_) return graph_.constant(value);
  const Node node = graph_.input(name, true);
  numbers_[node.index] = value;
  parameters_.push_back(node);
  return node;
}

void TextScope::add_parameters(const ModelText& text, const TextSettings& settings) {
  bool has_g = false;
  for (const ParameterText& parameter : text.parameters) {
    has_g = has_g || parameter.name == "g";
    parameter.is_list ? add_list(parameter, settings) : add_parameter(parameter, settings);
  }
  if (text.gravity.empty() || has_g) return;
  ParameterText gravity{
      .name = "g", .place = text.gravity[0].place, .value = text.gravity[0], .unit = "m/s2", .meaning = "gravity"};
  if (text.gravity.size() == 2)
    gravity.value.text = fmt::format("hypot({}, {})", text.gravity[0].text, text.gravity[1].text);
  add_parameter(gravity, settings);
}

void TextScope::add_parameter(const ParameterText& parameter, const TextSettings& settings) {
  TextQuantity quantity{.kind = TextQuantity::Kind::parameter,
                        .name = parameter.name,
                        .unit = unit_of(parameter.unit, parameter.place),
                        .meaning = parameter.meaning};
  const Reading value = reading(parameter.value);
  if (const Quantity* number = std::get_if<Quantity>(&value)) {
    if (parameter.unit.empty()) {
      if (!number->unit.empty()) quantity.unit = si_unit(number->dimension);
    } else {
      expressions::require_unit(*number, parameter.unit, "parameter '" + parameter.name + "'");
    }
    quantity.value = number->value;
  } else if (const Syntax& expression = std::get<Syntax>(value); expression.free_names().empty()) {
    quantity.value = constant(parameter.value);
  } else {
    quantity.follows = true;
    following_.emplace_back(quantities_.size(), parameter.value);
  }
  if (const auto set = settings.numbers.find(parameter.name); set != settings.numbers.end()) {
    quantity.value = set->second;
    scope_.add(parameter.name, settled(parameter.name, set->second));
    quantity.follows = false;
  } else if (quantity.follows) {
    scope_.define(parameter.name, std::get<Syntax>(value));
  } else {
    scope_.add(parameter.name, settled(parameter.name, quantity.value));
  }
  quantities_.push_back(std::move(quantity));
}

void TextScope::add_list(const ParameterText& parameter, const TextSettings& settings) {
  TextQuantity quantity{.kind = TextQuantity::Kind::list,
                        .name = parameter.name,
                        .unit = unit_of(parameter.unit, parameter.place),
                        .meaning = parameter.meaning};
  std::vector<Node> nodes;
  if (const auto set = settings.lists.find(parameter.name); set != settings.lists.end()) {
    quantity.values = set->second;
  } else {
    for (const Said& item : parameter.list)
      quantity.values.push_back(this->quantity(item, quantity.unit, "an item of '" + parameter.name + "'"));
  }
  for (std::size_t k = 0; k < quantity.values.size(); ++k)
    nodes.push_back(settled(fmt::format("{}[{}]", parameter.name, k + 1), quantity.values[k]));
  scope_.add_list(parameter.name, std::move(nodes));
  quantities_.push_back(std::move(quantity));
}

void TextScope::add_tables(const ModelText& text) {
  for (const TableText& table : text.tables) {
    std::vector<std::pair<double, double>> points;
    for (const auto& [x, y] : table.points) points.emplace_back(rigid(x), rigid(y));
    try {
      scope_.add_table(table.name,
                       graph_.table(table.name, std::make_shared<const expressions::Spline>(std::move(points))));
    } catch (const expressions::Refusal&) {
      throw;
    } catch (const BadInput& wrong) {
      refuse(table.place, table.name, wrong.what());
    }
  }
}

void TextScope::add_lets(const ModelText& text, const TextSettings& settings) {
  for (const NamedText& let : text.lets) {
    if (const auto set = settings.numbers.find(let.name); set != settings.numbers.end())
      scope_.add(let.name, settled(let.name, set->second));
    else
      scope_.define(let.name, Syntax::read(let.value.text, let.value.place));
  }
}

// The numbers of parameters that follow from others; their ranges.
void TextScope::value_parameters(const ModelText& text) {
  for (const auto& [number, said] : following_)
    if (quantities_[number].follows) quantities_[number].value = constant(said);
  std::size_t next = 0;
  for (const ParameterText& parameter : text.parameters) {
    TextQuantity& quantity = quantities_[next++];
    const std::string what = "parameter '" + parameter.name + "'";
    if (parameter.min.given()) quantity.min = this->quantity(parameter.min, quantity.unit, "the least " + what);
    if (parameter.max.given()) quantity.max = this->quantity(parameter.max, quantity.unit, "the largest " + what);
    if (quantity.kind == TextQuantity::Kind::list) continue;
    if (!(quantity.value >= quantity.min && quantity.value <= quantity.max))
      refuse(parameter.value,
             fmt::format("{} is {}, but must be between {} and {}", what, quantity.value, quantity.min, quantity.max));
  }
}

void TextScope::repeat(const std::optional<Repetition>& repetition, const std::string& name,
                       const std::function<void(Scope*, const std::string&)>& act) {
  if (!repetition) return act(nullptr, name);
  const double from = rigid(repetition->from), to = rigid(repetition->to);
  const bool countable = std::abs(from) <= 1e9 && to <= 1e9;
  if (from != std::floor(from) || to != std::floor(to) || !(countable || to - from >= most_repetitions))
    refuse(repetition->to,
           fmt::format("'{}' must run over whole numbers, not from {} to {}", repetition->index, from, to));
  if (to - from + 1 > most_repetitions)
    refuse(repetition->to, fmt::format("'{}' runs over {} numbers; at most {} are allowed", repetition->index,
                                       to - from + 1, most_repetitions));
  for (long i = static_cast<long>(from); i <= static_cast<long>(to); ++i) {
    Scope inner(&scope_);
    inner.add(repetition->index, graph_.constant(static_cast<double>(i)));
    act(&inner, filled_in(name, repetition->index, i));
  }
}

// A whole number in a name.
long TextScope::index(const Said& said, Scope* inner) {
  const double value = constant(said, inner);
  if (value != std::floor(value) || std::abs(value) > 1e9)
    refuse(said, fmt::format("an index in a name is a whole number, and this is {}", value));
  return static_cast<long>(value);
}

std::string TextScope::filled(const Said& said, Scope* inner) {
  std::string name;
  for (std::size_t at = 0;;) {
    const std::size_t open = said.text.find('{', at);
    name += said.text.substr(at, open == std::string::npos ? open : open - at);
    if (open == std::string::npos) return name;
    const std::size_t close = said.text.find('}', open);
    if (close == std::string::npos) refuse(said, "a brace is not closed");
    const Said within{said.text.substr(open + 1, close - open - 1),
                      expressions::place_within(said.place, said.text, open + 1)};
    if (!within.given()) refuse(said, "there is nothing between these braces");
    name += std::to_string(index(within, inner));
    at = close + 1;
  }
}

std::string TextScope::element(const std::string& said, const expressions::Place& place, Scope* inner) {
  const std::string name = said.find('{') == std::string::npos ? said : filled({said, place}, inner);
  const std::size_t open = name.find('[');
  if (open == std::string::npos || name.back() != ']' || open + 2 >= name.size()) return name;
  const Said within{name.substr(open + 1, name.size() - open - 2), place};
  return fmt::format("{}[{}]", name.substr(0, open), index(within, inner));
}

void TextScope::add_coordinates(const ModelText& text) {
  for (const CoordinateText& coordinate : text.coordinates) {
    std::vector<Node> places, rates;
    long number = 0;
    repeat(coordinate.repeated, coordinate.name, [&](Scope* inner, const std::string&) {
      const std::string at = inner ? fmt::format("[{}]", ++number) : "";
      places.push_back(graph_.input(coordinate.name + at));
      rates.push_back(graph_.input(coordinate.name + "_dot" + at));
      coordinate_names_.push_back(coordinate.name + at);
    });
    q_.insert(q_.end(), places.begin(), places.end());
    u_.insert(u_.end(), rates.begin(), rates.end());
    if (coordinate.repeated) {
      scope_.add_list(coordinate.name, std::move(places));
      scope_.add_list(coordinate.name + "_dot", std::move(rates));
    } else {
      scope_.add(coordinate.name, places[0]);
      scope_.add(coordinate.name + "_dot", rates[0]);
    }
  }
}

void TextScope::add_states(const ModelText& text) {
  for (const StateText& state : text.states) {
    z_.push_back(graph_.input(state.name, !state.rate.given()));
    scope_.add(state.name, z_.back());
    state_names_.push_back(state.name);
  }
}

// Their coordinates come after those of equations.
void TextScope::add_bodies(const ModelText& text) {
  if (!text.bodies.any()) return;
  bodies_ = std::make_shared<Bodies>(*this, text, start_time_);
  for (const BodyCoordinate& one : bodies_->coordinates()) {
    q_.push_back(one.place);
    u_.push_back(one.rate);
    coordinate_names_.push_back(one.name);
  }
  scope_.otherwise = [bodies = bodies_.get()](std::string_view name) { return bodies->find(name); };
  scope_.further_names = bodies_->names();
}

void TextScope::settle_starts(const ModelText& text, const TextSettings& settings) {
  const auto start = [&](const std::string& name, const Said& said, const std::string& unit, Scope* inner,
                         std::vector<Node>& nodes) {
    nodes.push_back(graph_.constant(0));
    if (said.given() && unit != any_unit)
      if (const Reading value = reading(said); const Quantity* quantity = std::get_if<Quantity>(&value))
        if (!quantity->unit.empty()) expressions::require_unit(*quantity, unit, "the start of '" + name + "'");
    if (const auto set = settings.numbers.find(name); set != settings.numbers.end()) return set->second;
    if (said.given()) nodes.back() = number(said, inner);
    return said.given() ? start_value(said, inner) : 0.0;
  };
  const auto tell = [&](TextQuantity::Kind kind, const std::string& name, const std::string& unit, double value) {
    quantities_.push_back({.kind = kind, .name = name, .unit = unit, .meaning = "start", .value = value});
  };
  for (const CoordinateText& coordinate : text.coordinates) {
    std::string unit = coordinate.unit.empty() ? "" : unit_of(coordinate.unit, coordinate.place);
    if (const Reading value = coordinate.start.given() ? reading(coordinate.start) : Reading(Quantity{});
        unit.empty() && std::holds_alternative<Quantity>(value) && !std::get<Quantity>(value).unit.empty())
      unit = si_unit(std::get<Quantity>(value).dimension);
    if (unit.empty()) unit = any_unit;
    const auto rate_of = [&](const std::string& name) {
      Said rate;  // one of the repeated before all of them
      for (const NamedText& given : text.rates)
        if (element(given.name, given.place) == name || (given.name == coordinate.name && !rate.given()))
          rate = given.value;
      return rate;
    };
    long number = 0;
    repeat(coordinate.repeated, coordinate.name, [&](Scope* inner, const std::string&) {
      const std::string at = inner ? fmt::format("[{}]", ++number) : "";
      start_q_.push_back(start(coordinate.name + at, coordinate.start, unit, inner, start_q_nodes_));
      tell(TextQuantity::Kind::coordinate, coordinate.name + at, unit, start_q_.back());
      const std::string rate = coordinate.name + "_dot" + at, per_second = unit == any_unit ? unit : unit + "/s";
      start_u_.push_back(start(rate, rate_of(coordinate.name + at), per_second, inner, start_u_nodes_));
      tell(TextQuantity::Kind::rate, rate, per_second, start_u_.back());
    });
  }
  const std::vector<BodyCoordinate> none;
  for (const BodyCoordinate& one : bodies_ ? bodies_->coordinates() : none) {
    const auto settle = [&](TextQuantity::Kind kind, const std::string& name, const std::string& unit, double value) {
      for (const NamedText& rate : text.rates)
        if (kind == TextQuantity::Kind::rate && rate.name == one.name) value = start_value(rate.value);
      if (const auto set = settings.numbers.find(name); set != settings.numbers.end()) value = set->second;
      tell(kind, name, unit, value);
      return value;
    };
    start_q_.push_back(settle(TextQuantity::Kind::coordinate, one.name, one.unit, one.start));
    start_u_.push_back(settle(TextQuantity::Kind::rate, one.name + "_dot", one.unit + "/s", one.speed));
  }
  for (const NamedText& rate : text.rates) {
    const auto is_it = [&](const CoordinateText& coordinate) { return coordinate.name == rate.name; };
    if (std::none_of(text.coordinates.begin(), text.coordinates.end(), is_it) &&
        std::find(coordinate_names_.begin(), coordinate_names_.end(), element(rate.name, rate.place)) ==
            coordinate_names_.end())
      refuse(rate.place, rate.name,
             fmt::format("there is no coordinate '{}'{}", rate.name,
                         expressions::offer_nearest(rate.name, coordinate_names_)));
  }
  for (const StateText& state : text.states) {
    start_z_.push_back(start(state.name, state.start, std::string(any_unit), nullptr, start_z_nodes_));
    tell(TextQuantity::Kind::state, state.name, std::string(any_unit), start_z_.back());
  }
  for (const NamedText& let : text.lets) {
    const Node node = number(let.value);
    TextQuantity quantity{
        .kind = TextQuantity::Kind::let, .name = let.name, .meaning = let.value.text, .follows = true};
    quantity.varies = !graph_.is_steady(node);
    if (settings.numbers.contains(let.name)) {
      quantity.value = settings.numbers.find(let.name)->second;
      quantity.follows = quantity.varies = false;
    } else if (!quantity.varies) {
      quantity.value = value_of(node, let.value.text, let.value.place);
    }
    quantities_.push_back(std::move(quantity));
  }
}

double TextScope::value_of(Node node, const std::string& text, const expressions::Place& place,
                           const double* time) const {
  for (const Node input : graph_.inputs_of(node)) {
    if (numbers_.contains(input.index) || (time && input == t_)) continue;
    throw expressions::Refusal(
        place, text, 0, text,
        fmt::format("this must follow from parameters alone, but depends on '{}'", graph_.input_name(input)));
  }
  return graph_.value(node, [&](Node input) { return time && input == t_ ? *time : numbers_.at(input.index); });
}

// A number that is asked for itself.
double TextScope::rigid(const Said& said) {
  for (const Node input : graph_.inputs_of(number(said))) rigid_.insert(input);
  return constant(said);
}

double TextScope::slope(Node node, Node parameter) {
  if (!graph_.depends_on(node, parameter)) return 0;
  return graph_.value(graph_.derivative(node, parameter),
                      [this](Node input) { return input == t_ ? start_time_ : numbers_.at(input.index); });
}

std::optional<double> TextScope::known(Node node) const {
  for (const Node input : graph_.inputs_of(node))
    if (!numbers_.contains(input.index)) return std::nullopt;
  return graph_.value(node, [this](Node input) { return numbers_.at(input.index); });
}

TextScope::Node TextScope::number(const Said& said, Scope* inner) {
  const Reading value = reading(said);
  if (const Quantity* quantity = std::get_if<Quantity>(&value)) return graph_.constant(quantity->value);
  Builder builder(graph_, inner ? *inner : scope_, [this](Node input) -> std::optional<double> {
    const auto known = numbers_.find(input.index);
    return known == numbers_.end() ? std::nullopt : std::optional(known->second);
  });
  return builder.number(std::get<Syntax>(value));
}

TextScope::Node TextScope::condition(const Said& said, Scope* inner) {
  Builder builder(graph_, inner ? *inner : scope_, [this](Node input) -> std::optional<double> {
    const auto known = numbers_.find(input.index);
    return known == numbers_.end() ? std::nullopt : std::optional(known->second);
  });
  return builder.condition(Syntax::read(said.text, said.place));
}

double TextScope::constant(const Said& said, Scope* inner) {
  const double value = value_of(number(said, inner), said.text, said.place);
  if (std::isnan(value)) refuse(said, "this is not a number with these parameters");
  return value;
}

double TextScope::start_value(const Said& said, Scope* inner) {
  const Node node = number(said, inner);
  start_by_time_ = start_by_time_ || graph_.depends_on(node, t_);
  const double value = value_of(node, said.text, said.place, &start_time_);
  if (!std::isfinite(value)) refuse(said, fmt::format("a start is a finite number, and this is {}", value));
  return value;
}

double TextScope::quantity(const Said& said, std::string_view unit, std::string_view what, Scope* inner) {
  const Reading value = reading(said);
  if (const Quantity* quantity = std::get_if<Quantity>(&value);
      quantity && !quantity->unit.empty() && unit != any_unit && !unit.empty())
    expressions::require_unit(*quantity, unit, what);
  return constant(said, inner);
}

}  // namespace carom
