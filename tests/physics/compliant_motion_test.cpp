// SPDX-License-Identifier: Apache-2.0
#include "carom/engine/compliant_motion.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "carom/impact/single_impact.hpp"
#include "carom/systems/bouncing_ball.hpp"
#include "carom/systems/dimer.hpp"
#include "support/plate_ball.hpp"

namespace carom {
namespace {

using testing_support::PlateBall;

constexpr CompliantOptions tight{.rtol = 1e-11, .atol = 1e-13};

CompliantOptions stiff(double scale) { return {.stiffness_scale = scale}; }

// Without weight and with a linear spring everything is a quarter of a sine: compression lasts (π/2)√(m/k), expansion e
// times as long, the depth is v√(m/k), and 1 − e² of it stays.
TEST(CompliantMotion, BouncesOffALinearContactAsTheClosedFormSays) {
  const double v = 0.7, e = 0.6, k = 1e5;
  const PlateBall ball{.g = 0, .law = {.e = e, .exponent = 1}};
  CompliantOptions options = tight;
  options.stiffness_scale = k;
  const CompliantReport<PlateBall> run = run_compliant(ball, {.t = 0, .q = {0, 0.01}, .u = {0, -v}}, 0.1, options);
  ASSERT_EQ(run.outcome, Outcome::reached_end) << run.brief();
  const double quarter = 0.5 * pi / std::sqrt(k), depth = v / std::sqrt(k);
  const double release = 0.01 / v + quarter * (1 + e);
  EXPECT_NEAR(run.final.u[1], e * v, 1e-10);
  EXPECT_NEAR(run.final.q[1], -(1 - e * e) * depth + e * v * (0.1 - release), 1e-11);
  EXPECT_NEAR(run.deepest_indentation, (1 - e * e) * depth, 1e-11);
  EXPECT_NEAR(run.ledger.normal_loss, 0.5 * v * v * (1 - e * e), 1e-10);
  EXPECT_EQ(run.counts.impacts, 1);
  EXPECT_EQ(run.counts.releases, 1);
  EXPECT_LT(run.ledger.relative_residual(), 1e-10);
}

TEST(CompliantMotion, ReturnsTheWholeEnergyOfAnElasticContact) {
  const PlateBall ball{.law = {.e = 1}};
  const CompliantReport<PlateBall> run = run_compliant(ball, {.t = 0, .q = {0, 0.05}, .u = {0, 0}}, 1, tight);
  EXPECT_EQ(run.ledger.normal_loss, 0);
  EXPECT_NEAR(run.ledger.kinetic + run.ledger.potential, 0.05 * gravity, 1e-9);
  EXPECT_GE(run.counts.impacts, 4);
}

// The error of a stiff contact is its duration times the acceleration of gravity: it falls like k^(−1/(η+1)).
TEST(CompliantMotion, TendsToTheBouncingBallLikeTheDurationOfItsContacts) {
  const double e = 0.6, t_1 = std::sqrt(2 / gravity), t = 1.25;
  const BouncingBall ball({.law = {.e = e}});
  const double second = t_1 * (1 + 2 * e), speed = e * e * gravity * t_1;  // the second impact is the last before t
  const double gap = speed * (t - second) - 0.5 * gravity * (t - second) * (t - second);
  const auto error = [&](double k) {
    const auto run = run_compliant(ball, ball.initial_state(), t, {.stiffness_scale = k, .rtol = 1e-11, .atol = 1e-13});
    EXPECT_EQ(run.counts.impacts, 2);
    return std::abs(run.final.q[1] - ball.settings().r - gap);
  };
  const double soft = error(1e10), hard = error(1e15);
  EXPECT_LT(soft, 1e-4);
  EXPECT_NEAR(std::log10(soft / hard), 2, 0.1);
}

TEST(CompliantMotion, LosesEverythingInAPlasticContact) {
  const PlateBall ball{.g = 0, .law = {.e = 0}};
  const auto run = run_compliant(ball, {.t = 0, .q = {0, 0.01}, .u = {0, -0.5}}, 0.1, stiff(1e9));
  EXPECT_NEAR(run.final.u[1], 0, 1e-10);
  EXPECT_NEAR(run.ledger.normal_loss, 0.5 * 0.25, 1e-8);
  EXPECT_LT(run.ledger.relative_residual(), 1e-7);
}

TEST(CompliantMotion, DampedComesToRestWhereTheSpringBearsTheWeight) {
  const PlateBall ball{.law = {.e = 0.8}};
  const double x_0 = std::pow(gravity / 1e9, 2.0 / 3);
  const State<2> start{.t = 0, .q = {0, 0}, .u = {0, 0}};
  CompliantOptions options = tight;
  options.stiffness_scale = 1e9;
  const auto vibrating = run_compliant(ball, start, 0.3, options);
  EXPECT_LT(vibrating.final.q[1], -5 * x_0);  // it sinks with every cycle
  for (const double damping : {0.2, 0.9}) {
    options.rest_damping = damping;
    const auto run = run_compliant(ball, start, 0.3, options);
    EXPECT_NEAR(run.deformation[0], x_0, 1e-6 * x_0) << damping;
    EXPECT_NEAR(run.final.u[1], 0, 1e-9) << damping;
    EXPECT_GT(run.final.q[1], -5 * x_0) << damping;
    EXPECT_GT(run.ledger.normal_loss, 0);
    EXPECT_LT(run.ledger.relative_residual(), 1e-9) << damping;
  }
}

// The resistance is bounded by the weight: what it takes from a rebound is proportional to the duration of the impact.
TEST(CompliantMotion, DampingOfRestVanishesFromImpacts) {
  const double e = 0.6, v = 0.5;
  const PlateBall ball{.law = {.e = e}};
  const auto loss = [&](double k) {
    const auto rebound = [&](double damping) {
      double fastest = 0;
      run_compliant(ball, {.t = 0, .q = {0, 0}, .u = {0, -v}}, 0.02,
                    {.stiffness_scale = k, .rtol = 1e-11, .atol = 1e-13, .rest_damping = damping},
                    [&](double, const Vector<2>&, const Vector<2>& u) { fastest = std::max(fastest, u[1]); });
      return fastest;
    };
    EXPECT_NEAR(rebound(0.5), e * v, 0.02 * v);
    return rebound(0) - rebound(0.5);
  };
  const double soft = loss(1e8), hard = loss(1e13);
  EXPECT_GT(soft, 0);
  EXPECT_NEAR(std::log10(soft / hard), 2, 0.1);
}

// Friction brakes the skid and spins the ball up whatever the load does in time: it rolls with 5/7 of its speed.
TEST(CompliantMotion, SkidsAndRollsAsTheClosedFormSays) {
  const double mu = 0.2, v = 0.7, t_roll = 2 * v / (7 * mu * gravity);
  const BouncingBall ball({.law = {.e = 0.8, .mu_s = mu, .mu_c = mu}});
  const State<3> start{.t = 0, .q = {0, ball.settings().r, 0}, .u = {v, 0, 0}};
  const auto half = run_compliant(ball, start, 0.5 * t_roll, stiff(1e11));
  EXPECT_NEAR(half.final.u[0], v - mu * gravity * 0.5 * t_roll, 2e-3);  // the load vibrates about the weight
  const auto rolling = run_compliant(ball, start, 2 * t_roll, stiff(1e11));
  EXPECT_NEAR(rolling.final.u[0], 5 * v / 7, 1e-7);
  EXPECT_NEAR(rolling.final.u[0] + ball.settings().r * rolling.final.u[2], 0, 1e-12);
  EXPECT_NEAR(rolling.ledger.friction_loss, 0.5 * v * v * 2 / 7, 1e-7);
}

TEST(CompliantMotion, ABlockOnABeltIsCarriedAlong) {
  const PlateBall block{.belt = 0.5, .law = {.e = 0.9, .mu_s = 0.4, .mu_c = 0.3}};
  const auto run = run_compliant(block, {.t = 0, .q = {0, 0}, .u = {0, 0}}, 0.4, stiff(1e9));
  EXPECT_NEAR(run.final.u[0], 0.5, 1e-7);
  EXPECT_NEAR(run.ledger.friction_loss, 0.5 * 0.25, 1e-6);
  EXPECT_LT(run.ledger.relative_residual(), 1e-6);
}

TEST(CompliantMotion, LeavesAPlateThatFallsTooFast) {
  // Γ = 1.5: flight begins where Aω² sin ωt = −g. The error is what the ball has sunk into the plate, s^(−1/(2η)).
  const PlateBall fast{.A = 1.5 * gravity / 2500, .omega = 50, .law = {.e = 0.7}};
  const State<2> on_plate{.t = 0, .q = {0, 0}, .u = {0, fast.plate_velocity(0)}};
  const double t_l = (pi + std::asin(1 / 1.5)) / 50, t = t_l + 0.03;
  const double y = fast.plate(t_l) + fast.plate_velocity(t_l) * 0.03 - 0.5 * gravity * 0.03 * 0.03;
  const double soft = std::abs(run_compliant(fast, on_plate, t, stiff(1e9)).final.q[1] - y);
  const double hard = std::abs(run_compliant(fast, on_plate, t, stiff(1e12)).final.q[1] - y);
  EXPECT_LT(soft, 2e-4);
  EXPECT_LT(hard, 0.3 * soft);
}

Dimer dimer_on_still_plate(double mu_s, double mu, double theta0 = 5 * deg) {
  DimerSettings settings;
  settings.Gamma = 0;
  settings.g = 1e-9;  // impacts only
  settings.theta0 = theta0;
  settings.law.fill({.e = 0.65, .mu_s = mu_s, .mu_c = mu, .mu_s_i = mu_s, .mu_i = mu});
  return Dimer(settings);
}

// A stiff contact repeats the impact laws, which are its limit: an oblique one with friction …
TEST(CompliantMotion, RepeatsTheSingleImpactOfATiltedDimer) {
  for (const double v_t : {-0.05, 0.02, 0.3}) {
    const Dimer dimer = dimer_on_still_plate(0.24, 0.12);
    State<3> state = dimer.initial_state();
    state.q[1] -= dimer.contacts(0, state.q, state.u)[0].gap;
    state.u = {v_t, -0.1, 0.5};
    const auto c = dimer.contacts(0, state.q, state.u)[0];
    const Vector<3> mw = dimer.inverse_mass(state.q) * c.normal, mn = dimer.inverse_mass(state.q) * c.tangent;
    const SingleImpact impact =
        solve_single_impact(c.normal.dot(mw), c.normal.dot(mn), c.tangent.dot(mn), c.normal_velocity(state.u),
                            c.tangential_velocity(state.u), 0.65, 0.24, 0.12);
    ASSERT_TRUE(impact.resolved);
    const auto run = run_compliant(dimer, state, 1e-5, {.stiffness_scale = 1e18, .rtol = 1e-10, .atol = 1e-12});
    const auto after = dimer.contacts(0, run.final.q, run.final.u)[0];
    EXPECT_NEAR(after.normal_velocity(run.final.u), impact.v_n, 1e-5);
    EXPECT_NEAR(after.tangential_velocity(run.final.u), impact.v_t, 1e-5);
  }
}

// … and the double impact on both tips (the value of the multiple-impact law).
TEST(CompliantMotion, RepeatsTheDoubleImpactOfTheDimer) {
  const Dimer dimer = dimer_on_still_plate(0.24, 0.12, 0);
  const double v_1 = -0.05, v_2 = -0.1, v_t = -0.03;
  State<3> state = dimer.initial_state();
  state.q[1] -= dimer.contacts(0, state.q, state.u)[0].gap;
  const double spin = (v_2 - v_1) / dimer.body().l;
  state.u = {v_t - dimer.body().r * spin, 0.5 * (v_1 + v_2), spin};
  const auto run = run_compliant(dimer, state, 1e-5, {.stiffness_scale = 1e18, .rtol = 1e-10, .atol = 1e-12});
  ASSERT_EQ(run.outcome, Outcome::reached_end) << run.brief();
  const auto tips = dimer.contacts(0, run.final.q, run.final.u);
  EXPECT_NEAR(tips[0].normal_velocity(run.final.u), 0.03287469, 2e-5);
  EXPECT_NEAR(tips[1].normal_velocity(run.final.u), 0.06561897, 2e-5);
  EXPECT_NEAR(tips[0].tangential_velocity(run.final.u), -0.00082413, 2e-5);
}

TEST(CompliantMotion, ClosesTheLedgerOfTheDrivenDimer) {
  DimerSettings settings;
  settings.law.fill({.e = 0.65, .mu_s = 0.24, .mu_c = 0.12, .mu_s_i = 0.24, .mu_i = 0.12});
  for (const double A_r : {3.9, 5.7}) {
    settings.shape.A_r = A_r;
    const Dimer dimer(settings);
    const auto loose = run_compliant(dimer, dimer.initial_state(), 10 * dimer.period(), stiff(1e9));
    ASSERT_EQ(loose.outcome, Outcome::reached_end) << loose.brief();
    EXPECT_LT(loose.ledger.relative_residual(), 1e-6);
    EXPECT_GT(loose.ledger.friction_loss, 0);
    EXPECT_GT(loose.ledger.normal_loss, 0);
    const auto strict = run_compliant(dimer, dimer.initial_state(), 10 * dimer.period(),
                                      {.stiffness_scale = 1e9, .rtol = 1e-10, .atol = 1e-12});
    EXPECT_LT(strict.ledger.relative_residual(), 0.05 * loose.ledger.relative_residual());
  }
}

TEST(CompliantMotion, TakesTheCoefficientsOfImpactsWhereAsked) {
  const BouncingBall ball({.law = {.e = 0.5, .mu_s = 0.3, .mu_c = 0.3, .mu_s_i = 0, .mu_i = 0}});
  State<3> start = ball.initial_state();
  start.u[0] = 1;
  EXPECT_LT(run_compliant(ball, start, 0.5, stiff(1e9)).final.u[0], 0.9);
  EXPECT_EQ(run_compliant(ball, start, 0.5, {.stiffness_scale = 1e9, .impact_friction = true}).final.u[0], 1);
}

TEST(CompliantMotion, StopsWhereItsObserverSays) {
  const BouncingBall ball({});
  const auto run = run_compliant(ball, ball.initial_state(), 1, {},
                                 [](double t, const Vector<3>&, const Vector<3>&) { return t < 0.2; });
  EXPECT_EQ(run.outcome, Outcome::stopped_by_observer);
  EXPECT_LT(run.final.t, 0.3);
}

TEST(CompliantMotion, EndsAtItsLimitOfSteps) {
  const BouncingBall ball({});
  EXPECT_EQ(run_compliant(ball, ball.initial_state(), 1, {.max_steps = 10}).outcome, Outcome::event_limit);
}

}  // namespace
}  // namespace carom
