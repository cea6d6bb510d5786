// SPDX-License-Identifier: Apache-2.0
#include "carom/theory/dimer_modes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "carom/base/bad_input.hpp"
#include "carom/base/constants.hpp"

namespace carom::theory {
namespace {

// A ball on the plate Γ cos t with g = ω = 1, from hit to hit without linearisation.
struct Hit {
  double t = 0;
  double speed = 0;  // upward, just after
};

// The first return to the plate, by bisection inside the first step with a change of sign.
Hit next_hit(const Hit& hit, double e, double Gamma) {
  const auto gap = [&](double s) {
    return Gamma * (std::cos(hit.t) - std::cos(hit.t + s)) + hit.speed * s - s * s / 2;
  };
  double low = 1e-3;
  while (gap(low + 1e-2) > 0) low += 1e-2;
  double high = low + 1e-2;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (gap(middle) > 0 ? low : high) = middle;
  }
  const double t = hit.t + high, fall = hit.speed - high, plate = -Gamma * std::sin(t);
  return {.t = t, .speed = plate - e * (fall - plate)};
}

// By how much a small deviation from the n-periodic orbit has grown after many hits (largest over the last few, since
// the multipliers may be complex).
double growth(double e, int n, double Gamma, double alpha, int hits) {
  const double start = 1e-6;
  Hit hit{.t = -alpha + start, .speed = n * pi};
  double largest = 0;
  for (int i = 1; i <= hits; ++i) {
    hit = next_hit(hit, e, Gamma);
    const double deviation = std::abs(hit.t + alpha - i * two_pi * n);
    if (i > hits - 10) largest = std::max(largest, deviation);
    if (deviation > 0.1) return deviation / start;
  }
  return largest / start;
}

constexpr std::tuple<double, int> balls[] = {{0.65, 1}, {0.65, 2}, {0.8, 2}, {0.3, 1}, {0.8, 1}};

TEST(DimerModes, HaveTheWindowsOfTheirClosedForm) {
  EXPECT_NEAR(bouncing_window(0.65, 1).Gamma_min, 0.666, 5e-4);
  EXPECT_NEAR(bouncing_window(0.65, 1).Gamma_max, 1.239, 5e-4);
  EXPECT_NEAR(bouncing_window(0.65, 2).Gamma_min, 1.333, 5e-4);
  EXPECT_NEAR(bouncing_window(0.65, 2).Gamma_max, 1.694, 5e-4);
  EXPECT_NEAR(bouncing_window(0.8, 2).Gamma_min, 0.698, 5e-4);
  EXPECT_NEAR(bouncing_window(0.8, 2).Gamma_max, 1.230, 5e-4);
}

TEST(DimerModes, RepeatThemselvesAtTheStablePhase) {
  for (const auto& [e, n] : balls) {
    const auto [low, high] = bouncing_window(e, n);
    const double Gamma = (low + high) / 2, alpha = stable_phase(e, n, Gamma).value();
    const Hit hit = next_hit({.t = -alpha, .speed = n * pi}, e, Gamma);
    EXPECT_NEAR(hit.t, -alpha + two_pi * n, 1e-12);
    EXPECT_NEAR(hit.speed, n * pi, 1e-12);
  }
}

TEST(DimerModes, ForgetASmallDeviationJustInsideTheWindow) {
  for (const auto& [e, n] : balls) {
    const auto [low, high] = bouncing_window(e, n);
    for (double Gamma : {low + 0.01 * (high - low), (low + high) / 2, high - 0.01 * (high - low)}) {
      EXPECT_LT(growth(e, n, Gamma, stable_phase(e, n, Gamma).value(), 400), 0.01) << e << ' ' << n << ' ' << Gamma;
    }
  }
}

TEST(DimerModes, LeaveTheOrbitJustAboveTheWindow) {
  for (const auto& [e, n] : balls) {
    const auto [low, high] = bouncing_window(e, n);
    const double Gamma = high + 0.01 * (high - low);
    EXPECT_GT(growth(e, n, Gamma, std::asin(low / Gamma), 400), 100) << e << ' ' << n;
  }
}

TEST(DimerModes, LeaveTheOrbitOnItsOtherPhaseAfterTheTop) {
  const auto [low, high] = bouncing_window(0.65, 1);
  const double Gamma = (low + high) / 2;
  EXPECT_GT(growth(0.65, 1, Gamma, pi - std::asin(low / Gamma), 100), 100);
}

TEST(DimerModes, CannotGainEnoughSpeedBelowTheWindow) {
  for (const auto& [e, n] : balls) {
    const double Gamma = 0.999 * bouncing_window(e, n).Gamma_min;
    for (double phase = 0; phase < two_pi; phase += 0.01) {
      const double plate = -Gamma * std::sin(phase), fall = -n * pi;
      EXPECT_LT(plate - e * (fall - plate), n * pi);
    }
  }
}

TEST(DimerModes, HaveNoStablePhaseOutsideTheWindow) {
  EXPECT_FALSE(stable_phase(0.65, 2, 0.9));
  EXPECT_FALSE(stable_phase(0.65, 1, 1.3));
  EXPECT_NEAR(std::sin(stable_phase(0.65, 1, 0.9).value()) * 0.9, bouncing_window(0.65, 1).Gamma_min, 1e-15);
}

TEST(DimerModes, HoldTheEnergyOfTheHeightTheyReach) {
  const ModeEnergies energies;
  // m g (g t²/2) with t half of the flight
  const auto ball = [](double cycles) { return 0.5 * (cycles / 2) * (cycles / 2); };
  EXPECT_DOUBLE_EQ(energies.drift, ball(1));
  EXPECT_DOUBLE_EQ(energies.jump, 2 * ball(1));
  EXPECT_DOUBLE_EQ(energies.flutter, 2 * ball(2));
}

TEST(DimerModes, RefuseImpossibleBalls) {
  EXPECT_THROW(bouncing_window(0, 1), BadInput);
  EXPECT_THROW(bouncing_window(1.1, 1), BadInput);
  EXPECT_THROW(bouncing_window(0.65, 0), BadInput);
}

}  // namespace
}  // namespace carom::theory
