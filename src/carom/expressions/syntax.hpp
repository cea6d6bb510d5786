// SPDX-License-Identifier: Apache-2.0
// What a text says, before anybody knows what its names mean: an immutable tree that remembers where each word stands.
//
// Phrases   number; name; item a[k]; call f(a, …); terms a + b − …; factors a * b / …; power a^b; negative −a; compare a < b;
//           both, either, opposite: and, or, not. Terms and factors are rows, not nests: a sum of ten thousand terms is one
//           phrase deep.
// Kinds     comparisons, and, or, not are conditions, everything else is a number. They never stand for one another.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "carom/expressions/place.hpp"

namespace carom::expressions {

enum class PhraseKind : std::uint8_t {
  number,
  name,
  item,
  call,
  terms,
  factors,
  power,
  negative,
  compare,
  both,
  either,
  opposite
};

enum class Comparison : std::uint8_t { less, at_most, more, at_least, equal, different };

struct Phrase {
  PhraseKind kind = PhraseKind::number;
  Comparison comparison = Comparison::less;
  std::uint32_t offset = 0, length = 0;  // of the word it is named by: the name, the number, the sign
  std::uint32_t first = 0, count = 0;    // its parts
  double value = 0;                      // of a number
};

struct Part {
  std::uint32_t phrase = 0;
  char sign = 0;  // + or −, * or / before it in a row
};

class Syntax {
 public:
  // Reads a text; throws Refusal. Depth, length and number of words are bounded: any text has an answer at once.
  static Syntax read(std::string text, Place place = {});

  const std::string& text() const { return text_; }
  const Place& place() const { return place_; }
  std::uint32_t root() const { return root_; }
  const Phrase& phrase(std::uint32_t index) const { return phrases_[index]; }
  std::span<const Part> parts(const Phrase& phrase) const { return {parts_.data() + phrase.first, phrase.count}; }
  std::string_view name(const Phrase& phrase) const;

  bool is_condition() const;
  // In the order of their first use: what must be known elsewhere, tables too; not the indices of its own sums.
  std::vector<std::string> free_names() const;

  [[noreturn]] void refuse(const Phrase& phrase, const std::string& sentence) const;

 private:
  friend class Parser;
  std::string text_;
  Place place_;
  std::vector<Phrase> phrases_;
  std::vector<Part> parts_;
  std::uint32_t root_ = 0;
};

bool is_condition(PhraseKind kind);

}  // namespace carom::expressions
