// SPDX-License-Identifier: Apache-2.0
#include "carom/observe/dimer_observer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "carom/systems/dimer_engine.hpp"

namespace carom::observe {
namespace {

struct Start {
  double f = 25, Gamma = 0.9, e = 0.65, h0_mm = 0.25, theta0_deg = 5, A_r = 3.9, mu_i = 0.08;
};

Dimer dimer(const Start& start) {
  DimerSettings settings;
  settings.shape.A_r = start.A_r;
  settings.f = start.f;
  settings.Gamma = start.Gamma;
  settings.h0 = start.h0_mm * 1e-3;
  settings.theta0 = start.theta0_deg * deg;
  for (ContactLaw& law : settings.law)
    law = {.e = start.e, .mu_s = 0.24, .mu_c = 0.12, .mu_s_i = 0.24, .mu_i = start.mu_i};
  return Dimer(settings);
}

DimerObservables observe_run(const Dimer& system, const State<3>& initial, double cycles) {
  DimerObserver observer(system);
  RunOptions options;
  options.t_end = initial.t + cycles * system.period();
  const RunReport<Dimer> report = run_watched(system, initial, options, observer);
  EXPECT_EQ(report.outcome, Outcome::reached_end) << report.brief();
  return observer.summary();
}
DimerObservables observe_run(const Start& start, double cycles = 150) {
  const Dimer system = dimer(start);
  return observe_run(system, system.initial_state(), cycles);
}

// ---- motion in closed form ----------------------------------------------------------------------------------------

// The right tip slides along the plate while the dimer swings about it, or both fly; written down, not simulated.
struct WrittenMotion {
  double begin, end;
  ContactModes<Dimer> contact_modes;
  State<3> (*law)(double);
  double t0() const { return begin; }
  double t1() const { return end; }
  const ContactModes<Dimer>& modes() const { return contact_modes; }
  State<3> at(double t) const { return law(t); }
};

constexpr double written_T = 1.0 / 25, written_omega = two_pi * 25;

State<3> swinging(double t) {
  State<3> state;
  state.t = t;
  state.q = {0.002 * t, 0.01, -0.03 * (1 + 0.5 * std::sin(written_omega * t))};
  state.u = {0.002, 0, -0.015 * written_omega * std::cos(written_omega * t)};
  return state;
}

TEST(DimerObserver, FindsMeansAndExtremesOfAWrittenMotionWhateverItsSteps) {
  for (const double step : {written_T / 8, written_T / 9.7, written_T / 40.3}) {
    const Dimer system = dimer({});
    DimerObserver observer(system);
    for (double t = 0; t < 12 * written_T - 1e-12; t += step)
      observer.segment(
          WrittenMotion{t, std::min(t + step, 12 * written_T), {ContactMode::open, ContactMode::slip_minus}, swinging});
    const DimerObservables seen = observer.summary();
    EXPECT_EQ(seen.period_cycles, 1);
    EXPECT_EQ(seen.cycles, 10);
    EXPECT_NEAR(seen.theta_max, 0.045, 1e-12);
    EXPECT_NEAR(seen.mean_theta, -0.03, 1e-8);
    EXPECT_EQ(seen.orientation, Orientation::right_stays);
    EXPECT_NEAR(seen.drift, -0.002, 1e-9);  // moves right, the bouncing end is left
    EXPECT_NEAR(seen.scaled_drift, -100 * 0.002 * 25 / gravity, 1e-7);
    EXPECT_NEAR(seen.contact_fraction, 1, 1e-9);
    EXPECT_EQ(seen.stick_fraction, 0);
    EXPECT_NEAR(seen.dt_p, written_T, 1e-9);  // slip− is towards the bouncing left end
    EXPECT_EQ(seen.dt_n, 0);
    const DimerBody& body = system.body();
    const double swing = 0.015 * written_omega;
    const double energy =
        0.5 * body.m * 0.002 * 0.002 + 0.25 * body.I * swing * swing + body.m * gravity * (0.01 - body.r);
    EXPECT_NEAR(seen.mean_energy, energy, 1e-6 * energy);
    EXPECT_NEAR(seen.scaled_energy, 8 * energy / (body.m * gravity * gravity * written_T * written_T), 1e-5);
  }
}

TEST(DimerObserver, LeavesOutAFirstCycleThatIsNotWhole) {
  const Dimer system = dimer({});
  DimerObserver observer(system);
  const double t0 = 0.3 * written_T;
  observer.segment(WrittenMotion{t0, 0.9 * written_T, {}, swinging});
  EXPECT_EQ(observer.summary().motion, "unknown");
  EXPECT_TRUE(std::isnan(observer.summary().drift));
  observer.segment(WrittenMotion{0.9 * written_T, 3.2 * written_T, {}, swinging});
  ASSERT_EQ(observer.cycles().size(), 2);
  EXPECT_EQ(observer.cycles().newest().index, 2);
  EXPECT_NEAR(observer.cycles().newest().begin.t, 2 * written_T, 1e-15);
  EXPECT_NEAR(observer.cycles().newest().end.t, 3 * written_T, 1e-15);
}

TEST(DimerObserver, CountsImpactsByTipAndBouncesByTheHeightOfTheFlight) {
  const Dimer system = dimer({});
  DimerObserver observer(system);
  observer.segment(WrittenMotion{0, 0.5 * written_T, {}, swinging});
  EventBatch<Dimer> batch;
  batch.t = 0.5 * written_T;
  batch.contacts = {true, false};
  batch.before = swinging(batch.t);
  batch.before.u[1] = -1;
  observer.event(batch);  // left tip, from high above
  observer.event(batch);  // again at once: no flight, no bounce
  batch.kind = EventKind::multiple_impact;
  batch.contacts = {true, true};
  observer.event(batch);
  batch.kind = EventKind::slip;
  observer.event(batch);  // not an impact
  observer.segment(WrittenMotion{0.5 * written_T, written_T, {}, swinging});
  const DimerCycle& cycle = observer.cycles().newest();
  EXPECT_EQ(cycle.single_impacts[0], 2);
  EXPECT_EQ(cycle.single_impacts[1], 0);
  EXPECT_EQ(cycle.double_impacts, 1);
  EXPECT_NEAR(cycle.double_phase[0], pi, 1e-12);
  EXPECT_EQ(cycle.bounces[0], 1);
  EXPECT_EQ(cycle.bounces[1], 1);
  EXPECT_NEAR(observer.summary().alpha, pi / 2, 1e-12);
}

TEST(DimerObserver, RemembersNoMoreThanItsRing) {
  const Dimer system = dimer({});
  DimerObserver observer(system);
  observer.segment(WrittenMotion{0, 1000 * written_T, {}, swinging});
  EXPECT_EQ(observer.cycles().size(), remembered_cycles);
  EXPECT_EQ(observer.cycles().newest().index, 999);
}

// ---- the motions, simulated ---------------------------------------------------------------------------------------

TEST(DimerMotion, DriftsForwardAndMeasuresItsPhases) {
  const DimerObservables seen = observe_run(Start{});
  EXPECT_EQ(seen.motion, "drift");
  EXPECT_EQ(seen.orientation, Orientation::left_stays);
  EXPECT_EQ(seen.period_cycles, 1);
  EXPECT_EQ(seen.mirror_period_cycles, 0);
  EXPECT_NEAR(seen.drift, 8.445e-3, 0.005 * 8.445e-3);
  EXPECT_EQ(seen.double_impacts_per_cycle, 1);
  EXPECT_NEAR(seen.alpha / deg, 51.5, 0.5);
  EXPECT_NEAR(seen.reversal_phase / deg, 27, 0.5);
  EXPECT_FALSE(seen.reversal_from_stick);
  // From the hit, α before the top, to the reversal and on to the next hit: the two stretches fill the cycle.
  EXPECT_NEAR(seen.dt_p, (pi + seen.alpha - seen.reversal_phase) / two_pi * 0.04, 1e-9);
  EXPECT_NEAR(seen.dt_p + seen.dt_n, 0.04, 1e-9);
  EXPECT_EQ(seen.stick_fraction, 0);
}

TEST(DimerMotion, OfTheMirroredStartIsTheMirrorImage) {
  const DimerObservables left = observe_run(Start{}), right = observe_run(Start{.theta0_deg = -5});
  EXPECT_EQ(right.motion, "drift");
  EXPECT_EQ(right.orientation, Orientation::right_stays);
  EXPECT_NEAR(right.drift, left.drift, 1e-6 * left.drift);
  EXPECT_NEAR(right.alpha, left.alpha, 1e-6);
  EXPECT_NEAR(right.reversal_phase, left.reversal_phase, 1e-6);
  EXPECT_NEAR(right.dt_p, left.dt_p, 1e-8);
  EXPECT_NEAR(right.peak_gap[0], left.peak_gap[1], 1e-9);
}

TEST(DimerMotion, OfALongDimerDriftsBackwardsOutOfStick) {
  const DimerObservables seen = observe_run(Start{.A_r = 5.7});
  EXPECT_EQ(seen.motion, "drift");
  EXPECT_NEAR(seen.drift, -6.731e-3, 0.005 * 6.731e-3);
  EXPECT_TRUE(seen.reversal_from_stick);
  EXPECT_GT(seen.stick_fraction, 0.3);
}

TEST(DimerMotion, OfAStillLongerDimerIsAPendulum) {
  const DimerObservables seen = observe_run(Start{.h0_mm = 2.25, .theta0_deg = 12, .A_r = 6.5});
  EXPECT_EQ(seen.motion, "pendulum");
  EXPECT_LT(std::abs(seen.scaled_drift), 0.01);
}

TEST(DimerMotion, ComesToRestOnAWeakPlate) {
  const DimerObservables seen = observe_run(Start{.Gamma = 0.2, .theta0_deg = 12});
  EXPECT_EQ(seen.motion, "rest");
  EXPECT_EQ(seen.orientation, Orientation::none);
  EXPECT_EQ(seen.contact_fraction, 1);
  EXPECT_TRUE(std::isnan(seen.alpha));
}

TEST(DimerMotion, HopsOnAStrongPlate) {
  const DimerObservables seen = observe_run(Start{.Gamma = 1.4});
  EXPECT_EQ(seen.motion, "hop");
  EXPECT_EQ(seen.single_impacts_per_cycle, 0);
}

TEST(DimerMotion, AlternatesBetweenABigAndASmallBounceAboveThePeriodDoubling) {
  const DimerObservables seen = observe_run(Start{.Gamma = 1.3, .theta0_deg = 10});
  EXPECT_EQ(seen.motion, "alternating");
  EXPECT_EQ(seen.period_cycles, 2);
}

TEST(DimerMotion, JumpsFromALowStart) {
  const DimerObservables seen = observe_run(Start{.f = 50, .h0_mm = 0.5, .theta0_deg = 1});
  EXPECT_EQ(seen.motion, "jump");
  EXPECT_EQ(seen.mirror_period_cycles, 1);
  EXPECT_EQ(seen.single_impacts_per_cycle, 2);
  const DimerObservables drift = observe_run(Start{.f = 50, .h0_mm = 0.5, .theta0_deg = 3});
  EXPECT_EQ(drift.motion, "drift");
  EXPECT_NEAR(seen.mean_energy / drift.mean_energy, 2, 0.1);
}

TEST(DimerMotion, FluttersFromTheEstimateOfTwoFreeBalls) {
  // Two balls that hit every other cycle, one period apart; midway they are level, at 3gT²/8 above the hits.
  const Dimer system = dimer({.f = 50, .e = 0.8});
  const double T = system.period(), alpha = std::asin(two_pi * 0.2 / 1.8 / 0.9);
  State<3> start;
  start.t = (1.5 * pi - alpha) / system.omega() + T / 2;
  start.q = {0, system.body().r + system.amplitude() * std::cos(alpha) + 3 * gravity * T * T / 8, 0};
  start.u = {0, 0, -gravity * T / system.body().l};
  const DimerObservables seen = observe_run(system, start, 150);
  EXPECT_EQ(seen.motion, "flutter");
  EXPECT_EQ(seen.period_cycles, 2);
  EXPECT_EQ(seen.mirror_period_cycles, 1);
  EXPECT_NEAR(seen.theta_max / deg, 3.96, 0.02);
  EXPECT_EQ(seen.orientation, Orientation::none);
  EXPECT_EQ(observe_run(Start{.f = 50, .e = 0.8, .h0_mm = 5.5, .theta0_deg = 2}).motion, "flutter");
}

TEST(DimerMotion, DriftsAtHalfRateFromAStartOnThatOrbit) {
  const Dimer system = dimer({.f = 50, .e = 0.8});
  State<3> start;
  start.q = system.from_shown({0, 4.7501e-3, 0.0589});
  start.u = system.from_shown_velocity(start.q, {0.5e-3, -28.1e-3, -1.987});
  const DimerObservables seen = observe_run(system, start, 150);
  EXPECT_EQ(seen.motion, "half-rate drift");
  EXPECT_EQ(seen.double_impacts_per_cycle, 0.5);
}

TEST(DimerMotion, CombinesJumpAndFlutter) {
  const DimerObservables seen = observe_run(Start{.f = 50, .e = 0.8, .h0_mm = 0.5, .theta0_deg = 6});
  EXPECT_EQ(seen.motion, "(T,2T)");
  EXPECT_EQ(seen.single_impacts_per_cycle, 1.5);
}

TEST(DimerMotion, IsDescribedInOneLine) {
  EXPECT_EQ(observe_run(Start{}).brief().rfind("drift, drift 8.4", 0), 0u) << observe_run(Start{}).brief();
}

}  // namespace
}  // namespace carom::observe
