// SPDX-License-Identifier: Apache-2.0
// An expression's text as a row of words: numbers, names, signs.
//
// Names     letters, digits, '_', not beginning with a digit; parts joined by dots are one name (bird.beak.x). What stands
//           between single quotes is a name whatever is in it: 'bird.beak/pole.force'.
// Numbers   decimal (base/number_text.hpp); units have no place within an expression (quantity.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "carom/expressions/place.hpp"

namespace carom::expressions {

inline constexpr std::size_t longest_text = 100000;

enum class WordKind : std::uint8_t { number, name, sign, end };

struct Word {
  WordKind kind = WordKind::end;
  std::uint32_t offset = 0, length = 0;  // in the text
  double value = 0;                      // of a number
};

// The words of a text, the last of kind end. Throws Refusal.
std::vector<Word> words_of(std::string_view text, const Place& place);

// A name without its quotes.
std::string_view name_of(const Word& word, std::string_view text);

}  // namespace carom::expressions
