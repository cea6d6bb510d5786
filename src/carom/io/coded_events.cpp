// SPDX-License-Identifier: Apache-2.0
#include "carom/io/coded_events.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/core.h>

#include "carom/engine/run_options.hpp"

namespace carom::io {
namespace {

constexpr int kinds = static_cast<int>(EventKind::own) + 1;

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t to = std::min(text.find(at, from), text.size());
    if (to > from) parts.push_back(text.substr(from, to - from));
    from = to + 1;
  }
  return parts;
}

}  // namespace

void CodedEvents::begin(const TableHeader& header) {
  names_.clear();
  for (const auto& [name, value] : header.attributes)
    if (name == "contact_names") names_ = split(value, ',');
  const std::string prefix = "v_n_minus_";
  if (names_.empty())
    for (const Column& column : header.columns)
      if (column.name.rfind(prefix, 0) == 0) names_.push_back(column.name.substr(prefix.size()));
  std::string kind_codes, contact_codes = "sum of";
  for (int k = 0; k < kinds; ++k)
    kind_codes += fmt::format("{}{} {}", k ? ", " : "", k, name(static_cast<EventKind>(k)));
  for (std::size_t k = 0; k < names_.size(); ++k)
    contact_codes += fmt::format("{} {:.0f} {}", k ? "," : "", std::ldexp(1.0, static_cast<int>(k)), names_[k]);
  TableHeader table = header;
  table.columns = {{"t", "s", "time"}, {"kind", "1", kind_codes}, {"contacts", "1", contact_codes}};
  for (const auto& [name, value] : header.attributes)
    if (name == "t_unit") table.columns[0].unit = value;
  table.columns.insert(table.columns.end(), header.columns.begin(), header.columns.end());
  rows_->begin(table);
}

double CodedEvents::code_of(const std::string& contacts) const {
  double sum = 0;
  for (const std::string& contact : split(contacts, '+')) {
    const auto at = std::find(names_.begin(), names_.end(), contact);
    if (at == names_.end()) return std::numeric_limits<double>::quiet_NaN();
    sum += std::ldexp(1.0, static_cast<int>(at - names_.begin()));
  }
  return sum;
}

void CodedEvents::event(const EventRow& event) {
  double kind = static_cast<double>(EventKind::own);  // told by a name of its own
  for (int k = 0; k < kinds; ++k)
    if (event.kind == name(static_cast<EventKind>(k))) kind = k;
  row_.assign({event.t, kind, code_of(event.contacts)});
  row_.insert(row_.end(), event.values.begin(), event.values.end());
  rows_->row(row_);
}

}  // namespace carom::io
