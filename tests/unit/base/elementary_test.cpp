// SPDX-License-Identifier: Apache-2.0
#include "carom/base/elementary.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "carom/base/random.hpp"

namespace carom {
namespace {

template <class Look>
void for_each_elementary_function(const Look& look) {
  using std::asin, std::acos, std::atan, std::sinh, std::cosh, std::tanh;
  look("asin", 0.95, [](const auto& x) { return asin(x); });
  look("acos", 0.95, [](const auto& x) { return acos(x); });
  look("atan", 5.0, [](const auto& x) { return atan(x); });
  look("sinh", 5.0, [](const auto& x) { return sinh(x); });
  look("cosh", 5.0, [](const auto& x) { return cosh(x); });
  look("tanh", 5.0, [](const auto& x) { return tanh(x); });
  for (const int n : {-8, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7, 8})
    look("power", 3.0, [n](const auto& x) { return whole_power(x, n); });
  for (const double p : {-1.5, 0.5, 2.0, 3.0, 12.0})
    look("pow", 3.0, [p](const auto& x) {
      using Real = std::decay_t<decltype(x)>;
      using std::pow;
      return pow(Real(4.0) + x, Real(p));
    });
  look("exponential", 3.0, [](const auto& x) {
    using Real = std::decay_t<decltype(x)>;
    using std::pow;
    return pow(Real(1.5), x);
  });
}

TEST(ElementaryFunctions, CarryTheDerivativesThatDifferencesShow) {
  Random random(1);
  for_each_elementary_function([&](const char* name, double size, const auto& f) {
    for (int trial = 0; trial < 20; ++trial) {
      const double x = random.uniform(-size, size), h = 1e-5;
      const Dual<Dual<double>> result = f(Dual<Dual<double>>{{x, 1.0}, {1.0, 0.0}});
      EXPECT_EQ(value_of(result), f(x)) << name;
      const double slope = result.slope.value, curvature = result.slope.slope;
      if (std::abs(x) < 0.1 || std::abs(x) > size - 0.01) continue;
      EXPECT_NEAR((f(x + h) - f(x - h)) / (2 * h), slope, 1e-6 * (1 + std::abs(slope) + std::abs(curvature))) << name;
      const double bent = (f(Dual<double>(x + h, 1.0)).slope - f(Dual<double>(x - h, 1.0)).slope) / (2 * h);
      EXPECT_NEAR(bent, curvature, 1e-4 * (1 + std::abs(curvature)) / std::min(1.0, x * x)) << name;
    }
  });
}

TEST(ElementaryFunctions, OfRangesHoldTheirValues) {
  Random random(2);
  for_each_elementary_function([&](const char* name, double size, const auto& f) {
    for (int trial = 0; trial < 100; ++trial) {
      const double a = random.uniform(-size, size), b = trial % 5 ? random.uniform(-size, size) : a;
      const Interval x(std::min(a, b), std::max(a, b)), range = f(x);
      const Dual<Interval> slopes = f(Dual<Interval>(x, Interval(1.0)));
      for (int sample = 0; sample < 10; ++sample) {
        const double at = std::clamp(x.low + random.uniform() * (x.high - x.low), x.low, x.high);
        EXPECT_TRUE(range.contains(f(at))) << name;
        EXPECT_TRUE(slopes.value.contains(f(at))) << name;
        EXPECT_TRUE(slopes.slope.contains(f(Dual<double>(at, 1.0)).slope)) << name;
      }
    }
  });
  EXPECT_TRUE(asin(Interval(0.5, 1.5)).is_entire());
  EXPECT_TRUE(pow(Interval(-1, 1), Interval(0.5, 2)).is_entire());
}

TEST(ElementaryFunctions, OfRangesAreTightForOddPowers) {
  const Interval cube = whole_power(Interval(-1, 2), 3);
  EXPECT_NEAR(cube.low, -1, 1e-14);
  EXPECT_NEAR(cube.high, 8, 1e-14);
}

TEST(ElementaryFunctions, TakeNegativeBasesToConstantPowers) {
  const Dual<double> cube = pow(Dual<double>(-2.0, 1.0), Dual<double>(3.0));
  EXPECT_EQ(cube.value, -8);
  EXPECT_EQ(cube.slope, 12);
}

}  // namespace
}  // namespace carom
