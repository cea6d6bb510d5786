// SPDX-License-Identifier: Apache-2.0
#include "carom/draw/figure.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "carom/base/bad_input.hpp"
#include "carom/draw/ticks.hpp"

namespace carom::report {
namespace {

void require_same_length(const std::string& name, std::size_t xs, std::size_t others, const char* what) {
  if (xs == others) return;
  throw BadInput(
      fmt::format("The series '{}' has {} values of x but {} of {}; each x needs one.", name, xs, others, what));
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

}  // namespace

Panel& Panel::line(std::string name, std::vector<double> xs, std::vector<double> ys, LineStyle style) {
  require_same_length(name, xs.size(), ys.size(), "y");
  series.push_back({.kind = SeriesKind::line,
                    .name = std::move(name),
                    .x = std::move(xs),
                    .y = std::move(ys),
                    .colour = style.colour,
                    .line = style});
  return *this;
}

Panel& Panel::step(std::string name, std::vector<double> xs, std::vector<double> ys, LineStyle style) {
  line(std::move(name), std::move(xs), std::move(ys), style);
  series.back().kind = SeriesKind::step;
  return *this;
}

Panel& Panel::points(std::string name, std::vector<double> xs, std::vector<double> ys, MarkStyle style) {
  require_same_length(name, xs.size(), ys.size(), "y");
  series.push_back({.kind = SeriesKind::points,
                    .name = std::move(name),
                    .x = std::move(xs),
                    .y = std::move(ys),
                    .colour = style.colour,
                    .mark = style});
  return *this;
}

Panel& Panel::error_bars(std::string name, std::vector<double> xs, std::vector<double> ys, Spread spread,
                         MarkStyle style) {
  require_same_length(name, xs.size(), spread.minus.size(), "the error");
  if (spread.plus.empty()) spread.plus = spread.minus;
  require_same_length(name, xs.size(), spread.plus.size(), "the upper error");
  points(std::move(name), std::move(xs), std::move(ys), style);
  series.back().spread = std::move(spread);
  return *this;
}

Panel& Panel::region(std::string name, std::vector<double> xs, std::vector<double> lower, std::vector<double> upper,
                     BandStyle style) {
  require_same_length(name, xs.size(), lower.size(), "the lower edge");
  require_same_length(name, xs.size(), upper.size(), "the upper edge");
  series.push_back({.kind = SeriesKind::region,
                    .name = std::move(name),
                    .x = std::move(xs),
                    .y = std::move(lower),
                    .upper = std::move(upper),
                    .colour = style.colour,
                    .opacity = style.opacity});
  return *this;
}

Panel& Panel::vertical(double x, std::string label, LineStyle style) {
  rules.push_back({Direction::vertical, x, std::move(label), style});
  return *this;
}

Panel& Panel::horizontal(double y, std::string label, LineStyle style) {
  rules.push_back({Direction::horizontal, y, std::move(label), style});
  return *this;
}

Panel& Panel::vertical_band(double from, double to, std::string label, BandStyle style) {
  bands.push_back({Direction::vertical, from, to, std::move(label), style});
  return *this;
}

Panel& Panel::horizontal_band(double from, double to, std::string label, BandStyle style) {
  bands.push_back({Direction::horizontal, from, to, std::move(label), style});
  return *this;
}

Panel& Panel::raster(Raster raster) {
  const auto cells =
      static_cast<std::size_t>(std::max(raster.columns, 0)) * static_cast<std::size_t>(std::max(raster.rows, 0));
  if (cells == 0 || raster.cells.size() != cells)
    throw BadInput(
        fmt::format("A map of {} × {} cells was given {} colours.", raster.columns, raster.rows, raster.cells.size()));
  if (!(raster.x_from < raster.x_to) || !(raster.y_from < raster.y_to))
    throw BadInput(fmt::format("The map from ({:g}, {:g}) to ({:g}, {:g}) is empty.", raster.x_from, raster.y_from,
                               raster.x_to, raster.y_to));
  rasters.push_back(std::move(raster));
  return *this;
}

Raster value_raster(int columns, int rows, const std::vector<double>& values, ColourBar bar) {
  const bool log = bar.scale == Scale::log10;
  if (!(bar.min < bar.max) || (log && !(bar.min > 0)))
    throw BadInput(fmt::format("The colours of '{}' go from {:g} to {:g}; the end must be above the start{}.",
                               bar.label, bar.min, bar.max, log ? ", and both positive on a log scale" : ""));
  Raster raster{.columns = columns, .rows = rows};
  raster.cells.reserve(values.size());
  bool missing = false;
  const double size = log ? std::log(bar.max / bar.min) : bar.max - bar.min;
  for (const double value : values) {
    const bool shown = std::isfinite(value) && (!log || value > 0);
    missing = missing || !shown;
    raster.cells.push_back(shown ? viridis((log ? std::log(value / bar.min) : value - bar.min) / size) : no_value);
  }
  if (missing) raster.colour_names.emplace_back("no value", no_value);
  raster.bar = std::move(bar);
  return raster;
}

Panel& Figure::panel(Panel panel) {
  panels.push_back(std::move(panel));
  return panels.back();
}

std::string axis_label(const Axis& axis, int exponent) {
  std::string unit = axis.unit == "1" ? "" : axis.unit;
  if (exponent != 0) unit = power_of_ten(exponent) + (unit.empty() ? "" : " " + unit);
  if (unit.empty()) return axis.label;
  return axis.label.empty() ? fmt::format("({})", unit) : fmt::format("{} ({})", axis.label, unit);
}

std::string data_csv(const Figure& figure) {
  std::string out = "panel,series,x,y,low,high\n";
  for (std::size_t p = 0; p < figure.panels.size(); ++p) {
    for (const Series& series : figure.panels[p].series) {
      const std::string start = fmt::format("{},{},", p + 1, csv_field(series.name));
      for (std::size_t i = 0; i < series.x.size(); ++i) {
        out += fmt::format("{}{},", start, series.x[i]);
        if (series.kind == SeriesKind::region) {
          out += fmt::format(",{},{}\n", series.y[i], series.upper[i]);
        } else if (!series.spread.minus.empty()) {
          const double low = series.y[i] - series.spread.minus[i], high = series.y[i] + series.spread.plus[i];
          out += fmt::format("{},{},{}\n", series.y[i], low, high);
        } else {
          out += fmt::format("{},,\n", series.y[i]);
        }
      }
    }
  }
  return out;
}

}  // namespace carom::report
