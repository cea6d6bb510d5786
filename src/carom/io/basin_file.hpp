// SPDX-License-Identifier: Apache-2.0
// Maps of basins as HDF5 files.
//
//   /label, /flashes   int32, rows × columns, the row at y.from first: the attractor (≥ 0), −1 not computed, −2 − k reason k
//   /x, /y             centres of the pixels, with name, unit, from and to
//   /attractors/k      states at the flashes of a period, own coordinates; attributes name, period, mirror, multiplier, …
//   /refined/l         int32, n × 3: column, row and label of the pixels at borders, in a grid of 2^l times the pixels
//   /reasons/k         why a pixel has no attractor
//   /pending           bytes, only in a map that was left: points that were followed and wait for the rest of their batch
// The root has the study's text and provenance. A file is written beside its place and then put there, so that one that
// exists is whole; a map that was interrupted has complete = 0 and can be gone on with.
#pragma once

#include <string>

#include "carom/analysis/basins.hpp"

namespace carom::io {

// Both throw BadInput.
void write_basins(const std::string& path, const study::BasinMap& map);
study::BasinMap read_basins(const std::string& path);

bool is_basin_file(const std::string& path);

}  // namespace carom::io
