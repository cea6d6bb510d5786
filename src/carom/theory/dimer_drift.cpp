// SPDX-License-Identifier: Apache-2.0
#include "carom/theory/dimer_drift.hpp"

#include <cmath>

#include "carom/base/bad_input.hpp"
#include "carom/base/constants.hpp"

namespace carom::theory {

namespace {

struct Coefficients {
  double a, b, c, d;
};

Coefficients coefficients(const DriftCycle& cycle) {
  const double B_r = 2 * (cycle.A_r - 1);
  const Coefficients k{.a = cycle.mu * (2.8 + 0.5 * B_r * B_r), .b = B_r, .c = 0.8 + B_r * B_r, .d = cycle.mu * B_r};
  if (!(k.c > std::abs(k.d))) throw BadInput("the drift formulas need mu < (0.8 + B_r^2)/B_r with B_r = 2(A_r - 1)");
  return k;
}

// The bracket of (4) and (5): A(1 + cos α) + gΔt²/2 with Δt = phase/ω.
double travel(const DriftCycle& cycle, double phase) {
  if (!(cycle.f > 0)) throw BadInput("the drive needs a frequency f > 0");
  const double omega = 2 * pi * cycle.f;
  const double duration = phase / omega;
  const double amplitude = cycle.Gamma * cycle.g / (omega * omega);
  return amplitude * (1 + std::cos(cycle.alpha)) + 0.5 * cycle.g * duration * duration;
}

// (6) with `weight` on the term in π² + α²: 1/2, or 1 as printed.
double forward_drift(const DriftCycle& cycle, double weight) {
  const auto [a, b, c, d] = coefficients(cycle);
  const double alpha = cycle.alpha;
  return 50 / (pi * pi * (c * c - d * d)) *
         ((1 + std::cos(alpha)) * (a * c - b * d) * cycle.Gamma + weight * (pi * pi + alpha * alpha) * (a * c - b * d) +
          (b * c - a * d) * pi * alpha);
}

}  // namespace

double forward_displacement(const DriftCycle& cycle) {
  const auto [a, b, c, d] = coefficients(cycle);
  return (a + b) / (c + d) * travel(cycle, pi + cycle.alpha);
}

double backward_displacement(const DriftCycle& cycle) {
  const auto [a, b, c, d] = coefficients(cycle);
  return (a - b) / (c - d) * travel(cycle, pi - cycle.alpha);
}

double scaled_forward_drift(const DriftCycle& cycle) { return forward_drift(cycle, 0.5); }

double scaled_forward_drift_printed(const DriftCycle& cycle) { return forward_drift(cycle, 1); }

double scaled_backward_drift(const DriftCycle& cycle) {
  const auto [a, b, c, d] = coefficients(cycle);
  const double lag = pi - cycle.alpha;
  return 25 * (a - b) / (pi * pi * (c - d)) * ((1 + std::cos(cycle.alpha)) * cycle.Gamma + 0.5 * lag * lag);
}

}  // namespace carom::theory
