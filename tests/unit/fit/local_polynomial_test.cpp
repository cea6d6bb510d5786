// SPDX-License-Identifier: Apache-2.0
#include "carom/fit/local_polynomial.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "carom/base/random.hpp"

namespace carom::study {
namespace {

struct Curve {
  std::vector<double> t, y;
};

template <class F>
Curve sampled(F&& f, int n, double noise, std::uint64_t seed = 7, bool uneven = false) {
  Curve curve;
  Random random(seed);
  for (int i = 0; i < n; ++i) {
    const double t = (i + (uneven ? random.uniform(0, 0.9) : 0.0)) / n;
    curve.t.push_back(t);
    curve.y.push_back(f(t) + noise * random.normal());
  }
  return curve;
}

TEST(LocalPolynomial, IsExactForItsOwnDegreeOnUnevenSamplesAndAtTheEnds) {
  const Curve c = sampled([](double t) { return 2 - 3 * t + 5 * t * t; }, 60, 0, 3, true);
  const Smoothed s = smooth(c.t, c.y, 0.12);
  for (std::size_t i = 0; i < c.t.size(); ++i) {
    EXPECT_NEAR(s.value[i], c.y[i], 1e-12);
    EXPECT_NEAR(s.slope[i], -3 + 10 * c.t[i], 1e-10);
  }
}

TEST(LocalPolynomial, HasTheWeightsOfSavitzkyAndGolay) {
  // Seven points, parabola: (−2, 3, 6, 7, 6, 3, −2)/21 for the value, (−3 … 3)/28 for the slope.
  std::vector<double> t, y{1, -2, 4, 0, 3, 5, -1};
  for (int i = 0; i < 7; ++i) t.push_back(i);
  const Smoothed s = smooth(t, y, 3);
  EXPECT_NEAR(s.value[3], (-2 * 1 + 3 * -2 + 6 * 4 + 7 * 0 + 6 * 3 + 3 * 5 - 2 * -1) / 21.0, 1e-13);
  EXPECT_NEAR(s.slope[3], (-3 * 1 - 2 * -2 - 4 + 0 + 3 + 2 * 5 + 3 * -1) / 28.0, 1e-13);
  EXPECT_NEAR(s.value_error[3], std::sqrt(7 / 21.0), 1e-13);
  EXPECT_NEAR(s.slope_error[3], std::sqrt(1 / 28.0), 1e-13);
}

TEST(LocalPolynomial, ItsErrorsAreThoseOfTheNoise) {
  double sum = 0, slope_sum = 0;
  int n = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Curve c = sampled([](double t) { return t * t; }, 400, 0.1, seed);
    const Smoothed s = smooth(c.t, c.y, 0.1);
    for (std::size_t i = 20; i < 400; i += 90, ++n) {
      sum += std::pow((s.value[i] - c.t[i] * c.t[i]) / (0.1 * s.value_error[i]), 2);
      slope_sum += std::pow((s.slope[i] - 2 * c.t[i]) / (0.1 * s.slope_error[i]), 2);
    }
  }
  EXPECT_NEAR(sum / n, 1, 0.3);
  EXPECT_NEAR(slope_sum / n, 1, 0.3);
}

TEST(LocalPolynomial, TheWindowGrowsWithTheNoise) {
  const auto wave = [](double t) { return std::sin(12 * t); };
  const Curve faint = sampled(wave, 1000, 1e-4), loud = sampled(wave, 1000, 0.3);
  EXPECT_LT(2 * choose_half_width(faint.t, faint.y), choose_half_width(loud.t, loud.y));
}

TEST(LocalPolynomial, TheNoiseIsFoundOnASteepCurveWithAJump) {
  const Curve c = sampled([](double t) { return 40 * t + (t > 0.4 ? 10 : 0); }, 4000, 0.05, 5, true);
  EXPECT_NEAR(noise_of(c.t, c.y), 0.05, 0.003);
}

}  // namespace
}  // namespace carom::study
