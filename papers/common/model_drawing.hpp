// SPDX-License-Identifier: Apache-2.0
// What the sketches of the models share: the words of a drawing, and the same line for the same thing in all of them.
// A sketch takes them in with `using namespace drawing`.
#pragma once

#include "carom/draw/sketch.hpp"

namespace carom::papers::drawing {

using report::Anchor;
using report::AngleArc;
using report::Arrow;
using report::BandStyle;
using report::Body;
using report::Colour;
using report::Dash;
using report::Dashpot;
using report::Dimension;
using report::Disc;
using report::Ground;
using report::Label;
using report::LineStyle;
using report::Mesh;
using report::Point;
using report::Polyline;
using report::Sketch;
using report::Spring;
using report::Stroke;
using report::thin_line;

inline constexpr LineStyle force{Colour::vermilion, Dash::solid, 2}, motion{Colour::blue, Dash::solid, 2};
inline constexpr LineStyle axis_line{Colour::grey, Dash::dash_dot, 1}, helper_line{Colour::grey, Dash::dashed, 1};

// A dot where bodies touch.
inline void draw_contact(Sketch& sketch, Point at) {
  sketch.draw(Disc{at, 3, {Colour::vermilion, 1}, {Colour::vermilion, Dash::solid, 1}});
}

}  // namespace carom::papers::drawing
