// SPDX-License-Identifier: Apache-2.0
// carom impact SYSTEM: velocities before an impact to velocities after it.
#include <memory>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/catalog/catalog.hpp"
#include "carom/film/recording.hpp"
#include "carom/io/json.hpp"
#include "carom/io/sink.hpp"
#include "carom/report/verb_figures.hpp"
#include "output.hpp"
#include "picture.hpp"
#include "streams.hpp"
#include "verb.hpp"

namespace carom::app {
namespace {

struct Arguments {
  Common common;
  Text system, preset, q, u, t, onto_surface, law, E0, trace;
  std::vector<std::string> set;
  PictureArguments picture;
};

void print_summary(const study::ImpactOutcome& outcome, const study::SystemCard& card) {
  std::vector<std::vector<std::string>> rows;
  const std::vector<study::Quantity> rates = study::rates_of(card.coordinates);
  for (std::size_t i = 0; i < rates.size(); ++i)
    rows.push_back({rates[i].name,
                    fmt::format("{} to {} {}", shown(outcome.u_minus[i]), shown(outcome.u_plus[i]), rates[i].unit)});
  for (const study::ContactImpact& contact : outcome.contacts) {
    std::string sequence;
    for (ContactMode mode : contact.sequence) sequence += fmt::format("{}{}", sequence.empty() ? "" : ", ", name(mode));
    rows.push_back({contact.name, fmt::format("v_n {} to {} m/s, v_t {} to {} m/s, P_n {} N s, P_t {} N s{}",
                                              shown(contact.v_n_minus), shown(contact.v_n_plus),
                                              shown(contact.v_t_minus), shown(contact.v_t_plus), shown(contact.P_n),
                                              shown(contact.P_t), sequence.empty() ? "" : ": " + sequence)});
  }
  rows.push_back({"energy", fmt::format("{} to {} J", shown(outcome.energy_before), shown(outcome.energy_after))});
  rows.push_back({"residual", fmt::format("{:.2g} ({} law)", outcome.residual, name(outcome.law))});
  print("{}", aligned(rows, ""));
}

int impact(const Arguments& a) {
  const study::System& system = study::system(*a.system);
  study::RunRequest settings = system.request();  // presets speak of runs
  if (a.preset) system.apply(system.preset(*a.preset), settings);
  for (const std::string& assignment : a.set) settings.parameters.assign(assignment);
  study::ImpactRequest request{.parameters = settings.parameters};
  if (!a.q)
    throw BadInput("an impact needs its configuration: --q a,b,..., or --q default for the system's own touching one");
  if (*a.q != "default") request.q = system.read_coordinates(*a.q, settings.parameters, "--q");
  if (a.u) request.u = system.read_velocities(*a.u, settings.parameters, "--u");
  if (a.t) request.t = parse_quantity(*a.t, "s", "--t");
  if (a.onto_surface) request.onto_surface = parse_quantity(*a.onto_surface, "m", "--onto-surface");
  request.law =
      a.law ? study::read_law(*a.law)
            : settings.law.value_or(a.trace || a.E0 || a.picture.file ? Restitution::energetic : system.card().law);
  if (a.E0) {
    std::vector<study::Quantity> energies;
    for (const study::Quantity& contact : system.card_for(settings.parameters).contacts)
      energies.push_back({.name = contact.name, .unit = "J"});
    request.E0 = study::read_list(*a.E0, energies, "--E0");
  }
  std::unique_ptr<RowSink> trace;
  if (a.trace) trace = io::make_row_sink(*a.trace);
  check_picture(a.picture);
  if (a.picture.file && request.law != Restitution::energetic)
    throw BadInput("a picture goes along the impulse, which the energetic law alone has a flow for: --law energetic");
  check_outputs({a.trace, a.picture.file, a.common.json});
  study::FilmRows pictured({}, trace.get());
  request.trace = a.picture.file ? &pictured : trace.get();

  const study::ImpactOutcome outcome = system.impact(request);
  if (a.picture.file)
    write_picture(a.picture, report::impact_figure(system.name(), pictured.header(), pictured.rows()));
  for (const std::string& note : outcome.notes) say(a.common, "carom: " + note);
  deliver_json(a.common, study::to_json(outcome));
  if (!a.common.json && !a.common.quiet) print_summary(outcome, system.card_for(settings.parameters));
  tell_written(a.common, {a.trace, a.picture.file});
  if (outcome.failure.empty()) return ok;
  talk("carom: {}\n", outcome.failure);
  return run_failed;
}

}  // namespace

Verb impact_verb() {
  const auto a = std::make_shared<Arguments>();
  std::vector<Option> options{
      {"--q", "a,b,...", "coordinates, or `default`: the system's own touching configuration", &a->q},
      {"--u", "a,b,...", "velocities before the impact", &a->u},
      {"--t", "T", "time, where a drive matters [s] (0)", &a->t},
      {"--onto-surface", "D", "put contacts nearer than this to their surface on it: for a rounded --q [m]",
       &a->onto_surface},
      {"--set", "NAME=VALUE", "a parameter, with an optional unit", &a->set},
      {"--preset", "P", "a named set of parameters; --set comes on top", &a->preset},
      {"--law", "LAW", "energetic, poisson or newton; the system's own by default", &a->law},
      {"--E0", "a,b,...", "energy stored at each contact before the impact [J]", &a->E0},
      {"--trace", "FILE.csv", "the impact from beginning to end (energetic law)", &a->trace}};
  for (Option& option :
       picture_options(a->picture, "the impact along its impulse (energetic law): .svg, .png or .html"))
    options.push_back(std::move(option));
  for (Option& option : common_options(a->common)) options.push_back(std::move(option));
  return {
      .name = "impact",
      .summary = "an impact: velocities after it from velocities before it",
      .examples = {"carom impact dimer --set Gamma=0 --q default --u -2cm/s,-5cm/s,-2",
                   "carom impact dimer --set Gamma=0 --q 0,4.75mm,0 --u 0,-0.1,0 --law newton --json -",
                   "carom impact dimer --q default --u 0,-0.1,-1 --trace impact.csv",
                   "carom impact bouncing-ball --set mu=0.2 --q default --u 1,-2,0"},
      .positionals = {{.name = "SYSTEM", .meaning = "a name that `carom systems` lists", .target = &a->system}},
      .options = std::move(options),
      .act = [a] { return impact(*a); },
      .closing = {"All contacts whose gap is zero take part. Velocities are those of the coordinates; what counts at a",
                  "contact is its velocity relative to the surface at time --t.",
                  "Newton's and Poisson's laws can create energy; energy_gain [J] says how much, and a note does.",
                  "Exit codes: 0 done, with or without such a gain, 2 bad input, 3 the law has no solution here."}};
}

}  // namespace carom::app
