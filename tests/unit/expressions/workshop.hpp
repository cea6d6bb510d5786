// SPDX-License-Identifier: Apache-2.0
// A graph with a few names, and random texts over them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "carom/base/random.hpp"
#include "carom/expressions/build.hpp"
#include "carom/expressions/guards.hpp"
#include "carom/expressions/program.hpp"

namespace carom::expressions::test {

struct Workshop {
  Graph graph;
  Scope scope;
  std::vector<Node> inputs;

  explicit Workshop(const std::vector<std::string>& names = {"x", "y", "z"}) {
    for (const std::string& name : names) input(name);
  }
  Node input(const std::string& name, bool steady = false) {
    inputs.push_back(graph.input(name, steady));
    scope.add(name, inputs.back());
    return inputs.back();
  }
  Node number(const std::string& text) { return Builder(graph, scope).number(Syntax::read(text)); }
  Node condition(const std::string& text) { return Builder(graph, scope).condition(Syntax::read(text)); }
  double value(Node node, const std::vector<double>& at) {
    return graph.value(node, [&](Node input) {
      for (std::size_t k = 0; k < inputs.size(); ++k)
        if (inputs[k] == input) return at[k];
      return 0.0;
    });
  }
  double value(const std::string& text, const std::vector<double>& at = {0, 0, 0}) { return value(number(text), at); }
};

// A program with its list and its guards, and memory for all kinds of numbers.
struct Compiled {
  std::vector<Node> outputs;
  Switches switches;
  Program program;
  Guards guards;

  Compiled(Workshop& shop, std::vector<Node> nodes)
      : outputs(std::move(nodes)),
        program(shop.graph, outputs, shop.inputs, switches),
        guards(shop.graph, switches, outputs, shop.inputs) {}

  template <class Real>
  std::vector<Real> live(const std::vector<Real>& at) const {
    std::vector<Real> work(program.work_size()), result(outputs.size());
    program.evaluate(at.data(), work.data(), result.data());
    return result;
  }
  template <class Real>
  std::vector<Real> held(const std::vector<Real>& at, const std::vector<int>& sides) const {
    std::vector<Real> work(program.work_size()), result(outputs.size());
    program.evaluate_held(at.data(), sides.data(), work.data(), result.data());
    return result;
  }
  std::vector<int> sides(const std::vector<double>& at) const {
    std::vector<double> work(guards.work_size() + guards.size());
    std::vector<int> result(guards.size());
    guards.live_sides(at.data(), work.data(), result.data());
    return result;
  }
  std::vector<double> guard_values(const std::vector<double>& at, const std::vector<int>& sides) const {
    std::vector<double> work(guards.work_size()), result(guards.size());
    guards.values(at.data(), sides.data(), work.data(), result.data());
    return result;
  }
  std::vector<int> active(const std::vector<int>& sides) const {
    std::vector<unsigned char> work(guards.activity_work_size()), result(guards.size());
    guards.active(sides.data(), work.data(), result.data());
    return {result.begin(), result.end()};
  }
};

enum class Shape { smooth, any };  // without corners and jumps, or with them

// A text over x, y, z that has a value everywhere.
inline std::string random_text(Random& random, int depth, Shape shape) {
  const auto inner = [&] { return random_text(random, depth - 1, shape); };
  if (depth == 0) {
    switch (random.index(5)) {
      case 0: return std::to_string(random.index(7)) + "." + std::to_string(random.index(100));
      case 1: return "y";
      case 2: return "z";
      default: return "x";
    }
  }
  switch (random.index(shape == Shape::any ? 27 : 19)) {
    case 0: return inner() + " + " + inner();
    case 1: return "(" + inner() + " - " + inner() + ")";
    case 2: return "(" + inner() + ")*(" + inner() + ")";
    case 3: return "(" + inner() + ")/(2.5 + (" + inner() + ")^2)";
    case 4: return "-(" + inner() + ")";
    case 5: return "(" + inner() + ")^" + std::to_string(random.index(5));
    case 6: return "sin(" + inner() + ")";
    case 7: return "cos(" + inner() + ")";
    case 8: return "tanh(" + inner() + ")";
    case 9: return "atan(" + inner() + ")";
    case 10: return "exp(-(" + inner() + ")^2)";
    case 11: return "log(1.5 + (" + inner() + ")^2)";
    case 12: return "sqrt(0.5 + (" + inner() + ")^2)";
    case 13: return "hypot(" + inner() + ", 1.2)";
    case 14: return "atan2(" + inner() + ", 2 + sin(" + inner() + "))";
    case 15: return "(1.5 + sin(" + inner() + "))^(" + inner() + "/4)";
    case 16: return "asin(0.9*sin(" + inner() + "))";
    case 17: return "acos(0.9*cos(" + inner() + "))";
    case 18: return "sinh(sin(" + inner() + ")) - cosh(cos(" + inner() + ")) + tan(sin(" + inner() + "))";
    case 19: return "abs(" + inner() + ")";
    case 20: return "min(" + inner() + ", " + inner() + ")";
    case 21: return "max(" + inner() + ", " + inner() + ", 0.3)";
    case 22: return "sign(" + inner() + ")";
    case 23: return "floor(" + inner() + ")";
    case 24: return "mod(" + inner() + ", 0.7)";
    case 25: return "if(" + inner() + " < " + inner() + ", " + inner() + ", " + inner() + ")";
    default:
      return "if(not (" + inner() + " >= 0.4 or y <= " + inner() + ") and z > 0, " + inner() + ", " + inner() + ")";
  }
}

}  // namespace carom::expressions::test
