// SPDX-License-Identifier: Apache-2.0
// One step of the Dormand–Prince method of order eight with its continuous extension of order seven (DOP853), for vectors
// of fixed size on the stack, or (N = at_most(n) or Eigen::Dynamic) for a window of a longer vector that keeps its memory.
//
// Model
//   (1)  y₁ = y₀ + h Σ b_i k_i,  k_i = f(t + c_i h, y₀ + h Σ a_ij k_j)      twelve stages, first same as last
//   (2)  error from embedded methods of order five and three: h ‖e₅‖²/√(‖e₅‖² + 0.01 ‖e₃‖²)
//   (3)  y(θ) = y₀ + θ(r₁ + (1−θ)(r₂ + θ(r₃ + (1−θ)(r₄ + θ(r₅ + (1−θ)(r₆ + θ r₇))))))      three more stages
//
// Why       A contact phase of the dimer at a tolerance of 1e-10 takes about sixty steps of the order-five pair and about
//           thirteen of this one.
// Source    hairer_norsett_wanner_1993 sections II.5 and II.6 (method and coefficients by Dormand, Prince and Hairer).
// Differs   Nothing is controlled here: the caller scales the error and chooses h.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>
#include <vector>

#include "carom/base/dual.hpp"
#include "carom/base/vector.hpp"
#include "carom/flow/dormand_prince_853_table.hpp"

namespace carom {

namespace dop853 {

// ∫ y over a step for one component of a flow, by (1) as if the integral were a component of its own: from y at the start
// and the slopes of y at the stages, slope(0) … slope(11).
template <class Real, class Slope>
Real integral(double h, const Real& y0, Slope&& slope) {
  Real sum = 0.0;
  for (int i = 0; i < 12; ++i) {
    if (b[i] == 0) continue;
    Real change = 0.0;
    for (int j = 0; j < i; ++j) change += a[i][j] * slope(j);
    sum += b[i] * (y0 + h * change);
  }
  return h * sum;
}

}  // namespace dop853

template <int N, class Real = double>
class DormandPrince853 {
 public:
  using Y = Vector<N, Real>;

  double h = 0;
  Y y0, y1;

  // Of a long vector: its length; and the components [first, end) that move. The others are not touched.
  void set_length(int length) {
    for (Y* list : {&y0, &y1, &trial_.y}) list->setZero(length);
    for (Y& k : k_) k.setZero(length);
    for (Y& r : r_) r.setZero(length);
    set_window(0, length);
  }
  void set_window(int first, int end) {
    window_.first = first;
    window_.end = end;
  }

  // Evaluates the slope at the start; f(t, y, dydt) fills dydt.
  template <class F>
  void begin(F&& f, Real t, const Y& y) {
    copy(y, y0);
    restart(f, t);
  }
  // The same after y0 has been changed in place.
  template <class F>
  void restart(F&& f, Real t) {
    f(t, y0, k_[0]);
  }

  template <class F>
  void attempt(F&& f, Real t, double step) {
    h = step;
    stage<1>(f, t);
    stage<2>(f, t);
    stage<3>(f, t);
    stage<4>(f, t);
    stage<5>(f, t);
    stage<6>(f, t);
    stage<7>(f, t);
    stage<8>(f, t);
    stage<9>(f, t);
    stage<10>(f, t);
    stage<11>(f, t);
    copy(y0, y1);
    add<12>(dop853::b, h, y1);
    f(t + h, y1, k_[12]);
  }

  // Prepares the next step: its start is this step's end.
  void advance() {
    copy(y1, y0);
    copy(k_[12], k_[0]);
  }

  const Y& slope_at_start() const { return k_[0]; }
  const Y& slope_at_end() const { return k_[12]; }

  // ∫ y_i over the step.
  Real integral(int i) const {
    return dop853::integral(h, y0[i], [&](int j) -> const Real& { return k_[j][i]; });
  }

  // (2), with the components divided by `scale`: 1 is the tolerance.
  double error_norm(const Vector<N>& scale) const {
    Y e5 = zeros<N, Real>(window_.end), e3 = zeros<N, Real>(window_.end);
    add<13>(dop853::e5, 1.0, e5);
    add<13>(dop853::e3, 1.0, e3);
    double n5 = 0, n3 = 0;
    for (int i = window_.first; i < window_.end; ++i) {
      const double inverse = 1 / scale[i];
      const double s5 = value_of(e5[i]) * inverse, s3 = value_of(e3[i]) * inverse;
      n5 += s5 * s5;
      n3 += s3 * s3;
    }
    return error_of(n5, n3, window_.end - window_.first);
  }
  // The same for the window of a long vector, of which the worst part counts and not the mean: the sum of squares.
  double error_sum(double tolerance) {
    const double n5 = squares(dop853::e5, tolerance);
    return error_of(n5, squares(dop853::e3, tolerance), 1);
  }

  // Coefficients of (3); call once per accepted step before `at`.
  template <class F>
  void prepare_dense(F&& f, Real t) {
    stage<13>(f, t);
    stage<14>(f, t);
    stage<15>(f, t);
    in_window(r_[0]) = in_window(y1) - in_window(y0);
    in_window(r_[1]) = Real(h) * in_window(k_[0]) - in_window(r_[0]);
    in_window(r_[2]) = Real(2.0) * in_window(r_[0]) - Real(h) * (in_window(k_[12]) + in_window(k_[0]));
    for (int d = 0; d < 4; ++d) {
      in_window(r_[3 + d]).setZero();
      add<16>(dop853::d[d], h, r_[3 + d]);
    }
  }

  Y at(double theta) const { return head_at<N>(theta, static_cast<int>(y0.size())); }

  // One component.
  Real at(double theta, int i) const {
    const double c = 1 - theta;
    Real v = r_[6][i];
    v = (v * theta + r_[5][i]) * c;
    v = (v + r_[4][i]) * theta;
    v = (v + r_[3][i]) * c;
    v = (v + r_[2][i]) * theta;
    v = (v + r_[1][i]) * c;
    v = (v + r_[0][i]) * theta;
    return y0[i] + v;
  }

  // The first n components.
  template <int Count>
  Vector<Count, Real> head_at(double theta, int n = Count) const {
    Vector<Count, Real> y;
    y.resize(n);
    for (int i = 0; i < n; ++i) y[i] = at(theta, i);
    return y;
  }

  // What (3) needs, behind `list`: y₀ and r₁ … r₇; and taken back from there, so that `at` answers as before.
  void save_dense(std::vector<double>& list) const {
    list.insert(list.end(), y0.data(), y0.data() + y0.size());
    for (const Y& r : r_) list.insert(list.end(), r.data(), r.data() + r.size());
  }
  void load_dense(double step, const double* list, int length) {
    h = step;
    y0.resize(length);
    for (int i = 0; i < length; ++i) y0[i] = *list++;
    for (Y& r : r_) {
      r.resize(length);
      for (int i = 0; i < length; ++i) r[i] = *list++;
    }
  }

  static double next_step_factor(double error, double safety = 0.9) {
    if (!(error > 0)) return 6;
    return std::clamp(safety / std::sqrt(std::sqrt(std::sqrt(error))), 0.333, 6.0);
  }

 private:
  static constexpr bool is_long = !is_fixed(N);
  struct Window {
    int first = 0, end = 0;
  };
  struct Whole {
    static constexpr int first = 0, end = N;
  };
  struct Trial {
    Y y;
  };
  struct Nothing {};

  // The components that move.
  template <class List>
  decltype(auto) in_window(List& y) const {
    if constexpr (is_long)
      return y.segment(window_.first, window_.end - window_.first);
    else
      return (y);
  }
  void copy(const Y& from, Y& to) const {
    for (int i = window_.first; i < window_.end; ++i) to[i] = from[i];
  }

  // y += h Σ_j c_j k_j over the first Count stages; zeros of the table are skipped when it is unrolled.
  template <int Count>
  void add(const std::array<double, 16>& c, double factor, Y& y) const {
#pragma GCC unroll 16
    for (int j = 0; j < Count; ++j) {
      if (c[j] == 0) continue;
      const double weight = factor * c[j];
      for (int i = window_.first; i < window_.end; ++i) y[i] += weight * k_[j][i];
    }
  }

  template <int S, class F>
  void stage(F&& f, Real t) {
    if constexpr (is_long) {
      copy(y0, trial_.y);
      add<S>(dop853::a[S], h, trial_.y);
      f(t + dop853::c[S] * h, trial_.y, k_[S]);
    } else {
      Y y = y0;
      add<S>(dop853::a[S], h, y);
      f(t + dop853::c[S] * h, y, k_[S]);
    }
  }

  double squares(const std::array<double, 16>& c, double tolerance) {
    in_window(trial_.y).setZero();
    add<13>(c, 1.0, trial_.y);
    double sum = 0;
    for (int i = window_.first; i < window_.end; ++i) {
      const double scaled = value_of(trial_.y[i]) / tolerance;
      sum += scaled * scaled;
    }
    return sum;
  }
  double error_of(double n5, double n3, int components) const {
    if (n5 == 0 && std::isfinite(n3)) return 0;
    const double both = (n5 + 0.01 * n3) * components;
    // n₃ may overflow where n₅ does not, and their quotient would be zero.
    return std::isfinite(both) ? std::abs(h) * n5 / std::sqrt(both) : HUGE_VAL;
  }

  std::array<Y, 16> k_;
  std::array<Y, 7> r_;
  [[no_unique_address]] std::conditional_t<is_long, Window, Whole> window_;
  [[no_unique_address]] std::conditional_t<is_long, Trial, Nothing> trial_;
};

}  // namespace carom
