// SPDX-License-Identifier: Apache-2.0
// The names of a model's text as nodes of a graph: time, parameters, coordinates and their rates, states, tables, named
// expressions; and the values that parameters and starts have.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "carom/expressions/build.hpp"
#include "carom/expressions/graph.hpp"
#include "carom/expressions/quantity.hpp"
#include "carom/expressions/scope.hpp"
#include "carom/model/text_model.hpp"

namespace carom {

class Bodies;

class TextScope {
 public:
  using Node = expressions::Node;

  // `symbols`: parameters stay names, for printing and for derivatives by them; otherwise they are the numbers that the settings give them.
  TextScope(const ModelText& text, const TextSettings& settings, bool symbols = false);

  expressions::Graph& graph() { return graph_; }
  expressions::Scope& names() { return scope_; }
  Node time() const { return t_; }
  const std::vector<Node>& coordinates() const { return q_; }
  const std::vector<Node>& rates() const { return u_; }  // of the coordinates
  const std::vector<Node>& states() const { return z_; }
  const std::vector<std::string>& coordinate_names() const { return coordinate_names_; }
  const std::vector<std::string>& state_names() const { return state_names_; }
  const std::vector<TextQuantity>& quantities() const { return quantities_; }
  std::vector<double> start_coordinates() const { return start_q_; }
  std::vector<double> start_rates() const { return start_u_; }
  std::vector<double> start_states() const { return start_z_; }

  // With symbols: the parameters, and where the motion starts as expressions of them.
  const std::vector<Node>& parameters() const { return parameters_; }
  const std::vector<Node>& start_coordinate_nodes() const { return start_q_nodes_; }
  const std::vector<Node>& start_rate_nodes() const { return start_u_nodes_; }
  const std::vector<Node>& start_state_nodes() const { return start_z_nodes_; }
  // Does it count repetitions, or stand in the points of a table?
  bool is_rigid(Node parameter) const { return rigid_.contains(parameter); }
  // ∂/∂parameter of what follows from parameters alone, and of a start.
  double slope(Node node, Node parameter);

  // A text that must be a number or a condition; a quantity too. Names of `inner` come first.
  Node number(const Said& said, expressions::Scope* inner = nullptr);
  Node condition(const Said& said, expressions::Scope* inner = nullptr);
  // A number that follows from parameters alone …
  double constant(const Said& said, expressions::Scope* inner = nullptr);
  // … and, of a start, from the time of the start.
  double start_value(const Said& said, expressions::Scope* inner = nullptr);
  bool start_by_time() const { return start_by_time_; }
  Bodies* bodies() { return bodies_.get(); }  // null where there are none
  // The same, of the dimension of a unit where it is a quantity.
  double quantity(const Said& said, std::string_view unit, std::string_view what, expressions::Scope* inner = nullptr);
  // Its number, if it depends on nothing but parameters.
  std::optional<double> known(Node node) const;

  // act(inner, name) once, or for every index of a repetition, with {i} in the name filled in.
  void repeat(const std::optional<Repetition>& repetition, const std::string& name,
              const std::function<void(expressions::Scope*, const std::string&)>& act);

  // A name with {i}, or {i + 1}, filled in.
  std::string filled(const Said& said, expressions::Scope* inner);
  // The same, and x[2] of x[i + 1]; any other name as it is.
  std::string element(const std::string& said, const expressions::Place& place, expressions::Scope* inner = nullptr);

  [[noreturn]] static void refuse(const Said& said, const std::string& sentence);
  [[noreturn]] static void refuse(const expressions::Place& place, const std::string& word,
                                  const std::string& sentence);

  static constexpr long most_repetitions = 10'000;
  // What the largest engine takes (LargeModel): more is refused before anything is derived.
  static constexpr std::size_t most_coordinates = 320, most_contacts = 360, most_events = 16;

 private:
  void add_parameters(const ModelText& text, const TextSettings& settings);
  void add_parameter(const ParameterText& parameter, const TextSettings& settings);
  void add_list(const ParameterText& parameter, const TextSettings& settings);
  void add_tables(const ModelText& text);
  void add_coordinates(const ModelText& text);
  void add_states(const ModelText& text);
  void add_bodies(const ModelText& text);
  void add_lets(const ModelText& text, const TextSettings& settings);
  void value_parameters(const ModelText& text);
  void settle_starts(const ModelText& text, const TextSettings& settings);
  Node settled(const std::string& name, double value);
  double rigid(const Said& said);
  long index(const Said& said, expressions::Scope* inner);
  double value_of(Node node, const std::string& text, const expressions::Place& place,
                  const double* time = nullptr) const;

  bool symbols_;
  expressions::Graph graph_;
  expressions::Scope scope_;
  std::shared_ptr<Bodies> bodies_;
  double start_time_ = 0;
  bool start_by_time_ = false;
  Node t_;
  std::vector<Node> q_, u_, z_;
  std::vector<std::string> coordinate_names_, state_names_;
  std::vector<double> start_q_, start_u_, start_z_;
  std::vector<Node> parameters_, start_q_nodes_, start_u_nodes_, start_z_nodes_;
  std::set<Node> rigid_;
  std::vector<TextQuantity> quantities_;
  std::vector<std::pair<std::size_t, Said>> following_;  // parameters by expressions
  std::map<std::uint32_t, double> numbers_;              // of parameters that stay names
};

}  // namespace carom
