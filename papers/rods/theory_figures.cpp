// SPDX-License-Identifier: Apache-2.0
// Figs 10, 11 and 12: regimes, the drift formula, single collisions.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "carom/theory/rod_drift.hpp"
#include "carom/theory/rod_regimes.hpp"
#include "papers/rods/figures.hpp"
#include "papers/rods/findings.hpp"
#include "papers/rods/reproduce.hpp"

namespace carom::papers::rods {

using report::Colour;
using report::Dash;
using report::Figure;
using report::LegendPlace;
using report::Mark;
using report::Panel;
using theory::RodRegime;

namespace {

Figure regime_figure() {
  Figure figure{.id = "fig10",
                .title = "Regimes of a collision (the paper's Fig. 10)",
                .caption =
                    "Thin rod, ε = 0.8, ω = 0. Slide below the orange line; above it a slip that stops reverses "
                    "below the blue line and sticks above it. Both critical angles of the blue line belong to the "
                    "figure: it comes down again at large tilt, and ends at μ = 3/4. Dotted: μ = 3/5, where the paper "
                    "has its end."};
  const RodShape thin;
  for (const double ratio : {1.0, 2.0, 10.0}) {
    const double q = 1.8 * ratio;
    Panel& panel = figure.panel({.title = fmt::format("−c_z/c_x = {:g}", ratio),
                                 .x = {.label = "φ", .unit = "°", .min = 0.0, .max = 90.0},
                                 .y = {.label = "μ", .min = 0.0, .max = 0.9},
                                 .height = 230,
                                 .legend = LegendPlace::below});
    std::vector<double> x, slide, reversal, zero;
    for (int k = 0; k <= 360; ++k) {
      const double phi = std::clamp(0.25 * k, 0.01, 89.99) * deg;
      x.push_back(0.25 * k);
      const double s = std::clamp(theory::slide_friction(thin, phi, q), 0.0, 0.9);
      slide.push_back(s);
      reversal.push_back(std::max(s, std::clamp(theory::reversal_friction(thin, phi), 0.0, 0.9)));
      zero.push_back(0);
    }
    panel.region("slide", x, zero, slide, {Colour::orange, 0.3});
    panel.region("slip–reversal", x, slide, reversal, {Colour::sky, 0.35});
    panel.region("slip–stick", x, reversal, std::vector<double>(x.size(), 0.9), {Colour::green, 0.15});
    const auto border = theory::reversal_border(thin);
    std::vector<double> bx, by;
    for (const theory::RodBorderPoint& p : border) {
      bx.push_back(p.phi / deg);
      by.push_back(p.mu);
    }
    panel.line("", bx, by, {Colour::blue});
    std::vector<double> edge = slide;
    for (double& mu : edge)
      if (mu <= 0 || mu >= 0.9) mu = std::nan("");
    panel.line("", x, edge, {Colour::orange});
    panel.horizontal(0.6, "3/5", {Colour::published, Dash::dotted, 1.5});
  }
  return figure;
}

Figure single_figure(const Evidence& e) {
  const CollisionScan& scan = e.readings.front().scan;
  Figure figure{
      .id = "fig12",
      .title = "Single collisions (the paper's Fig. 12)",
      .caption = fmt::format(
          "Soft rod l = 9.5 d with c = (0.35, −0.7), μ = 0.4, against a plate at rest, no gravity. Lines: the map "
          "for thin rods with ε = 0.65. Root-mean-square difference {:.2f} in c_x′ and {:.2f} in c_z′, over the "
          "initial c_x. Bottom: restitution at the contact point; the band is what the paper states.",
          scan.rms_c_x, scan.rms_c_z)};
  std::vector<double> phi, c_x, c_z, eps;
  for (const SoftCollision& c : scan.each) {
    phi.push_back(c.phi);
    c_x.push_back(c.c_x);
    c_z.push_back(c.c_z);
    eps.push_back(c.eps);
  }
  const auto map_at = [](double angle) {
    const study::RodRun run = single_run(angle);
    return theory::collide(
        {.lever = rod_lever(RodShape{}, run.phi), .mu = run.mu_rb, .eps = 0.65, .c_x = run.c_x, .c_z = run.c_z});
  };
  const std::pair<RodRegime, std::pair<const char*, Dash>> kinds[] = {
      {RodRegime::slip_stick, {"map, slip–stick", Dash::solid}},
      {RodRegime::slip_reversal, {"map, slip–reversal", Dash::dash_dot}},
      {RodRegime::slide, {"map, slide", Dash::dashed}}};
  for (const bool horizontal : {true, false}) {
    Panel& panel = figure.panel({.title = horizontal ? "horizontal" : "vertical",
                                 .x = {.label = "φ", .unit = "°", .min = 0.0, .max = 90.0},
                                 .y = {.label = horizontal ? "c_x′/c_x" : "c_z′/c_x"},
                                 .height = 240,
                                 .legend = LegendPlace::below});
    for (const auto& [regime, style] : kinds) {
      std::vector<double> x, y;
      for (double angle = 0.25; angle < 90; angle += 0.25) {
        const auto map = map_at(angle);
        x.push_back(angle);
        y.push_back(map.regime == regime ? (horizontal ? map.c_x : map.c_z) / 0.35 : std::nan(""));
      }
      panel.line(style.first, x, y, {Colour::theory, style.second});
    }
    panel.points("soft rod", phi, horizontal ? c_x : c_z, {Colour::computed});
  }
  Panel& panel = figure.panel({.title = "restitution",
                               .x = {.label = "φ", .unit = "°", .min = 0.0, .max = 90.0},
                               .y = {.label = "ε", .min = 0.5, .max = 0.9},
                               .height = 170,
                               .legend = LegendPlace::none});
  const PublishedEntry& stated = published_entry("eps_md");
  panel.horizontal_band(stated.low, stated.high, "paper");
  panel.points("soft rod", phi, eps, {Colour::computed});
  return figure;
}

}  // namespace

std::vector<Figure> collision_figures(const Evidence& e) { return {regime_figure(), single_figure(e)}; }

std::vector<Figure> drift_figures() {
  const theory::RodRow row;
  Figure figure{
      .id = "fig11",
      .title = "Stationary drift by the formula (the paper's Fig. 11)",
      .caption =
          "Thin rod, ε = 0.65, μ = 0.3. Dashed: the branches where they do not hold. The slip reverses between "
          "the two critical angles only, so near 90° the slip–stick branch holds again."};
  Panel& panel = figure.panel({.x = {.label = "φ", .unit = "°", .min = 0.0, .max = 90.0},
                               .y = {.label = "c_x/V_z, c_z′/V_z", .min = 0.0, .max = 6.5},
                               .height = 300,
                               .legend = LegendPlace::below});
  std::vector<double> x, c_x, c_z, stick, turn;
  for (double phi = 0.25; phi < 90; phi += 0.25) {
    const theory::RodDrift drift = theory::rod_drift(row, phi * deg);
    x.push_back(phi);
    c_x.push_back(drift.c_x);
    c_z.push_back(drift.c_z);
    const bool sticks = drift.regime != RodRegime::slip_reversal;
    stick.push_back(sticks ? std::nan("") : theory::rod_drift_sticking(row, phi * deg));
    turn.push_back(sticks ? theory::rod_drift_reversing(row, phi * deg) : std::nan(""));
  }
  panel.line("c_x", x, c_x, {Colour::ink});
  panel.line("c_z′", x, c_z, {Colour::green, Dash::dash_dot});
  panel.line("branch that does not hold", x, stick, {Colour::vermilion, Dash::dashed, 1.25});
  panel.line("branch that does not hold", x, turn, {Colour::vermilion, Dash::dashed, 1.25});
  if (const auto range = theory::reversal_range(row.shape, row.mu)) {
    panel.vertical(range->lower / deg, fmt::format("{:.1f}°", range->lower / deg));
    if (range->upper) panel.vertical(*range->upper / deg, fmt::format("{:.1f}°", *range->upper / deg));
  }
  return {figure};
}

}  // namespace carom::papers::rods
