// SPDX-License-Identifier: Apache-2.0
// What bodies add to the equations of a model: energies, forces, contacts, constraints.
#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "carom/laws/check_contact_law.hpp"
#include "carom/model/body_mechanism.hpp"
#include "carom/model/text_equations.hpp"

namespace carom {

using expressions::Scope;
using Node = expressions::Node;

void TextEquations::add_bodies(std::vector<Node>& given) {
  Bodies* bodies = scope_.bodies();
  if (!bodies) return;
  expressions::Graph& g = graph();
  kinetic = g.add(kinetic, bodies->kinetic());
  potential = g.add(potential, bodies->potential());
  for (const ForceAlong& one : bodies->forces())
    for (std::size_t k = 0; k < given.size(); ++k) {
      const Node slope = g.derivative(one.along, scope_.coordinates()[k]);
      if (!g.is_zero(slope)) given[k] = g.add(given[k], g.multiply(one.force, slope));
    }
}

std::vector<Node> TextEquations::constraint_outputs() const {
  std::vector<Node> values, surfaces, drifts, rows;
  for (const ConstraintEquations& one : constraints) {
    values.push_back(one.value);
    surfaces.push_back(one.surface);
    drifts.push_back(one.drift);
    rows.insert(rows.end(), one.row.begin(), one.row.end());
  }
  for (const std::vector<Node>* more : {&surfaces, &drifts, &rows})
    values.insert(values.end(), more->begin(), more->end());
  return values;
}

Said TextEquations::with_contacts_quoted(Said said) const {
  if (said.text.find('/') == std::string::npos) return said;
  const auto is_in_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; };
  for (const ContactEquations& contact : contacts) {
    if (contact.name.find('/') == std::string::npos) continue;
    for (const char* what : {".force", ".friction", ".gap", ".slip"}) {
      const std::string name = contact.name + what;
      for (std::size_t at = said.text.find(name); at != std::string::npos;
           at = said.text.find(name, at + name.size() + 2)) {
        const std::size_t end = at + name.size();
        const bool begins = at == 0 || (!is_in_name(said.text[at - 1]) && said.text[at - 1] != '\'');
        if (!begins || (end < said.text.size() && is_in_name(said.text[end]))) continue;
        said.text.insert(end, "'");
        said.text.insert(at, "'");
      }
    }
  }
  return said;
}

bool TextEquations::add_force_at(const NamedText& named, std::vector<Node>& given) {
  Bodies* bodies = scope_.bodies();
  if (!bodies || named.name.ends_with("_dot")) return false;
  const std::optional<Node> place = bodies->find(named.name);
  if (!place) return false;
  expressions::Graph& g = graph();
  const Node force = scope_.number(named.value);
  for (std::size_t k = 0; k < given.size(); ++k) {
    const Node slope = g.derivative(*place, scope_.coordinates()[k]);
    if (!g.is_zero(slope)) given[k] = g.add(given[k], g.multiply(force, slope));
  }
  return true;
}

void TextEquations::add_body_contacts() {
  Bodies* bodies = scope_.bodies();
  if (!bodies) return;
  for (const BodyContact& one : bodies->contacts()) {
    Scope inner(&scope_.names());
    for (const auto& [index, value] : one.indices) inner.add(index, graph().constant(static_cast<double>(value)));
    add_body_contact(one, &inner);
  }
  for (const BodyConstraint& one : bodies->constraints()) {
    ConstraintEquations constraint{.name = one.name, .value = one.value};
    derive_place(one.value, constraint.row, constraint.surface, constraint.drift);
    if (std::all_of(constraint.row.begin(), constraint.row.end(), [&](Node w) { return graph().is_zero(w); }))
      TextScope::refuse(one.place, one.name, fmt::format("'{}' binds nothing that can move", one.name));
    constraints.push_back(std::move(constraint));
  }
}

void TextEquations::add_body_contact(const BodyContact& one, Scope* inner) {
  expressions::Graph& g = graph();
  if (contact_number(one.name) >= 0)
    TextScope::refuse(one.place, one.name, fmt::format("there are two contacts called '{}'", one.name));
  ContactEquations contact{.name = one.name};
  contact.gap = contact.load = contact.normal_surface = contact.tangential_surface = zero();
  contact.normal_drift = contact.tangential_drift = contact.slip_velocity = zero();
  // What is asked of the text of a contact that is written out is asked of this one.
  ContactText keys = one.keys;
  const Said derived{"0", one.place};
  if (one.slip) keys.slip = derived;
  if (one.load) {
    keys.load = derived;
    contact.rides = given_load;
    contact.load = g.max(*one.load, zero());
    contact.normal.assign(q_.size(), zero());
  } else {
    keys.gap = derived;
    contact.gap = *one.gap;
    derive_place(contact.gap, contact.normal, contact.normal_surface, contact.normal_drift);
  }
  if (one.slip)
    derive_slip(*one.slip, derived, contact);
  else
    contact.tangent.assign(q_.size(), zero());
  if (one.only) contact.only = one.only;
  if (keys.only.given()) {
    const Node said = scope_.condition(keys.only, inner);
    contact.only = contact.only ? g.both(*contact.only, said) : said;
  }
  read_friction(keys, inner, contact);
  contacts.push_back(std::move(contact));
  if (!keys.roll.given() || !one.turn) return;
  ContactEquations rolling{.name = one.name + ".roll", .rides = static_cast<int>(contacts.size()) - 1};
  rolling.gap = rolling.load = rolling.normal_surface = rolling.normal_drift = zero();
  rolling.normal.assign(q_.size(), zero());
  rolling.only = contacts.back().only;
  derive_slip(*one.turn, derived, rolling);
  rolling.mu = rolling.mu_s = scope_.number(keys.roll, inner);
  rolling.gives_friction = !scope_.known(rolling.mu);
  if (!rolling.gives_friction) rolling.law.mu_c = rolling.law.mu_s = *scope_.known(rolling.mu);
  contacts.push_back(std::move(rolling));
}

}  // namespace carom
