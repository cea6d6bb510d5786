// SPDX-License-Identifier: Apache-2.0
// Rods on a shaken plate: rod-steps per second of processor time, at the paper's step.
//   bench_rods                 as google-benchmark has it; items are rod-steps
#include <benchmark/benchmark.h>

#include <cmath>

#include "carom/base/constants.hpp"
#include "carom/particles/rod_start.hpp"

namespace {

using namespace carom::particles;

// The row of the paper, or a longer one of the same tilt.
void row(benchmark::State& state) {
  RodOptions options;
  const auto N = static_cast<int>(state.range(0));
  options.drive.Omega = 9.3234;
  options.container.period_x = N / std::cos(18 * carom::pi / 180);
  RodSimulation<Planar> rods(
      options, row_start({.N = N, .period = options.container.period_x, .tilt = 18 * carom::pi / 180}, options));
  rods.advance(N > 1000 ? 20000 : 400000);  // into the drift
  const long chunk = std::max(100L, 400000L / N);
  for (auto _ : state)
    if (!rods.advance(chunk)) state.SkipWithError(rods.failure().c_str());
  state.SetItemsProcessed(state.iterations() * chunk * N);
}
BENCHMARK(row)->Arg(40)->Arg(4000)->Unit(benchmark::kMillisecond)->MinTime(2);

void annulus(benchmark::State& state) {
  RodOptions options;
  options.rod = make_rod(8);
  options.drive.Omega = 9.591;
  options.container = {.walls = Walls::moving, .inner_radius = 5.7323, .outer_radius = 7.4409};
  RodSimulation<Spatial> rods(options, annulus_start({.N = 40, .tilt = 3 * carom::pi / 180}, options));
  rods.advance(500000);
  for (auto _ : state)
    if (!rods.advance(10000)) state.SkipWithError(rods.failure().c_str());
  state.SetItemsProcessed(state.iterations() * 10000 * 40);
}
BENCHMARK(annulus)->Unit(benchmark::kMillisecond)->MinTime(2);

// A wide bed, by one thread and by two: wall-clock time.
void bed(benchmark::State& state) {
  RodOptions options;
  options.drive.Omega = 9.3234;
  options.threads = static_cast<int>(state.range(1));
  options.sharing = Sharing::always;
  const auto N = static_cast<int>(state.range(0));
  RodSimulation<Spatial> rods(options, bed_start({.N = N, .tilt = 0.35, .spacing = 1.05, .lift = 0.001}, options));
  rods.advance(N > 1000 ? 20000 : 100000);
  for (auto _ : state)
    if (!rods.advance(200)) state.SkipWithError(rods.failure().c_str());
  state.SetItemsProcessed(state.iterations() * 200 * N);
  state.counters["bytes/rod"] = static_cast<double>(rods.bytes()) / N;
}
BENCHMARK(bed)
    ->Args({40, 1})
    ->Args({4000, 1})
    ->Args({10000, 1})
    ->Args({10000, 2})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
