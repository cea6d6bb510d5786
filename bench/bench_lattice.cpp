// SPDX-License-Identifier: Apache-2.0
// An elastic disk on an elastic wall: spring forces per second of processor time.
//   bench_lattice              as google-benchmark has it; items are spring forces
#include <benchmark/benchmark.h>

#include "carom/catalog/lattice_run.hpp"

namespace {

using namespace carom;

// Forces alone, of a disk of N points.
void forces(benchmark::State& state) {
  study::LatticeRun run = study::stiff_run();
  run.N = static_cast<int>(state.range(0));
  const LatticeBody disk = study::disk_of(run);
  const LatticeState at_rest = state_at_rest(disk.x, disk.y);
  std::vector<Point> sum(at_rest.r.size());
  for (auto _ : state) {
    add_spring_forces(disk.network, at_rest.r, sum);
    benchmark::DoNotOptimize(sum.data());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<long>(disk.network.springs()));
}
BENCHMARK(forces)->Arg(400)->Arg(1600)->Arg(6400)->Arg(25600)->Unit(benchmark::kMicrosecond);

// A whole impact, or its first 3 R/c.
void impact(benchmark::State& state) {
  study::LatticeRun run = state.range(1) == 0 ? study::stiff_run() : study::soft_run();
  run.N = static_cast<int>(state.range(0));
  if (run.N > 1600) run.impact.t_max = 3;
  const LatticeBody disk = study::disk_of(run), wall = study::wall_of(run);
  long count = 0, steps = 0;
  for (auto _ : state) {
    const DiskImpactReport report = throw_disk(disk, wall, run.impact);
    count += report.spring_forces;
    steps += report.steps;
  }
  state.SetItemsProcessed(count);
  state.counters["ns/point-step"] = benchmark::Counter(2e-9 * run.N * static_cast<double>(steps),
                                                       benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK(impact)
    ->Args({400, 0})
    ->Args({1600, 0})
    ->Args({1600, 1})
    ->Args({6400, 0})
    ->Args({25600, 0})
    ->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
