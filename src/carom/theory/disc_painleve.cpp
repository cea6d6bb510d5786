// SPDX-License-Identifier: Apache-2.0
#include "carom/theory/disc_painleve.hpp"

#include <cmath>

#include "carom/base/constants.hpp"

namespace carom::theory {
namespace {

double inertia_ratio(double r, double h) { return (r * r / 4 + h * h / 3) / (r * r + h * h); }

double bound(double k, double x) { return k / x + (1 + k) * x; }

}  // namespace

double disc_painleve_bound(double r, double h, double theta) {
  const double psi = theta + std::atan2(h, r);
  if (!(std::cos(psi) < 0)) return HUGE_VAL;
  return bound(inertia_ratio(r, h), -std::cos(psi) / std::sin(psi));
}

DiscPainleve disc_painleve(double r, double h) {
  const double k = inertia_ratio(r, h), inclined = std::sqrt(k / (1 + k));
  DiscPainleve result{.mu_min = bound(k, h / r), .mu_least = bound(k, h / r), .theta = pi / 2};
  if (inclined >= h / r) return result;
  // cot ψ = −x  ⇒  ψ = π/2 + atan x
  return {.mu_min = result.mu_min,
          .mu_least = bound(k, inclined),
          .theta = pi / 2 + std::atan(inclined) - std::atan2(h, r)};
}

}  // namespace carom::theory
