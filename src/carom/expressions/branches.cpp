// SPDX-License-Identifier: Apache-2.0
// What has corners and jumps, and the guards that it shares.
#include <algorithm>
#include <cmath>

#include "carom/expressions/graph.hpp"

namespace carom::expressions {

// The earlier node first, a number last, a positive factor: two ways of writing one surface are one guard.
Difference Graph::difference(Node a, Node b) {
  const Node d = subtract(a, b);
  const NodeParts own = parts(d);
  switch (own.operation) {
    case Operation::negate: return {{own.a}, true};
    case Operation::subtract:
      if (is_constant({own.a})) return {add({own.b}, constant(-constant_value({own.a}))), true};
      if (own.a > own.b) return {subtract({own.b}, {own.a}), true};
      break;
    case Operation::multiply:
      if (is_constant({own.b}) && constant_value({own.b}) < 0) return {negate(d), true};
      break;
    default: break;
  }
  return {d, false};
}

Node Graph::abs(Node a) {
  if (is_constant(a)) return constant(std::abs(constant_value(a)));
  const NodeParts own = parts(a);
  const bool is_even_power = own.operation == Operation::whole_power && static_cast<int>(own.b) % 2 == 0;
  if (own.operation == Operation::abs || own.operation == Operation::sqrt || own.operation == Operation::exp ||
      own.operation == Operation::hypot || own.operation == Operation::cosh || is_even_power)
    return a;
  return intern(Operation::abs, difference(a, constant(0)).guard);
}

Node Graph::sign(Node a) {
  if (is_constant(a)) return constant(apply(Operation::sign, constant_value(a)));
  const Difference guard = difference(a, constant(0));
  const Node result = intern(Operation::sign, guard.guard);
  return guard.turned ? negate(result) : result;
}

Node Graph::side(Node a) {
  if (is_constant(a)) return constant(apply(Operation::side, constant_value(a)));
  return intern(Operation::side, a);
}

Node Graph::floor(Node a) {
  if (is_constant(a)) return constant(std::floor(constant_value(a)));
  if (operation(a) == Operation::floor) return a;
  return intern(Operation::floor, a);
}

Node Graph::min(Node a, Node b) {
  if (a == b) return a;
  if (is_constant(a)) std::swap(a, b);
  if (is_constant(a)) return constant(apply(Operation::min, constant_value(a), constant_value(b)));
  if (is_constant(b) && std::isinf(constant_value(b))) return constant_value(b) > 0 ? a : b;
  if (!is_constant(b) && b < a) std::swap(a, b);
  return intern(Operation::min, a, b);
}

Node Graph::max(Node a, Node b) {
  if (a == b) return a;
  if (is_constant(a)) std::swap(a, b);
  if (is_constant(a)) return constant(apply(Operation::max, constant_value(a), constant_value(b)));
  if (is_constant(b) && std::isinf(constant_value(b))) return constant_value(b) < 0 ? a : b;
  if (!is_constant(b) && b < a) std::swap(a, b);
  return intern(Operation::max, a, b);
}

Node Graph::mod(Node a, Node b) { return subtract(a, multiply(b, floor(divide(a, b)))); }

Node Graph::less(Node a, Node b) {
  const Difference d = difference(a, b);
  if (is_constant(d.guard)) return truth(constant_value(d.guard) < 0);
  return d.turned ? opposite(intern(Operation::at_most, d.guard)) : intern(Operation::below, d.guard);
}

Node Graph::at_most(Node a, Node b) {
  const Difference d = difference(a, b);
  if (is_constant(d.guard)) return truth(constant_value(d.guard) <= 0);
  return d.turned ? opposite(intern(Operation::below, d.guard)) : intern(Operation::at_most, d.guard);
}

Node Graph::equal(Node a, Node b) {
  const Difference d = difference(a, b);
  if (is_constant(d.guard)) return truth(constant_value(d.guard) == 0);
  return intern(Operation::zero, d.guard);
}

Node Graph::both(Node a, Node b) {
  if (is_constant(a)) return is_zero(a) ? a : b;
  if (is_constant(b)) return is_zero(b) ? b : a;
  return a == b ? a : intern_either_way(Operation::both, a, b);
}

Node Graph::either(Node a, Node b) {
  if (is_constant(a)) return is_zero(a) ? b : a;
  if (is_constant(b)) return is_zero(b) ? a : b;
  return a == b ? a : intern_either_way(Operation::either, a, b);
}

Node Graph::opposite(Node a) {
  if (is_constant(a)) return truth(is_zero(a));
  const NodeParts own = parts(a);
  return own.operation == Operation::opposite ? Node{own.a} : intern(Operation::opposite, a);
}

Node Graph::select(Node condition, Node a, Node b) {
  if (is_constant(condition)) return is_zero(condition) ? b : a;
  if (a == b) return a;
  const NodeParts own = parts(condition);
  if (own.operation == Operation::opposite) return select({own.a}, b, a);
  return intern(Operation::select, condition, a, b);
}

Node Graph::rebuilt(const NodeParts& parts) {
  const Node a{parts.a}, b{parts.b}, c{parts.c};
  switch (parts.operation) {
    case Operation::add: return add(a, b);
    case Operation::subtract: return subtract(a, b);
    case Operation::multiply: return multiply(a, b);
    case Operation::divide: return divide(a, b);
    case Operation::negate: return negate(a);
    case Operation::power: return power(a, b);
    case Operation::whole_power: return power(a, static_cast<int>(parts.b));
    case Operation::table: return look_up(static_cast<int>(parts.b), a, static_cast<int>(parts.c));
    case Operation::abs: return abs(a);
    case Operation::sign: return sign(a);
    case Operation::side: return side(a);
    case Operation::min: return min(a, b);
    case Operation::max: return max(a, b);
    case Operation::floor: return floor(a);
    case Operation::below: return less(a, constant(0));
    case Operation::at_most: return at_most(a, constant(0));
    case Operation::zero: return equal(a, constant(0));
    case Operation::both: return both(a, b);
    case Operation::either: return either(a, b);
    case Operation::opposite: return opposite(a);
    case Operation::select: return select(a, b, c);
    case Operation::atan2:
    case Operation::hypot: return function(parts.operation, a, b);
    case Operation::constant:
    case Operation::input: return intern(parts);
    default: return function(parts.operation, a);
  }
}

}  // namespace carom::expressions
