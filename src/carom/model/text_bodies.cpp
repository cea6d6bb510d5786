// SPDX-License-Identifier: Apache-2.0
// What bodies add to the equations of a model: energies, forces, contacts, constraints.
#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <memory>

#include <fmt/format.h>

#include "carom/laws/check_contact_law.hpp"
#include "carom/model/body_distance.hpp"
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

std::vector<Node> TextEquations::contact_outputs() const {
  std::vector<Node> list;
  for (Node ContactEquations::*const member :
       {&ContactEquations::gap, &ContactEquations::normal_surface, &ContactEquations::tangential_surface,
        &ContactEquations::normal_drift, &ContactEquations::tangential_drift})
    for (const ContactEquations& contact : contacts) list.push_back(contact.*member);
  for (std::vector<Node> ContactEquations::*const member : {&ContactEquations::normal, &ContactEquations::tangent})
    for (const ContactEquations& contact : contacts)
      list.insert(list.end(), (contact.*member).begin(), (contact.*member).end());
  return list;
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
  std::vector<BodyContact> written_out = bodies->stops();
  const std::vector<ShapePair> touching = bodies->pairs();
  std::size_t places = 0;
  for (const ShapePair& pair : touching) places += pair.candidates.size();
  const bool many = places > few_places && !symbols_;
  for (const ShapePair& pair : touching) {
    if (many && add_pair(pair)) continue;
    std::vector<BodyContact> list = bodies->contacts_of(pair);
    std::move(list.begin(), list.end(), std::back_inserter(written_out));
    if (written_out.size() > TextScope::most_contacts)
      TextScope::refuse(pair.a->place, "",
                        fmt::format("the shapes of this model can touch in more than {} places that are derived one by "
                                    "one: name the pairs that can meet in [contacts] pairs, or leave some out by "
                                    "[[contact]] between with touch = false",
                                    TextScope::most_contacts));
  }
  for (const BodyContact& one : written_out) {
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

// All that a pair's contacts have in common, if their law is constant and nothing is measured of them; false otherwise.
bool TextEquations::add_pair(const ShapePair& pair) {
  Bodies& bodies = *scope_.bodies();
  expressions::Graph& g = graph();
  if (pair.keys.only.given() || pair.keys.roll.given() || pair.candidates.empty()) return pair.candidates.empty();
  for (const std::string& text : measured_)
    if (text.find(pair.name) != std::string::npos) return false;
  const auto body = [&](const Shape& shape) -> const Body& {
    return bodies.bodies()[static_cast<std::size_t>(shape.body)];
  };
  const Node belt = g.add(body(*pair.a).belt, body(*pair.b).belt);
  if (!g.is_constant(belt)) return false;
  Scope inner(&scope_.names());
  for (const auto& [index, value] : pair.indices) inner.add(index, g.constant(static_cast<double>(value)));
  ContactText keys = pair.keys;
  keys.gap = keys.slip = {"0", pair.a->place};
  ContactEquations common{.name = pair.name};
  read_friction(keys, &inner, common);
  if (common.gives_friction) return false;
  if (!pairs) pairs = std::make_shared<BodyPairs>();
  const auto derive = [this](int number) { return derive_frame(number); };
  pairs->frame_of(pair.a->body, derive);
  pairs->frame_of(pair.b->body, derive);
  pairs->add(bodies, pair.name, common.law, g.constant_value(belt), *pair.a, *pair.b, pair.candidates);
  return true;
}

BodyPairs::FrameEquations TextEquations::derive_frame(int number) {
  expressions::Graph& g = graph();
  const Body& body = scope_.bodies()->bodies()[static_cast<std::size_t>(number)];
  BodyPairs::FrameEquations frame;
  frame.place = {body.at.x, body.at.y, body.angle};
  for (std::size_t k = 0; k + 2 < q_.size() && frame.free < 0; ++k)
    if (frame.place[0] == q_[k] && frame.place[1] == q_[k + 1] && frame.place[2] == q_[k + 2])
      frame.free = static_cast<int>(k);
  if (frame.free >= 0) return frame;
  std::array<std::vector<Node>, 3> rows;
  for (std::size_t j = 0; j < 3; ++j) derive_place(frame.place[j], rows[j], frame.pushed[j], frame.drift[j]);
  for (std::size_t k = 0; k < q_.size(); ++k)
    if (!g.is_zero(rows[0][k]) || !g.is_zero(rows[1][k]) || !g.is_zero(rows[2][k]))
      frame.columns.push_back(static_cast<int>(k));
  for (const std::vector<Node>& row : rows)
    for (const int k : frame.columns) frame.slopes.push_back(row[static_cast<std::size_t>(k)]);
  return frame;
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
