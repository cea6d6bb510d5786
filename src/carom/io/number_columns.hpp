// SPDX-License-Identifier: Apache-2.0
// Some columns of a CSV file of any origin, with the line on which each record stands; the other columns are not read.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace carom::io {

struct NumberColumns {
  std::vector<std::string> names;
  std::vector<std::vector<double>> columns;  // as `names`
  std::vector<std::uint64_t> line;           // of each record

  std::size_t rows() const { return line.size(); }
  const std::vector<double>* find(std::string_view name) const;
};

// All of `required` and those of `optional` that are there. Throws BadInput that names the file, and for a missing column
// the nearest one, for a value that is not a finite number its line and column, and for a time (`time`, if not empty) that
// goes back its line.
NumberColumns read_number_columns(const std::string& path, const std::vector<std::string>& required,
                                  const std::vector<std::string>& optional, std::string_view time);

// The names in the first row.
std::vector<std::string> column_names(const std::string& path);

}  // namespace carom::io
