// SPDX-License-Identifier: Apache-2.0
// Figs 1(b), 2(c, d), 4 and 5: the annulus.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "carom/theory/rod_drift.hpp"
#include "papers/rods/figures.hpp"
#include "papers/rods/findings.hpp"
#include "papers/rods/reproduce.hpp"

namespace carom::papers::rods {

using observe::DriftDirection;
using observe::RodMeasures;
using report::Colour;
using report::Dash;
using report::Figure;
using report::LegendPlace;
using report::Mark;
using report::Panel;

DriftSeries in_cm_per_s(const std::vector<Point>& points) {
  DriftSeries series;
  for (const Point& p : points) {
    series.y.push_back(in_cm_per_s(p.run, p.drift()));
    series.error.push_back(in_cm_per_s(p.run, p.error()));
  }
  return series;
}

namespace {

const report::LineStyle published_line{Colour::published, Dash::dotted, 1.5};
constexpr Colour palette[] = {Colour::blue, Colour::vermilion, Colour::green, Colour::purple, Colour::orange};

std::vector<double> gammas(const std::vector<Point>& points) {
  std::vector<double> list;
  list.reserve(points.size());
  for (const Point& p : points) list.push_back(p.run.Gamma);
  return list;
}

Figure tip_figure(const Evidence& e) {
  Figure figure{.id = "fig1b",
                .title = "Lower end of a rod in the annulus (the paper's Fig. 1(b))",
                .caption = fmt::format("N = 50, Γ = 3.3, tilt {:.1f}°, one rod, 20 periods of 1/60 s. The experiment's "
                                       "curve was not available as numbers.",
                                       e.ring_film.tilt()),
                .shared_x = true};
  const TipPath path = tip_path(e.ring_film, 0);
  const double d = 10 * e.ring_film.run.d * 100;  // mm
  std::vector<double> t, x, z, plate;
  for (std::size_t k = 0; k < path.t.size() && path.t[k] < path.t[0] + 20; ++k) {
    t.push_back((path.t[k] - path.t[0]) / 60 * 1e3);
    x.push_back(d * path.x[k]);
    z.push_back(d * path.z[k]);
    plate.push_back(d * path.plate[k]);
  }
  figure.panel({.x = {.label = "t", .unit = "ms"}, .y = {.label = "along the annulus", .unit = "mm"}, .height = 200})
      .line("tip", t, x, {Colour::computed});
  Panel& up = figure.panel({.x = {.label = "t", .unit = "ms"},
                            .y = {.label = "height", .unit = "mm"},
                            .height = 220,
                            .legend = LegendPlace::below});
  up.line("tip", t, z, {Colour::computed});
  up.line("plate", t, plate, {Colour::grey});
  return figure;
}

// The kinds of motion of Fig. 2(d): `largest` is the drift that creep is measured by.
class DirectionMarks {
 public:
  void add(const Point& p, double largest) {
    const DriftDirection d = p.direction();
    const bool creeps = p.drift() < 0.03 * largest;
    Kind& kind = kinds_[d == DriftDirection::reverse ? 3 : d == DriftDirection::none ? 2 : creeps ? 1 : 0];
    kind.x.push_back(p.run.Gamma);
    kind.y.push_back(p.tilt());
  }
  void draw(Panel& panel) const {
    for (const Kind& kind : kinds_)
      if (!kind.x.empty()) panel.points(kind.name, kind.x, kind.y, {kind.colour, kind.mark, true, 8});
  }

 private:
  struct Kind {
    const char* name;
    Colour colour;
    Mark mark;
    std::vector<double> x = {}, y = {};
  };
  Kind kinds_[4] = {{"forward", Colour::blue, Mark::circle},
                    {"creep forward", Colour::sky, Mark::triangle},
                    {"none", Colour::grey, Mark::cross},
                    {"reverse", Colour::vermilion, Mark::square}};
};

Figure direction_figure(const Evidence& e) {
  Figure figure{.id = "fig2d",
                .title = "Direction of motion (the paper's Fig. 2(d))",
                .caption =
                    "Forward: along the tilt and more than 3 % of the drift at the largest Γ (annulus) or at Γ = 3.3 "
                    "and 18° (row); creep: "
                    "forward, but slower; none: within three errors of zero or below 0.2 % of V₀; reverse: against the "
                    "tilt. Walls "
                    "of the annulus move with the plate. Dotted: the onset of the experiment and the tilt at which it "
                    "shows reverse "
                    "motion."};
  const auto start = [&](const char* title) -> Panel& {
    Panel& panel = figure.panel({.title = title,
                                 .x = {.label = "Γ", .min = 1.0, .max = 5.0},
                                 .y = {.label = "φ", .unit = "°", .min = 0.0, .max = 60.0},
                                 .height = 260,
                                 .legend = LegendPlace::below});
    panel.vertical(published_value("onset_experiment"), "experiment", published_line);
    panel.horizontal(published_value("reverse_tilt"), "", published_line);
    return panel;
  };
  DirectionMarks ring, row;
  for (const AccelerationCurve& curve : e.ring_gamma)
    for (const Point& p : curve.points) ring.add(p, curve.points.back().drift());
  for (const auto* points : {&e.row_gamma, &e.row_slow})
    for (const Point& p : *points)
      if (p.run.Gamma > 1.01 && p.run.Gamma < 5) row.add(p, e.row(18).drift());
  ring.draw(start("annulus"));
  row.draw(start("row"));
  return figure;
}

Figure ends_figure(const Evidence& e) {
  Figure figure{.id = "fig2c",
                .title = "Round and flat ends, by the drift formula and simulated (to the paper's Fig. 2(c))",
                .caption =
                    "l = 8 d, μ = 0.3, ε = 0.65. A rod on the edge of its flat end has its centre of mass on the "
                    "other side of the contact below arctan(d/l), and the formula turns the drift round there; "
                    "dotted: the least tilt of the experiment. At 28° the formula does not make flat ends slower."};
  Panel& panel = figure.panel({.x = {.label = "φ", .unit = "°", .min = 0.0, .max = 60.0},
                               .y = {.label = "c_x/V_z"},
                               .height = 270,
                               .legend = LegendPlace::below});
  const std::pair<RodTip, const char*> shapes[] = {
      {RodTip::thin, "thin rod"}, {RodTip::thick, "round end"}, {RodTip::flat, "flat end"}};
  const Colour colours[] = {Colour::ink, Colour::blue, Colour::orange};
  for (int s = 0; s < 3; ++s) {
    std::vector<double> x, y;
    for (double phi = 0.25; phi < 60; phi += 0.25) {
      x.push_back(phi);
      y.push_back(theory::rod_drift({.shape = {.geometry = shapes[s].first, .l = 8}}, phi * deg).c_x);
    }
    panel.line(shapes[s].second, x, y, {colours[s], s == 0 ? Dash::dashed : Dash::solid});
  }
  panel.vertical(published_value("flat_least_tilt"), "experiment", published_line);
  Panel& simulated = figure.panel({.title = "annulus, N = 41, rods that roll about their axes",
                                   .x = {.label = "Γ", .min = 1.0},
                                   .y = {.label = "c_x (cm/s)"},
                                   .height = 270,
                                   .legend = LegendPlace::below});
  const auto series = [&](const char* label, const std::vector<Point>& points, Colour colour) {
    std::vector<double> x;
    for (const Point& p : points) x.push_back(p.run.Gamma);
    const DriftSeries c = in_cm_per_s(points);
    simulated.error_bars(label, x, c.y, {c.error, {}}, {colour});
    simulated.line(label, x, c.y, {colour, Dash::solid, 1.0});
  };
  series("round, μ = 0.3", e.ring_rolling.points, Colour::ink);
  for (const auto& [ends, label, colour] :
       {std::tuple{particles::Ends::round, "round, μ_s = 0.36, μ = 0.25", Colour::blue},
        {particles::Ends::flat_below, "flat, μ_s = 0.36, μ = 0.25", Colour::orange}}) {
    std::vector<Point> points;
    for (const Point& p : e.ring_ends)
      if (p.run.ends == ends) points.push_back(p);
    series(label, points, colour);
  }
  return figure;
}

void add_friction_panel(Figure& figure, const char* title, const char* label, const std::vector<Point>& points,
                        double study::RodRun::*mu) {
  Panel& panel = figure.panel({.title = title,
                               .x = {.label = label, .min = 0.0},
                               .y = {.label = "c_x (cm/s), tilt (°)"},
                               .height = 240,
                               .legend = LegendPlace::below});
  std::vector<double> x;
  x.reserve(points.size());
  for (const Point& p : points) x.push_back(p.run.*mu);
  const DriftSeries c = in_cm_per_s(points);
  panel.error_bars("c_x", x, c.y, {c.error, {}}, {Colour::computed});
  panel.line("c_x", x, c.y, {Colour::computed, Dash::solid, 1.0});
  panel.points("tilt", x, tilts(points), {Colour::orange, Mark::square, false, 6});
}

Figure drift_figure(const Evidence& e) {
  Figure figure{
      .id = "fig4",
      .title = "Drift in the annulus (the paper's Fig. 4)",
      .caption = fmt::format(
          "f = 60 Hz, l = 8 d, d = 6.35 mm; a velocity of 1 in reduced units is {:.2f} cm/s. Bars: the larger "
          "of block error and spread of seeds. (a) Γ = 3.3, N from 55 to 23; dotted: the maximum that the paper "
          "states. (b) Against Γ; dotted: the threshold it states. (c), (d) N = 50, Γ = 3.3.",
          in_cm_per_s(e.ring_film.run, 1))};
  {
    Panel& panel = figure.panel({.title = "(a) tilt",
                                 .x = {.label = "φ", .unit = "°", .min = 0.0, .max = 60.0},
                                 .y = {.label = "c_x", .unit = "cm/s", .min = 0.0},
                                 .height = 270,
                                 .legend = LegendPlace::below});
    const DriftSeries c = in_cm_per_s(e.ring_tilt), s = in_cm_per_s(e.ring_spin);
    panel.error_bars("no rotation about the axis", tilts(e.ring_tilt), c.y, {c.error, {}}, {Colour::computed});
    panel.line("no rotation about the axis", tilts(e.ring_tilt), c.y, {Colour::computed, Dash::solid, 1.0});
    panel.error_bars("with it", tilts(e.ring_spin), s.y, {s.error, {}}, {Colour::green, Mark::square});
    panel.vertical(published_value("first_maximum"), "paper", published_line);
  }
  {
    Panel& panel = figure.panel({.title = "(b) acceleration",
                                 .x = {.label = "Γ", .min = 1.0},
                                 .y = {.label = "c_x", .unit = "cm/s"},
                                 .height = 280,
                                 .legend = LegendPlace::below});
    int k = 0;
    const auto add = [&](const std::string& name, const AccelerationCurve& curve, Mark mark, Dash dash, Colour colour) {
      const DriftSeries c = in_cm_per_s(curve.points);
      panel.error_bars(name, gammas(curve.points), c.y, {c.error, {}}, {colour, mark, mark == Mark::circle, 6});
      panel.line(name, gammas(curve.points), c.y, {colour, dash, 1.0});
    };
    for (const AccelerationCurve& curve : e.ring_gamma)
      add(fmt::format("{:.0f}° (N = {})", curve.points.back().tilt(), curve.N), curve, Mark::circle, Dash::solid,
          palette[k++ % 5]);
    add("N = 50, walls at rest", e.ring_gamma_standing, Mark::square, Dash::dashed, Colour::ink);
    add("N = 50, μ_rw = 0", e.ring_gamma_smooth, Mark::triangle, Dash::dashed, Colour::grey);
    panel.vertical(published_value("threshold"), "paper", published_line);
  }
  add_friction_panel(figure, "(c) friction at the side walls", "μ_rw", e.ring_mu_wall, &study::RodRun::mu_rw);
  add_friction_panel(figure, "(d) friction at the plate", "μ_rb", e.ring_mu_plate, &study::RodRun::mu_rb);
  return figure;
}

Figure arrangement_figure(const Evidence& e) {
  Figure figure{.id = "fig5",
                .title = "Horizontal projections of the rods (the paper's Fig. 5)",
                .caption =
                    "Last picture of a run at Γ = 3.3: each line is the projection of a rod, from its lower end "
                    "(dot). Below: the tilt of each rod around the annulus."};
  std::vector<std::vector<double>> angle, tilt;
  const int numbers[] = {55, 44};
  for (const int N : numbers) {
    const Point& p = e.ring(N);
    const double H = 0.5 * (p.run.l - 1);
    Panel& panel = figure.panel(
        {.title = fmt::format("N = {}: mean tilt {:.1f}°, standard deviation {:.1f}°", N, p.tilt(), p.tilt_spread()),
         .x = {.label = "x", .unit = "d", .min = -16.0, .max = 16.0},
         .y = {.label = "y", .unit = "d", .min = -8.5, .max = 8.5},
         .height = 330,
         .legend = LegendPlace::none});
    std::vector<double> x, y, foot_x, foot_y;
    std::vector<std::pair<double, double>> around;
    for (std::size_t k = 0; k < p.last.r.size(); ++k) {
      const particles::Vec3 r = p.last.r[k], u = p.last.u[k];
      const particles::Vec3 foot = r - H * u, head = r + H * u;
      foot_x.push_back(foot.x);
      foot_y.push_back(foot.y);
      for (const double value : {foot.x, head.x, std::nan("")}) x.push_back(value);
      for (const double value : {foot.y, head.y, std::nan("")}) y.push_back(value);
      around.push_back({std::atan2(r.y, r.x) / deg, std::acos(std::min(1.0, std::abs(u.z))) / deg});
    }
    for (const double radius : {p.run.R_i, p.run.R_o}) {
      std::vector<double> cx, cy;
      for (int k = 0; k <= 180; ++k) {
        cx.push_back(radius * std::cos(2 * k * deg));
        cy.push_back(radius * std::sin(2 * k * deg));
      }
      panel.line("wall", cx, cy, {Colour::grey, Dash::solid, 1.0});
    }
    panel.line("rod", x, y, {Colour::computed, Dash::solid, 1.5});
    panel.points("lower end", foot_x, foot_y, {Colour::computed, Mark::circle, true, 4});
    std::sort(around.begin(), around.end());
    angle.emplace_back();
    tilt.emplace_back();
    for (const auto& [a, t] : around) {
      angle.back().push_back(a);
      tilt.back().push_back(t);
    }
  }
  Panel& panel = figure.panel({.title = "Tilt around the annulus",
                               .x = {.label = "azimuth", .unit = "°", .min = -180.0, .max = 180.0},
                               .y = {.label = "tilt", .unit = "°", .min = 0.0},
                               .height = 220,
                               .legend = LegendPlace::below});
  for (int k = 0; k < 2; ++k) {
    panel.line(fmt::format("N = {}", numbers[k]), angle[k], tilt[k], {palette[k], Dash::solid, 1.0});
    panel.points(fmt::format("N = {}", numbers[k]), angle[k], tilt[k], {palette[k], Mark::circle, true, 5});
  }
  return figure;
}

}  // namespace

std::vector<Figure> experiment_figures(const Evidence& e) {
  return {tip_figure(e), direction_figure(e), ends_figure(e)};
}
std::vector<Figure> annulus_figures(const Evidence& e) { return {drift_figure(e), arrangement_figure(e)}; }

}  // namespace carom::papers::rods
