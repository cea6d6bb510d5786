// SPDX-License-Identifier: Apache-2.0
// Is an expression a polynomial of low degree in some of its inputs? Decided by its derivatives: they must be zero, or free of
// the inputs, as they are written. A polynomial in disguise (√(x⁴)) is not recognised.
#pragma once

#include <optional>
#include <span>

#include "carom/expressions/graph.hpp"

namespace carom::expressions {

// The degree, 0, 1 or 2, of f in all these inputs together; nothing if it is higher or no polynomial.
std::optional<int> low_degree(Graph& graph, Node f, std::span<const Node> inputs);

inline bool is_affine(Graph& graph, Node f, std::span<const Node> inputs) {
  return low_degree(graph, f, inputs).value_or(3) <= 1;
}
inline bool is_quadratic(Graph& graph, Node f, std::span<const Node> inputs) {
  return low_degree(graph, f, inputs).has_value();
}

}  // namespace carom::expressions
