// SPDX-License-Identifier: Apache-2.0
#include "carom/expressions/switches.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom::expressions {
namespace {

struct Role {
  bool switches = false;
  SwitchForm form = SwitchForm::sides;
  SwitchKind kind = SwitchKind::jump;
};

Role role_of(Operation operation) {
  switch (operation) {
    case Operation::abs:
    case Operation::min:
    case Operation::max: return {true, SwitchForm::sides, SwitchKind::corner};
    case Operation::sign:
    case Operation::side:
    case Operation::below:
    case Operation::at_most: return {true, SwitchForm::sides, SwitchKind::jump};
    case Operation::floor: return {true, SwitchForm::cells, SwitchKind::jump};
    default: return {};
  }
}

Difference guard_of(Graph& graph, Node node) {
  const NodeParts own = graph.parts(node);
  if (own.operation == Operation::min || own.operation == Operation::max) return graph.difference({own.a}, {own.b});
  return {{own.a}, false};
}

}  // namespace

void Switches::add(Graph& graph, std::span<const Node> expressions) {
  for (const Node node : graph.order(expressions)) {
    const Role role = role_of(graph.operation(node));
    if (!role.switches) continue;
    const Node guard = guard_of(graph, node).guard;
    if (graph.is_steady(guard)) continue;
    auto& numbers = role.form == SwitchForm::cells ? in_cells_ : two_sided_;
    const auto [found, is_new] = numbers.try_emplace(guard.index, static_cast<std::uint32_t>(list_.size()));
    if (is_new) list_.push_back({guard, role.form, role.kind});
    if (role.kind == SwitchKind::jump) list_[found->second].kind = SwitchKind::jump;
  }
}

bool Switches::has_jump() const {
  return std::any_of(list_.begin(), list_.end(), [](const Switch& s) { return s.kind == SwitchKind::jump; });
}

Switches::Use Switches::use(Graph& graph, Node node) const {
  const Role role = role_of(graph.operation(node));
  if (!role.switches) return {};
  const Difference guard = guard_of(graph, node);
  const auto& numbers = role.form == SwitchForm::cells ? in_cells_ : two_sided_;
  const auto found = numbers.find(guard.guard.index);
  return found == numbers.end() ? Use{} : Use{found->second, guard.turned};
}

int side_of(double guard, SwitchForm form) {
  if (form == SwitchForm::sides) return guard < 0 ? -1 : guard > 0 ? 1 : 0;
  constexpr double most = std::numeric_limits<int>::max();
  const double cell = std::floor(guard);
  return cell != cell ? 0 : static_cast<int>(std::clamp(cell, -most, most));
}

}  // namespace carom::expressions
