// SPDX-License-Identifier: Apache-2.0
// From TOML to items: the only file of the reader that knows toml++.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "carom/base/number_text.hpp"
#include "carom/base/toml.hpp"
#include "carom/base/toml_order.hpp"
#include "carom/model/text_items.hpp"
#include "carom/model/text_limits.hpp"

namespace carom {
namespace {

using expressions::Place;

// Where toml++'s lines and columns are in the text: it counts characters, lines end at line feeds.
class TextSource {
 public:
  TextSource(std::string_view text, const std::string& file) : text_(text), file_(file) {
    lines_.push_back(0);
    for (std::size_t k = 0; k < text.size(); ++k) {
      if ((static_cast<unsigned char>(text[k]) & 0xC0) == 0x80) continue;
      characters_.push_back(static_cast<std::uint32_t>(k));
      if (text[k] == '\n') lines_.push_back(characters_.size());
    }
  }

  std::size_t offset(const toml::source_position& at) const {
    if (at.line == 0 || at.line > lines_.size()) return text_.size();
    const std::size_t character = lines_[at.line - 1] + std::max<std::size_t>(at.column, 1) - 1;
    return character < characters_.size() ? characters_[character] : text_.size();
  }
  Place place(const toml::source_position& at, const std::string& key = {}) const {
    return {file_, static_cast<int>(at.line), static_cast<int>(at.column), key};
  }
  std::string_view written(const toml::node& node) const {
    const std::size_t from = offset(node.source().begin), to = offset(node.source().end);
    return text_.substr(from, std::max(from, to) - from);
  }
  std::string_view text() const { return text_; }

 private:
  std::string_view text_;
  const std::string& file_;
  std::vector<std::uint32_t> characters_;  // offsets
  std::vector<std::size_t> lines_;         // the first character of each
};

// The text with the escapes of blanks replaced by blanks, or nothing if there are other escapes.
std::optional<std::string> with_blanks_for_escapes(std::string_view body) {
  std::string result(body);
  for (std::size_t k = 0; k < body.size(); ++k) {
    if (body[k] != '\\') continue;
    if (k + 1 == body.size() || std::string_view("tn \t\r\n").find(body[k + 1]) == std::string_view::npos) return {};
    result[k] = ' ';
    if (body[k + 1] == 't' || body[k + 1] == 'n') result[k + 1] = ' ';
    ++k;
  }
  return result;
}

// A text as it stands between its quotes, and how many characters of the file are before it.
Said said_string(const std::string& value, std::string_view written, Place place) {
  const char quote = written.empty() ? ' ' : written.front();
  const std::string three(3, quote);
  const std::size_t quotes = written.size() >= 6 && written.substr(0, 3) == three ? 3 : 1;
  if ((quote != '"' && quote != '\'') || written.size() < 2 * quotes) return {value, place};
  std::string_view body = written.substr(quotes, written.size() - 2 * quotes);
  place.column += static_cast<int>(quotes);
  // A line feed right after three quotes is no part of the text.
  const std::size_t feed = body.substr(0, 1) == "\n" ? 1 : body.substr(0, 2) == "\r\n" ? 2 : 0;
  if (quotes == 3 && feed > 0) {
    body.remove_prefix(feed);
    ++place.line;
    place.column = 1;
  }
  if (quote == '\'') return {std::string(body), place};
  return {with_blanks_for_escapes(body).value_or(value), place};
}

// A number as an expression can read it: decimal, without underscores.
std::string said_number(const toml::node& node, std::string_view written) {
  if (!written.empty() && written.front() == '+') written.remove_prefix(1);
  if (number_length(written) == written.size() && !written.empty()) return std::string(written);
  if (const auto* whole = node.as_integer()) return std::to_string(whole->get());
  const double value = node.as_floating_point()->get();
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return number_text(value);
}

class ItemReader {
 public:
  explicit ItemReader(const TextSource& source) : source_(source) {}

  // `path` names the item in messages, "contact.table.gap".
  TextItem read(const toml::node& node, const std::string& path) const {
    TextItem item;
    item.place = source_.place(node.source().begin, path);
    if (const auto* text = node.as_string()) {
      item.kind = ItemKind::text;
      item.text = text->get();
      item.said = said_string(item.text, source_.written(node), item.place);
    } else if (node.is_number()) {
      item.kind = ItemKind::number;
      item.said = {said_number(node, source_.written(node)), item.place};
    } else if (const auto* answer = node.as_boolean()) {
      item.kind = ItemKind::yes_no;
      item.text = answer->get() ? "true" : "false";
    } else if (const auto* list = node.as_array()) {
      item.kind = ItemKind::list;
      item.items.reserve(list->size());
      for (const toml::node& one : *list) item.items.push_back(read(one, named_path(one, path)));
    } else if (const auto* table = node.as_table()) {
      item.kind = ItemKind::table;
      read_entries(*table, path, item);
    } else {
      item.kind = ItemKind::date;
    }
    return item;
  }

 private:
  void read_entries(const toml::table& table, const std::string& path, TextItem& item) const {
    item.items.reserve(table.size());
    for (const auto& [key, node] : in_order(table)) {
      const std::string name(key->str());
      const Place key_place = source_.place(key->source().begin);
      if (name.size() > longest_model_name)
        refuse_at(key_place, name,
                  fmt::format("a name has at most {} characters, this one has {}", longest_model_name, name.size()));
      item.items.push_back(read(*node, path.empty() ? name : path + "." + name));
      item.items.back().key = name;
      item.items.back().key_place = key_place;
      item.items.back().key_place.key = item.items.back().place.key;
    }
  }

  // A table of [[contact]] goes by its name.
  static std::string named_path(const toml::node& node, const std::string& path) {
    const toml::table* table = node.as_table();
    const auto* name = table ? table->get_as<std::string>("name") : nullptr;
    return name && name->get().size() <= longest_model_name ? path + "." + name->get() : path;
  }

  const TextSource& source_;
};

// The key that stands before the '=' before a value; the value itself if there is none.
std::size_t key_before(std::string_view text, std::size_t value) {
  const auto back_over = [&](std::size_t at, const auto& skipped) {
    while (at > 0 && skipped(text[at - 1])) --at;
    return at;
  };
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  const auto is_in_key = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || std::string_view("_-.\"'").find(c) != std::string_view::npos;
  };
  const std::size_t equals = back_over(value, is_blank);
  if (equals == 0 || text[equals - 1] != '=') return value;
  return back_over(back_over(equals - 1, is_blank), is_in_key);
}

// What toml++ refuses, without what cannot be printed; some of its sentences are put in the words of a model.
[[noreturn]] void refuse_toml(const toml::parse_error& error, const TextSource& source, const std::string& file) {
  const std::string_view text = source.text(), description = error.description();
  const std::size_t at = source.offset(error.source().begin);
  const Place place = source.place(error.source().begin);
  if (description.find("could not determine value type") != std::string_view::npos)
    refuse_at(place, text.substr(at, 1), "this is neither a number nor a text; an expression stands between quotes");
  if (description.find("unescaped control characters") != std::string_view::npos && at < text.size() &&
      (text[at] == '\n' || text[at] == '\r'))
    refuse_at(place, "",
              "a text ends in its line, a quote is missing; one of several lines stands between three quotes");
  if (description.find("expected a comment or whitespace") != std::string_view::npos && at < text.size()) {
    if (std::isalpha(static_cast<unsigned char>(text[at])) || static_cast<unsigned char>(text[at]) >= 0x80)
      refuse_at(place, text.substr(at, 1), "what is more than one number stands between quotes, \"1 kg\" or \"2*r\"");
    if (text[at] == ',' && at + 1 < text.size() && std::isdigit(static_cast<unsigned char>(text[at + 1])))
      refuse_at(place, ",", "a decimal number is written with a point, 1.5");
  }
  const std::size_t again = description.find("cannot redefine existing ");
  const std::size_t open = description.find('\'', again == std::string_view::npos ? description.size() : again);
  if (open != std::string_view::npos) {
    const std::string_view rest = description.substr(open + 1);
    const std::string_view name = rest.substr(0, rest.find('\''));
    throw expressions::Refusal(Place{file, 1, 1}, text, key_before(text, at), name,
                               expressions::quoted(name) + " is given twice");
  }
  std::string sentence;
  for (const char c : description.substr(0, 300))
    sentence += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
  refuse_at(place, text.substr(at, 1), sentence);
}

}  // namespace

TextItem read_items(std::string_view text, const std::string& file) {
  if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
  require_modest_text(text, file);
  const TextSource source(text, file);
  try {
    const toml::table table = toml::parse(text, std::string_view(file));
    return ItemReader(source).read(table, "");
  } catch (const toml::parse_error& error) {
    refuse_toml(error, source, file);
  }
}

}  // namespace carom
