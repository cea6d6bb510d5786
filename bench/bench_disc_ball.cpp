// SPDX-License-Identifier: Apache-2.0
// The disc hit by a ball: the impact with its four contacts against the paper's explicit Euler scheme, and whole runs to
// the flat state.
#include <benchmark/benchmark.h>

#include <cmath>

#include "carom/engine/contact_impact.hpp"
#include "carom/engine/event_driven.hpp"
#include "carom/systems/disc_ball.hpp"
#include "papers/disc_ball/stepped_hit.hpp"

namespace {

using namespace carom;

DiscBall case_of(long number) {
  DiscBallSettings settings;
  if (number == 3) settings.b = 4.5e-3, settings.v_b = 0.285;
  if (number == 7) settings.b = 18.5e-3, settings.v_b = 0.305;
  return DiscBall(settings);
}

ImpactProblem<4> problem_of(const DiscBall& system) {
  const State<5> start = system.initial_state();
  ImpactProblem<4> p = impact_problem(system, local_inertia(system, 0, start.q, start.u), {0, 1, 2, 3}, 4, start.u);
  for (int i = 0; i < 3; ++i) p.v_n[i] = p.v_t[i] = 0;
  p.v_t[3] = 0;
  return p;
}

double error_of(const Vector<4>& v, const ImpactProblem<4>& p) {
  ImpactOptions exact;
  exact.flow.tolerance = 1e-13;
  return (v - solve_impact(p, exact).v_n).lpNorm<Eigen::Infinity>() / std::abs(p.v_n[3]);
}

// Arguments: case, tolerance 10⁻ⁿ.
void impact_by_flow(benchmark::State& state) {
  ImpactProblem<4> p = problem_of(case_of(state.range(0)));
  ImpactOptions options;
  options.flow.tolerance = std::pow(10.0, -static_cast<double>(state.range(1)));
  state.counters["error"] = error_of(solve_impact(p, options).v_n, p);
  for (auto _ : state) {
    benchmark::DoNotOptimize(p);
    benchmark::DoNotOptimize(solve_impact(p, options));
  }
}
BENCHMARK(impact_by_flow)->ArgsProduct({{2, 3, 7}, {6, 7, 8}})->Unit(benchmark::kMicrosecond);

// Its error is that of θ̇, the best of its numbers.
void impact_by_euler_1e4(benchmark::State& state) {
  const DiscBallSettings settings = case_of(state.range(0)).settings();
  const double fine = papers::disc_ball::stepped_hit(settings, 1000000).theta_dot;
  state.counters["error"] = std::abs(papers::disc_ball::stepped_hit(settings).theta_dot / fine - 1);
  for (auto _ : state) benchmark::DoNotOptimize(papers::disc_ball::stepped_hit(settings));
}
BENCHMARK(impact_by_euler_1e4)->Arg(2)->Arg(3)->Arg(7)->Unit(benchmark::kMicrosecond);

void run_to_flat(benchmark::State& state) {
  const DiscBall system = case_of(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(run_event_driven(system, system.initial_state(), {.t_end = 1}));
}
BENCHMARK(run_to_flat)->Arg(2)->Arg(3)->Arg(7)->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
