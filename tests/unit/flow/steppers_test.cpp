#include <cmath>

#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <gtest/gtest.h>

#include "carom/flow/dormand_prince.hpp"
#include "carom/flow/dormand_prince_853.hpp"

namespace carom {
namespace {

// A pendulum with a drive: nonlinear and explicit in time.
struct Pendulum {
  void operator()(double t, const Vector<2>& y, Vector<2>& dy) const {
    dy[0] = y[1];
    dy[1] = -std::sin(y[0]) + 0.3 * std::cos(1.7 * t);
  }
};

template <class Stepper>
Vector<2> integrate(int steps) {
  Stepper stepper;
  Vector<2> y(1.0, 0.2);
  const double h = 2.0 / steps;
  stepper.begin(Pendulum{}, 0, y);
  for (int i = 0; i < steps; ++i) {
    stepper.attempt(Pendulum{}, i * h, h);
    stepper.advance();
  }
  return stepper.y0;
}

TEST(DormandPrince, IsOfOrderFive) {
  const Vector<2> exact = integrate<DormandPrince853<2>>(400);
  const double coarse = (integrate<DormandPrince<2>>(20) - exact).norm();
  const double fine = (integrate<DormandPrince<2>>(40) - exact).norm();
  EXPECT_NEAR(std::log2(coarse / fine), 5, 0.4);
}

TEST(DormandPrince853, IsOfOrderEight) {
  const Vector<2> exact = integrate<DormandPrince853<2>>(400);
  const double coarse = (integrate<DormandPrince853<2>>(4) - exact).norm();
  const double fine = (integrate<DormandPrince853<2>>(8) - exact).norm();
  EXPECT_NEAR(std::log2(coarse / fine), 8, 0.8);
}

TEST(DormandPrince853, ExtensionIsOfOrderSeven) {
  const auto error_at = [](double h) {
    DormandPrince853<2> step, half;
    const Vector<2> y(1.0, 0.2);
    step.begin(Pendulum{}, 0, y);
    step.attempt(Pendulum{}, 0, h);
    step.prepare_dense(Pendulum{}, 0);
    half.begin(Pendulum{}, 0, y);
    half.attempt(Pendulum{}, 0, 0.4 * h);
    return (step.at(0.4) - half.y1).norm();
  };
  EXPECT_NEAR(std::log2(error_at(0.8) / error_at(0.4)), 8, 1.0);
  EXPECT_LT(error_at(0.4), 1e-9);
}

TEST(DormandPrince853, ItsTableSatisfiesTheQuadratureConditions) {
  for (int power = 0; power < 8; ++power) {
    double sum = 0;
    for (int i = 0; i < 12; ++i) sum += dop853::b[i] * std::pow(dop853::c[i], power);
    EXPECT_NEAR(sum, 1.0 / (power + 1), 1e-14) << power;
  }
  for (int s = 1; s < 16; ++s) {
    double row = 0;
    for (int j = 0; j < s; ++j) row += dop853::a[s][j];
    EXPECT_NEAR(row, dop853::c[s], 1e-13) << s;
  }
}

TEST(DormandPrince, TakesTheStepOfOdeint) {
  using State = std::array<double, 2>;
  boost::numeric::odeint::runge_kutta_dopri5<State> odeint;
  State y{1.0, 0.2};
  odeint.do_step(
      [](const State& x, State& dx, double t) {
        dx[0] = x[1];
        dx[1] = -std::sin(x[0]) + 0.3 * std::cos(1.7 * t);
      },
      y, 0.0, 0.1);
  DormandPrince<2> ours;
  ours.begin(Pendulum{}, 0, Vector<2>(1.0, 0.2));
  ours.attempt(Pendulum{}, 0, 0.1);
  EXPECT_NEAR(ours.y1[0], y[0], 1e-15);
  EXPECT_NEAR(ours.y1[1], y[1], 1e-15);
}

}  // namespace
}  // namespace carom
