// SPDX-License-Identifier: Apache-2.0
#include "carom/catalog/request_checks.hpp"

#include <cmath>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"

namespace carom::study {

void check_between(const char* what, double value, double min, double max) {
  if (value >= min && value <= max) return;
  throw BadInput(fmt::format("{} must be between {} and {}, got {}", what, min, max, value));
}

void check_positive(const char* what, const std::optional<double>& value, const char* unit) {
  if (!value || (*value > 0 && std::isfinite(*value))) return;
  throw BadInput(fmt::format("{} must be above 0 {}, got {}", what, unit, *value));
}

void check_finite(const char* what, const std::vector<double>& values, std::size_t size) {
  if (!values.empty() && values.size() != size)
    throw BadInput(fmt::format("{} needs {} values, got {}", what, size, values.size()));
  for (double value : values)
    if (!std::isfinite(value)) throw BadInput(fmt::format("{} must be finite numbers", what));
}

void check_motion(const MotionOptions& motion) {
  // Below 1e-14 rounding alone exceeds the tolerance; above a hundredth nothing is resolved.
  check_between("--rtol", motion.rtol, 1e-14, 1e-2);
  check_between("--atol", motion.atol, 1e-16, 1e-2);
  if (motion.closing_speed) check_between("the closing speed", *motion.closing_speed, 0, 1e6);
}

namespace {

// What the schemes beside the event-driven one have no use for, or that one.
void check_scheme(const RunRequest& request) {
  const bool by_events = request.scheme == Scheme::events, compliant = request.contact == ContactModel::compliant;
  const std::string_view scheme = name(request.scheme);
  if (!by_events && compliant)
    throw BadInput(
        fmt::format("the scheme '{0}' has rigid contacts: leave out --contact compliant or --scheme {0}", scheme));
  if (request.scheme == Scheme::moreau && request.law && *request.law != Restitution::newton)
    throw BadInput("the scheme 'moreau' steps with Newton's law: leave out --law or give --law newton");
  if (request.scheme == Scheme::stepped && request.law && *request.law != Restitution::energetic)
    throw BadInput("the scheme 'stepped' steps along the energetic law: leave out --law");
  if (compliant && request.law && *request.law != Restitution::energetic)
    throw BadInput("compliant contacts restitute by the energetic law: leave out --law");
  if (request.step && by_events) throw BadInput("--h is the step of --scheme moreau or stepped");
  if (request.impulse_step && request.scheme != Scheme::stepped)
    throw BadInput("--impulse-step belongs to --scheme stepped");
  if (request.residue && request.scheme != Scheme::stepped) throw BadInput("--residue belongs to --scheme stepped");
  if (request.stiffness && !compliant) throw BadInput("--stiffness belongs to --contact compliant");
  if (request.events && (!by_events || compliant))
    throw BadInput("an event log needs rigid contacts and the scheme 'events', which locates the events");
}

}  // namespace

void check_request(const RunRequest& request, const SystemCard& card) {
  check_finite("q", request.q, card.coordinates.size());
  check_finite("u", request.u, card.coordinates.size());
  if (request.t) check_finite("t", {*request.t}, 1);
  if (request.until && request.cycles)
    throw BadInput("a run ends at a time (--until) or after a number of cycles (--cycles), not both");
  if (request.until) check_finite("--until", {*request.until}, 1);
  check_positive("--cycles", request.cycles, "cycles");
  check_motion(request);
  check_positive("--dt", request.row_spacing, "s");
  check_positive("--h", request.step, "s");
  check_positive("--onto-surface", request.onto_surface, "m");
  check_positive("--stiffness", request.stiffness, "N/m^eta");
  check_positive("--impulse-step", request.impulse_step, "of an impulse");
  if (request.impulse_step) check_between("--impulse-step", *request.impulse_step, 1e-7, 1);
  check_scheme(request);
}

void check_request(const ImpactRequest& request, const SystemCard& card) {
  check_finite("q", request.q, card.coordinates.size());
  if (request.u.empty()) throw BadInput("an impact needs the velocities before it (--u)");
  check_finite("u", request.u, card.coordinates.size());
  check_finite("t", {request.t}, 1);
  check_positive("--onto-surface", request.onto_surface, "m");
  check_finite("--E0", request.E0, card.contacts.size());
  bool stored = false;
  for (double energy : request.E0) {
    if (energy < 0) throw BadInput(fmt::format("--E0 must be energies of at least 0 J, got {}", energy));
    stored = stored || energy > 0;
  }
  if (request.law == Restitution::energetic) return;
  if (stored) throw BadInput("energy stored at the contacts (--E0) has a meaning for the energetic law only");
  if (request.trace) throw BadInput("an impact by a law in impulses has no history to trace; use the energetic law");
}

void check_range(const std::string& parameter, double from, double to, const SystemCard& card) {
  if (parameter.empty()) throw BadInput("name the parameter that varies (--param)");
  const ParameterSpec& spec = card.parameters.at(parameter, "system '" + card.name + "'");
  if (!spec.choices.empty() || spec.list || spec.integer)
    throw BadInput(fmt::format("parameter '{}' does not vary continuously", parameter));
  if (spec.of_start)
    throw BadInput(
        fmt::format("parameter '{}' is a value of the start, on which no motion that settles depends", parameter));
  if (!std::isfinite(from) || !std::isfinite(to) || from == to)
    throw BadInput(fmt::format("the range of '{}' goes from {} to {}: give two different numbers (--from, --to)",
                               parameter, from, to));
  Parameters probe(card.parameters, "system '" + card.name + "'");
  probe.set(parameter,
            from);  // throws where it is not valid; where the way to `to` leaves the model is for the study to say
}

void check_tangential_restitution(const ContactLaw& law, Restitution restitution) {
  if (law.eps_T == 0 || restitution == Restitution::poisson) return;
  throw BadInput(fmt::format(
      "only Poisson's law has a tangential restitution: give --law poisson or leave eps_T = {} out", law.eps_T));
}

std::vector<std::pair<std::string, Value>> values_of(const Parameters& parameters) {
  std::vector<std::pair<std::string, Value>> list;
  for (const ParameterSpec& spec : parameters.table().specs()) {
    if (spec.list && parameters.list(spec.name).size() > 1) {
      list.emplace_back(spec.name, parameters.list(spec.name));
    } else if (spec.integer) {
      list.emplace_back(spec.name, static_cast<long>(parameters[spec.name]));
    } else if (spec.choices.empty()) {
      list.emplace_back(spec.name, parameters[spec.name]);
    } else {
      list.emplace_back(spec.name, parameters.word(spec.name));
    }
  }
  return list;
}

std::string_view law_text(Restitution law) {
  switch (law) {
    case Restitution::energetic: return "The energetic law";
    case Restitution::poisson: return "Poisson's law";
    case Restitution::newton: return "Newton's law";
  }
  return "The law";
}

std::string length_text(double metres) {
  const double size = std::abs(metres);
  if (size < 1e-6) return fmt::format("{:.4g} nm", metres * 1e9);
  if (size < 1) return fmt::format("{:.4g} mm", metres * 1e3);
  return fmt::format("{:.4g} m", metres);
}

}  // namespace carom::study
