// SPDX-License-Identifier: Apache-2.0
#include "carom/io/json.hpp"

#include <cmath>

#include <nlohmann/json.hpp>

namespace carom::study {
namespace {

using Json = nlohmann::ordered_json;

Json json(const Value& value) {
  if (const auto* phases = std::get_if<std::vector<Phase>>(&value)) {
    Json list = Json::array();
    for (const Phase& phase : *phases)
      list.push_back({{"t", phase.t}, {"contact", phase.contact}, {"phase", phase.phase}});
    return list;
  }
  if (const auto* estimate = std::get_if<SeedMean>(&value))
    return {{"mean", estimate->mean}, {"standard_error", estimate->standard_error}, {"n", estimate->n}};
  return std::visit(
      [](const auto& v) {
        using Kind = std::decay_t<decltype(v)>;
        if constexpr (std::is_same_v<Kind, std::vector<Phase>> || std::is_same_v<Kind, SeedMean>)
          return Json();
        else
          return Json(v);
      },
      value);
}

Json json(const std::vector<std::pair<std::string, Value>>& entries) {
  Json object = Json::object();
  for (const auto& [name, value] : entries) object[name] = json(value);
  return object;
}

Json names(const std::vector<ContactMode>& modes) {
  Json list = Json::array();
  for (ContactMode mode : modes) list.push_back(std::string(name(mode)));
  return list;
}

// An infinite bound is no bound.
Json bound(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json json(const ParameterSpec& spec) {
  Json entry;
  entry["name"] = spec.name;
  if (!spec.follows.empty()) {
    entry["default"] = nullptr;
    entry["follows"] = spec.follows;
  } else if (spec.choices.empty()) {
    entry["default"] = bound(spec.value);
  } else {
    entry["default"] = spec.choice;
  }
  entry["unit"] = spec.unit;
  if (spec.choices.empty()) {
    entry["min"] = bound(spec.min);
    entry["max"] = bound(spec.max);
  } else {
    entry["choices"] = spec.choices;
  }
  if (spec.list) entry["list"] = true;
  entry["range"] = valid_values(spec);
  entry["meaning"] = spec.meaning;
  return entry;
}

Json json(const std::vector<Quantity>& quantities, bool with_unit) {
  Json list = Json::array();
  for (const Quantity& quantity : quantities) {
    Json entry{{"name", quantity.name}};
    if (with_unit) entry["unit"] = quantity.unit;
    entry["meaning"] = quantity.meaning;
    list.push_back(entry);
  }
  return list;
}

Json json(const Preset& preset) {
  Json entry{{"name", preset.name}, {"meaning", preset.summary}, {"set", preset.assignments}};
  if (preset.law) entry["law"] = std::string(name(*preset.law));
  if (!preset.q.empty()) entry["q"] = preset.q;
  if (!preset.u.empty()) entry["u"] = preset.u;
  if (!preset.t.empty()) entry["t"] = preset.t;
  if (preset.cycles) entry["cycles"] = *preset.cycles;
  if (preset.until) entry["until"] = *preset.until;
  return entry;
}

}  // namespace

std::string to_json(const RunResult& result) {
  Json object;
  object["system"] = result.system;
  object["version"] = CAROM_VERSION;
  object["parameters"] = json(result.parameters);
  if (result.soft) {
    object["contact"] = "soft";
  } else {
    object["law"] = std::string(name(result.law));
    object["scheme"] = std::string(name(result.scheme));
    object["contact"] = std::string(name(result.contact));
  }
  object["outcome"] = std::string(name(result.outcome));
  if (!result.reason.empty()) object["reason"] = result.reason;
  object["t_end"] = result.t_end;
  object["final"] = {{"q", result.q}, {"u", result.u}, {"modes", names(result.modes)}};
  for (const auto& [state, value] : result.states) object["final"]["states"][state] = value;
  const EventCounts& events = result.events;
  object["events"] = {{"impacts", events.impacts},
                      {"multiple_impacts", events.multiple_impacts},
                      {"stick", events.stick},
                      {"slip", events.slip},
                      {"detach", events.detach},
                      {"close", events.close},
                      {"chatter_limits", events.chatter_limits},
                      {"own", events.own},
                      {"tangential_impacts", events.tangential_impacts},
                      {"indeterminate", events.indeterminate}};
  if (events.by_poisson > 0) object["events"]["by_poisson"] = events.by_poisson;
  const Ledger& ledger = result.ledger;
  object["energy"] = {{"kinetic", ledger.kinetic},           {"potential", ledger.potential},
                      {"initial", ledger.initial},           {"drive_work", ledger.drive_work},
                      {"normal_loss", ledger.normal_loss},   {"friction_loss", ledger.friction_loss},
                      {"closing_loss", ledger.closing_loss}, {"event_work", ledger.event_work},
                      {"exchanged", ledger.exchanged},       {"impact_gain", result.energy_gain},
                      {"residual", ledger.residual()}};
  object["observables"] = json(result.observables);
  if (!result.notes.empty()) object["notes"] = result.notes;
  object["steps"] = result.steps;
  object["wall_seconds"] = result.wall_seconds;
  return object.dump(2);
}

std::string to_json(const ImpactOutcome& outcome) {
  Json object;
  object["u_plus"] = outcome.u_plus;
  Json contacts = Json::array();
  for (const ContactImpact& contact : outcome.contacts) {
    contacts.push_back({{"name", contact.name},
                        {"P_n", contact.P_n},
                        {"P_t", contact.P_t},
                        {"W_compression", contact.W_compression},
                        {"W_restitution", contact.W_restitution},
                        {"friction_work", contact.friction_work},
                        {"v_n_minus", contact.v_n_minus},
                        {"v_t_minus", contact.v_t_minus},
                        {"v_n_plus", contact.v_n_plus},
                        {"v_t_plus", contact.v_t_plus},
                        {"sequence", names(contact.sequence)}});
    if (contact.E_left > 0) contacts.back()["E_left"] = contact.E_left;
  }
  object["contacts"] = contacts;
  object["energy_before"] = outcome.energy_before;
  object["energy_after"] = outcome.energy_after;
  object["drive_work"] = outcome.drive_work;
  object["residual"] = outcome.residual;
  object["energy_gain"] = outcome.energy_gain;
  object["law"] = std::string(name(outcome.law));
  if (outcome.indeterminate) object["indeterminate"] = true;
  if (!outcome.failure.empty()) object["failure"] = outcome.failure;
  if (!outcome.notes.empty()) object["notes"] = outcome.notes;
  return object.dump(2);
}

std::string to_json(const SystemCard& card) {
  Json object;
  object["system"] = card.name;
  object["summary"] = card.summary;
  Json parameters = Json::array();
  for (const ParameterSpec& spec : card.parameters.specs()) parameters.push_back(json(spec));
  object["parameters"] = parameters;
  object["coordinates"] = json(card.coordinates, true);
  if (!card.states.empty()) object["states"] = json(card.states, false);
  object["contacts"] = json(card.contacts, false);
  if (!card.events.empty()) object["events"] = json(card.events, false);
  object["observables"] = json(card.observables, true);
  Json presets = Json::array();
  for (const Preset& preset : card.presets) presets.push_back(json(preset));
  object["presets"] = presets;
  object["start"] = card.start;
  object["touching"] = card.touching;
  if (!card.section.empty()) object["section"] = card.section;
  return object.dump(2);
}

}  // namespace carom::study
