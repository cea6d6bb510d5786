// SPDX-License-Identifier: Apache-2.0
// Where everything in a figure goes, in px: frames, ticks, curves, labels and legends. Nothing here is SVG yet.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "carom/draw/axis_view.hpp"
#include "carom/draw/figure.hpp"
#include "carom/draw/geometry.hpp"

namespace carom::report {

inline constexpr double tick_font = 11.5, label_font = 13, legend_font = 12, note_font = 11.5, title_font = 15;

// A series in px, inside the frame.
struct Drawing {
  const Series* series = nullptr;
  Colour colour = Colour::ink;
  std::vector<Polyline> lines;
  Polyline marks;
  std::vector<std::pair<Point, Point>> bars;
  std::vector<Polyline> polygons;
};

struct Note {  // the label of a rule or band
  std::string text;
  Box box;  // the baseline is a quarter of the font size above its bottom
  Colour colour = Colour::grey;
};

struct LegendEntry {
  std::string name;
  std::vector<std::size_t> drawings;  // indices: series of one name share an entry
  Point at;                           // left end, middle of the line
  std::optional<Rgb> swatch = {};     // of a map
};

struct BarLayout {  // a colour bar beside the frame
  const ColourBar* bar = nullptr;
  Box box;
  AxisView view;
  double label_x = 0;  // baseline of the rotated label
};

struct PanelLayout {
  const Panel* panel = nullptr;
  Box frame;
  AxisView x, y;
  const Axis* x_axis = nullptr;  // whose label is written
  bool x_labelled = true;
  double notes_room = 0;  // to the right of the frame, for labels that would cover data inside
  double title_baseline = 0;
  std::vector<Drawing> drawings;
  std::vector<Note> notes;
  LegendPlace legend_place = LegendPlace::automatic;  // right, below, none or (any other) inside
  Box legend_box;
  std::vector<LegendEntry> legend;
  std::vector<BarLayout> bars;  // of maps
};

struct FigureLayout {
  double width = 0;
  double height = 0;
  double y_label_x = 0;                  // baseline of the rotated labels
  std::vector<std::string> title_lines;  // empty in a page
  std::vector<std::string> caption_lines;
  double caption_top = 0;
  std::vector<PanelLayout> panels;
};

FigureLayout lay_out(const Figure& figure, Setting setting);

inline constexpr double legend_handle = 24, legend_gap = 7, legend_line = 18;

// Reference lines and bands as far as the frame shows them; a band outside of it has no area.
std::optional<std::pair<Point, Point>> rule_line(const Rule& rule, const PanelLayout& layout);
Box band_box(const Band& band, const PanelLayout& layout);

double bars_room(const Panel& panel);  // to the right of the frame
void place_bars(PanelLayout& layout);  // beside the frame, which must be there

// Drawing and placing, one panel at a time; lay_out calls them in this order.
std::vector<Drawing> draw(const Panel& panel, const AxisView& x, const AxisView& y, const Box& frame);
double place_notes_above(PanelLayout& layout, double figure_width);  // vertical ones; returns the height they need
// Horizontal ones; returns the room to the right of the frame they need beyond `notes_room` to cover no data, else 0.
double place_notes_inside(PanelLayout& layout);
bool place_legend_inside(PanelLayout& layout);  // false if it would cover something

// Maps and their colour bars as SVG.
std::string raster_elements(const PanelLayout& layout);
std::string bar_elements(const PanelLayout& layout);

}  // namespace carom::report
