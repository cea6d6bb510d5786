// SPDX-License-Identifier: Apache-2.0
#include "carom/expressions/spline.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/base/random.hpp"
#include "unit/base/message.hpp"
#include "unit/expressions/workshop.hpp"

namespace carom::expressions {
namespace {

using carom::test::message_of;
using Points = std::vector<std::pair<double, double>>;

// Through (0, 0), (1, 1), (2, 0): M₁ = −3, so f = 3/2 s − 1/2 s³ on the first piece.
TEST(Spline, IsTheClosedFormOfThreePoints) {
  const Spline f(Points{{0, 0}, {1, 1}, {2, 0}});
  for (const double s : {0.0, 0.25, 0.5, 0.9, 1.0}) {
    EXPECT_NEAR(f(s), 1.5 * s - 0.5 * s * s * s, 1e-15);
    EXPECT_NEAR(f(2 - s), 1.5 * s - 0.5 * s * s * s, 1e-15) << "symmetric";
    EXPECT_NEAR(f(s, 1), 1.5 - 1.5 * s * s, 1e-15);
  }
  EXPECT_NEAR(f(0.5, 2), -1.5, 1e-15);
  EXPECT_NEAR(f(0.5, 3), -3, 1e-15);
  EXPECT_NEAR(f(1.5, 3), 3, 1e-15);
  EXPECT_EQ(f(0.5, 4), 0);
}

TEST(Spline, GoesOnStraightBeyondItsEnds) {
  const Spline f(Points{{0, 0}, {1, 1}, {2, 0}});
  EXPECT_NEAR(f(-2), -3, 1e-15);
  EXPECT_NEAR(f(5), -4.5, 1e-15);
  EXPECT_NEAR(f(5, 1), -1.5, 1e-15);
  EXPECT_EQ(f(5, 2), 0);
}

TEST(Spline, HasTwoContinuousDerivativesAndMeetsItsPoints) {
  const Points points{{-1, 0.3}, {0.2, 2}, {0.5, -1}, {1.7, 0}, {4, 1}};
  const Spline f(points);
  for (const auto& [x, y] : points) {
    EXPECT_NEAR(f(x), y, 1e-15);
    for (const int order : {0, 1, 2}) EXPECT_NEAR(f(x - 1e-9, order), f(x + 1e-9, order), 1e-6) << x << " " << order;
  }
}

TEST(Spline, CarriesDerivatives) {
  const Spline f(Points{{0, 0}, {1, 1}, {2, 0}});
  const Dual<Dual<Dual<double>>> x{{{0.5, 1}, {1, 0}}, {{1, 0}, {0, 0}}};
  const auto result = f(x);
  EXPECT_NEAR(result.value.value.value, f(0.5), 0);
  EXPECT_NEAR(result.slope.value.value, f(0.5, 1), 0);
  EXPECT_NEAR(result.slope.slope.value, f(0.5, 2), 0);
  EXPECT_NEAR(result.slope.slope.slope, f(0.5, 3), 0);
}

TEST(Spline, EnclosesAllPiecesThatARangeMeets) {
  const Spline f(Points{{-1, 0.3}, {0.2, 2}, {0.5, -1}, {1.7, 0}, {4, 1}});
  Random random(1);
  for (int trial = 0; trial < 300; ++trial) {
    const double low = random.uniform(-3, 6), high = low + std::pow(10, random.uniform(-5, 1));
    for (const int order : {0, 1, 2, 3}) {
      const Interval range = f(Interval(low, high), order);
      const Dual<Interval> slopes = f(Dual<Interval>(Interval(low, high), Interval(1.0)), order);
      for (int k = 0; k < 20; ++k) {
        const double x = low + random.uniform() * (high - low);
        EXPECT_TRUE(range.contains(f(x, order)));
        EXPECT_TRUE(slopes.value.contains(f(x, order)));
        EXPECT_TRUE(slopes.slope.contains(f(x, order + 1)));
      }
    }
  }
  EXPECT_TRUE(f(Interval::entire()).is_entire());
  EXPECT_TRUE(f(Dual<Interval>(Interval(0, 1), Interval(1.0)), 3).slope.is_entire()) << "the third derivative jumps";
}

TEST(Spline, RefusesPointsOutOfOrder) {
  EXPECT_EQ(message_of([] { Spline(Points{{0, 1}}); }), "a table needs at least two points, got 1");
  EXPECT_EQ(message_of([] {
              Spline(Points{{0, 1}, {2, 3}, {2, 4}});
            }),
            "the places of a table must increase: point 3 is at 2, after 2");
  EXPECT_EQ(message_of([] { Spline(Points{{0, 1}, {std::nan(""), 3}}); }), "point 2 of a table is not finite");
}

TEST(Spline, IsDifferentiatedAsANode) {
  test::Workshop shop;
  const auto spline = std::make_shared<Spline>(Points{{0, 0}, {1, 1}, {2, 0}});
  shop.scope.add_table("lift", shop.graph.table("lift", spline));
  Node f = shop.number("lift(2*x)");
  for (const int order : {1, 2, 3}) {
    f = shop.graph.derivative(f, shop.inputs[0]);
    EXPECT_NEAR(shop.value(f, {0.25, 0, 0}), std::pow(2, order) * (*spline)(0.5, order), 1e-14);
  }
  EXPECT_TRUE(shop.graph.is_zero(shop.graph.derivative(f, shop.inputs[0])));
}

}  // namespace
}  // namespace carom::expressions
