// SPDX-License-Identifier: Apache-2.0
#include "carom/io/table_file.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <fstream>

#include "carom/base/bad_input.hpp"
#include "carom/io/csv_text.hpp"
#include "carom/io/hdf5_file.hpp"

namespace carom::io {

std::optional<std::size_t> Table::find(std::string_view column) const {
  for (std::size_t i = 0; i < header.columns.size(); ++i) {
    if (header.columns[i].name == column) return i;
  }
  return std::nullopt;
}

std::vector<double> Table::column(std::string_view name) const {
  const auto index = find(name);
  if (!index) {
    std::vector<std::string> names;
    for (const Column& column : header.columns) names.push_back(column.name);
    throw BadInput(fmt::format("there is no column '{}'; there are {}", name, fmt::join(names, ", ")));
  }
  std::vector<double> out;
  out.reserve(rows());
  for (std::size_t i = 0; i < rows(); ++i) out.push_back(row(i)[*index]);
  return out;
}

FileContent detect_content(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) throw BadInput(fmt::format("there is no file '{}'", path));
  if (std::filesystem::is_directory(status)) throw BadInput(fmt::format("'{}' is a folder, not a file", path));
  std::ifstream file(path, std::ios::binary);
  if (!file) throw BadInput(fmt::format("cannot open '{}'", path));
  std::string start(64, '\0');
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(file.gcount()));
  const std::string_view signature("\x89HDF\r\n\x1a\n", 8);
  if (start.empty()) throw BadInput(fmt::format("'{}' is empty", path));
  if (start.compare(0, 8, signature) == 0) return FileContent::hdf5;
  if (start.front() == '\x89') {
    throw BadInput(fmt::format("'{}' is not a valid HDF5 file: its first bytes are wrong", path));
  }
  if (start.rfind("# vtk DataFile", 0) == 0) {
    throw BadInput(
        fmt::format("'{}' is a VTK file, which Carom writes but does not read; valid are .h5 and .csv", path));
  }
  if (start.find('\0') != std::string::npos) {
    throw BadInput(fmt::format("'{}' is neither an HDF5 nor a CSV file", path));
  }
  const std::string extension = std::filesystem::path(path).extension().string();
  if (extension == ".h5" || extension == ".hdf5") throw BadInput(fmt::format("'{}' is not an HDF5 file", path));
  return FileContent::text;
}

Table read_table(const std::string& path) {
  if (detect_content(path) == FileContent::hdf5) return read_hdf5_table(path);
  CsvReader reader(path);
  if (reader.head().kind == "events") {
    throw BadInput(fmt::format("'{}' is an event log, not a table of numbers", path));
  }
  Table table;
  table.header = reader.head().table;
  for (std::vector<std::string> fields; reader.next(fields);) {
    for (std::size_t i = 0; i < fields.size(); ++i) table.values.push_back(reader.number(fields, i));
  }
  return table;
}

EventTable read_events(const std::string& path) {
  if (detect_content(path) == FileContent::hdf5) {
    throw BadInput(fmt::format("'{}' is a trajectory; event logs are .csv files", path));
  }
  CsvReader reader(path);
  if (reader.head().kind != "events") {
    throw BadInput(fmt::format("'{}' is not an event log, whose columns begin with t,kind,contacts", path));
  }
  EventTable table;
  table.header = reader.head().table;
  table.header.columns.erase(table.header.columns.begin(), table.header.columns.begin() + 3);
  for (std::vector<std::string> fields; reader.next(fields);) {
    EventRow row{reader.number(fields, 0), fields[1], fields[2], {}};
    for (std::size_t i = 3; i < fields.size(); ++i) row.values.push_back(reader.number(fields, i));
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace carom::io
