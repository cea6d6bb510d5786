// SPDX-License-Identifier: Apache-2.0
#include "carom/theory/dimer_slip.hpp"

#include <cmath>

#include "carom/base/bad_input.hpp"

namespace carom::theory {

double slip_growth_limit() { return 1 / std::sqrt(5.6); }

double slip_growth(double B_r, double mu) { return mu * B_r * B_r - 2 * B_r + 5.6 * mu; }

double slip_gain(double B_r, double mu, double m_b) { return slip_growth(B_r, mu) / (2 * m_b * (B_r * B_r + 1.6)); }

double slip_gain(const DimerBody& body, double theta, double mu) {
  return ((body.beta_1 + body.beta_4(theta) + body.beta_5(theta)) * mu - body.beta_6(theta)) / body.beta;
}

std::optional<SlipRange> growing_slip(double mu) {
  if (!(mu > 0)) throw BadInput("the slip coefficient mu must be positive");
  const double discriminant = 1 - 5.6 * mu * mu;
  if (discriminant < 0) return std::nullopt;
  // The product of the roots is 5.6: no cancellation in the small one.
  const double large = (1 + std::sqrt(discriminant)) / mu;
  return SlipRange{.B_r1 = 5.6 / large, .B_r2 = large};
}

}  // namespace carom::theory
