// SPDX-License-Identifier: Apache-2.0
// From impacts to contact: the threshold of the papers, the summed limit, and random runs of the dimer.
#include <gtest/gtest.h>

#include <cmath>

#include "carom/systems/bouncing_ball.hpp"
#include "carom/systems/bouncing_ball_engine.hpp"
#include "carom/systems/dimer_engine.hpp"
#include "support/dimer_fixtures.hpp"

namespace carom {
namespace {

TEST(Chatter, OfABallEndsAtTheSumOfItsHopsAndRestsAfterwards) {
  for (const double e : {0.0, 0.05, 0.5, 0.95}) {
    const BouncingBall ball({.law = {.e = e}});
    const double first = std::sqrt(2 / gravity), limit = first * (1 + e) / (1 - e);
    const RunReport<BouncingBall> report = run_watched(ball, ball.initial_state(), {.t_end = limit + 1});
    ASSERT_EQ(report.outcome, Outcome::reached_end) << report.brief();
    EXPECT_TRUE(is_closed(report.modes[0]));
    EXPECT_EQ(report.final.u[1], 0);
    EXPECT_NEAR(report.final.q[1], 0.01, 1e-15);
    EXPECT_NEAR(report.ledger.normal_loss + report.ledger.closing_loss, gravity, 1e-9);
    EXPECT_LT(report.ledger.relative_residual(), 1e-11);
  }
}

TEST(Chatter, NeverEndsWithoutLoss) {
  const BouncingBall ball({.law = {.e = 1}});
  const RunReport<BouncingBall> report = run_watched(ball, ball.initial_state(), {.t_end = 50});
  ASSERT_EQ(report.outcome, Outcome::reached_end) << report.brief();
  EXPECT_EQ(report.events.impacts, static_cast<long>((50 / std::sqrt(2 / gravity) + 1) / 2));
  EXPECT_NEAR(report.ledger.kinetic + report.ledger.potential, report.ledger.initial, 1e-11 * report.ledger.initial);
  EXPECT_EQ(report.events.chatter_limits, 0);
}

TEST(Chatter, OfASlidingBallTakesItsFrictionToTheEnd) {
  // The hops that are summed push along the slip like those before them: rolling follows at 5/7 of the speed.
  const BouncingBall ball({.h0 = 0.01, .law = {.e = 0.5, .mu_s = 0.3, .mu_c = 0.2, .mu_s_i = 0.3, .mu_i = 0.2}});
  State<3> start = ball.initial_state();
  start.u[0] = 3;
  const RunReport<BouncingBall> report = run_watched(ball, start, {.t_end = 2});
  ASSERT_EQ(report.outcome, Outcome::reached_end) << report.brief();
  EXPECT_EQ(report.modes[0], ContactMode::stick);
  EXPECT_NEAR(report.final.u[0], 15.0 / 7, 1e-9);
  EXPECT_LT(report.ledger.relative_residual(), 1e-10);
}

TEST(ClosingRule, OfThePaperAndTheSummedLimitGiveNearlyTheSameDrift) {
  const auto displacement = [](double closing) {
    const ContactLaw tip{.e = 0.65, .mu_s = 0.24, .mu_c = 0.12, .mu_s_i = 0.24, .mu_i = 0.08};
    const Dimer dimer({.law = {tip, tip}, .closing = closing});
    struct Middle {
      const Dimer& dimer;
      double x = NAN;
      void segment(const Segment<Dimer>& s) {
        const double t = 100 * dimer.period();
        if (s.t0() <= t && t <= s.t1()) x = s.at(t).q[0];
      }
      void event(const EventBatch<Dimer>&) {}
      bool stop() const { return false; }
    } middle{.dimer = dimer};
    const RunReport<Dimer> report = run_watched(dimer, dimer.initial_state(), {.t_end = 200 * dimer.period()}, middle);
    EXPECT_EQ(report.outcome, Outcome::reached_end) << report.brief();
    EXPECT_LT(report.ledger.relative_residual(), 1e-10);
    EXPECT_EQ(report.events.chatter_limits > 0, closing == 0);
    return (report.final.q[0] - middle.x) / 100;
  };
  const double threshold = displacement(0.01), limit = displacement(0);
  EXPECT_NEAR(threshold * 25e3, 8.44, 0.05);
  EXPECT_NEAR(limit * 25e3, 8.5, 0.1);
  EXPECT_NE(threshold, limit);
}

TEST(Drift, StaysTheSameWhenTolerancesTighten) {
  const Dimer dimer = test_dimer(3.9, 0.08);
  const auto final_x = [&](double rtol) {
    RunOptions options{.t_end = 60 * dimer.period(), .rtol = rtol, .atol = 1e-2 * rtol};
    options.impact.flow.tolerance = rtol;
    return run_watched(dimer, dimer.initial_state(), options).final.q[0];
  };
  EXPECT_NEAR(final_x(1e-10), final_x(1e-11), 1e-6 * std::abs(final_x(1e-11)));
}

}  // namespace
}  // namespace carom
