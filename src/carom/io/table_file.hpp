// SPDX-License-Identifier: Apache-2.0
// Tables read back from the files that the sinks write. Throws BadInput for what cannot be read.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "carom/base/table.hpp"

namespace carom::io {

struct Table {
  TableHeader header;
  std::vector<double> values;  // row after row

  std::size_t rows() const { return header.columns.empty() ? 0 : values.size() / header.columns.size(); }
  std::span<const double> row(std::size_t i) const {
    return {values.data() + i * header.columns.size(), header.columns.size()};
  }
  std::optional<std::size_t> find(std::string_view column) const;
  std::vector<double> column(std::string_view name) const;  // throws BadInput that lists the columns there are
};

struct EventTable {
  TableHeader header;  // columns after t, kind, contacts
  std::vector<EventRow> rows;
};

// From .h5 or .csv, told apart by content. Files still being written, or left by a killed run, give the rows flushed so
// far. CSV files of other programs need a first row of names; their columns have empty units.
Table read_table(const std::string& path);
EventTable read_events(const std::string& path);  // from .csv

enum class FileContent { hdf5, text };

// What a file is by its first bytes; throws BadInput for what is missing, a folder, empty or none of ours.
FileContent detect_content(const std::string& path);

}  // namespace carom::io
