// SPDX-License-Identifier: Apache-2.0
#include "carom/expressions/words.hpp"

#include <optional>

#include "carom/base/number_text.hpp"

namespace carom::expressions {
namespace {

bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_in_name(char c) { return begins_name(c) || is_digit(c); }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// With dots between its parts: a dot belongs to the name if a letter follows.
std::size_t name_length(std::string_view rest) {
  std::size_t length = 0;
  while (length < rest.size()) {
    const bool joins = rest[length] == '.' && length + 1 < rest.size() && begins_name(rest[length + 1]);
    if (!joins && !is_in_name(rest[length])) break;
    ++length;
  }
  return length;
}

std::size_t sign_length(std::string_view rest) {
  for (const std::string_view two : {"<=", ">=", "==", "!="})
    if (rest.substr(0, 2) == two) return 2;
  return std::string_view("+-*/^()[],<>").find(rest.front()) != std::string_view::npos ? 1 : 0;
}

// The bytes of one character, so that messages show it whole.
std::size_t character_length(std::string_view rest) {
  std::size_t length = 1;
  while (length < rest.size() && (static_cast<unsigned char>(rest[length]) & 0xC0) == 0x80) ++length;
  return length;
}

std::string strange_character(std::string_view character) {
  if (character == "=") return "'=' is no comparison; write '==', or '<=' and '>='";
  if (character == "&" || character == "|" || character == "!") return quoted(character) + ": write and, or, not";
  if (character == "×" || character == "·" || character == "⋅") return quoted(character) + ": write *";
  if (character == "−" || character == "–") return quoted(character) + ": write -";
  if (character == "?" || character == ":") return quoted(character) + ": a choice is written if(condition, a, b)";
  if (static_cast<unsigned char>(character.front()) >= 0x80)
    return quoted(character) + " has no meaning in an expression; names are made of a to z, A to Z, digits and _";
  return quoted(character) + " has no meaning in an expression";
}

Word read_word(std::string_view text, std::size_t at, const Place& place) {
  const std::string_view rest = text.substr(at);
  const auto word = [at](WordKind kind, std::size_t length, double value = 0) {
    return Word{kind, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(length), value};
  };
  const char c = rest.front();
  if (begins_name(c)) return word(WordKind::name, name_length(rest));
  if (is_digit(c) || (c == '.' && rest.size() > 1 && is_digit(rest[1]))) {
    const std::size_t length = number_length(rest);
    const std::optional<double> value = read_number(rest.substr(0, length));
    if (length == 0) throw Refusal(place, text, at, rest.substr(0, 2), "numbers are decimal");
    const std::string_view number = rest.substr(0, length);
    if (!value) throw Refusal(place, text, at, number, quoted(number) + " is too large or too small a number");
    return word(WordKind::number, length, *value);
  }
  if (c == '\'') {
    if (at > 0 && is_in_name(text[at - 1]))
      throw Refusal(place, text, at, "'", "a prime is no derivative: the rate of x is x_dot");
    const std::size_t close = rest.find('\'', 1);
    if (close == std::string_view::npos || close == 1)
      throw Refusal(place, text, at, "'",
                    "a name between single quotes needs a second quote, and letters between them");
    return word(WordKind::name, close + 1);
  }
  if (const std::size_t length = sign_length(rest)) return word(WordKind::sign, length);
  const std::string_view character = rest.substr(0, character_length(rest));
  throw Refusal(place, text, at, character, strange_character(character));
}

}  // namespace

std::vector<Word> words_of(std::string_view text, const Place& place) {
  if (text.size() > longest_text)
    throw Refusal(place, text.substr(0, 60), 0, "",
                  "an expression has at most " + std::to_string(longest_text) + " characters, this one has " +
                      std::to_string(text.size()));
  std::vector<Word> words;
  for (std::size_t at = 0; at < text.size();) {
    if (is_blank(text[at])) {
      ++at;
      continue;
    }
    words.push_back(read_word(text, at, place));
    at += words.back().length;
  }
  words.push_back({WordKind::end, static_cast<std::uint32_t>(text.size()), 0, 0});
  return words;
}

std::string_view name_of(const Word& word, std::string_view text) {
  const std::string_view name = text.substr(word.offset, word.length);
  return !name.empty() && name.front() == '\'' ? name.substr(1, name.size() - 2) : name;
}

}  // namespace carom::expressions
