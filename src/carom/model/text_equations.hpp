// SPDX-License-Identifier: Apache-2.0
// The equations of a model's text as nodes of a graph, (1)–(7) of text_model.hpp: what is then compiled, and what is printed.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "carom/laws/contact_law.hpp"
#include "carom/laws/event_kind.hpp"
#include "carom/model/body_pairs.hpp"
#include "carom/model/text_scope.hpp"

namespace carom {

struct BodyContact;

// The numbers of a contact's law as expressions of the parameters.
struct LawNodes {
  expressions::Node e = {}, eps_T = {}, k = {}, eta = {}, mu_i = {}, mu_s_i = {};
};

struct ContactEquations {
  using Node = expressions::Node;
  std::string name = {};
  int rides = own_load;
  Node gap = {}, load = {};
  std::vector<Node> normal = {}, tangent = {};  // one for each coordinate, states included
  Node normal_surface = {}, tangential_surface = {}, normal_drift = {}, tangential_drift = {};
  Node slip_velocity = {};        // γ_t
  Node mu = {}, mu_s = {};        // of `slip`, an input of their own
  std::optional<Node> only = {};  // where it exists
  bool gives_friction = false;
  ContactLaw law = {};
  LawNodes law_nodes = {};
};

struct EventEquations {
  using Node = expressions::Node;
  std::string name = {};
  EventTrigger trigger = {};
  std::optional<Node> period = {};  // of its clock
  int direction = 0;
  bool stops = false;
  std::optional<Node> when = {}, only = {};
  std::vector<std::pair<int, Node>> set = {};  // what: k of q, n + k of u
};

struct ConstraintEquations {
  using Node = expressions::Node;
  std::string name = {};
  Node value = {};
  std::vector<Node> row = {};  // one for each coordinate, states included
  Node surface = {}, drift = {};
};

struct ObservableEquations {
  expressions::Node of = {};
};

class TextEquations {
 public:
  using Node = expressions::Node;

  TextEquations(const ModelText& text, const TextSettings& settings, bool symbols = false);

  TextScope& scope() { return scope_; }
  expressions::Graph& graph() { return scope_.graph(); }
  int coordinates() const { return nc_; }
  int freedom() const { return n_; }  // coordinates and states

  // All that expressions may depend on: t, then places, then velocities; the places of states are inputs without meaning.
  const std::vector<Node>& inputs() const { return inputs_; }
  Node slip_input() const { return slip_; }
  // Kinematics of contacts: gaps, velocities of surfaces and drifts of all, then their normals, then their tangents.
  std::vector<Node> contact_outputs() const;
  // Values of constraints, how fast they are moved, their drifts, then their rows.
  std::vector<Node> constraint_outputs() const;

  std::vector<Node> mass = {};   // n_c × n_c
  std::vector<Node> force = {};  // h, n; of states their rates
  Node kinetic = {}, potential = {}, effective_potential = {}, power = {};
  std::vector<ContactEquations> contacts = {};
  // Contacts of many bodies that share their formulas; their numbers follow those of `contacts`. Empty: there are none.
  std::shared_ptr<BodyPairs> pairs = nullptr;
  std::vector<ConstraintEquations> constraints = {};
  std::vector<EventEquations> events = {};
  std::vector<Node> observables = {};   // with forces of contacts as further inputs
  std::vector<Node> force_inputs = {};  // F_n of every contact, then F_t
  std::optional<Node> crossing = {}, section_only = {};
  std::optional<double> period = {};
  int direction = 1;
  std::optional<TextInstant> section_event = {};
  std::vector<TextInstant> instants = {};  // of each observable
  std::vector<TextWindow> windows = {};    // of each observable
  // Places and states by their numbers among all places and velocities.
  std::vector<std::pair<int, double>> modulo = {};
  std::vector<int> free = {};
  std::optional<double> closing_speed = {};
  std::optional<double> closing_duration = {};  // contacts close by the free motion, within this time [s]
  std::optional<double> length_scale = {}, time_scale = {};

 private:
  void derive_motion(const ModelText& text);
  void derive_contacts(const ModelText& text);
  void add_contact(const ContactText& text, expressions::Scope* inner, const std::string& name);
  void derive_place(Node place, std::vector<Node>& row, Node& surface, Node& drift);
  void derive_slip(Node slip, const Said& said, ContactEquations& contact);
  void read_friction(const ContactText& text, expressions::Scope* inner, ContactEquations& contact);
  void add_rolling(const ContactText& text, expressions::Scope* inner, int on);
  void add_bodies(std::vector<Node>& given);
  // A force on a place of a body that is no coordinate; false where there is no such place.
  bool add_force_at(const NamedText& named, std::vector<Node>& given);
  void add_body_contacts();
  // "ball/floor.force" with the quotes that a name with a slash needs.
  Said with_contacts_quoted(Said said) const;
  void add_body_contact(const BodyContact& contact, expressions::Scope* inner);
  bool add_pair(const ShapePair& pair);
  BodyPairs::FrameEquations derive_frame(int body);
  static constexpr std::size_t few_places = 12;  // that the smaller engine has room for
  void read_events(const ModelText& text);
  void read_event(const EventText& text, expressions::Scope* inner, const std::string& name);
  int direction_of(const Said& said, expressions::Scope* inner);
  void read_set(const EventText& text, expressions::Scope* inner, EventEquations& event);
  void read_section(const ModelText& text);
  void read_observables(const ModelText& text);
  TextInstant instant(const Said& said, bool may_be_before) const;
  TextWindow window(const ObservableText& observable) const;
  void refuse_places_of(Node node, const Said& said, const char* what);
  int contact_number(const std::string& name) const;
  EventTrigger happening(const Said& said) const;
  std::vector<int> numbers_of(const Said& said) const;
  Node zero() { return graph().constant(0); }
  Node dot(const std::vector<Node>& a, const std::vector<Node>& b);

  TextScope scope_;
  bool symbols_ = false;
  std::vector<std::string> measured_ = {};  // texts of observables
  int nc_ = 0, n_ = 0;
  std::vector<Node> inputs_, q_, u_;  // of all, states included
  Node slip_;
};

// Names, starts and measures, with the crossing of the section.
void tell_facts(TextEquations& equations, TextFacts& facts);
// Of the section: what its function crosses, where that is a coordinate or a rate.

}  // namespace carom
