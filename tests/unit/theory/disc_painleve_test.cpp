// SPDX-License-Identifier: Apache-2.0
#include "carom/theory/disc_painleve.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/base/constants.hpp"
#include "carom/engine/contact_dynamics.hpp"
#include "carom/systems/disc_ball.hpp"
#include "carom/theory/catalog.hpp"

namespace carom::theory {
namespace {

TEST(DiscPainleve, IsTheClosedFormOfThePaper) {
  EXPECT_NEAR(disc_painleve(0.0375, 0.003).mu_min, 0.25 * 12.5 + 4.0 / 3 / 12.5, 1e-13);
  EXPECT_NEAR(disc_painleve(4 / std::sqrt(3.0), 1).mu_min, 2 / std::sqrt(3.0), 1e-13);
  for (const double ratio : {1.5, 2.0, 2.5, 3.0}) EXPECT_GT(disc_painleve(ratio, 1).mu_min, 2 / std::sqrt(3.0));
}

// A − μB of the mechanism itself changes its sign there.
TEST(DiscPainleve, IsWhereTheMechanismsNormalResponseVanishes) {
  for (const double h : {0.003, 0.02, 0.05}) {
    DiscBallSettings settings;
    settings.h = h;
    const DiscBall disc(settings);
    for (const double theta : {1.45, 1.55, pi / 2}) {
      Vector<5> q = disc.touching();
      q[4] = theta;
      const LocalInertia<DiscBall> local = local_inertia(disc, 0, q, Vector<5>(Vector<5>::Zero()));
      const Vector<5> response = local.inverse_mass * local.contacts[0].normal;
      const double A = local.contacts[0].normal.dot(response), B = local.contacts[0].tangent.dot(response);
      const double mu = disc_painleve_bound(settings.r, h, theta);
      if (B <= 0)
        EXPECT_EQ(mu, HUGE_VAL);
      else
        EXPECT_NEAR(A - mu * B, 0, 1e-9 * A) << h << " " << theta;
    }
  }
}

TEST(DiscPainleve, IsLeastWhereItSaysSo) {
  for (const double h : {0.08, 0.3, 0.5, 1.0}) {
    const DiscPainleve result = disc_painleve(1, h);
    double least = HUGE_VAL;
    for (int i = 1; i <= 20000; ++i) least = std::min(least, disc_painleve_bound(1, h, pi / 2 * i / 20000));
    EXPECT_NEAR(result.mu_least, least, 1e-6 * least) << h;
    EXPECT_NEAR(disc_painleve_bound(1, h, result.theta), result.mu_least, 1e-12 * least);
    EXPECT_LE(result.mu_least, result.mu_min);
  }
}

TEST(DiscPainleve, IsLeastUprightUnlessTheDiscIsThick) {
  const double border = std::sqrt((11 + std::sqrt(313.0)) / 6);
  EXPECT_NEAR(border, 2.187, 5e-4);
  EXPECT_EQ(disc_painleve(1.001 * border, 1).mu_least, disc_painleve(1.001 * border, 1).mu_min);
  EXPECT_LT(disc_painleve(0.999 * border, 1).mu_least, disc_painleve(0.999 * border, 1).mu_min);
}

TEST(DiscPainleve, IsInTheCatalog) {
  const Formula& f = formula("disc-painleve");
  const auto answer = f.evaluate(Parameters(f.inputs));
  ASSERT_FALSE(answer.empty());
  EXPECT_EQ(answer.front().first, "mu_min");
  EXPECT_NEAR(std::get<double>(answer.front().second), 3.2316666666666667, 1e-12);
}

}  // namespace
}  // namespace carom::theory
