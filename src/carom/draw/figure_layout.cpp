// SPDX-License-Identifier: Apache-2.0
#include "carom/draw/figure_layout.hpp"

#include <algorithm>
#include <cmath>

#include "carom/draw/markup.hpp"
#include "carom/draw/svg.hpp"

namespace carom::report {
namespace {

constexpr double tick_length = 5;

Ticks ticks_for(const Range& range, Scale scale, int target) {
  return scale == Scale::log10 ? log_ticks(range.min, range.max, target) : linear_ticks(range.min, range.max, target);
}

double widest(const std::vector<std::string>& labels, double font) {
  double width = 0;
  for (const std::string& label : labels) width = std::max(width, text_width(label, font));
  return width;
}

// Ticks of x as dense as their labels allow.
Ticks x_ticks(const AxisView& x) {
  const double length = x.end - x.start;
  for (int target = std::max(2, static_cast<int>(length / 75)); target > 2; --target) {
    Ticks ticks = ticks_for(x.range, x.scale, target);
    double nearest = length;
    for (std::size_t i = 1; i < ticks.major.size(); ++i) {
      nearest = std::min(nearest, x(ticks.major[i]) - x(ticks.major[i - 1]));
    }
    if (widest(ticks.labels, tick_font) + 14 < nearest) return ticks;
  }
  return ticks_for(x.range, x.scale, 2);
}

std::vector<LegendEntry> legend_entries(const Panel& panel) {
  std::vector<LegendEntry> entries;
  for (std::size_t i = 0; i < panel.series.size(); ++i) {
    const std::string& name = panel.series[i].name;
    if (name.empty()) continue;
    const auto same =
        std::find_if(entries.begin(), entries.end(), [&](const LegendEntry& e) { return e.name == name; });
    if (same != entries.end()) {
      same->drawings.push_back(i);
    } else {
      entries.push_back({name, {i}, {}});
    }
  }
  for (const Raster& raster : panel.rasters) {
    for (const auto& [name, colour] : raster.colour_names) entries.push_back({name, {}, {}, colour});
  }
  return entries;
}

// Entries in rows under the panel, or in a column to its right; the box says where they begin.
void place_legend_outside(PanelLayout& layout, double room) {
  const bool below = layout.legend_place == LegendPlace::below;
  const double start = layout.legend_box.left;
  double x = start, y = layout.legend_box.top + legend_line / 2;
  for (LegendEntry& entry : layout.legend) {
    entry.name = shorten(entry.name, room - legend_handle - legend_gap, legend_font);
    const double width = legend_handle + legend_gap + text_width(entry.name, legend_font);
    if (below && x > start && x + width > start + room) {
      x = start;
      y += legend_line;
    }
    entry.at = {x, y};
    x += below ? width + 18 : 0;
    y += below ? 0 : legend_line;
    layout.legend_box.right = std::max(layout.legend_box.right, entry.at.x + width);
  }
  layout.legend_box.bottom = below ? y + legend_line / 2 : y - legend_line / 2;
}

double legend_column_width(const PanelLayout& layout) {
  double width = 0;
  for (const LegendEntry& entry : layout.legend) width = std::max(width, text_width(entry.name, legend_font));
  return width + legend_handle + legend_gap + 14;
}

// A few long names go below, many short ones to the right.
LegendPlace place_outside(const PanelLayout& layout, double figure_width) {
  const double column = legend_column_width(layout);
  const double height = legend_line * static_cast<double>(layout.legend.size());
  const bool fits_right = column < 0.3 * figure_width && height < layout.panel->height;
  return fits_right && layout.legend.size() > 3 ? LegendPlace::right : LegendPlace::below;
}

bool is_outside(LegendPlace place) { return place == LegendPlace::right || place == LegendPlace::below; }

class Arrangement {
 public:
  Arrangement(const Figure& figure, Setting setting) : figure_(figure), setting_(setting) {
    std::vector<const Panel*> all;
    for (const Panel& panel : figure.panels) all.push_back(&panel);
    for (const Panel* panel : all) {
      PanelLayout layout;
      layout.panel = panel;
      layout.legend_place = panel->legend;
      const std::vector<const Panel*> together = figure.shared_x ? all : std::vector{panel};
      layout.x_axis = &leading_x(together);
      layout.x.range = x_range(together);
      layout.x.scale = layout.x_axis->scale;
      layout.y.range = y_range(*panel, layout.x.range);
      layout.y.scale = panel->y.scale;
      layout.y.ticks = ticks_for(layout.y.range, layout.y.scale, std::max(2, static_cast<int>(panel->height / 50)));
      layout.x_labelled = !figure.shared_x || panel == all.back();
      result_.panels.push_back(std::move(layout));
    }
    result_.width = figure.width;
  }

  // What finds no place inside goes out, which moves everything; each legend or label can go out only once.
  FigureLayout run() {
    do {
      moved_ = false;
      arrange();
      if (moved_) continue;
      for (PanelLayout& layout : result_.panels) {
        if (layout.legend.empty() || layout.legend_place == LegendPlace::none || is_outside(layout.legend_place))
          continue;
        if (place_legend_inside(layout)) continue;
        layout.legend_place = place_outside(layout, figure_.width);
        moved_ = true;
      }
    } while (moved_);
    return std::move(result_);
  }

 private:
  void arrange() {
    const double left = left_margin(), right = figure_.width - right_margin();
    result_.y_label_x = outer + label_font * 0.8;
    double y = outer;
    if (setting_ == Setting::standalone && !figure_.title.empty()) {
      result_.title_lines = wrap_title(figure_.title, figure_.width);
      y += title_height(result_.title_lines);
    }
    for (PanelLayout& layout : result_.panels) y = arrange_panel(layout, left, right, y);
    if (setting_ == Setting::standalone && !figure_.caption.empty()) {
      result_.caption_lines = wrap_caption(figure_.caption, figure_.width);
      result_.caption_top = y + 4;
      y += caption_height(result_.caption_lines);
    }
    result_.height = std::ceil(y + outer - 2);
  }

  // Returns the y under the panel.
  double arrange_panel(PanelLayout& layout, double left, double right, double y) {
    const Panel& panel = *layout.panel;
    layout.legend = legend_entries(panel);
    if (!panel.title.empty()) {
      layout.title_baseline = y + 14;
      y += 22;
    }
    // The notes above depend on x only; place them once to learn their height, then where they belong.
    layout.frame = {left, y, right, y + panel.height};
    layout.x.start = left;
    layout.x.end = right;
    layout.x.ticks = x_ticks(layout.x);
    layout.notes.clear();
    const double strip = place_notes_above(layout, figure_.width);
    y += strip + 4;
    for (Note& note : layout.notes) {
      note.box.top += strip + 4;
      note.box.bottom += strip + 4;
    }
    layout.frame = {left, y, right, y + panel.height};
    layout.y.start = layout.frame.bottom;
    layout.y.end = layout.frame.top;
    layout.drawings = draw(panel, layout.x, layout.y, layout.frame);
    place_bars(layout);
    const double wanted = place_notes_inside(layout);
    if (wanted > layout.notes_room && wanted < 0.25 * figure_.width) {
      layout.notes_room = wanted;
      moved_ = true;
    }
    y = layout.frame.bottom + tick_length;
    if (layout.x_labelled) {
      y += 18;
      if (!axis_label(*layout.x_axis, layout.x.ticks.exponent).empty()) y += 20;
    }
    if (layout.legend_place == LegendPlace::right) {
      const double start = right + layout.notes_room + bars_room(panel) + 14;
      layout.legend_box = {start, layout.frame.top, start, layout.frame.top};
      place_legend_outside(layout, figure_.width - start - outer);
    } else if (layout.legend_place == LegendPlace::below) {
      layout.legend_box = {left, y + 4, left, y + 4};
      place_legend_outside(layout, right - left);
      y = layout.legend_box.bottom + 4;
    }
    return y + (&layout == &result_.panels.back() ? 0 : 12);
  }

  double left_margin() const {
    double ticks = 20;
    bool labelled = false;
    for (const PanelLayout& layout : result_.panels) {
      ticks = std::max(ticks, widest(layout.y.ticks.labels, tick_font));
      labelled = labelled || !axis_label(layout.panel->y, layout.y.ticks.exponent).empty();
    }
    return std::ceil(outer + (labelled ? label_font + 9 : 0) + ticks + tick_length + 4);
  }

  double right_margin() const {
    double margin = outer + 14;  // half of a tick label
    for (const PanelLayout& layout : result_.panels) {
      const double beside = layout.notes_room + bars_room(*layout.panel);
      margin = std::max(margin, beside + outer);
      if (layout.legend_place != LegendPlace::right || layout.legend.empty()) continue;
      const double column = std::min(legend_column_width(layout), 0.4 * figure_.width);
      margin = std::max(margin, beside + column + outer + 4);
    }
    return margin;
  }

  const Figure& figure_;
  Setting setting_;
  FigureLayout result_;
  bool moved_ = false;
};

}  // namespace

FigureLayout lay_out(const Figure& figure, Setting setting) { return Arrangement(figure, setting).run(); }

}  // namespace carom::report
