// A moving picture in a page: bars that change their places from frame to frame, with a button and a slider.
//
//   Animation film{.id = "row", .title = "Rods", .width = 720, .height = 160, .seconds_per_frame = 0.05};
//   film.bars = {{.colour = Colour::blue, .width = 12}, …};
//   film.frames = {{{x1, y1, x2, y2}, …}, …};            // a place for each bar, in px
//   page.animation(film);
//
// The first frame is drawn without a script, for print and for readers that run none. Places are kept to a tenth of a px.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "carom/report/colour.hpp"

namespace carom::report {

struct BarPlace {
  double x1 = 0, y1 = 0, x2 = 0, y2 = 0;  // px, y down
};

// A line with round ends.
struct Bar {
  Colour colour = Colour::blue;
  double width = 2;  // px
  double opacity = 1;
};

struct Ring {
  double x = 0, y = 0, radius = 0;  // px
};

struct Animation {
  std::string id = {};  // unique in a page
  std::string title = {};
  std::string caption = {};
  double width = 720, height = 200;  // px
  double seconds_per_frame = 0.05;
  std::vector<Ring> rings = {};  // that do not move
  std::vector<Bar> bars = {};
  std::vector<std::vector<BarPlace>> frames = {};
  std::vector<std::string> times = {};  // a text for each frame, or none at all
};

// Picture, controls and data, without title and caption. Throws BadInput if a frame has not one place for each bar.
std::string render(const Animation& animation);

// What makes all animations of a page move, and their style.
std::string_view animation_script();
std::string animation_style();

}  // namespace carom::report
