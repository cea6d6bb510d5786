// SPDX-License-Identifier: Apache-2.0
// From values to curves in px: gaps, steps, thinning and the cut at the frame; and the colours of a panel.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "carom/draw/figure_layout.hpp"

namespace carom::report {
namespace {

struct Pixels {
  const AxisView& x;
  const AxisView& y;
  bool shows(double a, double b) const { return x.shows(a) && y.shows(b); }
  Point operator()(double a, double b) const { return {x(a), y(b)}; }
};

void add_once(Polyline& line, Point p) {
  if (line.empty() || line.back() != p) line.push_back(p);
}

// Holds the last level up to x. Levels keep their two corners only, so that thinning leaves the edges upright.
void extend_level(Polyline& line, double x) {
  const double y = line.back().y;
  if (line.back().x == x) return;
  if (line.size() > 1 && line[line.size() - 2].y == y) {
    line.back().x = x;
  } else {
    line.push_back({x, y});
  }
}

// The stretches of a line between its gaps.
std::vector<Polyline> stretches(const Series& series, const Pixels& pixels) {
  std::vector<Polyline> out;
  bool open = false;
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    const bool shown = pixels.shows(series.x[i], series.y[i]);
    if (series.kind == SeriesKind::step && open && pixels.x.shows(series.x[i])) {
      extend_level(out.back(), pixels.x(series.x[i]));
    }
    if (shown && !open) out.emplace_back();
    if (shown) add_once(out.back(), pixels(series.x[i], series.y[i]));
    open = shown;
  }
  return out;
}

void draw_line(const Series& series, const Pixels& pixels, const Box& frame, Drawing& drawing) {
  for (const Polyline& stretch : stretches(series, pixels)) {
    for (Polyline& piece : clip_line(thin(stretch), frame)) drawing.lines.push_back(straighten(piece));
  }
}

void draw_marks(const Series& series, const Pixels& pixels, const Box& frame, Drawing& drawing) {
  Polyline all;
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    if (!pixels.shows(series.x[i], series.y[i])) continue;
    const Point p = pixels(series.x[i], series.y[i]);
    if (frame.grown(0.01).contains(p)) all.push_back(p);
    if (series.spread.minus.empty() || p.x < frame.left || p.x > frame.right) continue;
    const auto end = [&](double value, double beyond) {
      return std::clamp(pixels.y.shows(value) ? pixels.y(value) : beyond, frame.top, frame.bottom);
    };
    const double low =
        end(series.y[i] - series.spread.minus[i], std::isnan(series.spread.minus[i]) ? p.y : frame.bottom);
    const double high = end(series.y[i] + series.spread.plus[i], std::isnan(series.spread.plus[i]) ? p.y : frame.top);
    if (low > high) drawing.bars.push_back({{p.x, low}, {p.x, high}});
  }
  // Beyond a few hundred points, those that hide behind one another are left out.
  drawing.marks = all.size() > 400 ? one_per_cell(all, std::clamp(series.mark.size / 6, 0.5, 1.0)) : all;
}

void draw_region(const Series& series, const Pixels& pixels, const Box& frame, Drawing& drawing) {
  for (std::size_t begin = 0; begin < series.x.size();) {
    Polyline lower, upper;
    std::size_t i = begin;
    for (; i < series.x.size(); ++i) {
      if (!pixels.shows(series.x[i], series.y[i]) || !pixels.y.shows(series.upper[i])) break;
      lower.push_back(pixels(series.x[i], series.y[i]));
      upper.push_back(pixels(series.x[i], series.upper[i]));
    }
    if (lower.size() > 1) {
      Polyline outline = straighten(thin(lower));
      const Polyline back = straighten(thin(upper));
      outline.insert(outline.end(), back.rbegin(), back.rend());
      outline = clip_polygon(outline, frame);
      if (outline.size() > 2) drawing.polygons.push_back(std::move(outline));
    }
    begin = i + 1;
  }
}

// Given colours stay; the others take the next one of the palette that nobody asked for.
std::vector<Colour> colours(const Panel& panel) {
  static constexpr std::array palette{Colour::blue,   Colour::vermilion, Colour::green, Colour::purple,
                                      Colour::orange, Colour::sky,       Colour::grey};
  std::set<Colour> asked_for;
  std::map<std::string, Colour> by_name;
  for (const Series& series : panel.series) {
    if (series.colour == Colour::automatic) continue;
    asked_for.insert(series.colour);
    if (!series.name.empty()) by_name.emplace(series.name, series.colour);
  }
  std::vector<Colour> free;
  std::copy_if(palette.begin(), palette.end(), std::back_inserter(free), [&](Colour c) { return !asked_for.count(c); });
  if (free.empty()) free.assign(palette.begin(), palette.end());
  std::vector<Colour> out;
  std::size_t next = 0;
  for (const Series& series : panel.series) {
    const auto known = by_name.find(series.name);
    Colour colour = series.colour;
    if (colour == Colour::automatic) colour = known != by_name.end() ? known->second : free[next++ % free.size()];
    if (!series.name.empty()) by_name.emplace(series.name, colour);
    out.push_back(colour);
  }
  return out;
}

}  // namespace

std::vector<Drawing> draw(const Panel& panel, const AxisView& x, const AxisView& y, const Box& frame) {
  const Pixels pixels{x, y};
  const std::vector<Colour> colour = colours(panel);
  std::vector<Drawing> out;
  for (std::size_t i = 0; i < panel.series.size(); ++i) {
    const Series& series = panel.series[i];
    Drawing drawing{&series, colour[i], {}, {}, {}, {}};
    switch (series.kind) {
      case SeriesKind::line:
      case SeriesKind::step: draw_line(series, pixels, frame, drawing); break;
      case SeriesKind::points: draw_marks(series, pixels, frame, drawing); break;
      case SeriesKind::region: draw_region(series, pixels, frame, drawing); break;
    }
    out.push_back(std::move(drawing));
  }
  return out;
}

}  // namespace carom::report
