// SPDX-License-Identifier: Apache-2.0
#include "carom/complementarity/frictional_problem.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "carom/base/random.hpp"
#include "carom/complementarity/friction_under_load.hpp"
#include "carom/complementarity/lcp.hpp"

namespace carom {
namespace {

// One contact that presses with b_n < 0.
FrictionalProblem<1> single(double A, double B, double D, double b_n, double b_t, double mu_s, double mu,
                            int slip = 0) {
  FrictionalProblem<1> p;
  p.n = 1;
  p.A(0, 0) = A;
  p.B(0, 0) = B;
  p.D(0, 0) = D;
  p.b_n[0] = b_n;
  p.b_t[0] = b_t;
  p.mu_s[0] = mu_s;
  p.mu[0] = mu;
  p.slip[0] = slip;
  p.set_default_tolerances();
  return p;
}

TEST(SingleContact, LeavesWhereNothingPressesIt) {
  const ModeSelection<1> s = select_modes(single(2, 0.5, 3, 1, 0, 0.3, 0.2));
  EXPECT_EQ(s.consistent, 1);
  EXPECT_EQ(s.chosen.modes[0], ContactMode::open);
  EXPECT_EQ(s.chosen.z_n[0], 0);
  EXPECT_EQ(s.chosen.omega_n[0], 1);
}

TEST(SingleContact, SlidesWithTheForceOfItsSign) {
  for (const int sigma : {1, -1}) {
    const ModeSelection<1> s = select_modes(single(2, 0.5, 3, -4, 0.7, 0.3, 0.2, sigma));
    EXPECT_EQ(s.consistent, 1);
    EXPECT_EQ(s.chosen.modes[0], slip_mode(sigma));
    EXPECT_NEAR(s.chosen.z_n[0], 4 / (2 - sigma * 0.2 * 0.5), 1e-14);  // F_n = −b_n/(A − σ μ B)
    EXPECT_DOUBLE_EQ(s.chosen.z_t[0], -sigma * 0.2 * s.chosen.z_n[0]);
    EXPECT_LT(s.chosen.residual, 1e-14);
  }
}

TEST(SingleContact, SticksWithTheForcesOfBothConstraints) {
  const double A = 2, B = 0.5, D = 3, b_n = -4, b_t = 0.7;
  const ModeSelection<1> s = select_modes(single(A, B, D, b_n, b_t, 0.3, 0.3));
  EXPECT_EQ(s.consistent, 1);
  EXPECT_EQ(s.indeterminacy, Indeterminacy::none);
  EXPECT_EQ(s.chosen.modes[0], ContactMode::stick);
  EXPECT_NEAR(s.chosen.z_n[0], (-b_n + B * b_t / D) / (A - B * B / D), 1e-14);
  EXPECT_NEAR(s.chosen.z_t[0], -(b_t + B * s.chosen.z_n[0]) / D, 1e-14);
}

TEST(SingleContact, BeginsToSlideAgainstTheForceThatCannotHoldIt) {
  const ModeSelection<1> right = select_modes(single(1, 0, 1, -1, 2, 0.3, 0.2));
  EXPECT_EQ(right.consistent, 1);
  EXPECT_EQ(right.chosen.modes[0], ContactMode::slip_plus);
  EXPECT_NEAR(right.chosen.omega_t[0], 1.8, 1e-15);
  const ModeSelection<1> left = select_modes(single(1, 0, 1, -1, -2, 0.3, 0.2));
  EXPECT_EQ(left.chosen.modes[0], ContactMode::slip_minus);
}

// The force ratio needed to stick lies between the coefficients of slip and of stick: both motions obey the law.
TEST(SingleContact, SticksIfStickIsPossibleWhereSlipIsToo) {
  const double mu = 0.2, needed = 0.25, mu_s = 0.3;
  const FrictionalProblem<1> p = single(1, 0, 1, -1, needed, mu_s, mu);
  const ModeSelection<1> s = select_modes(p);
  EXPECT_EQ(s.consistent, 2);
  EXPECT_EQ(s.indeterminacy, Indeterminacy::stick_or_slip);
  EXPECT_EQ(s.chosen.modes[0], ContactMode::stick);
  FrictionalProblem<1> broken = p;
  broken.slip[0] = 1;  // stick has given way
  EXPECT_EQ(select_modes(broken).chosen.modes[0], ContactMode::slip_plus);
}

// A − σμB < 0 in slip.
TEST(Painleve, InconsistentSlipHasNoConsistentSet) {
  EXPECT_EQ(select_modes(single(1, 3, 4, -1, 0, 0.5, 0.5, 1)).consistent, 0);
}

TEST(Painleve, IndeterminateSlipHasTwoAndThePreferenceChooses) {
  const FrictionalProblem<1> p = single(1, 3, 4, 1, 0, 0.5, 0.5, 1);
  const ModeSelection<1> flight = select_modes(p, Preference::flight);
  EXPECT_EQ(flight.consistent, 2);
  EXPECT_EQ(flight.indeterminacy, Indeterminacy::painleve);
  EXPECT_EQ(flight.chosen.modes[0], ContactMode::open);
  const ModeSelection<1> contact = select_modes(p, Preference::contact);
  EXPECT_EQ(contact.chosen.modes[0], ContactMode::slip_plus);
  EXPECT_NEAR(contact.chosen.z_n[0], 2, 1e-14);  // −1/(1 − 1.5)
}

// A rigid body that lies on two tips: m, I, tips at ±a, height b of the centre; applied accelerations at the centre.
FrictionalProblem<2> two_tips(double m, double I, double a, double b, double accel_x, double accel_y, double mu_s1,
                              double mu_s2, double mu) {
  Matrix<3, 2> W, N;
  W << 0, 0, 1, 1, -a, a;
  N << 1, 1, 0, 0, b, b;
  const Matrix<3, 3> inverse = Vector<3>(1 / m, 1 / m, 1 / I).asDiagonal();
  FrictionalProblem<2> p;
  p.n = 2;
  p.A = W.transpose() * inverse * W;
  p.B = W.transpose() * inverse * N;
  p.D = N.transpose() * inverse * N;
  p.b_n = W.transpose() * Vector<3>(accel_x, accel_y, 0);
  p.b_t = N.transpose() * Vector<3>(accel_x, accel_y, 0);
  p.mu_s = {mu_s1, mu_s2};
  p.mu = {mu, mu};
  p.set_default_tolerances();
  return p;
}

TEST(TwoTips, ShareOneTangentialForceInProportionToWhatEachCanCarry) {
  const double m = 2, g = 10, pull = 1.5;
  const FrictionalProblem<2> p = two_tips(m, 0.3, 0.5, 0.2, pull, -g, 0.4, 0.1, 0.05);
  const ModeSelection<2> s = select_modes(p);
  ASSERT_GT(s.consistent, 0);
  EXPECT_EQ(s.chosen.modes[0], ContactMode::stick);
  EXPECT_EQ(s.chosen.modes[1], ContactMode::stick);
  EXPECT_TRUE(s.chosen.redundant);
  EXPECT_NEAR(s.chosen.z_n.sum(), m * g, 1e-12);
  EXPECT_NEAR(s.chosen.z_t.sum(), -m * pull, 1e-12);
  const Vector<2> capacity = p.mu_s.cwiseProduct(s.chosen.z_n);
  EXPECT_NEAR(s.chosen.z_t[0] / capacity[0], s.chosen.z_t[1] / capacity[1], 1e-12);
  EXPECT_LT(s.chosen.residual, 1e-11);
}

// The group sticks iff |ΣF_t| ≤ Σ μ_s F_n, also between the bounds of its weaker and its stronger tip.
RC_GTEST_PROP(TwoTipsProperty, StickIffTheirSumCan, ()) {
  const auto uniform = [](int from, int to) { return *rc::gen::inRange(from * 1000, to * 1000) / 1000.0; };
  const double m = 1, g = 10, a = 1, b = 0.3 + 0.01 * uniform(0, 10), mu = 0.05;
  const double mu_s1 = 0.1 + 0.05 * uniform(0, 8), mu_s2 = 0.1 + 0.05 * uniform(0, 8);
  const double pull = uniform(-6, 6);
  const FrictionalProblem<2> p = two_tips(m, 0.4, a, b, pull, -g, mu_s1, mu_s2, mu);
  // In stick: F_1 + F_2 = m g, a (F_2 − F_1) + b ΣF_t = 0, ΣF_t = −m pull.
  const double sum = -m * pull, F_1 = 0.5 * (m * g + b * sum / a), F_2 = m * g - F_1;
  const double capacity = mu_s1 * F_1 + mu_s2 * F_2;
  RC_PRE(F_1 > 0 && F_2 > 0 && std::abs(std::abs(sum) - capacity) > 1e-6);
  const ModeSelection<2> s = select_modes(p);
  RC_ASSERT(s.consistent > 0);
  const bool stuck = s.chosen.modes[0] == ContactMode::stick && s.chosen.modes[1] == ContactMode::stick;
  RC_ASSERT(stuck == (std::abs(sum) < capacity));
  if (!stuck) RC_ASSERT(s.chosen.omega_t[0] * pull > 0);
}

TEST(TwoTips, WithOneCoefficientHaveOneMotion) {
  for (const double pull : {0.0, 0.3, 1.2, -1.9, 2.5}) {
    const ModeSelection<2> s = select_modes(two_tips(1, 0.4, 1, 0.3, pull, -10, 0.2, 0.2, 0.2));
    ASSERT_GT(s.consistent, 0);
    EXPECT_EQ(s.indeterminacy, Indeterminacy::none) << "pull " << pull;
  }
}

TEST(TwoTips, TipOverTheOneThatIsPulledDown) {
  // Pulled so hard that only one tip can stay: the other one opens.
  const ModeSelection<2> s = select_modes(two_tips(1, 0.4, 0.1, 1, 8, -10, 0.9, 0.9, 0.9));
  ASSERT_EQ(s.consistent, 1);
  EXPECT_NE(s.chosen.modes[0] == ContactMode::open, s.chosen.modes[1] == ContactMode::open);
}

// ---- the standard linear complementarity problem of planar friction, 3n unknowns ----
//   z_t = λ_R − μ z_n,  λ_L = 2 μ z_n − λ_R,  ω_t = κ_R − κ_L;   w = (ω_n, κ_R, λ_L),  z = (z_n, λ_R, κ_L)
template <int n>
LinearComplementarity<3 * n> as_lcp(const FrictionalProblem<n>& p) {
  LinearComplementarity<3 * n> lcp;
  lcp.n = 3 * n;
  const Matrix<n, n> mu = p.mu.asDiagonal();
  lcp.M.template block<n, n>(0, 0) = p.A - p.B * mu;
  lcp.M.template block<n, n>(0, n) = p.B;
  lcp.M.template block<n, n>(n, 0) = p.B.transpose() - p.D * mu;
  lcp.M.template block<n, n>(n, n) = p.D;
  lcp.M.template block<n, n>(n, 2 * n) = Matrix<n, n>::Identity();
  lcp.M.template block<n, n>(2 * n, 0) = 2 * mu;
  lcp.M.template block<n, n>(2 * n, n) = -Matrix<n, n>::Identity();
  lcp.q.template segment<n>(0) = p.b_n;
  lcp.q.template segment<n>(n) = p.b_t;
  return lcp;
}

RC_GTEST_PROP(FrictionalProblemProperty, AgreesWithLemkeOnTheStandardFormulation, ()) {
  constexpr int n = 3, dof = 8;
  const auto draw = [] { return *rc::gen::inRange(-1000, 1001) / 1000.0; };
  Matrix<dof, n> W, N;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < dof; ++i) {
      W(i, j) = draw();
      N(i, j) = draw();
    }
  for (int j = 0; j < n; ++j) {
    W(j, j) += 2;  // independent directions: no contact is redundant
    N(n + j, j) += 2;
  }
  FrictionalProblem<n> p;
  p.n = n;
  p.A = W.transpose() * W;
  p.B = W.transpose() * N;
  p.D = N.transpose() * N;
  for (int i = 0; i < n; ++i) {
    p.b_n[i] = draw();
    p.b_t[i] = draw();
    p.mu[i] = p.mu_s[i] = 0.15 * (1 + draw());
  }
  p.set_default_tolerances();
  const ModeSelection<n> s = select_modes(p);
  RC_ASSERT(s.consistent > 0);
  RC_PRE(s.indeterminacy == Indeterminacy::none);
  const LcpSolution<3 * n> lemke = solve_lcp_by_lemke(as_lcp(p));
  RC_ASSERT(lemke.solved());
  const Vector<n> z_n = lemke.z.template segment<n>(0);
  const Vector<n> z_t = lemke.z.template segment<n>(n) - p.mu.cwiseProduct(z_n);
  RC_ASSERT((z_n - s.chosen.z_n).cwiseAbs().maxCoeff() < 1e-9);
  RC_ASSERT((z_t - s.chosen.z_t).cwiseAbs().maxCoeff() < 1e-9);
}

// ---- friction under known loads ----

TEST(FrictionUnderLoad, SticksUpToTheStaticLimit) {
  FrictionUnderLoad<1> friction;
  const Matrix<1, 1> D(2.0);
  const Vector<1> load(5.0), at_rest(0.0), mu_s(0.3), mu(0.2);
  Vector<1> F_t;
  friction.set_up(Matrix<1, 1>(0.5), D, mu_s, mu, at_rest, 1e-12);  // |B/D| = 0.25 < μ_s
  ASSERT_TRUE(friction.choose(load, at_rest, 1e-12));
  EXPECT_EQ(friction.mode(0), ContactMode::stick);
  friction.forces(load, F_t);
  EXPECT_NEAR(F_t[0], -0.25 * 5, 1e-15);
  EXPECT_NEAR(friction.tangential_rate(0, load, F_t), 0, 1e-15);
  friction.set_up(Matrix<1, 1>(0.7), D, mu_s, mu, at_rest, 1e-12);  // 0.35 > μ_s: pushed to slip+
  ASSERT_TRUE(friction.choose(load, at_rest, 1e-12));
  EXPECT_EQ(friction.mode(0), ContactMode::slip_plus);
  friction.forces(load, F_t);
  EXPECT_NEAR(F_t[0], -0.2 * 5, 1e-15);
  EXPECT_GT(friction.tangential_rate(0, load, F_t), 0);
}

TEST(FrictionUnderLoad, FollowsTheSignOfASlip) {
  FrictionUnderLoad<1> friction;
  Vector<1> F_t;
  friction.set_up(Matrix<1, 1>(0.1), Matrix<1, 1>(2.0), Vector<1>(0.3), Vector<1>(0.2), Vector<1>(-1.0), 1e-12);
  friction.choose(Vector<1>(1.0), Vector<1>(-1.0), 1e-12);
  EXPECT_EQ(friction.mode(0), ContactMode::slip_minus);
  friction.forces(Vector<1>(1.0), F_t);
  EXPECT_NEAR(F_t[0], 0.2, 1e-16);
}

TEST(FrictionUnderLoad, MakesOneGroupOfContactsWithOneTangentialVelocity) {
  const FrictionalProblem<2> p = two_tips(2, 0.3, 0.5, 0.2, 0, -10, 0.4, 0.1, 0.05);
  FrictionUnderLoad<2> friction;
  const Vector<2> at_rest = Vector<2>::Zero(), load(3, 1);
  friction.set_up(p.B, p.D, p.mu_s, p.mu, at_rest, 1e-12);
  EXPECT_EQ(friction.groups(), 1);
  EXPECT_NEAR(friction.capacity(0, load), 0.4 * 3 + 0.1 * 1, 1e-15);
  ASSERT_TRUE(friction.choose(load, at_rest, 1e-12));
  Vector<2> F_t;
  friction.forces(load, F_t);
  if (friction.mode(0) == ContactMode::stick) {
    EXPECT_NEAR(F_t[0] / (0.4 * 3), F_t[1] / (0.1 * 1), 1e-14);
    EXPECT_NEAR(friction.tangential_rate(0, load, F_t), 0, 1e-14);
  }
  // The same directions on surfaces that move apart are two groups.
  friction.set_up(p.B, p.D, p.mu_s, p.mu, Vector<2>(0, 1), 1e-12);
  EXPECT_EQ(friction.groups(), 2);
}

RC_GTEST_PROP(FrictionUnderLoadProperty, FindsAConsistentSetThatIsTheTangentialHalfOfTheWholeProblem, ()) {
  constexpr int n = 3, dof = 6;
  const auto draw = [] { return *rc::gen::inRange(-1000, 1001) / 1000.0; };
  Matrix<dof, n> W, N;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < dof; ++i) {
      W(i, j) = draw();
      N(i, j) = draw() + (i == j ? 2 : 0);
    }
  const Matrix<n, n> B = W.transpose() * N, D = N.transpose() * N;
  Vector<n> load, mu, mu_s, at_rest = Vector<n>::Zero(), F_t;
  for (int i = 0; i < n; ++i) {
    load[i] = 1.1 + draw();
    mu[i] = 0.5 * (1.01 + draw());
    mu_s[i] = mu[i] * (1 + 0.5 * (1 + draw()));
  }
  FrictionUnderLoad<n> friction;
  friction.set_up(B, D, mu_s, mu, at_rest, 1e-12);
  RC_ASSERT(friction.choose(load, at_rest, 1e-12));
  friction.forces(load, F_t);
  for (int i = 0; i < n; ++i) {
    const double rate = friction.tangential_rate(i, load, F_t);
    const ContactMode mode = friction.mode(friction.group(i));
    if (mode == ContactMode::stick) {
      RC_ASSERT(std::abs(rate) < 1e-8);
      RC_ASSERT(std::abs(F_t[i]) <= mu_s[i] * load[i] + 1e-9);
    } else {
      RC_ASSERT(slip_sign(mode) * rate > -1e-8);
      RC_ASSERT(std::abs(F_t[i] + slip_sign(mode) * mu[i] * load[i]) < 1e-12);
    }
  }
}

// Of ten contacts 3¹⁰ sets would have to be looked at; of the same ten with μ_s = μ the answer is one.
TEST(FrictionUnderLoad, OfManyContactsAtRestIsConsistentAndOfFewWhatEnumerationFinds) {
  Random random(7);
  int sticking = 0, slipping = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const int n = 5 + static_cast<int>(random.index(6));
    const bool one_answer = trial % 2 == 0;
    constexpr int most = 10;
    using List = Vector<at_most(most)>;
    Matrix<at_most(most), at_most(most)> B(n, n), half(n, n);
    List load(n), mu(n), mu_s(n), at_rest = zeros<at_most(most)>(n), F_t;
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        B(i, j) = random.uniform(-1, 1);
        half(i, j) = random.uniform(-1, 1) + (i == j ? 2 : 0);
      }
      load[i] = random.index(5) == 0 ? 1e-9 : random.uniform(0.1, 2);
      mu[i] = random.uniform(0, 1);
      mu_s[i] = mu[i] * (one_answer ? 1.0 : random.uniform(1, 2));
    }
    const Matrix<at_most(most), at_most(most)> D = half.transpose() * half;
    FrictionUnderLoad<at_most(most)> friction;
    friction.set_up(B, D, mu_s, mu, at_rest, 1e-12);
    ASSERT_TRUE(friction.choose(load, at_rest, 1e-12)) << trial;
    friction.forces(load, F_t);
    for (int i = 0; i < n; ++i) {
      const double rate = friction.tangential_rate(i, load, F_t);
      const ContactMode mode = friction.mode(friction.group(i));
      if (mode == ContactMode::stick) {
        ++sticking;
        ASSERT_NEAR(rate, 0, 1e-9) << trial;
        ASSERT_LE(std::abs(F_t[i]), mu_s[i] * load[i] + 1e-9) << trial;
      } else {
        ++slipping;
        ASSERT_TRUE(is_slip(mode));
        ASSERT_GE(slip_sign(mode) * rate, -1e-9) << trial;
      }
    }
    if (n != 6 || !one_answer) continue;
    FrictionUnderLoad<6> few;
    Vector<6> F_few;
    few.set_up(B, D, mu_s, mu, at_rest, 1e-12);
    ASSERT_TRUE(few.choose(load, at_rest, 1e-12));
    few.forces(load, F_few);
    for (int i = 0; i < n; ++i) ASSERT_NEAR(F_t[i], F_few[i], 1e-9) << trial;
  }
  EXPECT_GT(sticking, 200);
  EXPECT_GT(slipping, 200);
}

}  // namespace
}  // namespace carom
