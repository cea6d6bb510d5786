// SPDX-License-Identifier: Apache-2.0
#include "carom/report/sweep_map.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include <fmt/format.h>

#include "carom/report/sweep_figures.hpp"

namespace carom::report {
namespace {

constexpr std::size_t uneven_columns = 600;

// One side of a map: values in bins, bins on the columns of the picture.
struct Side {
  std::size_t values_a_bin = 1, bins = 1;
  std::vector<std::uint32_t> bin;  // of each column
  double from = 0, to = 1;         // outer edges

  std::uint32_t bin_of(std::uint32_t value) const { return static_cast<std::uint32_t>(value / values_a_bin); }
};

Side side_of(const SweepParameter& parameter) {
  const std::vector<double>& v = parameter.numbers;
  const std::size_t n = v.size();
  Side side;
  side.values_a_bin = (n + most_cells_a_side - 1) / most_cells_a_side;
  side.bins = (n + side.values_a_bin - 1) / side.values_a_bin;
  const Spacing how = spacing(v);
  if (how != Spacing::uneven) {
    const bool log = how == Spacing::even_in_log;
    const auto at = [&](double value) { return log ? std::log(value) : value; };
    const auto back = [&](double value) { return log ? std::exp(value) : value; };
    const double step = (at(v.back()) - at(v.front())) / static_cast<double>(n - 1);
    side.from = back(at(v.front()) - step / 2);
    side.to = back(at(v.front()) + step * (static_cast<double>(side.bins * side.values_a_bin) - 0.5));
    for (std::uint32_t k = 0; k < side.bins; ++k) side.bin.push_back(k);
    return side;
  }
  // Each column shows the value next to its middle.
  side.from = v.front() - (v[1] - v[0]) / 2;
  side.to = v.back() + (v[n - 1] - v[n - 2]) / 2;
  for (std::size_t k = 0; k < uneven_columns; ++k) {
    const double middle = side.from + (side.to - side.from) * (static_cast<double>(k) + 0.5) / uneven_columns;
    auto next = static_cast<std::size_t>(std::lower_bound(v.begin(), v.end(), middle) - v.begin());
    if (next == n || (next > 0 && middle - v[next - 1] < v[next] - middle)) --next;
    side.bin.push_back(side.bin_of(static_cast<std::uint32_t>(next)));
  }
  return side;
}

// Calls take(cell, point) for the points of the slice.
template <typename Take>
void each_point(const SweepParameter& x, const SweepParameter& y, const Side& across, const Side& up,
                const std::vector<std::uint64_t>& slice, std::uint64_t shown, const Take& take) {
  for (std::size_t i = 0; i < slice.size(); ++i)
    if (slice[i] == shown) take(std::size_t{up.bin_of(y.value[i])} * across.bins + across.bin_of(x.value[i]), i);
}

// The cells of the picture from those of the bins.
template <typename T>
std::vector<T> spread(const std::vector<T>& cells, const Side& across, const Side& up) {
  if (across.bin.size() == across.bins && up.bin.size() == up.bins) return cells;
  std::vector<T> out;
  out.reserve(across.bin.size() * up.bin.size());
  for (const std::uint32_t row : up.bin)
    for (const std::uint32_t column : across.bin) out.push_back(cells[std::size_t{row} * across.bins + column]);
  return out;
}

void set_extents(Raster& raster, const Side& across, const Side& up) {
  raster.x_from = across.from;
  raster.x_to = across.to;
  raster.y_from = up.from;
  raster.y_to = up.to;
}

std::string missing_text(std::size_t cells, bool incomplete) {
  return fmt::format("failed{} or without a value ({})", incomplete ? ", missing" : "", cells);
}

// A few values far from all others would leave one colour for these: then 2 % at each end share the colour of the end.
void end_colours_early(const std::vector<double>& cells, ColourBar& bar) {
  if (bar.min > 0 && bar.max >= 1000 * bar.min) return;  // the logarithm will do
  std::vector<double> values;
  std::copy_if(cells.begin(), cells.end(), std::back_inserter(values),
               [](double value) { return std::isfinite(value); });
  if (values.size() < 100) return;
  const auto at = [&](double share) {
    const auto place = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), place, values.end());
    return *place;
  };
  const double low = at(0.02), high = at(0.98);
  if (!(high > low) || bar.max - bar.min < 2.5 * (high - low)) return;
  bar.data = {bar.min, bar.max};
  bar.min = low;
  bar.max = high;
}

}  // namespace

Raster value_map(const SweepParameter& x, const SweepParameter& y, const SweepQuantity& quantity,
                 const std::vector<std::uint64_t>& slice, std::uint64_t shown, bool incomplete) {
  const Side across = side_of(x), up = side_of(y);
  std::vector<double> cells(across.bins * up.bins, 0.0);
  std::vector<std::uint32_t> counts(cells.size());
  each_point(x, y, across, up, slice, shown, [&](std::size_t cell, std::size_t point) {
    if (std::isnan(quantity.mean[point])) return;
    cells[cell] += quantity.mean[point];
    ++counts[cell];
  });
  ColourBar bar{.label = quantity.name,
                .unit = quantity.unit,
                .min = std::numeric_limits<double>::infinity(),
                .max = -std::numeric_limits<double>::infinity()};
  std::size_t missing = 0;
  for (std::size_t k = 0; k < cells.size(); ++k) {
    missing += counts[k] == 0;
    cells[k] = counts[k] == 0 ? std::numeric_limits<double>::quiet_NaN() : cells[k] / counts[k];
    if (counts[k] == 0) continue;
    bar.min = std::min(bar.min, cells[k]);
    bar.max = std::max(bar.max, cells[k]);
  }
  if (missing == cells.size()) bar.min = bar.max = 0;
  end_colours_early(cells, bar);
  if (bar.min > 0 && bar.max >= 1000 * bar.min) bar.scale = Scale::log10;
  if (!(bar.max - bar.min > 1e-12 * std::max(std::abs(bar.min), std::abs(bar.max)))) {  // one value all over
    const double room = bar.max == 0 ? 1 : 0.1 * std::abs(bar.max);
    bar.min -= room;
    bar.max += room;
  }
  Raster raster = value_raster(static_cast<int>(across.bin.size()), static_cast<int>(up.bin.size()),
                               spread(cells, across, up), bar);
  if (missing > 0) raster.colour_names = {{missing_text(missing, incomplete), no_value}};
  set_extents(raster, across, up);
  return raster;
}

Raster word_map(const SweepParameter& x, const SweepParameter& y, const SweepQuantity& quantity,
                const std::vector<std::uint64_t>& slice, std::uint64_t shown, bool incomplete) {
  const Side across = side_of(x), up = side_of(y);
  constexpr std::size_t kinds = word_colours + 1;  // all that have no colour of their own are one
  std::vector<std::uint32_t> counts(across.bins * up.bins * kinds);
  each_point(x, y, across, up, slice, shown, [&](std::size_t cell, std::size_t point) {
    if (quantity.word[point] == no_word) return;
    ++counts[cell * kinds + std::min<std::size_t>(quantity.word[point], word_colours)];
  });
  std::size_t missing = 0;
  std::vector<std::size_t> points(kinds);  // of each kind in this map
  std::vector<Rgb> cells;
  for (std::size_t cell = 0; cell < counts.size() / kinds; ++cell) {
    const auto first = counts.begin() + static_cast<std::ptrdiff_t>(cell * kinds),
               most = std::max_element(first, first + kinds);
    for (std::size_t k = 0; k < kinds; ++k) points[k] += first[static_cast<std::ptrdiff_t>(k)];
    missing += *most == 0;
    cells.push_back(*most == 0 ? no_value : word_colour(static_cast<int>(most - first)));
  }
  Raster raster{.columns = static_cast<int>(across.bin.size()),
                .rows = static_cast<int>(up.bin.size()),
                .cells = spread(cells, across, up)};
  for (std::size_t k = 0; k < kinds; ++k) {
    if (points[k] == 0) continue;
    const std::string name = k < word_colours ? quantity.words[k] : "other words";
    raster.colour_names.emplace_back(fmt::format("{} ({})", name, points[k]), word_colour(static_cast<int>(k)));
  }
  if (missing > 0) raster.colour_names.emplace_back(missing_text(missing, incomplete), no_value);
  set_extents(raster, across, up);
  return raster;
}

}  // namespace carom::report
