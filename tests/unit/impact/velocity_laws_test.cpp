// SPDX-License-Identifier: Apache-2.0
#include "carom/impact/velocity_laws.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include <Eigen/LU>

#include "carom/base/constants.hpp"
#include "carom/impact/solve_impact.hpp"
#include "support/random_impacts.hpp"

namespace carom {
namespace {

using namespace testing_support;

ImpactProblem<1> one(double A, double B, double D, double v_n, double v_t, double e, double mu) {
  ImpactProblem<1> p;
  p.n = 1;
  p.A << A;
  p.B << B;
  p.D << D;
  p.v_n << v_n;
  p.v_t << v_t;
  p.law[0] = {.e = e, .mu_s_i = mu, .mu_i = mu};
  return p;
}

TEST(NewtonsLaw, ReturnsTheNormalVelocityTimesE) {
  for (const double e : {0.0, 0.4, 1.0}) {
    const ImpactResult<1> r = solve_newton_impact(one(2, 0.5, 3, -1, 0.7, e, 0));
    EXPECT_DOUBLE_EQ(r.v_n[0], e);
    EXPECT_NEAR(r.P_n[0], (1 + e) / 2, 1e-15);
    EXPECT_NEAR(r.v_t[0], 0.7 + 0.5 * r.P_n[0], 1e-15);
  }
}

TEST(NewtonsLaw, SlipsWithTheConeAndSticksInside) {
  const double e = 0.5, mu = 0.2;
  const ImpactResult<1> slip = solve_newton_impact(one(2, 0.5, 3, -1, 10, e, mu));
  EXPECT_NEAR(slip.P_n[0], (1 + e) / (2 - mu * 0.5), 1e-15);
  EXPECT_NEAR(slip.P_t[0], -mu * slip.P_n[0], 1e-15);
  EXPECT_FALSE(slip.sticks[0]);
  const ImpactResult<1> stick = solve_newton_impact(one(2, 0.5, 3, -1, 0.05, e, 0.4));
  EXPECT_EQ(stick.v_t[0], 0);
  EXPECT_TRUE(stick.sticks[0]);
  // (A B; B D) P = (1 + e, −v_t)
  EXPECT_NEAR(2 * stick.P_n[0] + 0.5 * stick.P_t[0], 1 + e, 1e-14);
  EXPECT_NEAR(0.5 * stick.P_n[0] + 3 * stick.P_t[0], -0.05, 1e-14);
}

TEST(NewtonsLaw, SaysWhereItCreatesEnergy) {
  // The classical case: strong coupling, and the slip that feeds the compression stops.
  Random random(5);
  int gains = 0;
  for (int i = 0; i < 20000; ++i) {
    const double a = log_uniform(random, 0.3, 3), d = log_uniform(random, 0.3, 3);
    const double b = random.uniform(-0.95, 0.95) * std::sqrt(a * d);
    const ImpactProblem<1> p = one(a, b, d, -0.2, random.uniform(-1, 1), 0.95, random.uniform(0, 1));
    const ImpactResult<1> r = solve_newton_impact(p);
    if (r.failure != ImpactFailure::none) continue;
    const double change = energy_change(p, r);
    if (change > 1e-9) {
      ++gains;
      ASSERT_NEAR(r.energy_gain, change, 1e-12) << "energy rises by " << change << " without a word";
    } else {
      ASSERT_LT(r.energy_gain, 2e-9);
    }
    ASSERT_LT(r.residual, 1e-9) << "the law itself is kept";
  }
  EXPECT_GT(gains, 10) << "the paradox should occur among these";
}

// Kane's double pendulum: two rods of 1 kg and 1 m hang from a pivot at 20° and 30° to the vertical, turn with −0.1 and
// −0.2 rad/s, and the tip strikes the floor.
ImpactProblem<1> kanes_pendulum(double e, double mu) {
  const double a = 20 * deg, b = 30 * deg, c = std::cos(a - b) / 2;
  Matrix<2, 2> mass;
  mass << 4.0 / 3, c, c, 1.0 / 3;
  const Vector<2> w(std::sin(a), std::sin(b)), t(std::cos(a), std::cos(b)), u(-0.1, -0.2);
  const Matrix<2, 2> inverse = mass.inverse();
  return one(w.dot(inverse * w), w.dot(inverse * t), t.dot(inverse * t), w.dot(u), t.dot(u), e, mu);
}

TEST(NewtonsLaw, CreatesEnergyInKanesPendulumAndSaysHowMuch) {
  const double before = 0.0231814109;  // J, of 0.1 and 0.2 rad/s
  const ImpactProblem<1> p = kanes_pendulum(0.5, 0.5);
  const ImpactResult<1> newton = solve_newton_impact(p);
  EXPECT_TRUE(newton.sticks[0]);
  EXPECT_NEAR(newton.energy_gain, 0.0136189557, 1e-9);
  EXPECT_GT(newton.energy_gain, 0.5 * before);
  EXPECT_NEAR(newton.energy_gain, energy_change(p, newton), 1e-15);
  EXPECT_LT(newton.residual, 1e-14);
  for (const Restitution law : {Restitution::energetic, Restitution::poisson}) {
    const ImpactResult<1> other = solve_impact(p, {.law = law});
    EXPECT_LT(energy_change(p, other), 0) << name(law);
    EXPECT_EQ(other.energy_gain, 0) << name(law);
  }
}

// The two phases by hand: compression with friction on its end velocity, expansion with e times its impulse.
struct Poisson {
  double v_n, v_t, P_n;
};
Poisson by_phases(double A, double B, double D, double n, double t, double e, double mu) {
  double Pn_c, Pt_c, t_1;
  const double det = A * D - B * B, stick_n = -(D * n - B * t) / det, stick_t = -(A * t - B * n) / det;
  if (std::abs(stick_t) <= mu * stick_n) {
    Pn_c = stick_n;
    Pt_c = stick_t;
    t_1 = 0;
  } else {
    double sigma = 1;
    for (const double s : {1.0, -1.0}) {
      const double p = -n / (A - s * mu * B);
      if (p > 0 && s * (t + (B - s * mu * D) * p) > 0) sigma = s;
    }
    Pn_c = -n / (A - sigma * mu * B);
    Pt_c = -sigma * mu * Pn_c;
    t_1 = t + B * Pn_c + D * Pt_c;
  }
  const double Pn_e = e * Pn_c, pushed = t_1 + B * Pn_e;
  const double Pt_e = std::abs(pushed) / D <= mu * Pn_e ? -pushed / D : (pushed > 0 ? -mu : mu) * Pn_e;
  return {A * Pn_e + B * Pt_e, pushed + D * Pt_e, Pn_c + Pn_e};
}

TEST(PoissonsLaw, IsCompressionAndExpansionWithFrictionOnTheirEndVelocities) {
  Random random(6);
  for (int i = 0; i < 5000; ++i) {
    const double a = log_uniform(random, 0.3, 3), d = log_uniform(random, 0.3, 3);
    const double b = random.uniform(-0.9, 0.9) * std::sqrt(a * d), mu = random.uniform(0, 1);
    const double t = random.uniform(-1, 1), e = random.uniform();
    if (a - mu * std::abs(b) <= 0.05) continue;
    const ImpactProblem<1> p = one(a, b, d, -1, t, e, mu);
    const ImpactResult<1> r = solve_poisson_impact(p);
    const Poisson hand = by_phases(a, b, d, -1, t, e, mu);
    ASSERT_EQ(r.failure, ImpactFailure::none);
    ASSERT_NEAR(r.P_n[0], hand.P_n, 1e-10);
    ASSERT_NEAR(r.v_n[0], hand.v_n, 1e-10);
    ASSERT_NEAR(r.v_t[0], hand.v_t, 1e-10);
    ASSERT_LE(energy_change(p, r), 1e-10);
  }
}

TEST(PoissonsLaw, ReturnsETimesTheVelocityWhereBothPhasesSlipTheSameWay) {
  const ImpactResult<1> r = solve_poisson_impact(one(2, 0.5, 3, -1, 10, 0.6, 0.2));
  EXPECT_NEAR(r.v_n[0], 0.6, 1e-14);
}

TEST(PoissonsLaw, ReturnsTheVelocityOfTheStickingContactWhereBothPhasesStick) {
  const double A = 2, B = 0.5, D = 3, n = -1, t = 0.1, e = 0.6;
  const ImpactResult<1> r = solve_poisson_impact(one(A, B, D, n, t, e, 0.9));
  EXPECT_NEAR(r.v_n[0], -e * (n - B / D * t), 1e-14);
  EXPECT_EQ(r.v_t[0], 0);
}

// A ball: B = 0. Where it sticks in compression e ε_T of its tangential velocity springs back.
TEST(PoissonsLaw, GivesTheStoredTangentialImpulseBack) {
  for (const double e : {0.3, 0.8, 1.0}) {
    for (const double eps_T : {0.0, 0.4, 1.0}) {
      ImpactProblem<1> p = one(1, 0, 3.5, -1, 0.2, e, 0.5);
      p.law[0].eps_T = eps_T;
      const ImpactResult<1> r = solve_poisson_impact(p);
      ASSERT_EQ(r.failure, ImpactFailure::none);
      EXPECT_NEAR(r.v_n[0], e, 1e-15);
      EXPECT_NEAR(r.v_t[0], -e * eps_T * 0.2, 1e-15);
      EXPECT_NEAR(r.P_t[0], -(1 + e * eps_T) * 0.2 / 3.5, 1e-15);
      EXPECT_EQ(r.sticks[0], eps_T == 0);
      EXPECT_EQ(r.sequence[0].modes[0], ContactMode::stick);
      EXPECT_EQ(r.energy_gain, 0);
      EXPECT_LT(r.residual, 1e-14);
    }
  }
}

TEST(PoissonsLaw, WithTangentialRestitutionIsOneWithTheElasticBallOnlyIfBothAreOne) {
  // e = ε_T = 1 in stick: both components are reversed and no energy is lost.
  ImpactProblem<1> p = one(1, 0, 3.5, -1, 0.2, 1, 0.5);
  p.law[0].eps_T = 1;
  EXPECT_NEAR(energy_change(p, solve_poisson_impact(p)), 0, 1e-15);
  p.law[0].eps_T = 0.9;
  EXPECT_LT(energy_change(p, solve_poisson_impact(p)), -1e-4);
}

TEST(PoissonsLaw, SlipThroughoutIsTheSameWhateverTheTangentialRestitution) {
  for (const double eps_T : {0.0, 0.5, 1.0}) {
    ImpactProblem<1> p = one(2, 0.5, 3, -1, 10, 0.6, 0.2);
    p.law[0].eps_T = eps_T;
    const ImpactResult<1> r = solve_poisson_impact(p);
    EXPECT_NEAR(r.v_n[0], 0.6, 1e-14);
    EXPECT_NEAR(r.P_t[0], -0.2 * r.P_n[0], 1e-14);
  }
}

TEST(PoissonsLaw, WithTangentialRestitutionStaysInTheConeAndTellsItsGains) {
  Random random(8);
  for (int i = 0; i < 5000; ++i) {
    ImpactProblem<2> p = random_body_impact<2>(random, 1 + random.index(2), random.index(2) == 0);
    if (!approaches(p)) continue;
    for (int k = 0; k < p.n; ++k) p.law[k].eps_T = random.uniform();
    const ImpactResult<2> r = solve_poisson_impact(p);
    if (r.failure == ImpactFailure::no_solution) continue;
    double works = 0;
    for (int k = 0; k < p.n; ++k) {
      ASSERT_LE(std::abs(r.P_t[k]), p.law[k].mu_s_i * r.P_n[k] + 1e-9) << describe(p);
      ASSERT_GE(r.v_n[k], -1e-9);
      works += r.W_compression[k] + r.W_restitution[k] + std::abs(r.friction_work[k]);
    }
    ASSERT_LT(r.residual, 1e-8) << describe(p);
    ASSERT_NEAR(std::max(energy_change(p, r), 0.0), r.energy_gain, 1e-9 * works) << describe(p);
  }
}

TEST(VelocityLaws, CertifyThemselvesByWorksThatAddUp) {
  Random random(9);
  for (int i = 0; i < 2000; ++i) {
    const ImpactProblem<2> p = random_body_impact<2>(random, 1 + random.index(2), random.index(2) == 0);
    if (!approaches(p)) continue;
    for (const Restitution law : {Restitution::energetic, Restitution::newton, Restitution::poisson}) {
      const ImpactResult<2> r = solve_impact(p, {.law = law});
      if (r.failure == ImpactFailure::no_solution) continue;
      ASSERT_LT(r.residual, 1e-8) << name(law) << "\n" << describe(p);
      ASSERT_LT(energy_imbalance(p, r), 1e-8) << name(law) << "\n" << describe(p);
    }
  }
}

TEST(VelocityLaws, SeparateEveryContactOfRandomBodies) {
  Random random(7);
  for (int i = 0; i < 1000; ++i) {
    const ImpactProblem<3> p = random_body_impact<3>(random, 1 + random.index(3), random.index(2) == 0);
    if (!approaches(p)) continue;
    for (const Restitution law : {Restitution::newton, Restitution::poisson}) {
      const ImpactResult<3> r = solve_impact(p, {.law = law});
      if (r.failure == ImpactFailure::no_solution) continue;  // a jam: these laws have no answer to it
      for (int k = 0; k < p.n; ++k) {
        ASSERT_GE(r.P_n[k], -1e-12);
        ASSERT_GE(r.v_n[k], -1e-9) << name(law) << "\n" << describe(p);
      }
    }
  }
}

}  // namespace
}  // namespace carom
