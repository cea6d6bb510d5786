// SPDX-License-Identifier: Apache-2.0
// Reading and repairing the HDF5 trajectories of hdf5_sink.hpp, also those left by a killed run.
//
// HDF5 marks a file that is open for writing in its superblock; a kill leaves the mark, and plain readers then refuse
// the file although all that was flushed is in it. It can be read in HDF5's SWMR mode. Clearing the mark alone
// (h5clear --status) is not enough: the end of the file that the superblock notes is that of the beginning of the run,
// so the next program that writes would overwrite rows. The repair therefore copies the rows into a fresh file beside
// it and puts that in its place in one step.
#pragma once

#include <cstdint>
#include <string>

#include "carom/io/file_info.hpp"
#include "carom/io/table_file.hpp"

namespace carom::io {

Table read_hdf5_table(const std::string& path);

struct Hdf5Summary {
  TableHeader header;
  int format_version = 0;
  std::uint64_t rows = 0;
  std::optional<double> first_t;  // of the column t
  std::optional<double> last_t;
  bool marked = false;    // in progress, or left by a killed run
  bool complete = false;  // its writer closed it
  std::optional<Interruption> interruption = {};
};

Hdf5Summary summarize_hdf5(const std::string& path);

// Makes a marked file one that any reader opens. The caller holds it (FileHold). Throws BadInput; then the file is as
// it was.
void repair_hdf5(const std::string& path);

}  // namespace carom::io
