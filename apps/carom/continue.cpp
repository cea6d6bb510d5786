// SPDX-License-Identifier: Apache-2.0
// carom continue SYSTEM: a branch of equilibria or orbits in a parameter, with its special points.
#include <memory>

#include <fmt/core.h>

#include "analysis_options.hpp"
#include "carom/analysis/continuation.hpp"
#include "carom/base/atomic_file.hpp"
#include "carom/base/bad_input.hpp"
#include "carom/catalog/catalog.hpp"
#include "carom/io/json.hpp"
#include "carom/report/verb_figures.hpp"
#include "output.hpp"
#include "picture.hpp"
#include "progress_bar.hpp"
#include "streams.hpp"

namespace carom::app {
namespace {

struct Arguments {
  AnalysisArguments analysis;
  PictureArguments picture;
  Text branch, param, from, to, step, max_step, max_points, out;
};

void print_summary(const study::ContinuationResult& result) {
  print("{}: {} {}, {} from {:.9g} to {:.9g}\n", result.system, result.branch.size(),
        result.kind == study::BranchKind::orbit ? "orbits" : "equilibria", result.parameter,
        result.branch.front().parameter, result.branch.back().parameter);
  std::vector<std::vector<std::string>> rows;
  for (const study::SpecialPoint& point : result.special) {
    std::string more = point.from == point.to || point.to.empty() ? point.from : point.from + " to " + point.to;
    for (const auto& [name, value] : point.values) more += fmt::format(", {} {:.9g}", name, value);
    rows.push_back(
        {std::string(name(point.kind)), fmt::format("{} = {:.9f}", result.parameter, point.parameter), more});
  }
  print("{}", aligned(rows));
}

int act(const Arguments& a) {
  const study::System& system = study::system(*a.analysis.system);
  study::ContinuationRequest request{.start = read_orbit_request(a.analysis, system)};
  const std::string branch = a.branch.value_or("orbit");
  if (branch != "orbit" && branch != "equilibrium")
    throw BadInput(fmt::format("--branch must be orbit or equilibrium, got '{}'", branch));
  request.kind = branch == "orbit" ? study::BranchKind::orbit : study::BranchKind::equilibrium;
  if (!a.param) throw BadInput("name the parameter that varies (--param)");
  request.parameter = *a.param;
  request.from = read_bound(a.from, "--from", *a.param, system);
  request.to = read_bound(a.to, "--to", *a.param, system);
  if (a.step) request.step = read_bound(a.step, "--step", *a.param, system);
  if (a.max_step) request.max_step = read_bound(a.max_step, "--max-step", *a.param, system);
  if (request.step < 0 || request.max_step < 0) throw BadInput("steps are above 0; --from and --to give the direction");
  request.max_points = read_count(a.max_points, "--max-points", 1000, 2, 1000000);
  if (a.out && !a.out->ends_with(".csv"))
    throw BadInput(fmt::format("--out is a table and ends in .csv, got '{}'", *a.out));
  check_picture(a.picture);
  check_outputs({a.out, a.picture.file, a.analysis.common.json});
  ProgressBar bar(a.analysis.common.quiet, "of the range", 1);
  request.progress = [&bar](double, double done) { bar.update(done, 1); };
  const study::ContinuationResult result = study::follow_branch(system, request);
  bar.clear();
  std::vector<std::string> coordinates;
  for (const study::Quantity& q : system.card().coordinates) coordinates.push_back(q.name);
  if (a.out) report::write_atomically(*a.out, study::to_csv(result, coordinates));
  deliver_json(a.analysis.common, study::to_json(result));
  if (!a.analysis.common.json && !a.analysis.common.quiet && !result.branch.empty()) print_summary(result);
  if (a.picture.file && !result.branch.empty()) write_picture(a.picture, report::branch_figure(result, system.card()));
  tell_written(a.analysis.common, {a.out, a.picture.file});
  if (result.outcome == Outcome::interrupted) {
    say(a.analysis.common, "carom: interrupted; what was computed is kept");
    return interrupted;
  }
  if (succeeded(result.outcome)) {
    if (!result.reason.empty()) say(a.analysis.common, "carom: " + result.reason);
    return ok;
  }
  talk("carom: the branch ended as {}: {}\n", name(result.outcome), result.reason);
  if (!result.branch.empty())
    say(a.analysis.common, fmt::format("carom: the last point is {} = {:.12g}; {} points are kept", result.parameter,
                                       result.branch.back().parameter, result.branch.size()));
  return run_failed;
}

}  // namespace

Verb continue_verb() {
  const auto a = std::make_shared<Arguments>();
  std::vector<Option> options = analysis_options(a->analysis);
  options.insert(options.begin(),
                 {{"--branch", "KIND", "orbit (default) or equilibrium", &a->branch},
                  {"--param", "NAME", "the parameter that varies", &a->param},
                  {"--from", "A", "where the branch begins", &a->from},
                  {"--to", "B", "where it ends, unless it turns and comes back", &a->to},
                  {"--step", "S", "first step in the parameter (a hundredth of the range)", &a->step},
                  {"--max-step", "S", "longest step (a fiftieth of the range)", &a->max_step},
                  {"--max-points", "N", "points after which it ends (1000)", &a->max_points},
                  {"--out", "FILE.csv", "the points of the branch and the special points as a table", &a->out}});
  options.push_back({"--period", "T", "a guess of the period [s]", &a->analysis.period});
  options.push_back(
      {"--crossings", "N", "points of the section, or periods of the drive, in a period", &a->analysis.crossings});
  for (Option& option : picture_options(a->picture, "the branch with its special points: .svg, .png or .html"))
    options.push_back(std::move(option));
  return {
      .name = "continue",
      .summary = "follow a branch of equilibria or orbits, and locate its special points",
      .examples =
          {"carom continue impact-oscillator --branch equilibrium --param mu --from 0.3 --to 0.45",
           "carom continue impact-oscillator --param mu --from 0.5 --to 0.38 --out branch.csv",
           "carom continue impact-oscillator --preset set2 --param mu --from 0.356 --to 0.5 --settle 400 --json -",
           "carom continue dimer --set mu_i=0.08 --param Gamma --from 0.9 --to 1.3"},
      .positionals = {{.name = "SYSTEM",
                       .meaning = "a name that `carom systems` lists",
                       .target = &a->analysis.system}},
      .options = std::move(options),
      .act = [a] { return act(*a); },
      .closing = {
          "HB Hopf, LP fold, PD period doubling, NS a pair leaves the unit circle, LO lift-off, ST first stick,",
          "PV slip impossible at the end of stick, NF nonsmooth fold, SQ another change of the regimes.",
          "Exit codes: 0 followed to its end, 2 bad input, 3 it could not be followed (the points are kept), 130."}};
}

}  // namespace carom::app
