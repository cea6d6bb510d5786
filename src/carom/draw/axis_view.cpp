// SPDX-License-Identifier: Apache-2.0
#include "carom/draw/axis_view.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "carom/base/bad_input.hpp"

namespace carom::report {
namespace {

bool on_scale(double value, Scale scale) { return std::isfinite(value) && (scale == Scale::linear || value > 0); }

// The least and the greatest of the values that the scale can show.
struct Extent {
  Scale scale;
  double min = std::numeric_limits<double>::infinity();
  double max = -std::numeric_limits<double>::infinity();

  void add(double value) {
    if (!on_scale(value, scale)) return;
    min = std::min(min, value);
    max = std::max(max, value);
  }
  void add(const std::vector<double>& values) {
    for (const double value : values) add(value);
  }
};

void check_given(const Axis& axis) {
  const std::string name = axis.label.empty() ? "an axis" : fmt::format("the axis '{}'", axis.label);
  for (const auto& end : {axis.min, axis.max}) {
    if (!end || on_scale(*end, axis.scale)) continue;
    throw BadInput(fmt::format("The range of {} ends at {:g}; it must be {}.", name, *end,
                               axis.scale == Scale::log10 ? "positive and finite on a log scale" : "finite"));
  }
  if (axis.min && axis.max && !(*axis.min < *axis.max)) {
    throw BadInput(
        fmt::format("The range of {} is {:g} to {:g}; its end must be above its start.", name, *axis.min, *axis.max));
  }
}

// Room of the fraction `margin` at each end that is not given, and a range for no data or for one value only.
Range widened(Extent extent, const Axis& axis, double margin) {
  if (extent.min > extent.max) {  // no data
    const double only = axis.min ? *axis.min : axis.max ? *axis.max : axis.scale == Scale::log10 ? 1 : 0;
    extent.min = extent.max = only;
    if (!axis.min && !axis.max) extent.max = axis.scale == Scale::log10 ? 10 : 1;
  }
  Range range{axis.min.value_or(extent.min), axis.max.value_or(extent.max)};
  if (axis.scale == Scale::log10) {
    if (!(range.max > range.min * (1 + 1e-12))) {
      if (!axis.min) range.min = std::min(range.min, range.max) / 2;
      if (!axis.max) range.max = range.min * 4;
      return range;
    }
    const double factor = std::pow(range.max / range.min, margin);
    if (!axis.min) range.min /= factor;
    if (!axis.max) range.max *= factor;
    return range;
  }
  const double size = std::max(std::abs(range.min), std::abs(range.max));
  if (!(range.max - range.min > 1e-12 * size)) {
    const double room = size > 0 ? 0.1 * size : 1;
    if (!axis.min) range.min = std::min(range.min, range.max) - room;
    if (!axis.max) range.max = std::max(range.min, range.max) + room;
    return range;
  }
  const double room = margin * (range.max - range.min);
  if (!axis.min) range.min -= room;
  if (!axis.max) range.max += room;
  return range;
}

}  // namespace

bool AxisView::shows(double value) const { return on_scale(value, scale); }

double AxisView::operator()(double value) const {
  const double fraction = scale == Scale::log10 ? std::log(value / range.min) / std::log(range.max / range.min)
                                                : (value - range.min) / (range.max - range.min);
  return std::clamp(start + fraction * (end - start), -1e7, 1e7);
}

const Axis& leading_x(const std::vector<const Panel*>& panels) {
  const auto labels_x = [](const Panel* panel) { return !panel->x.label.empty(); };
  const auto last = std::find_if(panels.rbegin(), panels.rend(), labels_x);
  return last != panels.rend() ? (*last)->x : panels.front()->x;
}

Range x_range(const std::vector<const Panel*>& panels) {
  Axis axis = leading_x(panels);
  Extent extent{axis.scale};
  bool has_marks = false, has_map = false;
  for (const Panel* panel : panels) {
    if (!axis.min) axis.min = panel->x.min;
    if (!axis.max) axis.max = panel->x.max;
    for (const Series& series : panel->series) {
      extent.add(series.x);
      has_marks = has_marks || series.kind == SeriesKind::points;
    }
    for (const Raster& raster : panel->rasters) {
      extent.add(raster.x_from);
      extent.add(raster.x_to);
      has_map = true;
    }
    for (const Rule& rule : panel->rules) {
      if (rule.direction == Direction::vertical) extent.add(rule.at);
    }
    for (const Band& band : panel->bands) {
      if (band.direction != Direction::vertical) continue;
      extent.add(band.from);
      extent.add(band.to);
    }
  }
  check_given(axis);
  return widened(extent, axis, has_marks && !has_map ? 0.03 : 0);
}

Range y_range(const Panel& panel, const Range& x) {
  const Axis& axis = panel.y;
  Extent extent{axis.scale};
  for (const Series& series : panel.series) {
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      if (!(series.x[i] >= x.min && series.x[i] <= x.max)) continue;
      extent.add(series.y[i]);
      if (!series.upper.empty()) extent.add(series.upper[i]);
      if (series.spread.minus.empty()) continue;
      extent.add(series.y[i] - series.spread.minus[i]);
      extent.add(series.y[i] + series.spread.plus[i]);
    }
  }
  for (const Raster& raster : panel.rasters) {
    extent.add(raster.y_from);
    extent.add(raster.y_to);
  }
  for (const Rule& rule : panel.rules) {
    if (rule.direction == Direction::horizontal) extent.add(rule.at);
  }
  for (const Band& band : panel.bands) {
    if (band.direction != Direction::horizontal) continue;
    extent.add(band.from);
    extent.add(band.to);
  }
  check_given(axis);
  return widened(extent, axis, panel.rasters.empty() ? 0.05 : 0);
}

}  // namespace carom::report
