// SPDX-License-Identifier: Apache-2.0
#include "carom/expressions/build.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "carom/base/constants.hpp"
#include "carom/base/number_text.hpp"

namespace carom::expressions {

Node Builder::number(const Syntax& syntax) {
  if (syntax.is_condition())
    syntax.refuse(syntax.phrase(syntax.root()),
                  "this is a condition, and a number is expected; write if(condition, 1, 0)");
  build_definitions(syntax);
  return build(syntax);
}

Node Builder::condition(const Syntax& syntax) {
  if (!syntax.is_condition())
    syntax.refuse(syntax.phrase(syntax.root()), "this is a number, and a condition is expected; compare it: '… > 0'");
  build_definitions(syntax);
  return build(syntax);
}

double Builder::known_number(const Syntax& syntax) {
  const Node node = number(syntax);
  syntax_ = &syntax;
  return known_value(node, syntax.phrase(syntax.root()));
}

long Builder::whole_number(const Syntax& syntax) {
  const double value = known_number(syntax);
  if (value != std::trunc(value) || std::abs(value) > 1e15)
    syntax.refuse(syntax.phrase(syntax.root()), "a whole number is expected, this is " + number_text(value));
  return static_cast<long>(value);
}

Node Builder::build(const Syntax& syntax) {
  syntax_ = &syntax;
  indices_.clear();
  terms_ = steps_ = 0;
  return phrase(syntax.root());
}

Node Builder::phrase(std::uint32_t index) {
  const Phrase& phrase = syntax_->phrase(index);
  if (++steps_ > most_steps)
    syntax_->refuse(phrase, "the sums of this expression are too large to be written out (more than " +
                                std::to_string(most_steps) + " steps)");
  switch (phrase.kind) {
    case PhraseKind::number: return graph_.constant(phrase.value);
    case PhraseKind::name: return name(phrase);
    case PhraseKind::item: return item(phrase);
    case PhraseKind::call: return call(phrase);
    case PhraseKind::negative: return graph_.negate(part(phrase, 0));
    case PhraseKind::power: {
      const Node base = part(phrase, 0);
      return graph_.power(base, part(phrase, 1));
    }
    case PhraseKind::compare: return compare(phrase);
    case PhraseKind::opposite: return graph_.opposite(part(phrase, 0));
    default: return row(phrase);
  }
}

Node Builder::row(const Phrase& phrase) {
  const std::span<const Part> parts = syntax_->parts(phrase);
  Node left = this->phrase(parts[0].phrase);
  for (std::size_t k = 1; k < parts.size(); ++k) {
    const Node right = this->phrase(parts[k].phrase);
    switch (phrase.kind) {
      case PhraseKind::both: left = graph_.both(left, right); break;
      case PhraseKind::either: left = graph_.either(left, right); break;
      case PhraseKind::terms:
        left = parts[k].sign == '-' ? graph_.subtract(left, right) : graph_.add(left, right);
        break;
      default: left = parts[k].sign == '/' ? graph_.divide(left, right) : graph_.multiply(left, right);
    }
  }
  return left;
}

Node Builder::compare(const Phrase& phrase) {
  const Node a = part(phrase, 0), b = part(phrase, 1);
  switch (phrase.comparison) {
    case Comparison::less: return graph_.less(a, b);
    case Comparison::at_most: return graph_.at_most(a, b);
    case Comparison::more: return graph_.less(b, a);
    case Comparison::at_least: return graph_.at_most(b, a);
    default: break;
  }
  if (!graph_.is_steady(a) || !graph_.is_steady(b))
    syntax_->refuse(phrase, "'" + std::string(syntax_->name(phrase)) +
                                "' compares what varies in time, which is equal at instants only; use < and >");
  const Node same = graph_.equal(a, b);
  return phrase.comparison == Comparison::equal ? same : graph_.opposite(same);
}

Node Builder::name(const Phrase& phrase) {
  const std::string name(syntax_->name(phrase));
  for (auto index = indices_.rbegin(); index != indices_.rend(); ++index)
    if (index->first == name) return index->second;
  if (name == "pi") return graph_.constant(pi);
  if (name == "inf") return graph_.constant(std::numeric_limits<double>::infinity());
  Meaning* const meaning = scope_->find(name).meaning;
  if (meaning == nullptr) refuse_unknown(phrase, name, false);
  if (const Node* node = std::get_if<Node>(meaning)) return *node;
  if (const auto* definition = std::get_if<Definition>(meaning))
    if (!definition->is_list) return definition->nodes.at(0);
  if (std::holds_alternative<TableName>(*meaning))
    syntax_->refuse(phrase, "'" + name + "' is a table; write " + name + "(…)");
  syntax_->refuse(phrase,
                  "'" + name + "' is a list; write " + name + "[1], or sum(k, 1, len(" + name + "), " + name + "[k])");
}

namespace {

// The items of a list; null if it is none.
const std::vector<Node>* items_of(Scope& scope, const std::string& name) {
  const Meaning* const meaning = scope.find(name).meaning;
  if (meaning == nullptr) return nullptr;
  if (const auto* list = std::get_if<std::vector<Node>>(meaning)) return list;
  const auto* definition = std::get_if<Definition>(meaning);
  return definition != nullptr && definition->is_list ? &definition->nodes : nullptr;
}

}  // namespace

Node Builder::item(const Phrase& phrase) {
  const std::string name(syntax_->name(phrase));
  const std::vector<Node>* const items = items_of(*scope_, name);
  if (items == nullptr) {
    if (scope_->find(name).meaning == nullptr) refuse_unknown(phrase, name, false);
    syntax_->refuse(phrase, "'" + name + "' is not a list, and has no [ ]");
  }
  const long index = whole(syntax_->parts(phrase)[0].phrase, "the index of '" + name + "'");
  if (index < 1 || index > static_cast<long>(items->size()))
    syntax_->refuse(phrase, "'" + name + "' has the items 1 to " + std::to_string(items->size()) + ", not " +
                                std::to_string(index));
  return (*items)[static_cast<std::size_t>(index - 1)];
}

Node Builder::length(const Phrase& phrase) {
  const Phrase& argument = syntax_->phrase(syntax_->parts(phrase)[0].phrase);
  const std::string name(syntax_->name(argument));
  const std::vector<Node>* const items = items_of(*scope_, name);
  if (items != nullptr) return graph_.constant(static_cast<double>(items->size()));
  if (scope_->find(name).meaning == nullptr) refuse_unknown(argument, name, false);
  syntax_->refuse(argument, "'" + name + "' is not a list, and has no length");
}

Node Builder::call(const Phrase& phrase) {
  const Function* const function = find_function(syntax_->name(phrase));
  if (function == nullptr) return call_table(phrase);
  switch (function->calls) {
    case Calls::sum: return sum(phrase);
    case Calls::length: return length(phrase);
    case Calls::mod: {
      const Node a = part(phrase, 0), b = part(phrase, 1);
      if (graph_.is_zero(b)) syntax_->refuse(phrase, "mod(a, 0) has no value");
      return graph_.mod(a, b);
    }
    case Calls::conditional: {
      const Node condition = part(phrase, 0), a = part(phrase, 1);
      return graph_.select(condition, a, part(phrase, 2));
    }
    default: break;
  }
  std::vector<Node> arguments;
  for (std::size_t k = 0; k < phrase.count; ++k) arguments.push_back(part(phrase, k));
  if (function->operation == Operation::min || function->operation == Operation::max) {
    Node result = arguments[0];
    for (std::size_t k = 1; k < arguments.size(); ++k)
      result =
          function->operation == Operation::min ? graph_.min(result, arguments[k]) : graph_.max(result, arguments[k]);
    return result;
  }
  NodeParts parts{function->operation, arguments[0].index};
  if (arguments.size() > 1) parts.b = arguments[1].index;
  return graph_.rebuilt(parts);
}

Node Builder::call_table(const Phrase& phrase) {
  const std::string name(syntax_->name(phrase));
  const Meaning* const meaning = scope_->find(name).meaning;
  const TableName* const table = meaning == nullptr ? nullptr : std::get_if<TableName>(meaning);
  if (table != nullptr) return graph_.look_up(table->table, part(phrase, 0));
  if (meaning != nullptr)
    syntax_->refuse(phrase, "'" + name + "' is not a function; a sign such as * is missing before '('");
  refuse_unknown(phrase, name, true);
}

Node Builder::sum(const Phrase& phrase) {
  const std::span<const Part> parts = syntax_->parts(phrase);
  const long from = whole(parts[1].phrase, "the first index of a sum");
  const long to = whole(parts[2].phrase, "the last index of a sum");
  if (to - from >= most_terms || terms_ + std::max(to - from + 1, 0L) > most_terms)
    syntax_->refuse(phrase, "the sums of one expression have at most " + std::to_string(most_terms) + " terms");
  terms_ += std::max(to - from + 1, 0L);
  std::vector<Node> terms;
  indices_.emplace_back(syntax_->name(syntax_->phrase(parts[0].phrase)), graph_.constant(0));
  for (long k = from; k <= to; ++k) {
    indices_.back().second = graph_.constant(static_cast<double>(k));
    terms.push_back(this->phrase(parts[3].phrase));
  }
  indices_.pop_back();
  return graph_.sum(std::move(terms));
}

double Builder::known_value(Node node, const Phrase& phrase) {
  if (graph_.is_constant(node)) return graph_.constant_value(node);
  std::map<Node, double> values;
  for (const Node input : graph_.inputs_of(node)) {
    const std::optional<double> value = known_ ? known_(input) : std::nullopt;
    if (!value)
      syntax_->refuse(phrase,
                      "a number that is known beforehand is expected; '" + graph_.input_name(input) + "' is not");
    values[input] = *value;
    asked_.insert(input);
  }
  return graph_.value(node, [&](Node input) { return values.at(input); });
}

long Builder::whole(std::uint32_t index, const std::string& what) {
  const Phrase& phrase = syntax_->phrase(index);
  const double value = known_value(this->phrase(index), phrase);
  if (value != std::trunc(value) || std::abs(value) > 1e15)
    syntax_->refuse(phrase, what + " must be a whole number, not " + number_text(value));
  return static_cast<long>(value);
}

void Builder::refuse_unknown(const Phrase& phrase, const std::string& name, bool is_called) {
  std::vector<std::string> candidates = scope_->names();
  for (const auto& index : indices_) candidates.emplace_back(index.first);
  for (const Function& function : functions()) candidates.emplace_back(function.name);
  candidates.insert(candidates.end(), {"pi", "inf"});
  const std::string offer =
      name == "g" ? "; `gravity = 9.81` at the head of a model declares it" : offer_nearest(name, candidates);
  syntax_->refuse(phrase, std::string(is_called ? "there is no function " : "there is no ") + quoted(name) + offer);
}

}  // namespace carom::expressions
