// SPDX-License-Identifier: Apache-2.0
// The entries of a TOML table in the order of the text: toml++ sorts keys by name.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "carom/base/toml.hpp"

namespace carom {

inline std::vector<std::pair<const toml::key*, const toml::node*>> in_order(const toml::table& table) {
  std::vector<std::pair<const toml::key*, const toml::node*>> entries;
  for (const auto& [key, node] : table) entries.emplace_back(&key, &node);
  std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
    const toml::source_position p = a.first->source().begin, q = b.first->source().begin;
    return std::pair(p.line, p.column) < std::pair(q.line, q.column);
  });
  return entries;
}

}  // namespace carom
