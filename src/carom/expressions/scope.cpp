// SPDX-License-Identifier: Apache-2.0
#include "carom/expressions/scope.hpp"

#include "carom/base/bad_input.hpp"
#include "carom/expressions/operation.hpp"

namespace carom::expressions {

void Scope::declare(std::string name, Meaning meaning) {
  if (is_reserved(name)) throw BadInput("'" + name + "' is a word of expressions and cannot be the name of anything");
  const auto [found, is_new] = meanings_.try_emplace(std::move(name), std::move(meaning));
  if (!is_new) throw BadInput("'" + found->first + "' is declared twice");
}

void Scope::define(std::string name, Syntax text) {
  std::vector<Syntax> texts;
  texts.push_back(std::move(text));
  declare(std::move(name), Definition{std::move(texts), false});
}

void Scope::define_list(std::string name, std::vector<Syntax> texts) {
  declare(std::move(name), Definition{std::move(texts), true});
}

Scope::Found Scope::find(std::string_view name) {
  for (Scope* scope = this; scope != nullptr; scope = scope->outer_) {
    if (const auto found = scope->meanings_.find(name); found != scope->meanings_.end()) return {&found->second, scope};
    if (!scope->otherwise) continue;
    if (const std::optional<Node> node = scope->otherwise(name))
      return {&scope->meanings_.emplace(std::string(name), *node).first->second, scope};
  }
  return {};
}

std::vector<std::string> Scope::names() const {
  std::vector<std::string> result;
  for (const Scope* scope = this; scope != nullptr; scope = scope->outer_)
    for (const auto& [name, meaning] : scope->meanings_) result.push_back(name);
  return result;
}

}  // namespace carom::expressions
