// SPDX-License-Identifier: Apache-2.0
#include "carom/theory/rod_drift.hpp"

#include <algorithm>
#include <cmath>

#include "carom/base/bad_input.hpp"
#include "carom/base/constants.hpp"
#include "carom/base/number_text.hpp"

namespace carom::theory {
namespace {

struct Closure {
  double a, b;
  double c_z;   // c_z′ over V_z
  double half;  // P_z/2 over V_z
};

Closure closure(const RodRow& row, double phi) {
  if (!(row.mu > 0))
    throw BadInput("a drift without friction is any drift: mu must be above 0, got " + number_text(row.mu));
  if (!(row.eps >= 0 && row.eps <= 1))
    throw BadInput("restitution eps must be between 0 and 1, got " + number_text(row.eps));
  if (!(row.r >= 0)) throw BadInput("the fraction r = -c_z/c_z' must be at least 0, got " + number_text(row.r));
  const RodLever lever = rod_lever(row.shape, phi);
  const double inverse = 1 / lever.k2;
  const double divisor = 1 - row.eps * row.r + (1 + row.r) * lever.X * lever.X * inverse;  // (2)
  if (!(divisor > 0))
    throw BadInput("no steady drift: 1 - eps r + (1 + r) X^2/k^2 = " + number_text(divisor) +
                   " must be above 0, else every collision adds to the speed");
  const double c_z = (1 + row.eps) / divisor;
  return {.a = lever.X * lever.Z * inverse,
          .b = row.mu * (1 + lever.Z * lever.Z * inverse),
          .c_z = c_z,
          .half = (1 + row.r) / 2 * c_z};
}

}  // namespace

RodDrift rod_drift(const RodRow& row, double phi) {
  const Closure c = closure(row, phi);
  const bool sticks = std::abs(c.a) <= c.b;
  return {.c_x = c.half * (c.a + std::copysign(std::min(std::abs(c.a), c.b), c.a)),  // (3)
          .c_z = c.c_z,
          .regime = sticks ? RodRegime::slip_stick : RodRegime::slip_reversal};
}

double rod_drift_sticking(const RodRow& row, double phi) {
  const Closure c = closure(row, phi);
  return 2 * c.half * c.a;
}

double rod_drift_reversing(const RodRow& row, double phi) {
  const Closure c = closure(row, phi);
  return c.half * (c.a + std::copysign(c.b, c.a));
}

RodDriftMaximum rod_drift_maximum(const RodRow& row) {
  // A coarse search, then golden sections: the drift has kinks where the regime changes.
  constexpr int points = 2000;
  const auto drift = [&](double phi) { return rod_drift(row, phi).c_x; };
  const double step = pi / 2 / points;
  int best = 1;
  for (int i = 1; i < points; ++i)
    if (drift(i * step) > drift(best * step)) best = i;
  double low = (best - 1) * step, high = (best + 1) * step;
  if (best == 1) low = 1e-3 * step;
  const double golden = (std::sqrt(5.0) - 1) / 2;
  while (high - low > 1e-9) {
    const double left = high - golden * (high - low), right = low + golden * (high - low);
    (drift(left) < drift(right) ? low : high) = drift(left) < drift(right) ? left : right;
  }
  const double phi = (low + high) / 2;
  return {.phi = phi, .c_x = drift(phi)};
}

}  // namespace carom::theory
