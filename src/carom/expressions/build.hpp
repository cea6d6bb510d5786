// SPDX-License-Identifier: Apache-2.0
// From a text and what its names mean to nodes of a graph.
//
// Sums      are written out: sum(k, from, to, …) becomes its terms, in pairs of pairs. Its ends, and the indices of lists, are
//           whole numbers that must be known here: numbers, indices of sums, and inputs that `known` has a number for. Which
//           inputs were asked is remembered: with other numbers for them the expression would be another one.
// Lists     begin at 1.
// == and != compare what does not change between events: numbers, parameters, states without rate. Of what varies in time they
//           would hold at instants only, or be missed: refused with a sentence.
// Limits    100000 terms of sums, two million steps a text: beyond, refused. Every refusal names the word and its place.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "carom/expressions/graph.hpp"
#include "carom/expressions/scope.hpp"
#include "carom/expressions/syntax.hpp"

namespace carom::expressions {

class Builder {
 public:
  using Known = std::function<std::optional<double>(Node input)>;
  Builder(Graph& graph, Scope& scope, Known known = {}) : graph_(graph), scope_(&scope), known_(std::move(known)) {}

  // A text that must be a number, or a condition. Throws Refusal.
  Node number(const Syntax& syntax);
  Node condition(const Syntax& syntax);
  // A number that must be known here, and a whole one.
  double known_number(const Syntax& syntax);
  long whole_number(const Syntax& syntax);

  // The inputs whose numbers decided what was built.
  const std::set<Node>& asked() const { return asked_; }

  static constexpr long most_terms = 100'000;
  static constexpr long most_steps = 2'000'000;

 private:
  Node build(const Syntax& syntax);
  Node phrase(std::uint32_t index);
  Node name(const Phrase& phrase);
  Node item(const Phrase& phrase);
  Node call(const Phrase& phrase);
  Node call_table(const Phrase& phrase);
  Node sum(const Phrase& phrase);
  Node length(const Phrase& phrase);
  Node row(const Phrase& phrase);
  Node compare(const Phrase& phrase);

  Node part(const Phrase& phrase, std::size_t k) { return this->phrase(syntax_->parts(phrase)[k].phrase); }
  double known_value(Node node, const Phrase& phrase);
  long whole(std::uint32_t index, const std::string& what);
  // Builds what the text's names are defined by, and what those are defined by, one after the other.
  void build_definitions(const Syntax& syntax);
  struct Pending;
  void build_definition(Pending& pending);
  void push_definition(std::vector<Pending>& path, const Syntax& syntax, Scope* scope, const std::string& used);
  [[noreturn]] void refuse_unknown(const Phrase& phrase, const std::string& name, bool is_called);

  Graph& graph_;
  Scope* scope_;
  Known known_;
  const Syntax* syntax_ = nullptr;
  std::vector<std::pair<std::string_view, Node>> indices_;  // of the sums around
  std::set<Node> asked_;
  long terms_ = 0, steps_ = 0;
};

}  // namespace carom::expressions
