// SPDX-License-Identifier: Apache-2.0
// carom orbit SYSTEM: a periodic orbit, stable or not, with its multipliers.
#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/core.h>

#include "analysis_options.hpp"
#include "carom/catalog/catalog.hpp"
#include "carom/film/recording.hpp"
#include "carom/io/json.hpp"
#include "carom/report/verb_figures.hpp"
#include "output.hpp"
#include "picture.hpp"
#include "streams.hpp"

namespace carom::app {
namespace {

std::string shown(const std::complex<double>& m) {
  if (m.imag() == 0) return fmt::format("{:.9g}", m.real());
  return fmt::format("{:.9g}{:+.9g}i", m.real(), m.imag());
}

void print_summary(const study::OrbitResult& result, const study::SystemCard& card) {
  print("{}: an orbit of period {:.12g} s, {}\n", result.system, result.period, result.stable ? "stable" : "unstable");
  std::vector<std::vector<std::string>> rows;
  std::string multipliers, q, u;
  const std::vector<study::Quantity> rates = rates_of(card.coordinates);
  for (const auto& m : result.multipliers) multipliers += (multipliers.empty() ? "" : ", ") + shown(m);
  for (std::size_t i = 0; i < result.q.size(); ++i) {
    q += fmt::format("{}{} {:.12g}", i == 0 ? "" : ", ", card.coordinates[i].name, result.q[i]);
    u += fmt::format("{}{} {:.12g}", i == 0 ? "" : ", ", rates[i].name, result.u[i]);
  }
  if (!result.section.empty()) rows.push_back({"section", result.section});
  rows.push_back({"regimes", result.sequence});
  rows.push_back({"multipliers", multipliers});
  rows.push_back({"state", fmt::format("t {:.12g}, {}", result.t, q)});
  rows.push_back({"", u});
  std::string states;
  for (const auto& [name, value] : result.states)
    states += fmt::format("{}{} {:.12g}", states.empty() ? "" : ", ", name, value);
  if (!states.empty()) rows.push_back({"", states});
  for (const auto& [name, value] : result.observables) rows.push_back({name, study::text_of(value)});
  rows.push_back({"residual", fmt::format("{:.1e} of the coordinates' scales after {} iterations", result.residual,
                                          result.iterations)});
  print("{}", aligned(rows));
}

// One period of it.
void draw(const study::System& system, const study::OrbitRequest& request, const study::OrbitResult& orbit,
          const PictureArguments& picture) {
  study::RunRequest run{.parameters = request.parameters};
  static_cast<study::MotionOptions&>(run) = request;
  run.q = orbit.q;
  run.u = orbit.u;
  run.t = orbit.t;
  run.until = orbit.t + orbit.period;
  run.row_spacing = orbit.period / 1000;
  // Within rounding of its surface; a millionth of what the motion covers cannot be seen.
  double size = 0;
  for (const double place : orbit.q) size = std::max(size, std::abs(place));
  run.onto_surface = 1e-6 * size;
  for (const auto& [name, value] : orbit.states) run.parameters.set(name, value);
  study::FilmRows rows;
  run.rows = &rows;
  system.run(run);
  write_picture(picture, report::orbit_figure(orbit, system.card_for(request.parameters), rows.header(), rows.rows(),
                                              picture_width(picture)));
}

int act(const AnalysisArguments& a, const PictureArguments& picture) {
  const study::System& system = study::system(*a.system);
  study::OrbitRequest request = read_orbit_request(a, system);
  check_picture(picture);
  check_outputs({a.common.json, picture.file});
  const study::OrbitResult result = study::find_orbit(system, request);
  deliver_json(a.common, study::to_json(result));
  if (result.outcome == Outcome::interrupted) return interrupted;
  if (result.found()) {
    if (picture.file) draw(system, request, result, picture);
    if (!a.common.json && !a.common.quiet) print_summary(result, system.card());
    tell_written(a.common, {picture.file});
    return ok;
  }
  talk("carom: no orbit was found: {}: {}\n", name(result.outcome), result.reason);
  if (!result.q.empty()) {
    std::string q;
    for (double value : result.q) q += fmt::format("{}{:.9g}", q.empty() ? "" : ",", value);
    say(a.common, fmt::format("carom: the search ended at --q {}", q));
  }
  return run_failed;
}

}  // namespace

Verb orbit_verb() {
  const auto a = std::make_shared<AnalysisArguments>();
  const auto picture = std::make_shared<PictureArguments>();
  std::vector<Option> options = analysis_options(*a);
  options.push_back({"--period", "T", "a guess of the period [s]", &a->period});
  options.push_back({"--crossings", "N", "points of the section, or periods of the drive, in a period", &a->crossings});
  for (Option& option : picture_options(*picture, "phase portrait and multipliers: .svg, .png or .html"))
    options.push_back(std::move(option));
  return {
      .name = "orbit",
      .summary = "find a periodic orbit, stable or not, and its multipliers",
      .examples = {"carom orbit impact-oscillator --set mu=0.5",
                   "carom orbit impact-oscillator --set mu=0.5 --set eps=0.2 --json -",
                   "carom orbit impact-oscillator --set mu=0.4098 --q 0.38,0.92867 --u 0,0",
                   "carom orbit dimer --set mu_i=0.08",
                   "carom orbit impact-oscillator --set mu=0.5 --section y_dot=0,falling"},
      .positionals = {{.name = "SYSTEM", .meaning = "a name that `carom systems` lists", .target = &a->system}},
      .options = std::move(options),
      .act = [a, picture] { return act(*a, *picture); },
      .closing = {
          "Multipliers are the eigenvalues of the derivative of a period through all its events, without the trivial",
          "ones. A motion that comes to rest, as all do that lose energy and get none, crosses no section again.",
          "Exit codes: 0 found, 2 bad input, 3 not found (a section never crossed, no convergence), 130 interrupted."}};
}

}  // namespace carom::app
