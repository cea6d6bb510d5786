// SPDX-License-Identifier: Apache-2.0
#include "carom/expressions/graph.hpp"

namespace carom::expressions {

Node Graph::derivative(Node f, Node input) {
  const std::uint64_t bit = facts_[input.index].inputs;
  const auto key = [input](Node node) { return std::uint64_t{node.index} << 32 | input.index; };
  const auto is_free = [&](Node node) { return (facts_[node.index].inputs & bit) == 0; };
  const std::function<Node(Node)> known = [&](Node node) {
    return is_free(node) ? constant(0) : derivatives_.at(key(node));
  };
  std::vector<Node> path{f};
  while (!path.empty()) {
    const Node node = path.back();
    if (is_free(node) || derivatives_.count(key(node)) > 0) {
      path.pop_back();
      continue;
    }
    const std::size_t before = path.size();
    for (const Node operand : operands(parts(node)))
      if (!is_free(operand) && derivatives_.count(key(operand)) == 0) path.push_back(operand);
    if (path.size() > before) continue;
    path.pop_back();
    const Node result = derivative_of(node, input, known);
    derivatives_.emplace(key(node), result);
  }
  return known(f);
}

// One node's, those of its operands being known.
Node Graph::derivative_of(Node f, Node input, const std::function<Node(Node)>& known) {
  const NodeParts own = parts(f);
  const Node a{own.a}, b{own.b};
  switch (own.operation) {
    case Operation::input: return constant(f == input ? 1 : 0);
    case Operation::add: return add(known(a), known(b));
    case Operation::subtract: return subtract(known(a), known(b));
    case Operation::multiply: return add(multiply(known(a), b), multiply(a, known(b)));
    case Operation::divide: return divide(subtract(known(a), multiply(f, known(b))), b);
    case Operation::negate: return negate(known(a));
    case Operation::whole_power: {
      const int n = static_cast<int>(own.b);
      return multiply(multiply(constant(n), power(a, n - 1)), known(a));
    }
    case Operation::power: {
      const Node by_base = multiply(multiply(b, power(a, subtract(b, constant(1)))), known(a));
      const Node slope = known(b);
      if (is_zero(slope)) return by_base;
      return add(by_base, multiply(multiply(function(Operation::log, a), f), slope));
    }
    case Operation::abs:
    case Operation::min:
    case Operation::max:
    case Operation::select: return derivative_of_branch(f, known);
    default: return derivative_of_function(f, known);
  }
}

Node Graph::derivative_of_branch(Node f, const std::function<Node(Node)>& known) {
  const NodeParts own = parts(f);
  const Node a{own.a}, b{own.b};
  switch (own.operation) {
    case Operation::abs: return multiply(side(a), known(a));
    case Operation::min: return select(at_most(a, b), known(a), known(b));
    case Operation::max: return select(less(a, b), known(b), known(a));
    default: return select(a, known(b), known({own.c}));
  }
}

Node Graph::derivative_of_function(Node f, const std::function<Node(Node)>& known) {
  const NodeParts own = parts(f);
  const Node a{own.a}, b{own.b}, one = constant(1);
  const auto root = [&](Node x) { return function(Operation::sqrt, x); };
  const auto times = [&](Node slope) { return multiply(slope, known(a)); };
  switch (own.operation) {
    case Operation::sin: return times(function(Operation::cos, a));
    case Operation::cos: return negate(times(function(Operation::sin, a)));
    case Operation::tan: return times(add(one, square(f)));
    case Operation::asin: return divide(known(a), root(subtract(one, square(a))));
    case Operation::acos: return negate(divide(known(a), root(subtract(one, square(a)))));
    case Operation::atan: return divide(known(a), add(one, square(a)));
    case Operation::atan2:
      return divide(subtract(multiply(known(a), b), multiply(known(b), a)), add(square(a), square(b)));
    case Operation::sinh: return times(function(Operation::cosh, a));
    case Operation::cosh: return times(function(Operation::sinh, a));
    case Operation::tanh: return times(subtract(one, square(f)));
    case Operation::exp: return times(f);
    case Operation::log: return divide(known(a), a);
    case Operation::sqrt: return divide(known(a), multiply(constant(2), f));
    case Operation::hypot: return divide(add(multiply(a, known(a)), multiply(b, known(b))), f);
    case Operation::table: return times(look_up(static_cast<int>(own.b), a, static_cast<int>(own.c) + 1));
    default: return constant(0);  // sign, side, floor, conditions
  }
}

}  // namespace carom::expressions
