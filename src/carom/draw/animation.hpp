// SPDX-License-Identifier: Apache-2.0
// A moving picture in a page: bars and arrows that change their places from frame to frame, with the regime of the motion
// above, its energy below, and a button, a slider and a choice of speed.
//
//   Animation film{.id = "row", .title = "Rods", .width = 720, .height = 160, .seconds_per_frame = 0.05};
//   film.bars = {{.colour = Colour::blue, .width = 12}, {.colour = Colour::vermilion, .width = 3, .arrow = true}, …};
//   film.frames = {{{x1, y1, x2, y2}, …}, …};            // a place for each bar, in px
//   film.energy = {.unit = "mJ", .parts = {{"kinetic", Colour::blue}, …}, .frames = {{0.4, …}, …}};
//   page.animation(film);
//
// Frames may stand for different times (`pace`), so that a motion goes slowly through an impact. The first frame is drawn
// without a script, for print and for readers that run none. Places are kept to a tenth of a px.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "carom/draw/colour.hpp"

namespace carom::report {

struct BarPlace {
  double x1 = 0, y1 = 0, x2 = 0, y2 = 0;  // px, y down
};

// A line with round ends, or an arrow from its first end to its second; an arrow shorter than a px is not drawn.
struct Bar {
  Colour colour = Colour::blue;
  double width = 2;  // px
  double opacity = 1;
  bool arrow = false;
};

struct Ring {
  double x = 0, y = 0, radius = 0;  // px
};

struct FilmLabel {
  double x = 0, y = 0;  // px, left end of the baseline
  std::string text = {};
};

// What the energy consists of, as a bar that is full where the sum is largest. Negative parts are not drawn.
struct EnergyBar {
  std::string unit = {};
  std::vector<std::pair<std::string, Colour>> parts = {};
  std::vector<std::vector<double>> frames = {};  // a value for each part, or no frames at all
};

struct Animation {
  std::string id = {};  // unique in a page
  std::string title = {};
  std::string caption = {};
  double width = 720, height = 200;  // px
  double seconds_per_frame = 0.05;
  std::vector<Ring> rings = {};  // that do not move
  std::vector<FilmLabel> labels = {};
  std::vector<Bar> bars = {};
  std::vector<std::vector<BarPlace>> frames = {};
  std::vector<std::string> times = {};    // a text for each frame, or none at all
  std::vector<std::string> regimes = {};  // likewise
  std::vector<double> pace = {};          // seconds that each frame stays, or none: seconds_per_frame
  std::vector<int> impacts = {};          // frames where one begins: the button "Next impact" goes there
  EnergyBar energy = {};
};

// Throws BadInput unless each frame has a place for each bar, a text, a pace and the parts of the energy where the film has
// them at all.
void check(const Animation& animation);

// Picture, controls and data, without title and caption. Throws BadInput as `check` does.
std::string render(const Animation& animation);

// What makes all animations of a page move, and their style.
std::string_view animation_script();
std::string animation_style();

}  // namespace carom::report
