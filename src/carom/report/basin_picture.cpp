// SPDX-License-Identifier: Apache-2.0
#include "carom/report/basin_picture.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include <fmt/format.h>

#include "carom/draw/png.hpp"

namespace carom::report {
namespace {

constexpr long most_pixels_a_side = 8192;

struct Palette {
  std::map<int, Rgb> colours;
  std::vector<std::pair<std::string, Rgb>> names;
};

// Attractors have the colours of words, largest first; reasons are greys.
Palette palette_of(const study::BasinMap& map, bool mirror_together) {
  Palette palette;
  int used = 0, greys = 0;
  for (const study::BasinShare& share : study::shares_of(map, mirror_together)) {
    const bool attractor = share.labels[0] >= 0;
    const auto grey = static_cast<std::uint8_t>(std::max(40, 150 - 35 * greys));
    const Rgb colour = attractor                                ? word_colour(used++)
                       : share.labels[0] == study::not_computed ? Rgb{255, 255, 255}
                                                                : (++greys, Rgb{grey, grey, grey});
    for (const int label : share.labels) palette.colours[label] = colour;
    // A share of nought is a share: pixels that were refined away.
    palette.names.emplace_back(
        fmt::format("{} ({:.2f} ± {:.2f} %)", share.name, 100 * share.fraction, 100 * share.error), colour);
  }
  return palette;
}

// The labels at 2^level times the pixels.
std::vector<int> labels_at(const study::BasinMap& map, int level) {
  const long nx = map.columns() << level, ny = map.rows() << level;
  std::vector<int> labels(static_cast<std::size_t>(nx * ny));
  for (long j = 0; j < ny; ++j)
    for (long i = 0; i < nx; ++i)
      labels[static_cast<std::size_t>(j * nx + i)] =
          map.label[static_cast<std::size_t>((j >> level) * map.columns() + (i >> level))];
  for (int l = 1; l <= level; ++l)
    for (const study::RefinedPixel& pixel : map.refined[static_cast<std::size_t>(l - 1)]) {
      const long side = 1L << (level - l);
      for (long j = pixel.j * side; j < (pixel.j + 1) * side; ++j)
        for (long i = pixel.i * side; i < (pixel.i + 1) * side; ++i)
          labels[static_cast<std::size_t>(j * nx + i)] = pixel.label;
    }
  return labels;
}

int level_of(const study::BasinMap& map, long most) {
  int level = static_cast<int>(map.refined.size());
  while (level > 0 && (std::max(map.columns(), map.rows()) << level) > most) --level;
  return level;
}

std::vector<Rgb> cells_of(const study::BasinMap& map, const Palette& palette, int level) {
  std::vector<Rgb> cells;
  for (const int label : labels_at(map, level)) {
    const auto found = palette.colours.find(label);
    cells.push_back(found == palette.colours.end() ? no_value : found->second);
  }
  return cells;
}

// Angles in degrees, small lengths in millimetres.
struct Shown {
  double factor = 1;
  std::string unit;
};
Shown shown(const study::BasinAxis& axis) {
  if (axis.unit == "rad") return {180 / std::numbers::pi, "deg"};
  if (axis.unit == "m" && std::max(std::abs(axis.from), std::abs(axis.to)) < 0.1) return {1000, "mm"};
  return {1, axis.unit};
}

}  // namespace

Figure basin_figure(const study::BasinMap& map, bool mirror_together) {
  const Palette palette = palette_of(map, mirror_together);
  const Shown across = shown(map.x), up = shown(map.y);
  const auto place = [&](Raster raster) {
    raster.x_from = across.factor * map.x.from;
    raster.x_to = across.factor * map.x.to;
    raster.y_from = up.factor * map.y.from;
    raster.y_to = up.factor * map.y.to;
    // A range may be given downwards; pictures go up.
    if (raster.x_from > raster.x_to) {
      std::swap(raster.x_from, raster.x_to);
      for (int row = 0; row < raster.rows; ++row)
        std::reverse(raster.cells.begin() + long{row} * raster.columns,
                     raster.cells.begin() + long{row + 1} * raster.columns);
    }
    if (raster.y_from > raster.y_to) {
      std::swap(raster.y_from, raster.y_to);
      std::vector<Rgb> turned;
      for (int row = raster.rows - 1; row >= 0; --row)
        turned.insert(turned.end(), raster.cells.begin() + long{row} * raster.columns,
                      raster.cells.begin() + long{row + 1} * raster.columns);
      raster.cells = std::move(turned);
    }
    return raster;
  };
  const int level = level_of(map, 2048);
  Figure figure{.id = "basins", .title = map.title.empty() ? "Basins of attraction: " + map.system : map.title};
  Panel basins{.title = "where the motion settles",
               .x = {.label = map.x.name, .unit = across.unit},
               .y = {.label = map.y.name, .unit = up.unit},
               .height = 460};
  Raster cells{.columns = static_cast<int>(map.columns() << level),
               .rows = static_cast<int>(map.rows() << level),
               .cells = cells_of(map, palette, level)};
  cells.colour_names = palette.names;
  basins.raster(place(std::move(cells)));
  std::vector<double> times;
  for (std::size_t k = 0; k < map.label.size(); ++k)
    times.push_back(map.label[k] == study::not_computed ? std::nan("") : std::max<double>(map.flashes[k], 1));
  ColourBar bar{.label = "flashes until recognised", .unit = "1", .min = HUGE_VAL, .max = -HUGE_VAL};
  for (const double t : times)
    if (std::isfinite(t)) {
      bar.min = std::min(bar.min, t);
      bar.max = std::max(bar.max, t);
    }
  if (!(bar.max > bar.min)) bar.min = 0, bar.max = std::isfinite(bar.max) && bar.max > 0 ? bar.max : 1;
  if (bar.min > 0 && bar.max > 30 * bar.min) bar.scale = Scale::log10;
  Panel settling{.title = "how long it took",
                 .x = {.label = map.x.name, .unit = across.unit},
                 .y = {.label = map.y.name, .unit = up.unit},
                 .height = 460};
  settling.raster(place(value_raster(static_cast<int>(map.columns()), static_cast<int>(map.rows()), times, bar)));
  figure.panel(std::move(basins));
  figure.panel(std::move(settling));
  return figure;
}

void write_basin_png(const std::filesystem::path& path, const study::BasinMap& map, bool mirror_together) {
  const Palette palette = palette_of(map, mirror_together);
  const int level = level_of(map, most_pixels_a_side);
  const long nx = map.columns() << level, ny = map.rows() << level;
  const std::vector<Rgb> cells = cells_of(map, palette, level);
  std::vector<Rgb> picture(cells.size());
  for (long j = 0; j < ny; ++j) std::copy_n(cells.begin() + (ny - 1 - j) * nx, nx, picture.begin() + j * nx);
  write_png(path, static_cast<int>(nx), static_cast<int>(ny), picture);
}

}  // namespace carom::report
