// SPDX-License-Identifier: Apache-2.0
#include "carom/io/file_info.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "carom/base/bad_input.hpp"
#include "carom/base/output_file.hpp"
#include "carom/io/csv_text.hpp"
#include "carom/io/film_file.hpp"
#include "carom/io/hdf5_file.hpp"
#include "carom/io/table_file.hpp"

namespace carom::io {
namespace {

void fill_from_hdf5(FileInfo& info, const FileInfoOptions& options) {
  const FileHold hold(info.path);
  Hdf5Summary summary = summarize_hdf5(info.path);
  info.kind = FileKind::hdf5_trajectory;
  info.format_version = summary.format_version;
  info.header = std::move(summary.header);
  info.rows = summary.rows;
  info.first_t = summary.first_t;
  info.last_t = summary.last_t;
  info.closed_cleanly = !summary.marked && summary.complete;
  info.interruption = summary.interruption;
  info.being_written = summary.marked && !hold;
  if (info.being_written) {
    info.note = "a run is writing this file; read it in SWMR mode";
  } else if (summary.marked && options.repair) {
    try {
      repair_hdf5(info.path);
      info.repaired = true;
      info.note =
          "the run was killed, or the disk took no more; the file is repaired and has every row that could be read";
    } catch (const BadInput& reason) {
      info.note = fmt::format(
          "the run was killed, or the disk took no more; its rows can be read, but not by other programs: {}",
          reason.what());
    }
  } else if (summary.marked) {
    info.note = "the run was killed; the file needs a repair before ordinary readers open it";
  } else if (!summary.complete) {
    info.note = "the run did not come to its end";
  }
}

void fill_from_csv(FileInfo& info) {
  CsvReader reader(info.path);
  const CsvHead& head = reader.head();
  info.kind = head.kind == "events" ? FileKind::csv_events : FileKind::csv_trajectory;
  info.format_version = head.version;
  info.header = head.table;
  const auto& columns = info.header.columns;
  const auto t = std::find_if(columns.begin(), columns.end(), [](const Column& column) { return column.name == "t"; });
  const std::size_t t_index = static_cast<std::size_t>(t - columns.begin());
  for (std::vector<std::string> fields; reader.next(fields);) {
    if (t == columns.end()) continue;
    info.last_t = reader.number(fields, t_index);
    if (!info.first_t) info.first_t = info.last_t;
  }
  info.rows = reader.rows();
  if (head.version == 0) {
    info.closed_cleanly = !reader.cut();
    info.note = "this file was not written by Carom, so its units are not known";
    return;
  }
  info.being_written = !head.closed_rows && !FileHold(info.path);
  info.closed_cleanly = head.closed_rows && *head.closed_rows == info.rows && !reader.cut();
  if (head.interruption) info.interruption = {.t = head.interruption->t, .planned = head.interruption->planned};
  if (info.being_written) {
    info.note = "a run is writing this file";
  } else if (!head.closed_rows) {
    info.note = "the run did not come to its end";
  } else if (!info.closed_cleanly) {
    info.note = fmt::format("the file is cut: it was closed with {} rows", *head.closed_rows);
  }
}

void fill_from_film(FileInfo& info, FilmSummary film) {
  info.kind = film.kind == FilmKind::lammps_dump ? FileKind::lammps_film : FileKind::vtk_film;
  info.header.columns = std::move(film.columns);
  info.rows = film.frames;
  info.first_t = film.first_t;
  info.last_t = film.last_t;
  info.being_written = !FileHold(info.path);
  info.closed_cleanly = !info.being_written && !film.cut && film.missing.empty();
  if (info.being_written) {
    info.note = "a run is writing this file";
  } else if (film.cut) {
    info.note = "the film ends within a frame, which is not counted";
  } else if (!film.missing.empty()) {
    info.note =
        fmt::format("of {} files of the list {} {} missing, the first one is {}", film.frames + film.missing.size(),
                    film.missing.size(), film.missing.size() == 1 ? "is" : "are", film.missing.front());
  }
}

std::string state(const FileInfo& info) {
  if (info.being_written) return "being written";
  if (info.repaired) return "not closed by its writer, now repaired";
  if (info.closed_cleanly && info.interruption)
    return fmt::format(
        "interrupted at t = {:.6g}{}, and closed", info.interruption->t,
        std::isfinite(info.interruption->planned) ? fmt::format(" of {:.6g}", info.interruption->planned) : "");
  return info.closed_cleanly ? "closed cleanly" : "not closed cleanly";
}

bool is_film(FileKind kind) { return kind == FileKind::lammps_film || kind == FileKind::vtk_film; }

const char* rows_word(const FileInfo& info) { return is_film(info.kind) ? "frames" : "rows"; }

std::string time_span(const FileInfo& info) {
  return info.first_t ? fmt::format("{} to {}", *info.first_t, *info.last_t) : "";
}

}  // namespace

FileInfo file_info(const std::string& path, const FileInfoOptions& options) {
  FileInfo info;
  info.path = path;
  if (detect_content(path) == FileContent::hdf5) {
    fill_from_hdf5(info, options);
  } else if (std::optional<FilmSummary> film = summarize_film(path)) {
    fill_from_film(info, std::move(*film));
  } else {
    fill_from_csv(info);
  }
  std::error_code error;
  info.bytes = std::filesystem::file_size(path, error);
  if (error) info.bytes = 0;
  return info;
}

std::string FileInfo::brief() const {
  std::string text =
      fmt::format("{}: {}, {} {}, {} columns", path, name(kind), rows, rows_word(*this), header.columns.size());
  if (first_t) text += ", t = " + time_span(*this);
  return text + ", " + state(*this);
}

std::string describe(const FileInfo& info) {
  std::string text;
  const auto line = [&](std::string_view what, std::string_view value) {
    if (!value.empty()) text += fmt::format("{:<10} {}\n", what, value);
  };
  line("file", info.path);
  line("kind", name(info.kind));
  line("title", info.header.title);
  line(rows_word(info), fmt::format("{}", info.rows));
  line("bytes", fmt::format("{}", info.bytes));
  line("t", time_span(info));
  line("state", state(info));
  line("note", info.note);
  for (const auto& [attribute, value] : info.header.attributes) line("", attribute + " = " + value);
  for (const Column& column : info.header.columns) {
    std::string unit = column.unit.empty() ? "" : " [" + column.unit + "]";
    line("column", column.name + unit + (column.meaning.empty() ? "" : ": " + column.meaning));
  }
  return text;
}

}  // namespace carom::io
