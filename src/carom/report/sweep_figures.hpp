// SPDX-License-Identifier: Apache-2.0
// The figures of a sweep: each quantity over a parameter, with a line for each value of another; or, where two parameters
// have many values each, as a map over both.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "carom/draw/figure.hpp"
#include "carom/report/sweep_table.hpp"

namespace carom::report {

inline constexpr std::size_t most_series = 12;  // in a panel; two parameters with more values each make a map
inline constexpr std::size_t most_panels = 4;   // of other parameters' values, in a figure

// Empty: chosen by the numbers of values.
struct SweepView {
  std::optional<std::string> x = {}, by = {};
};

struct SweepFigures {
  std::vector<Figure> figures = {};
  bool maps = false;
  std::string note = {};  // why there is none
};

// `incomplete`: points of the study are missing. Throws BadInput if x has words for values, or one cannot be told apart by
// `by`; the names themselves must be known.
SweepFigures draw_sweep(const SweepTable& table, const SweepView& view, bool incomplete = false);

// How values lie on an axis.
enum class Spacing { even, even_in_log, uneven };
Spacing spacing(const std::vector<double>& ascending);

}  // namespace carom::report
