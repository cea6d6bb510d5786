// SPDX-License-Identifier: Apache-2.0
// Expressions as one graph: equal expressions are the same node, so that what is computed twice is computed once.
//
// Nodes     are numbers of a list in which operands come before what uses them. A graph only grows; nodes stay valid.
// Inputs    are what a value is asked for: coordinates, rates, time, parameters. A steady input does not change between
//           events (a parameter, a state without rate): what depends on steady inputs alone switches nowhere.
// Simplified on the way: numbers are computed; x + 0, x · 1, x · 0, x⁰, x¹, −(−x), x − x vanish; factors that are numbers are
//           gathered, as far as that is exact for quotients; x + x = 2 x, xᵃ xᵇ = xᵃ⁺ᵇ for small whole powers, √x² = x,
//           hypot(x, y)² = x² + y². x · 0 is 0 whatever x is.
// Guards    A comparison is a condition on a difference, written with the earlier node first: a < b, b > a, min(a, b) and
//           |b − a| share one guard, so that they switch together.
// Derivatives  exact: ∂|x| = side(x) ∂x, of min, max and if those of the branch taken, by the same guard; of sign and floor 0;
//           of a table the next table. (sin x)′ and so on as in base/dual.hpp and base/elementary.hpp.
// Limits    At most most_nodes; beyond, BadInput. Not for several threads at once: derivatives are remembered.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "carom/expressions/operation.hpp"
#include "carom/expressions/spline.hpp"

namespace carom::expressions {

struct Node {
  std::uint32_t index = 0;
  bool operator==(const Node&) const = default;
  auto operator<=>(const Node&) const = default;
};

// What a node is made of. a, b, c are nodes as far as the operation takes any; beside them stand, for
//   constant     a: number of the constant       input  a: number of the input
//   whole_power  b: the exponent, as an int      table  b: number of the table, c: order of the derivative
struct NodeParts {
  Operation operation = Operation::constant;
  std::uint32_t a = 0, b = 0, c = 0;
  bool operator==(const NodeParts&) const = default;
};

// A difference and whether it was turned round: a − b = turned ? −guard : guard.
struct Difference {
  Node guard;
  bool turned = false;
};

class Graph {
 public:
  static constexpr std::size_t most_nodes = 8'000'000;

  Graph();

  Node constant(double value);
  Node truth(bool value) { return constant(value ? 1 : 0); }
  // A new input; the name is for messages and printing.
  Node input(std::string name, bool steady = false);
  // A new table, called by its name.
  int table(std::string name, std::shared_ptr<const Spline> spline);

  Node add(Node a, Node b);
  Node subtract(Node a, Node b);
  Node multiply(Node a, Node b);
  Node divide(Node a, Node b);
  Node negate(Node a);
  Node power(Node a, Node b);
  Node power(Node a, int exponent);
  Node square(Node a) { return power(a, 2); }
  // In pairs of pairs: as deep as the logarithm of their number.
  Node sum(std::vector<Node> terms);
  // sin to hypot of one and two arguments.
  Node function(Operation operation, Node a);
  Node function(Operation operation, Node a, Node b);
  Node look_up(int table, Node at, int order = 0);

  Node abs(Node a);
  Node sign(Node a);
  Node side(Node a);
  Node floor(Node a);
  Node min(Node a, Node b);
  Node max(Node a, Node b);
  Node mod(Node a, Node b);  // a − b floor(a/b)
  Node less(Node a, Node b);
  Node at_most(Node a, Node b);
  Node equal(Node a, Node b);
  Node both(Node a, Node b);
  Node either(Node a, Node b);
  Node opposite(Node a);
  Node select(Node condition, Node a, Node b);
  // Any of the above by its operation, with parts as in NodeParts; how walks rebuild what they change.
  Node rebuilt(const NodeParts& parts);

  // ∂f/∂input.
  Node derivative(Node f, Node input);
  // f with nodes for inputs.
  Node substitute(Node f, const std::unordered_map<std::uint32_t, Node>& nodes_of_inputs);
  bool depends_on(Node f, Node input) const;
  bool is_steady(Node f) const { return facts_[f.index].steady; }
  // The guard of min(a, b), and of comparisons of a with b.
  Difference difference(Node a, Node b);

  const NodeParts& parts(Node node) const { return nodes_[node.index]; }
  Operation operation(Node node) const { return nodes_[node.index].operation; }
  bool is_constant(Node node) const { return operation(node) == Operation::constant; }
  bool is_constant(Node node, double value) const { return is_constant(node) && constant_value(node) == value; }
  bool is_zero(Node node) const { return is_constant(node, 0); }
  double constant_value(Node node) const { return constants_[nodes_[node.index].a]; }
  bool is_input(Node node) const { return operation(node) == Operation::input; }
  const std::string& input_name(Node node) const { return input_names_[nodes_[node.index].a]; }
  Node input_node(std::size_t number) const { return inputs_[number]; }
  std::size_t input_count() const { return inputs_.size(); }
  const std::string& table_name(int table) const { return table_names_[static_cast<std::size_t>(table)]; }
  std::shared_ptr<const Spline> spline(int table) const { return splines_[static_cast<std::size_t>(table)]; }
  std::size_t size() const { return nodes_.size(); }

  // All that the roots are computed from, operands first, each once.
  std::vector<Node> order(std::span<const Node> roots) const;
  // The inputs among them.
  std::vector<Node> inputs_of(Node f) const;
  // Its number, the inputs' by the function.
  double value(Node f, const std::function<double(Node input)>& value_of_input) const;

 private:
  struct Facts {
    std::uint64_t inputs = 0;  // bit k mod 64 for input k: no bit, no dependence
    bool steady = true;
  };
  struct PartsHash {
    std::size_t operator()(const NodeParts& parts) const;
  };
  struct Coefficient {
    double number;
    Node rest;
  };

  Node intern(const NodeParts& parts);
  Node intern(Operation operation, Node a, Node b = {}, Node c = {}) {
    return intern({operation, a.index, b.index, c.index});
  }
  // In either order, as it was written first.
  Node intern_either_way(Operation operation, Node a, Node b);
  Coefficient coefficient(Node a);
  Node scaled(double number, Node a);
  std::optional<Node> gathered_sum(const Coefficient& term, const NodeParts& sum);
  Node product_of_powers(Node a, Node b);
  Node derivative_of(Node f, Node input, const std::function<Node(Node)>& known);
  Node derivative_of_function(Node f, const std::function<Node(Node)>& known);
  Node derivative_of_branch(Node f, const std::function<Node(Node)>& known);

  std::vector<NodeParts> nodes_;
  std::vector<Facts> facts_;
  std::unordered_map<NodeParts, std::uint32_t, PartsHash> known_nodes_;
  std::vector<double> constants_;
  std::unordered_map<std::uint64_t, Node> known_constants_;
  std::vector<std::string> input_names_;
  std::vector<Node> inputs_;
  std::vector<bool> steady_inputs_;
  std::vector<std::string> table_names_;
  std::vector<std::shared_ptr<const Spline>> splines_;
  std::unordered_map<std::uint64_t, Node> derivatives_;
};

// The operands of a node, 0 to 3 of them.
struct Operands {
  Node node[3];
  int count = 0;
  const Node* begin() const { return node; }
  const Node* end() const { return node + count; }
};
Operands operands(const NodeParts& parts);

}  // namespace carom::expressions
