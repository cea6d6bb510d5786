// SPDX-License-Identifier: Apache-2.0
#include "carom/theory/dimer_slip.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/base/bad_input.hpp"

namespace carom::theory {
namespace {

TEST(DimerSlip, GrowsBetweenTheTwoRoots) {
  const auto range = growing_slip(0.12);
  ASSERT_TRUE(range);
  EXPECT_NEAR(range->B_r1, 0.343, 5e-4);
  EXPECT_NEAR(range->B_r2, 16.32, 5e-3);
  EXPECT_NEAR(slip_growth(range->B_r1, 0.12), 0, 1e-14);
  EXPECT_NEAR(slip_growth(range->B_r2, 0.12), 0, 1e-12);
  EXPECT_LT(slip_growth(0.99 * range->B_r2, 0.12), 0);
  EXPECT_GT(slip_growth(1.01 * range->B_r2, 0.12), 0);
  EXPECT_GT(slip_growth(0.99 * range->B_r1, 0.12), 0);
}

TEST(DimerSlip, KeepsTheSmallRootAccurateAtLittleFriction) {
  EXPECT_NEAR(growing_slip(1e-6)->B_r1, 2.8e-6, 1e-16);  // 5.6 μ/2 to leading order
}

TEST(DimerSlip, IsBrakedAtEveryLengthAboveTheLimitOfFriction) {
  const double limit = slip_growth_limit();
  EXPECT_NEAR(limit * limit * 5.6, 1, 1e-15);
  EXPECT_TRUE(growing_slip(limit * (1 - 1e-12)));
  EXPECT_FALSE(growing_slip(limit * (1 + 1e-12)));
  for (double B_r = 0; B_r < 30; B_r += 0.1) EXPECT_GT(slip_growth(B_r, limit * 1.001), 0);
}

TEST(DimerSlip, IsTheLimitOfTheFullDimerWithAMasslessRodOnTheLevel) {
  for (double A_r : {2.0, 3.9, 5.7, 12.0}) {
    const DimerBody body = dimer_body({.A_r = A_r, .rho_rod = 0});
    for (double mu : {0.0, 0.12, 0.5}) {
      const double gain = slip_gain(body, 0, mu);
      EXPECT_NEAR(slip_gain(2 * (A_r - 1), mu, body.m_b), gain, 1e-12 * (1 + std::abs(gain)));
    }
  }
}

TEST(DimerSlip, TakesTheSpeedThatTheImpulsesOfSlidingGive) {
  // Impulses 1 (normal) and +μ (tangential, against a backward slip) on the left tip.
  const DimerBody body = dimer_body({.A_r = 3.9});
  const double theta = 0.07, mu = 0.12;
  const double a = -body.l / 2 * std::cos(theta), b = body.r + body.l / 2 * std::sin(theta);
  const double spin = (a + mu * b) / body.I;
  EXPECT_NEAR(slip_gain(body, theta, mu), mu / body.m + b * spin, 1e-10);
}

TEST(DimerSlip, NeedsFriction) { EXPECT_THROW(growing_slip(0), BadInput); }

}  // namespace
}  // namespace carom::theory
