// SPDX-License-Identifier: Apache-2.0
// carom basins: two initial values, or two parameters, mapped onto the motions that settle.
#include <cmath>
#include <filesystem>
#include <memory>

#include <fmt/core.h>

#include "analysis_options.hpp"
#include "carom/analysis/basin_study.hpp"
#include "carom/base/atomic_file.hpp"
#include "carom/base/bad_input.hpp"
#include "carom/io/basin_file.hpp"
#include "carom/io/json.hpp"
#include "carom/report/basin_picture.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "progress_bar.hpp"
#include "streams.hpp"
#include "study_text.hpp"
#include "verb.hpp"

namespace carom::app {
namespace {

struct Arguments {
  Common common;
  Text what, preset, law, cycles, rtol, atol, q, u, t, section, mirror, refine, tolerance, radius, max_period, verify,
      seed, jobs, out, picture;
  std::vector<std::string> set, map;
  bool resume = false;
};

std::pair<std::string, std::string> study_of(const Arguments& a) {
  const std::pair<const char*, const Text*> keys[] = {{"preset", &a.preset},
                                                      {"law", &a.law},
                                                      {"cycles", &a.cycles},
                                                      {"rtol", &a.rtol},
                                                      {"atol", &a.atol},
                                                      {"q", &a.q},
                                                      {"u", &a.u},
                                                      {"t", &a.t},
                                                      {"section", &a.section},
                                                      {"mirror", &a.mirror},
                                                      {"refine", &a.refine},
                                                      {"radius", &a.radius},
                                                      {"tolerance", &a.tolerance},
                                                      {"max_period", &a.max_period}};
  if (names_a_file(*a.what)) {
    const auto refuse = [](const std::string& flag) {
      throw BadInput(fmt::format("the study file says all of the study: {} is not for it", flag));
    };
    if (!a.set.empty()) refuse("--set");
    if (!a.map.empty()) refuse("--map");
    for (const auto& [key, text] : keys)
      if (*text) refuse(std::string(key) == "max_period" ? "--max-period" : fmt::format("--{}", key));
    return {read_study_file(*a.what), *a.what};
  }
  std::vector<std::pair<std::string, std::string>> said;
  for (const auto& [key, text] : keys)
    if (*text) said.emplace_back(key, **text);
  return {study::basin_study_text(*a.what, said, a.set, a.map), std::string(study::flags_source)};
}

long read_number(const Text& text, const char* flag, long otherwise, double most) {
  if (!text) return otherwise;
  const double value = parse_quantity(*text, "1", flag);
  if (!(value >= 0 && value <= most && value == std::floor(value)))
    throw BadInput(fmt::format("{} must be a whole number up to {:g}, got '{}'", flag, most, *text));
  return static_cast<long>(value);
}

void print_summary(const study::BasinMap& map) {
  print("{} × {} pixels of {} and {}: {} attractors, {:.3g} s\n", map.columns(), map.rows(), map.x.name, map.y.name,
        map.attractors.size(), map.seconds);
  std::vector<std::vector<std::string>> rows;
  for (const study::BasinShare& share : map.shares) {
    std::vector<std::string> row{fmt::format("{:.3f} ± {:.3f} %", 100 * share.fraction, 100 * share.error), share.name};
    if (share.labels[0] >= 0) {
      const study::Attractor& attractor = map.attractors[static_cast<std::size_t>(share.labels[0])];
      row.push_back(attractor.period == 0 ? std::string("state of rest") : fmt::format("period {}", attractor.period));
      row.push_back(std::isfinite(attractor.multiplier) ? fmt::format("largest multiplier {:.4g}", attractor.multiplier)
                                                        : "");
    }
    rows.push_back(std::move(row));
  }
  print("{}", aligned(rows));
  if (map.flashes_seen > 0)
    print("  {:.1f} flashes a pixel; {:.1f} times fewer than to the full length of {}\n",
          map.flashes_seen / static_cast<double>(map.label.size()), map.flashes_full / map.flashes_seen, map.cycles);
  for (std::size_t level = 1; level < map.border.size(); ++level)
    print("  border pixels at level {}: {}, dimension of the border {:.3f}\n", level, map.border[level],
          std::log2(static_cast<double>(map.border[level]) / static_cast<double>(map.border[level - 1])));
  if (map.check.checked > 0)
    print("  {} pixels run to the full length: {} disagree\n", map.check.checked, map.check.disagree);
  for (const std::string& fault : map.check.cases) print("    {}\n", fault);
}

int act(const Arguments& a) {
  const auto [text, source] = study_of(a);
  study::BasinRequest request = study::read_basin_study(text, source);
  request.jobs = jobs_of(a.jobs);
  request.verify = read_number(a.verify, "--verify", 0, 1e6);
  request.seed = static_cast<std::uint64_t>(read_number(a.seed, "--seed", 1, 1e15));
  request.interrupt = &interrupt_flag();
  if (a.out && !a.out->ends_with(".h5") && !a.out->ends_with(".hdf5"))
    throw BadInput(fmt::format("--out is an HDF5 file and ends in .h5, got '{}'", *a.out));
  if (a.picture && !a.picture->ends_with(".svg") && !a.picture->ends_with(".png"))
    throw BadInput(fmt::format("--picture ends in .svg or .png, got '{}'", *a.picture));
  if (a.resume && !a.out) throw BadInput("--resume goes on with a map: name it with --out");
  check_outputs({a.out, a.picture, a.common.json});
  std::optional<study::BasinMap> begun;
  if (std::error_code none; a.resume && std::filesystem::file_size(*a.out, none) > 0 && !none) {
    begun = io::read_basins(*a.out);
    if (begun->text != text)
      throw BadInput(fmt::format("'{}' is a map of another study; take another name, or leave --resume out", *a.out));
  }
  ProgressBar bar(a.common.quiet, "pixels", 1);
  request.progress = [&](double done, double all, const std::string& what) {
    bar.update(done, all, what == "pixels" ? "" : what);
  };
  if (a.out) request.checkpoint = [&](const study::BasinMap& map) { io::write_basins(*a.out, map); };
  const study::BasinMap map = study::map_basins(request, begun ? &*begun : nullptr);
  bar.clear();
  if (a.out) io::write_basins(*a.out, map);
  if (map.complete) deliver_json(a.common, study::to_json(map));
  if (!map.complete) {
    say(a.common, a.out ? fmt::format("carom: interrupted; go on with --resume --out {}", *a.out)
                        : "carom: interrupted; with --out FILE.h5 a map can be gone on with");
    return interrupted;
  }
  if (!a.common.json && !a.common.quiet) print_summary(map);
  if (a.picture) {
    if (a.picture->ends_with(".png"))
      report::write_basin_png(*a.picture, map, request.mirror_together);
    else
      report::write_atomically(*a.picture, report::render(report::basin_figure(map, request.mirror_together)));
  }
  if (map.check.disagree > 0) {
    say(a.common,
        fmt::format("carom: {} of {} full runs disagree with their labels", map.check.disagree, map.check.checked));
    return points_failed;
  }
  return ok;
}

}  // namespace

Verb basins_verb() {
  const auto a = std::make_shared<Arguments>();
  std::vector<Option> options{
      {"--map", "NAME=A:B:N", "an axis, twice, x first: a parameter, coordinate or rate from A to B in N pixels (256)",
       &a->map},
      {"--set", "NAME=VALUE", "a parameter, the same all over the map", &a->set},
      {"--preset", "NAME", "a named set of parameters", &a->preset},
      {"--q", "LIST", "coordinates of the start", &a->q},
      {"--u", "LIST", "velocities of the start", &a->u},
      {"--t", "T", "time of the start [s]", &a->t},
      {"--law", "LAW", "law of impact: energetic, poisson or newton; the system's own by default", &a->law},
      {"--section", "WHERE", section_meaning, &a->section},
      {"--cycles", "N", "full length: cycles of the drive, or time scales of a system without one (1000)", &a->cycles},
      {"--mirror", "HOW", "apart (default) or together: an attractor and its mirror image count as one", &a->mirror},
      {"--refine", "K", "cut pixels at borders in four, K times (0)", &a->refine},
      {"--verify", "N", "run N pixels at random to the full length and compare (0)", &a->verify},
      {"--seed", "S", "which ones (1)", &a->seed},
      {"--max-period", "P", "the longest period that is looked for, in cycles (32)", &a->max_period},
      {"--tolerance", "D", "distance at which states are the same, in units of their scales (1e-6)", &a->tolerance},
      {"--radius", "D", "distance within which a motion follows a known orbit (1e-4)", &a->radius},
      {"--rtol", "X", "relative tolerance of a step (1e-10)", &a->rtol},
      {"--atol", "X", "absolute tolerance, in units of each coordinate's scale (1e-12)", &a->atol},
      {"--jobs", "N", "threads (one a processor)", &a->jobs},
      {"--out", "FILE.h5", "labels, settling times, attractors and borders", &a->out},
      {"--picture", "FILE", "the map with its legend (.svg), or its pixels alone (.png)", &a->picture},
      {"--resume", "", "go on with the map that --out names", &a->resume}};
  for (Option& option : common_options(a->common)) options.push_back(std::move(option));
  return {
      .name = "basins",
      .summary = "basins of attraction: which start or parameter leads to which motion",
      .examples = {"carom basins dimer --set Gamma=0.9 --set mu_i=0.08 --map theta0=-12deg:12deg:128 --map "
                   "h0=0.1mm:8mm:128 --picture basins.svg",
                   "carom basins papers/dimer/studies/basins.toml --out basins.h5 --picture basins.svg --verify 500",
                   "carom basins impact-oscillator --set mu=0.4 --map start_phi=0.36:0.42:64 --map phi_dot=-0.3:0.3:64 "
                   "--refine 2 --out map.h5"},
      .positionals = {{.name = "STUDY", .meaning = "a TOML file, or the name of a system", .target = &a->what}},
      .options = std::move(options),
      .act = [a] { return act(*a); },
      .closing = {
          "A pixel is one run from its centre, ended as soon as its orbit is recognised. Attractors are told apart by",
          "their orbits; where an axis changes what the motion obeys, by period and regimes.",
          "Exit codes: 0 done, 2 bad input, 4 full runs disagree with labels, 130 interrupted (--resume goes on)."}};
}

}  // namespace carom::app
