// SPDX-License-Identifier: Apache-2.0
// Plate cycles per CPU second of the drifting dimer, with the default tolerances.
#include <benchmark/benchmark.h>

#include "carom/engine/event_driven.hpp"
#include "carom/systems/dimer.hpp"

namespace {

using namespace carom;

void drift_orbit(benchmark::State& state) {
  const ContactLaw tip{.e = 0.65, .mu_s = 0.24, .mu_c = 0.12, .mu_s_i = 0.24, .mu_i = 0.08};
  const Dimer dimer({.shape = {.A_r = 0.1 * static_cast<double>(state.range(0))}, .law = {tip, tip}});
  constexpr int cycles = 500;
  // On the orbit, past the transient.
  const State<3> start = run_event_driven(dimer, dimer.initial_state(), {.t_end = 100 * dimer.period()}).final;
  long steps = 0, events = 0;
  for (auto _ : state) {
    const auto report = run_event_driven(dimer, start, {.t_end = start.t + cycles * dimer.period()});
    steps = report.steps;
    events = report.events.total();
    benchmark::DoNotOptimize(report);
  }
  state.counters["cycles_per_second"] =
      benchmark::Counter(static_cast<double>(cycles), benchmark::Counter::kIsIterationInvariantRate);
  state.counters["steps_per_cycle"] = static_cast<double>(steps) / cycles;
  state.counters["events_per_cycle"] = static_cast<double>(events) / cycles;
}
BENCHMARK(drift_orbit)->Arg(39)->Arg(57)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
