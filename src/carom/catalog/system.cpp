// SPDX-License-Identifier: Apache-2.0
#include "carom/catalog/system.hpp"

#include <array>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/base/number_text.hpp"

namespace carom::study {
namespace {

// The entry of that name; otherwise a refusal that offers the nearest.
template <class List, class Name>
const auto& named(const List& list, std::string_view wanted, std::string_view subject, Name&& name_of) {
  std::vector<std::string> names;
  for (const auto& entry : list) {
    if (name_of(entry) == wanted) return entry;
    names.emplace_back(name_of(entry));
  }
  std::string message = fmt::format("{} '{}'", subject, wanted);
  if (const auto nearest = nearest_name(wanted, names)) {
    message += fmt::format("; did you mean '{}'?", *nearest);
  } else if (names.size() <= 8) {
    message += "; there is";
    for (std::size_t i = 0; i < names.size(); ++i)
      message += fmt::format("{} '{}'", i == 0 ? "" : i + 1 == names.size() ? " and" : ",", names[i]);
  }
  throw BadInput(message);
}

template <class Choice, std::size_t Count>
Choice read_choice(std::string_view text, const std::array<Choice, Count>& choices, std::string_view subject) {
  return named(choices, text, subject, [](Choice choice) { return name(choice); });
}

}  // namespace

std::string_view name(Scheme scheme) {
  switch (scheme) {
    case Scheme::events: return "events";
    case Scheme::moreau: return "moreau";
    case Scheme::stepped: return "stepped";
  }
  return "unknown";
}
std::string_view name(ContactModel contact) { return contact == ContactModel::rigid ? "rigid" : "compliant"; }
std::string_view name(PainleveChoice choice) {
  switch (choice) {
    case PainleveChoice::flight: return "flight";
    case PainleveChoice::slip: return "slip";
    case PainleveChoice::impact: return "impact";
  }
  return "unknown";
}
std::string_view name(StepResidue residue) {
  switch (residue) {
    case StepResidue::dropped: return "dropped";
    case StepResidue::depth: return "depth";
    case StepResidue::kept: return "kept";
  }
  return "unknown";
}

Scheme read_scheme(std::string_view text) {
  return read_choice(text, std::array{Scheme::events, Scheme::moreau, Scheme::stepped}, "there is no scheme");
}
StepResidue read_residue(std::string_view text) {
  return read_choice(text, std::array{StepResidue::dropped, StepResidue::depth, StepResidue::kept},
                     "there is no choice for the residue");
}
ContactModel read_contact_model(std::string_view text) {
  return read_choice(text, std::array{ContactModel::rigid, ContactModel::compliant}, "there is no contact model");
}
PainleveChoice read_painleve(std::string_view text) {
  return read_choice(text, std::array{PainleveChoice::flight, PainleveChoice::slip, PainleveChoice::impact},
                     "there is no choice for Painlevé's case");
}
Restitution read_law(std::string_view text) {
  return read_choice(text, std::array{Restitution::energetic, Restitution::poisson, Restitution::newton},
                     "there is no law of impact");
}

std::vector<double> read_list(std::string_view text, const std::vector<Quantity>& expected, std::string_view what) {
  std::vector<double> values;
  std::size_t from = 0, count = 0;
  while (from <= text.size()) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    if (count < expected.size()) {
      const Quantity& quantity = expected[count];
      values.push_back(
          parse_quantity(text.substr(from, comma - from), quantity.unit, fmt::format("{} {}", what, quantity.name)));
    }
    ++count;
    from = comma + 1;
  }
  if (count == expected.size()) return values;
  constexpr std::size_t shown = 8, begin = 3;  // of a longer list: the first few and the last
  std::string names;
  for (std::size_t k = 0; k < expected.size(); ++k) {
    if (k > 0) names += ',';
    if (expected.size() > shown && k == begin) {
      names += "...,";
      k = expected.size() - 1;
    }
    names += expected[k].name;
  }
  throw BadInput(fmt::format("{} needs {} value{} ({}), got {}", what, expected.size(), expected.size() == 1 ? "" : "s",
                             names, count));
}

std::vector<Quantity> rates_of(const std::vector<Quantity>& coordinates) {
  std::vector<Quantity> rates;
  for (const Quantity& q : coordinates) {
    std::string name = q.name;
    name.insert(std::min(name.find('['), name.size()), "_dot");  // of x[1] it is x_dot[1]
    rates.push_back({.name = name, .unit = q.unit + "/s", .meaning = "rate of " + q.name});
  }
  return rates;
}

Parameters System::defaults() const { return Parameters(card_.parameters, "system '" + card_.name + "'"); }

const Preset& System::preset(std::string_view wanted) const {
  if (card_.presets.empty()) throw BadInput(fmt::format("system '{}' has no presets", card_.name));
  return named(card_.presets, wanted, fmt::format("system '{}' has no preset", card_.name),
               [](const Preset& preset) { return std::string_view(preset.name); });
}

void System::apply(const Preset& preset, RunRequest& request) const {
  for (const std::string& assignment : preset.assignments) request.parameters.assign(assignment);
  if (preset.law) request.law = preset.law;
  if (!preset.q.empty()) request.q = read_coordinates(preset.q, request.parameters, "preset " + preset.name);
  if (!preset.u.empty()) request.u = read_velocities(preset.u, request.parameters, "preset " + preset.name);
  if (!preset.t.empty()) request.t = parse_quantity(preset.t, "s", "preset " + preset.name);
  if (preset.cycles) request.cycles = preset.cycles;
  if (preset.until) request.until = preset.until;
}

void System::impacts(const ImpactRequest&, const ManyImpacts&) const {
  throw BadInput(fmt::format("system '{}' has no impacts to be computed by rows", card_.name));
}

FlowMapFactory System::flow_maps(const MotionOptions&, const SectionChoice&) const {
  throw BadInput(fmt::format("system '{}' has no section by which its motions could be told apart", card_.name));
}
void System::check_configuration(const Parameters&, const std::vector<double>&, const std::optional<double>&) const {}

std::vector<double> System::read_coordinates(std::string_view text, const Parameters& parameters,
                                             std::string_view what) const {
  return read_list(text, card_for(parameters).coordinates, what);
}

std::vector<double> System::read_velocities(std::string_view text, const Parameters& parameters,
                                            std::string_view what) const {
  return read_list(text, rates_of(card_for(parameters).coordinates), what);
}

std::vector<double> System::read_coordinates(std::string_view text, std::string_view what) const {
  return read_list(text, card_.coordinates, what);
}

std::vector<double> System::read_velocities(std::string_view text, std::string_view what) const {
  return read_list(text, rates_of(card_.coordinates), what);
}

std::string text_of(const Value& value) {
  if (const auto* number = std::get_if<double>(&value)) return fmt::format("{}", *number);
  if (const auto* count = std::get_if<long>(&value)) return fmt::format("{}", *count);
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* estimate = std::get_if<SeedMean>(&value))
    return estimate->n > 1
               ? fmt::format("{:.6g} ± {:.2g} ({} seeds)", estimate->mean, estimate->standard_error, estimate->n)
               : fmt::format("{:.6g} (one seed)", estimate->mean);
  std::string list;
  if (const auto* numbers = std::get_if<std::vector<double>>(&value)) {
    for (double number : *numbers) list += fmt::format("{}{}", list.empty() ? "" : ",", number);
    return list;
  }
  return observe::sequence_of(std::get<std::vector<Phase>>(value));
}

std::string RunResult::brief() const {
  std::string text = fmt::format("{}: {} at t = {:.6g} s after {} events in {:.2f} s", system, carom::name(outcome),
                                 t_end, events.total(), wall_seconds);
  return reason.empty() ? text : text + ": " + reason;
}

std::string ImpactOutcome::brief() const {
  if (!failure.empty()) return failure;
  return fmt::format("{} contact{}, {} law, energy {:.6g} to {:.6g} J, residual {:.1e}", contacts.size(),
                     contacts.size() == 1 ? "" : "s", carom::name(law), energy_before, energy_after, residual);
}

}  // namespace carom::study
