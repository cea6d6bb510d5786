// SPDX-License-Identifier: Apache-2.0
// carom bench: the project's own figures on this machine, as times and as ratios that travel.
#include <ctime>
#include <memory>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "bench_lattice.hpp"
#include "bench_rods.hpp"
#include "carom/engine/contact_impact.hpp"
#include "carom/engine/event_driven.hpp"
#include "carom/impact/chain_impact.hpp"
#include "carom/impact/solve_impact.hpp"
#include "carom/systems/dimer.hpp"
#include "carom/systems/disc_ball.hpp"
#include "carom/systems/disc_ball_engine.hpp"
#include "euler_impact.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "papers/disc_ball/stepped_hit.hpp"
#include "streams.hpp"
#include "verb.hpp"

namespace carom::app {
namespace {

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <class T>
void keep(const T& value) {
  asm volatile("" : : "m"(value) : "memory");
}

// Seconds of one call: the best of several rounds, each of at least `round` seconds.
template <class Act>
double time_of(Act&& act, double round = 0.05, int rounds = 5) {
  long calls = 1;
  double best = HUGE_VAL;
  for (int k = 0; k < rounds;) {
    const double begun = cpu_seconds();
    for (long i = 0; i < calls; ++i) act(i);
    const double spent = cpu_seconds() - begun;
    if (spent < round) {
      calls = std::max(2 * calls, static_cast<long>(static_cast<double>(calls) * 1.2 * round / std::max(spent, 1e-9)));
      continue;
    }
    best = std::min(best, spent / static_cast<double>(calls));
    ++k;
  }
  return best;
}

DimerSettings drift_settings() {
  DimerSettings settings;
  settings.law.fill({.e = 0.65, .mu_s = 0.24, .mu_c = 0.12, .mu_s_i = 0.24, .mu_i = 0.12});
  return settings;
}

// The impact of the listed tips of a level dimer, with the plate at rest.
template <int N>
ImpactProblem<N> level_impact(const std::array<double, N>& v_n, double v_t) {
  DimerSettings settings = drift_settings();
  settings.Gamma = 0;
  const Dimer dimer(settings);
  const Vector<3> q = dimer.from_shown({0, dimer.body().r, 0});
  const LocalInertia<Dimer> local = local_inertia(dimer, 0.0, q, Vector<3>(Vector<3>::Zero()));
  const ImpactProblem<2> both = impact_problem(dimer, local, {0, 1}, N, Vector<3>(Vector<3>::Zero()));
  ImpactProblem<N> problem = detail::leading<N>(both);
  for (int i = 0; i < N; ++i) {
    problem.v_n[i] = v_n[static_cast<std::size_t>(i)];
    problem.v_t[i] = v_t;
  }
  return problem;
}

struct Figures {
  double single = 0, single_euler = 0, twice = 0, twice_euler = 0;  // s
  double twice_error = 0;                                           // of the double impact, relative
  double cycles_per_second = 0;
  long cycles = 0;
  double disc = 0, disc_euler = 0, disc_error = 0, disc_run = 0;  // s, relative
  double chain_5 = 0, chain_100 = 0, chain_5_error = 0;           // s, m/s
};

// Upright and hit by the ball: all four contacts.
ImpactProblem<4> disc_impact(const DiscBall& system) {
  const State<5> start = system.initial_state();
  ImpactProblem<4> p = impact_problem(system, local_inertia(system, 0, start.q, start.u), {0, 1, 2, 3}, 4, start.u);
  p.v_t.setZero();
  p.v_n.head<3>().setZero();
  return p;
}

ChainImpactProblem equal_balls(std::size_t N) {
  ChainImpactProblem p;
  p.inverse_mass.assign(N, 1.0);
  p.v.assign(N, 0.0);
  p.v[0] = 1;
  p.law.assign(N - 1, ContactLaw{.e = 1, .stiffness = 1, .exponent = 1.5});
  return p;
}

void measure_many_contacts(double round, Figures& figures) {
  const DiscBall system{DiscBallSettings{}};
  ImpactProblem<4> p = disc_impact(system);
  const ImpactOptions usual{.flow = {.tolerance = 1e-7}}, tight{.flow = {.tolerance = 1e-13}};
  figures.disc_error =
      (solve_impact(p, usual).v_n - solve_impact(p, tight).v_n).lpNorm<Eigen::Infinity>() / std::abs(p.v_n[3]);
  const auto vary = [&](long i) { p.v_n[3] = -0.275 - 1e-6 * static_cast<double>(i & 1023); };
  figures.disc = time_of([&](long i) { vary(i), keep(solve_impact(p, usual)); }, round);
  DiscBallSettings settings = system.settings();
  figures.disc_euler = time_of(
      [&](long i) {
        settings.v_b = 0.275 + 1e-6 * static_cast<double>(i & 1023);
        keep(papers::disc_ball::stepped_hit(settings));
      },
      round);
  figures.disc_run = time_of([&](long) { keep(run_watched(system, system.initial_state(), {.t_end = 1})); }, round);
  ChainImpact impact;
  const ChainImpactProblem five = equal_balls(5), hundred = equal_balls(100);
  const std::vector<double> exact = impact.solve(five, {.tolerance = 1e-13}).v;
  const std::vector<double> found = impact.solve(five, {.tolerance = 1e-8}).v;
  for (std::size_t b = 0; b < 5; ++b)
    figures.chain_5_error = std::max(figures.chain_5_error, std::abs(found[b] - exact[b]));
  figures.chain_5 = time_of([&](long) { keep(impact.solve(five, {.tolerance = 1e-8})); }, round);
  figures.chain_100 = time_of([&](long) { keep(impact.solve(hundred, {.tolerance = 1e-9})); }, round);
}

Figures measure(bool quick) {
  Figures figures;
  constexpr int euler_steps = 10000;
  const double round = quick ? 0.01 : 0.05;
  // Velocities vary a little from call to call, so that nothing can be computed beforehand.
  ImpactProblem<1> one = level_impact<1>({-0.1}, -0.03);
  figures.single = time_of(
      [&](long i) {
        one.v_n[0] = -0.1 - 1e-6 * static_cast<double>(i & 1023);
        keep(solve_impact(one));
      },
      round);
  figures.single_euler = time_of(
      [&](long i) {
        one.v_n[0] = -0.1 - 1e-6 * static_cast<double>(i & 1023);
        keep(euler_impact(one, euler_steps));
      },
      round);
  ImpactProblem<2> two = level_impact<2>({-0.05, -0.1}, -0.03);
  const ImpactOptions usual{.flow = {.tolerance = 1e-9}}, tight{.flow = {.tolerance = 1e-13}};
  figures.twice_error = (solve_impact(two, usual).v_n - solve_impact(two, tight).v_n).norm() / 0.1;
  figures.twice = time_of(
      [&](long i) {
        two.v_n[0] = -0.05 - 1e-6 * static_cast<double>(i & 1023);
        keep(solve_impact(two, usual));
      },
      round);
  figures.twice_euler = time_of(
      [&](long i) {
        two.v_n[0] = -0.05 - 1e-6 * static_cast<double>(i & 1023);
        keep(euler_impact(two, euler_steps));
      },
      round);

  measure_many_contacts(round, figures);

  const Dimer dimer(drift_settings());
  figures.cycles = quick ? 200 : 2000;
  RunOptions options;
  options.t_end = static_cast<double>(figures.cycles) * dimer.period();
  options.interrupt = &interrupt_flag();
  for (int k = 0; k < 3; ++k) {
    const double begun = cpu_seconds();
    const RunReport<Dimer> report = run_event_driven(dimer, dimer.initial_state(), options);
    const double spent = cpu_seconds() - begun;
    figures.cycles_per_second = std::max(figures.cycles_per_second, report.final.t / dimer.period() / spent);
  }
  return figures;
}

int bench(const Common& common, bool quick) {
  check_outputs({common.json});
  const Figures f = measure(quick);
  if (interrupt_flag()) return interrupted;
  const RodFigures rods = measure_rods(quick);
  if (interrupt_flag()) return interrupted;
  const LatticeFigures lattice = measure_lattice(quick);
  if (interrupt_flag()) return interrupted;
  nlohmann::ordered_json object{{"version", CAROM_VERSION},
                                {"single_impact_ns", 1e9 * f.single},
                                {"single_impact_euler_ns", 1e9 * f.single_euler},
                                {"single_impact_ratio", f.single_euler / f.single},
                                {"double_impact_us", 1e6 * f.twice},
                                {"double_impact_error", f.twice_error},
                                {"double_impact_euler_us", 1e6 * f.twice_euler},
                                {"double_impact_ratio", f.twice_euler / f.twice},
                                {"disc_impact_us", 1e6 * f.disc},
                                {"disc_impact_error", f.disc_error},
                                {"disc_impact_euler_us", 1e6 * f.disc_euler},
                                {"disc_impact_ratio", f.disc_euler / f.disc},
                                {"disc_run_ms", 1e3 * f.disc_run},
                                {"chain_5_us", 1e6 * f.chain_5},
                                {"chain_5_error", f.chain_5_error},
                                {"chain_100_ms", 1e3 * f.chain_100},
                                {"cycles", f.cycles},
                                {"cycles_per_cpu_second", f.cycles_per_second},
                                {"rod_steps_row_per_cpu_second", rods.row},
                                {"rod_steps_row_4000_per_cpu_second", rods.row_4000},
                                {"rod_steps_annulus_per_cpu_second", rods.annulus},
                                {"rods_two_threads_ratio", rods.two_threads},
                                {"rods_bytes", rods.bytes},
                                {"lattice_spring_forces_per_cpu_second", lattice.forces},
                                {"lattice_cost_25600_over_400", lattice.largest_over_smallest}};
  deliver_json(common, object.dump(2));
  if (common.json) return ok;
  print("{}",
        aligned({{"", "ours", "explicit Euler, 1e4 steps", "ratio"},
                 {"single impact", fmt::format("{:.1f} ns", 1e9 * f.single),
                  fmt::format("{:.1f} us", 1e6 * f.single_euler), fmt::format("{:.0f}", f.single_euler / f.single)},
                 {"double impact", fmt::format("{:.2f} us", 1e6 * f.twice),
                  fmt::format("{:.0f} us", 1e6 * f.twice_euler), fmt::format("{:.1f}", f.twice_euler / f.twice)},
                 {"disc and ball", fmt::format("{:.1f} us", 1e6 * f.disc), fmt::format("{:.0f} us", 1e6 * f.disc_euler),
                  fmt::format("{:.1f}", f.disc_euler / f.disc)}},
                ""));
  print("\nThe double impact at tolerance 1e-9 is off by {:.1e} of its speed.\n", f.twice_error);
  print("The disc at tolerance 1e-7 is off by {:.1e}; its run to the flat state takes {:.2f} ms.\n", f.disc_error,
        1e3 * f.disc_run);
  print("Five balls at 1e-8 take {:.1f} us, off by {:.1e}; a hundred at 1e-9 take {:.2f} ms.\n", 1e6 * f.chain_5,
        f.chain_5_error, 1e3 * f.chain_100);
  print("Drift orbit of the dimer: {:.0f} plate cycles a second of processor time (over {} cycles, rtol 1e-10).\n",
        f.cycles_per_second, f.cycles);
  print(
      "Rods at dt = 2e-5, rod-steps a second of processor time: {:.2g} (row of 40), {:.2g} (row of 4000), {:.2g} "
      "(annulus of "
      "40).\nTwo threads are {:.2f} times faster than one with 10,000 rods, {:.0f} bytes a rod.\n",
      rods.row, rods.row_4000, rods.annulus, rods.two_threads, rods.bytes);
  print(
      "Impact of a lattice disk: {:.0f} million spring forces a second of processor time; a point's step costs {:.2f} "
      "times "
      "as much with 25,600 points a body as with 400.\n",
      1e-6 * lattice.forces, lattice.largest_over_smallest);
  return ok;
}

}  // namespace

Verb bench_verb() {
  struct Arguments {
    Common common;
    bool quick = false;
  };
  const auto a = std::make_shared<Arguments>();
  std::vector<Option> options{{"--quick", "", "shorter measurements", &a->quick}};
  for (Option& option : common_options(a->common)) options.push_back(std::move(option));
  return {.name = "bench",
          .summary = "the project's own figures on this machine",
          .examples = {"carom bench", "carom bench --json bench.json"},
          .options = std::move(options),
          .act = [a] { return bench(a->common, a->quick); }};
}

}  // namespace carom::app
