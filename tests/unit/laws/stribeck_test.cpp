// SPDX-License-Identifier: Apache-2.0
#include "carom/laws/stribeck.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/base/dual.hpp"

namespace carom {
namespace {

using Once = Dual<double>;
using Twice = Dual<Once>;

TEST(Stribeck, FallsFromItsValueAtRestByItsClosedForm) {
  const Stribeck law{.mu_0 = 0.4, .mu_c = 0.25, .v_s = 0.1};
  EXPECT_EQ(law.coefficient(0.0), 0.4);
  EXPECT_NEAR(law.coefficient(0.1), 0.25 + 0.15 / std::exp(1), 1e-16);
  EXPECT_NEAR(law.coefficient(0.1 * std::log(3)), 0.3, 1e-15);
  EXPECT_NEAR(law.coefficient(10.0), 0.25, 1e-16);
}

TEST(Stribeck, HasAnExponentAndAViscousPart) {
  const Stribeck gauss{.mu_0 = 0.4, .mu_c = 0.25, .v_s = 0.1, .delta = 2};
  EXPECT_NEAR(gauss.coefficient(0.05), 0.25 + 0.15 * std::exp(-0.25), 1e-16);
  const Stribeck root{.mu_0 = 0.4, .mu_c = 0.25, .v_s = 0.1, .delta = 0.5};
  EXPECT_NEAR(root.coefficient(0.4), 0.25 + 0.15 * std::exp(-2), 1e-16);
  const Stribeck viscous{.mu_0 = 0.4, .mu_c = 0.25, .v_s = 0.1, .viscous = 0.02};
  EXPECT_NEAR(viscous.coefficient(50.0), 0.25 + 1, 1e-15);
  const Stribeck constant{.mu_0 = 0.3, .mu_c = 0.3, .v_s = 0.1};
  EXPECT_EQ(constant.coefficient(0.07), 0.3);
}

// (2), and the second derivative from it: −(a/v_s²)(δ(δ−1) x^(δ−2) − δ² x^(2δ−2)) e^(−x^δ) with a = μ_0 − μ_c, x = v/v_s.
TEST(Stribeck, DerivativesComeExactlyThroughDualNumbers) {
  for (const double delta : {0.5, 1.0, 1.5, 2.0, 3.0}) {
    const Stribeck law{.mu_0 = 0.4, .mu_c = 0.25, .v_s = 0.1, .delta = delta, .viscous = 0.02};
    for (const double v : {0.01, 0.08, 0.3}) {
      const double x = v / 0.1, decay = std::exp(-std::pow(x, delta));
      const double slope = -0.15 * delta / 0.1 * std::pow(x, delta - 1) * decay + 0.02;
      const double second =
          -0.15 / 0.01 * (delta * (delta - 1) * std::pow(x, delta - 2) - delta * delta * std::pow(x, 2 * delta - 2)) *
          decay;
      const Twice mu = law.coefficient(Twice{Once{v, 1.0}, Once{1.0, 0.0}});
      EXPECT_EQ(mu.value.value, law.coefficient(v)) << delta;
      EXPECT_NEAR(mu.value.slope, slope, 1e-14 * (1 + std::abs(slope))) << delta << " at " << v;
      EXPECT_NEAR(mu.slope.slope, second, 1e-13 * (1 + std::abs(second))) << delta << " at " << v;
      const double h = 1e-6;
      EXPECT_NEAR(mu.value.slope, (law.coefficient(v + h) - law.coefficient(v - h)) / (2 * h), 1e-7) << delta;
    }
  }
}

// Where slip begins: the derivatives from the right.
TEST(Stribeck, HasItsDerivativesAtRest) {
  const Twice rest{Once{0.0, 1.0}, Once{1.0, 0.0}};
  const Twice one = Stribeck{.mu_0 = 0.4, .mu_c = 0.2, .v_s = 0.1}.coefficient(rest);
  EXPECT_NEAR(one.value.slope, -0.2 / 0.1, 1e-15);
  EXPECT_NEAR(one.slope.slope, 0.2 / 0.01, 1e-13);
  const Twice two = Stribeck{.mu_0 = 0.4, .mu_c = 0.2, .v_s = 0.1, .delta = 2}.coefficient(rest);
  EXPECT_EQ(two.value.slope, 0);
  EXPECT_NEAR(two.slope.slope, -2 * 0.2 / 0.01, 1e-13);
}

TEST(Stribeck, SaysWhatIsWrongWithItsNumbers) {
  const Stribeck law{.mu_0 = 0.4, .mu_c = 0.25, .v_s = 0.1};
  EXPECT_EQ(law.fault(), "");
  Stribeck bad = law;
  bad.v_s = 0;
  EXPECT_EQ(bad.fault(), "Stribeck's speed must be above zero, but v_s = 0 m/s");
  bad = law;
  bad.delta = -1;
  EXPECT_EQ(bad.fault(), "Stribeck's exponent must be above zero, but delta = -1");
  bad = law;
  bad.mu_c = -0.1;
  EXPECT_EQ(bad.fault(), "slip friction cannot be negative, but mu_c = -0.1");
  bad = law;
  bad.mu_0 = 0.2;
  EXPECT_EQ(bad.fault(), "Stribeck's law falls from mu_0 to mu_c, but 0.2 is below 0.25");
  bad = law;
  bad.viscous = -1;
  EXPECT_EQ(bad.fault(), "viscous friction cannot be negative, but viscous = -1 s/m");
  bad = law;
  bad.v_s = std::nan("");
  EXPECT_NE(bad.fault(), "");
}

}  // namespace
}  // namespace carom
