// SPDX-License-Identifier: Apache-2.0
// How a program's instructions compute with each kind of number. Included where evaluation is compiled (evaluate_*.cpp).
//
// A condition is a number too, 0 or 1; of ranges it is [0, 1] where it is undecided.
#pragma once

#include <cmath>

#include "carom/base/elementary.hpp"
#include "carom/expressions/program.hpp"

namespace carom::expressions::detail {

// Conditions.
template <class Real>
Real truth_number(bool holds) {
  return Real(holds ? 1.0 : 0.0);
}
template <class Real>
requires holds_ranges<Real> Real truth_number(const Truth& answer) {
  if (answer.is_certain()) return Real(answer.may_hold ? 1.0 : 0.0);
  if constexpr (std::is_same_v<Real, Interval>)
    return {0.0, 1.0};
  else
    return {truth_number<decltype(Real::value)>(answer), decltype(Real::value)(0.0)};
}
inline bool holds(double condition) { return condition != 0; }
inline Truth holds(const Interval& condition) { return {condition.high != 0, condition.low == 0}; }
template <class T>
auto holds(const Dual<T>& condition) {
  return holds(condition.value);
}

// What jumps at zero, or at whole numbers: f of values, and slopes that are zero between jumps.
inline double sign_of(double x) { return x < 0 ? -1 : x > 0 ? 1 : 0; }
inline double half_of(double x) { return x < 0 ? -1 : 1; }
inline double cell_of(double x) { return std::floor(x); }
inline Interval sign_of(const Interval& x) { return x.is_entire() ? x : Interval(sign_of(x.low), sign_of(x.high)); }
inline Interval half_of(const Interval& x) { return x.is_entire() ? x : Interval(half_of(x.low), half_of(x.high)); }
inline Interval cell_of(const Interval& x) { return floor(x); }
template <class T>
Dual<T> step(const T& value) {
  if constexpr (holds_ranges<T>) {
    if constexpr (std::is_same_v<T, Interval>)
      return {value, value.is_point() ? Interval(0.0) : Interval::entire()};
    else
      return {value, vanishes(value.slope) ? T(0.0) : carom::detail::Unknown<T>::number()};
  } else {
    return {value, T(0.0)};
  }
}
template <class T>
Dual<T> sign_of(const Dual<T>& x) {
  return step<T>(sign_of(x.value));
}
template <class T>
Dual<T> half_of(const Dual<T>& x) {
  return step<T>(half_of(x.value));
}
template <class T>
Dual<T> cell_of(const Dual<T>& x) {
  return step<T>(cell_of(x.value));
}

template <class Real>
Real lesser(const Real& a, const Real& b) {
  if constexpr (holds_ranges<Real>)
    return min(a, b);
  else
    return b < a ? b : a;
}
template <class Real>
Real greater(const Real& a, const Real& b) {
  if constexpr (holds_ranges<Real>)
    return max(a, b);
  else
    return a < b ? b : a;
}
template <class Real>
Real size_of(const Real& a) {
  if constexpr (holds_ranges<Real>)
    return abs(a);
  else
    return a < Real(0.0) ? -a : a;
}

// hypot with the bits of doubles, which numbers that carry derivatives (base/dual.hpp) compute as √(x² + y²).
template <class Real>
Real length_of(const Real& x, const Real& y) {
  using std::hypot;
  return hypot(x, y);
}
template <class T>
Dual<T> length_of(const Dual<T>& x, const Dual<T>& y) {
  const T length = length_of(x.value, y.value);
  if (vanishes(x.slope) && vanishes(y.slope)) return {length, T(0.0)};
  return {length, (x.value * x.slope + y.value * y.slope) / length};
}

// Conditions joined. Less than both being possible is told by ranges.
template <class Real>
Real joined(Operation operation, const Real& a, const Real& b) {
  if constexpr (holds_ranges<Real>) {
    const Truth one = holds(a), other = holds(b);
    if (operation == Operation::both)
      return truth_number<Real>(Truth{one.may_hold && other.may_hold, one.may_fail || other.may_fail});
    return truth_number<Real>(Truth{one.may_hold || other.may_hold, one.may_fail && other.may_fail});
  } else {
    const bool one = holds(a), other = holds(b);
    return truth_number<Real>(operation == Operation::both ? one && other : one || other);
  }
}
template <class Real>
Real opposite_of(const Real& a) {
  if constexpr (holds_ranges<Real>) {
    const Truth own = holds(a);
    return truth_number<Real>(Truth{own.may_fail, own.may_hold});
  } else {
    return truth_number<Real>(!holds(a));
  }
}
template <class Real>
Real choice(const Real& condition, const Real& a, const Real& b) {
  if constexpr (holds_ranges<Real>)
    return choose(
        holds(condition), [&] { return a; }, [&] { return b; });
  else
    return holds(condition) ? a : b;
}

// Functions of one number; out of the loop, which they would only make longer.
template <class Real>
[[gnu::noinline]] Real function_of(Operation operation, const Real& x) {
  using std::acos, std::asin, std::atan, std::cos, std::cosh, std::exp, std::log, std::sin, std::sinh, std::sqrt,
      std::tan, std::tanh;
  switch (operation) {
    case Operation::sin: return sin(x);
    case Operation::cos: return cos(x);
    case Operation::tan: return tan(x);
    case Operation::asin: return asin(x);
    case Operation::acos: return acos(x);
    case Operation::atan: return atan(x);
    case Operation::sinh: return sinh(x);
    case Operation::cosh: return cosh(x);
    case Operation::tanh: return tanh(x);
    case Operation::exp: return exp(x);
    case Operation::log: return log(x);
    default: return sqrt(x);
  }
}
template <class Real>
[[gnu::noinline]] Real function_of(Operation operation, const Real& x, const Real& y) {
  using std::atan2, std::pow;
  switch (operation) {
    case Operation::atan2: return atan2(x, y);
    case Operation::hypot: return length_of(x, y);
    default: return pow(x, y);
  }
}

// What decides by a switch: by its value, or by the side it is held on.
template <class Real>
[[gnu::noinline]] Real live_switch(Operation operation, const Real& a, const Real& b) {
  switch (operation) {
    case Operation::abs: return size_of(a);
    case Operation::min: return lesser(a, b);
    case Operation::max: return greater(a, b);
    case Operation::sign: return sign_of(a);
    case Operation::side: return half_of(a);
    case Operation::floor: return cell_of(a);
    case Operation::below: return truth_number<Real>(a < Real(0.0));
    default: return truth_number<Real>(a <= Real(0.0));
  }
}
template <class Real>
[[gnu::noinline]] Real held_switch(Operation operation, int side, const Real& a, const Real& b) {
  switch (operation) {
    case Operation::abs: return side < 0 ? -a : a;
    case Operation::min: return side > 0 ? b : a;
    case Operation::max: return side < 0 ? b : a;
    case Operation::side: return Real(side < 0 ? -1.0 : 1.0);
    case Operation::below: return Real(side < 0 ? 1.0 : 0.0);
    case Operation::at_most: return Real(side <= 0 ? 1.0 : 0.0);
    default: return Real(double(side));  // sign, floor
  }
}

}  // namespace carom::expressions::detail

namespace carom::expressions {

template <bool held, class Real>
void Program::run(const Real* inputs, const int* sides, Real* work, Real* outputs) const {
  Real* const r = work;
  const std::size_t constants = constants_.size();
  for (std::size_t k = 0; k < constants; ++k) r[k] = Real(constants_[k]);
  for (std::size_t k = 0; k < input_count_; ++k) r[constants + k] = inputs[k];
  const Instruction* i = instructions_.data();
  for (const Batch& batch : batches_) {
    const Instruction* const end = i + batch.count;
    const auto operation = static_cast<Operation>(batch.code);
    const auto each = [&](const auto& result) {
      for (; i != end; ++i) r[i->out] = result(r[i->a]);
    };
    switch (batch.code) {
      case std::uint8_t(Operation::add): each([&](const Real& a) { return a + r[i->b]; }); break;
      case std::uint8_t(Operation::subtract): each([&](const Real& a) { return a - r[i->b]; }); break;
      case std::uint8_t(Operation::multiply): each([&](const Real& a) { return a * r[i->b]; }); break;
      case std::uint8_t(Operation::divide): each([&](const Real& a) { return a / r[i->b]; }); break;
      case std::uint8_t(Operation::negate): each([&](const Real& a) { return -a; }); break;
      case std::uint8_t(Fused::square): each([&](const Real& a) { return a * a; }); break;
      case std::uint8_t(Fused::multiply_add): each([&](const Real& a) { return a * r[i->b] + r[i->c]; }); break;
      case std::uint8_t(Fused::multiply_subtract): each([&](const Real& a) { return a * r[i->b] - r[i->c]; }); break;
      case std::uint8_t(Fused::subtract_product): each([&](const Real& a) { return r[i->c] - a * r[i->b]; }); break;
      case std::uint8_t(Operation::select):
        each([&](const Real& a) { return detail::choice(a, r[i->b], r[i->c]); });
        break;
      case std::uint8_t(Operation::whole_power):
        each([&](const Real& a) { return whole_power(a, static_cast<int>(i->b)); });
        break;
      case std::uint8_t(Operation::table):
        each([&](const Real& a) { return (*tables_[i->b])(a, static_cast<int>(i->c)); });
        break;
      case std::uint8_t(Operation::abs):
      case std::uint8_t(Operation::sign):
      case std::uint8_t(Operation::side):
      case std::uint8_t(Operation::min):
      case std::uint8_t(Operation::max):
      case std::uint8_t(Operation::floor):
      case std::uint8_t(Operation::below):
      case std::uint8_t(Operation::at_most):
        each([&](const Real& a) {
          if (held && i->c != Switches::none) return detail::held_switch(operation, sides[i->c], a, r[i->b]);
          return detail::live_switch(operation, a, r[i->b]);
        });
        break;
      case std::uint8_t(Operation::zero):
        each([&](const Real& a) { return detail::truth_number<Real>(a == Real(0.0)); });
        break;
      case std::uint8_t(Operation::both):
      case std::uint8_t(Operation::either):
        each([&](const Real& a) { return detail::joined(operation, a, r[i->b]); });
        break;
      case std::uint8_t(Operation::opposite): each([&](const Real& a) { return detail::opposite_of(a); }); break;
      case std::uint8_t(Operation::power):
      case std::uint8_t(Operation::atan2):
      case std::uint8_t(Operation::hypot):
        each([&](const Real& a) { return detail::function_of(operation, a, r[i->b]); });
        break;
      default: each([&](const Real& a) { return detail::function_of(operation, a); });
    }
  }
  for (std::size_t k = 0; k < outputs_.size(); ++k) outputs[k] = r[outputs_[k]];
}

template <class Real>
void Program::evaluate(const Real* inputs, Real* work, Real* outputs) const {
  run<false>(inputs, nullptr, work, outputs);
}
template <class Real>
void Program::evaluate_held(const Real* inputs, const int* sides, Real* work, Real* outputs) const {
  run<true>(inputs, sides, work, outputs);
}

}  // namespace carom::expressions
