// SPDX-License-Identifier: Apache-2.0
// The model of the oscillator, drawn: the paper's Fig. 1.
#include <cmath>

#include "carom/base/constants.hpp"
#include "papers/common/model_drawing.hpp"
#include "papers/impact_oscillator/cases.hpp"
#include "papers/impact_oscillator/figures.hpp"

namespace carom::papers::impact_oscillator {

using namespace drawing;

Sketch model_sketch() {
  Sketch sketch{.id = "model",
                .title = "A wiper blade on a moving belt",
                .caption =
                    "A mass m₂ in a guide, at the height y, hangs on the spring k_y (rest at y₀) and the dashpot c_y; "
                    "a blade of length l with the mass m₁ at its tip is turned by the angle φ against the spring k_φ "
                    "(rest at φ₀) and the damping c_φ of its hinge. The belt runs at v, −1 m/s or a sine, and acts "
                    "on the tip by F_n and F_t, with friction μ and Poisson's restitution ε.",
                .width = 640,
                .height = 414};
  const ImpactOscillatorSettings set = settings_of(Set::first, 0.5, 0);
  const double phi = 34 * deg, l = 200, x = 262, ceiling = 30, radius = 7;
  const Point hinge{x, 192};
  const auto hung = [&](double length, double angle, double side = 0) {
    return Point{hinge.x + length * std::sin(angle) + side * std::cos(angle),
                 hinge.y + length * std::cos(angle) - side * std::sin(angle)};
  };
  const Point tip = hung(l, phi);
  const double belt = tip.y + radius;

  // The mass in its guide.
  sketch.draw(Ground{{x + 62, ceiling}, {x - 62, ceiling}});
  sketch.draw(Spring{{x - 18, 112}, {x - 18, ceiling}, "k_y"});
  sketch.draw(Dashpot{{x + 18, ceiling}, {x + 18, 112}, "c_y"});
  sketch.draw(Ground{{x - 43, 98}, {x - 43, 154}}).draw(Ground{{x + 43, 154}, {x + 43, 98}});
  for (const double side : {-39.0, 39.0})
    for (const double y : {120.0, 142.0}) sketch.draw(Disc{{x + side, y}, 4, {}, {Colour::ink, Dash::solid, 1}});
  sketch.draw(
      Body{{{x - 35, 112}, {x + 35, 112}, {x + 35, 154}, {x + 7, 154}, {x, hinge.y}, {x - 7, 154}, {x - 35, 154}}});
  sketch.draw(Label{{x, 133}, "m_2"});

  // The belt.
  sketch.draw(Body{report::capsule({x - 150, belt + 19}, {x + 300, belt + 19}, 19), {}});
  for (const double end : {x - 150, x + 300}) {
    sketch.draw(Disc{{end, belt + 19}, 14});
    sketch.draw(Disc{{end, belt + 19}, 2, {Colour::ink, 1}});
  }
  sketch.draw(Arrow{{tip.x - 24, belt + 19}, {tip.x + 46, belt + 19}, "v", motion});

  // The angles.
  sketch.draw(Stroke{{hinge, {x, belt - 12}}, axis_line});
  sketch.draw(Stroke{{hinge, hung(150, set.phi0)}, helper_line});
  sketch.draw(AngleArc{hinge, 84, -pi / 2, set.phi0 - pi / 2, "φ_0"});
  sketch.draw(AngleArc{hinge, 138, -pi / 2, phi - pi / 2, "φ"});

  // The blade, with the spring of its hinge.
  sketch.draw(Body{{hung(0, phi, -6), hung(0, phi, 6), hung(l, phi, 2.5), hung(l, phi, -2.5)}, {Colour::sky, 0.3}});
  Polyline spiral;
  for (double turn = 0.5 * pi; turn < 4.6 * pi; turn += 6 * deg) {
    const double out = 4 + 1.15 * turn;
    spiral.push_back({hinge.x + out * std::cos(turn), hinge.y - out * std::sin(turn)});
  }
  sketch.draw(Stroke{spiral, {Colour::ink, Dash::solid, 1.25}});
  sketch.draw(Disc{hinge, 3.5, {}});
  sketch.draw(Label{{x - 26, hinge.y + 18}, "k_φ, c_φ", Anchor::end});
  sketch.draw(Dimension{hinge, tip, "l", 46});
  sketch.draw(Disc{tip, radius, {Colour::ink, 1}});
  sketch.draw(Label{{tip.x - 15, tip.y - 4}, "m_1", Anchor::end});

  // Height and forces.
  sketch.draw(Stroke{{{x - 6, hinge.y}, {x - 126, hinge.y}}, helper_line});
  sketch.draw(Dimension{{x - 118, belt}, {x - 118, hinge.y}, "y"});
  sketch.draw(Arrow{{tip.x, belt}, {tip.x, belt - 66}, {}, force});
  sketch.draw(Label{{tip.x + 10, belt - 42}, "F_n", Anchor::start, Colour::vermilion});
  sketch.draw(Arrow{{tip.x, belt}, {tip.x + 70, belt}, {}, force});
  sketch.draw(Label{{tip.x + 62, belt - 14}, "F_t", Anchor::middle, Colour::vermilion});
  sketch.draw(Label{{tip.x + 100, belt - 14}, "μ, ε", Anchor::start});
  sketch.draw(Arrow{{x + 290, 70}, {x + 290, 114}, "g"});
  return sketch;
}

}  // namespace carom::papers::impact_oscillator
