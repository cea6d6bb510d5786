#include <cmath>

#include <gtest/gtest.h>

#include "carom/events/isolate.hpp"

namespace carom {
namespace {

template <class Function>
IsolatedEvent isolate(Function&& function, double band = 1e-14) {
  auto sample = [&](double theta, GuardValues<1>& values) { values.g[0] = function(theta); };
  GuardValues<1> start, end;
  sample(0, start);
  sample(1, end);
  const std::array<double, 1> bands{band};
  return Isolation<1, decltype(sample)>(1, bands, sample).first(start, end);
}

TEST(Bernstein, ReproducesAQuarticThroughFivePoints) {
  const auto f = [](double x) { return 1 - 3 * x + 2 * x * x - 0.5 * x * x * x + 0.25 * x * x * x * x; };
  const Bernstein4 b = bernstein_through({f(0), f(0.25), f(0.5), f(0.75), f(1)});
  for (const double x : {0.1, 0.33, 0.9}) {
    EXPECT_NEAR(evaluate(b, x), f(x), 1e-14);
    EXPECT_NEAR(derivative(b, x), -3 + 4 * x - 1.5 * x * x + x * x * x, 1e-13);
  }
}

TEST(Isolation, FindsASimpleRoot) {
  const IsolatedEvent event = isolate([](double x) { return std::cos(3 * x); });
  ASSERT_TRUE(event.found());
  EXPECT_NEAR(event.theta, M_PI / 6, 1e-12);
  EXPECT_NEAR(event.slope, -3, 1e-2);
}

TEST(Isolation, ReturnsTheFirstOfSeveralRoots) {
  const IsolatedEvent event = isolate([](double x) { return std::sin(20 * x + 1); });
  ASSERT_TRUE(event.found());
  EXPECT_NEAR(event.theta, (M_PI - 1) / 20, 1e-12);
}

TEST(Isolation, FindsAShallowDipInsideTheStep) {
  // Touches −1e-9 around 0.37: positive at both ends and at all coarse samples.
  const IsolatedEvent event = isolate([](double x) { return (x - 0.37) * (x - 0.37) - 1e-9; });
  ASSERT_TRUE(event.found());
  EXPECT_NEAR(event.theta, 0.37 - std::sqrt(1e-9), 1e-9);
}

TEST(Isolation, SeesNoEventWhereTheGuardStaysPositive) {
  EXPECT_FALSE(isolate([](double x) { return (x - 0.37) * (x - 0.37) + 1e-9; }).found());
}

TEST(Isolation, ExcludesTheBeginningOfARegimeThatStartsOnItsOwnEvent) {
  for (const int power : {1, 2, 3}) {
    EXPECT_FALSE(isolate([&](double x) { return std::pow(x, power); }).found()) << power;
    const IsolatedEvent event = isolate([&](double x) { return std::pow(x, power) * (0.8 - x); });
    ASSERT_TRUE(event.found()) << power;
    EXPECT_NEAR(event.theta, 0.8, 1e-12) << power;
  }
}

TEST(Isolation, ReportsAGuardThatIsAlreadyNegative) {
  const IsolatedEvent event = isolate([](double x) { return -1e-3 - x; });
  ASSERT_TRUE(event.found());
  EXPECT_EQ(event.theta, 0);
}

}  // namespace
}  // namespace carom
