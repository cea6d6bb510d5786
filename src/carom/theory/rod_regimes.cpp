// SPDX-License-Identifier: Apache-2.0
#include "carom/theory/rod_regimes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/base/bad_input.hpp"
#include "carom/base/constants.hpp"
#include "carom/base/number_text.hpp"

namespace carom::theory {
namespace {

constexpr double quarter = pi / 2;

void check_q(double q) {
  if (!(q > 0)) throw BadInput("the ratio q = (1 + eps) |c_z|/c_x must be above 0, got " + number_text(q));
}

// The root of f between a and b, where f changes sign.
template <class F>
double bisect(const F& f, double a, double b) {
  const bool rising = f(a) < 0;
  while (std::abs(b - a) > 1e-15) {
    const double middle = (a + b) / 2;
    if (middle == a || middle == b) break;
    ((f(middle) < 0) == rising ? a : b) = middle;
  }
  return (a + b) / 2;
}

// > 0: slide
double slide_margin(const RodLever& lever, double mu, double q) {
  const double XZ = lever.X * lever.Z, x2 = lever.X * lever.X, z2 = lever.Z * lever.Z;
  return lever.k2 + x2 + mu * XZ - q * (mu * (lever.k2 + z2) + XZ);
}

std::vector<RodBorderPoint> border(int n, const auto& friction) {
  if (n < 1) throw BadInput("a border needs at least one interval");
  std::vector<RodBorderPoint> points;
  for (int i = 0; i <= n; ++i) {
    const double phi = i == n ? quarter : quarter * i / n, mu = friction(phi);
    if (mu > 0 && std::isfinite(mu)) points.push_back({.phi = phi, .mu = mu});
  }
  return points;
}

}  // namespace

double reversal_friction(const RodShape& shape, double phi) {
  const RodLever lever = rod_lever(shape, phi);
  return lever.X * lever.Z / (lever.k2 + lever.Z * lever.Z);  // (1)
}

double slide_friction(const RodShape& shape, double phi, double q) {
  check_q(q);
  const RodLever lever = rod_lever(shape, phi);
  const double XZ = lever.X * lever.Z, numerator = lever.k2 + lever.X * lever.X - q * XZ;
  const double denominator = q * (lever.k2 + lever.Z * lever.Z) - XZ;
  if (numerator <= 0) return 0;
  return denominator > 0 ? numerator / denominator : std::numeric_limits<double>::infinity();  // (2)
}

RodRegime rod_regime(const RodShape& shape, double phi, double mu, double q) {
  check_q(q);
  if (slide_margin(rod_lever(shape, phi), mu, q) > 0) return RodRegime::slide;
  return mu >= reversal_friction(shape, phi) ? RodRegime::slip_stick : RodRegime::slip_reversal;
}

RodReversalLimit reversal_limit(const RodShape& shape) {
  if (shape.geometry == RodTip::thin) return {.mu = 0.75, .phi = std::atan(2.0)};
  // (1) has one maximum: golden sections.
  const auto friction = [&](double phi) { return reversal_friction(shape, phi); };
  const double golden = (std::sqrt(5.0) - 1) / 2;
  double low = 0, high = quarter;
  while (high - low > 1e-9) {
    const double left = high - golden * (high - low), right = low + golden * (high - low);
    if (friction(left) < friction(right))
      low = left;
    else
      high = right;
  }
  const double phi = (low + high) / 2;
  return {.mu = friction(phi), .phi = phi};
}

std::optional<RodReversalRange> reversal_range(const RodShape& shape, double mu) {
  if (!(mu > 0)) throw BadInput("friction mu must be above 0, got " + number_text(mu));
  if (shape.geometry == RodTip::thin) {
    check_rod_shape(shape);
    const double square = 9 - 16 * mu * mu;
    if (square < 0) return {};
    // t₁ t₂ = 4: without the cancellation of 3 − √…
    const double t = (3 + std::sqrt(square)) / (2 * mu);
    return RodReversalRange{.lower = std::atan(4 / t), .upper = std::atan(t)};
  }
  const RodReversalLimit limit = reversal_limit(shape);
  if (!(mu < limit.mu)) return {};
  const auto excess = [&](double phi) { return reversal_friction(shape, phi) - mu; };
  RodReversalRange range{.lower = bisect(excess, 0, limit.phi)};
  if (excess(quarter) < 0) range.upper = bisect(excess, limit.phi, quarter);
  return range;
}

std::vector<double> slide_borders(const RodShape& shape, double mu, double q) {
  check_q(q);
  std::vector<double> roots;
  if (shape.geometry == RodTip::thin) {  // (4)
    check_rod_shape(shape);
    const double a = 4 - q * mu, b = 3 * (mu - q), c = 1 - 4 * q * mu, square = b * b - 4 * a * c;
    if (!(square > 0)) return roots;
    const double sum = -0.5 * (b + std::copysign(std::sqrt(square), b));
    for (const double t : {sum / a, c / sum})
      if (t > 0 && std::isfinite(t)) roots.push_back(std::atan(t));
    std::sort(roots.begin(), roots.end());
    return roots;
  }
  const auto margin = [&](double phi) { return slide_margin(rod_lever(shape, phi), mu, q); };
  constexpr int points = 2880;
  double a = 0, f_a = margin(a);
  for (int i = 1; i <= points; ++i) {
    const double b = quarter * i / points, f_b = margin(b);
    if ((f_a > 0) != (f_b > 0)) roots.push_back(bisect(margin, a, b));
    a = b;
    f_a = f_b;
  }
  return roots;
}

std::vector<RodBorderPoint> reversal_border(const RodShape& shape, int n) {
  return border(n, [&](double phi) { return reversal_friction(shape, phi); });
}

std::vector<RodBorderPoint> slide_border(const RodShape& shape, double q, int n) {
  return border(n, [&](double phi) { return slide_friction(shape, phi, q); });
}

}  // namespace carom::theory
