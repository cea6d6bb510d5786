// SPDX-License-Identifier: Apache-2.0
// Events, section and observables of a model's text.
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "carom/base/bad_input.hpp"
#include "carom/base/parameters.hpp"
#include "carom/model/text_drive.hpp"
#include "carom/model/text_equations.hpp"

namespace carom {

using expressions::Scope;
using Node = expressions::Node;

namespace {

struct Word {
  const char* word;
  EventKind kind;
};
constexpr Word happenings[] = {{"impact", EventKind::impact}, {"close", EventKind::close},
                               {"stick", EventKind::stick},   {"slip", EventKind::slip},
                               {"detach", EventKind::detach}, {"chatter_limit", EventKind::chatter_limit}};

// The nearest name, or all of few.
std::string offer_of(const std::string& name, const std::vector<std::string>& names, const char* what) {
  if (names.empty()) return fmt::format("; the model has no {}", what);
  if (const std::string nearest = expressions::offer_nearest(name, names); !nearest.empty()) return nearest;
  return names.size() > 12 ? "" : fmt::format("; there are {}", fmt::join(names, ", "));
}

// Not a condition, nor what somebody may mean by one.
void require_function(const Said& when) {
  const std::size_t equals = when.text.find('=');
  const bool assigns = equals != std::string::npos && equals > 0 &&
                       std::string_view("<>=!").find(when.text[equals - 1]) == std::string_view::npos &&
                       (equals + 1 == when.text.size() || when.text[equals + 1] != '=');
  const auto is_condition = [&] {
    const expressions::Reading reading = expressions::read(when.text, when.place);
    const auto* syntax = std::get_if<expressions::Syntax>(&reading);
    return syntax && syntax->is_condition();
  };
  if (assigns || is_condition())
    TextScope::refuse(when,
                      "'when' is a function, and the event is where it crosses zero: \"x - 1\"; conditions stand in "
                      "'only'");
}

}  // namespace

// "table impact": a contact and what happens to it.
EventTrigger TextEquations::happening(const Said& said) const {
  const std::size_t blank = said.text.find_last_of(' ');
  const std::string contact = blank == std::string::npos ? "" : said.text.substr(0, blank);
  const std::string what = blank == std::string::npos ? said.text : said.text.substr(blank + 1);
  std::vector<std::string> contact_names, words;
  for (const ContactEquations& known : contacts) contact_names.push_back(known.name);
  for (const Word& word : happenings) words.emplace_back(word.word);
  const int number = contact_number(contact);
  if (number < 0)
    TextScope::refuse(said, fmt::format("'{}' is no contact{}", contact.empty() ? said.text : contact,
                                        offer_of(contact.empty() ? said.text : contact, contact_names, "contacts")));
  for (const Word& word : happenings)
    if (what == word.word) return {.kind = EventTrigger::Kind::contact, .contact = number, .what = word.kind};
  TextScope::refuse(said,
                    fmt::format("'{}' is nothing that happens at a contact{}", what, offer_of(what, words, "words")));
}

void TextEquations::read_events(const ModelText& text) {
  for (const EventText& event : text.events)
    scope_.repeat(event.repeated, event.name,
                  [&](Scope* inner, const std::string& name) { read_event(event, inner, name); });
}

int TextEquations::direction_of(const Said& said, Scope* inner) {
  const double direction = scope_.constant(said, inner);
  if (direction != 1 && direction != -1 && direction != 0)
    TextScope::refuse(said, "a direction is 1 (rising), -1 (falling) or 0 (either)");
  return static_cast<int>(direction);
}

void TextEquations::read_event(const EventText& text, Scope* inner, const std::string& name) {
  if (events.size() >= TextScope::most_events)
    TextScope::refuse(text.place, name, fmt::format("a model has at most {} events", TextScope::most_events));
  EventEquations event{.name = name, .stops = text.stop};
  if (text.when.given()) {
    require_function(text.when);
    event.when = scope_.number(text.when, inner);
    if (scope_.known(*event.when)) TextScope::refuse(text.when, "this does not change, and crosses nothing");
  } else if (text.every.given()) {
    event.trigger = {.kind = EventTrigger::Kind::clock,
                     .period = scope_.quantity(text.every, "s", "the period of an event", inner)};
    event.period = scope_.number(text.every, inner);
    if (!(event.trigger.period > 0) || !std::isfinite(event.trigger.period))
      TextScope::refuse(text.every, "an event that the clock sets off needs a period above 0 s");
  } else {
    event.trigger = happening({.text = scope_.filled(text.on, inner), .place = text.on.place});
  }
  if (text.direction.given()) event.direction = direction_of(text.direction, inner);
  if (text.only.given()) event.only = scope_.condition(text.only, inner);
  read_set(text, inner, event);
  events.push_back(std::move(event));
}

void TextEquations::read_set(const EventText& text, Scope* inner, EventEquations& event) {
  std::vector<std::string> names;
  std::vector<int> targets;
  for (int k = 0; k < nc_; ++k) {
    names.push_back(graph().input_name(q_[static_cast<std::size_t>(k)]));
    targets.push_back(k);
    names.push_back(graph().input_name(u_[static_cast<std::size_t>(k)]));
    targets.push_back(n_ + k);
  }
  for (int j = nc_; j < n_; ++j) {
    names.push_back(graph().input_name(u_[static_cast<std::size_t>(j)]));
    targets.push_back(n_ + j);
  }
  for (const NamedText& named : text.set) {
    const std::string element = scope_.element(named.name, named.place, inner);
    const auto found = std::find(names.begin(), names.end(), element);
    if (found == names.end())
      TextScope::refuse(named.place, named.name,
                        fmt::format("an event sets coordinates, rates and states; '{}' is none of them{}", element,
                                    expressions::offer_nearest(element, names)));
    event.set.emplace_back(targets[static_cast<std::size_t>(found - names.begin())], scope_.number(named.value, inner));
  }
}

// Of a coordinate, of all that are repeated under a name, or of a state.
std::vector<int> TextEquations::numbers_of(const Said& said) const {
  std::vector<std::string> names = scope_.coordinate_names();
  std::vector<int> numbers;
  for (int k = 0; k < nc_; ++k)
    if (names[static_cast<std::size_t>(k)] == said.text ||
        names[static_cast<std::size_t>(k)].starts_with(said.text + "["))
      numbers.push_back(k);
  for (std::size_t j = 0; j < scope_.state_names().size(); ++j) {
    names.push_back(scope_.state_names()[j]);
    if (names.back() == said.text) numbers.push_back(n_ + nc_ + static_cast<int>(j));
  }
  if (numbers.empty())
    TextScope::refuse(said, fmt::format("there is no coordinate and no state '{}'{}", said.text,
                                        expressions::offer_nearest(said.text, names)));
  return numbers;
}

// "heel", "table impact", and of observables "table impact, before".
TextInstant TextEquations::instant(const Said& said, bool may_be_before) const {
  TextInstant instant{.given = true};
  std::string text = said.text;
  if (const std::size_t comma = text.find(','); may_be_before && comma != std::string::npos) {
    const std::size_t word = text.find_first_not_of(' ', comma + 1);
    const std::string when = word == std::string::npos ? "" : text.substr(word);
    if (when != "before" && when != "after")
      TextScope::refuse(said, "an instant is told as 'NAME EVENT, before' or '…, after'");
    instant.before = when == "before";
    text = text.substr(0, comma);
  }
  std::vector<std::string> names;
  for (const EventEquations& event : events) {
    if (event.name == text) {
      instant.own_event = static_cast<int>(&event - events.data());
      return instant;
    }
    names.push_back(event.name);
  }
  for (const ContactEquations& contact : contacts) names.push_back(contact.name);
  const std::size_t blank = text.find_last_of(' ');
  const std::string contact = blank == std::string::npos ? text : text.substr(0, blank);
  if (contact_number(text) >= 0)
    TextScope::refuse(said, fmt::format("say what happens to '{}', for instance '{} impact'", text, text));
  if (blank == std::string::npos || contact_number(contact) < 0)
    TextScope::refuse(said, fmt::format("'{}' is neither a contact with what happens to it nor an event{}", text,
                                        offer_of(contact, names, "contacts and events")));
  instant.at = happening({.text = text, .place = said.place});
  return instant;
}

TextWindow TextEquations::window(const ObservableText& observable) const {
  if (!observable.over.given()) return {};
  TextWindow window{.given = true};
  const auto number = [&](const std::string& said, const char* unit) {
    try {
      return parse_quantity(said, unit, fmt::format("'over' of observable '{}'", observable.name));
    } catch (const BadInput& wrong) {
      TextScope::refuse(observable.over, wrong.what());
    }
  };
  const std::string& text = observable.over.text;
  const std::size_t word = text.find("period");
  if (word == std::string::npos) {
    window.seconds = number(text, "s");
  } else {
    const std::string rest = text.substr(word);
    if (rest != "period" && rest != "periods")
      TextScope::refuse(observable.over, "a window is a time, such as '2 s', or periods of the section, '10 periods'");
    window.periods = number(text.substr(0, word), "1");
    if (!(period || crossing || section_event))
      TextScope::refuse(observable.over, "the model has no section, and so no periods: give a time, such as '2 s'");
    if (!period && window.periods != std::floor(window.periods))
      TextScope::refuse(observable.over, "a section without a period of its own is passed a whole number of times");
  }
  if (!(window.seconds > 0 || window.periods > 0) || !std::isfinite(window.seconds + window.periods))
    TextScope::refuse(observable.over, "a window is longer than nothing");
  return window;
}

void TextEquations::read_section(const ModelText& text) {
  if (!text.section) return;
  const SectionText& section = *text.section;
  if (section.period.given()) {
    period = scope_.quantity(section.period, "s", "the period of the section");
    if (!(*period > 0) || !std::isfinite(*period)) TextScope::refuse(section.period, "a period is above 0 s");
  }
  if (section.crossing.given()) {
    crossing = scope_.number(section.crossing);
    if (scope_.known(*crossing)) TextScope::refuse(section.crossing, "this does not change, and crosses nothing");
  }
  if (section.direction.given()) direction = direction_of(section.direction, nullptr);
  if (section.event.given()) section_event = instant(section.event, false);
  if (section.only.given()) section_only = scope_.condition(section.only);
  for (const Said& name : section.free)
    for (const int k : numbers_of(name)) free.push_back(k);
  for (const NamedText& named : section.modulo) {
    const double back = scope_.constant(named.value);
    if (!(back > 0) || !std::isfinite(back))
      TextScope::refuse(named.value, "a coordinate comes back by something above 0");
    for (const int k : numbers_of({.text = named.name, .place = named.place})) {
      if (std::find(free.begin(), free.end(), k) != free.end())
        TextScope::refuse(named.place, named.name, fmt::format("'{}' is free, or it comes back: not both", named.name));
      modulo.emplace_back(k, back);
    }
  }
}

// Of the state, and of what contacts do: table.force, table.friction, table.gap, table.slip.
void TextEquations::read_observables(const ModelText& text) {
  Scope own(&scope_.names());
  std::vector<Node> frictions;
  for (const ContactEquations& contact : contacts) {
    force_inputs.push_back(graph().input(contact.name + ".force"));
    frictions.push_back(graph().input(contact.name + ".friction"));
    own.add(contact.name + ".force", force_inputs.back());
    own.add(contact.name + ".friction", frictions.back());
    own.add(contact.name + ".gap", contact.gap);
    own.add(contact.name + ".slip", contact.slip_velocity);
  }
  force_inputs.insert(force_inputs.end(), frictions.begin(), frictions.end());
  for (const ObservableText& observable : text.observables) {
    const bool of_events = observable.measure == Measure::count || observable.measure == Measure::time;
    observables.push_back(of_events ? graph().constant(0) : scope_.number(with_contacts_quoted(observable.of), &own));
    const Said& when = of_events ? observable.of : observable.at;
    instants.push_back(when.given() ? instant(when, true) : TextInstant{});
    windows.push_back(window(observable));
  }
}

namespace {

void tell_crossing(TextEquations& equations, TextFacts& facts) {
  if (!equations.crossing) return;
  TextScope& scope = equations.scope();
  facts.has_crossing = true;
  facts.crossing_by_time = equations.graph().depends_on(*equations.crossing, scope.time());
  expressions::Graph& graph = equations.graph();
  const Node function = *equations.crossing, zero = graph.constant(0);
  // x, or x − a.
  const auto level = [&](Node x) -> std::optional<double> {
    if (!graph.depends_on(function, x) || !graph.is_constant(graph.derivative(function, x), 1)) return std::nullopt;
    return scope.known(graph.substitute(function, {{x.index, zero}}));
  };
  for (int k = 0; k < equations.coordinates(); ++k)
    if (const std::optional<double> at_rate = level(scope.rates()[static_cast<std::size_t>(k)])) {
      facts.crossing_rate = k;
      facts.crossing_level = -*at_rate;
    } else if (const std::optional<double> at_place = level(scope.coordinates()[static_cast<std::size_t>(k)])) {
      facts.crossing_place = k;
      facts.crossing_level = -*at_place;
    }
}

}  // namespace

void tell_facts(TextEquations& equations, TextFacts& facts) {
  TextScope& scope = equations.scope();
  facts.coordinate_names = scope.coordinate_names();
  facts.state_names = scope.state_names();
  facts.quantities = scope.quantities();
  facts.q = scope.start_coordinates();
  facts.u = scope.start_rates();
  const std::vector<double> states = scope.start_states();
  facts.u.insert(facts.u.end(), states.begin(), states.end());
  facts.q.resize(facts.u.size());
  facts.period = equations.period;
  facts.free = equations.free;
  for (int j = equations.coordinates(); j < equations.freedom(); ++j) facts.free.push_back(j);
  const std::vector<bool> kept = kept_states(equations);
  for (int j = 0; j < static_cast<int>(kept.size()); ++j)
    if (const int k = equations.freedom() + equations.coordinates() + j;
        kept[static_cast<std::size_t>(j)] && std::find(facts.free.begin(), facts.free.end(), k) == facts.free.end())
      facts.free.push_back(k);
  facts.modulo = equations.modulo;
  for (const ContactEquations& contact : equations.contacts) facts.contact_names.push_back(contact.name);
  for (const EventEquations& event : equations.events) facts.event_names.push_back(event.name);
  facts.instants = equations.instants;
  facts.windows = equations.windows;
  facts.direction = equations.direction;
  facts.event = equations.section_event;
  facts.start_by_time = scope.start_by_time();
  tell_crossing(equations, facts);
}

}  // namespace carom
