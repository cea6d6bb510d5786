// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <cmath>
#include <vector>

#include "carom/flow/dormand_prince.hpp"
#include "carom/flow/dormand_prince_853.hpp"

namespace carom {
namespace {

using Y = Vector<2>;

// A driven pendulum: no symmetry that would hide a wrong coefficient.
const auto pendulum = [](double t, const Y& y, Y& dy) {
  dy[0] = y[1];
  dy[1] = -std::sin(y[0]) - 0.1 * y[1] * y[1] + 0.7 * std::cos(1.3 * t);
};

Y reference(double t_end) {
  DormandPrince853<2> step;
  step.begin(pendulum, 0, {0.4, -0.3});
  const int n = 4000;
  for (int i = 0; i < n; ++i) {
    step.attempt(pendulum, i * t_end / n, t_end / n);
    step.advance();
  }
  return step.y0;
}

template <class Step>
double error_of(int n) {
  Step step;
  step.begin(pendulum, 0, Y(0.4, -0.3));
  for (int i = 0; i < n; ++i) {
    step.attempt(pendulum, i * 2.0 / n, 2.0 / n);
    step.advance();
  }
  return (step.y0 - reference(2)).norm();
}

TEST(DormandPrince, ConvergesWithOrderFive) {
  const double order = std::log2(error_of<DormandPrince<2>>(16) / error_of<DormandPrince<2>>(32));
  EXPECT_NEAR(order, 5, 0.5);
}

TEST(DormandPrince853, ConvergesWithOrderEight) {
  const double order = std::log2(error_of<DormandPrince853<2>>(4) / error_of<DormandPrince853<2>>(8));
  EXPECT_NEAR(order, 8, 0.9);
  EXPECT_LT(error_of<DormandPrince853<2>>(32), 1e-13);
}

// Order of the continuous extension: its largest error over one step from the same start grows like h^(p+1).
template <class Prepare, class Step>
double dense_error(double h, Step step, Prepare&& prepare) {
  step.begin(pendulum, 0, Y(0.4, -0.3));
  step.attempt(pendulum, 0, h);
  prepare(step);
  double worst = 0;
  for (const double theta : {0.1, 0.3, 0.45, 0.6, 0.85}) {
    DormandPrince853<2> exact;
    exact.begin(pendulum, 0, {0.4, -0.3});
    const int n = 20;
    for (int i = 0; i < n; ++i) {
      exact.attempt(pendulum, i * theta * h / n, theta * h / n);
      exact.advance();
    }
    worst = std::max(worst, (step.at(theta) - exact.y0).norm());
  }
  return worst;
}

TEST(DormandPrince, HasADenseOutputOfOrderFour) {
  const auto prepare = [](DormandPrince<2>& s) { s.prepare_dense(); };
  const double order =
      std::log2(dense_error(0.2, DormandPrince<2>{}, prepare) / dense_error(0.1, DormandPrince<2>{}, prepare));
  EXPECT_NEAR(order, 5, 0.5);
}

TEST(DormandPrince853, HasADenseOutputOfOrderSeven) {
  const auto prepare = [](DormandPrince853<2>& s) { s.prepare_dense(pendulum, 0); };
  const double order =
      std::log2(dense_error(0.6, DormandPrince853<2>{}, prepare) / dense_error(0.3, DormandPrince853<2>{}, prepare));
  EXPECT_NEAR(order, 8, 0.9);
}

TEST(DormandPrince, MeetsItsEndsWithTheDenseOutput) {
  DormandPrince<2> five;
  five.begin(pendulum, 0, {0.4, -0.3});
  five.attempt(pendulum, 0, 0.3);
  five.prepare_dense();
  EXPECT_EQ(five.at(0), five.y0);
  EXPECT_LT((five.at(1) - five.y1).norm(), 1e-16);
  DormandPrince853<2> eight;
  eight.begin(pendulum, 0, {0.4, -0.3});
  eight.attempt(pendulum, 0, 0.3);
  eight.prepare_dense(pendulum, 0);
  EXPECT_EQ(eight.at(0), eight.y0);
  EXPECT_LT((eight.at(1) - eight.y1).norm(), 1e-16);
  EXPECT_EQ(eight.head_at<1>(0.4)[0], eight.at(0.4)[0]);
}

TEST(DormandPrince, GivesBernsteinCoefficientsOfItsDenseOutput) {
  DormandPrince<2> step;
  step.begin(pendulum, 0, {0.4, -0.3});
  step.attempt(pendulum, 0, 0.3);
  step.prepare_dense();
  const Matrix<2, 5> b = step.bernstein();
  for (const double x : {0.2, 0.5, 0.9}) {
    const double c = 1 - x;
    const Y value = c * c * c * c * b.col(0) + 4 * x * c * c * c * b.col(1) + 6 * x * x * c * c * b.col(2) +
                    4 * x * x * x * c * b.col(3) + x * x * x * x * b.col(4);
    EXPECT_LT((value - step.at(x)).norm(), 1e-15);
  }
}

TEST(DormandPrince, AgreesWithTheStepOfBoost) {
  boost::numeric::odeint::runge_kutta_dopri5<std::vector<double>> boost_step;
  const auto system = [](const std::vector<double>& y, std::vector<double>& dy, double t) {
    Y d;
    pendulum(t, Y(y[0], y[1]), d);
    dy[0] = d[0];
    dy[1] = d[1];
  };
  std::vector<double> y{0.4, -0.3};
  DormandPrince<2> step;
  step.begin(pendulum, 0, {0.4, -0.3});
  for (int i = 0; i < 20; ++i) {
    boost_step.do_step(system, y, i * 0.1, 0.1);
    step.attempt(pendulum, i * 0.1, 0.1);
    step.advance();
    ASSERT_NEAR(step.y0[0], y[0], 1e-14);
    ASSERT_NEAR(step.y0[1], y[1], 1e-14);
  }
}

// y′ = t^k integrates the quadrature Σ b c^k = 1/(k + 1); the intermediate stages of y′ = (1, y₀) test Σ a_ij = c_i.
TEST(DormandPrince853, SatisfiesItsQuadratureConditionsUpToOrderEight) {
  for (int k = 0; k <= 7; ++k) {
    const auto power = [k](double t, const Vector<1>&, Vector<1>& dy) { dy[0] = std::pow(t, k); };
    DormandPrince853<1> step;
    step.begin(power, 0, Vector<1>(0));
    step.attempt(power, 0, 1);
    EXPECT_NEAR(step.y1[0], 1.0 / (k + 1), 1e-14) << k;
    step.prepare_dense(power, 0);
    if (k <= 6) {
      for (const double x : {0.2, 0.7}) EXPECT_NEAR(step.at(x)[0], std::pow(x, k + 1) / (k + 1), 1e-13) << k;
    }
  }
}

TEST(DormandPrince853, HasStagesAtTheirTimes) {
  // With y′ = 1 the stage values are the row sums Σ a_ij h, to be compared with the times c_i h.
  double worst = 0;
  const auto clock = [&worst](double t, const Vector<1>& y, Vector<1>& dy) {
    worst = std::max(worst, std::abs(t - y[0]));
    dy[0] = 1;
  };
  DormandPrince853<1> step;
  step.begin(clock, 0, Vector<1>(0));
  step.attempt(clock, 0, 1);
  step.prepare_dense(clock, 0);
  EXPECT_LT(worst, 1e-14);
  worst = 0;
  DormandPrince<1> five;
  five.begin(clock, 0, Vector<1>(0));
  five.attempt(clock, 0, 1);
  EXPECT_LT(worst, 1e-14);
}

TEST(DormandPrince853, EstimatesItsErrorAndSurvivesTinyNumbers) {
  DormandPrince853<2> step;
  step.begin(pendulum, 0, {0.4, -0.3});
  step.attempt(pendulum, 0, 1.5);
  const double coarse = step.error_norm(Y::Constant(1e-10));
  EXPECT_GT(coarse, 1);
  EXPECT_LT(step.next_step_factor(coarse), 1);
  step.attempt(pendulum, 0, 0.05);
  EXPECT_LT(step.error_norm(Y::Constant(1e-10)), 1);
  const auto faint = [](double t, const Y&, Y& dy) { dy = Y::Constant(1e-165 * t * t * t * t * t * t * t * t * t); };
  step.begin(faint, 0, Y::Zero());
  step.attempt(faint, 0, 1);
  EXPECT_TRUE(std::isfinite(step.error_norm(Y::Constant(1e-3))));
}

TEST(DormandPrince853, CallsAStepThatOverflowsABadOne) {
  const auto explodes = [](double, const Y& y, Y& dy) { dy = Y(y[0] * y[0] * y[0], y[0] * y[0]) * 10; };
  for (double h = 0.1; h < 1e6; h *= 1.3) {
    DormandPrince853<2> step;
    step.begin(explodes, 0, {1, 0});
    step.attempt(explodes, 0, h);
    EXPECT_FALSE(step.error_norm(Y::Constant(1e-10)) <= 1) << h;
  }
}

}  // namespace
}  // namespace carom
