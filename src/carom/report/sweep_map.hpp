// SPDX-License-Identifier: Apache-2.0
// A quantity of a sweep over two parameters as a map of cells.
#pragma once

#include <cstdint>
#include <vector>

#include "carom/draw/figure.hpp"
#include "carom/report/sweep_table.hpp"

namespace carom::report {

inline constexpr std::size_t most_cells_a_side = 1000;  // beyond, neighbours share one: their mean, or commonest word

// Of the points whose `slice` is `shown`. A map of words names them with their counts; cells without a value are grey, and
// the legend says how many.
Raster value_map(const SweepParameter& x, const SweepParameter& y, const SweepQuantity& quantity,
                 const std::vector<std::uint64_t>& slice, std::uint64_t shown, bool incomplete);
Raster word_map(const SweepParameter& x, const SweepParameter& y, const SweepQuantity& quantity,
                const std::vector<std::uint64_t>& slice, std::uint64_t shown, bool incomplete);

}  // namespace carom::report
