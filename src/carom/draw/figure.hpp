// SPDX-License-Identifier: Apache-2.0
// A figure as data: panels in stacked rows, their axes, and what is drawn in them. `render` makes the SVG.
//
//   Figure figure{.id = "fig03", .title = "Drift", .caption = "The left tip over ten periods."};
//   Panel& panel = figure.panel({.x = {.label = "t", .unit = "s"}, .y = {.label = "y", .unit = "mm"}});
//   panel.line("left tip", t, y, {.colour = Colour::computed});
//   panel.points("Fig. 3", t_published, y_published, {.colour = Colour::published, .filled = false});
//   panel.horizontal(0.25, "h₀");
//   write_atomically("fig03.svg", render(figure));
//
// A value that is not finite, or not positive on a log axis, is a gap: it breaks a line and leaves out a point. Series of
// the same name share one legend entry and, unless told otherwise, one colour.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "carom/draw/colour.hpp"

namespace carom::report {

enum class Scale { linear, log10 };
enum class Dash { solid, dashed, dotted, dash_dot };
enum class Mark { circle, square, cross, triangle };
enum class Direction { vertical, horizontal };

// Automatic is the first corner or edge of the panel where the legend covers no data, else a place outside the panel.
enum class LegendPlace { automatic, none, top_right, top_left, bottom_right, bottom_left, right, below };

struct Axis {
  std::string label = {};
  std::string unit = {};  // "" or "1" for a pure number
  Scale scale = Scale::linear;
  std::optional<double> min = {};  // unless given, from the data
  std::optional<double> max = {};
};

struct LineStyle {
  Colour colour = Colour::automatic;
  Dash dash = Dash::solid;
  double width = 1.75;  // px
};

struct MarkStyle {
  Colour colour = Colour::automatic;
  Mark mark = Mark::circle;
  bool filled = true;
  double size = 6;  // px across
};

struct BandStyle {
  Colour colour = Colour::automatic;  // grey for a band across the panel
  double opacity = 0.2;
};

// Lengths of error bars; without `plus` they are symmetric.
struct Spread {
  std::vector<double> minus = {};
  std::vector<double> plus = {};
};

enum class SeriesKind { line, step, points, region };

struct Series {
  SeriesKind kind = SeriesKind::line;
  std::string name = {};  // "" keeps it out of the legend
  std::vector<double> x = {};
  std::vector<double> y = {};      // of a region: its lower edge
  std::vector<double> upper = {};  // of a region only
  Spread spread = {};              // of points only
  Colour colour = Colour::automatic;
  LineStyle line = {};
  MarkStyle mark = {};
  double opacity = 1;  // of a region only
};

// A reference line right across the panel.
struct Rule {
  Direction direction = Direction::vertical;
  double at = 0;
  std::string label = {};
  LineStyle style = {};
};

// A shaded band right across the panel; an infinite end reaches the frame.
struct Band {
  Direction direction = Direction::vertical;
  double from = 0;
  double to = 0;
  std::string label = {};
  BandStyle style = {};
};

// What the colours of a map of values mean.
struct ColourBar {
  std::string label = {};
  std::string unit = {};
  Scale scale = Scale::linear;
  double min = 0, max = 1;                             // values beyond have the colour of the end
  std::optional<std::pair<double, double>> data = {};  // least and greatest value, if there are some beyond
};

// A map: columns × rows of cells of one size, stretched over these extents in the scales of the axes.
struct Raster {
  int columns = 0, rows = 0;
  std::vector<Rgb> cells = {};                                 // row by row, the one at y_from first
  double x_from = 0, x_to = 1, y_from = 0, y_to = 1;           // outer edges of the outer cells
  std::optional<ColourBar> bar = {};                           // to the right of the panel
  std::vector<std::pair<std::string, Rgb>> colour_names = {};  // in the legend
};

struct Panel {
  std::string title = {};
  Axis x = {};
  Axis y = {};
  double height = 270;  // of the frame, px
  LegendPlace legend = LegendPlace::automatic;
  std::vector<Series> series = {};
  std::vector<Rule> rules = {};
  std::vector<Band> bands = {};
  std::vector<Raster> rasters = {};

  // Each adds one thing and returns the panel. Throws BadInput if the lengths differ.
  Panel& line(std::string name, std::vector<double> xs, std::vector<double> ys, LineStyle style = {});
  // Holds each value until the next x.
  Panel& step(std::string name, std::vector<double> xs, std::vector<double> ys, LineStyle style = {});
  Panel& points(std::string name, std::vector<double> xs, std::vector<double> ys, MarkStyle style = {});
  Panel& error_bars(std::string name, std::vector<double> xs, std::vector<double> ys, Spread spread,
                    MarkStyle style = {});
  // The area between two curves.
  Panel& region(std::string name, std::vector<double> xs, std::vector<double> lower, std::vector<double> upper,
                BandStyle style = {});
  Panel& vertical(double x, std::string label = {}, LineStyle style = {Colour::reference, Dash::dashed, 1.25});
  Panel& horizontal(double y, std::string label = {}, LineStyle style = {Colour::reference, Dash::dashed, 1.25});
  Panel& vertical_band(double from, double to, std::string label = {}, BandStyle style = {});
  Panel& horizontal_band(double from, double to, std::string label = {}, BandStyle style = {});
  // Below everything else; without other things in the panel its axes end where the map does. Throws BadInput if there
  // are not columns × rows cells or the extents are empty.
  Panel& raster(Raster raster);
};

struct Figure {
  std::string id = {};  // unique in a page; also the name of its files
  std::string title = {};
  std::string caption = {};
  double width = 720;     // px
  bool shared_x = false;  // one range of x for all panels, written under the last
  std::deque<Panel> panels = {};

  Panel& panel(Panel panel = {});  // adds one below the others; the reference stays valid
};

enum class Setting { standalone, in_page };

// The SVG. Standalone it carries its own style sheet, paper, title and caption; in a page, which has figure_style() and
// writes title and caption itself, none of these. Throws BadInput if a range is empty or not positive on a log axis.
std::string render(const Figure& figure, Setting setting = Setting::standalone);

// What the figure shows as CSV, one point a row: panel,series,x,y,low,high. Maps are left out.
std::string data_csv(const Figure& figure);

// A map of values: the colour of each by its place on the bar; those that are not finite (or, on a log bar, not positive)
// are grey, and the legend says "no value".
Raster value_raster(int columns, int rows, const std::vector<double>& values, ColourBar bar);

// "t (s)", "y (10⁻³ mm)", "Γ"
std::string axis_label(const Axis& axis, int exponent = 0);

}  // namespace carom::report
