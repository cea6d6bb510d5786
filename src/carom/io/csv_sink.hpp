// SPDX-License-Identifier: Apache-2.0
// Rows and events as CSV text; csv_text.hpp has the format. Whole lines go out at every flush, so that a killed run
// leaves a file of complete rows, and close() notes in the comment lines that the file is complete, or interrupted.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "carom/base/output_file.hpp"
#include "carom/io/sink.hpp"

namespace carom::io {

// Lines that wait, and the file they go to.
class CsvLines {
 public:
  CsvLines(std::string path, const SinkOptions& options);
  ~CsvLines();
  void begin(std::string_view kind, const TableHeader& header);
  std::string& line();  // to append one line to, without its end
  void end_line();      // flushes when due
  void flush();
  void close(const Ending& ending);

 private:
  std::string path_;
  OutputFile file_;
  FlushRule rule_;
  std::string waiting_;
  std::size_t waiting_rows_ = 0;
  std::uint64_t rows_ = 0;
  std::size_t closed_position_ = 0;
};

class CsvRowSink : public RowFile {
 public:
  CsvRowSink(std::string path, const SinkOptions& options) : lines_(std::move(path), options) {}
  void begin(const TableHeader& header) override;
  void row(std::span<const double> values) override;
  void flush() override { lines_.flush(); }
  void close(const Ending& ending) override { lines_.close(ending); }

 private:
  CsvLines lines_;
  std::size_t columns_ = 0;
};

// Columns t, kind, contacts, then the header's.
class CsvEventSink : public EventFile {
 public:
  CsvEventSink(std::string path, const SinkOptions& options) : lines_(std::move(path), options) {}
  void begin(const TableHeader& header) override;
  void event(const EventRow& row) override;
  void close(const Ending& ending) override { lines_.close(ending); }

 private:
  CsvLines lines_;
  std::size_t columns_ = 0;
};

}  // namespace carom::io
