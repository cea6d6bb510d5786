// SPDX-License-Identifier: Apache-2.0
// Expressions as a list of instructions, to be computed often: with doubles, with numbers that carry derivatives, with ranges.
//
// Instructions work on one row of numbers, the work: constants, then inputs, then intermediate results, whose places are used
//           again. What no output needs is left out, what two need is computed once, and both branches of a choice are
//           computed: a branch that has no value there does no harm unless it is taken. A product that only one sum needs is
//           one instruction with it, in two roundings. Those of one kind that can be computed one after the other are.
// Live      evaluation decides switches (switches.hpp) by values. A range that leaves one undecided gets the hull of both sides,
//           and the whole line for slopes where the value may jump (base/interval.hpp).
// Held      evaluation takes the sides it is given. With those of Guards::live_sides it has the bits of live evaluation.
// Numbers   double, Dual<double>, Dual<Dual<double>>, Dual<Dual<Dual<double>>>, Interval, Dual<Interval>: compiled in
//           evaluate_*.cpp. The same operations in the same order for all of them.
// Limits    A program knows nothing of the graph any more: it can be used by several threads, each with a work of its own.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "carom/base/dual.hpp"
#include "carom/base/interval.hpp"
#include "carom/expressions/graph.hpp"
#include "carom/expressions/switches.hpp"

namespace carom::expressions {

// Beyond the operations of nodes, for speed.
enum class Fused : std::uint8_t {
  square = 64,
  multiply_add,       // a b + c
  multiply_subtract,  // a b − c
  subtract_product,   // c − a b
};

struct Instruction {
  std::uint32_t out = 0, a = 0, b = 0;
  std::uint32_t c = 0;  // an operand, or the number of a switch
};

// Instructions of one kind in a row: the kind is asked once for all of them, and most do not wait for each other.
struct Batch {
  std::uint8_t code = 0;
  std::uint32_t count = 0;
};

class Program {
 public:
  Program() = default;
  // Outputs from inputs, in their orders; an input that the outputs need and that is not among them is misuse (BadInput).
  // The switches of the outputs are added to the list.
  Program(Graph& graph, std::span<const Node> outputs, std::span<const Node> inputs, Switches& switches);

  std::size_t input_count() const { return input_count_; }
  std::size_t output_count() const { return outputs_.size(); }
  std::size_t work_size() const { return constants_.size() + input_count_ + temporaries_; }
  std::size_t instruction_count() const { return instructions_.size(); }

  // work: work_size() numbers, whatever they hold.
  template <class Real>
  void evaluate(const Real* inputs, Real* work, Real* outputs) const;
  template <class Real>
  void evaluate_held(const Real* inputs, const int* sides, Real* work, Real* outputs) const;

 private:
  friend class Compiler;
  template <bool held, class Real>
  void run(const Real* inputs, const int* sides, Real* work, Real* outputs) const;

  std::vector<double> constants_;
  std::vector<Instruction> instructions_;
  std::vector<Batch> batches_;
  std::vector<std::uint32_t> outputs_;  // where they are in the work
  std::vector<std::shared_ptr<const Spline>> tables_;
  std::size_t input_count_ = 0, temporaries_ = 0;
};

extern template void Program::evaluate(const double*, double*, double*) const;
extern template void Program::evaluate(const Dual<double>*, Dual<double>*, Dual<double>*) const;
extern template void Program::evaluate(const Dual<Dual<double>>*, Dual<Dual<double>>*, Dual<Dual<double>>*) const;
extern template void Program::evaluate(const Dual<Dual<Dual<double>>>*, Dual<Dual<Dual<double>>>*,
                                       Dual<Dual<Dual<double>>>*) const;
extern template void Program::evaluate(const Interval*, Interval*, Interval*) const;
extern template void Program::evaluate(const Dual<Interval>*, Dual<Interval>*, Dual<Interval>*) const;
extern template void Program::evaluate_held(const double*, const int*, double*, double*) const;
extern template void Program::evaluate_held(const Dual<double>*, const int*, Dual<double>*, Dual<double>*) const;
extern template void Program::evaluate_held(const Dual<Dual<double>>*, const int*, Dual<Dual<double>>*,
                                            Dual<Dual<double>>*) const;
extern template void Program::evaluate_held(const Dual<Dual<Dual<double>>>*, const int*, Dual<Dual<Dual<double>>>*,
                                            Dual<Dual<Dual<double>>>*) const;
extern template void Program::evaluate_held(const Interval*, const int*, Interval*, Interval*) const;
extern template void Program::evaluate_held(const Dual<Interval>*, const int*, Dual<Interval>*, Dual<Interval>*) const;

}  // namespace carom::expressions
