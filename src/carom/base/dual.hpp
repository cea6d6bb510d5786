// SPDX-License-Identifier: Apache-2.0
// Numbers that carry a derivative: a + b ε with ε² = 0. A formula written for any kind of number, evaluated with them, gives
// its value and its exact derivative along one direction. Nested, Dual<Dual<double>> gives second derivatives, and so on.
//
// Model
//   (1)  f(a + b ε) = f(a) + f′(a) b ε
// Use       Write `template <class Real>` and call sin, cos, sqrt unqualified after `using std::sin;`. Comparisons look at
//           values alone: a derivative is that of the branch taken. choose(condition, one, other) is for formulas that are
//           also evaluated with ranges (base/interval.hpp), for which a condition may have no answer.
// Limits    √ of a zero that does not vary is 0; of one that varies its slope is infinite, as it is.
// Source    Elementary.
#pragma once

#include <cmath>
#include <limits>
#include <type_traits>

#include <Eigen/Core>

namespace carom {

namespace detail {
template <class T>
struct Unknown;  // base/interval.hpp
}  // namespace detail

template <class T>
struct Dual;

// Is it a range of numbers (base/interval.hpp), or one that carries ranges of derivatives?
template <class T>
inline constexpr bool holds_ranges = false;
template <class T>
inline constexpr bool holds_ranges<Dual<T>> = holds_ranges<T>;

// What one() or other() gives.
template <class One, class Other>
auto choose(bool condition, const One& one, const Other& other) {
  return condition ? one() : other();
}

// Is it zero with all its derivatives? Comparisons look at values alone, and the slope of a nested number may be zero here
// and yet vary.
inline bool vanishes(double x) { return x == 0; }
template <class T>
bool vanishes(const Dual<T>& x) {
  return vanishes(x.value) && vanishes(x.slope);
}

template <class T>
struct Dual {
  T value{}, slope{};

  Dual() = default;
  Dual(double v) : value(v), slope(0.0) {}  // NOLINT: a constant is a number
  Dual(const T& v, const T& s) : value(v), slope(s) {}

  Dual operator-() const { return {-value, -slope}; }
  Dual& operator+=(const Dual& b) { return *this = *this + b; }
  Dual& operator-=(const Dual& b) { return *this = *this - b; }
  Dual& operator*=(const Dual& b) { return *this = *this * b; }
  Dual& operator/=(const Dual& b) { return *this = *this / b; }

  friend Dual operator+(const Dual& a, const Dual& b) { return {a.value + b.value, a.slope + b.slope}; }
  friend Dual operator-(const Dual& a, const Dual& b) { return {a.value - b.value, a.slope - b.slope}; }
  friend Dual operator*(const Dual& a, const Dual& b) {
    return {a.value * b.value, a.slope * b.value + a.value * b.slope};
  }
  friend Dual operator/(const Dual& a, const Dual& b) {
    const T quotient = a.value / b.value;
    return {quotient, (a.slope - quotient * b.slope) / b.value};
  }
  friend Dual operator+(const Dual& a, double b) { return {a.value + b, a.slope}; }
  friend Dual operator+(double a, const Dual& b) { return {a + b.value, b.slope}; }
  friend Dual operator-(const Dual& a, double b) { return {a.value - b, a.slope}; }
  friend Dual operator-(double a, const Dual& b) { return {a - b.value, -b.slope}; }
  friend Dual operator*(const Dual& a, double b) { return {a.value * b, a.slope * b}; }
  friend Dual operator*(double a, const Dual& b) { return {a * b.value, a * b.slope}; }
  friend Dual operator/(const Dual& a, double b) { return {a.value / b, a.slope / b}; }

  friend auto operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
  friend auto operator>(const Dual& a, const Dual& b) { return a.value > b.value; }
  friend auto operator<=(const Dual& a, const Dual& b) { return a.value <= b.value; }
  friend auto operator>=(const Dual& a, const Dual& b) { return a.value >= b.value; }
  friend auto operator==(const Dual& a, const Dual& b) { return a.value == b.value; }
  friend auto operator!=(const Dual& a, const Dual& b) { return a.value != b.value; }

  friend Dual sin(const Dual& a) {
    using std::cos, std::sin;
    return {sin(a.value), cos(a.value) * a.slope};
  }
  friend Dual cos(const Dual& a) {
    using std::cos, std::sin;
    return {cos(a.value), -(sin(a.value) * a.slope)};
  }
  friend Dual tan(const Dual& a) {
    using std::tan;
    const T tangent = tan(a.value);
    return {tangent, (1 + tangent * tangent) * a.slope};
  }
  friend Dual exp(const Dual& a) {
    using std::exp;
    const T power = exp(a.value);
    return {power, power * a.slope};
  }
  friend Dual log(const Dual& a) {
    using std::log;
    return {log(a.value), a.slope / a.value};
  }
  friend Dual atan2(const Dual& y, const Dual& x) {
    using std::atan2;
    if constexpr (holds_ranges<T>)
      if (angle_may_jump(y.value, x.value)) return {atan2(y.value, x.value), detail::Unknown<T>::number()};
    return {atan2(y.value, x.value), (y.slope * x.value - x.slope * y.value) / (x.value * x.value + y.value * y.value)};
  }
  friend Dual hypot(const Dual& x, const Dual& y) { return sqrt(x * x + y * y); }
  friend Dual sqrt(const Dual& a) {
    using std::sqrt;
    const T root = sqrt(a.value);
    if (vanishes(a.slope)) return {root, T(0.0)};
    return {root, a.slope / (2 * root)};
  }
  friend Dual pow(const Dual& a, double exponent) {
    using std::pow;
    const T power = pow(a.value, exponent);
    if (vanishes(a.slope)) return {power, T(0.0)};
    return {power, exponent * pow(a.value, exponent - 1) * a.slope};
  }
  friend Dual abs(const Dual& a) {
    if constexpr (holds_ranges<T>)
      return {abs(a.value), choose(
                                a.value < T(0.0), [&] { return -a.slope; }, [&] { return a.slope; })};
    else
      return a.value < T(0.0) ? -a : a;
  }
  // Without ranges std::min and std::max do.
  friend Dual min(const Dual& a, const Dual& b) requires holds_ranges<T> {
    return {min(a.value, b.value), choose(
                                       b.value < a.value, [&] { return b.slope; }, [&] { return a.slope; })};
  }
  friend Dual max(const Dual& a, const Dual& b) requires holds_ranges<T> { return -min(-a, -b); }
  friend bool isfinite(const Dual& a) {
    using std::isfinite;
    return isfinite(a.value) && isfinite(a.slope);
  }
};

inline double value_of(double x) { return x; }
template <class T>
double value_of(const Dual<T>& x) {
  return value_of(x.value);
}

}  // namespace carom

template <class T>
struct Eigen::NumTraits<carom::Dual<T>> : Eigen::NumTraits<double> {
  using Real = carom::Dual<T>;
  using NonInteger = carom::Dual<T>;
  using Nested = carom::Dual<T>;
  using Literal = double;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 2,
    AddCost = 2,
    MulCost = 4
  };
};
