// SPDX-License-Identifier: Apache-2.0
// Figs 6, 7, 8 and 13: the row.
#include <fmt/format.h>

#include <cmath>

#include "papers/rods/figures.hpp"
#include "papers/rods/findings.hpp"
#include "papers/rods/reproduce.hpp"

namespace carom::papers::rods {

using observe::RodMeasures;
using report::Colour;
using report::Dash;
using report::Figure;
using report::LegendPlace;
using report::Mark;
using report::Panel;

namespace {

const report::LineStyle published_line{Colour::published, Dash::dotted, 1.5};

Figure velocity_figure(const Evidence& e) {
  const auto& row = e.row_tilt;
  Figure figure{
      .id = "fig6",
      .title = "Velocities before and after collisions in the row (the paper's Fig. 6)",
      .caption = fmt::format(
          "l = 9.5 d, d = 6 mm, f = 60 Hz, Γ = 3.3, μ = 0.3; V₀ = {:.2f} cm/s, and a velocity of 1 in reduced "
          "units is {:.2f} cm/s. Averages over collisions of the lower ends, micro-bounces left out.",
          in_cm_per_s(row[0].run, plate_speed(row[0].run)), in_cm_per_s(row[0].run, 1)),
      .shared_x = true};
  const auto panel = [&](const char* title, const char* label, const char* unit) -> Panel& {
    return figure.panel({.title = title,
                         .x = {.label = "φ", .unit = "°", .min = 0.0, .max = 75.0},
                         .y = {.label = label, .unit = unit},
                         .height = 200,
                         .legend = LegendPlace::below});
  };
  const auto series = [&](observe::MeanValue RodMeasures::*what, double scale) {
    std::vector<double> y;
    y.reserve(row.size());
    for (const Point& p : row) y.push_back(scale * p.mean(what));
    return y;
  };
  const auto draw = [&](Panel& p, const char* name, const std::vector<double>& y, Colour colour, Mark mark) {
    p.line(name, tilts(row), y, {colour, Dash::solid, 1.0});
    p.points(name, tilts(row), y, {colour, mark, true, 6});
  };
  const double unit = in_cm_per_s(row[0].run, 1), rate = study::velocity_unit(row[0].run) / row[0].run.d;
  Panel& a = panel("(a) angular velocity", "ω", "1/s");
  draw(a, "before", series(&RodMeasures::omega, rate), Colour::ink, Mark::circle);
  draw(a, "after", series(&RodMeasures::omega_plus, rate), Colour::vermilion, Mark::square);
  Panel& b = panel("(b) vertical velocity", "−c_z, c_z′", "cm/s");
  draw(b, "before", series(&RodMeasures::c_z, -unit), Colour::ink, Mark::circle);
  draw(b, "after", series(&RodMeasures::c_z_plus, unit), Colour::vermilion, Mark::square);
  Panel& c = panel("(c) horizontal velocity", "c_x, c_x′", "cm/s");
  draw(c, "before", series(&RodMeasures::c_x, unit), Colour::ink, Mark::circle);
  draw(c, "after", series(&RodMeasures::c_x_plus, unit), Colour::vermilion, Mark::square);
  Panel& d = panel("(d) plate velocity at collisions", "V_z", "cm/s");
  draw(d, "V_z", series(&RodMeasures::V_plate, unit), Colour::computed, Mark::circle);
  d.horizontal(published_value("V_half") * unit * plate_speed(row[0].run), "V₀/2", published_line);
  return figure;
}

Figure flight_figure(const Evidence& e) {
  Figure figure{.id = "fig7",
                .title = "Lower end of a rod in the row (the paper's Fig. 7)",
                .caption = "Height of one tip above the mean plate, and the plate, over 12 periods at Γ = 3.3."};
  for (const Point* p : {&e.tip_9, &e.tip_34}) {
    const TipPath path = tip_path(*p, 7);
    Panel& panel = figure.panel({.title = fmt::format("φ = {:.0f}°: mean flight {:.2f} periods", p->run.phi / deg,
                                                      p->mean(&RodMeasures::flight_time)),
                                 .x = {.label = "t", .unit = "periods"},
                                 .y = {.label = "height", .unit = "mm"},
                                 .height = 210,
                                 .legend = LegendPlace::below});
    std::vector<double> t, z, plate;
    for (std::size_t k = 0; k < path.t.size(); ++k) {
      t.push_back(path.t[k] - path.t[0]);
      z.push_back(1e3 * p->run.d * path.z[k]);
      plate.push_back(1e3 * p->run.d * path.plate[k]);
    }
    panel.line("tip", t, z, {Colour::computed});
    panel.line("plate", t, plate, {Colour::grey});
  }
  return figure;
}

Figure phase_figure(const Evidence& e) {
  Figure figure{.id = "fig8",
                .title = "Phases of the landings (the paper's Fig. 8)",
                .caption =
                    "Density over the phase θ of the plate, V = V₀ cos θ; the plate moves down in the shaded half. "
                    "Dashed: H(θ) = (1 + cos θ)/2π."};
  const double list[2][3] = {{9, 18, 24}, {35, 50, 70}};
  const Colour colours[2][3] = {{Colour::blue, Colour::green, Colour::orange},
                                {Colour::vermilion, Colour::purple, Colour::sky}};
  for (int k = 0; k < 2; ++k) {
    Panel& panel = figure.panel({.title = k == 0 ? "small tilt" : "large tilt",
                                 .x = {.label = "θ", .unit = "rad", .min = 0.0, .max = 2 * pi},
                                 .y = {.label = "density", .unit = "1/rad", .min = 0.0},
                                 .height = 250,
                                 .legend = LegendPlace::below});
    panel.vertical_band(pi / 2, 3 * pi / 2);
    for (int j = 0; j < 3; ++j) {
      const Point& p = e.row(list[k][j]);
      std::vector<double> x, y;
      for (int bin = 0; bin <= 24; ++bin) {
        x.push_back(2 * pi * bin / 24);
        y.push_back(p.phase_density(std::min(bin, 23)));
      }
      panel.step(fmt::format("{:.0f}°", list[k][j]), x, y, {colours[k][j], Dash::solid, 1.5});
    }
    std::vector<double> x, y;
    for (int i = 0; i <= 120; ++i) {
      x.push_back(2 * pi * i / 120);
      y.push_back((1 + std::cos(x.back())) / (2 * pi));
    }
    panel.line("H(θ)", x, y, {Colour::theory, Dash::dashed});
  }
  return figure;
}

void add_lengths(Figure& figure, const Evidence& e) {
  Panel& panel = figure.panel({.title = "(c) length, L = 41.4 d, Γ = 2.5",
                               .x = {.label = "l", .unit = "d", .min = 0.5, .max = 10.5},
                               .y = {.label = "c_x", .unit = "cm/s"},
                               .height = 280,
                               .legend = LegendPlace::below});
  const Colour colours[] = {Colour::blue, Colour::green, Colour::vermilion, Colour::orange};
  int k = 0;
  for (const LengthCurve& curve : e.lengths) {
    std::vector<double> l;
    for (const Point& p : curve.points) l.push_back(p.run.l);
    const DriftSeries c = in_cm_per_s(curve.points);
    const std::string name =
        fmt::format("{} inertia, γ {}", curve.inertia == particles::Inertia::printed ? "printed" : "correct",
                    curve.rescaled ? "rescaled" : "fixed");
    panel.error_bars(name, l, c.y, {c.error, {}}, {colours[k], curve.rescaled ? Mark::square : Mark::circle});
    panel.line(name, l, c.y, {colours[k], curve.rescaled ? Dash::dashed : Dash::solid, 1.0});
    ++k;
  }
  panel.vertical(published_value("fig_13c_saturates"), "paper", published_line);
  Panel& tilt = figure.panel({.title = "(c) tilt",
                              .x = {.label = "l", .unit = "d", .min = 0.5, .max = 10.5},
                              .y = {.label = "φ", .unit = "°"},
                              .height = 170,
                              .legend = LegendPlace::none});
  k = 0;
  for (const LengthCurve& curve : e.lengths) {
    std::vector<double> l;
    for (const Point& p : curve.points) l.push_back(p.run.l);
    tilt.line("", l, tilts(curve.points), {colours[k], curve.rescaled ? Dash::dashed : Dash::solid, 1.25});
    ++k;
  }
}

}  // namespace

std::vector<Figure> row_figures(const Evidence& e) { return {velocity_figure(e), flight_figure(e), phase_figure(e)}; }

std::vector<Figure> discussion_figures(const Evidence& e) {
  Figure figure{
      .id = "fig13",
      .title = "Drift of the row (the paper's Fig. 13)",
      .caption = fmt::format(
          "N = 40; a velocity of 1 in reduced units is {:.2f} cm/s. (a) Γ = 3.3; line: (26), (29), (31) with ε = "
          "0.65, μ = 0.3 and both critical angles; crosses: the same closure for thick rods, with V_z, ε and −c_z/c_z′ "
          "from the run. (b) L = 43 d. (c) With the printed moment of inertia of "
          "footnote 12 and with the correct one; damping γ fixed, or rescaled with the mass so that the "
          "restitution stays about that of l = 9.5 d; dotted: the length that the paper states.",
          in_cm_per_s(e.row_tilt[0].run, 1))};
  {
    Panel& panel = figure.panel({.title = "(a) tilt",
                                 .x = {.label = "φ", .unit = "°", .min = 0.0, .max = 90.0},
                                 .y = {.label = "c_x", .unit = "cm/s", .min = 0.0},
                                 .height = 290,
                                 .legend = LegendPlace::below});
    const DriftSeries c = in_cm_per_s(e.row_tilt);
    panel.error_bars("simulation", tilts(e.row_tilt), c.y, {c.error, {}}, {Colour::computed});
    std::vector<double> x, y;
    for (double phi = 0.25; phi < 90; phi += 0.25) {
      x.push_back(phi);
      y.push_back(in_cm_per_s(e.row_tilt[0].run, theory_drift(e.row_tilt[0].run, phi)));
    }
    panel.line("theory, V_z = V₀/2", x, y, {Colour::theory});
    std::vector<double> measured_x, measured_y;
    for (const Point& p : e.row_tilt) {
      measured_x.push_back(p.tilt());
      measured_y.push_back(in_cm_per_s(p.run, closure_drift(p)));
    }
    panel.points("theory with measured V_z, ε, −c_z/c_z′", measured_x, measured_y,
                 {Colour::orange, Mark::cross, true, 6});
    panel.vertical(published_value("bump"), "bump, paper", published_line);
  }
  std::vector<double> gamma;
  for (const Point& p : e.row_gamma) gamma.push_back(p.run.Gamma);
  {
    Panel& panel = figure.panel({.title = "(b) acceleration",
                                 .x = {.label = "Γ", .min = 0.8},
                                 .y = {.label = "c_x", .unit = "cm/s", .min = 0.0},
                                 .height = 250,
                                 .legend = LegendPlace::below});
    const DriftSeries c = in_cm_per_s(e.row_gamma);
    panel.error_bars("simulation", gamma, c.y, {c.error, {}}, {Colour::computed});
    std::vector<double> y;
    for (const Point& p : e.row_gamma) y.push_back(in_cm_per_s(p.run, theory_drift(p.run, p.tilt())));
    panel.line("theory, V_z = V₀/2", gamma, y, {Colour::theory});
  }
  figure
      .panel({.title = "(b) tilt",
              .x = {.label = "Γ", .min = 0.8},
              .y = {.label = "φ", .unit = "°"},
              .height = 150,
              .legend = LegendPlace::none})
      .points("", gamma, tilts(e.row_gamma), {Colour::computed});
  add_lengths(figure, e);
  return {figure};
}

}  // namespace carom::papers::rods
