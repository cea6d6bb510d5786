// SPDX-License-Identifier: Apache-2.0
// Painlevé's rod: where the paradox begins, and what follows from it.
#include <gtest/gtest.h>

#include <cmath>

#include "carom/base/random.hpp"
#include "carom/systems/painleve_rod.hpp"
#include "carom/systems/painleve_rod_engine.hpp"
#include "support/mechanisms.hpp"

namespace carom {
namespace {

using namespace testing_support;

PainleveRod rod_of(double e, double mu_s, double mu) { return PainleveRod({.law = coulomb(e, mu_s, mu)}); }

TEST(PainleveRod, HasNoParadoxBelowFourThirds) {
  for (const double mu : {0.0, 0.5, 1.0, 1.32}) {
    const PainleveRod rod = rod_of(0.5, mu, mu);
    for (double theta = 0.01; theta < pi; theta += 0.01)
      for (const double v : {-1.0, 1.0})
        for (const double rate : {0.0, 3.0, 8.0})
          ASSERT_EQ(rod.paradox(rod.sliding(theta, rate, v)), Paradox::none) << mu << " " << theta;
  }
}

TEST(PainleveRod, HasItsParadoxFirstWhereTheTangentOfTheInclinationIsTwo) {
  EXPECT_NEAR(PainleveRod::paradox_friction(std::atan(2.0)), 4.0 / 3, 1e-15);
  const PainleveRod rod = rod_of(0.5, 1.35, 1.35);
  double from = pi, to = 0;
  for (double theta = 0.001; theta < pi; theta += 0.001) {
    const bool expected = theta < pi / 2 && PainleveRod::paradox_friction(theta) < 1.35;
    ASSERT_EQ(rod.paradox(rod.sliding(theta, 0, -1)), expected ? Paradox::inconsistent : Paradox::none) << theta;
    ASSERT_EQ(rod.paradox(rod.sliding(pi - theta, 0, 1)), expected ? Paradox::inconsistent : Paradox::none) << theta;
    if (!expected) continue;
    from = std::min(from, theta);
    to = std::max(to, theta);
  }
  // tan θ = (3μ ± √(9μ² − 16))/2
  const double root = std::sqrt(9 * 1.35 * 1.35 - 16);
  EXPECT_NEAR(from, std::atan((3 * 1.35 - root) / 2), 1e-3);
  EXPECT_NEAR(to, std::atan((3 * 1.35 + root) / 2), 1e-3);
  EXPECT_LT(from, std::atan(2.0));
  EXPECT_GT(to, std::atan(2.0));
}

TEST(PainleveRod, IsIndeterminateWhereItsRotationWouldLiftIt) {
  // (l/2) sin θ θ̇² against g.
  const PainleveRod rod = rod_of(0.5, 2, 2);
  const double theta = std::atan(2.0), rate = std::sqrt(gravity / (0.5 * std::sin(theta)));
  EXPECT_EQ(rod.paradox(rod.sliding(theta, 0.99 * rate, -1)), Paradox::inconsistent);
  EXPECT_EQ(rod.paradox(rod.sliding(theta, 1.01 * rate, -1)), Paradox::indeterminate);
  EXPECT_EQ(rod.paradox(rod.sliding(theta, 1.01 * rate, 1)), Paradox::none);
  State<3> in_the_air = rod.sliding(theta, 0, -1);
  in_the_air.q[1] += 0.01;
  EXPECT_EQ(rod.paradox(in_the_air), Paradox::none);
}

TEST(PainleveRod, GetsATangentialImpactWhereNoForcesExist) {
  const PainleveRod rod = rod_of(0.3, 1.8, 1.6);
  EventLog<PainleveRod> log;
  const State<3> start = rod.sliding(std::atan(2.0), 0, -1);
  const RunReport<PainleveRod> report = run_watched(rod, start, {.t_end = 0.01}, log);
  ASSERT_EQ(report.outcome, Outcome::reached_end) << report.brief();
  EXPECT_EQ(report.events.tangential_impacts, 1);
  ASSERT_FALSE(log.entries.empty());
  EXPECT_EQ(log.entries[0].t, 0);
  EXPECT_EQ(log.entries[0].kind, EventKind::impact);
  EXPECT_LT(report.ledger.kinetic + report.ledger.potential, report.ledger.initial - 1e-3);
  EXPECT_LT(report.ledger.relative_residual(), 1e-10);
  // Sliding the other way the same rod has its forces.
  const RunReport<PainleveRod> other = run_watched(rod, rod.sliding(std::atan(2.0), 0, 1), {.t_end = 0.01});
  EXPECT_EQ(other.events.tangential_impacts, 0);
  EXPECT_EQ(other.modes[0], ContactMode::slip_plus);
}

TEST(PainleveRod, JamsByTheLawThatWasAskedFor) {
  const double e = 0.5;
  const PainleveRod rod = rod_of(e, 1.6, 1.6);
  const State<3> start = rod.sliding(std::atan(2.0), 0, -1);
  const auto rebound = [&](Restitution law) {
    EventLog<PainleveRod> log;
    const RunReport<PainleveRod> report = run_watched(rod, start, {.t_end = 1e-3, .impact = {.law = law}}, log);
    EXPECT_EQ(report.outcome, Outcome::reached_end) << report.brief();
    EXPECT_EQ(report.events.tangential_impacts, 1);
    EXPECT_LT(report.ledger.relative_residual(), 1e-10);
    return report.ledger.kinetic;
  };
  EXPECT_GT(rebound(Restitution::poisson), rebound(Restitution::energetic) + 1e-3);
  const RunReport<PainleveRod> newton =
      run_watched(rod, start, {.t_end = 1e-3, .impact = {.law = Restitution::newton}});
  EXPECT_EQ(newton.outcome, Outcome::impact_unresolved);
  EXPECT_NE(newton.reason.find("Newton's law has no answer to a jam"), std::string::npos) << newton.reason;
}

TEST(PainleveRod, TakesTheChosenWayWhereFlightSlipAndImpactArePossible) {
  const PainleveRod rod = rod_of(0.3, 1.8, 1.6);
  const State<3> start = rod.sliding(std::atan(2.0), 8, -1);
  const auto run = [&](PainleveChoice choice) {
    EventLog<PainleveRod> log;
    const RunReport<PainleveRod> report = run_watched(rod, start, {.t_end = 1e-3, .painleve = choice}, log);
    EXPECT_EQ(report.outcome, Outcome::reached_end) << report.brief();
    EXPECT_EQ(report.events.indeterminate, 1);
    EXPECT_LT(report.ledger.relative_residual(), 1e-8);
    return report;
  };
  const RunReport<PainleveRod> flight = run(PainleveChoice::flight);
  EXPECT_EQ(flight.modes[0], ContactMode::open);
  EXPECT_EQ(flight.events.impacts, 0);
  const RunReport<PainleveRod> slip = run(PainleveChoice::slip);
  EXPECT_EQ(slip.modes[0], ContactMode::slip_minus);
  EXPECT_EQ(slip.events.impacts, 0);
  EXPECT_GT(slip.ledger.friction_loss, 0);
  const RunReport<PainleveRod> impact = run(PainleveChoice::impact);
  EXPECT_EQ(impact.events.tangential_impacts, 1);
  EXPECT_EQ(impact.modes[0], ContactMode::open);
}

// The normal force over a run, up to the first event after the start.
struct Forces {
  double first = -1, last = 0, largest = 0, t = 0;
  bool rising = true, detached = false;
  State<3> at_event;
  void segment(const Segment<PainleveRod>& segment) {
    if (ended_) return;
    for (const double t_i : {segment.t0(), segment.t1()}) {
      const double F = segment.motion(segment.at(t_i)).F_n[0];
      if (first < 0) first = F;
      if (F < last * (1 - 1e-6) && last < 1e3 * first) rising = false;  // beyond, A + μB is rounding
      last = F;
      largest = std::max(largest, F);
    }
  }
  void event(const EventBatch<PainleveRod>& batch) {
    if (batch.t == 0 || ended_) return;
    ended_ = true;
    t = batch.t;
    detached = batch.kind == EventKind::detach;
    at_event = batch.before;
  }
  bool stop() const { return ended_; }

 private:
  bool ended_ = false;
};

TEST(PainleveRod, SlidesIntoADynamicJamUnderLargeFriction) {
  // μ = 2 > 8/(3√3): the force grows without bound towards the angle at which A + μB = 0.
  const double mu = 2, critical = std::atan((3 * mu - std::sqrt(9 * mu * mu - 16)) / 2);
  const PainleveRod rod = rod_of(0.5, mu, mu);
  const State<3> start = rod.sliding(critical - 0.1, 3, -60);
  ASSERT_EQ(rod.paradox(start), Paradox::none);
  Forces forces;
  const RunReport<PainleveRod> report = run_watched(rod, start, {.t_end = 0.5}, forces);
  EXPECT_TRUE(succeeded(report.outcome)) << report.brief();
  EXPECT_EQ(report.events.tangential_impacts, 1);
  EXPECT_TRUE(forces.rising);
  EXPECT_GT(forces.largest, 1e3 * forces.first);
  EXPECT_NEAR(forces.t, 0.0281, 2e-4);
  EXPECT_NEAR(forces.at_event.q[2], critical, 1e-4);
  // The impact takes what the slip could not: the tip comes off at rest along the floor or the other way.
  EXPECT_LT(report.ledger.kinetic, report.ledger.initial);
  EXPECT_LT(report.ledger.relative_residual(), 1e-7);
}

TEST(PainleveRod, LiftsOffBeforeTheSingularAngleUnderSmallerFriction) {
  // 4/3 < μ < 8/(3√3): the same start, and b_n reaches zero first.
  for (const double mu : {1.35, 1.4, 1.45}) {
    const double critical = std::atan((3 * mu - std::sqrt(9 * mu * mu - 16)) / 2);
    const PainleveRod rod = rod_of(0.5, mu, mu);
    for (const double rate : {0.5, 3.0, 4.5}) {
      Forces forces;
      const RunReport<PainleveRod> report =
          run_watched(rod, rod.sliding(critical - 0.1, rate, -60), {.t_end = 0.5}, forces);
      EXPECT_TRUE(succeeded(report.outcome)) << report.brief();
      EXPECT_TRUE(forces.detached) << rate;
      EXPECT_EQ(report.events.tangential_impacts, 0);
      const State<3>& s = forces.at_event;
      EXPECT_LT(s.q[2], critical);
      EXPECT_NEAR(0.5 * std::sin(s.q[2]) * s.u[2] * s.u[2], gravity, 1e-6 * gravity);
      EXPECT_NEAR(forces.last, 0, 1e-6 * forces.largest);
      EXPECT_LT(forces.largest, 1e3 * gravity);
    }
  }
}

TEST(PainleveRod, LiftsOffWithoutFrictionWhereItsEnergySays) {
  // Energy of rotation and height with θ̇² = g/((l/2) sin θ): (cos²θ + 1/3)/(2 sin θ) + sin θ = E/(m g l/2).
  const PainleveRod rod = rod_of(0.5, 0, 0);
  constexpr double theta0 = 0.5, rate0 = 5.8, L = 0.5;
  ASSERT_LT(L * std::sin(theta0) * rate0 * rate0, gravity);
  const auto level = [](double theta, double rate_squared) {
    const double c = std::cos(theta);
    return L * (c * c + 1.0 / 3) * rate_squared / (2 * gravity) + std::sin(theta);
  };
  const double energy = level(theta0, rate0 * rate0);
  double low = theta0, high = pi / 2;
  const auto excess = [&](double theta) { return level(theta, gravity / (L * std::sin(theta))) - energy; };
  ASSERT_GT(excess(low), 0);
  ASSERT_LT(excess(high), 0);
  while (high - low > 1e-15) {
    const double middle = (low + high) / 2;
    (excess(middle) > 0 ? low : high) = middle;
    if (middle == low && middle == high) break;
    if (std::nextafter(low, high) >= high) break;
  }
  Forces forces;
  const RunReport<PainleveRod> report = run_watched(rod, rod.sliding(theta0, rate0, 0.3), {.t_end = 1}, forces);
  EXPECT_TRUE(succeeded(report.outcome)) << report.brief();
  EXPECT_TRUE(forces.detached);
  EXPECT_NEAR(forces.at_event.q[2], low, 1e-8);
}

TEST(PainleveRod, NeverFailsWhateverItsParadox) {
  Random random(3);
  int jams = 0;
  for (int i = 0; i < 300; ++i) {
    const double mu = random.uniform(1, 3);
    const PainleveRod rod = rod_of(random.index(3) ? random.uniform() : 0.0, mu * random.uniform(1, 1.3), mu);
    const auto choice = static_cast<PainleveChoice>(random.index(3));
    const State<3> start = rod.sliding(random.uniform(0.3, 1.5), random.uniform(-6, 6), random.uniform(-4, 4));
    const RunReport<PainleveRod> report = run_watched(rod, start, {.t_end = 0.6, .painleve = choice});
    ASSERT_EQ(report.outcome, Outcome::reached_end) << i << ": " << report.brief();
    ASSERT_LT(std::abs(report.ledger.residual()), 1e-9 * (report.ledger.initial + report.ledger.kinetic)) << i;
    ASSERT_LT(report.deepest_penetration, 1e-10 * rod.settings().l) << i;
    ASSERT_LE(report.ledger.kinetic + report.ledger.potential, report.ledger.initial * (1 + 1e-9)) << i;
    jams += report.events.tangential_impacts > 0;
  }
  EXPECT_GT(jams, 5);
}

}  // namespace
}  // namespace carom
