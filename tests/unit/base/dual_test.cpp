// SPDX-License-Identifier: Apache-2.0
// Numbers that carry derivatives.
#include "carom/base/dual.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <Eigen/LU>

namespace carom {
namespace {

using Number = Dual<double>;

template <class Real>
Real formula(const Real& x) {
  using std::abs, std::cos, std::pow, std::sin, std::sqrt;
  return sin(x) * pow(x, 2.5) / (1 + cos(x)) - 3 * sqrt(x + 2) + abs(x - 5) / x;
}

TEST(Dual, GivesTheDerivativeOfAFormula) {
  for (const double x : {0.3, 1.7, 2.9}) {
    const double h = 1e-6;
    const Number y = formula(Number(x, 1.0));
    EXPECT_DOUBLE_EQ(y.value, formula(x));
    EXPECT_NEAR(y.slope, (formula(x + h) - formula(x - h)) / (2 * h), 1e-8 * std::abs(y.slope) + 1e-8);
  }
}

TEST(Dual, NestedGivesMixedHigherDerivatives) {
  // x³ y: ∂³/∂x∂x∂y = 6x
  using Third = Dual<Dual<Dual<double>>>;
  Third x(2.0), y(5.0);
  x.slope = Dual<Dual<double>>(1.0);  // ε₁ along x
  x.value.slope = Dual<double>(1.0);  // ε₂ along x
  y.value.value.slope = 1.0;          // ε₃ along y
  const Third f = x * x * x * y;
  EXPECT_DOUBLE_EQ(value_of(f), 40);
  EXPECT_DOUBLE_EQ(f.slope.slope.slope, 12);
}

TEST(Dual, TakesItsBranchByTheValueAlone) {
  EXPECT_TRUE(Number(1.0, -5.0) > Number(0.5, 100.0));
  EXPECT_TRUE(Number(1.0, 2.0) == Number(1.0, 3.0));
  EXPECT_DOUBLE_EQ(abs(Number(-2.0, 3.0)).slope, -3.0);
  EXPECT_FALSE(isfinite(Number(1.0, std::nan(""))));
}

TEST(Dual, TheRootOfAZeroThatDoesNotVaryIsZero) {
  EXPECT_EQ(sqrt(Number(0.0)).slope, 0.0);
  EXPECT_EQ(pow(Number(0.0), 1.5).slope, 0.0);
  EXPECT_TRUE(std::isinf(sqrt(Number(0.0, 1.0)).slope));
}

// √(1 + x²) is flat at 0 and yet bends; so is (1 + x²)^1.5.
TEST(Dual, TheRootOfWhatIsStationaryHasItsSecondDerivative) {
  using Second = Dual<Dual<double>>;
  const Second x{Number(0.0, 1.0), Number(1.0, 0.0)};
  EXPECT_DOUBLE_EQ(sqrt(1 + x * x).slope.slope, 1);
  EXPECT_DOUBLE_EQ(pow(1 + x * x, 1.5).slope.slope, 3);
  EXPECT_DOUBLE_EQ(hypot(x, Second(2.0)).slope.slope, 0.5);
}

template <class Real>
Real transcendental(const Real& x) {
  using std::atan2, std::exp, std::hypot, std::log, std::tan;
  return tan(x) * exp(x / 3) + log(x) * atan2(x, x * x - Real(2.0)) + hypot(x, x * x);
}

TEST(Dual, KnowsTheFunctionsOfGeometry) {
  for (const double x : {0.4, 1.2, 2.5}) {
    const double h = 1e-6;
    const Number y = transcendental(Number(x, 1.0));
    EXPECT_DOUBLE_EQ(y.value, transcendental(x));
    EXPECT_NEAR(y.slope, (transcendental(x + h) - transcendental(x - h)) / (2 * h), 1e-7 * std::abs(y.slope));
  }
}

TEST(Dual, WorksInMatrices) {
  Eigen::Matrix<Number, 2, 2> m;
  m << Number(2.0, 1.0), Number(1.0), Number(1.0), Number(3.0);
  const Eigen::Matrix<Number, 2, 2> inverse = m.inverse();  // d(m⁻¹) = −m⁻¹ dm m⁻¹
  EXPECT_DOUBLE_EQ(inverse(0, 0).value, 0.6);
  EXPECT_DOUBLE_EQ(inverse(0, 0).slope, -0.36);
  EXPECT_NEAR(inverse(1, 1).slope, -0.04, 1e-15);
}

}  // namespace
}  // namespace carom
