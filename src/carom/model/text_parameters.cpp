// SPDX-License-Identifier: Apache-2.0
#include "carom/model/text_parameters.hpp"

#include "carom/model/text_equations.hpp"

namespace carom {

using expressions::Node;

TextParameters parameters_of(TextEquations& equations) {
  TextScope& scope = equations.scope();
  TextParameters result;
  for (const Node input : scope.parameters()) {
    if (scope.is_rigid(input)) continue;
    result.inputs.push_back(input);
    result.names.push_back(equations.graph().input_name(input));
    result.values.push_back(*scope.known(input));
    const auto slope = [&](Node node) { return scope.slope(node, input); };
    std::vector<LawSlope>& laws = result.laws.emplace_back();
    for (const ContactEquations& contact : equations.contacts) {
      const LawNodes& law = contact.law_nodes;
      LawSlope& changes = laws.emplace_back(LawSlope{.e = slope(law.e),
                                                     .mu_s_i = slope(law.mu_s_i),
                                                     .mu_i = slope(law.mu_i),
                                                     .stiffness = slope(law.k),
                                                     .exponent = slope(law.eta),
                                                     .eps_T = slope(law.eps_T)});
      if (contact.gives_friction) continue;
      changes.mu_s = slope(contact.mu_s);
      changes.mu_c = slope(contact.mu);
    }
    std::vector<EventTrigger>& triggers = result.triggers.emplace_back();
    for (const EventEquations& event : equations.events)
      triggers.push_back({.period = event.period ? slope(*event.period) : 0.0});
    std::vector<double>&q = result.start_q.emplace_back(), &u = result.start_u.emplace_back();
    for (const Node node : scope.start_coordinate_nodes()) q.push_back(slope(node));
    q.resize(static_cast<std::size_t>(equations.freedom()));
    for (const Node node : scope.start_rate_nodes()) u.push_back(slope(node));
    for (const Node node : scope.start_state_nodes()) u.push_back(slope(node));
  }
  return result;
}

}  // namespace carom
