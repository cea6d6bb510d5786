// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include "carom/impact/solve_impact.hpp"
#include "support/dimer_fixtures.hpp"

namespace carom {
namespace {

TEST(SingleImpact, WithoutFrictionReversesTheNormalVelocityByE) {
  const SingleImpact r = solve_single_impact(2.0, 0.3, 1.5, -0.8, 0.4, 0.6, 0, 0);
  EXPECT_NEAR(r.v_n, 0.48, 1e-15);
  EXPECT_NEAR(r.P_n, 1.6 * 0.8 / 2.0, 1e-15);
  EXPECT_NEAR(r.v_t, 0.4 + 0.3 * r.P_n, 1e-15);
  EXPECT_LT(r.residual, 1e-14);
}

TEST(SingleImpact, SlipThroughoutIsOneStraightLine) {
  // A = 2, B = 0.3, μ = 0.2, σ = +1: dγ_n/dp = 1.94, dγ_t/dp = 0; all of it in slip, so γ_n⁺ = −e γ_n⁻.
  const SingleImpact r = solve_single_impact(2.0, 0.3, 1.5, -1, 5, 0.5, 0.3, 0.2);
  EXPECT_NEAR(r.v_n, 0.5, 1e-14);
  EXPECT_NEAR(r.P_t, -0.2 * r.P_n, 1e-15);
  EXPECT_NEAR(r.v_t, 5, 1e-14);
  EXPECT_EQ(r.sequence.size, 1);
}

TEST(SingleImpact, SlipStopsAndSticksWhenTheStaticCoefficientHolds) {
  // |B/D| = 0.2 ≤ μ_s = 0.4; γ_t reaches zero early and stays there.
  const SingleImpact r = solve_single_impact(2.0, 0.3, 1.5, -1, 0.05, 0.5, 0.4, 0.35);
  EXPECT_EQ(r.v_t, 0);
  EXPECT_TRUE(r.sticks);
  ASSERT_EQ(r.sequence.size, 2);
  EXPECT_EQ(r.sequence.modes[0], ContactMode::slip_plus);
  EXPECT_EQ(r.sequence.modes[1], ContactMode::stick);
  EXPECT_NEAR(r.W_restitution, 0.25 * r.W_compression, 1e-15);
}

TEST(SingleImpact, SlipReversesWhenTheStaticCoefficientDoesNotHold) {
  // |B/D| = 0.2 > μ_s = 0.15: γ_t passes through zero from below and goes on.
  const SingleImpact r = solve_single_impact(2.0, 0.3, 1.5, -1, -0.01, 0.5, 0.15, 0.1);
  EXPECT_GT(r.v_t, 0);
  ASSERT_EQ(r.sequence.size, 2);
  EXPECT_EQ(r.sequence.modes[1], ContactMode::slip_plus);
}

TEST(SingleImpact, JamGetsItsTangentialImpactFromZeroNormalVelocity) {
  // A − σ μ B = 1 − 2·0.8 < 0 with A D > B²: slip presses the contact together until γ_t = 0.
  const SingleImpact r = solve_single_impact(1.0, 0.8, 1.0, 0, 1.0, 0.5, 2.0, 2.0);
  EXPECT_GT(r.P_n, 0);
  EXPECT_GT(r.v_n, 0);
  EXPECT_EQ(r.v_t, 0);
  EXPECT_LE(r.friction_work, 0);
  EXPECT_LT(r.residual, 1e-14);
}

TEST(SingleImpact, StoredEnergyIsGivenBackByESquared) {
  const SingleImpact r = solve_single_impact(2.0, 0, 1.0, -1, 0, 0.5, 0, 0, 0.3);
  EXPECT_NEAR(r.W_restitution, 0.25 * (0.3 + 0.25), 1e-15);
  EXPECT_NEAR(r.v_n, std::sqrt(2 * 2.0 * r.W_restitution), 1e-14);
}

TEST(SingleImpact, RestStaysRest) {
  const SingleImpact r = solve_single_impact(2.0, 0.3, 1.5, 0, 0.4, 0.6, 0.3, 0.2);
  EXPECT_EQ(r.P_n, 0);
  EXPECT_EQ(r.v_t, 0.4);
}

TEST(MultipleImpact, OfTheLyingDimerHasItsKnownResult) {
  const ImpactResult<2> r = solve_impact(lying_impact(3.9, -0.05, -0.1, -0.03));
  EXPECT_NEAR(r.v_n[0], 0.03287469, 5e-9);
  EXPECT_NEAR(r.v_n[1], 0.06561897, 5e-9);
  EXPECT_NEAR(r.v_t[0], -0.00082413, 5e-9);
  EXPECT_LT(r.residual, 1e-9);
}

TEST(MultipleImpact, DependsOnRatiosOfStiffnessOnly) {
  ImpactProblem<2> p = lying_impact(3.9, -0.05, -0.1, -0.03);
  const ImpactResult<2> one = solve_impact(p);
  for (const double k : {1e-6, 1e3, 1e10}) {
    for (ContactLaw& law : p.law) law.stiffness = k;
    const ImpactResult<2> other = solve_impact(p);
    EXPECT_NEAR(other.v_n[0], one.v_n[0], 1e-12);
    EXPECT_NEAR(other.v_t[0], one.v_t[0], 1e-12);
  }
}

TEST(MultipleImpact, IsHomogeneousOfDegreeOneInTheVelocities) {
  const ImpactResult<2> one = solve_impact(lying_impact(5.7, -0.05, -0.1, -0.03));
  const ImpactResult<2> ten = solve_impact(lying_impact(5.7, -0.5, -1, -0.3));
  EXPECT_NEAR(ten.v_n[0], 10 * one.v_n[0], 1e-11);
  EXPECT_NEAR(ten.v_n[1], 10 * one.v_n[1], 1e-11);
  EXPECT_NEAR(ten.v_t[0], 10 * one.v_t[0], 1e-11);
}

TEST(MultipleImpact, IsMirrorSymmetric) {
  const ImpactResult<2> r = solve_impact(lying_impact(3.9, -0.05, -0.1, -0.03));
  const ImpactResult<2> m = solve_impact(lying_impact(3.9, -0.1, -0.05, 0.03));
  EXPECT_NEAR(m.v_n[0], r.v_n[1], 1e-12);
  EXPECT_NEAR(m.v_n[1], r.v_n[0], 1e-12);
  EXPECT_NEAR(m.v_t[0], -r.v_t[0], 1e-12);
}

TEST(MultipleImpact, SymmetricLandingStaysSymmetric) {
  const ImpactResult<2> r = solve_impact(lying_impact(3.9, -0.1, -0.1, 0));
  EXPECT_NEAR(r.v_n[0], r.v_n[1], 1e-12);
  EXPECT_NEAR(r.v_n[0], 0.065, 1e-10);
  EXPECT_EQ(r.v_t[0], 0);
}

TEST(MultipleImpact, RoundingAtARestingTipIsHarmless) {
  const ImpactResult<2> rest = solve_impact(lying_impact(3.9, 0, -0.1, -0.03));
  const ImpactResult<2> noise = solve_impact(lying_impact(3.9, -1e-17, -0.1, -0.03));
  EXPECT_NEAR(noise.v_n[0], rest.v_n[0], 1e-10);
  EXPECT_NEAR(noise.v_t[0], rest.v_t[0], 1e-10);
  EXPECT_NEAR(rest.v_n[0], 2.80e-4, 5e-7);
}

// A trace asks for the flow even where a closed form exists.
TEST(MultipleImpact, OfOneContactEqualsTheClosedForm) {
  ImpactProblem<2> both = lying_impact(3.9, -0.07, 0, 0.004);
  ImpactProblem<1> one;
  one.n = 1;
  one.A(0, 0) = both.A(0, 0);
  one.B(0, 0) = both.B(0, 0);
  one.D(0, 0) = both.D(0, 0);
  one.v_n[0] = both.v_n[0];
  one.v_t[0] = both.v_t[0];
  one.law[0] = both.law[0];
  const ImpactResult<1> closed = solve_impact(one), flow = solve_impact(one, {}, [](const ImpactSample&) {});
  EXPECT_NEAR(flow.v_n[0], closed.v_n[0], 1e-10);
  EXPECT_NEAR(flow.v_t[0], closed.v_t[0], 1e-10);
  EXPECT_NEAR(flow.friction_work[0], closed.friction_work[0], 1e-9 * closed.W_compression[0]);
}

TEST(MultipleImpact, LosesAtEachContactWhatItsRestitutionSays) {
  ImpactProblem<2> p = lying_impact(5.7, -0.05, -0.1, 0.02);
  p.law[0].e = 0.3;
  p.law[1].e = 0.9;
  p.law[1].exponent = 1.0;
  p.law[0].stiffness = 40;
  const ImpactResult<2> r = solve_impact(p);
  ASSERT_EQ(r.failure, ImpactFailure::none);
  for (int i = 0; i < 2; ++i) {
    EXPECT_NEAR(r.W_restitution[i], p.law[i].e * p.law[i].e * r.W_compression[i], 1e-9 * r.W_compression.sum());
    EXPECT_LE(r.friction_work[i], 1e-15);
  }
  EXPECT_LT(energy_imbalance(p, r), 1e-9);
}

TEST(NewtonImpact, ReversesEveryStruckContactByItsE) {
  ImpactProblem<2> p = lying_impact(3.9, -0.05, -0.1, -0.03);
  const ImpactResult<2> r = solve_impact(p, {.law = Restitution::newton});
  for (int i = 0; i < 2; ++i) {
    ASSERT_GT(r.P_n[i], 0);
    EXPECT_NEAR(r.v_n[i], 0.65 * std::abs(p.v_n[i]), 1e-15);
  }
  EXPECT_LE(r.residual, 1e-12);
}

TEST(PoissonImpact, EqualsNewtonForOneContactThatSlipsThroughout) {
  ImpactProblem<2> p = lying_impact(3.9, -0.05, 0, -0.9);
  p.n = 1;
  const ImpactResult<2> newton = solve_impact(p, {.law = Restitution::newton});
  const ImpactResult<2> poisson = solve_impact(p, {.law = Restitution::poisson});
  const ImpactResult<2> energetic = solve_impact(p);
  EXPECT_NEAR(poisson.v_n[0], newton.v_n[0], 1e-15);
  EXPECT_NEAR(energetic.v_n[0], newton.v_n[0], 1e-15);
  EXPECT_NEAR(poisson.v_t[0], energetic.v_t[0], 1e-15);
}

}  // namespace
}  // namespace carom
