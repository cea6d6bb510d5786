// SPDX-License-Identifier: Apache-2.0
// The model of the impact, drawn: a disk of springs thrown at a wall of springs.
#include <cmath>
#include <cstdint>

#include "carom/base/constants.hpp"
#include "papers/common/model_drawing.hpp"
#include "papers/lattice/cases.hpp"
#include "papers/lattice/figures.hpp"

namespace carom::papers::lattice {

using namespace drawing;

namespace {

constexpr double scale = 68;  // px for a radius

// Springs as lines, points as dots; the body's origin is at `origin`.
void draw_body(Sketch& sketch, const LatticeBody& body, Point origin, Colour colour) {
  const auto at = [&](std::uint32_t i) { return Point{origin.x + scale * body.x[i], origin.y - scale * body.y[i]}; };
  Mesh springs{{}, {colour, Dash::solid, 0.8}}, points{{}, {colour, Dash::solid, 3.2}};
  for (std::size_t s = 0; s < body.network.springs(); ++s)
    springs.lines.push_back({at(body.network.first[s]), at(body.network.second[s])});
  for (std::uint32_t i = 0; i < body.x.size(); ++i) points.lines.push_back({at(i)});
  sketch.draw(springs).draw(points);
}

}  // namespace

Sketch model_sketch() {
  Sketch sketch{.id = "model",
                .title = "A disk of springs thrown at a wall of springs",
                .caption =
                    "Points of mass m joined by springs k_a, k_b: a disk of radius R, thrown at the angle γ from the "
                    "normal, cot γ = v_n/v_t, and a wall 8R × 2R whose sides are held and whose bottom is free or "
                    "fixed. Both surfaces are rough by δ and repel each other by V₀ exp(−a l). Afterwards the disk "
                    "leaves at e v_n and spins at ω; its lowest point moves at −β v_t. To scale, with 170 points in "
                    "each body; the runs have 1600.",
                .height = 380};
  const study::LatticeRun run = sized_case(Units::stiff, 170);
  const LineStyle before{Colour::vermilion, Dash::solid, 2}, after{Colour::green, Dash::solid, 2};
  const LineStyle leader{Colour::ink, Dash::solid, 0.75};
  const double top = 204, left = 360 - 4 * scale, right = 360 + 4 * scale, bottom = top + 2 * scale;
  const Point centre{290, top - scale - 17};
  draw_body(sketch, study::wall_of(run), {360, top}, Colour::grey);
  sketch.draw(Ground{{left, top - 8}, {left, bottom + 8}}).draw(Ground{{right, bottom + 8}, {right, top - 8}});
  sketch.draw(Dimension{{left, bottom + 4}, {right, bottom + 4}, "8R", -16});
  sketch.draw(Dimension{{right + 6, bottom}, {right + 6, top}, "2R", -18});
  draw_body(sketch, study::disk_of(run), centre, Colour::blue);

  // Before: along a line towards the centre.
  const double gamma = 60 * deg, away = 196, shown = away - scale - 8;
  const Point start{centre.x - away * std::sin(gamma), centre.y - away * std::cos(gamma)};
  const Point end{start.x + shown * std::sin(gamma), start.y + shown * std::cos(gamma)};
  sketch.draw(Stroke{{{end.x, start.y}, end, {start.x, end.y}}, helper_line});
  sketch.draw(Arrow{start, {end.x, start.y}, "v_t", {Colour::vermilion, Dash::solid, 1.25}});
  sketch.draw(Arrow{start, {start.x, end.y}, "v_n", {Colour::vermilion, Dash::solid, 1.25}});
  sketch.draw(Arrow{start, end, {}, before});
  sketch.draw(AngleArc{start, 34, -pi / 2, gamma - pi / 2, "γ"});

  // After.
  const Point gone{520, centre.y - 6};
  sketch.draw(Disc{gone, scale, {Colour::green, 0.06}, {Colour::green, Dash::dashed, 1.25}});
  sketch.draw(Arrow{gone, {gone.x, gone.y - 48}, {}, after});
  sketch.draw(Label{{gone.x + 9, gone.y - 38}, "e v_n", Anchor::start, Colour::green});
  sketch.draw(Arrow{{gone.x, gone.y + scale}, {gone.x + 56, gone.y + scale}, "−β v_t", after});
  sketch.draw(Disc{{gone.x, gone.y + scale}, 3, {Colour::green, 1}, {Colour::green, Dash::solid, 1}});
  sketch.draw(AngleArc{gone, scale + 12, 50 * deg, -8 * deg, "ω", after});

  sketch.draw(Arrow{centre, {centre.x + scale, centre.y}, {}, {Colour::ink, Dash::solid, 1.25}});
  sketch.draw(Label{{centre.x + 0.5 * scale, centre.y - 11}, "R"});
  sketch.draw(Dimension{{centre.x, top}, {centre.x, top - 17}, "l", 0, {Colour::ink, Dash::solid, 1.25}});
  sketch.draw(Label{{centre.x + 48, top - 17}, "V_0 exp(−a l)", Anchor::start});
  sketch.draw(Stroke{{{centre.x + 30, centre.y - 50}, {centre.x + 74, centre.y - 80}}, leader});
  sketch.draw(Label{{centre.x + 79, centre.y - 84}, "m, k_a, k_b", Anchor::start});
  sketch.draw(Label{{left + 50, top - 17}, "roughness δ", Anchor::start});
  return sketch;
}

}  // namespace carom::papers::lattice
