// SPDX-License-Identifier: Apache-2.0
// From words to phrases, by the strength of the signs (precedence climbing): or < and < not < comparisons < + − < * / < sign
// of a number < ^. A power binds tighter than the sign before it, as in mathematics: −x^2 = −(x^2); and to the right:
// a^b^c = a^(b^c).
#include <utility>

#include "carom/expressions/operation.hpp"
#include "carom/expressions/syntax.hpp"
#include "carom/expressions/words.hpp"

namespace carom::expressions {
namespace {

enum Strength { anything, alternative, conjunction, negation, comparison, term, factor, signed_number, exponent };

constexpr int deepest_nest = 200;

}  // namespace

class Parser {
 public:
  Parser(std::string text, Place place) {
    syntax_.text_ = std::move(text);
    syntax_.place_ = std::move(place);
    words_ = words_of(syntax_.text_, syntax_.place_);
  }

  Syntax read() {
    if (next().kind == WordKind::end) refuse(next(), "the text is empty; an expression is expected");
    syntax_.root_ = read_phrase(anything);
    if (next().kind != WordKind::end) refuse_rest();
    return std::move(syntax_);
  }

 private:
  std::uint32_t read_phrase(Strength least) {
    if (++depth_ > deepest_nest)
      refuse(next(), "the expression is nested more than " + std::to_string(deepest_nest) + " deep");
    std::uint32_t left = read_operand();
    while (next().kind == WordKind::sign || next().kind == WordKind::name) {
      const Strength strength = strength_of(next());
      if (strength == anything || strength < least) break;
      left = read_after(left, strength);
    }
    --depth_;
    return left;
  }

  // What follows a phrase: the rest of a row, an exponent, the other side of a comparison.
  std::uint32_t read_after(std::uint32_t left, Strength strength) {
    const Word sign = next();
    switch (strength) {
      case term: return read_row(left, PhraseKind::terms, term, factor);
      case factor: return read_row(left, PhraseKind::factors, factor, signed_number);
      case conjunction: return read_row(left, PhraseKind::both, conjunction, negation);
      case alternative: return read_row(left, PhraseKind::either, alternative, conjunction);
      case exponent: {
        require_number(left);
        ++at_;
        const std::uint32_t right = read_phrase(signed_number);
        require_number(right);
        return add(PhraseKind::power, sign, {{left, 0}, {right, 0}});
      }
      default: break;
    }
    require_number(left);
    ++at_;
    const std::uint32_t right = read_phrase(term);
    require_number(right);
    if (strength_of(next()) == comparison)
      refuse(next(), "comparisons stand alone; write 'a < b and b < c' for two of them");
    const std::uint32_t compared = add(PhraseKind::compare, sign, {{left, 0}, {right, 0}});
    syntax_.phrases_[compared].comparison = comparison_of(text_of(sign));
    return compared;
  }

  std::uint32_t read_row(std::uint32_t left, PhraseKind kind, Strength strength, Strength inner) {
    const Word sign = next();
    const bool logical = is_condition(kind);
    std::vector<Part> parts{{left, kind == PhraseKind::factors ? '*' : '+'}};
    logical ? require_condition(left) : require_number(left);
    while (strength_of(next()) == strength) {
      const char joined = text_of(next()).front();
      ++at_;
      const std::uint32_t right = read_phrase(inner);
      logical ? require_condition(right) : require_number(right);
      parts.push_back({right, joined});
    }
    return add(kind, sign, parts);
  }

  std::uint32_t read_operand() {
    const Word word = next();
    if (word.kind == WordKind::number) {
      ++at_;
      const std::uint32_t number = add(PhraseKind::number, word, {});
      syntax_.phrases_[number].value = word.value;
      return number;
    }
    const std::string_view text = text_of(word);
    if (word.kind == WordKind::name) {
      if (text == "and" || text == "or") refuse(word, "'" + std::string(text) + "' needs a condition before it");
      if (text == "not") {
        ++at_;
        const std::uint32_t condition = read_phrase(comparison);
        require_condition(condition);
        return add(PhraseKind::opposite, word, {{condition, 0}});
      }
      return read_name();
    }
    if (text == "-" || text == "+") {
      ++at_;
      const std::uint32_t number = read_phrase(exponent);
      require_number(number);
      return text == "-" ? add(PhraseKind::negative, word, {{number, 0}}) : number;
    }
    if (text == "(") {
      ++at_;
      const std::uint32_t inner = read_phrase(anything);
      close(word, ")");
      return inner;
    }
    if (word.kind == WordKind::end) refuse(word, "the text ends where a number or a name is expected");
    if (text == "*" && at_ > 0 && text_of(words_[at_ - 1]) == "*") refuse(word, "a power is written with ^, not **");
    refuse(word, quoted(text) + " stands where a number or a name is expected");
  }

  std::uint32_t read_name() {
    const Word word = next();
    const std::string name(name_of(word, syntax_.text_));
    ++at_;
    if (is_sign("(")) {
      if (name == "pi" || name == "inf") refuse(next(), "'" + name + "' is a number; a sign is missing before '('");
      return read_call(word, name);
    }
    if (text_of(word).front() != '\'' && find_function(name))
      refuse(word, "'" + name + "' is a function; write " + name + "(…)");
    if (!is_sign("[")) return add(PhraseKind::name, word, {});
    const Word open = next();
    ++at_;
    const std::uint32_t index = read_phrase(anything);
    require_number(index);
    close(open, "]");
    if (next().kind == WordKind::name && text_of(next()) == "_dot")
      refuse(next(), "the rate of " + name + "[…] is written " + name + "_dot[…]");
    return add(PhraseKind::item, word, {{index, 0}});
  }

  std::uint32_t read_call(const Word& word, const std::string& name) {
    const Word open = next();
    ++at_;
    std::vector<Part> arguments;
    if (!is_sign(")")) {
      do {
        if (!arguments.empty()) ++at_;
        arguments.push_back({read_phrase(anything), 0});
      } while (is_sign(","));
    }
    close(open, ")");
    check_arguments(word, name, arguments);
    return add(PhraseKind::call, word, arguments);
  }

  void check_arguments(const Word& word, const std::string& name, const std::vector<Part>& arguments) {
    const int count = static_cast<int>(arguments.size());
    const Function* function = find_function(name);
    const int least = function ? function->least : 1, most = function ? function->most : 1;
    if (count < least || (most >= 0 && count > most))
      refuse(word, "'" + name + "' takes " + (most < 0 ? "at least " : "") + std::to_string(least) + " argument" +
                       (least == 1 ? "" : "s") + ", got " + std::to_string(count));
    const Calls calls = function ? function->calls : Calls::operation;
    for (std::size_t k = 0; k < arguments.size(); ++k)
      calls == Calls::conditional&& k == 0 ? require_condition(arguments[k].phrase)
                                           : require_number(arguments[k].phrase);
    const Phrase& first = syntax_.phrases_[arguments[0].phrase];
    if (calls == Calls::sum && (first.kind != PhraseKind::name || is_reserved(syntax_.name(first))))
      syntax_.refuse(first, "the first argument of sum is the name of its index: sum(k, 1, 3, …)");
    if (calls == Calls::length && first.kind != PhraseKind::name)
      syntax_.refuse(first, "'len' takes the name of a list");
  }

  std::uint32_t add(PhraseKind kind, const Word& word, const std::vector<Part>& parts) {
    Phrase phrase;
    phrase.kind = kind;
    phrase.offset = word.offset;
    phrase.length = word.length;
    phrase.first = static_cast<std::uint32_t>(syntax_.parts_.size());
    phrase.count = static_cast<std::uint32_t>(parts.size());
    syntax_.parts_.insert(syntax_.parts_.end(), parts.begin(), parts.end());
    syntax_.phrases_.push_back(phrase);
    return static_cast<std::uint32_t>(syntax_.phrases_.size() - 1);
  }

  Strength strength_of(const Word& word) const {
    const std::string_view text = text_of(word);
    if (word.kind == WordKind::name) return text == "and" ? conjunction : text == "or" ? alternative : anything;
    if (word.kind != WordKind::sign) return anything;
    switch (text.front()) {
      case '+':
      case '-': return term;
      case '*':
      case '/': return factor;
      case '^': return exponent;
      case '<':
      case '>':
      case '=':
      case '!': return comparison;
      default: return anything;
    }
  }

  static Comparison comparison_of(std::string_view sign) {
    if (sign == "<") return Comparison::less;
    if (sign == "<=") return Comparison::at_most;
    if (sign == ">") return Comparison::more;
    if (sign == ">=") return Comparison::at_least;
    return sign == "==" ? Comparison::equal : Comparison::different;
  }

  void require_number(std::uint32_t index) const {
    const Phrase& phrase = syntax_.phrases_[index];
    if (!is_condition(phrase.kind)) return;
    syntax_.refuse(phrase, "a condition (" + quoted(syntax_.name(phrase)) +
                               ") stands where a number is expected; write if(condition, 1, 0)");
  }

  void require_condition(std::uint32_t index) const {
    const Phrase& phrase = syntax_.phrases_[index];
    if (is_condition(phrase.kind)) return;
    syntax_.refuse(phrase, "a number (" + quoted(syntax_.name(phrase)) +
                               ") stands where a condition is expected; compare it: '… > 0'");
  }

  void close(const Word& open, std::string_view sign) {
    if (is_sign(sign)) {
      ++at_;
      return;
    }
    if (next().kind == WordKind::end) refuse(open, quoted(text_of(open)) + " is never closed");
    if (next().kind == WordKind::sign)
      refuse(next(), quoted(text_of(next())) + " stands where '" + std::string(sign) + "' is expected");
    refuse_rest();
  }

  [[noreturn]] void refuse_rest() const {
    const std::string_view text = text_of(next());
    if (text == ")" || text == "]") refuse(next(), quoted(text) + " closes nothing");
    if (next().kind == WordKind::sign && text != "(")
      refuse(next(), quoted(text) + " stands where the expression should end");
    refuse(next(), "a sign such as * is missing before " + quoted(text) + " (an expression is in SI, without units)");
  }
  [[noreturn]] void refuse(const Word& word, const std::string& sentence) const {
    throw Refusal(syntax_.place_, syntax_.text_, word.offset, text_of(word), sentence);
  }

  const Word& next() const { return words_[at_]; }
  std::string_view text_of(const Word& word) const {
    return std::string_view(syntax_.text_).substr(word.offset, word.length);
  }
  bool is_sign(std::string_view sign) const { return next().kind == WordKind::sign && text_of(next()) == sign; }

  Syntax syntax_;
  std::vector<Word> words_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

Syntax Syntax::read(std::string text, Place place) { return Parser(std::move(text), std::move(place)).read(); }

}  // namespace carom::expressions
