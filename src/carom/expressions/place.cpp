// SPDX-License-Identifier: Apache-2.0
#include "carom/expressions/place.hpp"

#include <algorithm>
#include <optional>

#include "carom/base/parameters.hpp"

namespace carom::expressions {
namespace {

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

}  // namespace

std::string quoted(std::string_view word) {
  constexpr std::size_t longest = 60;
  std::string shown;
  for (const char c : word.substr(0, longest)) shown += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
  if (word.size() > longest) {
    // No character is cut in two.
    std::size_t end = longest;
    while (end > 0 && continues_character(word[end])) --end;
    shown.resize(end);
    shown += "…";
  }
  return "'" + shown + "'";
}

Place place_within(const Place& start, std::string_view text, std::size_t offset) {
  Place place = start;
  if (place.line == 0) place.column = 1;
  const std::size_t end = std::min(offset, text.size());
  for (std::size_t k = 0; k < end; ++k) {
    if (text[k] == '\n') {
      if (place.line > 0) ++place.line;
      place.column = 1;
    } else if (!continues_character(text[k])) {
      ++place.column;
    }
  }
  return place;
}

std::string place_text(const Place& start, std::string_view text, std::size_t offset) {
  const Place place = place_within(start, text, offset);
  const std::string key = place.key.empty() ? "" : " (" + place.key + ")";
  if (place.line == 0) return "column " + std::to_string(place.column) + " of " + quoted(text) + key;
  return (place.file.empty() ? "" : place.file + ", ") + "line " + std::to_string(place.line) + ", column " +
         std::to_string(place.column) + key;
}

Refusal::Refusal(const Place& start, std::string_view text, std::size_t offset, std::string_view about,
                 const std::string& sentence)
    : BadInput(place_text(start, text, offset) + ": " + sentence),
      where(place_within(start, text, offset)),
      word(about) {}

std::string offer_nearest(std::string_view word, const std::vector<std::string>& candidates) {
  // A word as long as a page has no near one, and comparing it would take its time.
  if (word.size() > 200) return "";
  const std::optional<std::string> nearest = nearest_name(word, candidates);
  return nearest ? "; did you mean '" + *nearest + "'?" : "";
}

}  // namespace carom::expressions
