// SPDX-License-Identifier: Apache-2.0
#include "carom/observe/poincare.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace carom::observe {
namespace {

int period_of(const std::vector<double>& points, double tolerance = 1e-9, int max_period = 16) {
  const int count = static_cast<int>(points.size());
  return find_period(count, max_period, tolerance,
                     [&](int a, int b) { return std::abs(points[count - 1 - a] - points[count - 1 - b]); });
}

TEST(Ring, KeepsTheNewestValuesAndForgetsTheOldest) {
  Ring<int, 4> ring;
  EXPECT_TRUE(ring.empty());
  for (int k = 1; k <= 3; ++k) ring.push(k);
  EXPECT_EQ(ring.size(), 3);
  EXPECT_EQ(ring.newest(), 3);
  EXPECT_EQ(ring.newest(2), 1);
  for (int k = 4; k <= 11; ++k) ring.push(k);
  EXPECT_EQ(ring.size(), ring.capacity());
  for (int back = 0; back < 4; ++back) EXPECT_EQ(ring.newest(back), 11 - back);
  ring.clear();
  EXPECT_EQ(ring.size(), 0);
}

TEST(Period, OfACyclicSequenceIsItsLength) {
  for (int n = 1; n <= 16; ++n) {
    std::vector<double> points;
    for (int k = 0; k < 33; ++k) points.push_back(std::sin(1.0 + k % n));
    EXPECT_EQ(period_of(points), n) << n;
  }
}

TEST(Period, IsTheSmallestThatRepeats) { EXPECT_EQ(period_of({1, 2, 1, 2, 1, 2, 1, 2, 1, 2}), 2); }

TEST(Period, IsNotClaimedFromTooFewPoints) {
  EXPECT_EQ(period_of({}), 0);
  EXPECT_EQ(period_of({1}), 0);
  EXPECT_EQ(period_of({1, 1, 1}), 0);
  EXPECT_EQ(period_of({1, 1, 1, 1}), 1);
  EXPECT_EQ(period_of({1, 2, 3, 4, 1, 2, 3}), 0);
  EXPECT_EQ(period_of({1, 2, 3, 4, 1, 2, 3, 4}), 4);
}

TEST(Period, OfTheLogisticMapFollowsItsDoublingCascade) {
  const auto settled = [](double a) {
    double x = 0.3;
    for (int k = 0; k < 20000; ++k) x = a * x * (1 - x);
    std::vector<double> points;
    for (int k = 0; k < 33; ++k) points.push_back(x = a * x * (1 - x));
    return points;
  };
  EXPECT_EQ(period_of(settled(2.8)), 1);
  EXPECT_EQ(period_of(settled(3.2)), 2);
  EXPECT_EQ(period_of(settled(3.5)), 4);
  EXPECT_EQ(period_of(settled(3.55)), 8);
  EXPECT_EQ(period_of(settled(3.83)), 3);
  EXPECT_EQ(period_of(settled(3.9)), 0);
}

TEST(Period, OfATransientIsSeenOnceItsStepsFallBelowTheTolerance) {
  const auto decaying = [](int start) {
    std::vector<double> points;
    for (int k = 0; k < 33; ++k) points.push_back(std::pow(0.5, start + k));
    return points;
  };
  EXPECT_EQ(period_of(decaying(-32), 1e-4), 0);
  EXPECT_EQ(period_of(decaying(0), 1e-4), 1);
}

TEST(Angles, AreWrappedIntoTheHalfOpenTurn) {
  EXPECT_DOUBLE_EQ(wrapped(0.5), 0.5);
  EXPECT_NEAR(wrapped(two_pi + 0.5), 0.5, 1e-15);
  EXPECT_DOUBLE_EQ(wrapped(pi), pi);
  EXPECT_DOUBLE_EQ(wrapped(-pi), pi);
  EXPECT_NEAR(wrapped(1.5 * pi), -0.5 * pi, 1e-15);
}

TEST(Angles, AreAveragedAcrossTheCut) {
  MeanAngle mean;
  EXPECT_TRUE(std::isnan(mean.value()));
  mean.add(pi - 0.1);
  mean.add(-pi + 0.3);
  EXPECT_EQ(mean.count(), 2);
  EXPECT_NEAR(mean.value(), -pi + 0.1, 1e-12);
}

}  // namespace
}  // namespace carom::observe
