// SPDX-License-Identifier: Apache-2.0
// Maps of basins as pictures.
#pragma once

#include <filesystem>

#include "carom/analysis/basins.hpp"
#include "carom/draw/figure.hpp"

namespace carom::report {

// The basins, and below how long each pixel took to settle.
Figure basin_figure(const study::BasinMap& map, bool mirror_together);

// The pixels alone, refined ones at their own size (up to 8192 a side), y upwards; throws BadInput.
void write_basin_png(const std::filesystem::path& path, const study::BasinMap& map, bool mirror_together);

}  // namespace carom::report
