// SPDX-License-Identifier: Apache-2.0
#include "carom/model/text_print.hpp"

#include "carom/expressions/text.hpp"
#include "carom/model/text_equations.hpp"

namespace carom {

std::vector<EquationLine> equation_lines(const ModelText& text) {
  TextEquations equations(text, {}, true);
  const expressions::Graph& graph = equations.graph();
  const std::vector<std::string>& names = equations.scope().coordinate_names();
  const std::vector<std::string>& states = equations.scope().state_names();
  std::vector<EquationLine> lines;
  const auto add = [&](const std::string& name, const std::string& symbol, expressions::Node node) {
    if (graph.is_zero(node)) return;
    lines.push_back({name, expressions::text(graph, node), symbol + " = " + expressions::latex(graph, node)});
  };
  const auto tex = [](const std::string& name) { return expressions::latex_name(name); };
  const std::size_t n = names.size();
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t l = k; l < n; ++l)
      add("M[" + names[k] + ", " + names[l] + "]", "M_{" + tex(names[k]) + " " + tex(names[l]) + "}",
          equations.mass[k * n + l]);
  for (std::size_t k = 0; k < n; ++k) add("h[" + names[k] + "]", "h_{" + tex(names[k]) + "}", equations.force[k]);
  for (std::size_t j = 0; j < states.size(); ++j)
    add("rate of " + states[j], "\\dot{" + tex(states[j]) + "}", equations.force[n + j]);
  for (const ContactEquations& contact : equations.contacts) {
    const std::string of = contact.name + ": ", sub = "^{\\mathrm{" + contact.name + "}}";
    add(of + "gap", "g_N" + sub, contact.gap);
    for (std::size_t k = 0; k < n; ++k)
      add(of + "w[" + names[k] + "]", "w" + sub + "_{" + tex(names[k]) + "}", contact.normal[k]);
    add(of + "surface, normal", "\\hat w_n" + sub, contact.normal_surface);
    add(of + "drift, normal", "\\zeta_n" + sub, contact.normal_drift);
    for (std::size_t k = 0; k < n; ++k)
      add(of + "n[" + names[k] + "]", "n" + sub + "_{" + tex(names[k]) + "}", contact.tangent[k]);
    add(of + "surface, tangential", "\\hat w_t" + sub, contact.tangential_surface);
    add(of + "drift, tangential", "\\zeta_t" + sub, contact.tangential_drift);
    add(of + "load", "N" + sub, contact.load);
  }
  for (const ConstraintEquations& constraint : equations.constraints) {
    const std::string of = constraint.name + ": ", sub = "^{\\mathrm{" + constraint.name + "}}";
    add(of + "c", "c" + sub, constraint.value);
    for (std::size_t k = 0; k < n; ++k)
      add(of + "G[" + names[k] + "]", "G" + sub + "_{" + tex(names[k]) + "}", constraint.row[k]);
    add(of + "surface", "\\hat c" + sub, constraint.surface);
    add(of + "drift", "\\zeta" + sub, constraint.drift);
  }
  return lines;
}

}  // namespace carom
