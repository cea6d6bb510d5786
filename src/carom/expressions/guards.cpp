// SPDX-License-Identifier: Apache-2.0
#include "carom/expressions/guards.hpp"

#include <algorithm>
#include <unordered_map>

namespace carom::expressions {
namespace {

// Of a condition, in the low bits; the mark that a step is needed beside it.
constexpr unsigned char fails = 0, holds = 1, unknown = 2, needed = 4;

}  // namespace

Guards::Guards(Graph& graph, const Switches& switches, std::span<const Node> expressions,
               std::span<const Node> inputs) {
  std::vector<Node> guards;
  for (const Switch& each : switches) {
    guards.push_back(each.guard);
    forms_.push_back(each.form);
  }
  Switches known = switches;  // guards have no switches that the list does not have
  program_ = Program(graph, guards, inputs, known);

  std::unordered_map<std::uint32_t, std::uint32_t> position;
  for (const Node node : graph.order(expressions)) {
    const NodeParts own = graph.parts(node);
    Step step{own.operation, 0, 0, 0, switches.use(graph, node).number};
    std::uint32_t* const slot[3] = {&step.a, &step.b, &step.c};
    const Operands from = operands(own);
    for (int k = 0; k < from.count; ++k) *slot[k] = position.at(from.node[k].index);
    position.emplace(node.index, static_cast<std::uint32_t>(steps_.size()));
    steps_.push_back(step);
  }
  for (const Node root : expressions) roots_.push_back(position.at(root.index));
}

void Guards::live_sides(const double* inputs, double* work, int* sides) const {
  double* const values = work + work_size();
  program_.evaluate(inputs, work, values);
  for (std::size_t k = 0; k < forms_.size(); ++k) sides[k] = side_of(values[k], forms_[k]);
}

unsigned char Guards::answer(const Step& step, const int* sides, const unsigned char* work) const {
  const auto known = [](bool condition) { return condition ? holds : fails; };
  switch (step.operation) {
    case Operation::below: return step.number == Switches::none ? unknown : known(sides[step.number] < 0);
    case Operation::at_most: return step.number == Switches::none ? unknown : known(sides[step.number] <= 0);
    case Operation::both:
      if (work[step.a] == fails || work[step.b] == fails) return fails;
      return work[step.a] == holds && work[step.b] == holds ? holds : unknown;
    case Operation::either:
      if (work[step.a] == holds || work[step.b] == holds) return holds;
      return work[step.a] == fails && work[step.b] == fails ? fails : unknown;
    case Operation::opposite: return work[step.a] == unknown ? unknown : known(work[step.a] == fails);
    default: return unknown;
  }
}

void Guards::active(const int* sides, unsigned char* work, unsigned char* active) const {
  for (std::size_t k = 0; k < steps_.size(); ++k) work[k] = answer(steps_[k], sides, work);
  std::fill(active, active + forms_.size(), static_cast<unsigned char>(0));
  for (const std::uint32_t root : roots_) work[root] |= needed;
  for (std::size_t k = steps_.size(); k-- > 0;) {
    if (!(work[k] & needed)) continue;
    const Step& step = steps_[k];
    if (step.number != Switches::none) active[step.number] = 1;
    const int count = operand_count(step.operation);
    if (step.operation == Operation::select) {
      const unsigned char condition = work[step.a] & (holds | unknown);
      work[step.a] |= needed;
      if (condition != fails) work[step.b] |= needed;
      if (condition != holds) work[step.c] |= needed;
      continue;
    }
    if (count > 0) work[step.a] |= needed;
    if (count > 1) work[step.b] |= needed;
  }
}

}  // namespace carom::expressions
