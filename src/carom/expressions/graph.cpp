// SPDX-License-Identifier: Apache-2.0
// Nodes, what they hold, and walks over them. None of these walks calls itself: a sum may be as deep as it is long.
#include "carom/expressions/graph.hpp"

#include <bit>
#include <unordered_set>

#include "carom/base/bad_input.hpp"
#include "carom/base/elementary.hpp"

namespace carom::expressions {

Operands operands(const NodeParts& parts) {
  Operands result;
  result.count = operand_count(parts.operation);
  result.node[0] = {parts.a};
  result.node[1] = {parts.b};
  result.node[2] = {parts.c};
  return result;
}

Graph::Graph() {
  constant(0);
  constant(1);
}

std::size_t Graph::PartsHash::operator()(const NodeParts& parts) const {
  std::uint64_t hash = static_cast<std::uint64_t>(parts.operation) + 0x9E3779B97F4A7C15u;
  for (const std::uint32_t part : {parts.a, parts.b, parts.c}) {
    hash = (hash ^ part) * 0xFF51AFD7ED558CCDu;
    hash ^= hash >> 32;
  }
  return static_cast<std::size_t>(hash);
}

Node Graph::intern(const NodeParts& parts) {
  const auto [found, is_new] = known_nodes_.try_emplace(parts, static_cast<std::uint32_t>(nodes_.size()));
  if (!is_new) return {found->second};
  if (nodes_.size() >= most_nodes) {
    known_nodes_.erase(found);
    throw BadInput("the expressions have more than " + std::to_string(most_nodes) + " different parts");
  }
  Facts facts;
  for (const Node operand : operands(parts)) {
    facts.inputs |= facts_[operand.index].inputs;
    facts.steady = facts.steady && facts_[operand.index].steady;
  }
  if (parts.operation == Operation::input) {
    facts.inputs = std::uint64_t{1} << (parts.a % 64);
    facts.steady = steady_inputs_[parts.a];
  }
  nodes_.push_back(parts);
  facts_.push_back(facts);
  return {found->second};
}

Node Graph::intern_either_way(Operation operation, Node a, Node b) {
  const auto found = known_nodes_.find({operation, b.index, a.index, 0});
  return found != known_nodes_.end() ? Node{found->second} : intern(operation, a, b);
}

// One zero: −0 and 0 are one value.
Node Graph::constant(double value) {
  if (value == 0) value = 0;
  const auto [found, is_new] = known_constants_.try_emplace(std::bit_cast<std::uint64_t>(value));
  if (is_new) {
    constants_.push_back(value);
    found->second = intern({Operation::constant, static_cast<std::uint32_t>(constants_.size() - 1)});
  }
  return found->second;
}

Node Graph::input(std::string name, bool steady) {
  input_names_.push_back(std::move(name));
  steady_inputs_.push_back(steady);
  inputs_.push_back(intern({Operation::input, static_cast<std::uint32_t>(input_names_.size() - 1)}));
  return inputs_.back();
}

int Graph::table(std::string name, std::shared_ptr<const Spline> spline) {
  table_names_.push_back(std::move(name));
  splines_.push_back(std::move(spline));
  return static_cast<int>(splines_.size() - 1);
}

std::vector<Node> Graph::order(std::span<const Node> roots) const {
  std::vector<Node> result;
  std::unordered_set<std::uint32_t> done;
  struct Visit {
    Node node;
    int next;
  };
  std::vector<Visit> path;
  for (const Node root : roots) {
    if (!done.insert(root.index).second) continue;
    path.push_back({root, 0});
    while (!path.empty()) {
      const Operands below = operands(nodes_[path.back().node.index]);
      if (path.back().next < below.count) {
        const Node operand = below.node[path.back().next++];
        if (done.insert(operand.index).second) path.push_back({operand, 0});
      } else {
        result.push_back(path.back().node);
        path.pop_back();
      }
    }
  }
  return result;
}

std::vector<Node> Graph::inputs_of(Node f) const {
  std::vector<Node> result;
  if (facts_[f.index].inputs == 0) return result;
  for (const Node node : order({&f, 1}))
    if (is_input(node)) result.push_back(node);
  return result;
}

bool Graph::depends_on(Node f, Node input) const {
  const std::uint64_t bit = facts_[input.index].inputs;
  if ((facts_[f.index].inputs & bit) == 0) return false;
  if (inputs_.size() <= 64) return true;
  std::unordered_set<std::uint32_t> done{f.index};
  std::vector<Node> rest{f};
  while (!rest.empty()) {
    const Node node = rest.back();
    rest.pop_back();
    if (node == input) return true;
    for (const Node operand : operands(nodes_[node.index]))
      if ((facts_[operand.index].inputs & bit) != 0 && done.insert(operand.index).second) rest.push_back(operand);
  }
  return false;
}

double Graph::value(Node f, const std::function<double(Node)>& value_of_input) const {
  std::unordered_map<std::uint32_t, double> values;
  for (const Node node : order({&f, 1})) {
    const NodeParts& parts = nodes_[node.index];
    double number[3] = {0, 0, 0};
    const Operands from = operands(parts);
    for (int k = 0; k < from.count; ++k) number[k] = values[from.node[k].index];
    double& result = values[node.index];
    switch (parts.operation) {
      case Operation::constant: result = constants_[parts.a]; break;
      case Operation::input: result = value_of_input(node); break;
      case Operation::whole_power: result = whole_power(number[0], static_cast<int>(parts.b)); break;
      case Operation::table: result = (*splines_[parts.b])(number[0], static_cast<int>(parts.c)); break;
      default: result = apply(parts.operation, number[0], number[1], number[2]);
    }
  }
  return values[f.index];
}

Node Graph::substitute(Node f, const std::unordered_map<std::uint32_t, Node>& nodes_of_inputs) {
  std::unordered_map<std::uint32_t, Node> changed;
  for (const Node node : order({&f, 1})) {
    NodeParts parts = nodes_[node.index];
    Node result = node;
    if (const auto found = nodes_of_inputs.find(node.index); found != nodes_of_inputs.end()) {
      result = found->second;
    } else if (const int count = operand_count(parts.operation); count > 0) {
      std::uint32_t* part[3] = {&parts.a, &parts.b, &parts.c};
      bool differs = false;
      for (int k = 0; k < count; ++k) {
        const Node operand = changed.at(*part[k]);
        differs = differs || operand.index != *part[k];
        *part[k] = operand.index;
      }
      if (differs) result = rebuilt(parts);
    }
    changed[node.index] = result;
  }
  return changed.at(f.index);
}

}  // namespace carom::expressions
