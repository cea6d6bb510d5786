// SPDX-License-Identifier: Apache-2.0
// Chains of equal elastic Hertzian balls, the first one moving: one multiple impact at a given tolerance 10⁻ⁿ. The error of
// the energy is shown beside the time; the velocities are better than that.
#include <benchmark/benchmark.h>

#include <cmath>

#include "carom/impact/chain_impact.hpp"

namespace {

using namespace carom;

void chain_impact(benchmark::State& state) {
  const auto N = static_cast<std::size_t>(state.range(0));
  ChainImpactProblem p;
  p.inverse_mass.assign(N, 1.0);
  p.v.assign(N, 0.0);
  p.v[0] = 1;
  p.law.assign(N - 1, ContactLaw{.e = 1, .stiffness = 1, .exponent = 1.5});
  CompliantImpactOptions options;
  options.tolerance = std::pow(10.0, -static_cast<double>(state.range(1)));
  ChainImpact impact;
  double energy = 0;
  for (const double v : impact.solve(p, options).v) energy += v * v;
  for (auto _ : state) benchmark::DoNotOptimize(impact.solve(p, options));
  state.counters["energy_error"] = std::abs(energy - 1);
}
BENCHMARK(chain_impact)
    ->Args({5, 8})
    ->Args({5, 9})
    ->Args({5, 10})
    ->Args({100, 9})
    ->Args({100, 10})
    ->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
