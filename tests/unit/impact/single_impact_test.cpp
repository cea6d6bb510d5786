// SPDX-License-Identifier: Apache-2.0
#include "carom/impact/single_impact.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/base/random.hpp"
#include "carom/impact/solve_impact.hpp"
#include "support/random_impacts.hpp"

namespace carom {
namespace {

using testing_support::log_uniform;

constexpr double A = 2, B = 0.5, D = 3;

// The same law by brute force: a small impulse at a time, the modes judged at every step.
struct BruteForce {
  double v_n, v_t, P_n = 0, P_t = 0, W_c = 0, W_r = 0;
};

BruteForce step_through(double a_nn, double a_nt, double a_tt, double v_n, double v_t, double e, double mu_s, double mu,
                        double dp) {
  BruteForce r{.v_n = v_n, .v_t = v_t};
  const double stick_ratio = -a_nt / a_tt;
  double E = 0;
  bool resting = v_t == 0;
  for (long i = 0; i < 100'000'000; ++i) {
    double ratio;
    if (!resting)
      ratio = r.v_t > 0 ? -mu : mu;
    else if (std::abs(stick_ratio) <= mu_s)
      ratio = stick_ratio;
    else
      ratio = a_nt > 0 ? -mu : mu;
    const double dv_n = (a_nn + ratio * a_nt) * dp, dv_t = (a_nt + ratio * a_tt) * dp;
    const double middle = r.v_n + dv_n / 2;
    if (middle < 0) {
      r.W_c -= middle * dp;
      E -= middle * dp;
    } else {
      r.W_r += middle * dp;
      E -= middle * dp / (e * e);
      if (E <= 0) break;
    }
    const double before = r.v_t;
    r.v_n += dv_n;
    r.v_t += dv_t;
    if (!resting && before * r.v_t <= 0) {
      r.v_t = 0;
      resting = true;
    } else {
      resting = resting && std::abs(stick_ratio) <= mu_s;
    }
    r.P_n += dp;
    r.P_t += ratio * dp;
  }
  return r;
}

TEST(SingleImpact, WithoutFrictionReturnsTheNormalVelocityTimesE) {
  for (const double e : {0.0, 0.3, 0.65, 1.0}) {
    const SingleImpact r = solve_single_impact(A, B, D, -1.7, 0.4, e, 0, 0);
    EXPECT_NEAR(r.v_n, 1.7 * e, 1e-15);
    EXPECT_NEAR(r.P_n, 1.7 * (1 + e) / A, 1e-15);
    EXPECT_EQ(r.P_t, 0);
    EXPECT_NEAR(r.v_t, 0.4 + B * r.P_n, 1e-15);
    EXPECT_NEAR(r.W_compression, 1.7 * 1.7 / (2 * A), 1e-15);
    EXPECT_LT(r.residual, 1e-15);
  }
}

TEST(SingleImpact, SlipThroughoutKeepsOneEffectiveInertia) {
  const double e = 0.5, mu = 0.2;
  for (const double sigma : {1.0, -1.0}) {
    const SingleImpact r = solve_single_impact(A, B, D, -1, 10 * sigma, e, 0.25, mu);
    const double a = A - sigma * mu * B, b = B - sigma * mu * D;
    EXPECT_NEAR(r.v_n, e, 1e-15);
    EXPECT_NEAR(r.P_n, (1 + e) / a, 1e-15);
    EXPECT_NEAR(r.P_t, -sigma * mu * (1 + e) / a, 1e-15);
    EXPECT_NEAR(r.v_t, 10 * sigma + b * (1 + e) / a, 1e-14);
    EXPECT_EQ(r.sequence.size, 1);
    EXPECT_EQ(r.sequence.modes[0], slip_mode(sigma));
    EXPECT_FALSE(r.sticks);
  }
}

TEST(SingleImpact, SlipThatEndsInCompressionSticksForTheRest) {
  const double e = 0.6, mu = 0.4;
  const SingleImpact r = solve_single_impact(A, B, D, -1, 0.1, e, mu, mu);
  // By hand: slip ends at p = 0.1/0.7 with γ_n = −1 + 1.8/7; then γ_n grows with A − B²/D.
  const double v_1 = -1 + 1.8 / 7, a_1 = 1.8, a_2 = A - B * B / D;
  const double stored = (1 - v_1 * v_1) / (2 * a_1) + v_1 * v_1 / (2 * a_2);
  EXPECT_NEAR(r.W_compression, stored, 1e-15);
  EXPECT_NEAR(r.v_n, std::sqrt(2 * a_2 * e * e * stored), 1e-15);
  EXPECT_EQ(r.v_t, 0);
  EXPECT_TRUE(r.sticks);
  ASSERT_EQ(r.sequence.size, 2);
  EXPECT_EQ(r.sequence.modes[1], ContactMode::stick);
  EXPECT_LT(r.residual, 1e-15);
}

TEST(SingleImpact, SlipThatEndsInExpansionSticksForTheRest) {
  const double e = 0.9, mu = 0.4;
  const SingleImpact r = solve_single_impact(A, B, D, -1, 0.5, e, mu, mu);
  // Compression ends at p = 1/1.8, slip at p = 0.5/0.7, where γ_n = 1.8 (0.5/0.7 − 1/1.8).
  const double a_1 = 1.8, a_2 = A - B * B / D, v_1 = a_1 * (0.5 / 0.7 - 1 / a_1);
  const double left = e * e / (2 * a_1) - v_1 * v_1 / (2 * a_1);
  EXPECT_NEAR(r.v_n, std::sqrt(v_1 * v_1 + 2 * a_2 * left), 1e-14);
  EXPECT_EQ(r.v_t, 0);
  EXPECT_TRUE(r.sticks);
}

TEST(SingleImpact, SlipReversesWhereStickIsTooWeak) {
  // |B/D| = 0.5 > μ: the contact passes through rest and slips on the other way.
  const double b_nt = 1.5, mu = 0.3, e = 0.8;
  const SingleImpact r = solve_single_impact(A, b_nt, D, -1, -0.24, e, mu, mu);
  const double v_1 = -1 + 2.45 * 0.1, a_2 = 1.55;  // slip− ends at p = 0.24/2.4
  const double stored = (1 - v_1 * v_1) / (2 * 2.45) + v_1 * v_1 / (2 * a_2);
  const double v_n = std::sqrt(2 * a_2 * e * e * stored);
  EXPECT_NEAR(r.v_n, v_n, 1e-15);
  EXPECT_NEAR(r.v_t, 0.6 * (-v_1 / a_2 + v_n / a_2), 1e-15);
  EXPECT_NEAR(r.P_t, mu * 0.1 - mu * (r.P_n - 0.1), 1e-15);
  ASSERT_EQ(r.sequence.size, 2);
  EXPECT_EQ(r.sequence.modes[0], ContactMode::slip_minus);
  EXPECT_EQ(r.sequence.modes[1], ContactMode::slip_plus);
  EXPECT_FALSE(r.sticks);
}

TEST(SingleImpact, StaticFrictionAloneDecidesAboutStick) {
  EXPECT_TRUE(solve_single_impact(A, 1.5, D, -1, -0.24, 0.8, 0.51, 0.3).sticks);
  EXPECT_FALSE(solve_single_impact(A, 1.5, D, -1, -0.24, 0.8, 0.49, 0.3).sticks);
}

TEST(SingleImpact, WithoutTangentialVelocityStartsInStickOrTowardsItsUnbalancedForce) {
  EXPECT_EQ(solve_single_impact(A, B, D, -1, 0, 0.5, 0.2, 0.2).sequence.modes[0], ContactMode::stick);
  EXPECT_EQ(solve_single_impact(A, B, D, -1, 0, 0.5, 0.1, 0.1).sequence.modes[0], ContactMode::slip_plus);
  EXPECT_EQ(solve_single_impact(A, -B, D, -1, 0, 0.5, 0.1, 0.1).sequence.modes[0], ContactMode::slip_minus);
}

// Painlevé's rod at tan θ = 2: A − σμB < 0 for σ = −1.
TEST(SingleImpact, AJamFromZeroNormalVelocityIsATangentialImpactThatEndsInStick) {
  const double a_nn = 1.6, a_nt = -1.2, a_tt = 3.4, mu = 1.6, e = 0.5;
  const SingleImpact r = solve_single_impact(a_nn, a_nt, a_tt, 0, -1, e, mu, mu);
  const double p_1 = 1 / 4.24, v_1 = -0.32 * p_1, a_2 = a_nn - a_nt * a_nt / a_tt;
  const double stored = 0.32 * p_1 * p_1 / 2 + v_1 * v_1 / (2 * a_2);
  EXPECT_TRUE(r.resolved);
  EXPECT_NEAR(r.W_compression, stored, 1e-16);
  EXPECT_NEAR(r.v_n, std::sqrt(2 * a_2 * e * e * stored), 1e-15);
  EXPECT_EQ(r.v_t, 0);
  EXPECT_TRUE(r.sticks);
  EXPECT_LT(0.5 * (r.P_n * r.v_n + r.P_t * (-1 + r.v_t)), 0) << "it costs energy";
  // The same state without the jam (slipping the other way) is no impact at all.
  EXPECT_EQ(solve_single_impact(a_nn, a_nt, a_tt, 0, 1, e, mu, mu).P_n, 0);
}

// Where slip presses the contact together, stick is always possible: |B/D| < μ follows from A < μ|B| and AD > B².
TEST(SingleImpact, EveryJamEndsInStick) {
  Random random(1);
  int jams = 0;
  for (int i = 0; i < 20000; ++i) {
    const double a = log_uniform(random, 0.1, 10), d = log_uniform(random, 0.1, 10);
    const double b = random.uniform(-1, 1) * std::sqrt(a * d), mu = random.uniform(0, 3);
    const double v_t = random.uniform(-1, 1);
    if (a - (v_t > 0 ? 1 : -1) * mu * b >= 0) continue;
    ++jams;
    const SingleImpact r =
        solve_single_impact(a, b, d, random.index(2) ? 0.0 : -random.uniform(), v_t, random.uniform(), mu, mu);
    ASSERT_TRUE(r.resolved && r.sticks);
    ASSERT_GE(r.v_n, 0);
    ASSERT_LT(r.residual, 1e-12);
  }
  EXPECT_GT(jams, 1000);
}

TEST(SingleImpact, StoredEnergyIsReleasedWithTheWorkOfCompression) {
  const double E0 = 0.3, e = 0.7;
  const SingleImpact r = solve_single_impact(A, B, D, -1, 0, e, 0, 0, E0);
  EXPECT_NEAR(r.W_restitution, e * e * (E0 + 1 / (2 * A)), 1e-15);
  EXPECT_NEAR(r.v_n, e * std::sqrt(1 + 2 * A * E0), 1e-15);
  const SingleImpact at_rest = solve_single_impact(A, B, D, 0, 0, e, 0, 0, E0);
  EXPECT_NEAR(at_rest.v_n, e * std::sqrt(2 * A * E0), 1e-15);
  EXPECT_NEAR(at_rest.W_restitution, e * e * E0, 1e-16);
}

TEST(SingleImpact, WithoutRestitutionEndsAtZeroNormalVelocity) {
  const SingleImpact r = solve_single_impact(A, B, D, -1, 5, 0, 0.3, 0.3);
  EXPECT_EQ(r.v_n, 0);
  EXPECT_EQ(r.W_restitution, 0);
  EXPECT_NEAR(r.P_n, 1 / (A - 0.3 * B), 1e-15);
}

TEST(SingleImpact, WithFullRestitutionLosesOnlyToFriction) {
  const SingleImpact r = solve_single_impact(A, B, D, -1, 0.1, 1, 0.4, 0.4);
  EXPECT_NEAR(r.W_restitution, r.W_compression, 1e-15);
  EXPECT_LT(r.friction_work, 0);
}

TEST(SingleImpact, NothingHappensToAContactThatDoesNotApproach) {
  for (const double v_n : {0.0, 0.5}) {
    const SingleImpact r = solve_single_impact(A, B, D, v_n, -0.3, 0.5, 0.2, 0.2);
    EXPECT_EQ(r.P_n, 0);
    EXPECT_EQ(r.P_t, 0);
    EXPECT_EQ(r.v_n, v_n);
    EXPECT_EQ(r.v_t, -0.3);
  }
}

TEST(SingleImpact, AgreesWithSmallStepsOfTheImpulse) {
  Random random(2);
  for (int i = 0; i < 60; ++i) {
    const double a = log_uniform(random, 0.3, 3), d = log_uniform(random, 0.3, 3);
    const double b = random.uniform(-0.9, 0.9) * std::sqrt(a * d), mu = random.uniform(0, 0.8);
    const double mu_s = mu * random.uniform(1, 1.5), e = random.uniform(0.2, 1), v_t = random.uniform(-1, 1);
    const SingleImpact r = solve_single_impact(a, b, d, -1, v_t, e, mu_s, mu);
    ASSERT_TRUE(r.resolved);
    const double dp = 1e-5 * r.P_n;
    const BruteForce brute = step_through(a, b, d, -1, v_t, e, mu_s, mu, dp);
    const std::string data = "a " + std::to_string(a) + " b " + std::to_string(b) + " d " + std::to_string(d) + " mu " +
                             std::to_string(mu) + " mu_s " + std::to_string(mu_s) + " v_t " + std::to_string(v_t);
    EXPECT_NEAR(brute.v_n, r.v_n, 1e-3) << data;
    EXPECT_NEAR(brute.v_t, r.v_t, 1e-3) << data;
    EXPECT_NEAR(brute.P_n, r.P_n, 1e-3 * r.P_n) << data;
    EXPECT_NEAR(brute.W_c, r.W_compression, 1e-3) << data;
  }
}

TEST(SingleImpact, DoesNotDependOnStiffnessOrExponent) {
  Random random(3);
  for (int i = 0; i < 50; ++i) {
    ImpactProblem<1> p = testing_support::random_body_impact<1>(random, 1, false);
    if (!testing_support::approaches(p)) continue;
    const ImpactResult<1> first = solve_impact(p);
    p.law[0].stiffness *= 1e6;
    p.law[0].exponent = 2.2;
    const ImpactResult<1> second = solve_impact(p);
    EXPECT_EQ(first.v_n[0], second.v_n[0]);
    EXPECT_EQ(first.v_t[0], second.v_t[0]);
  }
}

}  // namespace
}  // namespace carom
