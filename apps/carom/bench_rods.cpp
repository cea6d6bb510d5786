// SPDX-License-Identifier: Apache-2.0
#include "bench_rods.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>

#include "carom/base/constants.hpp"
#include "carom/particles/rod_start.hpp"

namespace carom::app {
namespace {

using namespace particles;

constexpr double tilt = 18 * pi / 180;

// The best of five rounds of `steps`.
template <class Space>
double rod_steps_per_second(RodSimulation<Space>& rods, long steps) {
  double best = 0;
  for (int round = 0; round < 5; ++round) {
    const std::clock_t begun = std::clock();
    if (!rods.advance(steps)) return 0;
    const double spent = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
    best = std::max(best, static_cast<double>(steps) * static_cast<double>(rods.size()) / spent);
  }
  return best;
}

RodSimulation<Planar> row(int N) {
  RodOptions options;
  options.drive.Omega = 9.3234;
  options.container.period_x = N / std::cos(tilt);
  return {options, row_start({.N = N, .period = options.container.period_x, .tilt = tilt}, options)};
}

double wall_seconds(RodSimulation<Spatial>& rods, long steps) {
  double best = 1e300;
  for (int round = 0; round < 5; ++round) {
    const auto begun = std::chrono::steady_clock::now();
    rods.advance(steps);
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count());
  }
  return best;
}

}  // namespace

RodFigures measure_rods(bool quick) {
  RodFigures figures;
  const long part = quick ? 10 : 1;
  RodSimulation<Planar> forty = row(40);
  forty.advance(300000 / part);
  figures.row = rod_steps_per_second(forty, 100000 / part);
  RodSimulation<Planar> many = row(4000);
  many.advance(20000 / part);
  figures.row_4000 = rod_steps_per_second(many, 1000 / part);

  RodOptions options;
  options.rod = make_rod(8);
  options.drive.Omega = 9.591;
  options.container = {.walls = Walls::moving, .inner_radius = 5.7323, .outer_radius = 7.4409};
  RodSimulation<Spatial> ring(options, annulus_start({.N = 40, .tilt = 3 * pi / 180}, options));
  ring.advance(300000 / part);
  figures.annulus = rod_steps_per_second(ring, 100000 / part);

  RodOptions wide;
  wide.drive.Omega = 9.3234;
  const RodState<Spatial> start = bed_start({.N = 10000, .tilt = 0.35, .spacing = 1.05, .lift = 0.001}, wide);
  RodSimulation<Spatial> one(wide, start);
  one.advance(5000 / part);
  wide.threads = 2;
  wide.sharing = Sharing::always;
  RodSimulation<Spatial> two(wide, start);
  two.restore(one.saved());
  figures.bytes = static_cast<double>(two.bytes()) / 10000;
  figures.two_threads = wall_seconds(one, 200) / wall_seconds(two, 200);
  return figures;
}

}  // namespace carom::app
