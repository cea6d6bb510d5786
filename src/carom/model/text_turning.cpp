// SPDX-License-Identifier: Apache-2.0
#include "carom/model/text_turning.hpp"

#include <algorithm>
#include <cmath>

namespace carom {

using expressions::Graph;
using expressions::Node;
using expressions::Operation;

TextTurning::TextTurning(TextEquations& equations, const expressions::Switches& switches,
                         const std::vector<Node>& inputs) {
  Graph& graph = equations.graph();
  std::vector<Node> looked_at;
  for (const expressions::Switch& one : switches) looked_at.push_back(one.guard);
  for (const EventEquations& event : equations.events)
    if (event.when) looked_at.push_back(*event.when);
  for (const ContactEquations& contact : equations.contacts) looked_at.push_back(contact.gap);

  const std::vector<Node>&places = equations.scope().coordinates(), &rates = equations.scope().rates();
  const std::vector<Node>& states = equations.scope().states();
  std::vector<Node> varying;
  for (const Node node : graph.order(looked_at)) {
    const Operation operation = graph.operation(node);
    if (operation != Operation::sin && operation != Operation::cos && operation != Operation::tan) continue;
    const Node angle{graph.parts(node).a};
    std::vector<Node> terms{graph.derivative(angle, equations.scope().time())};
    for (std::size_t k = 0; k < places.size(); ++k)
      terms.push_back(graph.multiply(graph.derivative(angle, places[k]), rates[k]));
    for (std::size_t j = 0; j < states.size(); ++j)
      terms.push_back(graph.multiply(graph.derivative(angle, states[j]), equations.force[places.size() + j]));
    const Node rate = graph.sum(std::move(terms));
    if (const std::optional<double> value = equations.scope().known(rate))
      steady_ = std::max(steady_, std::isfinite(*value) ? std::abs(*value) : 0.0);
    else
      varying.push_back(rate);
  }
  std::sort(varying.begin(), varying.end());
  varying.erase(std::unique(varying.begin(), varying.end()), varying.end());
  expressions::Switches own;  // it is looked at, not moved by
  rates_ = expressions::Program(graph, varying, inputs, own);
}

double TextTurning::fastest(const double* inputs, double* work, double* outputs) const {
  double fastest = steady_;
  if (rates_.output_count() == 0) return fastest;
  rates_.evaluate(inputs, work, outputs);
  for (std::size_t k = 0; k < rates_.output_count(); ++k) fastest = std::max(fastest, std::abs(outputs[k]));
  return fastest;
}

}  // namespace carom
