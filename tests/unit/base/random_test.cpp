// SPDX-License-Identifier: Apache-2.0
#include "carom/base/random.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

namespace carom {
namespace {

// Known answers published with Random123 (kat_vectors, philox4x32 with 10 rounds).
TEST(Philox, GivesTheKnownAnswerForZeros) {
  EXPECT_EQ(philox4x32({0, 0, 0, 0}, {0, 0}), (PhiloxCounter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
}

TEST(Philox, GivesTheKnownAnswerForOnes) {
  EXPECT_EQ(philox4x32({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
            (PhiloxCounter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
}

TEST(Philox, GivesTheKnownAnswerForDigitsOfPi) {
  EXPECT_EQ(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (PhiloxCounter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Philox, WorksAtCompileTime) {
  static_assert(philox4x32({0, 0, 0, 0}, {0, 0})[0] == 0x6627e8d5);
  static_assert(Random(0).bits() == 0xe169c58d6627e8d5);
}

TEST(Random, TakesItsBitsFromTheBlockOfSeedAndStream) {
  Random random(0x0123456789abcdef, 0xfedcba9876543210);
  for (std::uint32_t block = 0; block < 3; ++block) {
    const PhiloxCounter words = philox4x32({block, 0, 0x76543210, 0xfedcba98}, {0x89abcdef, 0x01234567});
    EXPECT_EQ(random.bits(), std::uint64_t{words[1]} << 32 | words[0]);
    EXPECT_EQ(random.bits(), std::uint64_t{words[3]} << 32 | words[2]);
  }
}

TEST(Random, GoesOnFromAnyStoredPosition) {
  Random whole(7, 3);
  for (std::uint64_t position = 0; position < 9; ++position) {
    Random resumed(7, 3, position);
    EXPECT_EQ(resumed.position(), whole.position());
    const std::uint64_t first = whole.bits();
    EXPECT_EQ(resumed.bits(), first);
    Random ahead = whole;
    EXPECT_EQ(resumed.bits(), ahead.bits());
  }
}

TEST(Random, DiffersBetweenSeedsAndBetweenStreams) {
  std::set<std::uint64_t> first;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    for (std::uint64_t stream = 0; stream < 20; ++stream) first.insert(Random(seed, stream).bits());
  }
  EXPECT_EQ(first.size(), 400u);
}

TEST(Random, UniformStaysInItsHalfOpenIntervalWithTheRightMoments) {
  Random random(1);
  const int n = 100000;
  double sum = 0, squares = 0;
  for (int i = 0; i < n; ++i) {
    const double x = random.uniform();
    ASSERT_GE(x, 0);
    ASSERT_LT(x, 1);
    sum += x;
    squares += x * x;
  }
  EXPECT_NEAR(sum / n, 0.5, 4 * std::sqrt(1.0 / 12 / n));
  EXPECT_NEAR(squares / n, 1.0 / 3, 4 * std::sqrt(4.0 / 45 / n));
}

TEST(Random, UniformUsesTheUpperFiftyThreeBits) {
  Random bits(5), numbers(5);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(numbers.uniform(), std::ldexp(static_cast<double>(bits.bits() >> 11), -53));
  }
}

TEST(Random, UniformOnAnIntervalIsScaled) {
  Random plain(2), scaled(2);
  for (int i = 0; i < 100; ++i) EXPECT_DOUBLE_EQ(scaled.uniform(-3, 5), -3 + 8 * plain.uniform());
}

TEST(Random, NormalHasTheMomentsOfTheNormalDistribution) {
  Random random(3);
  const int n = 200000;
  double m1 = 0, m2 = 0, m3 = 0, m4 = 0;
  for (int i = 0; i < n; ++i) {
    const double x = random.normal();
    m1 += x;
    m2 += x * x;
    m3 += x * x * x;
    m4 += x * x * x * x;
  }
  EXPECT_NEAR(m1 / n, 0, 4 * std::sqrt(1.0 / n));
  EXPECT_NEAR(m2 / n, 1, 4 * std::sqrt(2.0 / n));
  EXPECT_NEAR(m3 / n, 0, 4 * std::sqrt(15.0 / n));
  EXPECT_NEAR(m4 / n, 3, 4 * std::sqrt(96.0 / n));
}

TEST(Random, NormalTakesOneDrawEach) {
  Random random(3);
  random.normal();
  random.normal(2, 0.5);
  EXPECT_EQ(random.position(), 2u);
  Random plain(3, 0, 1);
  Random shifted(3, 0, 1);
  EXPECT_DOUBLE_EQ(shifted.normal(2, 0.5), 2 + 0.5 * plain.normal());
}

TEST(Random, IndexIsUnbiasedAndInRange) {
  Random random(4);
  std::vector<int> counts(6);
  const int n = 60000;
  for (int i = 0; i < n; ++i) ++counts.at(random.index(6));
  double chi2 = 0;
  for (int count : counts) chi2 += (count - n / 6) * (count - n / 6) / (n / 6.0);
  EXPECT_LT(chi2, 20.5);  // 0.1 % of five degrees of freedom
  EXPECT_EQ(random.index(1), 0u);
}

TEST(NormalQuantile, InvertsTheDistributionFunctionToRounding) {
  for (double x = -8.25; x <= 8.25; x += 0.01) {
    // On the left, where the probability is small and therefore exact to its last digit.
    const double p = 0.5 * std::erfc(std::abs(x) / std::sqrt(2.0));
    EXPECT_NEAR(normal_quantile(p), -std::abs(x), 1e-14 * (1 + std::abs(x))) << x;
  }
}

TEST(NormalQuantile, IsOddAboutOneHalf) {
  EXPECT_EQ(normal_quantile(0.5), 0);
  for (double p : {0x1p-40, 0x1p-10, 0.0625, 0.25, 0.375}) EXPECT_EQ(normal_quantile(p), -normal_quantile(1 - p)) << p;
}

TEST(NormalQuantile, IsInfiniteAtTheEndsAndUndefinedOutside) {
  EXPECT_EQ(normal_quantile(0), -INFINITY);
  EXPECT_EQ(normal_quantile(1), INFINITY);
  EXPECT_TRUE(std::isnan(normal_quantile(-0.1)));
  EXPECT_TRUE(std::isnan(normal_quantile(1.1)));
  EXPECT_TRUE(std::isnan(normal_quantile(NAN)));
}

}  // namespace
}  // namespace carom
