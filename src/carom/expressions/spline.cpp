// SPDX-License-Identifier: Apache-2.0
#include "carom/expressions/spline.hpp"

#include <algorithm>
#include <cmath>

#include "carom/base/bad_input.hpp"
#include "carom/base/number_text.hpp"

namespace carom::expressions {
namespace {

void check_points(const std::vector<std::pair<double, double>>& points) {
  if (points.size() < 2) throw BadInput("a table needs at least two points, got " + std::to_string(points.size()));
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto& [x, y] = points[i];
    if (!std::isfinite(x) || !std::isfinite(y))
      throw BadInput("point " + std::to_string(i + 1) + " of a table is not finite");
    if (i > 0 && !(points[i - 1].first < x))
      throw BadInput("the places of a table must increase: point " + std::to_string(i + 1) + " is at " +
                     number_text(x) + ", after " + number_text(points[i - 1].first));
  }
}

// (3), by elimination from the left.
std::vector<double> second_derivatives(const std::vector<double>& x, const std::vector<double>& y) {
  const std::size_t n = x.size() - 1;
  std::vector<double> M(n + 1, 0.0), upper(n + 1, 0.0), right(n + 1, 0.0);
  for (std::size_t i = 1; i < n; ++i) {
    const double before = x[i] - x[i - 1], after = x[i + 1] - x[i];
    const double pivot = 2 * (before + after) - before * upper[i - 1];
    const double bend = 6 * ((y[i + 1] - y[i]) / after - (y[i] - y[i - 1]) / before);
    upper[i] = after / pivot;
    right[i] = (bend - before * right[i - 1]) / pivot;
  }
  for (std::size_t i = n; i-- > 1;) M[i] = right[i] - upper[i] * M[i + 1];
  return M;
}

}  // namespace

Spline::Spline(const std::vector<std::pair<double, double>>& points) {
  check_points(points);
  for (const auto& [x, y] : points) {
    x_.push_back(x);
    y_.push_back(y);
  }
  const std::vector<double> M = second_derivatives(x_, y_);
  const std::size_t n = x_.size() - 1;
  pieces_.resize(n + 2);
  for (std::size_t i = 0; i < n; ++i) {
    const double h = x_[i + 1] - x_[i];
    pieces_[i + 1] = {y_[i], (y_[i + 1] - y_[i]) / h - h * (2 * M[i] + M[i + 1]) / 6, M[i] / 2,
                      (M[i + 1] - M[i]) / (6 * h)};
  }
  pieces_[0] = {y_[0], pieces_[1].b, 0, 0};
  const double last = x_[n] - x_[n - 1];
  pieces_[n + 1] = {y_[n], polynomial(pieces_[n], last, 1), 0, 0};
}

std::size_t Spline::piece_at(double x) const {
  return static_cast<std::size_t>(std::upper_bound(x_.begin(), x_.end(), x) - x_.begin());
}

template <class Real>
Real Spline::polynomial(const Piece& p, const Real& s, int order) {
  switch (order) {
    case 0: return p.y + s * (p.b + s * (p.c + s * p.d));
    case 1: return p.b + s * (2 * p.c + s * (3 * p.d));
    case 2: return 2 * p.c + s * (6 * p.d);
    case 3: return Real(6 * p.d);
    default: return Real(0.0);
  }
}

double Spline::operator()(double x, int order) const {
  if (std::isnan(x)) return x;
  const std::size_t at = piece_at(x);
  return polynomial(pieces_[at], x - x_[at > 0 ? at - 1 : 0], order);
}

Interval Spline::operator()(const Interval& x, int order) const {
  if (!x.is_bounded()) return Interval::entire();
  const std::size_t first = piece_at(x.low), last = piece_at(x.high);
  Interval range;
  for (std::size_t at = first; at <= last; ++at) {
    const double low = at == first ? x.low : x_[at - 1], high = at == last ? x.high : x_[at];
    const Interval s = Interval(low, high) - Interval(x_[at > 0 ? at - 1 : 0]);
    const Interval here = polynomial(pieces_[at], s, order);
    range = at == first ? here : hull(range, here);
  }
  return range;
}

}  // namespace carom::expressions
