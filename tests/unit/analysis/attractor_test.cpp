// SPDX-License-Identifier: Apache-2.0
// Settling and recognition on sequences whose limit is known.
#include "carom/analysis/attractor.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace carom::study {
namespace {

const StateMetric metric(Eigen::Vector2d(1, 1), 1);
const std::vector<Attractor> nothing;

Eigen::VectorXd state(double a, double b) { return Eigen::Vector2d(a, b); }

// Feeds f(0), f(1), … until a verdict or n.
template <class F>
long feed(Settling& settling, const F& f, long n) {
  for (long k = 0; k < n; ++k)
    if (!settling.see(Flash::section, static_cast<double>(k), f(k))) return k;
  return n;
}

TEST(Settling, FindsThePeriodOfAConvergingSequenceAndItsPoints) {
  Settling settling(metric, nothing, {});
  const auto orbit = [](long k) { return state(static_cast<double>(k % 3) + std::pow(0.7, k), 1 - std::pow(0.7, k)); };
  feed(settling, orbit, 1000);
  ASSERT_EQ(settling.verdict(), Settling::Verdict::settled);
  ASSERT_EQ(settling.orbit().period, 3);
  ASSERT_EQ(settling.orbit().points.size(), 3u);
  for (const Eigen::VectorXd& z : settling.orbit().points) {
    EXPECT_NEAR(z[0], std::round(z[0]), 3e-6);
    EXPECT_NEAR(z[1], 1, 3e-6);
  }
  EXPECT_GT(settling.flashes(), 30);
  EXPECT_LT(settling.flashes(), 60);
}

// Steps fall below the tolerance long before the limit is near: 1e-6 = 0.999^n (1 − 0.999) at n ≈ 6900.
// The tops of a ball that bounces ever lower and sooner: the same states, at even times, are an orbit.
TEST(Settling, DoesNotTakeAChatterForAnOrbit) {
  Settling chatter(metric, nothing, {}), even(metric, nothing, {});
  const auto top = [](long k) { return state(std::pow(0.5, k), 0); };
  for (long k = 0; k < 45; ++k) ASSERT_TRUE(chatter.see(Flash::section, -std::pow(0.5, k), top(k))) << k;
  EXPECT_EQ(chatter.verdict(), Settling::Verdict::none);
  EXPECT_LT(feed(even, top, 45), 45);
  EXPECT_EQ(even.verdict(), Settling::Verdict::settled);
}

TEST(Settling, WaitsForASlowSequenceUntilItsLimitIsNear) {
  Settling settling(metric, nothing, {});
  const auto slow = [](long k) { return state(std::pow(0.999, k), 0); };
  feed(settling, slow, 7500);
  EXPECT_EQ(settling.verdict(), Settling::Verdict::none);
  Settling patient(metric, nothing, {});
  feed(
      patient, [](long k) { return state(std::pow(0.95, k), 0); }, 20000);
  ASSERT_EQ(patient.verdict(), Settling::Verdict::settled);
  EXPECT_LT(std::abs(patient.orbit().points[0][0]), 1e-6);
}

// About a third of a turn a flash: nearer to where it was three flashes ago than to where it was one ago.
TEST(Settling, GivesThePeriodOfASpiralAndNotAMultiple) {
  const auto spiral = [](double r, double degrees, long k) {
    const double angle = degrees * std::numbers::pi / 180 * static_cast<double>(k);
    return state(std::pow(r, k) * std::cos(angle), std::pow(r, k) * std::sin(angle));
  };
  for (const double r : {0.4, 0.78, 0.95})
    for (const double degrees : {88.0, 121.0, 128.0, 143.0, 180.0}) {
      Settling settling(metric, nothing, {});
      feed(
          settling, [&](long k) { return spiral(r, degrees, k); }, 10000);
      ASSERT_EQ(settling.verdict(), Settling::Verdict::settled) << r << " " << degrees;
      EXPECT_EQ(settling.orbit().period, 1) << r << " " << degrees;
      ASSERT_EQ(settling.orbit().points.size(), 1u);
      EXPECT_LT(settling.orbit().points[0].norm(), 1e-5);
      Settling turning(metric, nothing, {});  // about each of two points
      feed(
          turning,
          [&](long k) -> Eigen::VectorXd { return state(static_cast<double>(k % 2), 0) + spiral(r, degrees, k / 2); },
          10000);
      ASSERT_EQ(turning.verdict(), Settling::Verdict::settled) << r << " " << degrees;
      EXPECT_EQ(turning.orbit().period, 2) << r << " " << degrees;
    }
  // Points that stay apart by less than the radius are not the same.
  Settling split(metric, nothing, {});
  feed(
      split, [&](long k) -> Eigen::VectorXd { return state(k % 3 == 0 ? 3e-5 : 0, 0) + spiral(0.78, 128, k); }, 1000);
  ASSERT_EQ(split.verdict(), Settling::Verdict::settled);
  EXPECT_EQ(split.orbit().period, 3);
}

TEST(Settling, CallsNeitherALeavingNorAnIrregularSequenceSettled) {
  Settling leaving(metric, nothing, {});
  EXPECT_EQ(feed(
                leaving, [](long k) { return state(1e-7 * std::pow(1.01, k), 0); }, 400),
            400);
  Settling turning(metric, nothing, {});
  EXPECT_EQ(
      feed(
          turning, [](long k) { return state(std::fmod(static_cast<double>(k) * std::numbers::phi, 1.0), 0); }, 3000),
      3000);
}

TEST(Settling, RecognisesAKnownOrbitEarlyAndOnlyOnIt) {
  const std::vector<Attractor> known{{.period = 2, .points = {state(0, 0), state(1, 0)}},
                                     {.period = 1, .points = {state(5, 0)}}};
  const auto near_second = [](long k) { return state(5 + std::pow(0.8, k), 0); };
  Settling settling(metric, known, {});
  const long seen = feed(settling, near_second, 1000);
  ASSERT_EQ(settling.verdict(), Settling::Verdict::recognised);
  EXPECT_EQ(settling.attractor(), 1);
  Settling ignorant(metric, nothing, {});
  EXPECT_LT(seen, feed(ignorant, near_second, 1000));
  // Passes through the radius of both points of the first, but not in their order.
  Settling passing(metric, known, {});
  feed(
      passing, [](long k) { return k % 3 == 0 ? state(0, 0) : state(1, 0); }, 1000);
  EXPECT_EQ(passing.verdict(), Settling::Verdict::settled);
  EXPECT_EQ(passing.orbit().period, 3);
  // Within the radius but moving away.
  Settling leaving(metric, known, {});
  feed(
      leaving, [](long k) { return state(5 + 1e-5 * std::pow(1.02, k), 0); }, 60);
  EXPECT_EQ(leaving.verdict(), Settling::Verdict::none);
}

TEST(Settling, RestsWhenNothingMovesAnyMore) {
  Settling settling(metric, nothing, {});
  EXPECT_TRUE(settling.see(Flash::tick, 0, state(1, 1e-3)));
  for (int k = 1; k < 4; ++k) EXPECT_TRUE(settling.see(Flash::tick, k, state(2, 0)));
  EXPECT_FALSE(settling.see(Flash::tick, 4, state(2, 0)));
  ASSERT_EQ(settling.verdict(), Settling::Verdict::settled);
  EXPECT_EQ(settling.orbit().period, 0);
  // The same place at each tick, but not at rest there.
  Settling moving(metric, nothing, {});
  for (int k = 0; k < 100; ++k) EXPECT_TRUE(moving.see(Flash::tick, k, state(2, 0.1)));
}

TEST(SameOrbit, FromWhicheverPoint) {
  const Attractor a{.period = 3, .points = {state(0, 0), state(1, 0), state(2, 0)}};
  const Attractor b{.period = 3, .points = {state(2, 0), state(0, 0), state(1, 0)}};
  const Attractor c{.period = 3, .points = {state(2, 0), state(1, 0), state(0, 0)}};
  EXPECT_TRUE(same_orbit(metric, a, b, 1e-4));
  EXPECT_FALSE(same_orbit(metric, a, c, 1e-4));
  EXPECT_FALSE(same_orbit(metric, a, {.period = 1, .points = {state(0, 0)}}, 1e-4));
}

TEST(SameOrbit, FollowedSeveralTimes) {
  const Attractor once{.period = 2, .points = {state(0, 0), state(1, 0)}};
  const Attractor thrice{
      .period = 6, .points = {state(1, 0), state(1e-5, 0), state(1, 0), state(0, 1e-5), state(1, 1e-5), state(0, 0)}};
  EXPECT_TRUE(same_orbit(metric, once, thrice, 1e-4));
  EXPECT_TRUE(same_orbit(metric, thrice, once, 1e-4));
  EXPECT_FALSE(same_orbit(metric, once, thrice, 1e-6));
  EXPECT_FALSE(same_orbit(metric, once, {.period = 3, .points = {state(0, 0), state(1, 0), state(0, 0)}}, 1e-4));
  EXPECT_FALSE(
      same_orbit(metric, once, {.period = 4, .points = {state(0, 0), state(1, 0), state(1, 0), state(0, 0)}}, 1e-4));
  // At rest where an orbit has its point: not the same.
  EXPECT_FALSE(same_orbit(metric, {.period = 0, .points = {state(0, 0)}}, {.period = 1, .points = {state(0, 0)}}, 1));
}

}  // namespace
}  // namespace carom::study
