// SPDX-License-Identifier: Apache-2.0
// Sums, products, powers and functions as they are made, simplified by what stands directly below them.
#include <algorithm>
#include <cmath>

#include "carom/base/elementary.hpp"
#include "carom/expressions/graph.hpp"

namespace carom::expressions {
namespace {

constexpr int largest_whole_power = 8;

bool is_power_of_two(double x) {
  int exponent = 0;
  return std::isfinite(x) && std::abs(std::frexp(x, &exponent)) == 0.5 && std::abs(exponent) < 500;
}

// Is the quotient a number without rounding?
bool is_exact_quotient(double number, double divisor) {
  const double quotient = number / divisor;
  return divisor != 0 && std::isfinite(quotient) && std::fma(quotient, divisor, -number) == 0;
}

bool is_odd(Operation operation) {
  switch (operation) {
    case Operation::sin:
    case Operation::tan:
    case Operation::asin:
    case Operation::atan:
    case Operation::sinh:
    case Operation::tanh: return true;
    default: return false;
  }
}
bool is_even(Operation operation) { return operation == Operation::cos || operation == Operation::cosh; }

}  // namespace

// A number times the rest: 3 x, −x, x/4.
Graph::Coefficient Graph::coefficient(Node a) {
  const NodeParts& parts = nodes_[a.index];
  switch (parts.operation) {
    case Operation::multiply:
      if (is_constant({parts.b})) return {constant_value({parts.b}), {parts.a}};
      break;
    case Operation::divide:
      if (is_constant({parts.b}) && is_power_of_two(constant_value({parts.b})))
        return {1 / constant_value({parts.b}), {parts.a}};
      break;
    case Operation::negate: {
      const Coefficient inner = coefficient({parts.a});
      return {-inner.number, inner.rest};
    }
    default: break;
  }
  return {1, a};
}

// number · a
Node Graph::scaled(double number, Node a) {
  if (is_constant(a)) return constant(number * constant_value(a));
  const Coefficient own = coefficient(a);
  const double total = number * own.number;
  if (total == 0) return constant(0);
  if (total == 1) return own.rest;
  if (total == -1) return negate(own.rest);
  if (std::abs(total) < 1 && is_power_of_two(total)) {
    const Node quotient = intern(Operation::divide, own.rest, constant(1 / std::abs(total)));
    return total < 0 ? negate(quotient) : quotient;
  }
  return intern(Operation::multiply, own.rest, constant(total));
}

// A term and a sum that has a multiple of it already.
std::optional<Node> Graph::gathered_sum(const Coefficient& term, const NodeParts& sum) {
  if (sum.operation != Operation::add) return std::nullopt;
  const Coefficient one = coefficient({sum.a}), other = coefficient({sum.b});
  if (one.rest == term.rest) return add(scaled(term.number + one.number, term.rest), {sum.b});
  if (other.rest == term.rest) return add({sum.a}, scaled(term.number + other.number, term.rest));
  return std::nullopt;
}

Node Graph::add(Node a, Node b) {
  if (is_constant(a)) std::swap(a, b);
  if (is_constant(a)) return constant(constant_value(a) + constant_value(b));
  if (is_zero(b)) return a;
  const NodeParts first = parts(a), second = parts(b);
  if (is_constant(b)) {
    const double number = constant_value(b);
    if (first.operation == Operation::add && is_constant({first.b}))
      return add({first.a}, constant(constant_value({first.b}) + number));
    if (first.operation == Operation::subtract && is_constant({first.a}))
      return subtract(constant(constant_value({first.a}) + number), {first.b});
    if (first.operation == Operation::negate) return intern(Operation::subtract, b, {first.a});
    return intern(Operation::add, a, b);
  }
  if (second.operation == Operation::negate) return subtract(a, {second.a});
  if (first.operation == Operation::negate) return subtract(b, {first.a});
  const Coefficient left = coefficient(a), right = coefficient(b);
  if (left.rest == right.rest) return scaled(left.number + right.number, left.rest);
  if (right.number < 0) return subtract(a, scaled(-right.number, right.rest));
  if (left.number < 0) return subtract(b, scaled(-left.number, left.rest));
  // (x − y) + y = x; x + (x + y) = 2 x + y
  if (first.operation == Operation::subtract && Node{first.b} == b) return {first.a};
  if (second.operation == Operation::subtract && Node{second.b} == a) return {second.a};
  if (const std::optional<Node> gathered = gathered_sum(left, second)) return *gathered;
  if (const std::optional<Node> gathered = gathered_sum(right, first)) return *gathered;
  return intern_either_way(Operation::add, a, b);
}

Node Graph::subtract(Node a, Node b) {
  if (is_constant(b)) return add(a, constant(-constant_value(b)));
  if (is_zero(a)) return negate(b);
  if (a == b) return constant(0);
  const NodeParts first = parts(a), second = parts(b);
  if (second.operation == Operation::negate) return add(a, {second.a});
  if (first.operation == Operation::negate) return negate(add({first.a}, b));
  const Coefficient left = coefficient(a), right = coefficient(b);
  if (left.rest == right.rest) return scaled(left.number - right.number, left.rest);
  if (is_constant(a)) {
    const double number = constant_value(a);
    if (second.operation == Operation::add && is_constant({second.b}))
      return subtract(constant(number - constant_value({second.b})), {second.a});
    if (second.operation == Operation::subtract && is_constant({second.a}))
      return add({second.b}, constant(number - constant_value({second.a})));
  }
  if (right.number < 0) return add(a, scaled(-right.number, right.rest));
  // (x + y) − y = x; (x − y) − x = −y; x − (x + y) = −y; x − (x − y) = y
  if (first.operation == Operation::add && Node{first.a} == b) return {first.b};
  if (first.operation == Operation::add && Node{first.b} == b) return {first.a};
  if (first.operation == Operation::subtract && Node{first.a} == b) return negate({first.b});
  if (second.operation == Operation::add && Node{second.a} == a) return negate({second.b});
  if (second.operation == Operation::add && Node{second.b} == a) return negate({second.a});
  if (second.operation == Operation::subtract && Node{second.a} == a) return {second.b};
  return intern(Operation::subtract, a, b);
}

Node Graph::negate(Node a) {
  const NodeParts own = parts(a);
  switch (own.operation) {
    case Operation::constant: return constant(-constant_value(a));
    case Operation::negate: return {own.a};
    case Operation::subtract: return subtract({own.b}, {own.a});
    case Operation::multiply:
      if (is_constant({own.b})) return scaled(-constant_value({own.b}), {own.a});
      break;
    default: break;
  }
  return intern(Operation::negate, a);
}

// xᵃ xᵇ, or the product as it is.
Node Graph::product_of_powers(Node a, Node b) {
  const auto power_of = [&](Node node) {
    const NodeParts own = parts(node);
    const bool is_power = own.operation == Operation::whole_power && static_cast<int>(own.b) > 0;
    return is_power ? std::pair(Node{own.a}, static_cast<int>(own.b)) : std::pair(node, 1);
  };
  const auto [base, exponent] = power_of(a);
  const auto [other, further] = power_of(b);
  if (base == other && exponent + further <= largest_whole_power) return power(base, exponent + further);
  return intern_either_way(Operation::multiply, a, b);
}

Node Graph::multiply(Node a, Node b) {
  if (is_constant(a)) return scaled(constant_value(a), b);
  if (is_constant(b)) return scaled(constant_value(b), a);
  const Coefficient left = coefficient(a), right = coefficient(b);
  if (left.number == 1 && right.number == 1) return product_of_powers(a, b);
  return scaled(left.number * right.number, product_of_powers(left.rest, right.rest));
}

Node Graph::divide(Node a, Node b) {
  if (is_constant(a) && is_constant(b)) return constant(constant_value(a) / constant_value(b));
  if (is_zero(a)) return a;
  if (is_constant(b)) {
    const double divisor = constant_value(b);
    if (divisor == 1) return a;
    if (divisor == -1) return negate(a);
    const Coefficient top = coefficient(a);
    if (divisor != 0 && (is_power_of_two(divisor) || is_exact_quotient(top.number, divisor)))
      return scaled(top.number / divisor, top.rest);
    if (top.number == -1) return negate(divide(top.rest, b));
    return intern(Operation::divide, a, b);
  }
  const Coefficient bottom = coefficient(b);
  if (is_constant(a)) {
    if (bottom.number == 1 || !is_exact_quotient(constant_value(a), bottom.number))
      return intern(Operation::divide, a, b);
    return divide(constant(constant_value(a) / bottom.number), bottom.rest);
  }
  const Coefficient top = coefficient(a);
  if (top.number == 1 && bottom.number == 1) return intern(Operation::divide, a, b);
  if (is_exact_quotient(top.number, bottom.number))
    return scaled(top.number / bottom.number, intern(Operation::divide, top.rest, bottom.rest));
  if (top.number != 1) return scaled(top.number, divide(top.rest, b));
  return intern(Operation::divide, a, b);
}

Node Graph::power(Node a, int exponent) {
  if (exponent == 0) return constant(1);
  if (exponent == 1) return a;
  if (is_constant(a)) return constant(whole_power(constant_value(a), exponent));
  if (std::abs(exponent) > largest_whole_power) return intern(Operation::power, a, constant(exponent));
  const NodeParts own = parts(a);
  const bool even = exponent % 2 == 0;
  if (own.operation == Operation::negate) return even ? power({own.a}, exponent) : negate(power({own.a}, exponent));
  if (own.operation == Operation::abs && even) return power({own.a}, exponent);
  if (own.operation == Operation::sqrt && even && exponent > 0) return power({own.a}, exponent / 2);
  if (own.operation == Operation::hypot && exponent == 2) return add(square({own.a}), square({own.b}));
  if (own.operation == Operation::whole_power) {
    const int inner = static_cast<int>(own.b), total = inner * exponent;
    if (inner > 0 && exponent > 0 && total <= largest_whole_power) return power({own.a}, total);
  }
  return intern({Operation::whole_power, a.index, static_cast<std::uint32_t>(exponent), 0});
}

Node Graph::power(Node a, Node b) {
  if (!is_constant(b)) return is_constant(a, 1) ? a : intern(Operation::power, a, b);
  const double exponent = constant_value(b);
  if (std::abs(exponent) <= largest_whole_power && exponent == std::trunc(exponent))
    return power(a, static_cast<int>(exponent));
  if (is_constant(a)) return constant(std::pow(constant_value(a), exponent));
  if (exponent == 0.5) return function(Operation::sqrt, a);
  return intern(Operation::power, a, b);
}

Node Graph::sum(std::vector<Node> terms) {
  if (terms.empty()) return constant(0);
  while (terms.size() > 1) {
    std::vector<Node> pairs;
    for (std::size_t k = 0; k < terms.size(); k += 2)
      pairs.push_back(k + 1 < terms.size() ? add(terms[k], terms[k + 1]) : terms[k]);
    terms = std::move(pairs);
  }
  return terms.front();
}

Node Graph::function(Operation operation, Node a) {
  if (is_constant(a)) return constant(apply(operation, constant_value(a)));
  const NodeParts own = parts(a);
  if (own.operation == Operation::negate) {
    if (is_even(operation)) return function(operation, {own.a});
    if (is_odd(operation)) return negate(function(operation, {own.a}));
  }
  return intern(operation, a);
}

Node Graph::function(Operation operation, Node a, Node b) {
  if (is_constant(a) && is_constant(b)) return constant(apply(operation, constant_value(a), constant_value(b)));
  return intern(operation, a, b);
}

Node Graph::look_up(int table, Node at, int order) {
  if (order > 3) return constant(0);
  if (is_constant(at)) return constant((*splines_[static_cast<std::size_t>(table)])(constant_value(at), order));
  return intern({Operation::table, at.index, static_cast<std::uint32_t>(table), static_cast<std::uint32_t>(order)});
}

}  // namespace carom::expressions
