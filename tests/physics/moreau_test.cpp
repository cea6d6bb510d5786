// SPDX-License-Identifier: Apache-2.0
#include "carom/engine/moreau.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/model/check_jacobian.hpp"
#include "carom/systems/bouncing_ball.hpp"
#include "carom/systems/dimer.hpp"
#include "support/plate_ball.hpp"

namespace carom {
namespace {

using testing_support::PlateBall;

// The gap of the bouncing ball at time t, from (3) of bouncing_ball.hpp.
double ball_gap(double t, double h0, double e, double g) {
  double start = std::sqrt(2 * h0 / g);
  if (t < start) return h0 - 0.5 * g * t * t;
  double speed = e * g * start;
  while (t >= start + 2 * speed / g) {
    start += 2 * speed / g;
    speed *= e;
  }
  return speed * (t - start) - 0.5 * g * (t - start) * (t - start);
}

TEST(Moreau, PlateOfTheTestsAgreesWithItself) {
  const PlateBall system{.A = 0.01, .omega = 30, .belt = 0.2};
  const State<2> state{.t = 0.3, .q = {0.1, 0.02}, .u = {0.3, -0.4}};
  EXPECT_TRUE(check_jacobian(system, state).passed()) << check_jacobian(system, state).where;
}

TEST(Moreau, ConvergesToTheBouncingBallWithFirstOrder) {
  const BouncingBall ball({.law = {.e = 0.6}});
  const double t_end = 1.25;  // three impacts
  const auto error = [&](double h) {
    // Where in its step an impact falls is chance: the mean over a few steps of nearly the same size.
    double sum = 0;
    for (int k = 0; k < 10; ++k) {
      const MoreauReport<BouncingBall> run = run_moreau(ball, ball.initial_state(), t_end, {.h = h * (1 + 0.031 * k)});
      EXPECT_EQ(run.outcome, Outcome::reached_end);
      sum += std::abs(run.final.q[1] - ball.settings().r - ball_gap(t_end, 1, 0.6, gravity));
    }
    return sum / 10;
  };
  const double coarse = error(1e-3), middle = error(1e-4), fine = error(1e-5);
  EXPECT_LT(coarse, 5e-3);
  EXPECT_NEAR(std::log10(coarse / middle), 1, 0.35);
  EXPECT_NEAR(std::log10(middle / fine), 1, 0.35);
}

TEST(Moreau, CountsTheImpactsAndPassesTheirAccumulation) {
  const BouncingBall ball({.law = {.e = 0.5}});
  const double t_1 = std::sqrt(2 / gravity), accumulation = t_1 * 1.5 / 0.5;
  const MoreauReport<BouncingBall> early = run_moreau(ball, ball.initial_state(), 3.2 * t_1 * 0.75, {.h = 1e-5});
  EXPECT_EQ(early.counts.impacts, 2);  // at t_1, 2 t_1; the third comes at 2.5 t_1
  const MoreauReport<BouncingBall> late = run_moreau(ball, ball.initial_state(), accumulation + 0.5, {.h = 1e-5});
  EXPECT_LT(std::abs(late.final.u[1]), 1e-3);
  EXPECT_LT(std::abs(late.final.q[1] - ball.settings().r), 1e-3);
  EXPECT_LT(late.ledger.relative_residual(), 1e-11);
}

// A ball set down skidding: it rolls after t = 2 v/(7 μ g), with 5/7 of its speed.
TEST(Moreau, SkidsAndRollsAsTheClosedFormSays) {
  const double mu = 0.2, v = 0.7;
  const BouncingBall ball({.law = {.e = 0.4, .mu_s = mu, .mu_c = mu}});
  const double t_roll = 2 * v / (7 * mu * gravity);
  const State<3> start{.t = 0, .q = {0, ball.settings().r, 0}, .u = {v, 0, 0}};
  const auto half = run_moreau(ball, start, 0.5 * t_roll, {.h = 1e-4});
  EXPECT_NEAR(half.final.u[0], v - mu * gravity * 0.5 * t_roll, 1e-12);
  EXPECT_EQ(half.modes[0], ContactMode::slip_plus);
  const auto rolling = run_moreau(ball, start, 2 * t_roll, {.h = 1e-4});
  EXPECT_NEAR(rolling.final.u[0], 5 * v / 7, 1e-12);
  EXPECT_NEAR(rolling.final.u[0] + ball.settings().r * rolling.final.u[2], 0, 1e-12);
  EXPECT_EQ(rolling.modes[0], ContactMode::stick);
  const double travelled = v * t_roll - 0.5 * mu * gravity * t_roll * t_roll + 5 * v / 7 * t_roll;
  EXPECT_NEAR(rolling.final.q[0], travelled, 1e-5);
  EXPECT_NEAR(rolling.ledger.friction_loss, 0.5 * v * v * 2 / 7, 1e-3 * v * v);
  EXPECT_LT(rolling.ledger.relative_residual(), 1e-12);
}

TEST(Moreau, ABlockOnABeltIsCarriedAlongOrPulledAway) {
  PlateBall block{.belt = 0.5, .law = {.mu_s = 0.3, .mu_c = 0.3}};
  const State<2> start{.t = 0, .q = {0, 0}, .u = {0, 0}};
  const double t_stick = 0.5 / (0.3 * gravity);
  const auto carried = run_moreau(block, start, 2 * t_stick, {.h = t_stick / 1000});
  EXPECT_NEAR(carried.final.u[0], 0.5, 1e-12);
  // The belt does twice the work that the block keeps: the other half is friction.
  EXPECT_NEAR(carried.ledger.drive_work, 2 * 0.5 * 0.25, 1e-12);
  EXPECT_NEAR(carried.ledger.friction_loss, 0.5 * 0.25, 1e-12);
  block.pull = 0.4 * gravity;
  block.belt = 0;
  const auto pulled = run_moreau(block, start, 1, {.h = 1e-3});
  EXPECT_NEAR(pulled.final.u[0], 0.1 * gravity, 1e-12);
}

TEST(Moreau, FollowsAPlateAndLeavesItWhereItFallsTooFast) {
  // Γ < 1: the ball rests on the plate for ever; the gap stays that of second order.
  PlateBall slow{.A = 0.9 * gravity / 2500, .omega = 50};
  const State<2> start{.t = 0, .q = {0, 0}, .u = {0, slow.plate_velocity(0)}};
  const auto rest = run_moreau(slow, start, 1, {.h = 1e-4});
  EXPECT_NEAR(rest.final.q[1], slow.plate(1), 2 * gravity * 1e-8);  // g h²
  EXPECT_NEAR(rest.final.u[1], slow.plate_velocity(1), 2 * gravity * 1e-4);
  // Γ = 1.5: leaves where ÿ_p = Aω² sin ωt = −g on the way down, then a parabola.
  PlateBall fast{.A = 1.5 * gravity / 2500, .omega = 50};
  const State<2> on_plate{.t = 0, .q = {0, 0}, .u = {0, fast.plate_velocity(0)}};
  const double t_l = (pi + std::asin(1 / 1.5)) / 50, t = t_l + 0.03;
  const double y = fast.plate(t_l) + fast.plate_velocity(t_l) * 0.03 - 0.5 * gravity * 0.03 * 0.03;
  ASSERT_GT(y, fast.plate(t));
  const double coarse = std::abs(run_moreau(fast, on_plate, t, {.h = 1e-4}).final.q[1] - y);
  EXPECT_LT(coarse, 1e-5);
  EXPECT_LT(std::abs(run_moreau(fast, on_plate, t, {.h = 1e-5}).final.q[1] - y), 1e-6);
}

TEST(Moreau, ClosesTheLedgerOfTheDimerAndPenetratesByTheStep) {
  DimerSettings settings;
  settings.law.fill({.e = 0.65, .mu_s = 0.12, .mu_c = 0.12, .mu_s_i = 0.12, .mu_i = 0.12});
  const Dimer dimer(settings);
  double deepest[2];
  for (int k = 0; k < 2; ++k) {
    const double h = k == 0 ? 2e-5 : 2e-6;
    const MoreauReport<Dimer> run = run_moreau(dimer, dimer.initial_state(), 10 * dimer.period(), {.h = h});
    ASSERT_EQ(run.outcome, Outcome::reached_end) << run.brief();
    EXPECT_LT(run.ledger.relative_residual(), 1e-10);
    EXPECT_GE(run.ledger.friction_loss, 0);
    EXPECT_GT(run.ledger.normal_loss, 0);
    EXPECT_GT(run.ledger.drive_work, 0);
    EXPECT_GT(run.counts.impacts, 10);
    EXPECT_LT(run.worst_residual, 1e-9);
    deepest[k] = run.deepest_penetration;
  }
  EXPECT_LT(deepest[0], 1.0 * 2e-5);  // h × speeds below 1 m/s
  EXPECT_LT(deepest[1], 1.0 * 2e-6);
}

TEST(Moreau, StopsWhereItsObserverSays) {
  const BouncingBall ball({});
  int calls = 0;
  const auto run = run_moreau(ball, ball.initial_state(), 1, {.h = 1e-3},
                              [&](double t, const Vector<3>&, const Vector<3>&) { return ++calls, t < 0.1; });
  EXPECT_EQ(run.outcome, Outcome::stopped_by_observer);
  EXPECT_NEAR(run.final.t, 0.1, 2e-3);
  EXPECT_EQ(run.counts.steps, calls);
}

TEST(Moreau, RefusesAStepThatIsNoTime) {
  const BouncingBall ball({});
  EXPECT_EQ(run_moreau(ball, ball.initial_state(), 1, {.h = 0}).outcome, Outcome::step_underflow);
  EXPECT_EQ(run_moreau(ball, ball.initial_state(), 1, {.h = std::nan("")}).outcome, Outcome::step_underflow);
}

}  // namespace
}  // namespace carom
