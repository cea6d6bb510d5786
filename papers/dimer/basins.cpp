// SPDX-License-Identifier: Apache-2.0
// Which start leads to which motion: the question that the paper leaves open, as two maps.
#include <fmt/format.h>

#include "carom/analysis/basin_study.hpp"
#include "carom/report/basin_picture.hpp"
#include "papers/dimer/evidence.hpp"
#include "papers/dimer/figures.hpp"

namespace carom::papers::dimer {

namespace {

study::BasinMap map_of(double Gamma, int pixels, int cycles, const Effort& effort) {
  study::BasinRequest request = study::read_basin_study(
      fmt::format("system = \"dimer\"\ntitle = \"Which start leads to which motion, Γ = {0}\"\ncycles = {2}\n"
                  "[set]\nA_r = 3.9\nmu_i = 0.08\nGamma = {0}\n"
                  "[map]\ntheta0 = \"-15deg:15deg:{1}\"\nh0 = \"0mm:10.25mm:{1}\"\n",
                  Gamma, pixels, cycles),
      "the map of the basins");
  request.jobs = effort.threads;
  request.interrupt = effort.interrupt;
  study::BasinMap map = study::map_basins(request);
  if (!map.complete) throw Interrupted();
  return map;
}

}  // namespace

std::vector<BasinsAt> map_starts(const GatherOptions& options) {
  const Effort& effort = options.effort;
  std::vector<BasinsAt> maps;
  maps.push_back({.Gamma = 0.9, .map = map_of(0.9, effort.quick ? 64 : 256, 1000, effort)});
  maps.push_back({.Gamma = 1.4, .map = map_of(1.4, effort.quick ? 24 : 96, effort.quick ? 200 : 600, effort)});
  return maps;
}

std::vector<report::Figure> basin_figures(const Evidence& evidence) {
  std::vector<report::Figure> figures;
  for (const BasinsAt& at : evidence.basins) {
    report::Figure figure = report::basin_figure(at.map, false);
    figure.id = fmt::format("basins_{:.0f}", 10 * at.Gamma);
    figure.caption = fmt::format(
        "A_r = 3.9, μ_i = 0.08, 25 Hz; dimers let go at rest. {} × {} runs, each to the moment at which its orbit was "
        "recognised, {} cycles at most; `carom basins` makes such maps.",
        at.map.columns(), at.map.rows(), at.map.cycles);
    figures.push_back(std::move(figure));
  }
  return figures;
}

}  // namespace carom::papers::dimer
