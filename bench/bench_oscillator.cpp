// SPDX-License-Identifier: Apache-2.0
// The frictional impact oscillator of set 1: simulated seconds per CPU second at rtol 1e-10 (5000 or more), orbits
// closed by shooting, and the branch of orbits from μ = 0.5 through its nonsmooth fold and lift-off to the Hopf point.
#include <benchmark/benchmark.h>

#include <cmath>

#include "carom/analysis/continuation.hpp"
#include "carom/catalog/catalog.hpp"
#include "carom/engine/event_driven.hpp"
#include "carom/observe/oscillator_observer.hpp"
#include "carom/systems/impact_oscillator.hpp"

namespace {

using namespace carom;

ImpactOscillator with_friction(double mu) {
  return ImpactOscillator({.law = {.e = 0, .mu_s = mu, .mu_c = mu, .mu_s_i = mu, .mu_i = mu}});
}

// μ in thousandths: 400 flight, stick, slip with a coexisting rest; 500 the same alone; 700 flight and stick. All on
// the orbit, past the transient.
template <class Observer>
void run(benchmark::State& state) {
  const ImpactOscillator oscillator = with_friction(1e-3 * static_cast<double>(state.range(0)));
  constexpr double seconds = 100;
  const RunOptions settle{.t_end = 10, .rtol = 1e-10, .impact = {.law = Restitution::poisson}};
  const State<2> far{.t = 0, .q = oscillator.on_belt(0.35), .u = Vector<2>::Zero()};
  const State<2> start = run_event_driven(oscillator, far, settle).final;
  RunOptions options = settle;
  options.t_end = start.t + seconds;
  long steps = 0, events = 0;
  for (auto _ : state) {
    Observer observer(oscillator);
    const auto report = run_event_driven(oscillator, start, options, observer);
    steps = report.steps;
    events = report.events.total();
    benchmark::DoNotOptimize(report);
  }
  state.counters["simulated_seconds_per_second"] =
      benchmark::Counter(seconds, benchmark::Counter::kIsIterationInvariantRate);
  state.counters["steps_per_second"] = static_cast<double>(steps) / seconds;
  state.counters["events_per_second"] = static_cast<double>(events) / seconds;
}
struct Unwatched : NoObserver {
  explicit Unwatched(const ImpactOscillator&) {}
};
BENCHMARK(run<Unwatched>)->Arg(400)->Arg(500)->Arg(700)->Unit(benchmark::kMillisecond);
// With period, φ̇_max and regimes found on the way.
BENCHMARK(run<observe::OscillatorObserver>)->Arg(500)->Unit(benchmark::kMillisecond);

// φ at the section, in thousandths: 383 the stable slip cycle, whose own motion takes 5800 cycles to come e times
// nearer; 380 the unstable orbit with a flight, which no motion comes near to.
void close_orbit(benchmark::State& state) {
  const study::System& system = study::impact_oscillator_system();
  const double phi = 1e-3 * static_cast<double>(state.range(0));
  study::OrbitRequest request{.parameters = system.defaults(), .q = {phi, std::cos(phi)}, .u = {0, 0}};
  request.parameters.set("mu", 0.4098);
  int iterations = 0;
  for (auto _ : state) {
    const study::OrbitResult orbit = study::find_orbit(system, request);
    if (!orbit.found()) state.SkipWithError(orbit.brief().c_str());
    iterations = orbit.iterations;
  }
  state.counters["iterations"] = iterations;
}
BENCHMARK(close_orbit)->Arg(383)->Arg(380)->Unit(benchmark::kMillisecond);

void branch_of_orbits(benchmark::State& state) {
  const study::System& system = study::impact_oscillator_system();
  study::ContinuationRequest request{.start = {.parameters = system.defaults()}, .kind = study::BranchKind::orbit};
  request.parameter = "mu";
  request.from = 0.5;
  request.to = 0.38;
  std::size_t points = 0;
  for (auto _ : state) {
    const study::ContinuationResult branch = study::follow_branch(system, request);
    if (!succeeded(branch.outcome)) state.SkipWithError(branch.brief().c_str());
    points = branch.branch.size();
  }
  state.counters["points"] = static_cast<double>(points);
}
BENCHMARK(branch_of_orbits)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
