// SPDX-License-Identifier: Apache-2.0
// What is in a file that Carom wrote: the answer to `carom info FILE`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "carom/base/table.hpp"

namespace carom::io {

enum class FileKind { hdf5_trajectory, csv_trajectory, csv_events, lammps_film, vtk_film };

constexpr std::string_view name(FileKind kind) {
  switch (kind) {
    case FileKind::hdf5_trajectory: return "trajectory (HDF5)";
    case FileKind::csv_trajectory: return "trajectory (CSV)";
    case FileKind::csv_events: return "event log (CSV)";
    case FileKind::lammps_film: return "film (LAMMPS dump)";
    case FileKind::vtk_film: return "film (list of VTK files)";
  }
  return "unknown";
}

// A run that the user stopped: when, and when it would have ended.
struct Interruption {
  double t = 0, planned = 0;
};

struct FileInfo {
  std::string path;
  FileKind kind = FileKind::csv_trajectory;
  int format_version = 0;  // 0: a CSV file of another program, or a film, which has none
  TableHeader header;      // all columns, of an event log t, kind and contacts too; provenance
  std::uint64_t rows = 0;  // of a film: frames
  std::uint64_t bytes = 0;
  std::optional<double> first_t;  // of the column t or of the frames, if there are any
  std::optional<double> last_t;
  bool closed_cleanly = false;  // the writer closed it, and nothing is missing
  std::optional<Interruption> interruption = {};
  bool being_written = false;  // a writer has it now
  bool repaired = false;       // just now, for ordinary readers
  std::string note;            // one sentence when something is to be said; else empty

  std::string brief() const;  // one line
};

struct FileInfoOptions {
  bool repair = true;  // an HDF5 file left by a killed run is made readable for all programs
};

// Throws BadInput for what cannot be read. A file that cannot be repaired is described all the same; the note says why.
FileInfo file_info(const std::string& path, const FileInfoOptions& options = {});

// For people: kind, rows, time span, state, provenance, and the columns with units and meanings, a line each.
std::string describe(const FileInfo& info);

}  // namespace carom::io
