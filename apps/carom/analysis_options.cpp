// SPDX-License-Identifier: Apache-2.0
#include "analysis_options.hpp"

#include <cmath>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/base/parameters.hpp"
#include "interrupt.hpp"

namespace carom::app {

study::OrbitRequest read_orbit_request(const AnalysisArguments& a, const study::System& system) {
  study::RunRequest run = system.request();
  if (a.preset) system.apply(system.preset(*a.preset), run);
  for (const std::string& assignment : a.set) run.parameters.assign(assignment);
  study::OrbitRequest request{.parameters = run.parameters};
  request.law = run.law;
  if (a.q && *a.q != "default") request.q = system.read_coordinates(*a.q, run.parameters, "--q");
  if (a.u) request.u = system.read_velocities(*a.u, run.parameters, "--u");
  if (a.t) request.t = parse_quantity(*a.t, "s", "--t");
  if (a.period) request.period = parse_quantity(*a.period, "s", "--period");
  if (a.settle) request.settle = parse_quantity(*a.settle, "s", "--settle");
  if (a.rtol) request.rtol = parse_quantity(*a.rtol, "1", "--rtol");
  if (a.atol) request.atol = parse_quantity(*a.atol, "1", "--atol");
  if (a.law) request.law = study::read_law(*a.law);
  if (a.painleve) request.painleve = study::read_painleve(*a.painleve);
  if (a.closing_speed) request.closing_speed = parse_quantity(*a.closing_speed, "m/s", "--closing-speed");
  if (a.section) request.section = system.read_section(*a.section, run.parameters, "--section");
  request.crossings = read_count(a.crossings, "--crossings", 0, 1, 1000);
  request.interrupt = &interrupt_flag();
  return request;
}

std::vector<Option> analysis_options(AnalysisArguments& a) {
  std::vector<Option> options{
      {"--set", "NAME=VALUE", "a parameter, with an optional unit", &a.set},
      {"--preset", "P", "a named set of parameters; --set comes on top", &a.preset},
      {"--q", "a,b,...", "coordinates of a guess; otherwise what the system's own start settles on", &a.q},
      {"--u", "a,b,...", "velocities of the guess (0)", &a.u},
      {"--t", "T", "time of the guess, for the phase of a drive [s]", &a.t},
      {"--settle", "T", "time for which the start settles [s] (60)", &a.settle},
      {"--section", "WHERE", section_meaning, &a.section},
      {"--law", "LAW", "law of impact: energetic, poisson or newton; the system's own by default", &a.law},
      {"--painleve", "P", "where contact and flight are both possible: flight (default), slip or impact", &a.painleve},
      {"--closing-speed", "V", "slower impacts close the contact [m/s]; 0: chatter is summed to its limit",
       &a.closing_speed},
      {"--rtol", "X", "relative tolerance of a step (1e-12)", &a.rtol},
      {"--atol", "X", "absolute tolerance, in units of each coordinate's scale (1e-14)", &a.atol}};
  for (Option& option : common_options(a.common)) options.push_back(std::move(option));
  return options;
}

double read_bound(const Text& text, const std::string& option, const std::string& parameter,
                  const study::System& system) {
  if (!text) throw BadInput(fmt::format("give the range of '{}' with --from and --to", parameter));
  const ParameterSpec& spec = system.card().parameters.at(parameter, "system '" + system.name() + "'");
  return parse_quantity(*text, spec.unit, option);
}

int read_count(const Text& text, const std::string& option, int fallback, int least, int most) {
  if (!text) return fallback;
  const double value = parse_quantity(*text, "1", option);
  if (!(value >= least && value <= most) || value != std::floor(value))
    throw BadInput(fmt::format("{} must be a whole number between {} and {}, got {}", option, least, most, *text));
  return static_cast<int>(value);
}

}  // namespace carom::app
