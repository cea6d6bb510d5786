// SPDX-License-Identifier: Apache-2.0
#include "carom/expressions/polynomial.hpp"

#include <algorithm>

namespace carom::expressions {

namespace {

// Its derivatives do not tell: they vanish between jumps. A choice tells by its condition.
bool may_switch(Operation operation) {
  switch (operation) {
    case Operation::abs:
    case Operation::sign:
    case Operation::side:
    case Operation::min:
    case Operation::max:
    case Operation::floor:
    case Operation::below:
    case Operation::at_most:
    case Operation::zero: return true;
    default: return false;
  }
}

}  // namespace

std::optional<int> low_degree(Graph& graph, Node f, std::span<const Node> inputs) {
  const auto is_free = [&](Node g) {
    return std::none_of(inputs.begin(), inputs.end(), [&](Node x) { return graph.depends_on(g, x); });
  };
  if (is_free(f)) return 0;
  for (const Node node : graph.order({&f, 1}))
    if (may_switch(graph.operation(node)) && !is_free(node)) return std::nullopt;
  int degree = 0;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (!graph.depends_on(f, inputs[i])) continue;
    const Node slope = graph.derivative(f, inputs[i]);
    if (!graph.is_zero(slope)) degree = std::max(degree, 1);
    for (std::size_t k = 0; k <= i; ++k) {
      if (!graph.depends_on(slope, inputs[k])) continue;
      const Node curvature = graph.derivative(slope, inputs[k]);
      if (!graph.is_zero(curvature)) degree = 2;
      if (!is_free(curvature)) return std::nullopt;
    }
  }
  return degree;
}

}  // namespace carom::expressions
