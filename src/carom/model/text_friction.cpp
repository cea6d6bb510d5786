// SPDX-License-Identifier: Apache-2.0
#include "carom/model/text_friction.hpp"

#include <algorithm>
#include <unordered_map>

namespace carom {

using expressions::Graph;
using expressions::Node;
using expressions::Operation;
using expressions::Switch;
using expressions::Switches;
using expressions::SwitchForm;
using expressions::SwitchKind;

namespace {

// What a node is where the guard that it switches by has this sign; the node itself where that does not settle it.
Node settled(Graph& graph, Node node, int sign, bool turned) {
  const expressions::NodeParts own = graph.parts(node);
  const bool below = (turned ? -sign : sign) < 0;  // is a < b of min, max?
  switch (own.operation) {
    case Operation::abs: return sign > 0 ? Node{own.a} : graph.negate({own.a});
    case Operation::sign:
    case Operation::side: return graph.constant(sign);
    case Operation::below:
    case Operation::at_most: return graph.truth(sign < 0);
    case Operation::min: return {below ? own.a : own.b};
    case Operation::max: return {below ? own.b : own.a};
    default: return node;
  }
}

// μ for a slip in one direction.
Node in_direction(Graph& graph, Node mu, Node slip, int sigma) {
  const Node back = graph.negate(slip);
  for (int nested = 0; nested < 8; ++nested) {
    const Switches own(graph, {&mu, 1});
    std::unordered_map<std::uint32_t, Node> known;
    for (const Node node : graph.order({&mu, 1})) {
      const Switches::Use use = own.use(graph, node);
      if (use.number == Switches::none || own[use.number].form != SwitchForm::sides) continue;
      const Node guard = own[use.number].guard;
      if (guard == slip || guard == back)
        known.emplace(node.index, settled(graph, node, guard == slip ? sigma : -sigma, use.turned));
    }
    if (known.empty()) break;
    mu = graph.substitute(mu, known);
  }
  return mu;
}

// The guard of a switch of μ, as a function of the state.
Node at_velocity(TextEquations& equations, const ContactEquations& contact, Node guard) {
  return equations.graph().substitute(guard, {{equations.slip_input().index, contact.slip_velocity}});
}

}  // namespace

std::vector<Node> TextFriction::corners(TextEquations& equations, const ContactEquations& contact) {
  Graph& graph = equations.graph();
  std::vector<Node> all{contact.mu_s, contact.load};
  for (const int sigma : {1, -1}) {
    const Node mu = in_direction(graph, contact.mu, equations.slip_input(), sigma);
    for (const Switch& one : Switches(graph, {&mu, 1})) {
      const Node guard = at_velocity(equations, contact, one.guard);
      all.push_back(one.form == SwitchForm::cells    ? graph.floor(guard)
                    : one.kind == SwitchKind::corner ? graph.abs(guard)
                                                     : graph.sign(guard));
    }
  }
  return all;
}

TextFriction::Direction TextFriction::direction(TextEquations& equations, const ContactEquations& contact,
                                                const std::vector<Node>& inputs, const Switches& switches, int sigma) {
  Graph& graph = equations.graph();
  const Node mu = in_direction(graph, contact.mu, equations.slip_input(), sigma);
  Switches all = switches;
  Direction result{.program = {graph, std::vector<Node>{mu, contact.mu_s}, inputs, all}};
  for (std::size_t k = switches.size(); k < all.size(); ++k) {
    const Node guard = at_velocity(equations, contact, all[k].guard);
    const bool is_cell = all[k].form == SwitchForm::cells;
    const Switches::Use use = switches.use(graph, is_cell ? graph.floor(guard) : graph.abs(guard));
    Corner corner{.turned = !is_cell && graph.difference(guard, graph.constant(0)).turned};
    if (use.number != Switches::none) corner.number = static_cast<int>(use.number);
    result.corners.push_back(corner);
  }
  return result;
}

TextFriction::TextFriction(TextEquations& equations, const ContactEquations& contact, const std::vector<Node>& inputs,
                           const Switches& switches)
    : switches_of_motion_(switches.size()),
      forward_(direction(equations, contact, inputs, switches, 1)),
      backward_(direction(equations, contact, inputs, switches, -1)) {}

void TextFriction::sides(int direction, const int* of_motion, std::vector<int>& sides) const {
  const std::vector<Corner>& corners = (direction < 0 ? backward_ : forward_).corners;
  sides.resize(switches_of_motion_ + corners.size());
  std::copy_n(of_motion, switches_of_motion_, sides.begin());
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const Corner& corner = corners[k];
    const int side = corner.number < 0 ? 1 : of_motion[corner.number];
    sides[switches_of_motion_ + k] = corner.turned ? -side : side;
  }
}

}  // namespace carom
