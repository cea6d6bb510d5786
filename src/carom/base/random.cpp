// SPDX-License-Identifier: Apache-2.0
#include "carom/base/random.hpp"

#include <cmath>
#include <limits>

namespace carom {
namespace {

// ln x for x > 0 by the series of 2 artanh(s), s = (m − 1)/(m + 1), x = m 2ⁿ with m in [√½, √2): |s| < 0.172, so that
// twelve terms reach rounding. The library's own logarithm may differ in the last bit from one platform to another.
double natural_log(double x) {
  int n = 0;
  double m = std::frexp(x, &n);  // exact
  if (m < 0.70710678118654752440) {
    m *= 2;
    --n;
  }
  const double s = (m - 1) / (m + 1);
  const double s2 = s * s;
  double sum = 0;
  for (int k = 23; k >= 3; k -= 2) sum = (sum + 1.0 / k) * s2;
  constexpr double ln2_high = 0x1.62e42feep-1, ln2_low = 0x1.a39ef35793c76p-33;  // n · ln2_high is exact
  return n * ln2_high + (2 * s + (2 * s * sum + n * ln2_low));
}

template <std::size_t size>
double polynomial(const double (&coefficients)[size], double x) {
  double sum = 0;
  for (std::size_t i = size; i-- > 0;) sum = sum * x + coefficients[i];
  return sum;
}

// AS 241, PPND16: numerators and denominators for the middle and the two tails, constant term first.
constexpr double middle_num[] = {3.3871328727963666080e0,  1.3314166789178437745e+2, 1.9715909503065514427e+3,
                                 1.3731693765509461125e+4, 4.5921953931549871457e+4, 6.7265770927008700853e+4,
                                 3.3430575583588128105e+4, 2.5090809287301226727e+3};
constexpr double middle_den[] = {1.0,
                                 4.2313330701600911252e+1,
                                 6.8718700749205790830e+2,
                                 5.3941960214247511077e+3,
                                 2.1213794301586595867e+4,
                                 3.9307895800092710610e+4,
                                 2.8729085735721942674e+4,
                                 5.2264952788528545610e+3};
constexpr double near_num[] = {1.42343711074968357734e0,  4.63033784615654529590e0, 5.76949722146069140550e0,
                               3.64784832476320460504e0,  1.27045825245236838258e0, 2.41780725177450611770e-1,
                               2.27238449892691845833e-2, 7.74545014278341407640e-4};
constexpr double near_den[] = {1.0,
                               2.05319162663775882187e0,
                               1.67638483018380384940e0,
                               6.89767334985100004550e-1,
                               1.48103976427480074590e-1,
                               1.51986665636164571966e-2,
                               5.47593808499534494600e-4,
                               1.05075007164441684324e-9};
constexpr double far_num[] = {6.65790464350110377720e0,  5.46378491116411436990e0,  1.78482653991729133580e0,
                              2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                              2.71155556874348757815e-5, 2.01033439929228813265e-7};
constexpr double far_den[] = {1.0,
                              5.99832206555887937690e-1,
                              1.36929880922735805310e-1,
                              1.48753612908506148525e-2,
                              7.86869131145613259100e-4,
                              1.84631831751005468180e-5,
                              1.42151175831644588870e-7,
                              2.04426310338993978564e-15};

}  // namespace

double normal_quantile(double p) {
  if (!(p >= 0 && p <= 1)) return std::numeric_limits<double>::quiet_NaN();
  const double q = p - 0.5;
  if (std::abs(q) <= 0.425) {
    const double r = 0.180625 - q * q;
    return q * polynomial(middle_num, r) / polynomial(middle_den, r);
  }
  const double tail = q < 0 ? p : 1 - p;
  if (tail == 0) return std::copysign(std::numeric_limits<double>::infinity(), q);
  const double r = std::sqrt(-natural_log(tail));
  const double size = r <= 5 ? polynomial(near_num, r - 1.6) / polynomial(near_den, r - 1.6)
                             : polynomial(far_num, r - 5) / polynomial(far_den, r - 5);
  return q < 0 ? -size : size;
}

}  // namespace carom
