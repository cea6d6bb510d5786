// SPDX-License-Identifier: Apache-2.0
// Where a text stands, and how what is wrong with it is told: a sentence with file, line, column and the word itself.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "carom/base/bad_input.hpp"

namespace carom::expressions {

// The first character of a text. Without a file (--set on the command line) the line is 0 and columns count within the text.
struct Place {
  std::string file = {};
  int line = 0;
  int column = 0;
  std::string key = {};  // what the text is the value of, such as "equations.kinetic"
};

// The place of a later character of the text: lines end at line feeds, columns count characters, not bytes.
Place place_within(const Place& start, std::string_view text, std::size_t offset);

// "table.toml, line 7, column 14 (equations.kinetic)"; without a file "column 5 of 'a + omga' (A)".
std::string place_text(const Place& start, std::string_view text, std::size_t offset);

// A text that cannot be read, or names what does not exist.
struct Refusal : BadInput {
  Refusal(const Place& start, std::string_view text, std::size_t offset, std::string_view about,
          const std::string& sentence);
  Place where;       // of the word
  std::string word;  // that is wrong; empty at the end of the text
};

// "; did you mean 'omega'?", or nothing if no candidate is near.
std::string offer_nearest(std::string_view word, const std::vector<std::string>& candidates);

// Long words are cut in messages, and what cannot be printed is left out.
std::string quoted(std::string_view word);

}  // namespace carom::expressions
