// SPDX-License-Identifier: Apache-2.0
#include "carom/io/csv_sink.hpp"

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/io/csv_text.hpp"

namespace carom::io {

CsvLines::CsvLines(std::string path, const SinkOptions& options)
    : path_(std::move(path)), rule_(options.flush_rows, options.flush_seconds) {}

CsvLines::~CsvLines() {
  // Without close() the file stays marked as not closed; what waits is still worth keeping.
  try {
    if (file_.is_open()) flush();
  } catch (const BadInput&) {
  }
}

void CsvLines::begin(std::string_view kind, const TableHeader& header) {
  const std::string preamble = csv_preamble(kind, header, closed_position_);
  file_.open(path_);
  file_.write(preamble);
}

std::string& CsvLines::line() {
  if (!file_.is_open()) throw BadInput(fmt::format("a row for '{}' came before begin() or after finish()", path_));
  return waiting_;
}

void CsvLines::end_line() {
  waiting_ += '\n';
  ++waiting_rows_;
  ++rows_;
  if (rule_.due(waiting_rows_)) flush();
}

void CsvLines::flush() {
  if (!waiting_.empty()) file_.write(waiting_);
  waiting_.clear();
  waiting_rows_ = 0;
  rule_.flushed();
}

void CsvLines::close(const Ending& ending) {
  if (!file_.is_open()) return;
  flush();
  std::optional<CsvInterruption> interruption;
  if (ending.kind == Ending::Kind::interrupted) interruption = {.t = ending.t, .planned = ending.planned};
  if (ending.kind != Ending::Kind::unknown) file_.overwrite(closed_position_, csv_closed_line(rows_, interruption));
  file_.close();
}

void CsvRowSink::begin(const TableHeader& header) {
  check_header(header);
  columns_ = header.columns.size();
  lines_.begin("trajectory", header);
}

void CsvRowSink::row(std::span<const double> values) {
  check_row_size(values.size(), columns_);
  std::string& line = lines_.line();
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) line += ',';
    append_number(line, values[i]);
  }
  lines_.end_line();
}

void CsvEventSink::begin(const TableHeader& header) {
  TableHeader full = header;
  full.columns = {{"t", "s", "time"},
                  {"kind", "text", "what happened"},
                  {"contacts", "text", "names of the contacts that take part, joined by '+'"}};
  full.columns.insert(full.columns.end(), header.columns.begin(), header.columns.end());
  check_header(full);
  columns_ = header.columns.size();
  lines_.begin("events", full);
}

void CsvEventSink::event(const EventRow& row) {
  check_row_size(row.values.size(), columns_);
  std::string& line = lines_.line();
  append_number(line, row.t);
  line += ',';
  append_field(line, row.kind);
  line += ',';
  append_field(line, row.contacts);
  for (const double value : row.values) {
    line += ',';
    append_number(line, value);
  }
  lines_.end_line();
}

}  // namespace carom::io
