// SPDX-License-Identifier: Apache-2.0
// The model of the disc and the ball, drawn: at the hit and after it.
#include <cmath>
#include <utility>

#include "carom/base/constants.hpp"
#include "papers/common/model_drawing.hpp"
#include "papers/disc_ball/cases.hpp"
#include "papers/disc_ball/figures.hpp"

namespace carom::papers::disc_ball {

using namespace drawing;

namespace {

constexpr double scale = 3.1e3;  // px/m
constexpr double ground = 290;
constexpr BandStyle disc_fill{Colour::sky, 0.25};

void draw_hit(Sketch& sketch, const DiscBallSettings& set, double x) {
  const double r = scale * set.r, h = scale * set.h, r_b = scale * set.r_b, b = scale * set.b, z = ground - r;
  const Point D{x - h, z - b}, ball{D.x - r_b, D.y};
  sketch.draw(Ground{{24, ground}, {290, ground}});
  sketch.draw(Body{{{x - h, ground}, {x + h, ground}, {x + h, ground - 2 * r}, {x - h, ground - 2 * r}}, disc_fill});
  sketch.draw(Stroke{{{x - h - 8, z}, {x + h + 26, z}}, axis_line});
  sketch.draw(Stroke{{D, {x + h + 26, D.y}}, helper_line});
  sketch.draw(Disc{{x, z}, 2.5, {Colour::ink, 1}});
  sketch.draw(Label{{x + h + 10, z + 15}, "(y_d, z_d)", Anchor::start});
  sketch.draw(Dimension{{x + h, z}, {x + h, D.y}, "b", -16});
  sketch.draw(Dimension{{x + h, z}, {x + h, ground - 2 * r}, "r", -48});
  sketch.draw(Dimension{{x - h, ground - 2 * r}, {x + h, ground - 2 * r}, "2h", 12});
  sketch.draw(Disc{ball, r_b});
  sketch.draw(Disc{ball, 2.5, {Colour::ink, 1}});
  sketch.draw(Label{{ball.x - 2, ball.y + 16}, "(y_b, z_b)"});
  sketch.draw(Arrow{{ball.x - r_b - 60, ball.y}, {ball.x - r_b - 4, ball.y}, {}, motion});
  sketch.draw(Label{{ball.x - r_b - 36, ball.y - 14}, "v_b", Anchor::middle, Colour::blue});
  draw_contact(sketch, D);
  sketch.draw(Label{{D.x - 10, D.y - 32}, "D", Anchor::middle, Colour::vermilion});
  sketch.draw(Label{{D.x - 26, D.y - 56}, "μ_D, e_D", Anchor::end});
  sketch.draw(Label{{150, ground + 22}, "μ_G, e_G"});
  sketch.draw(Arrow{{44, ground - 20}, {82, ground - 20}, "y", thin_line});
  sketch.draw(Arrow{{44, ground - 20}, {44, ground - 58}, "z", thin_line});
}

// The foot, enlarged in a lens.
void draw_foot(Sketch& sketch, const DiscBallSettings& set, Point foot, Point lens) {
  constexpr double radius = 60, times = 4, small = 15;
  const double h = times * scale * set.h, floor = lens.y + 24;
  const double reach = std::sqrt(radius * radius - h * h), half = std::sqrt(radius * radius - 24 * 24);
  sketch.draw(Stroke{{{foot.x + 6, foot.y - 13.7}, {lens.x - 20, lens.y - 56}}, {Colour::grey, Dash::solid, 0.75}});
  sketch.draw(Stroke{{{foot.x + 4, foot.y + 14}, {lens.x - 10, lens.y + 59}}, {Colour::grey, Dash::solid, 0.75}});
  sketch.draw(Disc{lens, radius, {}, {Colour::grey, Dash::solid, 1}});
  sketch.draw(Ground{{lens.x - half, floor}, {lens.x + half, floor}});
  Polyline outline{{lens.x - h, floor}, {lens.x + h, floor}};
  for (double angle = std::atan2(reach, h); angle < pi - std::atan2(reach, h); angle += 4 * deg)
    outline.push_back({lens.x + radius * std::cos(angle), lens.y - radius * std::sin(angle)});
  outline.push_back({lens.x - h, lens.y - reach});
  sketch.draw(Body{outline, disc_fill});
  sketch.draw(Stroke{report::capsule(foot, foot, small), {Colour::grey, Dash::solid, 1}});
  for (const auto& [name, side] : {std::pair{"C", -1.0}, {"B", 0.0}, {"A", 1.0}}) {
    draw_contact(sketch, {lens.x + side * h, floor});
    sketch.draw(Label{{lens.x + side * (h - 10), floor - 15}, name, Anchor::middle, Colour::vermilion});
  }
}

void draw_fall(Sketch& sketch, const DiscBallSettings& set, double x) {
  const double r = scale * set.r, h = scale * set.h, theta = 66 * deg, c = std::cos(theta), s = std::sin(theta);
  // From A, the edge it stands on, so far along the disc and so far through it.
  const auto place = [&](double up, double through) {
    return Point{x + up * c - through * s, ground - up * s - through * c};
  };
  sketch.draw(Ground{{x - 50, ground}, {712, ground}});
  sketch.draw(Body{{place(0, 0), place(2 * r, 0), place(2 * r, 2 * h), place(0, 2 * h)}, disc_fill});
  const double below = h * c / s;  // to where the axis meets the ground
  const Point meets = place(-below, h);
  sketch.draw(Stroke{{meets, place(2 * r + 24, h)}, axis_line});
  sketch.draw(Disc{place(r, h), 2.5, {Colour::ink, 1}});
  sketch.draw(AngleArc{meets, 104, 0, theta, "θ"});
  draw_contact(sketch, place(0, 0));
  sketch.draw(Label{{x + 1, ground + 18}, "A", Anchor::middle, Colour::vermilion});
  const double h1 = scale * set.h1, h2 = scale * set.h2;
  for (const auto& [name, height] : {std::pair{"v_1", h1}, {"v_2", h2}}) {
    const Point face{x + height / std::tan(theta), ground - height};
    sketch.draw(Stroke{{face, {676, face.y}}, helper_line});
    sketch.draw(Body{{{676, face.y - 6}, {704, face.y - 6}, {704, face.y + 6}, {676, face.y + 6}}});
    sketch.draw(Arrow{face, {face.x + 46, face.y}, name, motion});
  }
  sketch.draw(Label{{690, ground - h2 - 17}, "gauges"});
  sketch.draw(Dimension{{646, ground - h1}, {646, ground}});
  sketch.draw(Label{{646, ground - h1 - 25}, "h_1"});
  sketch.draw(Dimension{{622, ground}, {622, ground - h2}, "h_2"});
}

}  // namespace

Sketch model_sketch() {
  Sketch sketch{.id = "model",
                .title = "A disc that stands on its rim is hit by a ball",
                .caption =
                    "Seen from the side and drawn to scale, b = 9.5 mm. Left: the ball meets the face at D, the height "
                    "b above the centre; middle: the foot, whose contact with the ground is represented by A, B and C; "
                    "right: the disc afterwards, at the angle θ (upright: π/2), with gauges at the heights h₁ and h₂ "
                    "that measure the velocities v₁ and v₂. Friction μ and restitution e have the index D at the face "
                    "and G at the ground.",
                .height = 330};
  const DiscBallSettings set = settings_of(5);
  draw_hit(sketch, set, 190);
  draw_foot(sketch, set, {190, ground}, {362, 150});
  draw_fall(sketch, set, 480);
  sketch.draw(Arrow{{688, 50}, {688, 92}, "g"});
  return sketch;
}

}  // namespace carom::papers::disc_ball
