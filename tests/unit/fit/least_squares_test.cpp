// SPDX-License-Identifier: Apache-2.0
#include "carom/fit/least_squares.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "carom/base/random.hpp"

namespace carom::study {
namespace {

using Eigen::VectorXd;

const LeastSquaresOptions closely{.max_iterations = 200, .step_tolerance = 1e-9, .least_gain = 0};

TEST(LeastSquares, AStraightLineHasTheTextbookErrors) {
  // y = a + b t at t = 0 … 4 with unit noise: var a = Σt²/(nΣt² − (Σt)²) = 30/50, var b = 5/50, cov = −10/50.
  const double y[] = {1.1, 2.9, 5.2, 6.8, 9.1};
  const Residuals line = [&](const VectorXd& p, VectorXd& r) {
    r.resize(5);
    for (int i = 0; i < 5; ++i) r[i] = p[0] + p[1] * i - y[i];
    return true;
  };
  const LeastSquaresFit fit = fit_least_squares(line, {{.value = 0, .span = 10}, {.value = 0, .span = 10}}, closely);
  EXPECT_TRUE(fit.converged);
  EXPECT_NEAR(fit.value[0], 1.04, 1e-6);
  EXPECT_NEAR(fit.value[1], 1.99, 1e-6);
  EXPECT_NEAR(fit.error[0], std::sqrt(0.6), 1e-6);
  EXPECT_NEAR(fit.error[1], std::sqrt(0.1), 1e-6);
  EXPECT_NEAR(fit.correlation(0, 1), -0.2 / std::sqrt(0.06), 1e-6);
  EXPECT_NEAR(fit.chi2, 0.107, 1e-6);
  EXPECT_NEAR(fit.chi2_per_dof(), 0.107 / 3, 1e-6);
}

TEST(LeastSquares, FollowsRosenbrocksValley) {
  const Residuals valley = [](const VectorXd& p, VectorXd& r) {
    r.resize(2);
    r << 10 * (p[1] - p[0] * p[0]), 1 - p[0];
    return true;
  };
  const LeastSquaresFit fit =
      fit_least_squares(valley, {{.value = -1.2, .span = 100}, {.value = 1, .span = 100}}, closely);
  EXPECT_NEAR(fit.value[0], 1, 1e-6);
  EXPECT_NEAR(fit.value[1], 1, 1e-6);
}

TEST(LeastSquares, ADecayIsRecoveredWithinItsErrorsOverManyDraws) {
  double sum = 0;
  int within = 0, draws = 200;
  for (int draw = 0; draw < draws; ++draw) {
    Random random(11, static_cast<std::uint64_t>(draw));
    VectorXd y(50);
    for (int i = 0; i < 50; ++i) y[i] = 3 * std::exp(-0.1 * i) + random.normal(0, 0.05);
    const Residuals decay = [&](const VectorXd& p, VectorXd& r) {
      r.resize(50);
      for (int i = 0; i < 50; ++i) r[i] = (p[0] * std::exp(-p[1] * i) - y[i]) / 0.05;
      return true;
    };
    const LeastSquaresFit fit = fit_least_squares(decay, {{.value = 1, .span = 10}, {.value = 0.3}});
    EXPECT_TRUE(fit.converged);
    const double z = (fit.value[1] - 0.1) / fit.error[1];
    sum += z * z;
    within += std::abs(z) < 1;
  }
  EXPECT_NEAR(sum / draws, 1, 0.3);  // three standard deviations of the mean of 200 squares
  EXPECT_NEAR(within, 0.683 * draws, 20);
}

TEST(LeastSquares, SaysWhatTheDataDoNotDetermine) {
  const Residuals sum_only = [](const VectorXd& p, VectorXd& r) {
    r.resize(3);
    for (int i = 0; i < 3; ++i) r[i] = 100 * (p[0] + p[1] - 1) + 0 * p[2];
    return true;
  };
  const LeastSquaresFit fit = fit_least_squares(sum_only, {{.value = 0.2}, {.value = 0.2}, {.value = 0.5}});
  EXPECT_FALSE(fit.determined[2]);
  EXPECT_EQ(fit.value[2], 0.5);
  EXPECT_TRUE(std::isnan(fit.error[2]));
  EXPECT_NE(fit.determined[0], fit.determined[1]);  // one of the two, with the other kept
  EXPECT_NEAR(fit.value[0] + fit.value[1], 1, 1e-6);
}

TEST(LeastSquares, StaysWithinBounds) {
  const Residuals beyond = [](const VectorXd& p, VectorXd& r) {
    r.resize(2);
    r << 10 * (p[0] + 0.3), 10 * (p[1] - 2 * p[0] - 0.5);
    return true;
  };
  const LeastSquaresFit fit = fit_least_squares(beyond, {{.value = 0.4, .min = 0, .max = 1}, {.value = 0}}, closely);
  EXPECT_EQ(fit.value[0], 0);
  EXPECT_TRUE(fit.at_bound[0]);
  EXPECT_NEAR(fit.value[1], 0.5, 1e-6);
}

TEST(LeastSquares, WithoutAModelAtTheStartThereIsNoFit) {
  const LeastSquaresFit fit = fit_least_squares([](const VectorXd&, VectorXd&) { return false; }, {{.value = 1}});
  EXPECT_FALSE(fit.converged);
  EXPECT_EQ(fit.evaluations, 1);
}

}  // namespace
}  // namespace carom::study
