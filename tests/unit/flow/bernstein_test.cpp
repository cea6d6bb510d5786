// SPDX-License-Identifier: Apache-2.0
#include "carom/flow/bernstein.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "carom/base/random.hpp"

namespace carom {
namespace {

constexpr double band = 1e-13;

template <class F>
Bernstein4 through(F&& f) {
  return bernstein_through({f(0.0), f(0.25), f(0.5), f(0.75), f(1.0)});
}

TEST(Bernstein, ReproducesQuarticsExactly) {
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    std::array<double, 5> c;
    for (double& x : c) x = random.uniform(-1, 1);
    const auto f = [&](double x) { return c[0] + x * (c[1] + x * (c[2] + x * (c[3] + x * c[4]))); };
    const auto slope = [&](double x) { return c[1] + x * (2 * c[2] + x * (3 * c[3] + x * 4 * c[4])); };
    const Bernstein4 b = through(f);
    Bernstein4 left, right;
    split(b, left, right);
    for (const double x : {0.0, 0.1, 0.37, 0.8, 1.0}) {
      EXPECT_NEAR(evaluate(b, x), f(x), 2e-14);
      EXPECT_NEAR(derivative(b, x), slope(x), 2e-13);
      EXPECT_NEAR(evaluate(left, x), f(x / 2), 2e-14);
      EXPECT_NEAR(evaluate(right, x), f(0.5 + x / 2), 2e-14);
    }
  }
}

TEST(Bernstein, KnowsTheCoefficientsOfPowers) {
  // x^k has the coefficients C(j, k)/C(4, k).
  const Bernstein4 linear = through([](double x) { return x; }), square = through([](double x) { return x * x; });
  const std::array<double, 5> of_square{0, 0, 1.0 / 6, 0.5, 1};
  for (int j = 0; j < 5; ++j) {
    EXPECT_NEAR(linear[j], j / 4.0, 1e-15);
    EXPECT_NEAR(square[j], of_square[j], 1e-15);
  }
}

TEST(FirstCrossing, FindsASimpleRoot) {
  EXPECT_NEAR(first_crossing(through([](double x) { return 0.3 - x; }), band), 0.3, 1e-14);
  EXPECT_NEAR(first_crossing(through([](double x) { return (0.7 - x) * (1 + x * x); }), band), 0.7, 1e-12);
}

TEST(FirstCrossing, FindsTheFirstOfTwo) {
  EXPECT_NEAR(first_crossing(through([](double x) { return (x - 0.4) * (x - 0.6); }), band), 0.4, 1e-12);
  EXPECT_NEAR(first_crossing(through([](double x) { return (x - 0.5) * (x - 0.500001); }), band), 0.5, 1e-9);
}

TEST(FirstCrossing, FindsATouchingRoot) {
  const double root = first_crossing(through([](double x) { return (x - 0.5) * (x - 0.5); }), band);
  EXPECT_NEAR(root, 0.5, 1e-6);
  const double off_grid = first_crossing(through([](double x) { return (x - 0.3) * (x - 0.3); }), band);
  EXPECT_NEAR(off_grid, 0.3, 1e-6);
}

TEST(FirstCrossing, PassesAMinimumThatStaysPositive) {
  EXPECT_GT(first_crossing(through([](double x) { return (x - 0.3) * (x - 0.3) + 1e-6; }), band), 1);
}

TEST(FirstCrossing, ExcludesTheRootAtWhichItStarts) {
  EXPECT_GT(first_crossing(through([](double x) { return x; }), band), 1);
  EXPECT_GT(first_crossing(through([](double x) { return x * x; }), band), 1);
  EXPECT_GT(first_crossing(through([](double x) { return x * x * x; }), band), 1);
  EXPECT_NEAR(first_crossing(through([](double x) { return x * (0.6 - x); }), band), 0.6, 1e-12);
}

TEST(FirstCrossing, ReportsAGuardThatFallsFromItsStart) {
  EXPECT_NEAR(first_crossing(through([](double x) { return -x; }), band), 0, 1e-12);
  EXPECT_NEAR(first_crossing(through([](double x) { return -x * x; }), band), 0, 1e-5);
}

TEST(FirstCrossing, HasNoRootWhereThereIsNone) {
  EXPECT_GT(first_crossing(through([](double) { return 1.0; }), band), 1);
  EXPECT_GT(first_crossing(through([](double x) { return 1 - 0.999 * x; }), band), 1);
}

}  // namespace
}  // namespace carom
