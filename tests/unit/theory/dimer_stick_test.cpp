// SPDX-License-Identifier: Apache-2.0
#include "carom/theory/dimer_stick.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "carom/base/bad_input.hpp"

namespace carom::theory {
namespace {

// The Delassus matrix from the centre of mass: the independent route to everything written in the β's.
struct Tips {
  Eigen::Matrix2d A, B, D;  // B(i, j): normal speed of tip i from the tangential impulse of tip j
};

Tips delassus(const DimerBody& body, double theta) {
  const double half = body.l / 2;
  const Eigen::Vector2d a(-half * std::cos(theta), half * std::cos(theta));
  const Eigen::Vector2d b(body.r + half * std::sin(theta), body.r - half * std::sin(theta));
  const Eigen::Matrix2d shift = Eigen::Matrix2d::Constant(1 / body.m);
  return {.A = shift + a * a.transpose() / body.I,
          .B = a * b.transpose() / body.I,
          .D = shift + b * b.transpose() / body.I};
}

TEST(DimerBody, HasTheMassesOfItsParts) {
  const DimerBody body = dimer_body({.A_r = 5});
  EXPECT_NEAR(body.l, 0.038, 1e-15);
  EXPECT_NEAR(body.m_b, 3.5016e-3, 1e-7);
  EXPECT_NEAR(body.m_r, 3.581e-4, 1e-7);
  EXPECT_DOUBLE_EQ(body.m, 2 * body.m_b + body.m_r);
}

TEST(DimerBody, HasTheInertiaOfTwoBallsAndARodAboutTheMiddle) {
  const DimerBody body = dimer_body({.A_r = 4.2});
  const double balls = 2 * (0.4 * body.m_b * body.r * body.r + body.m_b * body.l * body.l / 4);  // Steiner
  const double rod_length = body.l - 2 * body.r;
  EXPECT_NEAR(body.I, balls + body.m_r * rod_length * rod_length / 12, 1e-12 * body.I);
}

TEST(DimerBody, GivesTheDelassusMatrixOfTheLevelDimer) {
  const DimerBody body = dimer_body({.A_r = 3.9});
  const Tips tips = delassus(body, 0);
  EXPECT_NEAR(tips.A(0, 0), body.beta_2 / body.beta, 1e-10 * tips.A(0, 0));
  EXPECT_NEAR(tips.A(0, 1), body.beta_3 / body.beta, 1e-10 * tips.A(0, 0));
}

TEST(DimerBody, LiftsTheOtherEndOfAShortDimerAndPressesThatOfALongOne) {
  EXPECT_NEAR(dimer_body({.A_r = 3.9}).beta_3, 7.28e-6, 1e-8);
  EXPECT_NEAR(dimer_body({.A_r = 5.7}).beta_3, -2.99e-5, 1e-7);
}

TEST(DimerBody, RefusesBallsThatOverlapAndNegativeMasses) {
  EXPECT_THROW(dimer_body({.A_r = 1.9}), BadInput);
  EXPECT_THROW(dimer_body({.A_r = std::nan("")}), BadInput);
  EXPECT_THROW(dimer_body({.r = 0}), BadInput);
  EXPECT_THROW(dimer_body({.rho_rod = -1}), BadInput);
}

TEST(DimerStick, NeedsLessFrictionOnTheLevelTheLongerTheDimer) {
  EXPECT_NEAR(stick_in_single_impact(dimer_body({.A_r = 5}), 0), 0.2388, 5e-5);
  EXPECT_NEAR(stick_in_single_impact(dimer_body({.A_r = 3.9}), 0), 0.3030, 5e-5);
}

TEST(DimerStick, IsTheRatioOfDelassusEntriesInASingleImpact) {
  for (double A_r : {2.1, 3.9, 5.7, 8.5}) {
    const DimerBody body = dimer_body({.A_r = A_r});
    for (double theta : {-0.5, -0.1, 0.0, 0.03, 0.3, 1.2}) {
      const Tips tips = delassus(body, theta);
      EXPECT_NEAR(stick_in_single_impact(body, theta, DimerTip::left), std::abs(tips.B(0, 0) / tips.D(0, 0)), 1e-12);
      EXPECT_NEAR(stick_in_single_impact(body, theta, DimerTip::right), std::abs(tips.B(1, 1) / tips.D(1, 1)), 1e-12);
    }
  }
}

TEST(DimerStick, KeepsBothTipsFromSlidingInADoubleImpact) {
  const DimerBody body = dimer_body({.A_r = 5.7});
  const Tips tips = delassus(body, 0);
  for (double share : {0.0, 0.2, 0.9, 1.0, 3.0}) {
    // Only the sum of the tangential impulses matters: D is a constant matrix at θ = 0.
    const Eigen::Vector2d normal(1, share);
    const double tangential = -(tips.B.transpose() * normal)(0) / tips.D(0, 0);
    const double needed = std::abs(tangential) / normal.sum();
    // share = E_21^(3/5) for equal Hertzian contacts
    EXPECT_NEAR(stick_in_double_impact(body, {.E_21 = std::pow(share, 5.0 / 3)}), needed, 1e-12);
  }
}

TEST(DimerStick, SharesADoubleImpactAsTwoCompressedSpringsDo) {
  const DimerBody body = dimer_body({.A_r = 3.9});
  const double kappa = stick_in_single_impact(body, 0);
  for (double eta : {1.0, 1.5, 2.5}) {
    for (double stiffness : {0.3, 1.0, 7.0}) {
      const double x_1 = 0.4, x_2 = 0.13;
      const double force = stiffness * std::pow(x_2 / x_1, eta);       // F₂/F₁ = dP₂/dP₁
      const double energy = stiffness * std::pow(x_2 / x_1, eta + 1);  // E₂/E₁
      EXPECT_NEAR(stick_in_double_impact(body, {.E_21 = energy, .gamma_21 = stiffness, .eta = eta}),
                  kappa * std::abs(1 - force) / (1 + force), 1e-12);
    }
  }
}

TEST(DimerStick, IsNeverHarderInADoubleImpactThanInASingleOneOnTheLevel) {
  const DimerBody body = dimer_body({.A_r = 3.9});
  EXPECT_DOUBLE_EQ(stick_in_double_impact(body, {.E_21 = 0}), stick_in_single_impact(body, 0));
  EXPECT_DOUBLE_EQ(stick_in_double_impact(body, {.E_21 = 1}), 0);
  EXPECT_LT(stick_in_double_impact(body, {.E_21 = 0.1}), stick_in_single_impact(body, 0));
  EXPECT_NEAR(stick_in_double_impact(body, {.E_21 = 0.1}), stick_in_double_impact(body, {.E_21 = 10}), 1e-15);
}

TEST(DimerStick, HoldsTheTipOnThePlateWithTheForcesOfSticking) {
  const double g = 9.81, acceleration = -3.0, theta_dot = 4.0;
  for (double A_r : {3.9, 5.7}) {
    const DimerBody body = dimer_body({.A_r = A_r});
    for (double theta : {0.0, 0.05, 0.4}) {
      for (DimerTip tip : {DimerTip::left, DimerTip::right}) {
        const DimerContact contact{.theta = theta, .theta_dot = theta_dot, .plate_acceleration = acceleration, .g = g};
        const StickForces forces = stick_forces(body, contact, tip);
        // The tip's acceleration from the motion of the centre of mass and the rotation about it.
        const double s = tip == DimerTip::left ? -1 : 1, half = body.l / 2;
        const double a = s * half * std::cos(theta), b = body.r - s * half * std::sin(theta);
        const double spin = (a * forces.F_n + b * forces.F_t) / body.I;
        const double normal = forces.F_n / body.m - g + a * spin - s * half * std::sin(theta) * theta_dot * theta_dot;
        const double tangential = forces.F_t / body.m + b * spin - s * half * std::cos(theta) * theta_dot * theta_dot;
        EXPECT_NEAR(normal, acceleration, 1e-10);
        EXPECT_NEAR(tangential, 0, 1e-10);
        EXPECT_NEAR(stick_in_contact(body, contact, forces.F_n, tip), std::abs(forces.F_t) / forces.F_n, 1e-12);
      }
    }
  }
}

TEST(DimerStick, IsThatOfASingleImpactInAContactWithoutRotation) {
  const DimerBody body = dimer_body({.A_r = 5.7});
  EXPECT_NEAR(stick_in_contact(body, {.theta = 0.1}, 0.02), stick_in_single_impact(body, 0.1), 1e-15);
}

TEST(DimerStick, FindsTheTipLeavingAPlateThatFallsFasterThanGravity) {
  EXPECT_LT(stick_forces(dimer_body({}), {.plate_acceleration = -11}).F_n, 0);
  EXPECT_THROW(stick_in_contact(dimer_body({}), {.theta_dot = 1}, 0), BadInput);
}

}  // namespace
}  // namespace carom::theory
