// SPDX-License-Identifier: Apache-2.0
// The sections of a model file, one function each, and what they have in common.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "carom/model/model_keys.hpp"
#include "carom/model/text_items.hpp"

namespace carom {

// [parameters], [section]: a table, not a value and not [[…]].
const TextItem& require_section(const TextItem& item);
// A unit that is known, or nothing.
std::string unit_text(const TextItem& item);
Repetition read_repetition(const TextItem& item);
// Name and value of every entry, under dotted names where tables are within.
std::vector<NamedText> named_texts(const TextItem& table);
// The name of a contact or an event, with {i} in it where it is repeated.
std::pair<std::string, expressions::Place> repeated_name(const TextItem& table, const std::string& what,
                                                         const std::optional<Repetition>& repeated);
// Of keys that exclude each other the one that is there; refuses two, and none unless it may be missing.
const TextItem* one_of(const TextItem& table, const std::vector<std::string>& keys, const std::string& what,
                       bool may_be_missing = false);
// The direction of a crossing: 1, −1, 0, or an expression.
Said direction_text(const TextItem& item);

template <class Target>
void read_said(const TextItem& table, Target& target,
               const std::vector<std::pair<std::string_view, Said Target::*>>& members) {
  for (const auto& [key, member] : members)
    if (const TextItem* item = find_item(table, key)) target.*member = said_value(*item);
}

void read_contacts(const TextItem& item, ModelText& model);
void read_events(const TextItem& item, ModelText& model);
void read_section(const TextItem& item, ModelText& model);
void read_observables(const TextItem& item, ModelText& model);

}  // namespace carom
