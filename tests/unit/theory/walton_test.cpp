// SPDX-License-Identifier: Apache-2.0
#include "carom/theory/walton.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "carom/base/bad_input.hpp"
#include "carom/base/random.hpp"
#include "carom/theory/oblique_impact.hpp"

namespace carom::theory {
namespace {

std::vector<WaltonPoint> sampled(const Walton& walton, std::initializer_list<double> cots) {
  std::vector<WaltonPoint> points;
  for (const double cot : cots)
    points.push_back({.cot_gamma = cot, .beta = walton_restitution(walton, cot), .e = walton.e});
  return points;
}

std::string refusal(const std::vector<WaltonPoint>& points) {
  try {
    fit_walton(points);
  } catch (const BadInput& error) {
    return error.what();
  }
  return {};
}

TEST(Walton, RisesFromMinusOneToItsCap) {
  const Walton walton;  // μ₀ = 0.18, β₀ = 0.56, e = 0.8, disk
  EXPECT_EQ(walton_restitution(walton, 0), -1);
  EXPECT_DOUBLE_EQ(walton_restitution(walton, 1), -1 + 0.18 * 1.8 * 3);
  EXPECT_EQ(walton_restitution(walton, 5), 0.56);
  EXPECT_DOUBLE_EQ(walton_border(walton), 1.56 / (0.18 * 1.8 * 3));
  EXPECT_NEAR(walton_restitution(walton, walton_border(walton)), 0.56, 1e-15);
  EXPECT_TRUE(std::isinf(walton_border({.mu_0 = 0})));
  EXPECT_DOUBLE_EQ(walton_restitution({.inertia = 0.4}, 1), -1 + 0.18 * 1.8 * 3.5);
}

TEST(Walton, HasTheSlopeOfGrossSlip) {
  const double mu = friction_from_walton(0.18, 0.5, 3.02);
  EXPECT_DOUBLE_EQ(mu * 3.02, 0.18 * 3);
  EXPECT_DOUBLE_EQ(walton_from_friction(mu, 0.5, 3.02), 0.18);
  for (const double cot : {0.2, 0.7, 1.2})
    EXPECT_NEAR(walton_restitution({}, cot), oblique_impact({.cot_gamma = cot, .mu = mu}).beta, 1e-14);
}

TEST(Walton, FitRecoversItsOwnNumbers) {
  const Walton walton{.mu_0 = 0.14, .beta_0 = 0.5, .e = 0.85};
  const WaltonFit fit = fit_walton(sampled(walton, {0.1, 0.5, 1, 1.5, 1.9, 2.2, 2.5, 3, 4, 6, 9}));
  EXPECT_NEAR(fit.walton.mu_0, 0.14, 1e-15);
  EXPECT_NEAR(fit.walton.beta_0, 0.5, 1e-15);
  EXPECT_NEAR(fit.walton.e, 0.85, 1e-15);
  EXPECT_NEAR(fit.slope, 0.14 * 1.85 * 3, 1e-14);
  EXPECT_NEAR(fit.e_spread, 0, 1e-15);
  EXPECT_EQ(fit.slope_points, 5);
  EXPECT_EQ(fit.plateau_points, 4);
  EXPECT_EQ(fit.beyond, 0);
  EXPECT_EQ(fit.mu_0_error, 0);
}

TEST(Walton, FitCountsThePointsOfItsSlopeThatLieOnThePlateau) {
  const WaltonFit fit = fit_walton(sampled({}, {0.5, 1, 2, 3, 4}));
  EXPECT_LT(fit.walton.mu_0, 0.18);
  EXPECT_EQ(fit.beyond, 1);
  EXPECT_NE(fit.brief().find("from 3 points"), std::string::npos);
}

TEST(Walton, FitHasTheErrorsItClaims) {
  const Walton walton{.mu_0 = 0.1, .beta_0 = 0.4};
  Random random(5);
  constexpr int trials = 2000;
  double mean = 0, squares = 0, plateau_squares = 0;
  WaltonFit fit;
  for (int k = 0; k < trials; ++k) {
    std::vector<WaltonPoint> points = sampled(walton, {0.2, 0.5, 1, 2, 3, 4, 6});
    for (std::size_t i = 0; i < points.size(); ++i) {
      points[i].beta_error = 0.02 * (1 + static_cast<double>(i));
      points[i].beta += points[i].beta_error * random.normal();
    }
    fit = fit_walton(points);
    mean += fit.walton.mu_0 / trials;
    squares += std::pow(fit.walton.mu_0 - 0.1, 2) / trials;
    plateau_squares += std::pow(fit.walton.beta_0 - 0.4, 2) / trials;
  }
  EXPECT_NEAR(mean, 0.1, 4 * fit.mu_0_error / std::sqrt(trials));
  EXPECT_NEAR(std::sqrt(squares) / fit.mu_0_error, 1, 0.08);
  EXPECT_NEAR(std::sqrt(plateau_squares) / fit.beta_0_error, 1, 0.08);
}

TEST(Walton, FitTakesAGivenRestitution) {
  const auto points = sampled({}, {0.5, 1, 1.5, 3, 4});
  const WaltonFit fit = fit_walton(points, {.slope_to = 1.5, .e = 1.0});
  EXPECT_EQ(fit.walton.e, 1);
  EXPECT_NEAR(fit.walton.mu_0, 0.18 * 1.8 / 2, 1e-15);
}

TEST(Walton, FitRefusesEmptyWindowsAndHalfKnownErrors) {
  EXPECT_EQ(refusal({{.cot_gamma = 1}}), "no point lies in the window of the plateau, cot_gamma from 2.5 to 6");
  EXPECT_EQ(refusal({{.cot_gamma = 0}, {.cot_gamma = 3}}),
            "no point lies in the window of the slope, cot_gamma from 0 to 2");
  EXPECT_NE(refusal({{.cot_gamma = 1, .beta_error = 0.1}, {.cot_gamma = 2}, {.cot_gamma = 3}}).find("or none"),
            std::string::npos);
  EXPECT_THROW(walton_restitution({.inertia = 0}, 1), BadInput);
}

}  // namespace
}  // namespace carom::theory
