// SPDX-License-Identifier: Apache-2.0
#include "carom/engine/gap_watch.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "carom/systems/dimer.hpp"
#include "support/dimer_fixtures.hpp"

namespace carom {
namespace {

TEST(GapWatch, AParabolaIsClearExactlyWhereItsLowestPointIs) {
  // g = m + ½ b (τ − c)² between looks at 0 and δ, at its sharpest bend: the bound is attained.
  const double b = 8, delta = 0.5;
  for (const double c : {-0.1, 0.05, 0.2, 0.25, 0.4, 0.6}) {
    const double lowest = c < 0 ? 0.5 * b * c * c : c > delta ? 0.5 * b * (delta - c) * (delta - c) : 0;
    for (const double m : {-1e-3, 1e-3}) {
      const double g_a = m - lowest + 0.5 * b * c * c, g_b = m - lowest + 0.5 * b * (delta - c) * (delta - c);
      EXPECT_EQ(stays_clear(g_a, g_b, delta, b, 0), m > 0) << c << ' ' << m;
      EXPECT_EQ(stays_clear(g_a, g_b, delta, b, 2e-3), true) << c << ' ' << m;
    }
  }
}

TEST(GapWatch, AGapThatBendsDownwardsIsClearBetweenPositiveLooks) {
  EXPECT_TRUE(stays_clear(1e-9, 2e-9, 10, -3, 0));
  EXPECT_FALSE(stays_clear(-1e-9, 2e-9, 10, -3, 0));
}

TEST(GapWatch, BendIsTheSecondDerivativeOfTheGap) {
  const Dimer dimer = test_dimer(3.9, 0.08, 0.92);
  const Vector<3> q(0, 0.02, 0.3), u(0.1, -0.2, 7), a(0, -gravity, 0);
  const auto gap = [&](double t) { return dimer.gaps(t, q + t * u + 0.5 * t * t * a)[1]; };
  const double d = 1e-5;
  const GapBend bend = gap_bend<3>(dimer.contacts(0.0, q, u)[1], a);
  EXPECT_NEAR(bend.g2, (gap(d) - 2 * gap(0) + gap(-d)) / (d * d), 1e-4 * gravity);
}

TEST(GapWatch, ABodyThatSpinsTurnsItsContactsAtHalfItsSpinOrMore) {
  const Dimer dimer = test_dimer(3.9, 0.08, 0.92);
  for (const double theta : {0.0, 0.7, 1.5707963, 2.5}) {
    const Vector<3> q(0, 0.02, theta), u(0.3, -0.2, 40);
    const double dt = 1e-8;
    const double rate = turning_rate(dimer, 0.0, q, u, dimer.contacts(0.0, q, u),
                                     dimer.contacts(dt, Vector<3>(q + dt * u), u), dt, [](int) { return true; });
    // |w|² + |n|² = 2/m + ((l/2)² + r² ∓ r l sin θ)/I and |ẇ|² + |ṅ|² = θ̇² (l/2)²/I: the faster of the two tips.
    const DimerBody& body = dimer.body();
    const double half = body.l / 2,
                 lever = half * half + body.r * body.r - 2 * body.r * half * std::abs(std::sin(theta));
    EXPECT_NEAR(rate, 40 * half / std::sqrt(2 * body.I / body.m + lever), 1e-5 * rate);
    EXPECT_GT(rate, 0.5 * 40);
  }
}

}  // namespace
}  // namespace carom
