// SPDX-License-Identifier: Apache-2.0
// The event-driven loop against closed forms and conservation laws.
#include <cmath>

#include <gtest/gtest.h>

#include "carom/systems/bouncing_ball.hpp"
#include "carom/systems/bouncing_ball_engine.hpp"
#include "carom/systems/dimer_engine.hpp"
#include "support/dimer_fixtures.hpp"

namespace carom {
namespace {

struct BallLog {
  int impacts = 0, before = 0;
  double first = 0, limit = 0, until;
  void segment(const Segment<BouncingBall>&) {}
  void event(const EventBatch<BouncingBall>& batch) {
    if (batch.kind == EventKind::chatter_limit) limit = batch.t;
    if (batch.kind != EventKind::impact) return;
    if (impacts++ == 0) first = batch.t;
    before += batch.t < until;
  }
  bool stop() const { return false; }
};

TEST(BouncingBall, ImpactsAndTheirAccumulationFollowTheClosedForm) {
  const BouncingBall ball({});
  BallLog log{.until = 8.5};
  const RunReport<BouncingBall> report = run_watched(ball, ball.initial_state(), {.t_end = 10}, log);
  EXPECT_EQ(report.outcome, Outcome::reached_end);
  EXPECT_NEAR(log.first, 0.451523640986, 1e-11);
  EXPECT_EQ(log.before, 44);
  EXPECT_NEAR(log.limit, 8.578949178729, 1e-11);
  EXPECT_TRUE(is_closed(report.modes[0]));
  EXPECT_LT(report.ledger.relative_residual(), 1e-10);
}

TEST(BouncingBall, ChattersToTheSameLimitWhateverTheTolerance) {
  for (const double e : {0.3, 0.6, 0.9}) {
    for (const double rtol : {1e-6, 1e-12}) {
      BouncingBall ball({.law = {.e = e}});
      BallLog log{.until = 0};
      run_watched(ball, ball.initial_state(), {.t_end = 10, .rtol = rtol}, log);
      EXPECT_NEAR(log.limit, std::sqrt(2 / 9.81) * (1 + e) / (1 - e), 1e-9) << e;
    }
  }
}

TEST(BouncingBall, SlidingBallEndsInRollingAtFiveSeventhsOfItsSpeed) {
  // A ball that slides on the floor rolls once its rim has come to rest: v = 5/7 v₀, from whatever μ > 0.
  BouncingBall ball({.h0 = 0, .law = {.e = 0, .mu_s = 0.3, .mu_c = 0.2, .mu_s_i = 0.3, .mu_i = 0.2}});
  State<3> start = ball.initial_state();
  start.u[0] = 1;
  const RunReport<BouncingBall> report = run_watched(ball, start, {.t_end = 1});
  EXPECT_EQ(report.outcome, Outcome::reached_end);
  EXPECT_EQ(report.modes[0], ContactMode::stick);
  EXPECT_NEAR(report.final.u[0], 5.0 / 7, 1e-12);
  // ½mv₀² splits into 5/7 kinetic (with rotation) and 2/7 heat.
  EXPECT_NEAR(report.ledger.friction_loss, 0.5 * 2.0 / 7, 1e-11);
}

struct LedgerLog {
  double compression = 0, restitution = 0, friction = -HUGE_VAL, cone = -HUGE_VAL;
  void segment(const Segment<Dimer>&) {}
  void event(const EventBatch<Dimer>& batch) {
    if (!batch.impact) return;
    double tangential = 0, limit = 0;
    for (int k = 0; k < batch.impact->n; ++k) {
      compression += batch.impact->W_compression[k];
      restitution += batch.impact->W_restitution[k];
      friction = std::max(friction, batch.impact->friction_work[k]);
      tangential += batch.impact->P_t[k];
      limit += 0.24 * batch.impact->P_n[k];
    }
    cone = std::max(cone, (std::abs(tangential) - limit) / limit);
  }
  bool stop() const { return false; }
};

TEST(DriftingDimer, ClosesItsLedgerOverTwoThousandCycles) {
  for (const double A_r : {3.9, 5.7}) {
    for (const double mu_i : {0.08, 0.12}) {
      const Dimer dimer = test_dimer(A_r, mu_i);
      LedgerLog log;
      const RunReport<Dimer> report = run_watched(dimer, dimer.initial_state(), {.t_end = 2000 * dimer.period()}, log);
      ASSERT_EQ(report.outcome, Outcome::reached_end) << report.brief();
      EXPECT_LT(report.ledger.relative_residual(), 1e-10);
      EXPECT_NEAR(log.restitution, 0.65 * 0.65 * log.compression, 1e-9 * log.compression);
      EXPECT_LE(log.friction, 0);
      EXPECT_LE(log.cone, 1e-9);
      EXPECT_LT(report.deepest_penetration, 1e-12);
      EXPECT_GT(report.ledger.friction_loss, 0);
    }
  }
}

TEST(Dimer, OnAPlateAtRestComesToRestByTheSummedChatter) {
  const ContactLaw tip{.e = 0.65, .mu_s = 0.24, .mu_c = 0.12, .mu_s_i = 0.24, .mu_i = 0.12};
  const Dimer dimer({.Gamma = 0, .law = {tip, tip}, .closing = 0});
  const RunReport<Dimer> report = run_watched(dimer, dimer.initial_state(), {.t_end = 3});
  ASSERT_EQ(report.outcome, Outcome::reached_end) << report.brief();
  EXPECT_LT(report.final.u.norm(), 1e-12);
  EXPECT_NEAR(report.final.q[1], dimer.body().r, 1e-12);
  EXPECT_EQ(report.modes[0], ContactMode::stick);
  EXPECT_EQ(report.modes[1], ContactMode::stick);
}

// Both tips lift off at once every cycle, with loads and friction going to zero together; late times are coarse.
TEST(Dimer, HopsForAsLongAsItIsAskedTo) {
  const Dimer dimer = test_dimer(3.9, 0.08, 1.4);
  State<3> start = dimer.initial_state();
  start.t = 40000 * dimer.period();
  start.q = {0, dimer.body().r + 2e-3, 1e-3};
  start.u.setZero();
  const RunReport<Dimer> report = run_event_driven(dimer, start, {.t_end = start.t + 2000 * dimer.period()});
  EXPECT_EQ(report.outcome, Outcome::reached_end) << report.brief();
  EXPECT_GT(report.events.multiple_impacts, 10000);
  EXPECT_LT(report.ledger.relative_residual(), 1e-9);
}

TEST(Dimer, MirrorStartGivesTheMirrorMotion) {
  const Dimer dimer = test_dimer(3.9, 0.08);
  State<3> start = dimer.initial_state(), mirror = start;
  mirror.q[0] = -start.q[0];
  mirror.q[2] = -start.q[2];
  const RunReport<Dimer> a = run_watched(dimer, start, {.t_end = 40 * dimer.period()});
  const RunReport<Dimer> b = run_watched(dimer, mirror, {.t_end = 40 * dimer.period()});
  EXPECT_NEAR(a.final.q[0], -b.final.q[0], 1e-9);
  EXPECT_NEAR(a.final.q[2], -b.final.q[2], 1e-9);
}

}  // namespace
}  // namespace carom
