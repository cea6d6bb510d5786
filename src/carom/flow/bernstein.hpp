// SPDX-License-Identifier: Apache-2.0
// Roots of a guard on a step from its Bernstein coefficients.
//
// A guard is a function that is positive while its regime lasts; its event is the first downward crossing. On a step it is
// a polynomial of degree four (exactly, or as an interpolant), and in the Bernstein basis the polynomial lies in the convex
// hull of its coefficients: all coefficients positive means no root, without any sampling.
//
// A regime often begins exactly on its own event (a tip has just left the plate, a slip has just begun): the first
// coefficient is then zero up to rounding. Such a root is not an event as long as the guard rises from it; no dead time
// is needed, only a band ±ε of rounding around zero.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

namespace carom {

using Bernstein4 = std::array<double, 5>;

// Through the values at θ = 0, ¼, ½, ¾, 1.
inline Bernstein4 bernstein_through(const std::array<double, 5>& g) {
  return {g[0], (-13 * g[0] + 48 * g[1] - 36 * g[2] + 16 * g[3] - 3 * g[4]) / 12,
          (13 * g[0] - 64 * g[1] + 120 * g[2] - 64 * g[3] + 13 * g[4]) / 18,
          (-3 * g[0] + 16 * g[1] - 36 * g[2] + 48 * g[3] - 13 * g[4]) / 12, g[4]};
}

inline double evaluate(const Bernstein4& b, double theta) {
  Bernstein4 c = b;
  for (int level = 4; level > 0; --level)
    for (int i = 0; i < level; ++i) c[i] += theta * (c[i + 1] - c[i]);
  return c[0];
}

// dp/dθ: the polynomial of degree three through the differences of the coefficients.
inline double derivative(const Bernstein4& b, double theta) {
  std::array<double, 4> c{};
  for (int i = 0; i < 4; ++i) c[i] = 4 * (b[i + 1] - b[i]);
  for (int level = 3; level > 0; --level)
    for (int i = 0; i < level; ++i) c[i] += theta * (c[i + 1] - c[i]);
  return c[0];
}

inline void split(const Bernstein4& b, Bernstein4& left, Bernstein4& right) {
  Bernstein4 c = b;
  for (int level = 4; level >= 0; --level) {
    left[4 - level] = c[0];
    right[level] = c[level];
    for (int i = 0; i < level; ++i) c[i] = 0.5 * (c[i] + c[i + 1]);
  }
}

// No downward crossing: the guard starts no lower than −band, stays positive and ends clear of zero.
inline bool stays_positive(const Bernstein4& b, double band) {
  return b[0] >= -band && b[1] > 0 && b[2] > 0 && b[3] > 0 && b[4] > band;
}

// The first θ ∈ [0, 1] at which the polynomial crosses zero downwards, or touches it from above to within `band`; 2 if
// there is none. A start within the band that rises does not count.
inline double first_crossing(const Bernstein4& b, double band, double from = 0, double to = 1, int depth = 0) {
  if (stays_positive(b, band)) return 2;
  bool falling = true;
  for (int i = 0; i < 4; ++i) falling = falling && b[i + 1] < b[i];
  if (falling) {
    if (b[4] > band) return 2;
    if (b[4] >= 0) return to;  // touches at its end
    if (b[0] <= 0) return from;
    // One root: Newton's method kept inside the bracket.
    double low = 0, high = 1, theta = b[0] / (b[0] - b[4]);
    for (int iteration = 0; iteration < 60; ++iteration) {
      const double value = evaluate(b, theta);
      (value > 0 ? low : high) = theta;
      const double slope = derivative(b, theta);
      double next = slope < 0 ? theta - value / slope : 0.5 * (low + high);
      if (!(next > low && next < high)) next = 0.5 * (low + high);
      const double change = std::abs(next - theta);
      theta = next;
      if (change <= 1e-14) break;
    }
    return from + theta * (to - from);
  }
  const auto [smallest, largest] = std::minmax_element(b.begin(), b.end());
  if (*largest <= band && *smallest >= -band) return from > 0 ? from : 2;  // within rounding of zero
  if (*largest < -band) return from;
  if (depth >= 40) return b[4] < -band || from > 0 ? from : 2;
  Bernstein4 left, right;
  split(b, left, right);
  const double middle = 0.5 * (from + to);
  const double root = first_crossing(left, band, from, middle, depth + 1);
  return root <= 1 ? root : first_crossing(right, band, middle, to, depth + 1);
}

}  // namespace carom
