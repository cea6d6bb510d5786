// SPDX-License-Identifier: Apache-2.0
#include "carom/complementarity/loaded_friction.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "carom/complementarity/friction_under_load.hpp"

namespace carom {
namespace {

LoadedInstant<1> single(double B, double D, double b_t, double F_n, double mu = 0) {
  LoadedInstant<1> now;
  now.mu[0] = mu;
  now.B(0, 0) = B;
  now.D(0, 0) = D;
  now.b_t[0] = b_t;
  now.F_n[0] = F_n;
  return now;
}

TEST(LoadedFriction, SticksWithTheForceThatTheMotionNeeds) {
  LoadedFriction<1> friction;
  friction.mu_s[0] = 0.3;
  const LoadedInstant<1> now = single(0.4, 2, 0.6, 3, 0.2);
  friction.regroup(now, {true}, 1e-6, 1e-12);
  ASSERT_TRUE(friction.choose(now, {true}, 1e-12));
  EXPECT_EQ(friction.mode(0), ContactMode::stick);
  Vector<1> F_t, T;
  friction.forces(now, F_t, T);
  EXPECT_NEAR(F_t[0], -(0.6 + 0.4 * 3) / 2, 1e-15);  // 0.9 = μ_s F_n
  EXPECT_NEAR(friction.rate(0, now, F_t), 0, 1e-15);
}

TEST(LoadedFriction, SlipsWhereTheMotionAsksForMore) {
  LoadedFriction<1> friction;
  friction.mu_s[0] = 0.3;
  const LoadedInstant<1> now = single(0.4, 2, 0.7, 3, 0.2);
  friction.regroup(now, {true}, 1e-6, 1e-12);
  ASSERT_TRUE(friction.choose(now, {true}, 1e-12));
  EXPECT_EQ(friction.mode(0), ContactMode::slip_plus);
  Vector<1> F_t, T;
  friction.forces(now, F_t, T);
  EXPECT_NEAR(F_t[0], -0.6, 1e-15);
}

TEST(LoadedFriction, AContactWithoutLoadHasNoPartInIt) {
  LoadedFriction<1> friction;
  EXPECT_FALSE(friction.regroup(single(0, 1, 0, 0), {false}, 1e-6, 1e-12));
  EXPECT_EQ(friction.groups(), 0);
  EXPECT_EQ(friction.contact_mode(0), ContactMode::open);
}

// Two tips of a body tilted by a microradian: D is singular to 1e-12, and stick must not answer with forces of 1e6.
TEST(LoadedFriction, SharesOneForceBetweenDirectionsThatNearlyCoincide) {
  const double a = 1, b = 0.3, tilt = 1e-6;
  Matrix<3, 2> W, N;
  W << 0, 0, 1, 1, -a, a;
  N << 1, 1, 0, 0, b + a * tilt, b - a * tilt;
  LoadedInstant<2> now;
  now.B = W.transpose() * N;
  now.D = N.transpose() * N;
  now.b_t = {0.5 + 1e-6, 0.5 - 1e-6};
  now.F_n = {3, 1};
  now.mu = {0.1, 0.1};
  LoadedFriction<2> friction;
  friction.mu_s = {0.5, 0.4};
  friction.regroup(now, {true, true}, 1e-4, 1e-6);
  ASSERT_EQ(friction.groups(), 1);
  ASSERT_TRUE(friction.choose(now, {true, false}, 1e-12));
  ASSERT_EQ(friction.mode(0), ContactMode::stick);
  Vector<2> F_t, T;
  friction.forces(now, F_t, T);
  EXPECT_NEAR(F_t[0] / (0.5 * 3), F_t[1] / (0.4 * 1), 1e-14);
  EXPECT_NEAR(friction.rate(0, now, F_t), 0, 1e-14);  // exact at the leader
  EXPECT_NEAR(friction.rate(1, now, F_t), 0, 1e-5);   // and nearly so at the other
  EXPECT_LT(F_t.cwiseAbs().maxCoeff(), 1);
}

TEST(LoadedFriction, KeepsContactsOnDifferentSurfacesApart) {
  LoadedInstant<2> now;
  now.D.setOnes();
  now.v_t = {0, 0.1};
  LoadedFriction<2> friction;
  friction.regroup(now, {true, true}, 1e-4, 1e-6);
  EXPECT_EQ(friction.groups(), 2);
}

RC_GTEST_PROP(LoadedFrictionProperty, WithoutMotionIsFrictionUnderLoad, ()) {
  constexpr int n = 3, dof = 6;
  const auto draw = [] { return *rc::gen::inRange(-1000, 1001) / 1000.0; };
  Matrix<dof, n> W, N;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < dof; ++i) {
      W(i, j) = draw();
      N(i, j) = draw() + (i == j ? 2 : 0);
    }
  LoadedInstant<n> now;
  now.B = W.transpose() * N;
  now.D = N.transpose() * N;
  LoadedFriction<n> friction;
  for (int i = 0; i < n; ++i) {
    now.F_n[i] = 1.1 + draw();
    now.mu[i] = 0.5 * (1.01 + draw());
    friction.mu_s[i] = now.mu[i];
  }
  friction.regroup(now, {true, true, true}, 1e-6, 1e-12);
  RC_PRE(friction.groups() == n);
  RC_ASSERT(friction.choose(now, {true, true, true}, 1e-12));
  FrictionUnderLoad<n> under_load;
  under_load.set_up(now.B, now.D, friction.mu_s, now.mu, now.v_t, 1e-12);
  RC_ASSERT(under_load.choose(now.F_n, now.v_t, 1e-12));
  Vector<n> F_t, T, expected;
  friction.forces(now, F_t, T);
  under_load.forces(now.F_n, expected);
  // With one coefficient the tangential problem has one solution.
  RC_ASSERT((F_t - expected).cwiseAbs().maxCoeff() < 1e-8);
}

}  // namespace
}  // namespace carom
