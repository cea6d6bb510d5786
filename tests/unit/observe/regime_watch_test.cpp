// SPDX-License-Identifier: Apache-2.0
// Where a motion passes a section: a coordinate or a rate at a level, rising or falling, shown or computed.
#include "carom/observe/regime_watch.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "carom/systems/bouncing_ball.hpp"
#include "carom/systems/bouncing_ball_engine.hpp"
#include "carom/systems/dimer.hpp"
#include "carom/systems/dimer_engine.hpp"

namespace carom::observe {
namespace {

constexpr double g = 9.81, radius = 0.01, height = 0.5;

// The points of a ball that falls from a height and keeps its energy.
std::vector<RegimeWatch<BouncingBall>::Point> points(const StateSection<BouncingBall>& section, double t_end) {
  const BouncingBall ball({.r = radius, .h0 = height, .g = g, .law = {.e = 1}});
  RegimeWatch<BouncingBall> watch(section, 100);
  const auto report = run_watched(ball, ball.initial_state(), {.t_end = t_end}, watch);
  EXPECT_TRUE(succeeded(report.outcome)) << report.reason;
  return watch.points();
}

TEST(RegimeWatch, FindsACoordinateAtALevelInItsDirection) {
  const double fall = std::sqrt(2 * height / g), half = std::sqrt(height / g);
  const auto falling =
      points({.coordinate = 1, .rate = false, .level = radius + height / 2, .direction = -1}, 3.9 * fall);
  ASSERT_EQ(falling.size(), 2u);
  EXPECT_NEAR(falling[0].state.t, half, 1e-12);
  EXPECT_NEAR(falling[1].state.t, 2 * fall + half, 1e-10);
  EXPECT_NEAR(falling[0].state.q[1], radius + height / 2, 1e-14);
  EXPECT_FALSE(falling[0].by_impact);
  const auto rising = points({.coordinate = 1, .rate = false, .level = radius + height / 2, .direction = +1}, 2 * fall);
  ASSERT_EQ(rising.size(), 1u);
  EXPECT_NEAR(rising[0].state.t, 2 * fall - half, 1e-10);
  // The way to the point went down to the floor.
  EXPECT_NEAR(rising[0].low, radius, 1e-10);
  EXPECT_NEAR(rising[0].maximum, std::sqrt(2 * g * height), 1e-9);
}

TEST(RegimeWatch, FindsARateAtALevelSmoothlyOrByImpact) {
  const double fall = std::sqrt(2 * height / g);
  const auto falling = points({.coordinate = 1, .level = -1, .direction = -1}, 3 * fall);
  ASSERT_EQ(falling.size(), 2u);
  EXPECT_NEAR(falling[0].state.t, 1 / g, 1e-12);
  EXPECT_NEAR(falling[1].state.t, 2 * fall + 1 / g, 1e-10);
  const auto rising = points({.coordinate = 1}, 1.5 * fall);
  ASSERT_EQ(rising.size(), 1u);
  EXPECT_TRUE(rising[0].by_impact);
  EXPECT_NEAR(rising[0].state.t, fall, 1e-10);
}

TEST(RegimeWatch, TakesShownCoordinatesOfAMechanismThatHasThem) {
  const Dimer dimer({.Gamma = 0});
  State<3> start = dimer.initial_state();
  start.q = dimer.from_shown({0, 0.5, 0.3});
  start.u = {0, 0.4, 8};
  RegimeWatch<Dimer> shown({.coordinate = 1, .direction = -1, .shown = &dimer}, 10),
      own({.coordinate = 1, .direction = -1}, 10);
  run_watched(dimer, start, {.t_end = 0.2}, shown);
  run_watched(dimer, start, {.t_end = 0.2}, own);
  ASSERT_EQ(own.points().size(), 1u);
  EXPECT_NEAR(own.points()[0].state.t, 0.4 / dimer.settings().g, 1e-12);
  ASSERT_FALSE(shown.points().empty());
  for (const auto& point : shown.points()) {
    EXPECT_NEAR(dimer.to_shown_velocity(point.state.q, point.state.u)[1], 0, 1e-12);
    EXPECT_GT(std::abs(point.state.u[1]), 1e-3);
  }
}

}  // namespace
}  // namespace carom::observe
