// SPDX-License-Identifier: Apache-2.0
// Single and double impacts against explicit Euler in the impulse with 1e4 steps, in one run on one machine.
#include <benchmark/benchmark.h>

#include "apps/carom/euler_impact.hpp"
#include "carom/engine/contact_impact.hpp"
#include "carom/impact/solve_impact.hpp"
#include "carom/systems/dimer.hpp"

namespace {

using namespace carom;

Dimer lying_dimer() {
  const ContactLaw tip{.e = 0.65, .mu_s = 0.24, .mu_c = 0.12, .mu_s_i = 0.24, .mu_i = 0.12};
  return Dimer({.Gamma = 0, .law = {tip, tip}});
}

// Both tips on a plate at rest, with normal speeds −0.05 and −0.1 m/s and tangential speed −0.03 m/s.
ImpactProblem<2> double_impact() {
  const Dimer dimer = lying_dimer();
  const Vector<3> q(0, dimer.body().r, 0), zero = Vector<3>::Zero();
  ImpactProblem<2> problem = impact_problem(dimer, local_inertia(dimer, 0, q, zero), {0, 1}, 2, zero);
  problem.v_n << -0.05, -0.1;
  problem.v_t << -0.03, -0.03;
  return problem;
}

ImpactProblem<1> single_impact() {
  const ImpactProblem<2> both = double_impact();
  ImpactProblem<1> one;
  one.n = 1;
  one.A(0, 0) = both.A(0, 0);
  one.B(0, 0) = both.B(0, 0);
  one.D(0, 0) = both.D(0, 0);
  one.v_n[0] = -0.05;
  one.v_t[0] = 0.01;  // slips, then reverses: more phases than a plain slip
  one.law[0] = both.law[0];
  return one;
}

void single_in_closed_form(benchmark::State& state) {
  ImpactProblem<1> p = single_impact();
  for (auto _ : state) {
    benchmark::DoNotOptimize(p);
    benchmark::DoNotOptimize(solve_single_impact(p.A(0, 0), p.B(0, 0), p.D(0, 0), p.v_n[0], p.v_t[0], p.law[0].e,
                                                 p.law[0].mu_s_i, p.law[0].mu_i));
  }
}
BENCHMARK(single_in_closed_form);

void single_by_euler_1e4(benchmark::State& state) {
  ImpactProblem<1> p = single_impact();
  for (auto _ : state) {
    benchmark::DoNotOptimize(p);
    benchmark::DoNotOptimize(app::euler_impact(p, 10000));
  }
}
BENCHMARK(single_by_euler_1e4);

// The argument is the tolerance 10⁻ⁿ; the error against a run at 1e-13 is shown beside the time.
void double_by_flow(benchmark::State& state) {
  ImpactProblem<2> p = double_impact();
  ImpactOptions options, exact;
  options.flow.tolerance = std::pow(10.0, -static_cast<double>(state.range(0)));
  exact.flow.tolerance = 1e-13;
  const ImpactResult<2> reference = solve_impact(p, exact), result = solve_impact(p, options);
  for (auto _ : state) {
    benchmark::DoNotOptimize(p);
    benchmark::DoNotOptimize(solve_impact(p, options));
  }
  state.counters["error"] = std::max((result.v_n - reference.v_n).lpNorm<Eigen::Infinity>(),
                                     (result.v_t - reference.v_t).lpNorm<Eigen::Infinity>()) /
                            0.1;
}
BENCHMARK(double_by_flow)->Arg(8)->Arg(9)->Arg(10)->Arg(11);

void double_by_euler_1e4(benchmark::State& state) {
  ImpactProblem<2> p = double_impact();
  const ImpactResult<2> reference = solve_impact(p);
  const app::EulerImpact<2> result = app::euler_impact(p, 10000);
  for (auto _ : state) {
    benchmark::DoNotOptimize(p);
    benchmark::DoNotOptimize(app::euler_impact(p, 10000));
  }
  state.counters["error"] =
      std::max({std::abs(result.v_n[0] - reference.v_n[0]), std::abs(result.v_n[1] - reference.v_n[1]),
                std::abs(result.v_t[0] - reference.v_t[0])}) /
      0.1;
}
BENCHMARK(double_by_euler_1e4);

}  // namespace

BENCHMARK_MAIN();
