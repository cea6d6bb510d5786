// SPDX-License-Identifier: Apache-2.0
// Contacts, events, sections and observables of a model file: parts in which some keys exclude or need each other.
#include <algorithm>
#include <array>
#include <tuple>

#include <fmt/format.h>

#include "carom/base/number_text.hpp"
#include "carom/model/body_reader.hpp"
#include "carom/model/model_names.hpp"
#include "carom/model/model_sections.hpp"

namespace carom {
namespace {

using expressions::quoted;

std::optional<Repetition> repetition_of(const TextItem& table) {
  const TextItem* range = find_item(table, "for");
  return range ? std::optional(read_repetition(*range)) : std::nullopt;
}

void refuse_first(const TextItem& table, const std::vector<std::string>& keys, const std::string& why) {
  for (const TextItem& item : table.items)
    if (std::find(keys.begin(), keys.end(), item.key) != keys.end())
      refuse_at(item.key_place, item.key, fmt::format("{} {}", quoted(item.key), why));
}

void check_contact_keys(const TextItem& table) {
  refuse_first(table, {"touch"}, "belongs to contacts 'between' bodies");
  require_known_keys(table, keys_of(ModelPart::contact), "in [[contact]]");
  const bool has_load = one_of(table, {"gap", "load"}, "a contact")->key == "load";
  if (has_load)
    refuse_first(table, {"e", "eps_T", "mu_i", "mu_s_i", "k", "eta", "along_path"},
                 "belongs to impacts, and a contact under a load has none");
  if (!one_of(table, {"slip", "slide"}, "a contact", true)) {
    // An explicit zero is what a contact without friction has anyway.
    for (const TextItem& item : table.items) {
      const bool is_friction = item.key == "eps_T" || item.key.rfind("mu", 0) == 0;
      const std::optional<double> number = read_number(trimmed(item.said.text));
      if (is_friction && !(number && *number == 0))
        refuse_at(item.key_place, item.key,
                  fmt::format("{} needs 'slip' or 'slide', without which a contact has no friction", quoted(item.key)));
    }
  }
  const TextItem *roll = find_item(table, "roll"), *turn = find_item(table, "turn");
  if (roll && !turn) refuse_at(roll->key_place, "roll", "'roll' needs 'turn', the rate at which the contact rolls");
  if (turn && !roll) refuse_at(turn->key_place, "turn", "'turn' needs 'roll', the arm of the rolling resistance");
}

ContactText read_contact(const TextItem& table) {
  check_contact_keys(table);
  ContactText contact;
  contact.repeated = repetition_of(table);
  std::tie(contact.name, contact.place) = repeated_name(table, "a contact", contact.repeated);
  using C = ContactText;
  read_said<C>(table, contact,
               {{"gap", &C::gap},
                {"load", &C::load},
                {"slip", &C::slip},
                {"slide", &C::slide},
                {"e", &C::e},
                {"eps_T", &C::eps_T},
                {"mu", &C::mu},
                {"mu_s", &C::mu_s},
                {"mu_i", &C::mu_i},
                {"mu_s_i", &C::mu_s_i},
                {"k", &C::k},
                {"eta", &C::eta},
                {"roll", &C::roll},
                {"turn", &C::turn},
                {"only", &C::only}});
  if (const TextItem* path = find_item(table, "along_path")) contact.along_path = yes_or_no(*path);
  return contact;
}

EventText read_event(const TextItem& table) {
  require_known_keys(table, keys_of(ModelPart::event), "in [[event]]");
  EventText event;
  event.repeated = repetition_of(table);
  std::tie(event.name, event.place) = repeated_name(table, "an event", event.repeated);
  const TextItem& cause = *one_of(table, {"when", "every", "on"}, "an event");
  if (cause.key == "when") event.when = said_value(cause);
  if (cause.key == "every") event.every = said_value(cause);
  if (cause.key == "on") event.on = said_text(cause);
  if (const TextItem* direction = find_item(table, "direction")) {
    if (cause.key != "when")
      refuse_at(direction->key_place, "direction", "'direction' belongs to 'when', the crossing of zero");
    event.direction = direction_text(*direction);
  }
  if (const TextItem* only = find_item(table, "only")) event.only = said_value(*only);
  if (const TextItem* set = find_item(table, "set")) event.set = named_texts(require_table(*set, "{ x = \"-x\" }"));
  if (const TextItem* stop = find_item(table, "stop")) event.stop = yes_or_no(*stop);
  return event;
}

constexpr std::array<std::pair<std::string_view, Measure>, 6> measures = {{{"max", Measure::max},
                                                                           {"min", Measure::min},
                                                                           {"mean", Measure::mean},
                                                                           {"last", Measure::last},
                                                                           {"count", Measure::count},
                                                                           {"time", Measure::time}}};

ObservableText read_observable(const TextItem& item) {
  const std::string what = fmt::format("observable {}", quoted(item.key));
  require_table(item, "{ max = \"y\" }");
  require_known_keys(item, keys_of(ModelPart::observable), "in " + what);
  ObservableText observable{.name = item.key, .place = item.key_place};
  std::vector<std::string> words;
  for (const auto& [word, measure] : measures) words.emplace_back(word);
  const TextItem& of = *one_of(item, words, what);
  const auto found =
      std::find_if(measures.begin(), measures.end(), [&](const auto& one) { return one.first == of.key; });
  observable.measure = found->second;
  const bool is_of_events = observable.measure == Measure::count || observable.measure == Measure::time;
  observable.of = is_of_events ? said_text(of) : said_value(of);
  if (is_of_events) refuse_first(item, {"at"}, "belongs to max, min, mean and last");
  if (observable.measure == Measure::time)
    refuse_first(item, {"over"}, "does not belong to time, the first of the run");
  if (const TextItem* over = find_item(item, "over")) observable.over = said_value(*over);
  if (const TextItem* at = find_item(item, "at")) observable.at = said_text(*at);
  if (const TextItem* unit = find_item(item, "unit")) observable.unit = unit_text(*unit);
  if (const TextItem* meaning = find_item(item, "meaning")) observable.meaning = plain_text(*meaning);
  return observable;
}

}  // namespace

void read_contacts(const TextItem& item, ModelText& model) {
  for (const TextItem& table : require_tables(item))
    if (find_item(table, "between"))
      read_touch(table, model);
    else
      model.contacts.push_back(read_contact(table));
}

void read_events(const TextItem& item, ModelText& model) {
  for (const TextItem& table : require_tables(item)) model.events.push_back(read_event(table));
}

void read_section(const TextItem& item, ModelText& model) {
  require_known_keys(require_section(item), keys_of(ModelPart::section), "in [section]");
  SectionText section{.place = item.key_place};
  const TextItem& by = *one_of(item, {"period", "crossing", "event"}, "[section]");
  if (by.key == "period") section.period = said_value(by);
  if (by.key == "crossing") section.crossing = said_value(by);
  if (by.key == "event") section.event = said_text(by);
  if (const TextItem* direction = find_item(item, "direction")) {
    if (by.key != "crossing") refuse_at(direction->key_place, "direction", "'direction' belongs to 'crossing'");
    section.direction = direction_text(*direction);
  }
  if (const TextItem* only = find_item(item, "only")) {
    if (by.key == "period") refuse_at(only->key_place, "only", "'only' belongs to 'crossing' or 'event'");
    section.only = said_value(*only);
  }
  if (const TextItem* free = find_item(item, "free")) {
    if (free->kind != ItemKind::list) refuse_kind(*free, "an array of names such as [\"x\"]");
    for (const TextItem& one : free->items) section.free.push_back(said_text(one));
  }
  if (const TextItem* modulo = find_item(item, "modulo"))
    section.modulo = named_texts(require_table(*modulo, "{ crank = \"2*pi\" }"));
  model.section = std::move(section);
}

void read_observables(const TextItem& item, ModelText& model) {
  for (const TextItem& one : require_section(item).items) {
    require_plain_name(one.key, one.key_place, "the name of an observable", one.key);
    model.observables.push_back(read_observable(one));
  }
}

}  // namespace carom
