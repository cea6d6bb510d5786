// SPDX-License-Identifier: Apache-2.0
// The models of the rods, drawn: the row, one rod that meets the plate, the annulus.
#include <cmath>

#include "papers/common/model_drawing.hpp"
#include "papers/rods/cases.hpp"
#include "papers/rods/figures.hpp"

namespace carom::papers::rods {

using namespace drawing;

namespace {

using Place = report::Point;

constexpr double plate = 232;
constexpr BandStyle rod_fill{Colour::sky, 0.3};

// A rod of diameter d px whose lower cap has its centre at `foot`.
struct Rod {
  Place foot;
  double l, d, phi;
  Place at(double up) const { return {foot.x + up * std::sin(phi), foot.y - up * std::cos(phi)}; }  // along its axis
  Place top() const { return at(l - d); }
  Body body(LineStyle line = {Colour::ink, Dash::solid, 1.5}) const {
    return {report::capsule(foot, top(), d / 2), rod_fill, line};
  }
};

void draw_row(Sketch& sketch, const study::RodRun& run) {
  constexpr int shown = 8;
  constexpr double d = 16, left = 78;
  const double spacing = d / std::cos(run.phi);
  const auto rod = [&](int k) { return Rod{{left + (k + 0.5) * spacing, plate - d / 2}, run.l * d, d, run.phi}; };
  for (const int k : {-1, shown}) {
    Body image = rod(k).body({Colour::grey, Dash::dashed, 1});
    image.fill = {Colour::grey, 0.08};
    sketch.draw(image);
  }
  for (int k = 0; k < shown; ++k) sketch.draw(rod(k).body());
  const double right = left + shown * spacing;
  sketch.draw(Dimension{{left, plate + 10}, {right, plate + 10}, "L = N d / cos φ", -18});
  const Rod first = rod(-1), last = rod(shown);
  sketch.draw(Dimension{first.at(-d / 2), first.at(run.l * d - d / 2), "l", d / 2 + 8});
  const Place across{d / 2 * std::cos(run.phi), d / 2 * std::sin(run.phi)};
  const Place high = last.at(run.l * d - d / 2 + 7);
  sketch.draw(Dimension{{high.x - across.x, high.y - across.y}, {high.x + across.x, high.y + across.y}, "d"});
  sketch.draw(Arrow{{left + 30, 40}, {left + 96, 40}, "c_x", motion});
  const Place beside{0.5 * (rod(6).at(40).x + rod(7).at(40).x), rod(6).at(40).y};  // where two rods touch
  sketch.draw(Stroke{{beside, {right + 38, plate - 62}}, {Colour::ink, Dash::solid, 0.75}});
  sketch.draw(Label{{right + 42, plate - 64}, "μ_{rr}", Anchor::start});
}

void draw_collision(Sketch& sketch, const study::RodRun& run, double x) {
  constexpr double d = 19;
  const Rod rod{{x, plate - d / 2}, run.l * d, d, 32 * deg};
  const Place contact{x, plate}, centre = rod.at((rod.l - d) / 2);
  sketch.draw(Stroke{{rod.foot, {x, plate - 176}}, axis_line});
  sketch.draw(rod.body());
  sketch.draw(Stroke{{rod.foot, rod.at(rod.l - 4)}, axis_line});
  sketch.draw(AngleArc{rod.foot, 142, pi / 2, pi / 2 - rod.phi, "φ"});
  sketch.draw(Stroke{{centre, {centre.x + 84, centre.y}}, helper_line});
  sketch.draw(Stroke{{centre, {centre.x, plate - 16}}, helper_line});
  sketch.draw(Dimension{{centre.x, plate - 22}, {x, plate - 22}, "X"});
  sketch.draw(Dimension{{centre.x + 78, centre.y}, {centre.x + 78, plate}, "Z"});
  sketch.draw(Arrow{centre, {centre.x + 42, centre.y}, {}, motion});
  sketch.draw(Label{{centre.x + 40, centre.y + 14}, "c_x", Anchor::middle, Colour::blue});
  sketch.draw(Arrow{centre, {centre.x, centre.y - 42}, {}, motion});
  sketch.draw(Label{{centre.x - 8, centre.y - 34}, "c_z", Anchor::end, Colour::blue});
  sketch.draw(AngleArc{centre, 0.5 * rod.l + 12, 72 * deg, 44 * deg, "ω", motion});
  sketch.draw(Disc{centre, 2.5, {Colour::ink, 1}});
  sketch.draw(Arrow{contact, {x, plate - 62}, {}, force});
  sketch.draw(Label{{x - 8, plate - 54}, "F_n", Anchor::end, Colour::vermilion});
  sketch.draw(Arrow{contact, {x - 58, plate}, {}, force});
  sketch.draw(Label{{x - 52, plate - 14}, "F_t", Anchor::middle, Colour::vermilion});
  sketch.draw(Label{{x, plate + 27}, "μ_{rb}"});
}

// From above: rods lean along the channel and stand alternately at the outer and the inner wall.
void draw_annulus(Sketch& sketch, const study::RodRun& run, Place centre) {
  constexpr double d = 12.4;
  const double inner = run.R_i * d, outer = run.R_o * d, half = 0.5 * (run.l - 1) * d * std::sin(17 * deg);
  const double rim = std::sqrt((outer - 0.52 * d) * (outer - 0.52 * d) - half * half);  // both ends at the outer wall
  sketch.draw(Disc{centre, outer, {}, {Colour::ink, Dash::solid, 1.75}});
  for (int k = 0; k < run.N; ++k) {
    const double angle = -two_pi * k / run.N, R = k % 2 ? inner + 0.52 * d : rim;
    const Place middle{centre.x + R * std::cos(angle), centre.y - R * std::sin(angle)};
    const Place along{half * std::sin(angle), half * std::cos(angle)};  // clockwise
    sketch.draw(
        Body{report::capsule({middle.x - along.x, middle.y - along.y}, {middle.x + along.x, middle.y + along.y}, d / 2),
             rod_fill,
             {Colour::ink, Dash::solid, 0.75}});
  }
  sketch.draw(Disc{centre, inner, {}, {Colour::ink, Dash::solid, 1.75}});
  sketch.draw(Arrow{centre, {centre.x - inner, centre.y}, {}, thin_line});
  sketch.draw(Label{{centre.x - 0.5 * inner, centre.y + 13}, "R_i"});
  sketch.draw(Arrow{centre, {centre.x + outer, centre.y}, {}, thin_line});
  sketch.draw(Label{{centre.x + 0.5 * inner, centre.y + 13}, "R_o"});
  sketch.draw(Label{{centre.x, centre.y + inner - 17}, "μ_{rw}"});
  sketch.draw(Label{{centre.x, centre.y + outer + 18}, "from above"});
  sketch.draw(AngleArc{centre, inner - 14, 140 * deg, 60 * deg, {}, motion});
  sketch.draw(Label{{centre.x, centre.y - inner + 32}, "c_x", Anchor::middle, Colour::blue});
}

}  // namespace

Sketch model_sketch() {
  Sketch sketch{.id = "model",
                .title = "Rods on a vibrated plate: the row, one rod at the plate, the annulus",
                .caption =
                    "Left: rods of length l and diameter d in a row of period L that sets their tilt φ; of 40 rods 8 "
                    "are drawn. Middle: one rod at the plate, its centre of mass X and Z from the point where F_n and "
                    "F_t act, with the velocities c_x, c_z and ω. Right: the annulus from above, drawn to scale with "
                    "its 50 rods between the walls R_i and R_o. Friction is μ_rr between rods, μ_rb at the plate and "
                    "μ_rw at the walls.",
                .height = 290};
  const study::RodRun row = row_run(18);
  sketch.draw(Body{{{28, plate}, {492, plate}, {492, plate + 12}, {28, plate + 12}}, {Colour::grey, 0.3}});
  draw_row(sketch, row);
  draw_collision(sketch, row, 362);
  sketch.draw(Arrow{{512, plate - 26}, {512, plate + 38}, {}, motion, true});
  sketch.draw(Label{{502, plate + 29}, "z = A sin Ωt", Anchor::end, Colour::blue});
  draw_annulus(sketch, ring_run(50), {616, 108});
  return sketch;
}

}  // namespace carom::papers::rods
