// SPDX-License-Identifier: Apache-2.0
// What is in a film of many bodies (frame_sink.hpp): a LAMMPS dump, or the list of VTK files that is a .vtk.series.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "carom/base/table.hpp"

namespace carom::io {

enum class FilmKind { lammps_dump, vtk_series };

struct FilmSummary {
  FilmKind kind = FilmKind::lammps_dump;
  std::uint64_t frames = 0;  // whole ones
  std::optional<double> first_t, last_t;
  std::vector<Column> columns;       // of a dump: what each body has
  bool cut = false;                  // a dump ends within a frame
  std::vector<std::string> missing;  // files that a series lists and its folder lacks
};

// By its first bytes; nothing for files that are no film. Throws BadInput for a film that cannot be read.
std::optional<FilmSummary> summarize_film(const std::string& path);

}  // namespace carom::io
