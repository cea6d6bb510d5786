// SPDX-License-Identifier: Apache-2.0
// Maps of basins as text: a TOML file, or the flags of a command line turned into one.
//
//   system = "dimer"                     # and, where wanted: title, preset, law, rtol, atol, painleve, closing_speed, q, u, t
//   cycles = 1000                        # the full length: cycles of the drive, or time scales of a system without one
//   mirror = "apart"                     # or "together": an attractor and its mirror image count as one
//   refine = 2                           # how often pixels at borders are cut in four; and tolerance, radius, max_period
//   [set]
//   Gamma = 0.9
//   [map]                                # two axes, x first: parameters, coordinates (theta) or their rates (theta_dot)
//   theta0 = { from = "-12deg", to = "12deg", pixels = 512 }
//   h0 = "0.1mm:8mm:512"                 # from:to:pixels
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "carom/analysis/basins.hpp"
#include "carom/catalog/flags_source.hpp"

namespace carom::study {

// `source` is what messages call the text. Throws BadInput.
BasinRequest read_basin_study(std::string_view text, const std::string& source);

// Flags as a study.
std::string basin_study_text(const std::string& system, const std::vector<std::pair<std::string, std::string>>& keys,
                             const std::vector<std::string>& set, const std::vector<std::string>& map);

}  // namespace carom::study
