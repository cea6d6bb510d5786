// SPDX-License-Identifier: Apache-2.0
// Maps: their cells as one picture inside the frame, and the bars that say what their colours mean.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "carom/draw/figure_layout.hpp"
#include "carom/draw/markup.hpp"
#include "carom/draw/png.hpp"

namespace carom::report {
namespace {

constexpr double bar_gap = 14, bar_width = 14, bar_label_gap = 6;

Ticks bar_ticks(const ColourBar& bar, double height) {
  const int target = std::max(2, static_cast<int>(height / 50));
  return bar.scale == Scale::log10 ? log_ticks(bar.min, bar.max, target) : linear_ticks(bar.min, bar.max, target);
}

std::string bar_label(const ColourBar& bar, int exponent) { return axis_label({bar.label, bar.unit}, exponent); }

double bar_room(const ColourBar& bar, double height) {
  const Ticks ticks = bar_ticks(bar, height);
  double widest = 0;
  for (const std::string& label : ticks.labels) widest = std::max(widest, text_width(label, tick_font));
  const bool labelled = !bar_label(bar, ticks.exponent).empty();
  return bar_gap + bar_width + 8 + widest + (labelled ? bar_label_gap + label_font : 0);
}

std::string image_element(const Box& box, const std::string& address) {
  return fmt::format(
      "<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\" image-rendering=\"pixelated\" "
      "style=\"image-rendering:pixelated\" href=\"{}\"/>\n",
      px(box.left), px(box.top), px(box.width()), px(box.height()), address);
}

}  // namespace

double bars_room(const Panel& panel) {
  double room = 0;
  for (const Raster& raster : panel.rasters)
    if (raster.bar) room += bar_room(*raster.bar, panel.height);
  return room;
}

void place_bars(PanelLayout& layout) {
  layout.bars.clear();
  double left = layout.frame.right + layout.notes_room;
  for (const Raster& raster : layout.panel->rasters) {
    if (!raster.bar) continue;
    BarLayout bar{.bar = &*raster.bar};
    bar.box = {left + bar_gap, layout.frame.top, left + bar_gap + bar_width, layout.frame.bottom};
    bar.view = {.range = {raster.bar->min, raster.bar->max},
                .scale = raster.bar->scale,
                .start = layout.frame.bottom,
                .end = layout.frame.top,
                .ticks = bar_ticks(*raster.bar, layout.panel->height)};
    left += bar_room(*raster.bar, layout.panel->height);
    bar.label_x = left - 2;
    layout.bars.push_back(std::move(bar));
  }
}

// A map that reaches beyond the frame is cut there.
std::string raster_elements(const PanelLayout& layout) {
  std::string out;
  for (const Raster& raster : layout.panel->rasters) {
    if (!layout.x.shows(raster.x_from) || !layout.x.shows(raster.x_to)) continue;
    if (!layout.y.shows(raster.y_from) || !layout.y.shows(raster.y_to)) continue;
    const Box box{layout.x(raster.x_from), layout.y(raster.y_to), layout.x(raster.x_to), layout.y(raster.y_from)};
    // Pixels are written from the top, cells are counted from below.
    std::vector<Rgb> pixels;
    pixels.reserve(raster.cells.size());
    for (int row = raster.rows - 1; row >= 0; --row) {
      const auto first = raster.cells.begin() + static_cast<std::ptrdiff_t>(row) * raster.columns;
      pixels.insert(pixels.end(), first, first + raster.columns);
    }
    const Box& frame = layout.frame;
    const bool inside =
        frame.grown(0.01).contains({box.left, box.top}) && frame.grown(0.01).contains({box.right, box.bottom});
    const std::string image = image_element(box, png_uri(raster.columns, raster.rows, pixels));
    out += "<g data-part=\"map\">\n";
    if (inside) {
      out += image;
    } else {
      // A nested picture cuts what lies outside of it.
      out +=
          fmt::format("<svg x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" viewBox=\"{0} {1} {2} {3}\">\n{4}</svg>\n",
                      px(frame.left), px(frame.top), px(frame.width()), px(frame.height()), image);
    }
    out += "</g>\n";
  }
  return out;
}

std::string bar_elements(const PanelLayout& layout) {
  std::string out;
  for (const BarLayout& bar : layout.bars) {
    std::vector<Rgb> pixels;
    for (int k = 255; k >= 0; --k) pixels.push_back(viridis(k / 255.0));
    const Box& box = bar.box;
    out += "<g data-part=\"colour-bar\">\n" + image_element(box, png_uri(1, 256, pixels));
    std::string lines =
        fmt::format("M{} {}h{}v{}h-{}z", px(box.left), px(box.top), px(box.width()), px(box.height()), px(box.width()));
    std::string labels;
    for (std::size_t i = 0; i < bar.view.ticks.major.size(); ++i) {
      const double y = bar.view(bar.view.ticks.major[i]);
      lines += fmt::format("M{} {}h4", px(box.right), px(y));
      labels += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", px(box.right + 8), px(y + 4),
                            escape(bar.view.ticks.labels[i]));
    }
    out += fmt::format("<path class=\"{}\" color=\"{}\" d=\"{}\" fill=\"none\" stroke=\"currentColor\"/>\n", frame.name,
                       frame.light, lines);
    const Shade ink = shade(Colour::ink);
    out += fmt::format("<g class=\"{}\" color=\"{}\" fill=\"currentColor\" font-size=\"{}\">\n{}", ink.name, ink.light,
                       px(tick_font), labels);
    const std::string label = bar_label(*bar.bar, bar.view.ticks.exponent);
    if (!label.empty()) {
      const double middle = (box.top + box.bottom) / 2;
      const double size =
          std::clamp(label_font * (box.height() + 16) / std::max(1.0, text_width(label, label_font)), 8.0, label_font);
      out += fmt::format(
          "<text x=\"{0}\" y=\"{1}\" text-anchor=\"middle\" font-size=\"{2}\" transform=\"rotate(-90 {0} "
          "{1})\">{3}</text>\n",
          px(bar.label_x), px(middle), px(size), escape(label));
    }
    out += "</g>\n</g>\n";
  }
  return out;
}

}  // namespace carom::report
