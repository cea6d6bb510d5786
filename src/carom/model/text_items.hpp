// SPDX-License-Identifier: Apache-2.0
// The TOML of a model file as plain items in the order of the text, each with its place, and what every section asks of them.
//
// Places    of a text are those of its first character within the quotes, so that a word of an expression is found by counting
//           on from there (expressions/place.hpp), in texts of several lines too. Escapes of blanks in a text (\t, \n, a
//           backslash at the end of a line) are as many blanks, to keep the count; other escapes are read as TOML does, and
//           move the columns after them.
// Limits    Anybody may have written the file: its size, its nesting and its entries are counted before TOML is read, and what
//           is beyond the limits is refused with a sentence.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "carom/model/model_text.hpp"

namespace carom {

inline constexpr std::size_t largest_model_file = 1 << 20;  // bytes
inline constexpr std::size_t most_model_keys = 10'000;      // with the headers of sections
inline constexpr std::size_t most_model_values = 100'000;   // in lists and inline tables
inline constexpr std::size_t deepest_model_nest = 32;       // of brackets, and of dots in a key
inline constexpr std::size_t longest_model_name = 200;      // characters

enum class ItemKind : std::uint8_t { text, number, yes_no, list, table, date };

struct TextItem {
  ItemKind kind = ItemKind::table;
  std::string key = {};  // in a table; empty in a list
  expressions::Place key_place = {};
  std::string text = {};             // of a text, as TOML reads it; "true" or "false"
  Said said = {};                    // of a text or a number, as it was written
  expressions::Place place = {};     // of the item with its quotes or brackets
  std::vector<TextItem> items = {};  // of a list or a table, in the order of the text
};

// All of the file as a table. Throws BadInput.
TextItem read_items(std::string_view text, const std::string& file);

// "table.toml, line 3, column 7: sentence"
[[noreturn]] void refuse_at(const expressions::Place& place, std::string_view word, const std::string& sentence);

const TextItem* find_item(const TextItem& table, std::string_view key);
// Refuses the first key that is not in the list, offering the nearest, or all of them; `where` ends the sentence: "in [section]".
void require_known_keys(const TextItem& table, const std::vector<std::string>& keys, const std::string& where);
// The same for one key.
[[noreturn]] void refuse_key(const TextItem& entry, const std::vector<std::string>& keys, const std::string& where);

// An item that must be of one kind, or is refused: "'gap' must be a text or a number, not an array".
Said said_value(const TextItem& item);         // a text that is not empty, or a number
Said said_text(const TextItem& item);          // a text that is not empty
std::string plain_text(const TextItem& item);  // any text
bool yes_or_no(const TextItem& item);
std::vector<Said> said_list(const TextItem& item);
// A table, `like` shows one: "'scale' must be a table such as { length = 1 }, not a number".
const TextItem& require_table(const TextItem& item, std::string_view like);
// What stands under [[…]] headers, or a list of inline tables.
const std::vector<TextItem>& require_tables(const TextItem& item);
[[noreturn]] void refuse_kind(const TextItem& item, const std::string& expected);

// The entries with tables within replaced by what they hold, under dotted names: force.x = 1, "force.x" = 1 and
// force = { x = 1 } are the same. Refuses a name that comes twice.
std::vector<TextItem> flat_entries(const TextItem& table);

}  // namespace carom
