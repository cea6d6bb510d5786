// SPDX-License-Identifier: Apache-2.0
// The guards of a list of switches: their values, the sides they are on, and which of them matter.
//
// Active    A switch matters where an expression uses it in a branch that is taken. With given sides every choice is made,
//           so that which switches are active follows from the sides alone. Choices by steady values (switches.hpp) may go
//           either way: what is in them counts as active.
// Crossings A two-sided switch is crossed where its guard is zero; one with cells, on cell k, where its guard leaves [k, k + 1).
#pragma once

#include <span>
#include <vector>

#include "carom/expressions/program.hpp"

namespace carom::expressions {

class Guards {
 public:
  Guards() = default;
  // The switches, as far as the list has them now; `expressions` are those that use them.
  Guards(Graph& graph, const Switches& switches, std::span<const Node> expressions, std::span<const Node> inputs);

  std::size_t size() const { return forms_.size(); }
  std::size_t work_size() const { return program_.work_size(); }
  std::size_t activity_work_size() const { return steps_.size(); }

  // Their values along the smooth expressions that the sides select, those of switches that are not active too.
  template <class Real>
  void values(const Real* inputs, const int* sides, Real* work, Real* guards) const {
    program_.evaluate_held(inputs, sides, work, guards);
  }
  // Their values, everything decided by values.
  template <class Real>
  void live_values(const Real* inputs, Real* work, Real* guards) const {
    program_.evaluate(inputs, work, guards);
  }
  // The sides at a point. work: work_size() + size() numbers.
  void live_sides(const double* inputs, double* work, int* sides) const;
  // 1 for those that are active, 0 for the others. work: activity_work_size() bytes.
  void active(const int* sides, unsigned char* work, unsigned char* active) const;

 private:
  struct Step {
    Operation operation;
    std::uint32_t a, b, c;  // steps
    std::uint32_t number = Switches::none;
  };
  unsigned char answer(const Step& step, const int* sides, const unsigned char* work) const;

  Program program_;
  std::vector<SwitchForm> forms_;
  std::vector<Step> steps_;
  std::vector<std::uint32_t> roots_;
};

}  // namespace carom::expressions
