// SPDX-License-Identifier: Apache-2.0
// Friction that depends on the slip speed, where the engine asks for it: one contact, two, and derivatives of both.
#include "carom/engine/slip_coefficient.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "carom/engine/contact_dynamics.hpp"
#include "carom/systems/dimer_engine.hpp"
#include "support/dimer_fixtures.hpp"

namespace carom {
namespace {

TEST(SlipSpeed, IsThatOfTheSideOnWhichItSlips) {
  EXPECT_EQ(slip_speed(-0.2, 0), 0.2);
  EXPECT_EQ(slip_speed(-0.2, -1), 0.2);
  EXPECT_EQ(slip_speed(0.2, -1), 0);  // beyond the end of the slip
  // At rest, and where rounding has taken the velocity over it, the slope is that of σ γ_t.
  for (const double rounding : {0.0, 1e-17, -1e-17}) {
    EXPECT_EQ(slip_speed(Dual<double>{rounding, 3.0}, -1).slope, -3);
    EXPECT_EQ(slip_speed(Dual<double>{rounding, 3.0}, 1).slope, 3);
    EXPECT_GE(slip_speed(Dual<double>{rounding, 3.0}, -1).value, 0);
  }
}

Dimer dimer_with(const ContactLaw& left, const ContactLaw& right) {
  return Dimer({.shape = {.A_r = 3.9}, .f = 25, .Gamma = 0.9, .law = {left, right}});
}
const ContactLaw falling_left{.e = 0.65, .mu_s = 0.4, .slip = Stribeck{.mu_0 = 0.4, .mu_c = 0.1, .v_s = 0.05}};
const ContactLaw falling_right{
    .e = 0.65, .mu_s = 0.3, .slip = Stribeck{.mu_0 = 0.25, .mu_c = 0.2, .v_s = 0.1, .delta = 2}};

// Lying on the plate and sliding, both tips or the left one alone.
State<3> sliding_on_the_plate(const Dimer& dimer, double speed) {
  return {.t = 0.003, .q = Vector<3>(0, dimer.body().r, 0.01), .u = Vector<3>(speed, 0.02, 0.3)};
}

TEST(SlipCoefficient, MakesTheForcesOfSlippingContacts) {
  const Dimer dimer = dimer_with(falling_left, falling_right);
  for (const double speed : {0.08, -0.08}) {
    const State<3> z = sliding_on_the_plate(dimer, speed);
    const ContactMode slip = slip_mode(speed);
    for (const ContactModes<Dimer>& modes :
         {ContactModes<Dimer>{slip, slip}, ContactModes<Dimer>{slip, ContactMode::open}}) {
      Motion<Dimer> motion;
      ASSERT_TRUE(evaluate_motion(dimer, z.t, z.q, z.u, modes, motion));
      for (int i = 0; i < 2; ++i) {
        if (!is_closed(modes[i])) continue;
        const double v = std::abs(motion.contacts[i].tangential_velocity(z.u));
        EXPECT_GT(v, 0.01);
        const double mu = std::get<Stribeck>((i == 0 ? falling_left : falling_right).slip).coefficient(v);
        EXPECT_NEAR(motion.F_t[i], -slip_sign(slip) * mu * motion.F_n[i], 1e-14 * std::abs(motion.F_n[i]));
      }
    }
  }
}

// The derivative of the acceleration along every coordinate and velocity, and along t.
TEST(SlipCoefficient, CarriesItsDerivativesIntoTheAccelerations) {
  const Dimer dimer = dimer_with(falling_left, falling_right);
  const State<3> z = sliding_on_the_plate(dimer, -0.08);
  for (const ContactModes<Dimer>& modes : {ContactModes<Dimer>{ContactMode::slip_minus, ContactMode::slip_minus},
                                           ContactModes<Dimer>{ContactMode::open, ContactMode::slip_minus}}) {
    for (int k = 0; k < 7; ++k) {
      Vector<3, Dual<double>> q, u;
      for (int j = 0; j < 3; ++j) {
        q[j] = Dual<double>{z.q[j], k == j ? 1.0 : 0.0};
        u[j] = Dual<double>{z.u[j], k == 3 + j ? 1.0 : 0.0};
      }
      Motion<Dimer, Dual<double>> motion;
      ASSERT_TRUE(evaluate_motion(dimer, Dual<double>{z.t, k == 6 ? 1.0 : 0.0}, q, u, modes, motion));
      const auto acceleration = [&](double h) {
        State<3> near = z;
        (k < 3 ? near.q[k] : k < 6 ? near.u[k - 3] : near.t) += h;
        Motion<Dimer> shifted;
        EXPECT_TRUE(evaluate_motion(dimer, near.t, near.q, near.u, modes, shifted));
        return shifted.acceleration;
      };
      const double h = 1e-6;
      const Vector<3> difference = (acceleration(h) - acceleration(-h)) / (2 * h);
      for (int j = 0; j < 3; ++j)
        EXPECT_NEAR(motion.acceleration[j].slope, difference[j], 1e-6 * (1 + difference.cwiseAbs().maxCoeff()))
            << k << ", " << j;
    }
  }
}

TEST(SlipCoefficient, RefusesALawThatMakesNoSenseWithTheNameOfItsContact) {
  ContactLaw weak = falling_left;
  weak.mu_s = 0.3;
  const Dimer dimer = dimer_with(falling_left, weak);
  try {
    run_watched(dimer, dimer.initial_state(), {.t_end = dimer.period()});
    FAIL() << "not refused";
  } catch (const BadInput& error) {
    EXPECT_EQ(
        std::string(error.what()),
        "contact 'right': static friction must be at least the slip friction at rest, but mu_s = 0.3 is below 0.4");
  }
}

}  // namespace
}  // namespace carom
