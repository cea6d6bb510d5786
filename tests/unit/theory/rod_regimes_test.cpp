// SPDX-License-Identifier: Apache-2.0
#include "carom/theory/rod_regimes.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/base/bad_input.hpp"
#include "carom/base/constants.hpp"
#include "carom/base/random.hpp"

namespace carom::theory {
namespace {

void expect_range(const RodShape& shape, double mu, double lower, double upper, double tolerance) {
  const auto range = reversal_range(shape, mu);
  ASSERT_TRUE(range && range->upper);
  EXPECT_NEAR(range->lower / deg, lower, tolerance);
  EXPECT_NEAR(*range->upper / deg, upper, tolerance);
  for (const double phi : {range->lower, *range->upper}) EXPECT_NEAR(reversal_friction(shape, phi), mu, 1e-13);
}

TEST(RodRegimes, ThinRodsHaveTwoCriticalAngles) {
  expect_range({}, 0.3, 22.657, 84.042, 5e-4);
  expect_range({}, 0.4, 30.022, 81.780, 5e-4);
  expect_range({}, 0.6, 45.000, 75.964, 5e-4);
  // The lower one is the paper's.
  for (const double mu : {0.1, 0.3, 0.5, 0.7}) {
    const double printed = std::acos((std::sqrt(9 - 16 * mu * mu) - 5 * mu * mu) / (3 * (1 + mu * mu))) / 2;
    EXPECT_NEAR(reversal_range({}, mu)->lower, printed, 1e-12);
  }
}

TEST(RodRegimes, CriticalAnglesMergeAtThreeQuarters) {
  const auto last = reversal_range({}, 0.75);
  ASSERT_TRUE(last);
  EXPECT_NEAR(last->lower / deg, 63.435, 5e-4);
  EXPECT_NEAR(*last->upper / deg, 63.435, 5e-4);
  EXPECT_FALSE(reversal_range({}, 0.751));
  EXPECT_EQ(reversal_limit({}).mu, 0.75);
  EXPECT_NEAR(reversal_friction({}, reversal_limit({}).phi), 0.75, 1e-15);
}

TEST(RodRegimes, ThickRodsTurnBackAtLargerAngles) {
  const RodShape thick{.geometry = RodTip::thick, .l = 9.5, .d = 1};
  expect_range(thick, 0.4, 33.7, 86.4, 0.05);
  expect_range(thick, 0.3, 25.4, 89.3, 0.05);
  expect_range({.geometry = RodTip::thick, .l = 9.5, .d = 1, .inertia = RodInertia::exact}, 0.4, 33.1, 87.1, 0.05);
  // With little friction they still do when they lie.
  const auto low = reversal_range(thick, 0.2);
  ASSERT_TRUE(low);
  EXPECT_FALSE(low->upper);
}

TEST(RodRegimes, ThickAndFlatRodsTendToThinOnes) {
  for (const RodTip geometry : {RodTip::thick, RodTip::flat}) {
    const RodShape slender{.geometry = geometry, .l = 1, .d = 1e-7};
    expect_range(slender, 0.4, 30.022, 81.780, 5e-4);
    EXPECT_NEAR(reversal_limit(slender).mu, 0.75, 1e-6);
    EXPECT_NEAR(reversal_limit(slender).phi / deg, 63.435, 1e-3);
  }
}

TEST(RodRegimes, SlideEndsAtAQuarterAndFourOverQ) {
  for (const double q : {1.0, 3.3, 18.0}) {
    EXPECT_NEAR(slide_friction({}, 0, q), 1 / (4 * q), 1e-15);
    EXPECT_NEAR(slide_friction({}, pi / 2, q), 4 / q, 1e-14);
  }
  EXPECT_EQ(slide_friction({}, 45 * deg, 3.3), 0);
  EXPECT_TRUE(std::isinf(slide_friction({}, 60 * deg, 0.3)));
}

TEST(RodRegimes, BordersOfSlideAreWhereItsFrictionIsMu) {
  for (const RodTip geometry : {RodTip::thin, RodTip::thick, RodTip::flat}) {
    const RodShape shape{.geometry = geometry};
    for (const double q : {1.8, 3.6, 18.0})
      for (const double mu : {0.02, 0.1, 0.5}) {
        const std::vector<double> borders = slide_borders(shape, mu, q);
        for (const double phi : borders) EXPECT_NEAR(slide_friction(shape, phi, q), mu, 1e-10) << q << ' ' << mu;
        int changes = 0;
        bool before = rod_regime(shape, 0, mu, q) == RodRegime::slide;
        for (double phi = 0.05 * deg; phi < 90 * deg; phi += 0.05 * deg) {
          const bool now = rod_regime(shape, phi, mu, q) == RodRegime::slide;
          changes += now != before;
          before = now;
        }
        EXPECT_EQ(static_cast<int>(borders.size()), changes) << q << ' ' << mu;
      }
  }
}

TEST(RodRegimes, AreThoseOfTheCollision) {
  Random random(29);
  for (int i = 0; i < 5000; ++i) {
    const RodShape shape{.geometry = static_cast<RodTip>(random.index(3)), .l = random.uniform(1.5, 12)};
    const double phi = random.uniform(0, 90) * deg, mu = random.uniform(0, 1), ratio = random.uniform(0.1, 12);
    const double eps = 0.8;
    const RodLever lever = rod_lever(shape, phi);
    if (lever.k2 + lever.X * lever.X + mu * lever.X * lever.Z <= 0) continue;
    const RodCollisionResult r = collide({.lever = lever, .mu = mu, .eps = eps, .c_x = 1, .c_z = -ratio});
    ASSERT_EQ(rod_regime(shape, phi, mu, (1 + eps) * ratio), r.regime) << i;
  }
}

TEST(RodRegimes, BordersAreCurvesForADiagram) {
  const auto reversal = reversal_border({}, 90);
  ASSERT_GT(reversal.size(), 85u);
  for (const RodBorderPoint& point : reversal) EXPECT_EQ(point.mu, reversal_friction({}, point.phi));
  const auto slide = slide_border({}, 1.8, 90);
  EXPECT_EQ(slide.front().phi, 0);
  EXPECT_NEAR(slide.back().mu, 4 / 1.8, 1e-14);
  for (const RodBorderPoint& point : slide) EXPECT_GT(point.mu, 0);
}

TEST(RodRegimes, RefuseNonsense) {
  EXPECT_THROW(slide_friction({}, 0.3, 0), BadInput);
  EXPECT_THROW(reversal_range({}, 0), BadInput);
  EXPECT_THROW(reversal_friction({.geometry = RodTip::thick, .l = 0.5}, 0.3), BadInput);
  EXPECT_THROW(reversal_friction({.l = 0}, 0.3), BadInput);
}

}  // namespace
}  // namespace carom::theory
