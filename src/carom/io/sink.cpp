// SPDX-License-Identifier: Apache-2.0
#include "carom/io/sink.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

#include "carom/base/bad_input.hpp"
#include "carom/io/coded_events.hpp"
#include "carom/io/csv_sink.hpp"
#include "carom/io/hdf5_sink.hpp"
#include "carom/io/vtk_sink.hpp"

namespace carom::io {
namespace {

std::string lower_extension(const std::string& path) {
  std::string extension = std::filesystem::path(path).extension().string();
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return extension;
}

bool has_control(const std::string& text) {
  return std::any_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; });
}

bool has_nul(const std::string& text) { return text.find('\0') != std::string::npos; }

void check_text(const std::string& text, const std::string& what) {
  if (has_nul(text)) throw BadInput(fmt::format("the {} contains a NUL character", what));
}

}  // namespace

std::unique_ptr<RowFile> make_row_sink(const std::string& path, const SinkOptions& options) {
  const std::string extension = lower_extension(path);
  if (extension == ".h5" || extension == ".hdf5") {
#ifdef CAROM_WITH_HDF5
    return std::make_unique<Hdf5RowSink>(path, options);
#else
    throw BadInput(fmt::format("cannot write '{}': this Carom was built without HDF5; use .csv or .vtk", path));
#endif
  }
  if (extension == ".csv") return std::make_unique<CsvRowSink>(path, options);
  if (extension == ".vtk") return std::make_unique<VtkRowSink>(path, options);
  throw BadInput(
      fmt::format("cannot tell the format of '{}' from its extension; valid ones are .h5, .hdf5, .csv and .vtk", path));
}

std::unique_ptr<EventFile> make_event_sink(const std::string& path, const SinkOptions& options) {
  const std::string extension = lower_extension(path);
  if (extension == ".csv") return std::make_unique<CsvEventSink>(path, options);
  if (extension == ".h5" || extension == ".hdf5") return std::make_unique<CodedEvents>(make_row_sink(path, options));
  throw BadInput(fmt::format("events are written as .csv or .h5, which the name '{}' must end in", path));
}

std::string dataset_name(std::string column) {
  std::replace(column.begin(), column.end(), '/', '|');
  return column;
}

void check_header(const TableHeader& header) {
  check_text(header.title, "title of the table");
  if (header.columns.empty()) throw BadInput("a table needs at least one column");
  std::set<std::string> names;
  for (const Column& column : header.columns) {
    const std::string& name = column.name;
    if (name.empty()) throw BadInput("a column has no name");
    if (name == "." || has_control(name) || name.front() == ' ' || name.back() == ' ')
      throw BadInput(fmt::format("'{}' is not a valid name of a column: no control characters or outer blanks", name));
    if (!names.insert(dataset_name(name)).second) throw BadInput(fmt::format("two columns have the name '{}'", name));
    check_text(column.unit, "unit of column '" + name + "'");
    check_text(column.meaning, "meaning of column '" + name + "'");
  }
  names.clear();
  for (const auto& [name, value] : header.attributes) {
    if (name.empty() || has_nul(name)) throw BadInput("an attribute of the table has no valid name");
    if (!names.insert(name).second) throw BadInput(fmt::format("two attributes have the name '{}'", name));
    check_text(value, "attribute '" + name + "'");
  }
}

void check_row_size(std::size_t count, std::size_t columns) {
  if (count == columns) return;
  throw BadInput(fmt::format("a row of {} values does not fit a table of {} columns", count, columns));
}

}  // namespace carom::io
