// SPDX-License-Identifier: Apache-2.0
#include "carom/model/model_sections.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "carom/base/number_text.hpp"
#include "carom/base/units.hpp"
#include "carom/model/model_names.hpp"

namespace carom {
namespace {

using expressions::Place;
using expressions::place_within;
using expressions::quoted;

constexpr std::string_view range_example = "\"i = 1:n\" or { i = [1, \"n\"] }";

// A part of a text, without blanks around it and in its place.
Said part_of(const Said& whole, std::size_t from, std::size_t size) {
  const std::string_view part = trimmed(std::string_view(whole.text).substr(from, size));
  const std::size_t offset = part.empty() ? from : static_cast<std::size_t>(part.data() - whole.text.data());
  return {std::string(part), place_within(whole.place, whole.text, offset)};
}

Repetition repetition_of_text(const TextItem& item) {
  const Said said = said_text(item);
  const std::size_t equals = said.text.find('=');
  const std::size_t colon = said.text.find(':');
  const bool is_range = equals != std::string::npos && colon != std::string::npos && equals < colon &&
                        said.text.find(':', colon + 1) == std::string::npos;
  if (!is_range)
    refuse_at(said.place, said.text,
              fmt::format("'for' must be a range such as {}, not {}", range_example, quoted(said.text)));
  const Said index = part_of(said, 0, equals);
  Repetition result{index.text, part_of(said, equals + 1, colon - equals - 1),
                    part_of(said, colon + 1, std::string::npos), index.place};
  for (const Said* end : {&result.from, &result.to})
    if (!end->given()) refuse_at(end->place, "", fmt::format("'for' must be a range such as {}", range_example));
  return result;
}

Repetition repetition_of_table(const TextItem& item) {
  if (item.items.size() != 1)
    refuse_at(item.place, "for",
              fmt::format("'for' has one index, as in {}; here are {}", range_example, item.items.size()));
  const TextItem& range = item.items.front();
  const std::vector<Said> ends = said_list(range);
  if (ends.size() != 2)
    refuse_at(range.place, range.key,
              fmt::format("the range of {} is a first and a last number, as in {}; here are {}", quoted(range.key),
                          range_example, ends.size()));
  return {range.key, ends[0], ends[1], range.key_place};
}

}  // namespace

const TextItem& require_section(const TextItem& item) {
  if (item.kind != ItemKind::table) refuse_kind(item, fmt::format("a section [{}]", item.key));
  return item;
}

std::string unit_text(const TextItem& item) {
  const std::string unit = plain_text(item);
  if (!parse_unit(unit))
    refuse_at(item.said.place, unit,
              fmt::format("{} is not a known unit{}", quoted(unit), expressions::offer_nearest(unit, common_units())));
  return unit;
}

Repetition read_repetition(const TextItem& item) {
  if (item.kind != ItemKind::text && item.kind != ItemKind::table)
    refuse_kind(item, fmt::format("a range such as {}", range_example));
  Repetition result = item.kind == ItemKind::text ? repetition_of_text(item) : repetition_of_table(item);
  require_usable_name(result.index, result.place, "the name of an index");
  return result;
}

std::vector<NamedText> named_texts(const TextItem& table) {
  std::vector<NamedText> result;
  for (const TextItem& entry : flat_entries(table))
    result.push_back({.name = entry.key, .value = said_value(entry), .place = entry.key_place});
  return result;
}

std::pair<std::string, Place> repeated_name(const TextItem& table, const std::string& what,
                                            const std::optional<Repetition>& repeated) {
  const TextItem* item = find_item(table, "name");
  if (!item) refuse_at(table.place, "", fmt::format("{} needs a name", what));
  const Said said = said_text(*item);
  std::string letters = item->text;
  if (repeated) {
    const std::string index = "{" + repeated->index + "}";
    const std::size_t at = letters.find(index);
    if (at == std::string::npos)
      refuse_at(said.place, item->text,
                fmt::format("{} that is repeated has its index in its name: {}", what, quoted(item->text + index)));
    letters.replace(at, index.size(), "1");
  } else if (letters.find('{') != std::string::npos) {
    refuse_at(said.place, item->text,
              fmt::format("{} is the name of {} that is repeated: 'for' is missing", quoted(item->text), what));
  }
  require_plain_name(letters, said.place, fmt::format("the name of {}", what), item->text);
  return {item->text, said.place};
}

const TextItem* one_of(const TextItem& table, const std::vector<std::string>& keys, const std::string& what,
                       bool may_be_missing) {
  const TextItem* found = nullptr;
  for (const TextItem& item : table.items) {
    if (std::find(keys.begin(), keys.end(), item.key) == keys.end()) continue;
    if (found)
      refuse_at(item.key_place, item.key,
                fmt::format("{} has {} or {}, not both", what, quoted(found->key), quoted(item.key)));
    found = &item;
  }
  if (!found && !may_be_missing)
    refuse_at(table.place, "", fmt::format("{} needs one of {}", what, fmt::join(keys, ", ")));
  return found;
}

Said direction_text(const TextItem& item) {
  Said said = said_value(item);
  const std::optional<double> number = read_number(trimmed(said.text));
  if (number && *number != 1 && *number != -1 && *number != 0)
    refuse_at(said.place, said.text,
              fmt::format("'direction' is 1 (rising), -1 (falling) or 0 (either), not {}", trimmed(said.text)));
  return said;
}

}  // namespace carom
