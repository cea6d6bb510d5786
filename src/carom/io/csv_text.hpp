// SPDX-License-Identifier: Apache-2.0
// The text of our CSV files: RFC 4180 records preceded by comment lines.
//
//   # carom trajectory 1              kind of file (trajectory or events) and version of this format
//   # closed: yes, 200 rows           "no" until the writer writes over it in place: a killed run leaves "no"; one that was
//                                     stopped adds ", interrupted at t = 0.2 of 40"
//   # title: dimer
//   # attribute version: 0.1.0        provenance, one line each
//   # column t [s]: time              name [unit]: meaning
//   t,theta
//   0,0.1
//
// In comments \\, \n, \r stand for a backslash and line ends, and a backslash before ':', '[' or ']' for the plain sign
// where that sign would end a name or a unit. Numbers are the shortest text that reads back as the same double; the not
// finite ones are inf, -inf and nan (a NaN's sign and payload are lost). On reading, an empty field is NaN, and fields
// may have outer blanks. Lines that begin with '#' are comments wherever they stand; a text that begins so is quoted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/base/table.hpp"

namespace carom::io {

inline constexpr int csv_format_version = 1;
inline constexpr std::size_t csv_closed_width = 112;  // of the line "# closed: …" without its line end

void append_number(std::string& text, double value);
void append_field(std::string& text, std::string_view field);  // quoted where RFC 4180 wants it
std::optional<double> parse_number(std::string_view field);

struct CsvInterruption {
  double t = 0, planned = 0;
};

// Without a number of rows: still open.
std::string csv_closed_line(std::optional<std::uint64_t> rows, std::optional<CsvInterruption> interruption = {});
// All comment lines and the row of names; `closed_position` is where the "# closed" line begins.
std::string csv_preamble(std::string_view kind, const TableHeader& header, std::size_t& closed_position);

// What the comment lines and the row of names say.
struct CsvHead {
  int version = 0;   // 0: not written by Carom
  std::string kind;  // "trajectory", "events"; of other files "events" if the columns begin with t,kind,contacts
  std::optional<std::uint64_t> closed_rows;
  std::optional<CsvInterruption> interruption;  // of a run that was stopped
  TableHeader table;                            // all columns, of an event log t, kind and contacts too
};

// Reads a CSV file record by record in little memory. Throws BadInput with the line for what cannot be read.
class CsvReader {
 public:
  explicit CsvReader(const std::string& path);
  const CsvHead& head() const { return head_; }
  // The next record, checked to have as many fields as the head has columns; false at the end. In a file of ours an
  // unfinished last line (a killed writer, a cut file) is left out.
  bool next(std::vector<std::string>& fields);
  std::uint64_t rows() const { return rows_; }         // records so far
  std::uint64_t line() const { return record_line_; }  // where the last record began
  bool cut() const { return cut_; }                    // known once next() has returned false
  double number(const std::vector<std::string>& fields, std::size_t column) const;

 private:
  enum class Ending { line, file, unfinished };
  void read_head();
  bool read_record(std::vector<std::string>& fields, Ending& ending);
  void read_comment();
  void interpret_comment(std::string_view line);
  int peek();
  int take();
  [[noreturn]] void fail(const std::string& what) const;

  std::string path_;
  std::ifstream file_;
  CsvHead head_;
  std::vector<Column> described_;  // columns of the comment lines
  std::uint64_t line_ = 1;         // being read
  std::uint64_t record_line_ = 1;  // where the last record began
  std::uint64_t rows_ = 0;
  bool cut_ = false;
};

}  // namespace carom::io
