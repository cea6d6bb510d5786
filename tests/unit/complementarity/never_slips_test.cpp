// SPDX-License-Identifier: Apache-2.0
// Contacts that never slip, μ = ∞: they stick or are open, and are the limit of large μ.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "carom/complementarity/friction_under_load.hpp"
#include "carom/complementarity/loaded_friction.hpp"
#include "carom/complementarity/mode_choice.hpp"
#include "support/element_problems.hpp"

namespace carom {
namespace {

constexpr double infinite = HUGE_VAL;

FrictionalProblem<1> one(double A, double B, double D, double b_n, double b_t, double mu, int slip = 0) {
  FrictionalProblem<1> p;
  p.n = 1;
  p.A(0, 0) = A;
  p.B(0, 0) = B;
  p.D(0, 0) = D;
  p.b_n[0] = b_n;
  p.b_t[0] = b_t;
  p.mu_s[0] = p.mu[0] = mu;
  p.slip[0] = slip;
  p.set_default_tolerances();
  return p;
}

TEST(NeverSlipping, AContactSticksUnderAnyForce) {
  for (const double b_t : {-1e6, -1.0, 0.0, 1.0, 1e6})
    for (const int slip : {0, 1, -1}) {
      const ModeSelection<1> s = select_modes(one(2, 0, 3, -4, b_t, infinite, slip));
      EXPECT_EQ(s.consistent, 1);
      EXPECT_EQ(s.chosen.modes[0], ContactMode::stick);
      EXPECT_DOUBLE_EQ(s.chosen.z_n[0], 2);
      EXPECT_DOUBLE_EQ(s.chosen.z_t[0], -b_t / 3);
    }
}

TEST(NeverSlipping, AContactOpensWhereNothingPressesIt) {
  const ModeSelection<1> s = select_modes(one(2, 0, 3, 1, 5, infinite));
  EXPECT_EQ(s.consistent, 1);
  EXPECT_EQ(s.chosen.modes[0], ContactMode::open);
  EXPECT_EQ(s.chosen.z_t[0], 0);
}

TEST(NeverSlipping, AContactThatNothingMovesAlongJustPresses) {
  const ModeSelection<1> s = select_modes(one(2, 0, 0, -4, 0, infinite));
  EXPECT_EQ(s.chosen.modes[0], ContactMode::stick);
  EXPECT_DOUBLE_EQ(s.chosen.z_n[0], 2);
  EXPECT_EQ(s.chosen.z_t[0], 0);
}

// Stick would pull, open would penetrate. Forces have no answer; an impulse skims, as it does for any large μ.
TEST(NeverSlipping, AnImpulseMaySkimWhereStickWouldPull) {
  FrictionalProblem<1> p = one(1, -0.8, 1, -0.1, 2, infinite);
  EXPECT_EQ(select_modes(p).consistent, 0);
  p.impulses = true;
  const ModeSelection<1> s = select_modes(p);
  ASSERT_EQ(s.consistent, 1);
  EXPECT_EQ(s.chosen.modes[0], ContactMode::slip_plus);
  EXPECT_EQ(s.chosen.z_n[0], 0);
  EXPECT_DOUBLE_EQ(s.chosen.z_t[0], -0.1 / 0.8);
  EXPECT_NEAR(s.chosen.omega_n[0], 0, 1e-16);
  for (const double mu : {1e6, 1e7, 1e8, 1e9}) {
    const ModeSelection<1> large = select_modes(one(1, -0.8, 1, -0.1, 2, mu));
    EXPECT_EQ(large.chosen.modes[0], ContactMode::slip_plus);
    EXPECT_NEAR(large.chosen.z_t[0], s.chosen.z_t[0], 1 / mu);
    EXPECT_NEAR(large.chosen.omega_t[0], s.chosen.omega_t[0], 1 / mu);
  }
}

// What never slips is drawn by lot; the coefficient of the others stays.
ContactSetProblem<double> random_problem(Random& random, int contacts, int elements, std::vector<bool>& never) {
  ContactSetProblem<double> p = testing_support::random_element_problem(random, contacts, elements, 0.4, true);
  never.assign(p.n, false);
  for (int i = 0; i < p.n; ++i) never[i] = random.index(2) == 0;
  return p;
}

ContactSetProblem<double> with(ContactSetProblem<double> p, const std::vector<bool>& never, double mu) {
  for (int i = 0; i < p.n; ++i)
    if (never[i]) p.mu[i] = p.mu_s[i] = mu;
  return p;
}

TEST(NeverSlipping, ContactsAndElementsAreTheLimitOfLargeFriction) {
  Random random(61);
  ContactSetSolver solver, large;
  int compared = 0;
  for (int k = 0; k < 300; ++k) {
    std::vector<bool> never;
    const ContactSetProblem<double> p = random_problem(random, 1 + k % 3, k % 4, never);
    const ContactSetSelection& s = solver.select(with(p, never, infinite), {}, {.most_enumerated = 4096});
    if (!s.solved()) continue;
    EXPECT_LT(s.chosen.residual, 1e-9);
    for (int i = 0; i < p.n; ++i) {
      if (never[i]) {
        EXPECT_FALSE(is_slip(s.chosen.modes[i]));
      }
    }
    if (s.chosen.redundant || s.consistent > 1) continue;
    for (const double mu : {1e6, 1e8}) {
      const ContactSetSelection& l = large.select(with(p, never, mu), {}, {.most_enumerated = 4096});
      ASSERT_TRUE(l.solved());
      if (l.consistent > 1) continue;  // a contact that hardly presses may also slip
      ++compared;
      for (int i = 0; i < p.n; ++i) {
        EXPECT_NEAR(l.chosen.omega_t[i], s.chosen.omega_t[i], 1e4 / mu) << k;
        EXPECT_NEAR(l.chosen.omega_n[i], s.chosen.omega_n[i], 1e4 / mu) << k;
      }
    }
  }
  EXPECT_GT(compared, 200);
}

TEST(NeverSlipping, ContactSetsFindWhatEnumerationFinds) {
  Random random(62);
  ContactSetSolver large, few;
  int solved = 0, lost = 0;
  for (int k = 0; k < 300; ++k) {
    std::vector<bool> never;
    const ContactSetProblem<double> values = random_problem(random, 2 + k % 4, k % 3, never);
    const ContactSetProblem<double> p = with(values, never, infinite);
    const ContactSetSelection& all = few.select(p, {}, {.most_enumerated = 1 << 14});
    const ContactSetSelection& s = large.select(p, {}, {.most_enumerated = 0});
    lost += all.solved() && !s.solved();
    if (!s.solved()) continue;
    ++solved;
    EXPECT_LT(s.chosen.residual, 1e-8) << k << ": " << s.brief();
    EXPECT_TRUE(is_consistent(p, s.chosen));
    if (all.consistent == 1 && !s.chosen.redundant) {
      for (int i = 0; i < p.n; ++i) EXPECT_NEAR(s.chosen.omega_t[i], all.chosen.omega_t[i], 1e-7) << k;
    }
  }
  EXPECT_GT(solved, 200);
  EXPECT_LE(lost, 3);
}

// A body on three feet, one of which never slips: it carries what the others need not.
TEST(NeverSlipping, AFootCarriesTheTangentialForceOfItsBody) {
  const double m = 2, g = 10, pull = 30;
  FrictionalProblem<3> few;
  few.n = 3;
  few.A.setConstant(1 / m);
  few.B.setZero();
  few.D.setConstant(1 / m);
  few.b_n.setConstant(-g);
  few.b_t.setConstant(pull);
  few.mu_s << 0.2, infinite, 0.3;
  few.mu = few.mu_s;
  few.set_default_tolerances();
  const ModeSelection<3> s = select_modes(few);
  ASSERT_GT(s.consistent, 0);
  ContactSetProblem<double> many;
  copy_problem(few, many);
  ContactSetSolver solver;
  const ContactSetSelection& t = solver.select(many, {}, {.most_enumerated = 0});
  ASSERT_TRUE(t.solved());
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(s.chosen.modes[i], ContactMode::stick);
    EXPECT_EQ(t.chosen.modes[i], ContactMode::stick);
    EXPECT_NEAR(s.chosen.z_t[i], i == 1 ? -m * pull : 0.0, 1e-3);
    EXPECT_NEAR(t.chosen.z_t[i], i == 1 ? -m * pull : 0.0, 1e-3);
  }
  EXPECT_NEAR(s.chosen.z_t.sum(), -m * pull, 1e-11);
}

TEST(NeverSlipping, AGroupUnderLoadSticksWhateverItNeeds) {
  FrictionUnderLoad<2> friction;
  Matrix<2, 2> B, D;
  B << 5, 5, 5, 5;
  D.setConstant(1);
  const Vector<2> mu(0.1, infinite), still = Vector<2>::Zero();
  friction.set_up(B, D, mu, mu, still, 1e-12);
  EXPECT_EQ(friction.groups(), 1);
  Vector<2> F_t;
  EXPECT_TRUE(friction.choose(Vector<2>(3, 1), still, 1e-12));
  EXPECT_EQ(friction.mode(0), ContactMode::stick);
  friction.forces(Vector<2>(3, 1), F_t);
  EXPECT_EQ(F_t[0], 0);
  EXPECT_DOUBLE_EQ(F_t[1], -20);
  // Without its load the other one is alone.
  EXPECT_TRUE(friction.choose(Vector<2>(3, 0), still, 1e-12));
  EXPECT_EQ(friction.mode(0), ContactMode::slip_plus);
  friction.forces(Vector<2>(3, 0), F_t);
  EXPECT_DOUBLE_EQ(F_t[0], -0.3);
  EXPECT_EQ(F_t[1], 0);
}

TEST(NeverSlipping, AContactOfAMotionHoldsWhatIsAtRest) {
  LoadedFriction<2> friction;
  friction.mu_s << 0.1, infinite;
  LoadedInstant<2> now;
  now.D.setConstant(1);
  now.b_t.setConstant(7);
  now.F_n << 3, 1;
  now.mu = friction.mu_s;
  friction.regroup(now, {true, true}, 1e-6, 1e-9);
  EXPECT_TRUE(friction.choose(now, {true, true}, 1e-12));
  Vector<2> F_t, T;
  friction.forces(now, F_t, T);
  EXPECT_EQ(friction.contact_mode(0), ContactMode::stick);
  EXPECT_EQ(F_t[0], 0);
  EXPECT_DOUBLE_EQ(F_t[1], -7);
}

}  // namespace
}  // namespace carom
