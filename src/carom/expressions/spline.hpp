// SPDX-License-Identifier: Apache-2.0
// A function of one variable through given points: the natural cubic spline, with straight lines beyond its ends.
//
// Model     points (x_i, y_i), i = 0 … n, x_i < x_{i+1}; h_i = x_{i+1} − x_i, M_i = f″(x_i):
//   (1)  f(x_i + s) = y_i + b_i s + c_i s² + d_i s³,  0 ≤ s ≤ h_i
//   (2)  c_i = M_i/2,  d_i = (M_{i+1} − M_i)/(6 h_i),  b_i = (y_{i+1} − y_i)/h_i − h_i (2 M_i + M_{i+1})/6
//   (3)  h_{i−1} M_{i−1} + 2 (h_{i−1} + h_i) M_i + h_i M_{i+1} = 6 ((y_{i+1} − y_i)/h_i − (y_i − y_{i−1})/h_{i−1}),  M_0 = M_n = 0
//   (4)  f(x) = y_0 + b_0 (x − x_0) below x_0, and likewise above x_n
// The first and the second derivative are continuous everywhere, at the ends too; the third is constant in each piece.
// Ranges    A range of x gets the hull of the pieces that it meets. Where the third derivative jumps, of the slope of its slope
//           nothing is known.
// Source    de_boor_2001 chapter IV.
// Limits    At least two points; two points make a straight line.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "carom/base/dual.hpp"
#include "carom/base/interval.hpp"

namespace carom::expressions {

class Spline {
 public:
  // Throws BadInput with a sentence about the point that is wrong.
  explicit Spline(const std::vector<std::pair<double, double>>& points);

  // The derivative of that order, 0 the function itself.
  double operator()(double x, int order = 0) const;
  Interval operator()(const Interval& x, int order = 0) const;
  template <class T>
  Dual<T> operator()(const Dual<T>& x, int order = 0) const {
    if constexpr (holds_ranges<T>)
      if (order >= 3) return {(*this)(x.value, order), slope_of_steps(x.value, order)};
    return {(*this)(x.value, order), (*this)(x.value, order + 1) * x.slope};
  }

  const std::vector<double>& places() const { return x_; }
  const std::vector<double>& values() const { return y_; }

 private:
  struct Piece {
    double y, b, c, d;
  };
  std::size_t piece_at(double x) const;  // 0 below x_0, i + 1 above x_i
  template <class Real>
  static Real polynomial(const Piece& piece, const Real& s, int order);
  template <class T>
  T slope_of_steps(const T& x, int order) const {
    return order > 3 || in_one_piece(x) ? T(0.0) : detail::Unknown<T>::number();
  }
  bool in_one_piece(const Interval& x) const { return piece_at(x.low) == piece_at(x.high); }
  template <class T>
  bool in_one_piece(const Dual<T>& x) const {
    return in_one_piece(x.value);
  }

  std::vector<double> x_, y_;
  std::vector<Piece> pieces_;  // the line below, one for each pair of points, the line above
};

}  // namespace carom::expressions
