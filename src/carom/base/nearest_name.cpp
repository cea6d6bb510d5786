// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include "carom/base/parameters.hpp"

namespace carom {
namespace {

char folded(char c) {
  if (c >= 'A' && c <= 'Z') return static_cast<char>(c + ('a' - 'A'));
  return c == '-' ? '_' : c;
}

// Half an edit for a wrong case or a hyphen for an underscore: "gamma" means "Gamma" before it means "gamma_n".
constexpr int edit = 2;
int substitution(char a, char b) { return a == b ? 0 : folded(a) == folded(b) ? edit / 2 : edit; }

// Damerau–Levenshtein distance (optimal string alignment: no further edit inside a transposed pair), in half edits.
int distance(std::string_view a, std::string_view b) {
  const std::size_t columns = b.size() + 1;
  std::vector<int> before(columns), above(columns), row(columns);
  for (std::size_t j = 0; j < columns; ++j) row[j] = static_cast<int>(j) * edit;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(before, above);
    std::swap(above, row);
    row[0] = static_cast<int>(i) * edit;
    for (std::size_t j = 1; j < columns; ++j) {
      row[j] = std::min({above[j] + edit, row[j - 1] + edit, above[j - 1] + substitution(a[i - 1], b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + edit);
    }
  }
  return row.back();
}

}  // namespace

std::optional<std::string> nearest_name(std::string_view name, const std::vector<std::string>& candidates) {
  const std::string* nearest = nullptr;
  int least = 0;
  for (const std::string& candidate : candidates) {
    const int length = static_cast<int>(std::max(name.size(), candidate.size()));
    const int found = distance(name, candidate);
    // One edit in three letters, and something of the name must remain: 'k' is no misspelling of 'e'.
    const int limit = std::min((length + 2) / 3 * edit, length * edit - 1);
    const bool near = found <= limit;
    if (near && (nearest == nullptr || found < least)) {
      nearest = &candidate;
      least = found;
    }
  }
  return nearest ? std::optional(*nearest) : std::nullopt;
}

}  // namespace carom
