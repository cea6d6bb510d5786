// SPDX-License-Identifier: Apache-2.0
#include "carom/fit/local_polynomial.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Dense>

#include "carom/base/interrupt.hpp"

namespace carom::study {
namespace {

constexpr int most_terms = 6;
using Normal = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, most_terms, most_terms>;
using Terms = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, most_terms, 1>;

struct Window {
  std::size_t first = 0, last = 0;  // [first, last)
};

Window window_at(std::span<const double> t, std::size_t i, double half_width, std::size_t least) {
  const auto lower = std::lower_bound(t.begin(), t.end(), t[i] - half_width);
  const auto upper = std::upper_bound(t.begin(), t.end(), t[i] + half_width);
  Window w{static_cast<std::size_t>(lower - t.begin()), static_cast<std::size_t>(upper - t.begin())};
  while (w.last - w.first < std::min(least, t.size())) {
    const bool left = w.first > 0 && (w.last == t.size() || t[i] - t[w.first - 1] <= t[w.last] - t[i]);
    left ? --w.first : ++w.last;
  }
  return w;
}

struct Local {
  double value = 0, slope = 0, value_error = 0, slope_error = 0, own_weight = 0;
};

// In u = (t − t_i)/scale the fit is c = G⁻¹ Σ φ(u_j) y_j; its value is c_0, its slope c_1/scale, and the variances are the
// diagonal of G⁻¹.
Local fit_at(std::span<const double> t, std::span<const double> y, std::size_t i, double half_width, int degree) {
  leave_if_interrupted();
  const int terms = degree + 1;
  const Window w = window_at(t, i, half_width, static_cast<std::size_t>(degree + 2));
  const double scale = std::max({t[i] - t[w.first], t[w.last - 1] - t[i], 1e-300});
  Normal G = Normal::Zero(terms, terms);
  Terms rhs = Terms::Zero(terms);
  Terms phi(terms);
  for (std::size_t j = w.first; j < w.last; ++j) {
    const double u = (t[j] - t[i]) / scale;
    phi[0] = 1;
    for (int k = 1; k < terms; ++k) phi[k] = phi[k - 1] * u;
    G.noalias() += phi * phi.transpose();
    rhs += y[j] * phi;
  }
  const Normal inverse = G.ldlt().solve(Normal::Identity(terms, terms));
  const Terms c = inverse * rhs;
  return {.value = c[0],
          .slope = terms > 1 ? c[1] / scale : 0,
          .value_error = std::sqrt(std::max(inverse(0, 0), 0.0)),
          .slope_error = terms > 1 ? std::sqrt(std::max(inverse(1, 1), 0.0)) / scale : 0,
          .own_weight = inverse(0, 0)};
}

}  // namespace

Smoothed smooth(std::span<const double> t, std::span<const double> y, double half_width, int degree) {
  Smoothed s{.half_width = half_width};
  for (std::size_t i = 0; i < t.size(); ++i) {
    const Local local = fit_at(t, y, i, half_width, degree);
    s.value.push_back(local.value);
    s.slope.push_back(local.slope);
    s.value_error.push_back(local.value_error);
    s.slope_error.push_back(local.slope_error);
  }
  return s;
}

double choose_half_width(std::span<const double> t, std::span<const double> y, int degree) {
  const double span = t.back() - t.front(), spacing = span / static_cast<double>(t.size() - 1);
  const std::size_t stride = std::max<std::size_t>(t.size() / 500, 1);
  double best = (degree + 2) * spacing / 2, least = HUGE_VAL;
  for (double w = best; w <= std::max(span / 4, best); w *= 1.4) {
    double score = 0;
    for (std::size_t i = stride / 2; i < t.size(); i += stride) {
      const Local local = fit_at(t, y, i, w, degree);
      const double miss = (y[i] - local.value) / std::max(1 - local.own_weight, 1e-3);
      score += miss * miss;
    }
    if (score < least) {
      least = score;
      best = w;
    }
  }
  return best;
}

double noise_of(std::span<const double> t, std::span<const double> y) {
  std::vector<double> misses;
  for (std::size_t i = 1; i + 1 < t.size(); ++i) {
    const double a = (t[i] - t[i - 1]) / (t[i + 1] - t[i - 1]);
    const double d = y[i] - (1 - a) * y[i - 1] - a * y[i + 1];
    misses.push_back(std::abs(d) / std::sqrt(1 + a * a + (1 - a) * (1 - a)));
  }
  if (misses.empty()) return 0;
  const auto middle = misses.begin() + static_cast<std::ptrdiff_t>(misses.size() / 2);
  std::nth_element(misses.begin(), middle, misses.end());
  return 1.4826022185 * *middle;
}

}  // namespace carom::study
