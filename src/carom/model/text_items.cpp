// SPDX-License-Identifier: Apache-2.0
#include "carom/model/text_items.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "carom/base/number_text.hpp"

namespace carom {
namespace {

using expressions::Place;
using expressions::quoted;

std::string kind_noun(ItemKind kind) {
  switch (kind) {
    case ItemKind::text: return "a text";
    case ItemKind::number: return "a number";
    case ItemKind::yes_no: return "true or false";
    case ItemKind::list: return "an array";
    case ItemKind::table: return "a table";
    case ItemKind::date: return "a date or a time";
  }
  return "something else";
}

// Items of lists have no key of their own: the last of their path speaks for them.
std::string item_name(const TextItem& item) {
  if (!item.key.empty()) return item.key;
  const std::string& path = item.place.key;
  return path.substr(path.rfind('.') == std::string::npos ? 0 : path.rfind('.') + 1);
}

Said not_empty(const TextItem& item) {
  if (trimmed(item.said.text).empty()) refuse_at(item.said.place, "", quoted(item_name(item)) + " is empty");
  if (item.kind == ItemKind::number && item.said.text.find("nan") != std::string::npos)
    refuse_at(item.place, item.said.text, quoted(item_name(item)) + " must be a number, nan is none");
  return item.said;
}

void flatten(const TextItem& table, const std::string& prefix, std::vector<TextItem>& entries) {
  for (const TextItem& item : table.items) {
    const std::string name = prefix.empty() ? item.key : prefix + "." + item.key;
    if (item.kind == ItemKind::table) {
      flatten(item, name, entries);
    } else {
      entries.push_back(item);
      entries.back().key = name;
    }
  }
}

}  // namespace

void refuse_at(const Place& place, std::string_view word, const std::string& sentence) {
  Place bare = place;
  bare.key.clear();
  throw expressions::Refusal(bare, "", 0, word, sentence);
}

const TextItem* find_item(const TextItem& table, std::string_view key) {
  const auto found =
      std::find_if(table.items.begin(), table.items.end(), [&](const TextItem& item) { return item.key == key; });
  return found == table.items.end() ? nullptr : &*found;
}

void refuse_key(const TextItem& entry, const std::vector<std::string>& keys, const std::string& where) {
  // What people call it where papers have a letter.
  static const std::map<std::string_view, std::string_view> letters = {
      {"restitution", "e"},        {"friction", "mu"},    {"stiffness", "k"},  {"exponent", "eta"},
      {"distance", "gap"},         {"velocity", "slip"},  {"T", "kinetic"},    {"V", "potential"},
      {"static_friction", "mu_s"}, {"condition", "only"}, {"initial", "start"}};
  std::string offer = expressions::offer_nearest(entry.key, keys);
  if (const auto letter = letters.find(entry.key);
      letter != letters.end() && std::find(keys.begin(), keys.end(), letter->second) != keys.end())
    offer = fmt::format("; it is called {}", quoted(letter->second));
  if (offer.empty()) offer = fmt::format("; valid {} {}", keys.size() == 1 ? "is" : "are", fmt::join(keys, ", "));
  refuse_at(entry.key_place, entry.key, fmt::format("unknown key {} {}{}", quoted(entry.key), where, offer));
}

void require_known_keys(const TextItem& table, const std::vector<std::string>& keys, const std::string& where) {
  for (const TextItem& entry : table.items)
    if (std::find(keys.begin(), keys.end(), entry.key) == keys.end()) refuse_key(entry, keys, where);
}

void refuse_kind(const TextItem& item, const std::string& expected) {
  const std::string name = item_name(item);
  refuse_at(item.place, name, fmt::format("{} must be {}, not {}", quoted(name), expected, kind_noun(item.kind)));
}

Said said_value(const TextItem& item) {
  if (item.kind != ItemKind::text && item.kind != ItemKind::number) refuse_kind(item, "a text or a number");
  return not_empty(item);
}

Said said_text(const TextItem& item) {
  if (item.kind != ItemKind::text) refuse_kind(item, "a text");
  return not_empty(item);
}

std::string plain_text(const TextItem& item) {
  if (item.kind != ItemKind::text) refuse_kind(item, "a text");
  return item.text;
}

bool yes_or_no(const TextItem& item) {
  if (item.kind != ItemKind::yes_no) refuse_kind(item, "true or false");
  return item.text == "true";
}

std::vector<Said> said_list(const TextItem& item) {
  if (item.kind != ItemKind::list) refuse_kind(item, "an array");
  std::vector<Said> list;
  for (const TextItem& one : item.items) list.push_back(said_value(one));
  return list;
}

const TextItem& require_table(const TextItem& item, std::string_view like) {
  if (item.kind != ItemKind::table) refuse_kind(item, fmt::format("a table such as {}", like));
  return item;
}

const std::vector<TextItem>& require_tables(const TextItem& item) {
  const std::string expected = fmt::format("written with two brackets, [[{}]]", item.key);
  if (item.kind != ItemKind::list) refuse_kind(item, expected);
  for (const TextItem& one : item.items)
    if (one.kind != ItemKind::table) refuse_kind(one, expected);
  return item.items;
}

std::vector<TextItem> flat_entries(const TextItem& table) {
  std::vector<TextItem> entries;
  flatten(table, "", entries);
  // What one name holds may stand apart in the text.
  std::stable_sort(entries.begin(), entries.end(), [](const TextItem& a, const TextItem& b) {
    return std::pair(a.key_place.line, a.key_place.column) < std::pair(b.key_place.line, b.key_place.column);
  });
  std::map<std::string_view, int> lines;
  for (const TextItem& entry : entries)
    if (!lines.emplace(entry.key, entry.key_place.line).second)
      refuse_at(entry.key_place, entry.key, quoted(entry.key) + " is given twice");
  return entries;
}

}  // namespace carom
