// SPDX-License-Identifier: Apache-2.0
// Labels and legends where they cover no data.
#include <algorithm>
#include <optional>

#include "carom/draw/figure_layout.hpp"
#include "carom/draw/markup.hpp"

namespace carom::report {
namespace {

constexpr double note_height = 15;

bool covers_data(const Box& box, const std::vector<Drawing>& drawings) {
  const Box near = box.grown(3);
  const auto hit = [&](const Polyline& line) {
    if (line.size() == 1) return near.contains(line.front());
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
      if (crosses(line[i], line[i + 1], near)) return true;
    }
    return false;
  };
  for (const Drawing& drawing : drawings) {
    const Box around = box.grown(2 + drawing.series->mark.size / 2);
    const auto inside = [&](Point p) { return around.contains(p); };
    if (std::any_of(drawing.marks.begin(), drawing.marks.end(), inside)) return true;
    if (std::any_of(drawing.lines.begin(), drawing.lines.end(), hit)) return true;
    if (std::any_of(drawing.polygons.begin(), drawing.polygons.end(), hit)) return true;
    for (const auto& [low, high] : drawing.bars) {
      if (crosses(low, high, near)) return true;
    }
  }
  return false;
}

bool covers_notes(const Box& box, const std::vector<Note>& notes) {
  return std::any_of(notes.begin(), notes.end(), [&](const Note& note) { return box.overlaps(note.box); });
}

bool covers_rules(const Box& box, const PanelLayout& layout) {
  return std::any_of(layout.panel->rules.begin(), layout.panel->rules.end(), [&](const Rule& rule) {
    const auto line = rule_line(rule, layout);
    return line && crosses(line->first, line->second, box);
  });
}

bool covers_bands(const Box& box, const PanelLayout& layout) {
  return std::any_of(layout.panel->bands.begin(), layout.panel->bands.end(),
                     [&](const Band& band) { return box.overlaps(band_box(band, layout)); });
}

Box box_at(double left, double top, double width, double height) { return {left, top, left + width, top + height}; }

Colour note_colour(Colour colour) { return colour == Colour::automatic ? Colour::grey : colour; }

}  // namespace

std::optional<std::pair<Point, Point>> rule_line(const Rule& rule, const PanelLayout& layout) {
  const Box& frame = layout.frame;
  const bool upright = rule.direction == Direction::vertical;
  const AxisView& axis = upright ? layout.x : layout.y;
  if (!axis.shows(rule.at)) return std::nullopt;
  const double at = axis(rule.at);
  const Point a = upright ? Point{at, frame.top} : Point{frame.left, at};
  const Point b = upright ? Point{at, frame.bottom} : Point{frame.right, at};
  if (!frame.grown(0.01).contains(a)) return std::nullopt;
  return std::pair{a, b};
}

Box band_box(const Band& band, const PanelLayout& layout) {
  const Box& frame = layout.frame;
  const bool upright = band.direction == Direction::vertical;
  const AxisView& axis = upright ? layout.x : layout.y;
  const double low = upright ? frame.left : frame.top, high = upright ? frame.right : frame.bottom;
  const auto edge = [&](double value) {
    const double at = axis.shows(value) ? axis(value) : value > 0 ? axis.end : axis.start;
    return std::clamp(at, low, high);
  };
  const auto [a, b] = std::minmax({edge(band.from), edge(band.to)});
  return upright ? Box{a, frame.top, b, frame.bottom} : Box{frame.left, a, frame.right, b};
}

double place_notes_above(PanelLayout& layout, double figure_width) {
  std::vector<Note> notes;
  const auto add = [&](const std::string& text, double x, Colour colour) {
    const double width = text_width(text, note_font);
    const double left = std::clamp(x - width / 2, 4.0, std::max(4.0, figure_width - 4 - width));
    notes.push_back({text, {left, 0, left + width, 0}, note_colour(colour)});
  };
  for (const Rule& rule : layout.panel->rules) {
    if (rule.direction != Direction::vertical || rule.label.empty()) continue;
    if (const auto line = rule_line(rule, layout)) add(rule.label, line->first.x, rule.style.colour);
  }
  for (const Band& band : layout.panel->bands) {
    if (band.direction != Direction::vertical || band.label.empty()) continue;
    const Box box = band_box(band, layout);
    if (box.width() > 0) add(band.label, (box.left + box.right) / 2, band.style.colour);
  }
  std::stable_sort(notes.begin(), notes.end(), [](const Note& a, const Note& b) { return a.box.left < b.box.left; });
  std::vector<double> row_ends;
  for (Note& note : notes) {
    std::size_t row = 0;
    while (row < row_ends.size() && row_ends[row] + 10 > note.box.left) ++row;
    if (row == row_ends.size()) row_ends.push_back(0);
    row_ends[row] = note.box.right;
    note.box.bottom = layout.frame.top - 3 - note_height * static_cast<double>(row);
    note.box.top = note.box.bottom - note_height;
  }
  layout.notes.insert(layout.notes.end(), notes.begin(), notes.end());
  return row_ends.empty() ? 0 : 3 + note_height * static_cast<double>(row_ends.size());
}

double place_notes_inside(PanelLayout& layout) {
  const Box& frame = layout.frame;
  double wanted = 0;
  // At one of these heights inside the frame, else beside it at `y`, else over the data with a halo.
  const auto place = [&](const std::string& text, const std::vector<double>& tops, double y, Colour colour) {
    const double width = text_width(text, note_font);
    const double right = frame.right - 6 - width, left = frame.left + 6, middle = (left + right) / 2;
    std::optional<Box> chosen;
    for (const double x : {right, left, middle, (right + middle) / 2, (left + middle) / 2}) {
      for (const double top : tops) {
        const Box box = box_at(x, top, width, note_height);
        if (box.top < frame.top || box.bottom > frame.bottom) continue;
        if (covers_data(box, layout.drawings) || covers_notes(box, layout.notes)) continue;
        if (!chosen && !covers_rules(box.grown(-1), layout)) chosen = box;
      }
    }
    if (!chosen && width + 10 <= layout.notes_room) {
      for (const double shift : {0.0, -note_height, note_height}) {
        const Box box = box_at(frame.right + 6, y - note_height / 2 + shift, width, note_height);
        if (!chosen && !covers_notes(box, layout.notes)) chosen = box;
      }
    }
    if (!chosen) {
      chosen = box_at(right, std::max(frame.top, tops.front()), width, note_height);
      wanted = std::max(wanted, width + 10);
    }
    layout.notes.push_back({text, *chosen, note_colour(colour)});
  };
  for (const Rule& rule : layout.panel->rules) {
    if (rule.direction != Direction::horizontal || rule.label.empty()) continue;
    const auto line = rule_line(rule, layout);
    if (!line) continue;
    const double y = line->first.y;
    place(rule.label, {y - note_height - 2, y + 2}, y, rule.style.colour);
  }
  for (const Band& band : layout.panel->bands) {
    if (band.direction != Direction::horizontal || band.label.empty()) continue;
    const Box box = band_box(band, layout);
    if (!(box.height() > 0)) continue;
    const double y = (box.top + box.bottom) / 2;
    std::vector<double> tops{box.top + 2, box.bottom - note_height - 2, y - note_height / 2};
    if (box.height() < note_height + 4) tops = {box.top - note_height - 1, box.bottom + 1};
    place(band.label, tops, y, band.style.colour);
  }
  return wanted;
}

bool place_legend_inside(PanelLayout& layout) {
  if (!layout.panel->rasters.empty() && layout.panel->legend == LegendPlace::automatic) return false;  // data all over
  const Box& frame = layout.frame;
  double width = 0;
  for (const LegendEntry& entry : layout.legend) width = std::max(width, text_width(entry.name, legend_font));
  width += legend_handle + legend_gap + 14;
  const double height = legend_line * static_cast<double>(layout.legend.size()) + 8;
  const double left = frame.left + 7, right = frame.right - 7 - width, centre = (left + right) / 2;
  const double top = frame.top + 7, bottom = frame.bottom - 7 - height, middle = (top + bottom) / 2;
  std::vector<Point> corners;
  switch (layout.panel->legend) {
    case LegendPlace::top_right: corners = {{right, top}}; break;
    case LegendPlace::top_left: corners = {{left, top}}; break;
    case LegendPlace::bottom_right: corners = {{right, bottom}}; break;
    case LegendPlace::bottom_left: corners = {{left, bottom}}; break;
    default:
      if (width > 0.7 * frame.width() || height > 0.6 * frame.height()) return false;
      corners = {{right, top},  {left, top},      {right, bottom}, {left, bottom},
                 {centre, top}, {centre, bottom}, {right, middle}, {left, middle}};
  }
  for (const Point& corner : corners) {
    const Box box = box_at(corner.x, corner.y, width, height);
    const bool asked_for = corners.size() == 1;
    const bool covers = covers_data(box, layout.drawings) || covers_notes(box, layout.notes) ||
                        covers_rules(box, layout) || covers_bands(box, layout);
    if (covers && !asked_for) continue;
    layout.legend_box = box;
    for (std::size_t i = 0; i < layout.legend.size(); ++i) {
      layout.legend[i].at = {box.left + 7, box.top + 4 + legend_line * (static_cast<double>(i) + 0.5)};
    }
    return true;
  }
  return false;
}

}  // namespace carom::report
