// SPDX-License-Identifier: Apache-2.0
// Where expressions have corners and jumps.
//
// Model     An expression is smooth as long as its switches stay. A switch has a guard g, an expression too, and
//   (1)  two sides:  abs, sign (g = x), min, max (g = a − b), comparisons of a and b (g = a − b) change formula where g = 0;
//        its side is the sign of g
//   (2)  cells:      floor (g = x), and mod by it, where g passes a whole number; its side is the cell, floor(g)
// Kinds     corner: the value is continuous (abs, min, max); jump: it need not be (sign, floor, comparisons, the slopes of what
//           has a corner). A switch that is used in both ways is a jump.
// Sides     of a list of switches are ints, one for each. With given sides every expression is one smooth formula, on both sides
//           of its guards: a step can reach beyond a crossing. Side 0 is for a guard that is exactly zero, where things are
//           as they are there: sign 0, |x| with slope 1, a < b false and a ≤ b true.
// Order     Guards use switches that stand before them in the list only.
// Steady    What depends on inputs alone that do not change between events is no switch: it is decided by values always.
// Limits    Cells beyond ±2³¹ are taken for the last one within. An `if` counts as a jump, whatever its branches are.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "carom/expressions/graph.hpp"

namespace carom::expressions {

enum class SwitchKind { corner, jump };
enum class SwitchForm { sides, cells };

struct Switch {
  Node guard;
  SwitchForm form = SwitchForm::sides;
  SwitchKind kind = SwitchKind::corner;
};

// The distinct switches of some expressions. Programs with one list share their sides.
class Switches {
 public:
  Switches() = default;
  Switches(Graph& graph, std::span<const Node> expressions) { add(graph, expressions); }

  // Those of further expressions, after those that are there.
  void add(Graph& graph, std::span<const Node> expressions);

  std::size_t size() const { return list_.size(); }
  const Switch& operator[](std::size_t k) const { return list_[k]; }
  auto begin() const { return list_.begin(); }
  auto end() const { return list_.end(); }
  bool has_jump() const;

  static constexpr std::uint32_t none = 0xFFFFFFFF;
  // The number of the switch that a node decides by, none if it has none; turned if the node's side is the opposite one.
  struct Use {
    std::uint32_t number = none;
    bool turned = false;
  };
  Use use(Graph& graph, Node node) const;

 private:
  std::unordered_map<std::uint32_t, std::uint32_t> two_sided_, in_cells_;  // by guard
  std::vector<Switch> list_;
};

// The side of a guard's value.
int side_of(double guard, SwitchForm form);

}  // namespace carom::expressions
