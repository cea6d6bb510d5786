// SPDX-License-Identifier: Apache-2.0
#include "carom/io/number_columns.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "carom/base/bad_input.hpp"
#include "carom/base/parameters.hpp"
#include "carom/io/csv_text.hpp"
#include "carom/io/table_file.hpp"

namespace carom::io {
namespace {

CsvReader open_csv(const std::string& path) {
  if (detect_content(path) == FileContent::hdf5)
    throw BadInput(fmt::format("'{}' is an HDF5 file; a CSV file is needed", path));
  return CsvReader(path);
}

std::vector<std::string> names_of(const CsvReader& reader) {
  std::vector<std::string> names;
  for (const Column& column : reader.head().table.columns) names.push_back(column.name);
  return names;
}

}  // namespace

const std::vector<double>* NumberColumns::find(std::string_view name) const {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == name) return &columns[i];
  return nullptr;
}

std::vector<std::string> column_names(const std::string& path) { return names_of(open_csv(path)); }

NumberColumns read_number_columns(const std::string& path, const std::vector<std::string>& required,
                                  const std::vector<std::string>& optional, std::string_view time) {
  CsvReader reader = open_csv(path);
  const std::vector<std::string> there = names_of(reader);
  NumberColumns table;
  std::vector<std::size_t> at;
  const auto take = [&](const std::string& name) {
    const auto found = std::find(there.begin(), there.end(), name);
    if (found == there.end()) return false;
    at.push_back(static_cast<std::size_t>(found - there.begin()));
    table.names.push_back(name);
    return true;
  };
  for (const std::string& name : required) {
    if (take(name)) continue;
    // A name that is needed itself is not what was meant by another.
    std::vector<std::string> others;
    for (const std::string& other : there)
      if (std::find(required.begin(), required.end(), other) == required.end()) others.push_back(other);
    const auto nearest = nearest_name(name, others);
    throw BadInput(fmt::format("'{}', line {}, has no column '{}'; {}", path, reader.line(), name,
                               nearest ? fmt::format("is it the one called '{}'?", *nearest)
                                       : fmt::format("its columns are {}", fmt::join(there, ", "))));
  }
  for (const std::string& name : optional) take(name);
  table.columns.resize(table.names.size());
  for (std::vector<std::string> fields; reader.next(fields);) {
    for (std::size_t k = 0; k < at.size(); ++k) {
      const double value = reader.number(fields, at[k]);
      if (!std::isfinite(value))
        throw BadInput(fmt::format("'{}', line {}: column '{}' holds {}, not a finite number", path, reader.line(),
                                   table.names[k], fields[at[k]].empty() ? "nothing" : "'" + fields[at[k]] + "'"));
      if (table.names[k] == time && !table.columns[k].empty() && value < table.columns[k].back())
        throw BadInput(fmt::format("'{}', line {}: time goes back in column '{}', from {} to {}", path, reader.line(),
                                   time, table.columns[k].back(), value));
      table.columns[k].push_back(value);
    }
    table.line.push_back(reader.line());
  }
  return table;
}

}  // namespace carom::io
