// SPDX-License-Identifier: Apache-2.0
#include "carom/flow/isolate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

namespace carom {
namespace {

constexpr int max_guards = 4;

struct Watch {
  std::vector<std::function<double(double)>> guards;
  double band = 1e-13;
  int samples = 0;

  IsolatedEvent first() {
    std::array<double, max_guards> bands{};
    bands.fill(band);
    auto sample = [this](double theta, GuardValues<max_guards>& values) {
      ++samples;
      for (std::size_t k = 0; k < guards.size(); ++k) values.g[k] = guards[k](theta);
    };
    GuardValues<max_guards> start, end;
    sample(0, start);
    sample(1, end);
    return Isolation<max_guards, decltype(sample)>(static_cast<int>(guards.size()), bands, sample).first(start, end);
  }
};

TEST(Isolation, InPanelsFindsADipThatSixLooksDoNotSee) {
  // Eight turns between the ends: the looks at quarters all see the same height.
  std::array<double, max_guards> bands{};
  bands.fill(1e-13);
  auto sample = [](double theta, GuardValues<max_guards>& values) {
    values.g[0] = 0.5 + std::cos(2 * M_PI * 8 * theta);
  };
  GuardValues<max_guards> start, end;
  sample(0, start);
  sample(1, end);
  Isolation<max_guards, decltype(sample)> isolation(1, bands, sample);
  EXPECT_FALSE(isolation.first(start, end).found());
  const IsolatedEvent event = isolation.first_in_panels(101, 1, start);
  ASSERT_TRUE(event.found());
  EXPECT_NEAR(event.theta, 1.0 / 24, 1e-13);
  EXPECT_FALSE(isolation.first_in_panels(5, 1.0 / 25, start).found());
}

TEST(Isolation, FindsASimpleCrossing) {
  Watch watch{{[](double x) { return std::cos(2 * x) - 0.2; }}};
  const IsolatedEvent event = watch.first();
  ASSERT_TRUE(event.found());
  EXPECT_NEAR(event.theta, std::acos(0.2) / 2, 1e-13);
  EXPECT_NEAR(event.slope, -2 * std::sin(2 * event.theta), 2e-2);
}

TEST(Isolation, CostsFewSamplesFarFromAnyEvent) {
  Watch watch{{[](double x) { return 2 + std::sin(x); }, [](double x) { return 1 + x; }}};
  EXPECT_FALSE(watch.first().found());
  EXPECT_LE(watch.samples, 6);
}

TEST(Isolation, FindsTheFirstOfTwoRootsInAStep) {
  Watch watch{{[](double x) { return std::cos(7 * x); }}};
  EXPECT_NEAR(watch.first().theta, std::acos(0.0) / 7, 1e-13);
}

TEST(Isolation, FindsADipAMillionthOfTheStepWide) {
  for (const double at : {0.1, 0.33333, 0.5, 0.77, 0.999}) {
    Watch watch{{[at](double x) { return (x - at) * (x - at) - 0.25e-12; }}, 1e-16};
    const IsolatedEvent event = watch.first();
    ASSERT_TRUE(event.found()) << at;
    EXPECT_NEAR(event.theta, at - 0.5e-6, 1e-9) << at;
  }
}

TEST(Isolation, FindsADipOfAGuardThatIsNoPolynomial) {
  for (const double at : {0.21, 0.64}) {
    Watch watch{{[at](double x) { return 1 - std::cos(5 * (x - at)) - 1e-10 + 0.3 * (1 - std::cos(11 * (x - at))); }},
                1e-15};
    const IsolatedEvent event = watch.first();
    ASSERT_TRUE(event.found());
    EXPECT_NEAR(event.theta, at, 1e-5);
    EXPECT_LT(event.theta, at);
  }
}

TEST(Isolation, FindsATouchingRootWithinItsBand) {
  for (const double at : {0.3, 0.5, 0.75}) {
    Watch watch{{[at](double x) { return (x - at) * (x - at); }}};
    const IsolatedEvent event = watch.first();
    ASSERT_TRUE(event.found()) << at;
    EXPECT_NEAR(event.theta, at, 1e-6);
  }
}

TEST(Isolation, PassesANearMiss) {
  Watch watch{{[](double x) { return (x - 0.3) * (x - 0.3) + 1e-9; }}};
  EXPECT_FALSE(watch.first().found());
}

TEST(Isolation, ReportsOneOfSimultaneousGuardsAtTheirTime) {
  Watch watch{{[](double x) { return 0.4 - x; }, [](double x) { return std::cos(x) - std::cos(0.4); },
               [](double x) { return 0.9 - x; }}};
  const IsolatedEvent event = watch.first();
  EXPECT_NEAR(event.theta, 0.4, 1e-12);
  EXPECT_NE(event.guard, 2);
}

TEST(Isolation, LeavesAGuardThatRisesFromItsOwnEvent) {
  for (const int power : {1, 2, 3}) {
    Watch watch{{[power](double x) { return std::pow(x, power) * (1 + 0.1 * std::sin(x)); }}};
    EXPECT_FALSE(watch.first().found()) << power;
    Watch returns{{[power](double x) { return std::pow(x, power) * (0.6 - x); }}};
    EXPECT_NEAR(returns.first().theta, 0.6, 1e-12) << power;
  }
}

TEST(Isolation, LeavesAGuardThatRisesFromRoundingBelowItsOwnEvent) {
  Watch watch{{[](double x) { return x * x - 5e-14; }}};
  EXPECT_FALSE(watch.first().found());
}

TEST(Isolation, ReportsAGuardThatFallsFromZero) {
  Watch line{{[](double x) { return -x; }}};
  EXPECT_NEAR(line.first().theta, 0, 1e-12);
  Watch parabola{{[](double x) { return -x * x; }}};
  ASSERT_TRUE(parabola.first().found());
  EXPECT_LT(parabola.first().theta, 1e-6) << "where it leaves its band";
}

TEST(Isolation, ReportsAGuardThatIsPastItsEventAtTheStart) {
  Watch watch{{[](double x) { return -1e-3 + x; }}};
  EXPECT_EQ(watch.first().theta, 0);
}

TEST(Isolation, NeverReportsAGuardThatStaysWithinRounding) {
  Watch watch{{[](double x) { return 3e-14 * std::sin(50 * x); }}};
  EXPECT_FALSE(watch.first().found());
}

TEST(Isolation, DoesNotSearchNoiseForEver) {
  // Noise of a hundred bands, everywhere, beside a clean event.
  Watch watch{{[](double x) { return 1e-11 * std::sin(1e9 * x * x); }, [](double x) { return 0.7 - x; }}};
  watch.first();
  EXPECT_LT(watch.samples, 20000);
  Watch settles{{[](double x) { return std::max(0.3 - x, 0.0) + 1e-14 * std::sin(1e8 * x); }}};
  const IsolatedEvent event = settles.first();
  ASSERT_TRUE(event.found());
  EXPECT_NEAR(event.theta, 0.3, 1e-6);
  EXPECT_LT(settles.samples, 20000);
}

// A guard that begins at zero, rises by less than can be seen and falls after another guard's event: the other is first.
TEST(Isolation, SeesTheOtherGuardBeforeOneThatLeavesItsBandLater) {
  Watch watch{{[](double x) { return x < 1e-4 ? 1e-13 * x : -(x - 1e-4); }, [](double x) { return 1e-4 - x; }}, 1e-12};
  const IsolatedEvent event = watch.first();
  ASSERT_TRUE(event.found());
  EXPECT_EQ(event.guard, 1);
  EXPECT_NEAR(event.theta, 1e-4, 1e-12);
}

}  // namespace
}  // namespace carom
