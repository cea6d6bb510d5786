// SPDX-License-Identifier: Apache-2.0
// Further functions of numbers that carry derivatives (dual.hpp) and of ranges (interval.hpp): those that a formula of a user
// may name and that no built-in mechanism needs.
//
// Model     f(a + b ε) = f(a) + f′(a) b ε, with
//   (1)  asin′ = 1/√(1 − x²), acos′ = −asin′, atan′ = 1/(1 + x²), sinh′ = cosh, cosh′ = sinh, tanh′ = 1 − tanh²
//   (2)  (aᵇ)′ = b aᵇ⁻¹ a′ + log(a) aᵇ b′; the second term is left out where b does not vary, so that a may be negative
//   (3)  xⁿ for a whole n by products, the same ones for every kind of number: (x²)² x, not x·x·x·x·x
// Rounding  of ranges as in interval.hpp: asin, acos and atan are assumed within one step of the true value, sinh, cosh and
//           tanh within two ("Known Maximum Errors in Math Functions" of glibc), and ends move by one more.
// Source    Elementary.
// Limits    A range of exponents that is not one number needs positive bases.
#pragma once

#include <algorithm>
#include <cmath>

#include "carom/base/dual.hpp"
#include "carom/base/interval.hpp"

namespace carom {

// (1)
template <class T>
Dual<T> asin(const Dual<T>& a) {
  using std::asin, std::sqrt;
  return {asin(a.value), a.slope / sqrt(1 - a.value * a.value)};
}
template <class T>
Dual<T> acos(const Dual<T>& a) {
  using std::acos, std::sqrt;
  return {acos(a.value), -(a.slope / sqrt(1 - a.value * a.value))};
}
template <class T>
Dual<T> atan(const Dual<T>& a) {
  using std::atan;
  return {atan(a.value), a.slope / (1 + a.value * a.value)};
}
template <class T>
Dual<T> sinh(const Dual<T>& a) {
  using std::cosh, std::sinh;
  return {sinh(a.value), cosh(a.value) * a.slope};
}
template <class T>
Dual<T> cosh(const Dual<T>& a) {
  using std::cosh, std::sinh;
  return {cosh(a.value), sinh(a.value) * a.slope};
}
template <class T>
Dual<T> tanh(const Dual<T>& a) {
  using std::tanh;
  const T tangent = tanh(a.value);
  return {tangent, (1 - tangent * tangent) * a.slope};
}

namespace detail {

inline double lower_end(double x, int steps) {
  if (x == 0) return 0;
  for (int i = 0; i < steps; ++i) x = below(x);
  return x;
}
inline double upper_end(double x, int steps) { return -lower_end(-x, steps); }

}  // namespace detail

inline Interval asin(const Interval& x) {
  if (!(x.low >= -1 && x.high <= 1)) return Interval::entire();
  return {detail::lower_end(std::asin(x.low), 2), detail::upper_end(std::asin(x.high), 2)};
}
inline Interval acos(const Interval& x) {
  if (!(x.low >= -1 && x.high <= 1)) return Interval::entire();
  return {std::max(detail::lower_end(std::acos(x.high), 2), 0.0), detail::upper_end(std::acos(x.low), 2)};
}
inline Interval atan(const Interval& x) {
  if (x.is_entire()) return x;
  return {detail::lower_end(std::atan(x.low), 2), detail::upper_end(std::atan(x.high), 2)};
}
inline Interval sinh(const Interval& x) {
  if (x.is_entire()) return x;
  return {detail::lower_end(std::sinh(x.low), 3), detail::upper_end(std::sinh(x.high), 3)};
}
inline Interval cosh(const Interval& x) {
  if (x.is_entire()) return x;
  return {std::max(detail::lower_end(std::cosh(x.least_size()), 3), 1.0),
          detail::upper_end(std::cosh(x.largest_size()), 3)};
}
inline Interval tanh(const Interval& x) {
  if (x.is_entire()) return x;
  return {std::max(detail::lower_end(std::tanh(x.low), 3), -1.0),
          std::min(detail::upper_end(std::tanh(x.high), 3), 1.0)};
}
inline Interval floor(const Interval& x) {
  if (x.is_entire()) return x;
  return {std::floor(x.low), std::floor(x.high)};
}

inline Interval pow(const Interval& x, const Interval& exponent) {
  if (exponent.is_point()) return pow(x, exponent.low);
  if (!(x.low > 0) || exponent.is_entire()) return Interval::entire();
  const Interval power = exp(exponent * log(x));
  if (power.is_entire()) return power;
  return {std::max(detail::lower_end(power.low, 2), 0.0), detail::upper_end(power.high, 2)};
}

namespace detail {

inline bool is_one_number(double) { return true; }
inline bool is_one_number(const Interval& x) { return x.is_point(); }
template <class T>
bool is_one_number(const Dual<T>& x) {
  return is_one_number(x.value) && vanishes(x.slope);
}

}  // namespace detail

// (2)
template <class T>
Dual<T> pow(const Dual<T>& a, const Dual<T>& b) {
  using std::log, std::pow;
  if (detail::is_one_number(b)) return pow(a, value_of(b.value));
  const T power = pow(a.value, b.value);
  if (vanishes(a.slope)) return {power, log(a.value) * power * b.slope};
  const T by_base = b.value * pow(a.value, b.value - T(1.0)) * a.slope;
  if (vanishes(b.slope)) return {power, by_base};
  return {power, by_base + log(a.value) * power * b.slope};
}

// (3), n ≥ 1.
template <class Real>
Real product_power(const Real& x, int n) {
  if (n == 1) return x;
  const Real half = product_power(x, n / 2);
  const Real square = half * half;
  return n % 2 == 0 ? square : square * x;
}
// As doubles compute it: products of what is not negative are monotonic, rounded too, and odd powers follow by their sign.
inline Interval product_power(const Interval& x, int n) {
  if (x.is_entire()) return x;
  if (n == 2) return square(x);
  const auto at = [n](double end) { return product_power<Interval>(Interval(end), n); };
  if (n % 2 == 0) return {at(x.least_size()).low, at(x.largest_size()).high};
  return {at(x.low).low, at(x.high).high};
}
template <class T>
requires holds_ranges<T> Dual<T> product_power(const Dual<T>& x, int n) {
  return {product_power(x.value, n), n == 1 ? x.slope : double(n) * product_power(x.value, n - 1) * x.slope};
}
template <class Real>
Real whole_power(const Real& x, int n) {
  if (n == 0) return Real(1.0);
  if (n > 0) return product_power(x, n);
  return Real(1.0) / product_power(x, -n);
}

}  // namespace carom
