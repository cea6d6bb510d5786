// SPDX-License-Identifier: Apache-2.0
#include "carom/io/vtk_sink.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "carom/base/bad_input.hpp"
#include "carom/base/output_file.hpp"
#include "carom/io/csv_text.hpp"

namespace carom::io {
namespace {

std::optional<std::size_t> find_column(const TableHeader& header, const std::string& name) {
  for (std::size_t i = 0; i < header.columns.size(); ++i) {
    if (header.columns[i].name == name) return i;
  }
  return std::nullopt;
}

std::size_t column_at(const TableHeader& header, const std::string& name) {
  if (const auto found = find_column(header, name)) return *found;
  throw BadInput(fmt::format("there is no column '{}' to take as a coordinate of the polyline", name));
}

std::string one_line(std::string text, std::size_t longest) {
  for (char& c : text) {
    if (c == '\n' || c == '\r') c = ' ';
  }
  if (text.size() > longest) text.resize(longest);
  return text;
}

}  // namespace

void VtkRowSink::begin(const TableHeader& header) {
  check_header(header);
  if (!axes_.x.empty() || !axes_.y.empty()) {
    x_ = column_at(header, axes_.x);
    y_ = column_at(header, axes_.y);
    if (!axes_.z.empty()) z_ = column_at(header, axes_.z);
  } else if (find_column(header, "x") && find_column(header, "y")) {
    x_ = column_at(header, "x");
    y_ = column_at(header, "y");
    z_ = axes_.z.empty() ? find_column(header, "z") : column_at(header, axes_.z);
  } else {
    if (header.columns.size() < 2) throw BadInput("a polyline needs two columns as its coordinates");
    x_ = header.columns[0].name == "t" && header.columns.size() > 2 ? 1 : 0;
    y_ = x_ + 1;
  }
  check_writable(path_);
  header_ = header;
  values_.clear();
  line_starts_.clear();
  interrupted_ = true;
  open_ = true;
}

void VtkRowSink::row(std::span<const double> values) {
  if (!open_) throw BadInput(fmt::format("a row for '{}' came before begin() or after finish()", path_));
  check_row_size(values.size(), header_.columns.size());
  if (!std::isfinite(values[x_]) || !std::isfinite(values[y_]) || (z_ && !std::isfinite(values[*z_]))) {
    interrupted_ = true;
    return;
  }
  if (interrupted_) line_starts_.push_back(values_.size() / values.size());
  interrupted_ = false;
  values_.insert(values_.end(), values.begin(), values.end());
}

void VtkRowSink::close(const Ending&) {
  if (!open_) return;
  open_ = false;
  const std::size_t columns = header_.columns.size();
  const std::size_t rows = values_.size() / columns;
  WholeFile file(path_);
  std::string text = fmt::format("# vtk DataFile Version 3.0\n{}\nASCII\nDATASET POLYDATA\nPOINTS {} double\n",
                                 one_line(header_.title, 200), rows);
  const auto write_full_blocks = [&] {
    if (text.size() < 1u << 20) return;
    file.write(text);
    text.clear();
  };
  for (std::size_t i = 0; i < rows; ++i) {
    const double* const row = &values_[i * columns];
    append_number(text, row[x_]);
    text += ' ';
    append_number(text, row[y_]);
    text += ' ';
    append_number(text, z_ ? row[*z_] : 0.0);
    text += '\n';
    write_full_blocks();
  }
  std::size_t lines = 0;
  std::size_t line_points = 0;
  std::string line_text;
  for (std::size_t k = 0; k < line_starts_.size(); ++k) {
    const std::size_t end = k + 1 < line_starts_.size() ? line_starts_[k + 1] : rows;
    const std::size_t count = end - line_starts_[k];
    if (count < 2) continue;  // a lone point has no line
    ++lines;
    line_points += count;
    line_text += fmt::format("{}", count);
    for (std::size_t i = line_starts_[k]; i < end; ++i) line_text += fmt::format(" {}", i);
    line_text += '\n';
  }
  if (lines > 0) text += fmt::format("LINES {} {}\n", lines, lines + line_points) + line_text;
  bool first = true;
  for (std::size_t j = 0; j < columns; ++j) {
    if (j == x_ || j == y_ || (z_ && j == *z_)) continue;
    if (first) text += fmt::format("POINT_DATA {}\n", rows);
    first = false;
    std::string name = header_.columns[j].name;
    std::replace(name.begin(), name.end(), ' ', '_');
    text += fmt::format("SCALARS {} double 1\nLOOKUP_TABLE default\n", name);
    for (std::size_t i = 0; i < rows; ++i) {
      append_number(text, values_[i * columns + j]);
      text += '\n';
      write_full_blocks();
    }
  }
  file.write(text);
  file.commit();
}

}  // namespace carom::io
