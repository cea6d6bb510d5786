// SPDX-License-Identifier: Apache-2.0
#include "carom/impact/path_impact.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/base/dual.hpp"
#include "carom/impact/solve_impact.hpp"
#include "support/random_impacts.hpp"

namespace carom {
namespace {

using namespace testing_support;

struct Numbers {
  double A, B, D, v_n, v_t, e, mu;
};

Numbers draw(Random& random) {
  const double A = log_uniform(random, 0.3, 3), D = log_uniform(random, 0.3, 3);
  return {A,
          random.uniform(-0.95, 0.95) * std::sqrt(A * D),
          D,
          random.uniform(-2, -0.1),
          random.uniform(-2, 2),
          random.uniform(0, 1),
          random.uniform(0, 1)};
}

SingleImpact solve(Restitution law, const Numbers& n) {
  return solve_path_impact<double>(law, n.A, n.B, n.D, n.v_n, n.v_t, n.e, n.mu, n.mu);
}

ImpactProblem<1> problem(const Numbers& n) {
  ImpactProblem<1> p;
  p.n = 1;
  p.A << n.A;
  p.B << n.B;
  p.D << n.D;
  p.v_n << n.v_n;
  p.v_t << n.v_t;
  p.law[0] = {.e = n.e, .mu_s_i = n.mu, .mu_i = n.mu};
  return p;
}

TEST(PathImpact, WithoutFrictionReturnsTheNormalVelocityTimesE) {
  for (const Restitution law : {Restitution::newton, Restitution::poisson}) {
    const SingleImpact r = solve(law, {2, 0.5, 3, -1, 0.7, 0.4, 0});
    EXPECT_NEAR(r.v_n, 0.4, 1e-15);
    EXPECT_NEAR(r.P_n, 0.7, 1e-15);
    EXPECT_NEAR(r.v_t, 0.7 + 0.5 * 0.7, 1e-15);
  }
}

TEST(PathImpact, TurnsBackWithTheFrictionOfEachDirection) {
  // |B/D| = 0.5 > μ: the slip stops after p₁ = v_t/(|B| + μ D) and then runs the other way.
  const double A = 2, B = -1, D = 2, e = 0.5, mu = 0.2, v_t = 0.3;
  const SingleImpact r = solve(Restitution::newton, {A, B, D, -1, v_t, e, mu});
  const double p1 = v_t / (1 + mu * D), p2 = (e + 1 - (A + mu) * p1) / (A - mu);
  EXPECT_NEAR(r.P_n, p1 + p2, 1e-15);
  EXPECT_NEAR(r.P_t, mu * (p2 - p1), 1e-15);
  EXPECT_NEAR(r.v_t, -(1 - mu * D) * p2, 1e-15);
  EXPECT_EQ(r.v_n, 0.5);
  ASSERT_EQ(r.sequence.size, 2);
  EXPECT_EQ(r.sequence.modes[1], ContactMode::slip_minus);
  // Friction on the end velocity would have it backwards all along, or stick.
  EXPECT_GT(std::abs(solve_newton_impact(problem({A, B, D, -1, v_t, e, mu})).P_t[0] - r.P_t), 0.01);
}

TEST(PathImpact, PoissonsExpansionIsETimesTheCompression) {
  Random random(2);
  for (int i = 0; i < 3000; ++i) {
    const Numbers n = draw(random);
    Numbers plastic = n;
    plastic.e = 0;
    const SingleImpact r = solve(Restitution::poisson, n), compression = solve(Restitution::poisson, plastic);
    ASSERT_NEAR(r.P_n, (1 + n.e) * compression.P_n, 1e-12 * r.P_n) << i;
    ASSERT_NEAR(compression.v_n, 0, 1e-14);
    ASSERT_GE(r.v_n, 0);
  }
}

TEST(PathImpact, AgreesWithTheLawsInImpulsesWhereTheSlipKeepsItsDirectionOrStops) {
  Random random(3);
  int turned = 0;
  for (int i = 0; i < 5000; ++i) {
    const Numbers n = draw(random);
    const bool jam = n.A - (n.v_t > 0 ? 1 : -1) * n.mu * n.B <= 0;
    const SingleImpact r = solve(Restitution::newton, n);
    ASSERT_TRUE(r.resolved);
    ASSERT_LT(r.residual, 1e-11);
    const bool reverses = r.v_t * n.v_t < 0;
    turned += reverses;
    if (jam || reverses) continue;
    const ImpactResult<1> end = solve_newton_impact(problem(n));
    ASSERT_NEAR(r.P_n, end.P_n[0], 1e-10 * r.P_n) << i;
    ASSERT_NEAR(r.P_t, end.P_t[0], 1e-10 * r.P_n) << i;
  }
  EXPECT_GT(turned, 100);
}

TEST(PathImpact, WorksAddUpToTheChangeOfEnergy) {
  Random random(4);
  for (const Restitution law : {Restitution::newton, Restitution::poisson})
    for (int i = 0; i < 3000; ++i) {
      const Numbers n = draw(random);
      const SingleImpact r = solve(law, n);
      const double change = 0.5 * (r.P_n * (n.v_n + r.v_n) + r.P_t * (n.v_t + r.v_t));
      const double size = r.W_compression + r.W_restitution - r.friction_work;
      ASSERT_NEAR(r.W_restitution - r.W_compression + r.friction_work, change, 1e-11 * size);
      ASSERT_LE(r.friction_work, 1e-15 * size);
      ASSERT_GE(r.W_compression, 0);
      ASSERT_TRUE(law == Restitution::newton || change <= 1e-12 * size);
    }
}

TEST(PathImpact, FollowsAJamUntilTheSlipStops) {
  // A − μ B < 0: slip presses the contact together first.
  const SingleImpact r = solve(Restitution::newton, {1, 0.8, 1, -1, 0.5, 0.5, 2});
  EXPECT_TRUE(r.resolved);
  EXPECT_TRUE(r.sticks);
  EXPECT_EQ(r.v_n, 0.5);
  EXPECT_EQ(r.v_t, 0);
  EXPECT_LT(r.residual, 1e-14);
}

TEST(PathImpact, IsUsedForAContactThatAsksForIt) {
  const Numbers n{2, -1, 2, -1, 0.3, 0.5, 0.2};
  ImpactProblem<1> p = problem(n);
  EXPECT_EQ(solve_impact(p, {.law = Restitution::newton}).P_t[0], solve_newton_impact(p).P_t[0]);
  p.law[0].along_path = true;
  for (const Restitution law : {Restitution::newton, Restitution::poisson}) {
    const ImpactResult<1> r = solve_impact(p, {.law = law});
    EXPECT_EQ(r.P_t[0], solve(law, n).P_t);
    EXPECT_EQ(r.v_n[0], solve(law, n).v_n);
    EXPECT_EQ(r.failure, ImpactFailure::none);
  }
  EXPECT_NEAR(solve_impact(p, {.law = Restitution::energetic}).P_t[0],
              solve_single_impact(n.A, n.B, n.D, n.v_n, n.v_t, n.e, n.mu, n.mu).P_t, 1e-15);
}

TEST(PathImpact, GivesBackATangentialRestitutionByPoissonsLaw) {
  // A rough ball that sticks in compression leaves with −e ε_T γ_t⁻.
  const double e = 0.6, eps_T = 0.7, v_t = 0.2;
  const SingleImpact r = solve_path_impact<double>(Restitution::poisson, 1, 0, 3.5, -1, v_t, e, 0.9, 0.9, eps_T);
  EXPECT_NEAR(r.v_t, -e * eps_T * v_t, 1e-15);
  EXPECT_FALSE(r.sticks);
  Random random(8);
  for (int i = 0; i < 2000; ++i) {
    Numbers n = draw(random);
    const auto path = [&] {
      return solve_path_impact<double>(Restitution::poisson, n.A, n.B, n.D, n.v_n, n.v_t, n.e, n.mu, n.mu, eps_T);
    };
    const SingleImpact coupled = path();
    ASSERT_TRUE(coupled.resolved) << i;
    ASSERT_LT(coupled.residual, 1e-11);
    ASSERT_GE(coupled.v_n, 0);
    ASSERT_LE(std::abs(coupled.P_t), n.mu * coupled.P_n * (1 + 1e-12));
    // Without coupling it is the law on the end velocities.
    n.B = 0;
    ImpactProblem<1> p = problem(n);
    p.law[0].eps_T = eps_T;
    const ImpactResult<1> end = solve_poisson_impact(p);
    ASSERT_NEAR(path().P_t, end.P_t[0], 1e-12) << i;
    ASSERT_NEAR(path().v_n, end.v_n[0], 1e-12) << i;
  }
}

TEST(PathImpact, SaysHowMuchEnergyItCreated) {
  // Stick ends with e² A D/(A D − B²) of the least energy of its approach, here 25/16 e².
  ImpactProblem<1> p = problem({2.5, -1.5, 2.5, -1, 0.6, 1, 0.9});
  p.law[0].along_path = true;
  const ImpactResult<1> r = solve_impact(p, {.law = Restitution::newton});
  EXPECT_TRUE(r.sticks[0]);
  EXPECT_NEAR(r.energy_gain, 0.5 / 2.5 * 9.0 / 16, 1e-14);
  p.law[0].e = 0.8;
  EXPECT_EQ(solve_impact(p, {.law = Restitution::newton}).energy_gain, 0);
}

TEST(PathImpact, CarriesDerivatives) {
  using D1 = Dual<double>;
  Random random(6);
  for (int i = 0; i < 200; ++i) {
    const Numbers n = draw(random);
    Numbers up = n, down = n;
    const double h = 1e-6;
    up.v_t += h;
    down.v_t -= h;
    for (const Restitution law : {Restitution::newton, Restitution::poisson}) {
      const SingleImpact a = solve(law, up), b = solve(law, down), c = solve(law, n);
      if (a.sequence.size != b.sequence.size || a.sequence.size != c.sequence.size) continue;
      const auto r = solve_path_impact<D1>(law, D1(n.A), D1(n.B), D1(n.D), D1(n.v_n), D1(n.v_t, 1.0), n.e, n.mu, n.mu);
      EXPECT_NEAR(r.P_n.slope, (a.P_n - b.P_n) / (2 * h), 1e-6) << i;
      EXPECT_NEAR(r.v_t.slope, (a.v_t - b.v_t) / (2 * h), 1e-6) << i;
    }
  }
}

}  // namespace
}  // namespace carom
