// SPDX-License-Identifier: Apache-2.0
// Definitions in the order of their use, without calling itself: a definition may lead to the next a thousand times.
#include <algorithm>

#include "carom/expressions/build.hpp"

namespace carom::expressions {

// A definition, or the text that was asked for, and how far its names have been looked at.
struct Builder::Pending {
  Definition* definition = nullptr;  // null for the text itself
  Scope* scope = nullptr;
  std::string name;
  std::vector<const Syntax*> texts;
  std::vector<std::pair<const Syntax*, std::string>> uses = {};  // a text and a name in it
  std::size_t next = 0;
};

namespace {

// Where a name stands first in a text.
const Phrase& first_use(const Syntax& syntax, const std::string& name) {
  const Phrase* found = &syntax.phrase(syntax.root());
  std::vector<std::uint32_t> rest{syntax.root()};
  std::uint32_t earliest = 0xFFFFFFFF;
  while (!rest.empty()) {
    const Phrase& phrase = syntax.phrase(rest.back());
    rest.pop_back();
    const bool names = phrase.kind == PhraseKind::name || phrase.kind == PhraseKind::item;
    if (names && phrase.offset < earliest && syntax.name(phrase) == name) {
      found = &phrase;
      earliest = phrase.offset;
    }
    for (const Part& part : syntax.parts(phrase)) rest.push_back(part.phrase);
  }
  return *found;
}

}  // namespace

void Builder::push_definition(std::vector<Pending>& path, const Syntax& syntax, Scope* scope, const std::string& used) {
  const Scope::Found found = scope->find(used);
  auto* const definition = found.meaning == nullptr ? nullptr : std::get_if<Definition>(found.meaning);
  if (definition == nullptr || definition->is_built) return;
  const auto is_this = [&](const Pending& pending) { return pending.definition == definition; };
  if (const auto start = std::find_if(path.begin(), path.end(), is_this); start != path.end()) {
    std::string circle;
    for (auto each = start; each != path.end(); ++each) circle += each->name + " -> ";
    syntax.refuse(first_use(syntax, used), "'" + used + "' is defined by itself: " + circle + used);
  }
  Pending pending{definition, found.scope, used, {}};
  for (const Syntax& text : definition->texts) {
    pending.texts.push_back(&text);
    for (std::string& name : text.free_names()) pending.uses.emplace_back(&text, std::move(name));
  }
  path.push_back(std::move(pending));
}

void Builder::build_definition(Pending& pending) {
  struct Return {  // to the scope of the text that was asked for, whatever happens
    Scope*& scope;
    Scope* own;
    ~Return() { scope = own; }
  } const back{scope_, scope_};
  scope_ = pending.scope;
  std::vector<Node> nodes;
  for (const Syntax* text : pending.texts) {
    if (text->is_condition())
      text->refuse(text->phrase(text->root()),
                   "'" + pending.name + "' is a condition, and a number is expected; write if(condition, 1, 0)");
    nodes.push_back(build(*text));
  }
  pending.definition->nodes = std::move(nodes);
  pending.definition->is_built = true;
}

void Builder::build_definitions(const Syntax& syntax) {
  Pending asked{nullptr, scope_, "", {&syntax}};
  for (std::string& name : syntax.free_names()) asked.uses.emplace_back(&syntax, std::move(name));
  std::vector<Pending> path;
  path.push_back(std::move(asked));
  while (!path.empty()) {
    Pending& pending = path.back();
    if (pending.next < pending.uses.size()) {
      const auto [text, name] = pending.uses[pending.next++];
      push_definition(path, *text, pending.scope, name);
      continue;
    }
    if (pending.definition != nullptr) build_definition(pending);
    path.pop_back();
  }
}

}  // namespace carom::expressions
