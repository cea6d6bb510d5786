// SPDX-License-Identifier: Apache-2.0
#include "carom/draw/ticks.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace carom::report {
namespace {

using Labels = std::vector<std::string>;
using Values = std::vector<double>;

TEST(Ticks, AreMultiplesOfOneTwoOrFive) {
  EXPECT_EQ(linear_ticks(0, 10, 5).major, (Values{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(linear_ticks(0, 1, 10).major, (Values{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1}));
  EXPECT_EQ(linear_ticks(-1.2, 1.3, 5).major, (Values{-1, -0.5, 0, 0.5, 1}));
}

TEST(Ticks, HaveLabelsWithJustEnoughDecimalsAndATrueMinusSign) {
  EXPECT_EQ(linear_ticks(-1.2, 1.3, 5).labels, (Labels{"−1.0", "−0.5", "0.0", "0.5", "1.0"}));
  EXPECT_EQ(linear_ticks(0, 10, 5).labels, (Labels{"0", "2", "4", "6", "8", "10"}));
}

TEST(Ticks, OfSmallAndLargeNumbersShareAPowerOfTen) {
  const Ticks small = linear_ticks(0, 4e-5, 4);
  EXPECT_EQ(small.exponent, -6);
  EXPECT_EQ(small.labels, (Labels{"0", "10", "20", "30", "40"}));
  EXPECT_EQ(linear_ticks(0, 2e6, 4).exponent, 6);
  EXPECT_EQ(power_of_ten(-12), "10⁻¹²");
}

TEST(Ticks, OfALogAxisArePowersOfTenWithNineMinorOnesADecade) {
  const Ticks ticks = log_ticks(1e-6, 1, 6);
  EXPECT_EQ(ticks.labels, (Labels{"10⁻⁶", "10⁻⁵", "10⁻⁴", "10⁻³", "10⁻²", "10⁻¹", "10⁰"}));
  EXPECT_EQ(ticks.minor.size(), 6u * 8u);
}

TEST(Ticks, OfAShortLogAxisAreOneTwoFiveAndOfAVeryShortOneLinear) {
  EXPECT_EQ(log_ticks(1, 100, 8).labels, (Labels{"1", "2", "5", "10", "20", "50", "100"}));
  EXPECT_EQ(log_ticks(2, 3.1, 3).labels, (Labels{"2.0", "2.5", "3.0"}));
}

TEST(Ticks, OfAnEmptyOrEndlessRangeAreNone) {
  EXPECT_TRUE(linear_ticks(1, 1, 5).major.empty());
  EXPECT_TRUE(linear_ticks(-1.7e308, 1.7e308, 5).major.empty());
  EXPECT_TRUE(log_ticks(-1, 1, 5).major.empty());
}

RC_GTEST_PROP(Ticks, LieInsideTheRangeAndAreNeitherFewNorMany, ()) {
  const double min = *rc::gen::inRange(-100000, 100000) * 1e-3;
  const double span = std::pow(10.0, *rc::gen::inRange(-5000, 5000) * 1e-3);
  const int target = *rc::gen::inRange(3, 12);
  const Ticks ticks = linear_ticks(min, min + span, target);
  RC_ASSERT(ticks.major.size() == ticks.labels.size());
  RC_ASSERT(static_cast<int>(ticks.major.size()) >= target / 2);
  RC_ASSERT(static_cast<int>(ticks.major.size()) <= 2 * target);
  for (const double tick : ticks.major) RC_ASSERT(tick >= min - 1e-6 * span && tick <= min + span * (1 + 1e-6));
  for (std::size_t i = 1; i < ticks.labels.size(); ++i) RC_ASSERT(ticks.labels[i] != ticks.labels[i - 1]);
}

}  // namespace
}  // namespace carom::report
