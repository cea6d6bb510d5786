// SPDX-License-Identifier: Apache-2.0
#include "carom/io/csv_text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "carom/base/bad_input.hpp"
#include "carom/base/number_text.hpp"

namespace carom::io {
namespace {

std::string escape(std::string_view text, std::string_view ends) {
  std::string out;
  for (const char c : text) {
    if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else {
      if (c == '\\' || ends.find(c) != std::string_view::npos) out += '\\';
      out += c;
    }
  }
  return out;
}

std::string unescape(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      const char c = text[++i];
      out += c == 'n' ? '\n' : c == 'r' ? '\r' : c;
    } else {
      out += text[i];
    }
  }
  return out;
}

// Position of the first `mark` that is not escaped.
std::size_t find_plain(std::string_view text, char mark) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == mark) {
      return i;
    }
  }
  return std::string_view::npos;
}

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (text.substr(0, prefix.size()) != prefix) return false;
  text.remove_prefix(prefix.size());
  return true;
}

// What follows a mark: one blank, then the value as it is.
std::string after_mark(std::string_view text, std::size_t mark) {
  text.remove_prefix(mark + 1);
  take_prefix(text, " ");
  return unescape(text);
}

bool is_event_head(const std::vector<Column>& columns) {
  return columns.size() >= 3 && columns[0].name == "t" && columns[1].name == "kind" && columns[2].name == "contacts";
}

}  // namespace

void append_number(std::string& text, double value) {
  if (std::isnan(value)) {
    text += "nan";
    return;
  }
  char digits[32];
  const auto result = std::to_chars(digits, digits + sizeof digits, value);
  text.append(digits, result.ptr);
}

void append_field(std::string& text, std::string_view field) {
  const bool quoted = field.find_first_of(",\"\r\n") != std::string_view::npos ||
                      (!field.empty() && (field.front() == '#' || field.front() == ' ' || field.back() == ' '));
  if (!quoted) {
    text += field;
    return;
  }
  text += '"';
  for (const char c : field) {
    if (c == '"') text += '"';
    text += c;
  }
  text += '"';
}

std::optional<double> parse_number(std::string_view field) {
  field = trimmed(field);
  if (field.empty()) return std::numeric_limits<double>::quiet_NaN();
  if (field.front() == '+') field.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (error != std::errc() || end != field.data() + field.size()) return std::nullopt;
  return value;
}

std::string csv_closed_line(std::optional<std::uint64_t> rows, std::optional<CsvInterruption> interruption) {
  std::string text = rows ? fmt::format("# closed: yes, {} rows", *rows) : "# closed: no";
  if (rows && interruption)
    text += fmt::format(", interrupted at t = {} of {}", interruption->t, interruption->planned);
  return fmt::format("{:<{}}", text, csv_closed_width);
}

std::string csv_preamble(std::string_view kind, const TableHeader& header, std::size_t& closed_position) {
  std::string text = fmt::format("# carom {} {}\n", kind, csv_format_version);
  closed_position = text.size();
  text += csv_closed_line(std::nullopt) + '\n';
  text += fmt::format("# title: {}\n", escape(header.title, ""));
  for (const auto& [name, value] : header.attributes) {
    text += fmt::format("# attribute {}: {}\n", escape(name, ":"), escape(value, ""));
  }
  for (const Column& column : header.columns) {
    text += fmt::format("# column {} [{}]: {}\n", escape(column.name, "["), escape(column.unit, "]"),
                        escape(column.meaning, ""));
  }
  for (std::size_t i = 0; i < header.columns.size(); ++i) {
    if (i > 0) text += ',';
    append_field(text, header.columns[i].name);
  }
  text += '\n';
  return text;
}

namespace {

// "0.2 of 40"
bool read_interruption(std::string_view line, CsvInterruption& stop) {
  const std::size_t of = line.find(" of ");
  if (of == std::string_view::npos) return false;
  const std::optional<double> t = parse_number(line.substr(0, of)), planned = parse_number(line.substr(of + 4));
  if (!t || !planned) return false;
  stop = {*t, *planned};
  return true;
}

}  // namespace

CsvReader::CsvReader(const std::string& path) : path_(path), file_(path, std::ios::binary) {
  if (!file_) throw BadInput(fmt::format("cannot open '{}'", path));
  read_head();
}

int CsvReader::peek() { return file_.rdbuf()->sgetc(); }

int CsvReader::take() {
  const int c = file_.rdbuf()->sbumpc();
  if (c == '\n') ++line_;
  if (c == 0) fail("there is a NUL character: this is not a text file");
  return c;
}

void CsvReader::fail(const std::string& what) const {
  throw BadInput(fmt::format("cannot read '{}', line {}: {}", path_, record_line_, what));
}

void CsvReader::read_comment() {
  std::string line;
  int c = take();
  for (; c != EOF && c != '\n'; c = take()) line += static_cast<char>(c);
  if (!line.empty() && line.back() == '\r') line.pop_back();
  if (c == '\n') interpret_comment(line);
}

void CsvReader::interpret_comment(std::string_view line) {
  take_prefix(line, "#");
  take_prefix(line, " ");
  if (record_line_ == 1 && take_prefix(line, "carom ")) {
    const std::size_t blank = line.find(' ');
    if (blank == std::string_view::npos) return;
    head_.kind = line.substr(0, blank);
    const std::string_view version = line.substr(blank + 1);
    std::from_chars(version.data(), version.data() + version.size(), head_.version);
    if (head_.version < 1 || (head_.kind != "trajectory" && head_.kind != "events")) fail("not a kind of file we know");
    if (head_.version > csv_format_version) {
      fail(fmt::format("format {} is newer than this Carom, which reads up to {}", head_.version, csv_format_version));
    }
  } else if (head_.version == 0 || !head_.table.columns.empty()) {
    return;  // others' comments, or ours after the row of names
  } else if (take_prefix(line, "closed: yes, ")) {
    std::uint64_t rows = 0;
    const auto result = std::from_chars(line.data(), line.data() + line.size(), rows);
    if (result.ec == std::errc()) head_.closed_rows = rows;
    CsvInterruption stop;
    line.remove_prefix(static_cast<std::size_t>(result.ptr - line.data()));
    if (take_prefix(line, " rows, interrupted at t = ") && read_interruption(line, stop)) head_.interruption = stop;
  } else if (take_prefix(line, "title:")) {
    take_prefix(line, " ");
    head_.table.title = unescape(line);
  } else if (take_prefix(line, "attribute ")) {
    const std::size_t mark = find_plain(line, ':');
    if (mark == std::string_view::npos) fail("an attribute without ':'");
    head_.table.attributes.emplace_back(unescape(line.substr(0, mark)), after_mark(line, mark));
  } else if (take_prefix(line, "column ")) {
    const std::size_t open = find_plain(line, '[');
    const std::size_t shut = open == std::string_view::npos ? open : find_plain(line.substr(open), ']');
    if (open == std::string_view::npos || shut == std::string_view::npos || open == 0) fail("a column without [unit]");
    const std::string_view rest = line.substr(open + shut + 1);
    if (rest.empty() || rest.front() != ':') fail("a column without ':' after its unit");
    described_.push_back(
        {unescape(line.substr(0, open - 1)), unescape(line.substr(open + 1, shut - 1)), after_mark(rest, 0)});
  }
}

void CsvReader::read_head() {
  if (peek() == 0xEF) {  // a byte order mark
    if (take() != 0xEF || take() != 0xBB || take() != 0xBF) fail("not a text file in UTF-8");
  }
  std::vector<std::string> names;
  Ending ending = Ending::line;
  if (!read_record(names, ending)) {
    throw BadInput(fmt::format("cannot read '{}': there is no row of column names in it", path_));
  }
  if (ending != Ending::line && (head_.version > 0 || ending == Ending::unfinished)) {
    throw BadInput(fmt::format("cannot read '{}': it ends within the row of column names", path_));
  }
  if (std::all_of(names.begin(), names.end(), [](const std::string& name) { return parse_number(name).has_value(); })) {
    fail("the first row holds numbers where the names of the columns should be");
  }
  if (head_.version > 0 && described_.size() != names.size()) {
    fail(fmt::format("{} names for {} described columns", names.size(), described_.size()));
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::string name = head_.version > 0 ? names[i] : std::string(trimmed(names[i]));
    if (head_.version > 0 && name != described_[i].name) fail(fmt::format("column '{}' is not described", name));
    head_.table.columns.push_back(head_.version > 0 ? described_[i] : Column{name, "", ""});
  }
  const bool events = is_event_head(head_.table.columns);
  if (head_.version == 0) head_.kind = events ? "events" : "trajectory";
  if (head_.kind == "events" && !events) fail("an event log begins with the columns t,kind,contacts");
}

// Comment lines and empty lines are passed over. False at the end of the file.
bool CsvReader::read_record(std::vector<std::string>& fields, Ending& ending) {
  for (;;) {
    record_line_ = line_;
    const int c = peek();
    if (c == EOF) return false;
    if (c == '#') {
      read_comment();
    } else if (c == '\n' || c == '\r') {
      take();
    } else {
      break;
    }
  }
  fields.assign(1, "");
  for (bool start = true;;) {
    int c = take();
    if (c == EOF) {
      ending = Ending::file;
      return true;
    }
    if (start && c == '"') {
      for (c = take();; c = take()) {
        if (c == EOF) {
          ending = Ending::unfinished;
          return true;
        }
        if (c == '"') {
          if (peek() != '"') break;
          take();
        }
        fields.back() += static_cast<char>(c);
      }
      c = peek();
      if (c != ',' && c != '\n' && c != '\r' && c != EOF) fail("text after a closing quote");
      start = false;
      continue;
    }
    if (c == '\r' && peek() == '\n') continue;
    if (c == '\n') {
      ending = Ending::line;
      return true;
    }
    start = c == ',';
    if (start) {
      fields.emplace_back();
    } else {
      fields.back() += static_cast<char>(c);
    }
  }
}

bool CsvReader::next(std::vector<std::string>& fields) {
  Ending ending = Ending::line;
  if (!read_record(fields, ending)) return false;
  // In a file of another program a quote that stays open would drop all that follows it.
  if (ending == Ending::unfinished && head_.version == 0) fail("a quote is opened here and never closed");
  if (ending == Ending::unfinished || (ending == Ending::file && head_.version > 0)) {
    cut_ = true;
    return false;
  }
  if (fields.size() != head_.table.columns.size()) {
    fail(fmt::format("{} fields in a table of {} columns", fields.size(), head_.table.columns.size()));
  }
  ++rows_;
  return true;
}

double CsvReader::number(const std::vector<std::string>& fields, std::size_t column) const {
  const std::optional<double> value = parse_number(fields[column]);
  const std::string& name = head_.table.columns[column].name;
  if (!value) fail(fmt::format("'{}' in column '{}' is not a number", fields[column], name));
  return *value;
}

}  // namespace carom::io
