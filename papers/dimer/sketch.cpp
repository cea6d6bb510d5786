// SPDX-License-Identifier: Apache-2.0
// The model of the dimer, drawn: the paper's Fig. 1.
#include <cmath>

#include "carom/base/constants.hpp"
#include "carom/systems/dimer_body.hpp"
#include "papers/common/model_drawing.hpp"
#include "papers/dimer/figures.hpp"

namespace carom::papers::dimer {

using namespace drawing;

Sketch model_sketch() {
  Sketch sketch{.id = "model",
                .title = "A dimer on a vibrated plate",
                .caption =
                    "Two steel balls of radius r, their centres l = 2(A_r − 1) r apart, on a glass rod; drawn to scale "
                    "at A_r = 3.9. Coordinates are the centre (x₁, y₁) of the left ball and the tilt θ, positive with "
                    "the left tip low. Tip 1 touches the plate with the forces F_n and F_t; tip 2 is open, with the "
                    "gap g₂. Friction is μ_s in stick, μ_c in slip and μ_i in impacts, restitution e.",
                .height = 290};
  const DimerBody body = dimer_body({});
  const double scale = 11.2e3, r = scale * body.r, l = scale * body.l, half_rod = 0.5 * scale * body.d_rod;
  const double plate = 236, theta = 13 * deg, c = std::cos(theta), s = std::sin(theta);
  const Point one{212, plate - r}, two{one.x + l * c, one.y - l * s};
  const auto along = [&](double distance, double side) {  // from the centre of the left ball, `side` upwards
    return Point{one.x + distance * c - side * s, one.y - distance * s - side * c};
  };

  sketch.draw(Body{{{60, plate}, {632, plate}, {632, plate + 16}, {60, plate + 16}}, {Colour::grey, 0.3}});
  sketch.draw(Arrow{{656, plate - 34}, {656, plate + 50}, {}, motion, true});
  sketch.draw(Label{{644, plate + 36}, "plate y_p = −A sin ωt", Anchor::end, Colour::blue});
  sketch.draw(Label{{60, plate + 36}, "contact μ_s, μ_c, μ_i, e", Anchor::start});

  sketch.draw(Body{{along(0, half_rod), along(l, half_rod), along(l, -half_rod), along(0, -half_rod)},
                   {Colour::sky, 0.25},
                   {Colour::ink, Dash::solid, 1.5}});
  sketch.draw(Disc{one, r}).draw(Disc{two, r});
  sketch.draw(Stroke{{along(-r - 14, 0), along(l + r + 14, 0)}, axis_line});
  sketch.draw(Stroke{{one, {one.x + 218, one.y}}, {Colour::grey, Dash::dashed, 1}});
  sketch.draw(AngleArc{one, 196, 0, theta});
  sketch.draw(Label{{one.x + 207, one.y - 11}, "θ"});
  sketch.draw(Dimension{one, two, "l", r + 16});
  sketch.draw(Disc{one, 2.5, {Colour::ink, 1}}).draw(Disc{two, 2.5, {Colour::ink, 1}});
  sketch.draw(Label{{one.x - 10, one.y - 20}, "(x_1, y_1)", Anchor::middle});
  const double aim = 38 * deg;
  sketch.draw(Arrow{two, {two.x + r * std::cos(aim), two.y - r * std::sin(aim)}, {}, thin_line});
  sketch.draw(Label{{two.x + 0.42 * r, two.y - 0.62 * r}, "r"});

  // The tips: below the centres, wherever the dimer is.
  const Point tip_1{one.x, plate}, tip_2{two.x, two.y + r};
  sketch.draw(Arrow{tip_1, {tip_1.x, tip_1.y - 40}, {}, force});
  sketch.draw(Label{{tip_1.x - 8, tip_1.y - 26}, "F_n", Anchor::end, Colour::vermilion});
  sketch.draw(Arrow{tip_1, {tip_1.x + 62, tip_1.y}, {}, force});
  sketch.draw(Label{{tip_1.x + 58, tip_1.y - 14}, "F_t", Anchor::middle, Colour::vermilion});
  draw_contact(sketch, tip_1);
  draw_contact(sketch, tip_2);
  sketch.draw(Label{{tip_1.x - 12, tip_1.y + 8.5}, "1", Anchor::end, Colour::vermilion});
  sketch.draw(Label{{tip_2.x + 12, tip_2.y + 9}, "2", Anchor::start, Colour::vermilion});
  sketch.draw(Dimension{{tip_2.x, plate}, {tip_2.x, tip_2.y + 3}, "g_2"});

  sketch.draw(Arrow{{76, plate - 34}, {116, plate - 34}, "x", thin_line});
  sketch.draw(Arrow{{76, plate - 34}, {76, plate - 74}, "y", thin_line});
  sketch.draw(Arrow{{656, 48}, {656, 92}, "g"});
  return sketch;
}

}  // namespace carom::papers::dimer
