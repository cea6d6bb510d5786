// SPDX-License-Identifier: Apache-2.0
// Ranges of numbers: an interval holds every value that a formula can take while its arguments stay in theirs. A formula
// written for any kind of number, evaluated with them, proves what it excludes: a gap whose interval lies above zero is open
// all over a box of time and coordinates.
//
// Model
//   (1)  f([a]) ⊇ { f(x) : x ∈ [a] }       for every operation, in exact arithmetic and as doubles compute it
//   (2)  [a] ⊆ [b]  ⇒  f([a]) ⊆ f([b])     to within the rounding of the ends
//
// Rounding  Ends are computed to nearest, then moved outwards by whole steps from double to double. Sums know the sign of
//           their rounding error (two-sum) and move only if there is one; products, quotients and roots are within half a
//           step and move by one; sin, cos, tan, exp, log, pow, atan2 and hypot are assumed within one step of the true
//           value, the largest error that glibc knows of for them ("Known Maximum Errors in Math Functions"), and move by
//           two: one for the end itself and one for what doubles compute at a point beside it. The rounding mode
//           stays to nearest, and no product may be fused with a sum (-ffp-contract=off).
// The whole line  stands for "nothing is known, not even that there is a value": what is undefined for some of its
//           arguments (a quotient by what may be zero, √ of what may be negative, log of what may not be positive, NaN) is the
//           whole line, and so is everything computed from it. A half-line is a range of numbers like others.
// Comparisons  of overlapping intervals have no answer. They give a Truth, which converts to bool where it is certain and
//           throws Undecided where it is not; choose(x > 0, one, other) then takes both branches. certainly_less asks for
//           certainty alone.
// One object, one quantity  x * x, both factors the same object, is a square: never negative. Two quantities with the same
//           range are two objects.
// Derivatives  Dual<Interval> holds ranges of values and of slopes. At a kink (abs, min, max) the slope holds those of both
//           sides; across a jump (choose undecided, atan2 over its cut) it is the whole line, so that a mean-value theorem
//           with it is true.
// Source    moore_kearfott_cloud_2009 chapters 2–6; knuth_1998 section 4.2.2 (two-sum); the treatment of what is undefined
//           is ours: ieee_1788_2015 leaves undefined points out instead.
// Limits    x − x is not zero: what a formula names twice it counts as two (mean-value forms: model/gap_enclosure.hpp). sin
//           and cos of ranges beyond 1e15 are [−1, 1]. Errors of libm are believed, not proved.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include <Eigen/Core>

#include "carom/base/dual.hpp"

namespace carom {

// A question about an interval whose answer differs from point to point.
struct Undecided : std::domain_error {
  Undecided()
      : std::domain_error("a comparison of overlapping intervals has no answer: see choose in base/interval.hpp") {}
};

// The answer to a comparison of ranges: it may hold for some values and fail for others.
struct Truth {
  bool may_hold = true, may_fail = true;
  bool is_certain() const { return may_hold != may_fail; }
  operator bool() const {  // NOLINT: formulas compare as they do with doubles
    if (!is_certain()) throw Undecided();
    return may_hold;
  }
};
inline bool certainly(const Truth& answer) { return !answer.may_fail; }
inline bool possibly(const Truth& answer) { return answer.may_hold; }

namespace detail {

// The next double below or above.
inline double below(double x) {
  if (std::isnan(x) || x == -std::numeric_limits<double>::infinity()) return x;
  if (x == 0) return -std::numeric_limits<double>::denorm_min();
  return std::bit_cast<double>(std::bit_cast<std::int64_t>(x) + (x > 0 ? -1 : 1));
}
inline double above(double x) { return -below(-x); }
// The end of a range of a function that libm computes, and that is zero only where it is so exactly (sin, tan, log).
inline double floor_of(double x) { return x == 0 ? 0 : below(below(x)); }
inline double ceiling_of(double x) { return x == 0 ? 0 : above(above(x)); }

// A sum of ends, rounded down. Lower ends are never +∞, so the sum is a number or −∞ or has overflowed.
inline double sum_below(double a, double b) {
  const double sum = a + b;
  if (!std::isfinite(sum)) return sum > 0 ? std::numeric_limits<double>::max() : sum;
  const double part = sum - a, error = (a - (sum - part)) + (b - part);
  return error >= 0 ? sum : below(sum);
}
// A product of ends, where 0 × ∞ is the product of zero and a large number.
inline double product(double a, double b) { return a == 0 || b == 0 ? 0 : a * b; }

}  // namespace detail

struct Interval {
  double low = 0, high = 0;

  Interval() = default;
  Interval(double x) : Interval(x, x) {}  // NOLINT: a constant is a number
  // Ends out of order, or NaN, or a number that has overflowed, say nothing: the whole line.
  Interval(double least, double most) : low(least), high(most) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (!(least <= most) || least == infinity || most == -infinity) {
      low = -infinity;
      high = infinity;
    }
  }
  static Interval entire() {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return {-infinity, infinity};
  }

  bool is_entire() const { return std::isinf(low) && std::isinf(high); }
  bool is_bounded() const { return std::isfinite(low) && std::isfinite(high); }
  bool is_point() const { return low == high; }
  bool contains(double x) const { return low <= x && x <= high; }
  bool contains(const Interval& x) const { return low <= x.low && x.high <= high; }
  double width() const { return high == low ? 0 : detail::above(high - low); }
  // A number inside, the middle where there is one.
  double middle() const {
    if (is_bounded()) return std::clamp(low / 2 + high / 2, low, high);
    return is_entire() ? 0 : std::isfinite(low) ? low : high;
  }
  double least_size() const { return low > 0 ? low : high < 0 ? -high : 0; }  // of |x|
  double largest_size() const { return std::max(-low, high); }

  Interval operator-() const { return {-high, -low}; }
  Interval& operator+=(const Interval& b) { return *this = *this + b; }
  Interval& operator-=(const Interval& b) { return *this = *this - b; }
  Interval& operator*=(const Interval& b) { return *this = *this * b; }
  Interval& operator/=(const Interval& b) { return *this = *this / b; }

  friend Interval operator+(const Interval& a, const Interval& b) {
    return {detail::sum_below(a.low, b.low), -detail::sum_below(-a.high, -b.high)};
  }
  friend Interval operator-(const Interval& a, const Interval& b) { return a + (-b); }
  friend Interval operator*(const Interval& a, const Interval& b) {
    if (a.is_entire() || b.is_entire()) return entire();
    if (&a == &b) return square(a);
    const double ll = detail::product(a.low, b.low), lh = detail::product(a.low, b.high);
    const double hl = detail::product(a.high, b.low), hh = detail::product(a.high, b.high);
    double least = std::min(std::min(ll, lh), std::min(hl, hh)), most = std::max(std::max(ll, lh), std::max(hl, hh));
    if ((a.low == 0 && a.high == 0) || (b.low == 0 && b.high == 0)) return {0.0, 0.0};
    least = detail::below(least);
    most = detail::above(most);
    // Signs are exact, whatever underflows.
    if ((a.low >= 0 && b.low >= 0) || (a.high <= 0 && b.high <= 0)) least = std::max(least, 0.0);
    if ((a.low >= 0 && b.high <= 0) || (a.high <= 0 && b.low >= 0)) most = std::min(most, 0.0);
    return {least, most};
  }
  friend Interval operator/(const Interval& a, const Interval& b) {
    if (a.is_entire() || b.contains(0.0)) return entire();
    if (b.high < 0) return -a / -b;
    const double least = a.low / (a.low >= 0 ? b.high : b.low), most = a.high / (a.high >= 0 ? b.low : b.high);
    return {a.low >= 0 ? std::max(detail::below(least), 0.0) : detail::below(least),
            a.high <= 0 ? std::min(detail::above(most), 0.0) : detail::above(most)};
  }
  friend Interval square(const Interval& a) {
    if (a.is_entire()) return a;
    const double least = a.least_size(), most = a.largest_size();
    return {std::max(detail::below(least * least), 0.0), most == 0 ? 0 : detail::above(most * most)};
  }

  friend Truth operator<(const Interval& a, const Interval& b) { return {a.low < b.high, a.high >= b.low}; }
  friend Truth operator<=(const Interval& a, const Interval& b) { return {a.low <= b.high, a.high > b.low}; }
  friend Truth operator>(const Interval& a, const Interval& b) { return b < a; }
  friend Truth operator>=(const Interval& a, const Interval& b) { return b <= a; }
  friend Truth operator==(const Interval& a, const Interval& b) {
    return {a.low <= b.high && b.low <= a.high, !(a.is_point() && b.is_point() && a.low == b.low)};
  }
  friend Truth operator!=(const Interval& a, const Interval& b) {
    const Truth equal = a == b;
    return {equal.may_fail, equal.may_hold};
  }
};

inline bool certainly_less(const Interval& a, const Interval& b) { return certainly(a < b); }
inline bool vanishes(const Interval& x) { return x.low == 0 && x.high == 0; }
inline Truth isfinite(const Interval& x) { return {true, !x.is_bounded()}; }
// The value, where there is only one.
inline double value_of(const Interval& x) {
  if (!x.is_point()) throw Undecided();
  return x.low;
}

inline Interval hull(const Interval& a, const Interval& b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}
// Of two ranges of one quantity. If they have nothing in common one of them was wrong, and nothing is known.
inline Interval intersection(const Interval& a, const Interval& b) {
  return {std::max(a.low, b.low), std::min(a.high, b.high)};
}

inline Interval abs(const Interval& x) { return x.is_entire() ? x : Interval(x.least_size(), x.largest_size()); }
inline Interval min(const Interval& a, const Interval& b) {
  if (a.is_entire() || b.is_entire()) return Interval::entire();
  return {std::min(a.low, b.low), std::min(a.high, b.high)};
}
inline Interval max(const Interval& a, const Interval& b) { return -min(-a, -b); }

inline Interval sqrt(const Interval& x) {
  if (!(x.low >= 0)) return Interval::entire();
  const double most = std::sqrt(x.high);
  return {std::max(detail::below(std::sqrt(x.low)), 0.0), most == 0 ? 0 : detail::above(most)};
}
inline Interval exp(const Interval& x) {
  if (x.is_entire()) return x;
  return {std::max(detail::floor_of(std::exp(x.low)), 0.0), detail::above(detail::above(std::exp(x.high)))};
}
inline Interval log(const Interval& x) {
  if (!(x.low > 0)) return Interval::entire();
  return {detail::floor_of(std::log(x.low)), detail::ceiling_of(std::log(x.high))};
}
inline Interval hypot(const Interval& x, const Interval& y) {
  if (x.is_entire() || y.is_entire()) return Interval::entire();
  const double least = std::hypot(x.least_size(), y.least_size());
  return {std::max(detail::floor_of(least), 0.0), detail::ceiling_of(std::hypot(x.largest_size(), y.largest_size()))};
}

namespace detail {

// Whole numbers n for which (n + shift) π may lie in x: from first to last, none if first > last.
struct Turns {
  double first, last;
  bool none() const { return first > last; }
  bool even() const { return std::fmod(first, 2) == 0; }
};
inline Turns turns(const Interval& x, double shift) {
  const Interval pi(0x1.921fb54442d18p+1, 0x1.921fb54442d19p+1);
  const Interval count = x / pi - shift;
  if (!count.is_bounded() || count.largest_size() > 0x1p50) return {0, 1};  // too far out to tell: as if there were two
  return {std::ceil(count.low), std::floor(count.high)};
}

// A function that is 1 at (n + shift) π for even n, −1 for odd n, and monotonic in between; f computes it.
template <class Function>
Interval wave(const Interval& x, double shift, const Function& f) {
  if (x.is_entire()) return x;
  const Turns extrema = x.is_point() ? Turns{1, 0} : turns(x, shift);
  if (extrema.last > extrema.first) return {-1.0, 1.0};
  const double left = f(x.low), right = f(x.high);
  double least = std::max(floor_of(std::min(left, right)), -1.0);
  double most = std::min(ceiling_of(std::max(left, right)), 1.0);
  if (!extrema.none()) (extrema.even() ? most : least) = extrema.even() ? 1 : -1;
  return {least, most};
}

}  // namespace detail

inline Interval sin(const Interval& x) {
  return detail::wave(x, 0.5, [](double at) { return std::sin(at); });
}
inline Interval cos(const Interval& x) {
  return detail::wave(x, 0.0, [](double at) { return std::cos(at); });
}
inline Interval tan(const Interval& x) {
  if (!x.is_bounded() || (!x.is_point() && !detail::turns(x, 0.5).none())) return Interval::entire();
  return {detail::floor_of(std::tan(x.low)), detail::ceiling_of(std::tan(x.high))};
}

// May the point (x, y) be the origin, or lie on the half-line of negative x, across which the angle jumps by 2π?
inline bool angle_may_jump(const Interval& y, const Interval& x) { return y.contains(0.0) && x.low <= 0; }
// The whole circle where it may.
inline Interval atan2(const Interval& y, const Interval& x) {
  if (y.is_entire() || x.is_entire()) return Interval::entire();
  constexpr double half_turn = 0x1.921fb54442d19p+1;  // just above π
  if (angle_may_jump(y, x)) return {-half_turn, half_turn};
  // Seen from outside a box, what lies farthest to either side is a corner.
  const double angle[] = {std::atan2(y.low, x.low), std::atan2(y.low, x.high), std::atan2(y.high, x.low),
                          std::atan2(y.high, x.high)};
  const double least = detail::below(detail::below(*std::min_element(angle, angle + 4)));
  const double most = detail::above(detail::above(*std::max_element(angle, angle + 4)));
  return {std::max(least, y.low >= 0 ? 0 : -half_turn), std::min(most, y.high <= 0 ? 0 : half_turn)};
}

inline Interval pow(const Interval& x, double exponent) {
  if (x.is_entire() || !std::isfinite(exponent)) return Interval::entire();
  if (exponent == 0) return 1.0;
  if (exponent == 1) return x;
  if (exponent == 2) return square(x);
  const bool whole = exponent == std::trunc(exponent), even = whole && std::fmod(exponent, 2) == 0;
  if ((exponent < 0 && x.contains(0.0)) || (!whole && x.low < 0)) return Interval::entire();
  const Interval base = even ? abs(x) : x;
  const double left = std::pow(base.low, exponent), right = std::pow(base.high, exponent);
  double least = detail::below(detail::below(std::min(left, right)));
  double most = detail::above(detail::above(std::max(left, right)));
  if (base.low >= 0) least = std::max(least, 0.0);
  if (base.high <= 0) most = std::min(most, 0.0);
  return {least, most};
}

template <>
inline constexpr bool holds_ranges<Interval> = true;

namespace detail {

// Of values and slopes alike nothing is known.
template <class T>
struct Unknown;
template <>
struct Unknown<Interval> {
  static Interval number() { return Interval::entire(); }
};
template <class T>
struct Unknown<Dual<T>> {
  static Dual<T> number() { return {Unknown<T>::number(), Unknown<T>::number()}; }
};

// One of two, it is not known which. From one to the other the value may jump: of slopes nothing is known.
inline Interval either(const Interval& a, const Interval& b) {
  if (a.is_entire() || b.is_entire()) return Interval::entire();
  return hull(a, b);
}
template <class T>
Dual<T> either(const Dual<T>& a, const Dual<T>& b) {
  return {either(a.value, b.value), Unknown<T>::number()};
}

}  // namespace detail

// Both branches, where the condition holds for some values and fails for others (base/dual.hpp has it for bool).
template <class One, class Other>
auto choose(const Truth& condition, const One& one, const Other& other) {
  using Result = decltype(detail::either(one(), other()));
  if (!condition.is_certain()) return detail::either(one(), other());
  return condition.may_hold ? Result(one()) : Result(other());
}

template <class T>
bool angle_may_jump(const Dual<T>& y, const Dual<T>& x) {
  return angle_may_jump(y.value, x.value);
}

}  // namespace carom

template <>
struct Eigen::NumTraits<carom::Interval> : Eigen::NumTraits<double> {
  using Real = carom::Interval;
  using NonInteger = carom::Interval;
  using Nested = carom::Interval;
  using Literal = carom::Interval;  // so that doubles scale vectors
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 2,
    AddCost = 8,
    MulCost = 16
  };
};
