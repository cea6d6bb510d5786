// SPDX-License-Identifier: Apache-2.0
// carom bifurcation SYSTEM: what motions settle on, value by value of a parameter.
#include <algorithm>
#include <memory>
#include <thread>

#include <fmt/core.h>

#include "analysis_options.hpp"
#include "carom/analysis/bifurcation.hpp"
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
  Text param, from, to, points, direction, keep, jobs, out;
  bool lyapunov = false;
};

// Runs of values with the same motion, as one line each.
void print_summary(const study::BifurcationResult& result) {
  print("{}\n", result.brief());
  std::vector<std::vector<std::string>> rows;
  const auto motion = [](const study::BifurcationRow& row) {
    if (!succeeded(row.outcome)) return std::string(name(row.outcome));
    if (row.equilibrium) return std::string("at rest (") + row.sequence + ")";
    return row.period > 0 ? fmt::format("period {} ({})", row.period, row.sequence) : std::string("no period found");
  };
  for (std::size_t i = 0; i < result.rows.size();) {
    std::size_t j = i;
    while (j + 1 < result.rows.size() && result.rows[j + 1].up == result.rows[i].up &&
           motion(result.rows[j + 1]) == motion(result.rows[i]))
      ++j;
    rows.push_back(
        {result.rows[i].up ? "up" : "down",
         fmt::format("{} = {:.9g} to {:.9g}", result.parameter, result.rows[i].parameter, result.rows[j].parameter),
         motion(result.rows[i])});
    i = j + 1;
  }
  print("{}", aligned(rows));
}

int act(const Arguments& a) {
  const study::System& system = study::system(*a.analysis.system);
  const study::OrbitRequest start = read_orbit_request(a.analysis, system);
  study::BifurcationRequest request{.run = {.parameters = start.parameters}};
  request.run.q = start.q;
  request.run.u = start.u;
  request.run.t = start.t;
  static_cast<study::MotionOptions&>(request.run) = start;
  request.section = start.section;
  // No derivative is taken along a sweep: the tolerances of a run do.
  if (!a.analysis.rtol) request.run.rtol = study::MotionOptions{}.rtol;
  if (!a.analysis.atol) request.run.atol = study::MotionOptions{}.atol;
  if (!a.param) throw BadInput("name the parameter that varies (--param)");
  request.parameter = *a.param;
  request.from = read_bound(a.from, "--from", *a.param, system);
  request.to = read_bound(a.to, "--to", *a.param, system);
  request.points = read_count(a.points, "--points", 200, 1, 10000000);
  request.keep = read_count(a.keep, "--keep", 32, 1, 100000);
  request.threads =
      read_count(a.jobs, "--jobs", static_cast<int>(std::max(std::thread::hardware_concurrency(), 1u)), 1, 1024);
  request.settle = a.analysis.settle ? start.settle : 0;
  request.lyapunov = a.lyapunov;
  const std::string direction = a.direction.value_or("up");
  if (direction == "up")
    request.direction = study::SweepDirection::up;
  else if (direction == "down")
    request.direction = study::SweepDirection::down;
  else if (direction == "both")
    request.direction = study::SweepDirection::both;
  else
    throw BadInput(fmt::format("--direction must be up, down or both, got '{}'", direction));
  if (a.out && !a.out->ends_with(".csv"))
    throw BadInput(fmt::format("--out is a table and ends in .csv, got '{}'", *a.out));
  check_picture(a.picture);
  check_outputs({a.out, a.picture.file, a.analysis.common.json});
  ProgressBar bar(a.analysis.common.quiet, "values", 1);
  request.progress = [&bar](int done, int all) { bar.update(done, all); };
  const study::BifurcationResult result = study::sweep_section(system, request);
  bar.clear();
  if (a.out) report::write_atomically(*a.out, study::to_csv(result));
  deliver_json(a.analysis.common, study::to_json(result));
  if (!a.analysis.common.json && !a.analysis.common.quiet) print_summary(result);
  if (a.picture.file && !result.rows.empty())
    write_picture(a.picture, report::bifurcation_figure(result, system.card()));
  tell_written(a.analysis.common, {a.out, a.picture.file});
  if (result.outcome == Outcome::interrupted) {
    say(a.analysis.common, "carom: interrupted; what was computed is kept");
    return interrupted;
  }
  if (!succeeded(result.outcome)) {
    talk("carom: {}: {}\n", name(result.outcome), result.reason);
    return run_failed;
  }
  const auto failed = std::count_if(result.rows.begin(), result.rows.end(),
                                    [](const study::BifurcationRow& row) { return !succeeded(row.outcome); });
  if (failed == 0) return ok;
  say(a.analysis.common, fmt::format("carom: {} of {} values have no motion that settles; the table says why", failed,
                                     result.rows.size()));
  return points_failed;
}

}  // namespace

Verb bifurcation_verb() {
  const auto a = std::make_shared<Arguments>();
  std::vector<Option> options = analysis_options(a->analysis);
  for (Option& option : options) {
    if (option.name == "--q") option.meaning = "coordinates of the start";
    if (option.name == "--u") option.meaning = "velocities of the start (0)";
    if (option.name == "--t") option.meaning = "time of the start [s]";
    if (option.name == "--settle")
      option.meaning = "time for which each value settles at most [s] (200 times the system's time scale)";
    if (option.name == "--rtol") option.meaning = "relative tolerance of a step (1e-10)";
    if (option.name == "--atol") option.meaning = "absolute tolerance, in units of each coordinate's scale (1e-12)";
  }
  options.insert(
      options.begin(),
      {{"--param", "NAME", "the parameter that varies", &a->param},
       {"--from", "A", "one end of its range", &a->from},
       {"--to", "B", "the other", &a->to},
       {"--points", "N", "values in the range, both ends included (200)", &a->points},
       {"--direction", "D", "up (default), down or both: each value goes on from the one before", &a->direction},
       {"--keep", "N", "points of the section at each value, where no period is found (32)", &a->keep},
       {"--lyapunov", "", "the largest Lyapunov exponent of each motion as well", &a->lyapunov},
       {"--jobs", "N", "threads: a direction is a chain, so two are of use", &a->jobs},
       {"--out", "FILE.csv", "one line a point of the section", &a->out}});
  for (Option& option : picture_options(a->picture, "the diagram: .svg, .png or .html"))
    options.push_back(std::move(option));
  return {
      .name = "bifurcation",
      .summary = "a bifurcation diagram: points of a section against a parameter",
      .examples = {"carom bifurcation impact-oscillator --param mu --from 0.38 --to 0.45 --points 200 --direction both "
                   "--out diagram.csv",
                   "carom bifurcation impact-oscillator --preset set2 --param mu --from 0.3 --to 0.6 --json -",
                   "carom bifurcation dimer --param Gamma --from 0.8 --to 1.6 --points 100 --lyapunov",
                   "carom bifurcation dimer --param Gamma --from 0.8 --to 1.6 --points 100 --section y1_dot=0,falling"},
      .positionals = {{.name = "SYSTEM",
                       .meaning = "a name that `carom systems` lists",
                       .target = &a->analysis.system}},
      .options = std::move(options),
      .act = [a] { return act(*a); },
      .closing = {
          "A system's own section (`carom describe`) is the phase of its drive, or where a coordinate turns; --section",
          "takes another. Where a coordinate passes a value its rate is listed, else the coordinate itself.",
          "Exit codes: 0 done, 2 bad input, 3 no motion crosses the section, or the range leaves the model (what was",
          "computed is kept), 4 some values failed, 130 interrupted."}};
}

}  // namespace carom::app
