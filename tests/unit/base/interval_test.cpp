// SPDX-License-Identifier: Apache-2.0
// Ranges of numbers hold what they promise: every value that a formula takes, and hardly more.
#include "carom/base/interval.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "carom/base/random.hpp"
#include "carom/base/vector.hpp"

namespace carom {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double largest = std::numeric_limits<double>::max();

bool same(const Interval& a, double low, double high) { return a.low == low && a.high == high; }
bool holds(const Interval& range, long double x) { return range.low <= x && x <= range.high; }

// Steps from one end to the other, in units of the last digit of the larger.
double width_in_digits(const Interval& x) {
  const double size = x.largest_size();
  return (x.high - x.low) / (std::nextafter(size, infinity) - size);
}

// Of any size between 1e-8 and 1e8, narrow or wide, of either sign, now and then a point or with an end at zero.
Interval random_interval(Random& random) {
  const double size = std::pow(10, random.uniform(-8, 8)) * (random.index(2) ? 1 : -1);
  const double other = size + std::abs(size) * std::pow(10, random.uniform(-16, 1)) * (random.index(2) ? 1 : -1);
  switch (random.index(8)) {
    case 0: return size;
    case 1: return {std::min(size, 0.0), std::max(size, 0.0)};
    default: return {std::min(size, other), std::max(size, other)};
  }
}
double random_point(const Interval& range, Random& random) {
  switch (random.index(4)) {
    case 0: return range.low;
    case 1: return range.high;
    default: return std::clamp(range.low + random.uniform(0, 1) * (range.high - range.low), range.low, range.high);
  }
}
Interval random_part(const Interval& range, Random& random) {
  const double a = random_point(range, random), b = random_point(range, random);
  return {std::min(a, b), std::max(a, b)};
}
Interval by_steps(const Interval& range, int steps) {
  Interval wider = range;
  for (int i = 0; i < steps; ++i) wider = {detail::below(wider.low), detail::above(wider.high)};
  return wider;
}

// Calls look(name, f) for every function of one number, and below of two. Each f is for any kind of number.
template <class Look>
void for_every_function(Look&& look) {
  look("minus", [](const auto& x) { return -x; });
  look("square", [](const auto& x) { return x * x; });
  look("root", [](const auto& x) {
    using std::sqrt;
    return sqrt(x);
  });
  look("abs", [](const auto& x) {
    using std::abs;
    return abs(x);
  });
  look("sin", [](const auto& x) {
    using std::sin;
    return sin(x);
  });
  look("cos", [](const auto& x) {
    using std::cos;
    return cos(x);
  });
  look("tan", [](const auto& x) {
    using std::tan;
    return tan(x);
  });
  look("exp", [](const auto& x) {
    using std::exp;
    return exp(x);
  });
  look("log", [](const auto& x) {
    using std::log;
    return log(x);
  });
  look("inverse", [](const auto& x) { return 1 / x; });
  look("three times", [](const auto& x) { return 3 * x; });
  look("less a tenth", [](const auto& x) { return x - 0.1; });
  for (const double p : {-3.0, -2.0, -0.5, 0.0, 0.3, 1.0, 1.5, 2.0, 3.0, 4.0, 7.0})
    look("pow", [p](const auto& x) {
      using std::pow;
      return pow(x, p);
    });
}
template <class Look>
void for_every_pair(Look&& look) {
  look("sum", [](const auto& x, const auto& y) { return x + y; });
  look("difference", [](const auto& x, const auto& y) { return x - y; });
  look("product", [](const auto& x, const auto& y) { return x * y; });
  look("quotient", [](const auto& x, const auto& y) { return x / y; });
  look("atan2", [](const auto& x, const auto& y) {
    using std::atan2;
    return atan2(x, y);
  });
  look("hypot", [](const auto& x, const auto& y) {
    using std::hypot;
    return hypot(x, y);
  });
  look("min", [](const auto& x, const auto& y) {
    using std::min;
    return min(x, y);
  });
  look("max", [](const auto& x, const auto& y) {
    using std::max;
    return max(x, y);
  });
}

RC_GTEST_PROP(Interval, HoldsTheValuesOfEveryFunction, (std::uint64_t seed)) {
  Random random(seed);
  for (int round = 0; round < 10; ++round) {
    const Interval x = random_interval(random);
    const double at = random_point(x, random);
    for_every_function([&](const char* name, const auto& f) {
      RC_TAG(name);
      const Interval range = f(x);
      const long double value = f(static_cast<long double>(at));
      if (!std::isfinite(value))
        RC_ASSERT(range.is_entire() || value > largest);
      else
        RC_ASSERT(holds(range, value));
      const double rounded = f(at);
      if (std::isfinite(rounded)) RC_ASSERT(holds(range, rounded));
    });
  }
}

RC_GTEST_PROP(Interval, HoldsTheValuesOfEveryFunctionOfTwo, (std::uint64_t seed)) {
  Random random(seed);
  for (int round = 0; round < 10; ++round) {
    const Interval x = random_interval(random), y = random_interval(random);
    const double a = random_point(x, random), b = random_point(y, random);
    for_every_pair([&](const char* name, const auto& f) {
      RC_TAG(name);
      const Interval range = f(x, y);
      const long double value = f(static_cast<long double>(a), static_cast<long double>(b));
      if (std::isfinite(value))
        RC_ASSERT(holds(range, value));
      else
        RC_ASSERT(range.is_entire());
      const double rounded = f(a, b);
      if (std::isfinite(rounded)) RC_ASSERT(holds(range, rounded));
    });
  }
}

// To within the errors of libm, which need not be monotonic.
RC_GTEST_PROP(Interval, OfAPartIsAPart, (std::uint64_t seed)) {
  Random random(seed);
  for (int round = 0; round < 10; ++round) {
    const Interval x = random_interval(random), y = random_interval(random);
    const Interval part_of_x = random_part(x, random), part_of_y = random_part(y, random);
    for_every_function([&](const char* name, const auto& f) {
      RC_TAG(name);
      const Interval whole = f(x);
      if (!whole.is_entire()) RC_ASSERT(by_steps(whole, 2).contains(f(part_of_x)));
    });
    for_every_pair([&](const char* name, const auto& f) {
      RC_TAG(name);
      const Interval whole = f(x, y);
      if (!whole.is_entire()) RC_ASSERT(by_steps(whole, 2).contains(f(part_of_x, part_of_y)));
    });
  }
}

RC_GTEST_PROP(Interval, OfAPointIsFourDigitsWide, (std::uint64_t seed)) {
  Random random(seed);
  for (int round = 0; round < 10; ++round) {
    const double x = random.uniform(0.01, 20), y = random.uniform(-20, 20);
    for_every_function([&](const char* name, const auto& f) {
      RC_TAG(name);
      RC_ASSERT(width_in_digits(f(Interval(x))) <= 4);
    });
    for_every_pair([&](const char* name, const auto& f) {
      RC_TAG(name);
      RC_ASSERT(width_in_digits(f(Interval(x), Interval(y))) <= 4);
    });
    RC_ASSERT(width_in_digits(Interval(x) + Interval(y)) <= 1);
    RC_ASSERT(width_in_digits(Interval(x) * Interval(y)) <= 2);
  }
}

RC_GTEST_PROP(Interval, KnowsWhereWavesTurn, (std::uint64_t seed)) {
  Random random(seed);
  const long double pi = std::numbers::pi_v<long double>;
  for (int round = 0; round < 20; ++round) {
    const double low = random.uniform(-1000, 1000), high = low + random.uniform(0, 9);
    const Interval sine = sin(Interval(low, high)), cosine = cos(Interval(low, high));
    long double least[2] = {std::min(sinl(low), sinl(high)), std::min(cosl(low), cosl(high))};
    long double most[2] = {std::max(sinl(low), sinl(high)), std::max(cosl(low), cosl(high))};
    for (int n = -700; n <= 700; ++n)
      for (int wave = 0; wave < 2; ++wave) {
        const long double turn = (n + (wave == 0 ? 0.5L : 0.0L)) * pi;
        if (turn >= low && turn <= high) (n % 2 == 0 ? most : least)[wave] = n % 2 == 0 ? 1 : -1;
      }
    for (int wave = 0; wave < 2; ++wave) {
      const Interval range = wave == 0 ? sine : cosine;
      RC_ASSERT(range.low <= least[wave]);
      RC_ASSERT(range.high >= most[wave]);
      RC_ASSERT(least[wave] - range.low <= 1e-15L);
      RC_ASSERT(range.high - most[wave] <= 1e-15L);
    }
  }
}

TEST(Interval, TurnsExactlyAtItsExtrema) {
  const double quarter = std::numbers::pi / 2;  // a little below the true one
  EXPECT_EQ(sin(Interval(1, std::nextafter(quarter, 2.0))).high, 1);
  EXPECT_EQ(cos(Interval(-1, 1)).high, 1);
  EXPECT_LT(cos(Interval(0.5, 1)).high, 0.8776);
  EXPECT_TRUE(same(sin(Interval(0, 7)), -1, 1));
  EXPECT_TRUE(same(cos(Interval(1e16, 1e16 + 4)), -1, 1));
  EXPECT_LE(width_in_digits(sin(Interval(1e300))), 4);  // of a point the range is known however far out
  EXPECT_TRUE(holds(sin(Interval(1e300)), sinl(static_cast<long double>(1e300))));
  EXPECT_TRUE(same(sin(Interval(1, infinity)), -1, 1));
  EXPECT_EQ(sin(Interval(0, 1)).low, 0);
  EXPECT_TRUE(tan(Interval(1, 2)).is_entire());
  EXPECT_FALSE(tan(Interval(2, 4)).is_entire());
}

TEST(Interval, ByWhatMayBeZeroIsTheWholeLine) {
  for (const Interval divisor : {Interval(-1, 1), Interval(0, 1), Interval(-1, 0), Interval(0), Interval::entire()})
    EXPECT_TRUE((Interval(1, 2) / divisor).is_entire());
  EXPECT_TRUE(same(Interval(1, 2) / Interval(1, infinity), 0, detail::above(2)));
  EXPECT_EQ((Interval(0, 1) / Interval(-2, -1)).high, 0);
}

TEST(Interval, WithoutAValueIsTheWholeLineAndStaysSo) {
  EXPECT_TRUE(Interval(not_a_number).is_entire());
  EXPECT_TRUE(Interval(not_a_number, 1).is_entire());
  EXPECT_TRUE(Interval(2, 1).is_entire());
  EXPECT_TRUE(Interval(infinity).is_entire());
  EXPECT_TRUE(sqrt(Interval(-1e-300, 1)).is_entire());
  EXPECT_TRUE(log(Interval(0, 1)).is_entire());
  EXPECT_TRUE(pow(Interval(-1, 1), 0.5).is_entire());
  EXPECT_TRUE(pow(Interval(-1, 1), -2).is_entire());
  EXPECT_TRUE(pow(Interval(1, 2), not_a_number).is_entire());
  EXPECT_TRUE(intersection(Interval(0, 1), Interval(2, 3)).is_entire());
  // What has no value for some arguments has none after a sine either, nor times zero.
  const Interval unknown = Interval::entire();
  for_every_function([&](const char* name, const auto& f) { EXPECT_TRUE(f(unknown).is_entire()) << name; });
  for_every_pair([&](const char* name, const auto& f) {
    EXPECT_TRUE(f(unknown, Interval(0.0)).is_entire()) << name;
    EXPECT_TRUE(f(Interval(0.0), unknown).is_entire()) << name;
  });
}

TEST(Interval, OverflowsToHalfLines) {
  EXPECT_TRUE(same(Interval(1e200) * Interval(1e200, 2e200), largest, infinity));
  EXPECT_TRUE(same(Interval(largest) + Interval(largest), largest, infinity));
  EXPECT_EQ(exp(Interval(1000)).high, infinity);
  EXPECT_GE(exp(Interval(1000)).low, 1e308);
  EXPECT_TRUE(same(Interval(0) * Interval(1, infinity), 0, 0));
  EXPECT_TRUE(same(Interval(1, infinity) - Interval(-infinity, 3), -2, infinity));
  const Interval tiny = Interval(1e-200) * Interval(1e-200);
  EXPECT_EQ(tiny.low, 0);
  EXPECT_GT(tiny.high, 0);
}

TEST(Interval, SumsWithoutRoundingStayPoints) {
  EXPECT_TRUE((Interval(0.5) + 0.25).is_point());
  EXPECT_TRUE((Interval(3) - 3).is_point());
  const Interval third = Interval(0.1) + 0.2;
  EXPECT_FALSE(third.is_point());
  EXPECT_TRUE(holds(third, static_cast<long double>(0.1) + 0.2));
}

TEST(Interval, TimesItselfIsASquare) {
  const Interval x(-1, 2), y = x;
  EXPECT_EQ((x * x).low, 0);
  EXPECT_LE((x * y).low, -2);  // another quantity with the same range
  EXPECT_FALSE(sqrt(x * x + y * y).is_entire());
}

TEST(Interval, AnglesAreTheWholeCircleAcrossTheirCut) {
  EXPECT_GE(atan2(Interval(-0.1, 0.1), Interval(-2, -1)).width(), 2 * std::numbers::pi);
  EXPECT_GE(atan2(Interval(-0.1, 0.1), Interval(-1, 1)).width(), 2 * std::numbers::pi);
  EXPECT_LT(atan2(Interval(-0.1, 0.1), Interval(1, 2)).width(), 0.2);
  EXPECT_LT(atan2(Interval(0.1, 0.2), Interval(-2, -1)).high, std::numbers::pi);
}

TEST(Interval, ComparedWithWhatItOverlapsHasNoAnswer) {
  EXPECT_TRUE(Interval(1, 2) < Interval(3, 4));
  EXPECT_FALSE(Interval(3, 4) < Interval(1, 3));
  EXPECT_TRUE(Interval(1, 2) <= Interval(2, 3));
  EXPECT_THROW(static_cast<void>(bool(Interval(1, 2) < Interval(2, 3))), Undecided);
  EXPECT_THROW(static_cast<void>(bool(Interval(1, 2) == Interval(1, 2))), Undecided);
  EXPECT_TRUE(Interval(1) == 1.0);
  EXPECT_TRUE(Interval(1, 2) != 3.0);
  EXPECT_THROW(static_cast<void>(bool(Interval::entire() > 0.0)), Undecided);
  EXPECT_TRUE(certainly_less(Interval(1, 2), 2.5));
  EXPECT_FALSE(certainly_less(Interval(1, 2), 2.0));
  EXPECT_TRUE(possibly(Interval(1, 2) < 2.0));
  EXPECT_THROW(value_of(Interval(1, 2)), Undecided);
  EXPECT_EQ(value_of(Interval(2)), 2);
}

template <class Real>
Real ramp(const Real& x) {
  return choose(
      x > 0.0, [&] { return Real(1 + x); }, [&] { return Real(x - 1); });
}

TEST(Interval, ChoosesBothBranchesWhereItCannotTell) {
  EXPECT_EQ(ramp(3.0), 4);
  EXPECT_TRUE(same(ramp(Interval(-1, 1)), -2, 2));
  EXPECT_TRUE(holds(ramp(Interval(1, 2)), 3) && ramp(Interval(1, 2)).low == 2);
  // The value jumps: between the branches no slope is a bound.
  EXPECT_TRUE(ramp(Dual<Interval>{Interval(-1, 1), 1.0}).slope.is_entire());
  EXPECT_TRUE(same(ramp(Dual<Interval>{Interval(1, 2), 1.0}).slope, 1, 1));
}

TEST(Interval, CarriesRangesOfDerivatives) {
  using Slopes = Dual<Interval>;
  const Slopes x{Interval(-1, 2), 1.0};
  EXPECT_TRUE(same(abs(x).slope, -1, 1));
  EXPECT_TRUE(same(abs(x).value, 0, 2));
  EXPECT_TRUE(same(max(x, Slopes(1.0)).slope, 0, 1));
  EXPECT_TRUE(same(max(x, Slopes(3.0)).slope, 0, 0));
  EXPECT_TRUE(same(min(x, Slopes(3.0)).slope, 1, 1));
  EXPECT_TRUE(atan2(x, Slopes(-1.0)).slope.is_entire());
  EXPECT_FALSE(atan2(x, Slopes(1.0)).slope.is_entire());
  EXPECT_FALSE(hypot(x, Slopes(1.0)).slope.is_entire());
  EXPECT_TRUE(hypot(x, x).slope.is_entire());
}

template <class Real>
Real mixed_formula(const Real& x) {
  using std::abs, std::atan2, std::cos, std::exp, std::hypot, std::log, std::pow, std::sin, std::sqrt, std::tan;
  return sin(x) * pow(x, 2.5) / (2 + cos(x)) - 3 * sqrt(x + 2) + abs(x - 5) / x + tan(x / 9) * exp(-x) * log(x) +
         atan2(x, x * x) + hypot(x, Real(1.0));
}

RC_GTEST_PROP(Interval, HoldsSlopesOfFormulas, (std::uint64_t seed)) {
  Random random(seed);
  const double low = random.uniform(0.1, 8), high = low + random.uniform(0, 0.5);
  const Dual<Dual<Interval>> range =
      mixed_formula(Dual<Dual<Interval>>{{Interval(low, high), 1.0}, {Interval(1.0), Interval(0.0)}});
  for (int i = 0; i < 20; ++i) {
    const double at = random_point(Interval(low, high), random);
    const Dual<Dual<double>> value = mixed_formula(Dual<Dual<double>>{{at, 1.0}, {1.0, 0.0}});
    RC_ASSERT(holds(range.value.value, value.value.value));
    RC_ASSERT(holds(range.slope.value, value.slope.value));
    RC_ASSERT(holds(range.slope.slope, value.slope.slope));
  }
}

TEST(Interval, WorksInVectors) {
  const Vector<2, Interval> v{Interval(1, 2), Interval(-1, 1)};
  EXPECT_TRUE(holds(v.dot(v), 1) && holds(v.dot(v), 5));
  EXPECT_GE(v.squaredNorm().low, 0.999);
  const Vector<2, Interval> doubled = v * 2.0 + v;
  EXPECT_TRUE(holds(doubled[0], 3) && holds(doubled[0], 6));
  EXPECT_TRUE(same((zeros<2, Interval>())[1], 0, 0));
}

}  // namespace
}  // namespace carom
