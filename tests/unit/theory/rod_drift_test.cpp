// SPDX-License-Identifier: Apache-2.0
#include "carom/theory/rod_drift.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/base/bad_input.hpp"
#include "carom/base/constants.hpp"
#include "carom/base/random.hpp"

namespace carom::theory {
namespace {

TEST(RodDrift, IsTheVelocityThatACollisionLeavesUnchanged) {
  Random random(17);
  int reversals = 0;
  for (int i = 0; i < 3000; ++i) {
    const RodRow row{.shape = {.geometry = static_cast<RodTip>(random.index(3)),
                               .l = random.uniform(2, 12),
                               .inertia = static_cast<RodInertia>(random.index(2))},
                     .mu = random.uniform(0.05, 1.2),
                     .eps = random.uniform(0, 0.95),
                     .r = random.uniform(0.2, 1)};
    const double phi = random.uniform(0.5, 89.5) * deg, V_z = 0.7;
    const RodDrift drift = rod_drift(row, phi);
    const RodCollisionResult r = collide({.lever = rod_lever(row.shape, phi),
                                          .mu = row.mu,
                                          .eps = row.eps,
                                          .c_x = drift.c_x * V_z,
                                          .c_z = -row.r * drift.c_z * V_z,
                                          .V_z = V_z});
    ASSERT_NEAR(r.c_x, drift.c_x * V_z, 1e-11 * drift.c_z);
    ASSERT_NEAR(r.c_z, drift.c_z * V_z, 1e-11 * drift.c_z);
    ASSERT_EQ(r.regime, drift.regime);
    reversals += drift.regime == RodRegime::slip_reversal;
  }
  EXPECT_GT(reversals, 500);
}

TEST(RodDrift, OfThinRodsIsThePapersFormula) {
  const RodRow row;
  for (double phi = 1 * deg; phi < 90 * deg; phi += deg) {
    const double s = std::sin(phi), c = std::cos(phi), Q = 1 - row.eps + 6 * s * s;
    EXPECT_NEAR(rod_drift(row, phi).c_z, (1 + row.eps) / Q, 1e-13);
    EXPECT_NEAR(rod_drift_sticking(row, phi), 6 * (1 + row.eps) * s * c / Q, 1e-13);
    EXPECT_NEAR(rod_drift_reversing(row, phi), (1 + row.eps) * (row.mu * (1 + 3 * c * c) + 3 * s * c) / Q, 1e-13);
    EXPECT_NEAR(rod_drift(row, phi).c_x, std::min(rod_drift_sticking(row, phi), rod_drift_reversing(row, phi)), 1e-13);
  }
}

TEST(RodDrift, OfThinRodsIsLargestNearThirteenDegrees) {
  const RodDriftMaximum most = rod_drift_maximum({});
  EXPECT_NEAR(most.c_x, 3.320, 5e-4);
  EXPECT_NEAR(most.phi / deg, 13.21, 5e-3);
  EXPECT_EQ(rod_drift({}, most.phi).regime, RodRegime::slip_stick);
}

TEST(RodDrift, SticksAgainAboveTheUpperCriticalAngle) {
  EXPECT_EQ(rod_drift({}, 80 * deg).regime, RodRegime::slip_reversal);
  const RodDrift steep = rod_drift({}, 88 * deg);
  EXPECT_EQ(steep.regime, RodRegime::slip_stick);
  EXPECT_NEAR(steep.c_x, 0.0544, 5e-5);
  EXPECT_NEAR(rod_drift_reversing({}, 88 * deg), 0.1055, 5e-5);
}

TEST(RodDrift, DoesNotDependOnTheLengthOfThinRods) {
  const double phi = 25 * deg;
  EXPECT_NEAR(rod_drift({.shape = {.l = 2}}, phi).c_x, rod_drift({.shape = {.l = 20}}, phi).c_x, 1e-14);
  // A thick one tends to it, and does not drift when it is a ball.
  const auto thick = [&](double l) { return rod_drift({.shape = {.geometry = RodTip::thick, .l = l}}, phi).c_x; };
  EXPECT_NEAR(thick(1e6), rod_drift({}, phi).c_x, 1e-5);
  EXPECT_EQ(thick(1), 0);
}

TEST(RodDrift, OfFlatRodsTurnsRoundWhereTheCentreIsAboveTheEdge) {
  const RodRow row{.shape = {.geometry = RodTip::flat, .l = 8, .d = 1}};
  const double upright = std::atan(1.0 / 8);
  EXPECT_NEAR(upright / deg, 7.1, 0.05);
  EXPECT_NEAR(rod_drift(row, upright).c_x, 0, 1e-12);
  EXPECT_LT(rod_drift(row, 0.9 * upright).c_x, 0);
  EXPECT_GT(rod_drift(row, 1.1 * upright).c_x, 0);
}

TEST(RodDrift, IsLessIfRodsComeDownSlower) {
  EXPECT_LT(rod_drift({.r = 0.7}, 20 * deg).c_x, rod_drift({.r = 1}, 20 * deg).c_x);
}

TEST(RodDrift, RefusesWhatHasNoSteadyState) {
  EXPECT_THROW(rod_drift({.mu = 0}, 0.3), BadInput);
  EXPECT_THROW(rod_drift({.eps = 1}, 0), BadInput);
  EXPECT_THROW(rod_drift({.eps = 1.2}, 0.3), BadInput);
  EXPECT_THROW(rod_drift({.r = -1}, 0.3), BadInput);
  EXPECT_NO_THROW(rod_drift({.eps = 1}, 0.3));
}

}  // namespace
}  // namespace carom::theory
