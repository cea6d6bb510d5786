// SPDX-License-Identifier: Apache-2.0
#include "carom/expressions/program.hpp"

#include <array>
#include <cmath>
#include <unordered_map>

#include "carom/base/bad_input.hpp"

namespace carom::expressions {

// From nodes to instructions: each node once; those of one kind in a row, as far as what they need is there; places freed
// after the last use.
class Compiler {
 public:
  Compiler(Graph& graph, std::span<const Node> outputs, std::span<const Node> inputs, Switches& switches)
      : graph_(graph), outputs_(outputs), inputs_(inputs), switches_(switches) {}

  Program compile() {
    switches_.add(graph_, outputs_);
    order_ = graph_.order(outputs_);
    absorb_products();
    place_inputs_and_constants();
    for (const Node node : order_)
      if (!places_.count(node.index) && !absorbed_.count(node.index)) add_step(node);
    for (const std::uint32_t step : schedule()) emit(steps_[step]);
    for (const Node output : outputs_) program_.outputs_.push_back(places_.at(output.index));
    return std::move(program_);
  }

 private:
  // What becomes one instruction: operands that are nodes, and fields that are not.
  struct Step {
    std::uint8_t code = 0;
    Node node;
    int count = 0;
    Node from[3] = {};
    std::uint32_t field[3] = {};
    bool is_field[3] = {};
    void take(int slot, std::uint32_t value) {
      is_field[slot] = true;
      field[slot] = value;
    }
  };

  // A product that one sum alone needs. Of two the first.
  void absorb_products() {
    std::unordered_map<std::uint32_t, std::uint32_t> uses;
    for (const Node node : order_)
      for (const Node operand : operands(graph_.parts(node))) ++uses[operand.index];
    for (const Node output : outputs_) ++uses[output.index];
    const auto is_single_product = [&](std::uint32_t node) {
      return graph_.operation(Node{node}) == Operation::multiply && uses.at(node) == 1;
    };
    for (const Node node : order_) {
      const NodeParts own = graph_.parts(node);
      if (own.operation != Operation::add && own.operation != Operation::subtract) continue;
      const std::uint32_t product = is_single_product(own.a) ? own.a : own.b;
      if (is_single_product(product)) absorbed_.emplace(product, node.index);
    }
  }

  void place_inputs_and_constants() {
    for (const Node node : order_) {
      if (!graph_.is_constant(node)) continue;
      places_.emplace(node.index, new_constant(graph_.constant_value(node)));
    }
    for (const Node node : order_) {
      const NodeParts own = graph_.parts(node);
      if (own.operation == Operation::divide && graph_.is_constant({own.b})) use_reciprocal({own.b});
    }
    program_.input_count_ = inputs_.size();
    const std::uint32_t first = static_cast<std::uint32_t>(program_.constants_.size());
    for (std::size_t k = 0; k < inputs_.size(); ++k)
      places_.emplace(inputs_[k].index, first + static_cast<std::uint32_t>(k));
    for (const Node node : order_)
      if (graph_.is_input(node) && !places_.count(node.index))
        throw BadInput("'" + graph_.input_name(node) + "' is used and not among the inputs of a program");
    first_temporary_ = first + static_cast<std::uint32_t>(inputs_.size());
  }
  std::uint32_t new_constant(double value) {
    program_.constants_.push_back(value);
    return static_cast<std::uint32_t>(program_.constants_.size() - 1);
  }
  // x/4 is x · 0.25 to the bit.
  void use_reciprocal(Node divisor) {
    const double value = graph_.constant_value(divisor);
    int exponent = 0;
    if (std::abs(std::frexp(value, &exponent)) != 0.5 || std::abs(exponent) > 500) return;
    if (!reciprocals_.count(divisor.index)) reciprocals_.emplace(divisor.index, new_constant(1 / value));
  }

  void add_step(Node node) {
    const NodeParts own = graph_.parts(node);
    Step step;
    step.node = node;
    step.code = static_cast<std::uint8_t>(own.operation);
    if (!take_product(node, own, step)) {
      const Operands from = operands(own);
      step.count = from.count;
      for (int k = 0; k < from.count; ++k) step.from[k] = from.node[k];
      take_fields(node, own, step);
    }
    steps_.push_back(step);
  }

  bool take_product(Node node, const NodeParts& own, Step& step) const {
    if (own.operation != Operation::add && own.operation != Operation::subtract) return false;
    for (const bool first : {true, false}) {
      const auto found = absorbed_.find(first ? own.a : own.b);
      if (found == absorbed_.end() || found->second != node.index) continue;
      const NodeParts product = graph_.parts(Node{found->first});
      step.count = 3;
      step.from[0] = {product.a};
      step.from[1] = {product.b};
      step.from[2] = {first ? own.b : own.a};
      step.code = static_cast<std::uint8_t>(own.operation == Operation::add ? Fused::multiply_add
                                            : first                         ? Fused::multiply_subtract
                                                                            : Fused::subtract_product);
      return true;
    }
    return false;
  }

  void take_fields(Node node, const NodeParts& own, Step& step) {
    switch (own.operation) {
      case Operation::whole_power:
        step.take(1, own.b);
        if (own.b == 2) step.code = static_cast<std::uint8_t>(Fused::square);
        break;
      case Operation::table:
        step.take(1, static_cast<std::uint32_t>(program_.tables_.size()));
        step.take(2, own.c);
        program_.tables_.push_back(graph_.spline(static_cast<int>(own.b)));
        break;
      case Operation::divide:
        if (const auto found = reciprocals_.find(own.b); found != reciprocals_.end()) {
          step.code = static_cast<std::uint8_t>(Operation::multiply);
          step.count = 1;
          step.take(1, found->second);
        }
        break;
      case Operation::abs:
      case Operation::sign:
      case Operation::side:
      case Operation::floor:
      case Operation::below:
      case Operation::at_most:
      case Operation::min:
      case Operation::max: {
        const Switches::Use use = switches_.use(graph_, node);
        step.take(2, use.number);
        if (use.turned) std::swap(step.from[0], step.from[1]);
        break;
      }
      default: break;
    }
  }

  // As many as possible of one kind, then of the kind that most are waiting of.
  std::vector<std::uint32_t> schedule() {
    std::unordered_map<std::uint32_t, std::uint32_t> made_by;
    for (std::size_t k = 0; k < steps_.size(); ++k)
      made_by.emplace(steps_[k].node.index, static_cast<std::uint32_t>(k));
    std::vector<std::vector<std::uint32_t>> users(steps_.size());
    std::vector<int> missing(steps_.size(), 0);
    std::array<std::vector<std::uint32_t>, 256> ready;
    for (std::size_t k = 0; k < steps_.size(); ++k) {
      for (int j = 0; j < steps_[k].count; ++j) {
        ++uses_[steps_[k].from[j].index];
        const auto maker = made_by.find(steps_[k].from[j].index);
        if (maker == made_by.end()) continue;
        ++missing[k];
        users[maker->second].push_back(static_cast<std::uint32_t>(k));
      }
      if (missing[k] == 0) ready[steps_[k].code].push_back(static_cast<std::uint32_t>(k));
    }
    for (const Node output : outputs_) ++uses_[output.index];
    std::vector<std::uint32_t> result;
    while (result.size() < steps_.size()) {
      std::size_t code = 0;
      for (std::size_t other = 1; other < ready.size(); ++other)
        if (ready[other].size() > ready[code].size()) code = other;
      std::vector<std::uint32_t>& row = ready[code];
      for (std::size_t next = 0; next < row.size(); ++next) {  // the row may grow meanwhile
        const std::uint32_t step = row[next];
        result.push_back(step);
        for (const std::uint32_t user : users[step])
          if (--missing[user] == 0) ready[steps_[user].code].push_back(user);
      }
      program_.batches_.push_back({static_cast<std::uint8_t>(code), static_cast<std::uint32_t>(row.size())});
      row.clear();
    }
    return result;
  }

  void emit(const Step& step) {
    std::uint32_t value[3] = {};
    for (int k = 0; k < 3; ++k)
      value[k] = step.is_field[k] ? step.field[k] : k < step.count ? places_.at(step.from[k].index) : 0;
    for (int k = 0; k < step.count; ++k) release(step.from[k]);
    const std::uint32_t out = new_place();
    places_.emplace(step.node.index, out);
    program_.instructions_.push_back({out, value[0], value[1], value[2]});
  }
  std::uint32_t new_place() {
    if (!free_.empty()) {
      const std::uint32_t reused = free_.back();
      free_.pop_back();
      return reused;
    }
    return first_temporary_ + static_cast<std::uint32_t>(program_.temporaries_++);
  }
  void release(Node node) {
    const std::uint32_t place = places_.at(node.index);
    if (--uses_.at(node.index) == 0 && place >= first_temporary_) free_.push_back(place);
  }

  Graph& graph_;
  std::span<const Node> outputs_, inputs_;
  Switches& switches_;
  Program program_;
  std::vector<Node> order_;
  std::vector<Step> steps_;
  std::unordered_map<std::uint32_t, std::uint32_t> uses_, places_, absorbed_, reciprocals_;
  std::vector<std::uint32_t> free_;
  std::uint32_t first_temporary_ = 0;
};

Program::Program(Graph& graph, std::span<const Node> outputs, std::span<const Node> inputs, Switches& switches)
    : Program(Compiler(graph, outputs, inputs, switches).compile()) {}

}  // namespace carom::expressions
