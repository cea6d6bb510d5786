// SPDX-License-Identifier: Apache-2.0
#include "carom/expressions/syntax.hpp"

#include <algorithm>
#include <unordered_set>

#include "carom/expressions/operation.hpp"

namespace carom::expressions {
namespace {

class NameReader {
 public:
  explicit NameReader(const Syntax& syntax) : syntax_(syntax) {}

  std::vector<std::string> read() {
    visit(syntax_.root());
    return std::move(names_);
  }

 private:
  void visit(std::uint32_t index) {
    const Phrase& phrase = syntax_.phrase(index);
    const std::span<const Part> parts = syntax_.parts(phrase);
    const bool is_call = phrase.kind == PhraseKind::call;
    if (is_call && syntax_.name(phrase) == "sum") {
      visit(parts[1].phrase);
      visit(parts[2].phrase);
      bound_.push_back(syntax_.name(syntax_.phrase(parts[0].phrase)));
      visit(parts[3].phrase);
      bound_.pop_back();
      return;
    }
    if (phrase.kind == PhraseKind::name || phrase.kind == PhraseKind::item || is_call) use(syntax_.name(phrase));
    for (const Part& part : parts) visit(part.phrase);
  }

  void use(std::string_view name) {
    if (is_reserved(name) || std::find(bound_.begin(), bound_.end(), name) != bound_.end()) return;
    if (seen_.insert(name).second) names_.emplace_back(name);
  }

  const Syntax& syntax_;
  std::vector<std::string_view> bound_;
  std::unordered_set<std::string_view> seen_;
  std::vector<std::string> names_;
};

}  // namespace

bool is_condition(PhraseKind kind) {
  return kind == PhraseKind::compare || kind == PhraseKind::both || kind == PhraseKind::either ||
         kind == PhraseKind::opposite;
}

bool Syntax::is_condition() const { return expressions::is_condition(phrases_[root_].kind); }

std::string_view Syntax::name(const Phrase& phrase) const {
  const std::string_view word = std::string_view(text_).substr(phrase.offset, phrase.length);
  return word.size() > 1 && word.front() == '\'' ? word.substr(1, word.size() - 2) : word;
}

std::vector<std::string> Syntax::free_names() const { return NameReader(*this).read(); }

void Syntax::refuse(const Phrase& phrase, const std::string& sentence) const {
  throw Refusal(place_, text_, phrase.offset, name(phrase), sentence);
}

}  // namespace carom::expressions
