// SPDX-License-Identifier: Apache-2.0
// A drawing of a mechanism as data: bodies, springs, grounds, arrows and their symbols. `render` makes the SVG.
//
//   Sketch sketch{.id = "model", .title = "Pendulum", .caption = "Mass m on a rod of length l.", .height = 200};
//   sketch.draw(Ground{{380, 20}, {340, 20}});
//   sketch.draw(Stroke{{{360, 20}, {410, 140}}}).draw(Disc{{410, 140}, 12});
//   sketch.draw(AngleArc{{360, 20}, 70, -90 * deg, -67 * deg, "φ"}).draw(Label{{434, 140}, "m"});
//   write_atomically("model.svg", render(sketch));
//
// Lengths are in px, y down; angles in rad, counterclockwise as seen. What is drawn later lies on top. Labels are short
// formulas: "k_φ", "v_{imp}", "r^2". Greek and single Latin letters are italic; words, digits and signs are upright.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "carom/draw/figure.hpp"
#include "carom/draw/geometry.hpp"

namespace carom::report {

enum class Anchor { start, middle, end };

inline constexpr LineStyle thin_line{Colour::grey, Dash::solid, 1};

struct Stroke {
  Polyline points = {};
  LineStyle style = {};
};

// Many lines at once; a line of a single point is a dot as wide as the style.
struct Mesh {
  std::vector<Polyline> lines = {};
  LineStyle style = {};
};

// The label stands beyond the head.
struct Arrow {
  Point from = {}, to = {};
  std::string label = {};
  LineStyle style = {};
  bool both = false;  // a head at both ends
};

// Discs and bodies hide what lies behind them.
struct Disc {
  Point centre = {};
  double radius = 0;
  BandStyle fill = {Colour::grey, 0.18};  // automatic: none, only paper
  LineStyle line = {};
};

struct Body {
  Polyline outline = {};
  BandStyle fill = {Colour::grey, 0.18};
  LineStyle line = {};
};

// Hatched on the right of someone who goes along it: below, if it goes from left to right.
struct Ground {
  Point from = {}, to = {};
  LineStyle line = {};
};

// Labels of springs, dashpots and dimensions stand on the left of someone who goes along them.
struct Spring {
  Point from = {}, to = {};
  std::string label = {};
  int windings = 6;
  double width = 14;
  LineStyle line = {Colour::automatic, Dash::solid, 1.5};
};

struct Dashpot {
  Point from = {}, to = {};
  std::string label = {};
  double width = 14;
  LineStyle line = {Colour::automatic, Dash::solid, 1.5};
};

// A length between two points, on a line `offset` px to the left of them.
struct Dimension {
  Point from = {}, to = {};
  std::string label = {};
  double offset = 0;
  LineStyle line = thin_line;
};

// From one angle to another, with a head at the end.
struct AngleArc {
  Point centre = {};
  double radius = 0;
  double from = 0, to = 0;
  std::string label = {};
  LineStyle line = thin_line;
};

// `at` is the middle of its height.
struct Label {
  Point at = {};
  std::string text = {};
  Anchor anchor = Anchor::middle;
  Colour colour = Colour::ink;
};

using Shape = std::variant<Stroke, Mesh, Arrow, Disc, Body, Ground, Spring, Dashpot, Dimension, AngleArc, Label>;

struct Sketch {
  std::string id = {};  // unique in a page; also the name of its file
  std::string title = {};
  std::string caption = {};
  double width = 720, height = 300;  // of the drawing, px
  std::vector<Shape> shapes = {};

  Sketch& draw(Shape shape);
};

// The outline of all points within `radius` of a line: a rod with round ends.
Polyline capsule(Point from, Point to, double radius);

// The SVG, in the manner of a figure's. Throws BadInput if a coordinate is not finite.
std::string render(const Sketch& sketch, Setting setting = Setting::standalone);

}  // namespace carom::report
