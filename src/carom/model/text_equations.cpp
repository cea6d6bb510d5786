// SPDX-License-Identifier: Apache-2.0
#include "carom/model/text_equations.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "carom/base/bad_input.hpp"
#include "carom/expressions/polynomial.hpp"
#include "carom/laws/check_contact_law.hpp"

namespace carom {

using expressions::Scope;
using Node = expressions::Node;

TextEquations::TextEquations(const ModelText& text, const TextSettings& settings, bool symbols)
    : scope_(text, settings, symbols), symbols_(symbols) {
  // Counts and times name their contact too, which then has a number of its own among the first.
  for (const ObservableText& observable : text.observables) {
    measured_.push_back(observable.of.text);
    measured_.push_back(observable.at.text);
  }
  nc_ = static_cast<int>(scope_.coordinates().size());
  n_ = nc_ + static_cast<int>(scope_.states().size());
  if (n_ > static_cast<int>(TextScope::most_coordinates))
    throw BadInput(fmt::format("{}: a model has at most {} coordinates and states, this one has {}", text.file,
                               TextScope::most_coordinates, n_));
  if (nc_ == 0) throw BadInput(fmt::format("{}: a model has at least one coordinate", text.file));
  q_ = scope_.coordinates();
  u_ = scope_.rates();
  for (std::size_t j = 0; j < scope_.states().size(); ++j) {
    q_.push_back(graph().input("integral of " + scope_.state_names()[j]));
    u_.push_back(scope_.states()[j]);
  }
  inputs_ = {scope_.time()};
  inputs_.insert(inputs_.end(), q_.begin(), q_.end());
  inputs_.insert(inputs_.end(), u_.begin(), u_.end());
  slip_ = graph().input("slip");
  derive_motion(text);
  derive_contacts(text);
  read_events(text);
  read_section(text);
  read_observables(text);
  if (text.closing_speed.given()) closing_speed = scope_.quantity(text.closing_speed, "m/s", "the closing speed");
  if (text.closing_duration.given())
    closing_duration = scope_.quantity(text.closing_duration, "s", "the closing duration");
  if (text.length_scale.given()) length_scale = scope_.quantity(text.length_scale, "m", "the scale of lengths");
  if (text.time_scale.given()) time_scale = scope_.quantity(text.time_scale, "s", "the scale of times");
}

namespace {

// What is written as a quantity has the right unit.
void check_unit(const Said& said, std::string_view unit, std::string_view what) {
  if (!said.given()) return;
  const expressions::Reading reading = expressions::read(said.text, said.place);
  if (const auto* quantity = std::get_if<expressions::Quantity>(&reading); quantity && !quantity->unit.empty())
    expressions::require_unit(*quantity, unit, what);
}

void check_units(const ContactText& text) {
  check_unit(text.e, "1", "restitution");
  check_unit(text.eps_T, "1", "tangential restitution");
  for (const Said* friction : {&text.mu, &text.mu_s, &text.mu_i, &text.mu_s_i})
    check_unit(*friction, "1", "a coefficient of friction");
  check_unit(text.eta, "1", "an exponent");
  check_unit(text.load, "N", "a load");
  check_unit(text.roll, "m", "the arm of the rolling resistance");
}

}  // namespace

Node TextEquations::dot(const std::vector<Node>& a, const std::vector<Node>& b) {
  std::vector<Node> terms;
  for (std::size_t k = 0; k < a.size(); ++k) terms.push_back(graph().multiply(a[k], b[k]));
  return graph().sum(std::move(terms));
}

// (1)–(3), (7)
void TextEquations::derive_motion(const ModelText& text) {
  expressions::Graph& g = graph();
  const std::vector<Node>&rates = scope_.rates(), &places = scope_.coordinates(), &states = scope_.states();
  const Node t = scope_.time();
  if (nc_ > 0 && !text.kinetic.given() && !(text.coordinates.empty() && text.bodies.any()))
    throw BadInput(fmt::format("{}: [equations] needs 'kinetic', the kinetic energy of the coordinates", text.file));
  check_unit(text.kinetic, "J", "the kinetic energy");
  check_unit(text.potential, "J", "the potential energy");
  kinetic = text.kinetic.given() ? scope_.number(text.kinetic) : zero();
  potential = text.potential.given() ? scope_.number(text.potential) : zero();
  if (!expressions::is_quadratic(g, kinetic, rates))
    TextScope::refuse(text.kinetic, "the kinetic energy must be at most quadratic in the rates");
  for (const Node rate : rates)
    if (g.depends_on(potential, rate))
      TextScope::refuse(
          text.potential,
          fmt::format("the potential energy cannot depend on the rate '{}'; what does is a force", g.input_name(rate)));

  std::vector<Node> state_rates;
  for (const StateText& state : text.states)
    state_rates.push_back(state.rate.given() ? scope_.number(state.rate) : zero());
  std::vector<Node> given(static_cast<std::size_t>(nc_), zero());
  for (const NamedText& named : text.forces) {
    bool known = false;
    std::size_t k = 0;
    const std::string element = scope_.element(named.name, named.place);
    for (const CoordinateText& coordinate : text.coordinates)
      scope_.repeat(coordinate.repeated, coordinate.name, [&](Scope* inner, const std::string&) {
        if (named.name == coordinate.name || element == scope_.coordinate_names()[k]) {
          given[k] = g.add(given[k], scope_.number(named.value, inner));
          known = true;
        }
        ++k;
      });
    for (; k < places.size() && !known; ++k)  // of bodies
      if (named.name == scope_.coordinate_names()[k]) {
        given[k] = g.add(given[k], scope_.number(named.value));
        known = true;
      }
    if (known || add_force_at(named, given)) continue;
    TextScope::refuse(named.place, named.name,
                      fmt::format("there is no coordinate '{}' for this force to act on{}", named.name,
                                  expressions::offer_nearest(named.name, scope_.coordinate_names())));
  }

  add_bodies(given);
  std::unordered_map<std::uint32_t, Node> rest;
  for (const Node rate : rates) rest.emplace(rate.index, zero());
  effective_potential = g.subtract(potential, g.substitute(kinetic, rest));
  power = g.subtract(dot(given, rates), g.derivative(g.subtract(kinetic, potential), t));
  for (std::size_t j = 0; j < states.size(); ++j)
    power = g.subtract(power, g.multiply(g.derivative(g.subtract(kinetic, potential), states[j]), state_rates[j]));

  for (std::size_t k = 0; k < rates.size(); ++k) {
    const Node momentum = g.derivative(kinetic, rates[k]);
    for (std::size_t l = 0; l < rates.size(); ++l) mass.push_back(g.derivative(momentum, rates[l]));
    std::vector<Node> terms{given[k], g.derivative(g.subtract(kinetic, potential), places[k]),
                            g.negate(g.derivative(momentum, t))};
    for (std::size_t l = 0; l < places.size(); ++l)
      terms.push_back(g.negate(g.multiply(g.derivative(momentum, places[l]), rates[l])));
    for (std::size_t j = 0; j < states.size(); ++j)
      terms.push_back(g.negate(g.multiply(g.derivative(momentum, states[j]), state_rates[j])));
    force.push_back(g.sum(std::move(terms)));
  }
  force.insert(force.end(), state_rates.begin(), state_rates.end());
}

// (4): also of slide.
void TextEquations::derive_place(Node place, std::vector<Node>& row, Node& surface, Node& drift) {
  expressions::Graph& g = graph();
  const Node t = scope_.time();
  surface = g.derivative(place, t);
  std::vector<Node> terms{g.derivative(surface, t)};
  for (std::size_t k = 0; k < q_.size(); ++k) {
    row.push_back(g.derivative(place, q_[k]));
    if (g.is_zero(row[k])) continue;
    terms.push_back(g.multiply(g.multiply(g.constant(2), g.derivative(row[k], t)), u_[k]));
    for (std::size_t l = 0; l < q_.size(); ++l)
      terms.push_back(g.multiply(g.derivative(row[k], q_[l]), g.multiply(u_[k], u_[l])));
  }
  drift = g.sum(std::move(terms));
}

// (5)
void TextEquations::derive_slip(Node slip, const Said& said, ContactEquations& contact) {
  expressions::Graph& g = graph();
  if (!expressions::is_affine(g, slip, scope_.rates()))
    TextScope::refuse(said, "a slip velocity must be affine in the rates");
  std::unordered_map<std::uint32_t, Node> rest;
  for (const Node rate : scope_.rates()) rest.emplace(rate.index, zero());
  contact.tangential_surface = g.substitute(slip, rest);
  std::vector<Node> terms{g.derivative(slip, scope_.time())};
  for (std::size_t k = 0; k < q_.size(); ++k) {
    contact.tangent.push_back(k < scope_.rates().size() ? g.derivative(slip, u_[k]) : zero());
    terms.push_back(g.multiply(g.derivative(slip, q_[k]), u_[k]));
  }
  contact.tangential_drift = g.sum(std::move(terms));
  contact.slip_velocity = slip;
}

void TextEquations::refuse_places_of(Node node, const Said& said, const char* what) {
  for (std::size_t k = 0; k < u_.size(); ++k)
    if (graph().depends_on(node, u_[k]))
      TextScope::refuse(
          said, fmt::format("{} depends on time and coordinates, not on '{}'", what, graph().input_name(u_[k])));
}

void TextEquations::derive_contacts(const ModelText& text) {
  for (const ContactText& contact : text.contacts)
    scope_.repeat(contact.repeated, contact.name,
                  [&](Scope* inner, const std::string& name) { add_contact(contact, inner, name); });
  add_body_contacts();
}

void TextEquations::add_contact(const ContactText& text, Scope* inner, const std::string& name) {
  expressions::Graph& g = graph();
  if (contact_number(name) >= 0)
    TextScope::refuse(text.place, name, fmt::format("there are two contacts called '{}'", name));
  if (contacts.size() >= TextScope::most_contacts)
    TextScope::refuse(text.place, name, fmt::format("a model has at most {} contacts", TextScope::most_contacts));
  check_units(text);
  ContactEquations contact{.name = name};
  contact.gap = contact.load = contact.normal_surface = contact.tangential_surface = zero();
  contact.normal_drift = contact.tangential_drift = contact.slip_velocity = zero();
  if (text.load.given()) {
    contact.rides = given_load;
    contact.load = g.max(scope_.number(text.load, inner), zero());
    contact.normal.assign(q_.size(), zero());
    if (!text.slip.given() && !text.slide.given())
      TextScope::refuse(text.load, "friction under a load needs 'slip' or 'slide', the direction in which it acts");
  } else {
    contact.gap = scope_.number(text.gap, inner);
    refuse_places_of(contact.gap, text.gap, "a gap");
    derive_place(contact.gap, contact.normal, contact.normal_surface, contact.normal_drift);
    if (std::all_of(contact.normal.begin(), contact.normal.end(), [&](Node w) { return g.is_zero(w); }))
      TextScope::refuse(text.gap, "this gap depends on no coordinate: nothing could open or close it");
  }
  if (text.slide.given()) {
    const Node place = scope_.number(text.slide, inner);
    refuse_places_of(place, text.slide, "a place along a surface");
    derive_place(place, contact.tangent, contact.tangential_surface, contact.tangential_drift);
    contact.slip_velocity = g.add(dot(contact.tangent, u_), contact.tangential_surface);
  } else if (text.slip.given()) {
    derive_slip(scope_.number(text.slip, inner), text.slip, contact);
  } else {
    contact.tangent.assign(q_.size(), zero());
  }
  if (text.only.given()) contact.only = scope_.condition(text.only, inner);
  read_friction(text, inner, contact);
  contacts.push_back(std::move(contact));
  if (text.roll.given()) add_rolling(text, inner, static_cast<int>(contacts.size()) - 1);
}

void TextEquations::read_friction(const ContactText& text, Scope* inner, ContactEquations& contact) {
  expressions::Graph& g = graph();
  const bool frictional = text.slip.given() || text.slide.given();
  if (!frictional && (text.mu.given() || text.mu_s.given() || text.mu_i.given() || text.mu_s_i.given()))
    TextScope::refuse(text.mu.given()     ? text.mu
                      : text.mu_s.given() ? text.mu_s
                      : text.mu_i.given() ? text.mu_i
                                          : text.mu_s_i,
                      "friction needs 'slip' or 'slide', the direction in which it acts");
  Scope own(inner ? inner : &scope_.names());
  own.add("slip", slip_);
  contact.mu = text.mu.given() ? scope_.number(text.mu, &own) : zero();
  const Node at_rest = g.substitute(contact.mu, {{slip_.index, zero()}});
  contact.mu_s = text.mu_s.given() ? scope_.number(text.mu_s, inner) : at_rest;
  contact.gives_friction = !scope_.known(contact.mu) || !scope_.known(contact.mu_s);

  const auto constant = [&](const Said& said, double value) {
    return said.given() ? scope_.constant(said, inner) : value;
  };
  const auto constant_of = [&](Node node, const Said& said, const char* key) {
    const std::optional<double> value = scope_.known(node);
    if (!value && text.load.given()) return 0.0;  // it has no impacts
    if (!value)
      TextScope::refuse(said, fmt::format("friction in impacts is constant, and this varies: give '{}' too", key));
    return *value;
  };
  ContactLaw& law = contact.law;
  law.along_path = text.along_path;
  law.e = constant(text.e, 0);
  law.eps_T = constant(text.eps_T, 0);
  law.stiffness = constant(text.k, 1);
  law.exponent = constant(text.eta, 1.5);
  law.mu_i = text.mu_i.given() ? constant(text.mu_i, 0) : constant_of(at_rest, text.mu, "mu_i");
  law.mu_s_i = text.mu_s_i.given()                       ? constant(text.mu_s_i, 0)
               : text.mu_i.given() && !text.mu_s.given() ? law.mu_i
                                                         : constant_of(contact.mu_s, text.mu_s, "mu_s_i");
  const auto node = [&](const Said& said, double value) {
    return said.given() ? scope_.number(said, inner) : g.constant(value);
  };
  contact.law_nodes = {.e = node(text.e, 0),
                       .eps_T = node(text.eps_T, 0),
                       .k = node(text.k, 1),
                       .eta = node(text.eta, 1.5),
                       .mu_i = text.mu_i.given() ? node(text.mu_i, 0) : at_rest};
  contact.law_nodes.mu_s_i = text.mu_s_i.given()                       ? node(text.mu_s_i, 0)
                             : text.mu_i.given() && !text.mu_s.given() ? contact.law_nodes.mu_i
                                                                       : contact.mu_s;
  if (!contact.gives_friction) {
    law.mu_c = *scope_.known(contact.mu);
    law.mu_s = *scope_.known(contact.mu_s);
  }
  const auto require = [&](bool holds, const Said& said, const std::string& sentence) {
    if (!holds) TextScope::refuse(said.given() ? said : text.gap.given() ? text.gap : text.load, sentence);
  };
  require(law.e >= 0 && law.e <= 1, text.e, fmt::format("restitution is between 0 and 1, but e = {}", law.e));
  require(law.eps_T >= 0 && law.eps_T <= 1, text.eps_T,
          fmt::format("tangential restitution is between 0 and 1, but eps_T = {}", law.eps_T));
  require(law.stiffness > 0, text.k, fmt::format("a stiffness is above 0, but k = {}", law.stiffness));
  require(law.exponent >= 1, text.eta,
          fmt::format("the exponent of a contact force is at least 1, but eta = {}", law.exponent));
  require(law.mu_c >= 0 && law.mu_i >= 0, text.mu, "friction cannot be negative");
  if (const std::string wrong = fault(law); !wrong.empty())
    require(false, text.mu_s.given() ? text.mu_s : text.mu, wrong);
}

// (6): rolling resistance, an element of its own under the contact's load.
void TextEquations::add_rolling(const ContactText& text, Scope* inner, int on) {
  ContactEquations rolling{.name = contacts[static_cast<std::size_t>(on)].name + ".roll", .rides = on};
  if (contacts[static_cast<std::size_t>(on)].rides == given_load) rolling.rides = given_load;
  rolling.gap = rolling.load = rolling.normal_surface = rolling.normal_drift = zero();
  rolling.load = contacts[static_cast<std::size_t>(on)].load;
  rolling.normal.assign(q_.size(), zero());
  rolling.only = contacts[static_cast<std::size_t>(on)].only;
  derive_slip(scope_.number(text.turn, inner), text.turn, rolling);
  rolling.mu = rolling.mu_s = scope_.number(text.roll, inner);
  rolling.gives_friction = !scope_.known(rolling.mu);
  if (!rolling.gives_friction) rolling.law.mu_c = rolling.law.mu_s = *scope_.known(rolling.mu);
  contacts.push_back(std::move(rolling));
}

int TextEquations::contact_number(const std::string& name) const {
  for (std::size_t i = 0; i < contacts.size(); ++i)
    if (contacts[i].name == name) return static_cast<int>(i);
  const int of_pairs = pairs ? pairs->number_called(name) : -1;
  return of_pairs < 0 ? -1 : static_cast<int>(contacts.size()) + of_pairs;
}

}  // namespace carom
