// SPDX-License-Identifier: Apache-2.0
// carom run SYSTEM: one run, with its trajectory, event log and summary.
#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/catalog/catalog.hpp"
#include "carom/io/frame_sink.hpp"
#include "carom/io/json.hpp"
#include "carom/io/sink.hpp"
#include "carom/report/film_pictures.hpp"
#include "carom/report/verb_figures.hpp"
#include "carom/sweep/seeds.hpp"
#include "film.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "picture.hpp"
#include "progress_bar.hpp"
#include "restart.hpp"
#include "run_files.hpp"
#include "streams.hpp"
#include "verb.hpp"

namespace carom::app {
namespace {

struct Arguments {
  Common common;
  Text system, preset, until, cycles, seeds, out, events, restart, law, scheme, contact, painleve, q, u, t, rtol, atol,
      dt, h, impulse_step, residue, stiffness, closing_speed, onto_surface, jobs, checkpoint;
  std::vector<std::string> set;
  bool force = false;
  FilmArguments film;
  PictureArguments picture;
};

void read_number(const Text& text, const char* unit, const char* what, std::optional<double>& target) {
  if (text) target = parse_quantity(*text, unit, what);
}

study::RunRequest request_of(const Arguments& a, const study::System& system) {
  if (a.until && a.cycles)
    throw BadInput("a run ends at a time (--until) or after a number of cycles (--cycles), not both");
  const study::SystemCard& card = system.card();
  if (a.seeds && !card.random)
    throw BadInput(fmt::format("system '{}' has nothing random in it, so --seeds is not available", system.name()));
  if (a.checkpoint && !card.many)
    throw BadInput(
        fmt::format("system '{}' goes on from its trajectory (--restart FILE.h5): --checkpoint is for systems of "
                    "many bodies",
                    system.name()));
  if (a.restart && card.many && (a.preset || a.seeds))
    throw BadInput("a run that goes on keeps its parameters and its seed: leave out --preset and --seeds");
  study::RunRequest request = system.request();
  if (a.restart && card.many)
    resume_from(*a.restart, system, request, a.set, a.until || a.cycles);
  else if (a.restart)
    continue_from(*a.restart, system, request);
  if (a.preset) system.apply(system.preset(*a.preset), request);
  for (const std::string& assignment : a.set) request.parameters.assign(assignment);
  if (a.until || a.cycles) request.until = request.cycles = std::nullopt;
  const char* const time_unit = card.time_unit.c_str();
  read_number(a.until, time_unit, "--until", request.until);
  read_number(a.cycles, "1", "--cycles", request.cycles);
  if (a.cycles && !request.state.empty()) request.cycles = *request.cycles + request.cycles_before;
  if (a.q && *a.q != "default") request.q = system.read_coordinates(*a.q, request.parameters, "--q");
  if (a.u) request.u = system.read_velocities(*a.u, request.parameters, "--u");
  read_number(a.t, "s", "--t", request.t);
  if (a.rtol) request.rtol = parse_quantity(*a.rtol, "1", "--rtol");
  if (a.atol)
    request.atol = parse_quantity(*a.atol, "1", "--atol");
  else if (a.rtol)  // what is asked for more closely is not left to the absolute tolerance of others
    request.atol = std::min(request.atol, 1e-2 * request.rtol);
  if (a.law) request.law = study::read_law(*a.law);
  if (a.scheme) request.scheme = study::read_scheme(*a.scheme);
  if (a.contact) request.contact = study::read_contact_model(*a.contact);
  if (a.painleve) request.painleve = study::read_painleve(*a.painleve);
  read_number(a.dt, time_unit, "--dt", request.row_spacing);
  request.keep_state = a.checkpoint.has_value();
  read_number(a.h, "s", "--h", request.step);
  read_number(a.impulse_step, "1", "--impulse-step", request.impulse_step);
  if (a.residue) request.residue = study::read_residue(*a.residue);
  read_number(a.stiffness, "1", "--stiffness", request.stiffness);
  read_number(a.closing_speed, "m/s", "--closing-speed", request.closing_speed);
  read_number(a.onto_surface, "m", "--onto-surface", request.onto_surface);
  if (a.dt && !a.out) throw BadInput("--dt is the spacing of the rows of --out");
  return request;
}

std::string for_people(const study::Value& value) {
  if (const double* number = std::get_if<double>(&value)) return shown(*number);
  if (const long* count = std::get_if<long>(&value)) return std::to_string(*count);
  if (const auto* numbers = std::get_if<std::vector<double>>(&value)) {
    std::string list;
    for (double number : *numbers)
      list += (list.empty() ? "" : " ") + (number == 0 ? "0" : fmt::format("{:.3g}", number));
    return list;
  }
  return study::text_of(value);
}

void print_summary(const study::RunResult& result, const study::SystemCard& card) {
  const std::string s = card.time_unit == "1" ? "" : " " + card.time_unit;
  const std::string J = card.energy_unit == "1" ? "" : " " + card.energy_unit;
  print("{}: {} at t = {}{}", result.system, name(result.outcome), shown(result.t_end), s);
  if (result.cycles > 0) print(" ({} cycles)", shown(result.cycles));
  print(" in {:.2f} s\n", result.wall_seconds);
  std::vector<std::vector<std::string>> rows;
  for (const auto& [observable, value] : result.observables) {
    std::string unit;
    for (const study::Quantity& quantity : card.observables)
      if (quantity.name == observable && quantity.unit != "1") unit = quantity.unit;
    rows.push_back({observable, for_people(value) + (unit.empty() || for_people(value) == "-" ? "" : " " + unit)});
  }
  const EventCounts& events = result.events;
  const std::string own = events.own > 0 ? fmt::format(", {} of its own", events.own) : "";
  rows.push_back({"events", fmt::format("{} impacts, {} multiple impacts, {} close, {} stick, {} slip, {} detach{}",
                                        events.impacts, events.multiple_impacts, events.close, events.stick,
                                        events.slip, events.detach, own)});
  const Ledger& ledger = result.ledger;
  rows.push_back({"energy", fmt::format("kinetic {0}{3}, potential {1}{3}, at the start {2}{3}", shown(ledger.kinetic),
                                        shown(ledger.potential), shown(ledger.initial), J)});
  const std::string by_events = ledger.event_work != 0 ? fmt::format(", events {}{}", shown(ledger.event_work), J) : "";
  rows.push_back(
      {"ledger", fmt::format("drive {0}{4}, lost at normals {1}{4}, in friction {2}{4}, at closing {3}{4}{5}",
                             shown(ledger.drive_work), shown(ledger.normal_loss), shown(ledger.friction_loss),
                             shown(ledger.closing_loss), J, by_events)});
  rows.push_back({"residual", fmt::format("{:.2g}{}, {:.2g} of the exchanged energy", ledger.residual(), J,
                                          ledger.relative_residual())});
  print("{}", aligned(rows));
}

// Where what a run writes goes.
struct RunFiles {
  std::unique_ptr<RowsOfRun> rows = {};
  std::unique_ptr<EventsOfRun> events = {};
  std::unique_ptr<FrameSink> frames = {};

  void close(const io::Ending& ending) const {
    if (rows) rows->close(ending);
    if (events) events->close(ending);
  }
};

RowPlan plan_of(const Arguments& a, const study::System& system, const study::RunRequest& request) {
  RowPlan plan{.length = request.until, .spacing = request.row_spacing, .force = a.force};
  const double rate = system.cycle_rate(request.parameters);
  if (rate > 0 && request.cycles) plan.length = *request.cycles / rate;
  if (rate > 0 && !plan.spacing) plan.spacing = 1 / (200 * rate);
  return plan;
}

RunFiles files_of(const Arguments& a, const study::System& system, const study::RunRequest& request) {
  RunFiles files;
  if (a.out && system.card().many && io::is_frame_file(*a.out))
    files.frames = io::make_frame_sink(*a.out);
  else if (a.out && system.card().many && report::is_picture_file(*a.out))
    files.frames = report::make_picture_sink(*a.out);
  else if (a.out)
    files.rows = std::make_unique<RowsOfRun>(io::make_row_sink(*a.out), *a.out, plan_of(a, system, request));
  if (a.events) files.events = std::make_unique<EventsOfRun>(io::make_event_sink(*a.events));
  check_outputs({a.out, a.events, a.checkpoint, a.common.json, a.film.file, a.picture.file});
  return files;
}

int run(const Arguments& a) {
  const study::System& system = study::system(*a.system);
  study::RunRequest request = request_of(a, system);
  FilmedRun film(system, a.film);
  check_picture(a.picture);
  if (a.picture.file && a.seeds) throw BadInput("a picture is of one run: leave out --seeds");
  if (film && a.seeds) throw BadInput("a film is of one run: leave out --seeds");
  const RunFiles files = files_of(a, system, request);
  request.frames = files.frames.get();
  request.rows = files.rows.get();
  request.events = files.events.get();
  request.interrupt = &interrupt_flag();
  film.attach(request);
  study::FilmRows pictured({}, request.rows);
  if (a.picture.file) request.rows = &pictured;
  if (a.checkpoint)
    request.checkpoint = [&](const study::RunResult& so_far) { write_checkpoint(*a.checkpoint, request, so_far); };
  const double rate = system.cycle_rate(request.parameters);
  ProgressBar bar(a.common.quiet, rate > 0 ? "cycles" : "s", rate > 0 ? rate : 1);
  double planned = plan_of(a, system, request).length.value_or(std::nan(""));
  request.progress = [&](double t, double t_end) {
    planned = t_end;
    bar.update(t, t_end);
  };

  const study::SeedRange seeds = a.seeds ? study::read_seeds(*a.seeds) : study::SeedRange{request.seed, request.seed};
  if (seeds.first == seeds.last) request.seed = seeds.first;
  study::RunResult result;
  try {
    result = study::run_seeds(system, request, seeds, jobs_of(a.jobs));
  } catch (const Interrupted&) {
    bar.clear();
    if (files.rows) files.close({.kind = io::Ending::Kind::interrupted, .t = files.rows->last_t(), .planned = planned});
    throw;
  }
  bar.clear();
  const bool stopped = result.outcome == Outcome::interrupted;
  files.close({.kind = stopped ? io::Ending::Kind::interrupted : io::Ending::Kind::whole,
               .t = result.t_end,
               .planned = planned});
  if (a.checkpoint && !result.state.empty()) write_checkpoint(*a.checkpoint, request, result);
  const std::string unit = system.card().time_unit == "1" ? "" : " " + system.card().time_unit;
  for (const std::string& note : result.notes) say(a.common, "carom: " + note);
  deliver_json(a.common, study::to_json(result));
  if (!a.common.json && !a.common.quiet) print_summary(result, system.card());
  // What is drawn comes last: a film that cannot be made takes nothing else with it.
  std::vector<std::string> told;
  film.write(request, result, told);
  if (a.picture.file)
    write_picture(a.picture,
                  report::run_figure(system.card_for(request.parameters), pictured.header(), pictured.rows()));
  for (const std::string& note : told) say(a.common, "carom: " + note);
  tell_written(a.common, {a.out, a.events, a.checkpoint, a.film.file, a.picture.file});
  if (stopped) {
    say(a.common, fmt::format("carom: interrupted at t = {}{}", shown(result.t_end), unit));
    return interrupted;
  }
  if (succeeded(result.outcome)) return ok;
  talk("carom: the run ended as {} at t = {}{}: {}\n", name(result.outcome), shown(result.t_end), unit, result.reason);
  return run_failed;
}

}  // namespace

Verb run_verb() {
  const auto a = std::make_shared<Arguments>();
  std::vector<Option> options{
      {"--set", "NAME=VALUE", "a parameter, with an optional unit: h0=0.25mm", &a->set},
      {"--preset", "P", "a named set of parameters; --set comes on top", &a->preset},
      {"--until", "T", "time at which the run ends [s; rods: sqrt(d/g); lattice: R/c]", &a->until},
      {"--cycles", "N", "length of the run in periods of the drive", &a->cycles},
      {"--q", "a,b,...", "coordinates of the start", &a->q},
      {"--u", "a,b,...", "velocities of the start", &a->u},
      {"--t", "T", "time of the start [s]", &a->t},
      {"--onto-surface", "D", "put contacts nearer than this to their surface on it: for a rounded start [m]",
       &a->onto_surface},
      {"--out", "FILE", "trajectory: .h5, .csv or .vtk; a film of many bodies: .vtk, .dump or .svg", &a->out},
      {"--dt", "DT", "spacing of its rows [s; rods: sqrt(d/g); lattice: R/c]; rows at events come in addition", &a->dt},
      {"--force", "", "write a trajectory of more than 10^8 rows or 10 GB", &a->force},
      {"--events", "FILE", "event log: .csv, or .h5 with codes for words", &a->events},
      {"--restart", "FILE", "begin where a trajectory (.h5, .csv) or a checkpoint ends, with its parameters",
       &a->restart},
      {"--law", "LAW", "law of impact: energetic, poisson or newton; the system's own by default", &a->law},
      {"--scheme", "S",
       "events (default); moreau: time stepping of first order; stepped: events at step ends, impacts in impulse steps",
       &a->scheme},
      {"--h", "H", "step of --scheme moreau or stepped [s]", &a->h},
      {"--impulse-step", "X",
       "step of the impulses of --scheme stepped, a share of the impulse that stops the fastest contact (1e-3)",
       &a->impulse_step},
      {"--residue", "R",
       "--scheme stepped: what steps leave of slips that stop and of depth: dropped (default), depth (only that) or "
       "kept",
       &a->residue},
      {"--contact", "C", "rigid (default), or compliant: contacts of finite stiffness", &a->contact},
      {"--stiffness", "K", "stiffness of --contact compliant [N/m^eta]", &a->stiffness},
      {"--painleve", "P", "where contact and flight are both possible: flight (default), slip or impact", &a->painleve},
      {"--closing-speed", "V", "slower impacts close the contact [m/s]; 0: chatter is summed to its limit",
       &a->closing_speed},
      {"--rtol", "X", "relative tolerance of a step (1e-10)", &a->rtol},
      {"--atol", "X", "absolute tolerance, in units of each coordinate's scale (1e-12, or a hundredth of --rtol)",
       &a->atol},
      {"--seeds", "a:b", "repeat with random seeds, for systems that have randomness", &a->seeds},
      {"--jobs", "N", "runs at a time with several seeds (all processors)", &a->jobs},
      {"--checkpoint", "FILE", "systems of many bodies: where the run ended, for --restart", &a->checkpoint}};
  for (Option& option : picture_options(a->picture, "coordinates over time and a phase portrait: .svg, .png or .html"))
    options.push_back(std::move(option));
  for (Option& option : film_options(a->film, true)) options.push_back(std::move(option));
  for (Option& option : common_options(a->common)) options.push_back(std::move(option));
  return {
      .name = "run",
      .summary = "run a system from its start",
      .examples = {"carom run dimer --cycles 200", "carom run dimer --preset fig6 --out drift.h5 --events drift.csv",
                   "carom run dimer --set A_r=5.7 --set mu_i=0.08 --cycles 300 --json -",
                   "carom run dimer --film motion.html", "carom run rocking-block --picture block.svg --width 86mm",
                   "carom run dimer --q 0,5.1mm,4deg --u 0,0,0 --t 10ms --until 2s",
                   "carom run dimer --scheme stepped --h 20us --impulse-step 0.02 --cycles 100",
                   "carom run bouncing-ball --set e=0.9 --until 10", "carom run rods --set phi=36deg --seeds 1:4",
                   "carom run rods --preset annulus --out film.vtk",
                   "carom run lattice --preset soft --set pair=1 --seeds 1:20",
                   "carom run lattice-stretch --set lattice=square --set theta=20deg"},
      .positionals = {{.name = "SYSTEM", .meaning = "a name that `carom systems` lists", .target = &a->system}},
      .options = std::move(options),
      .act = [a] { return run(*a); },
      .closing = {
          "Impacts in which Newton's or Poisson's law creates energy are noted and summed as impact_gain [J] in",
          "the JSON; the run goes on.",
          "Exit codes: 0 done, 2 bad input, 3 the run ended by a named failure, 130 interrupted."}};
}

}  // namespace carom::app
