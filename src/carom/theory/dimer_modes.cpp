// SPDX-License-Identifier: Apache-2.0
#include "carom/theory/dimer_modes.hpp"

#include <cmath>

#include "carom/base/bad_input.hpp"
#include "carom/base/constants.hpp"

namespace carom::theory {

BouncingWindow bouncing_window(double e, int n) {
  if (!(e > 0 && e <= 1)) throw BadInput("the restitution coefficient e must lie in (0, 1]");
  if (n < 1) throw BadInput("the number of cycles n between two hits must be at least 1");
  const double lower = n * pi * (1 - e) / (1 + e);
  const double reach = 2 * (1 + e * e) / ((1 + e) * (1 + e));
  return {.Gamma_min = lower, .Gamma_max = std::hypot(lower, reach)};
}

std::optional<double> stable_phase(double e, int n, double Gamma) {
  const BouncingWindow window = bouncing_window(e, n);
  if (!(Gamma > window.Gamma_min && Gamma < window.Gamma_max)) return std::nullopt;
  return std::asin(window.Gamma_min / Gamma);
}

}  // namespace carom::theory
