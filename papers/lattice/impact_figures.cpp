// SPDX-License-Identifier: Apache-2.0
// Figs 6, 7 and 8, roughness, energies and speeds.
#include <fmt/format.h>

#include <cmath>

#include "papers/lattice/figures.hpp"
#include "papers/lattice/findings.hpp"
#include "papers/lattice/printed_formulas.hpp"
#include "papers/lattice/reproduce.hpp"

namespace carom::papers::lattice {

using report::Axis;
using report::Colour;
using report::Dash;
using report::Figure;
using report::LegendPlace;
using report::Mark;
using report::MarkStyle;
using report::Panel;

namespace {

using What = EnsembleMean LatticeEnsembleResult::*;

const report::LineStyle published_line{Colour::published, Dash::dotted, 1.5};
const Axis cot_axis{.label = "cot γ", .min = 0.0, .max = 6.4};

// `aside`: points of several curves at one angle stand beside each other.
void draw(Panel& panel, const char* name, const Curve& curve, What what, MarkStyle style, double aside = 0) {
  std::vector<double> x = curve.cots;
  for (double& cot : x) cot += aside;
  panel.error_bars(name, x, curve.means(what), {curve.errors(what), {}}, style);
}

std::string reading_title(const Reading& r) {
  return r.units == Units::stiff ? "reading stiff: k_a = 10⁴, bottom free, equal points"
                                 : "reading soft: k_a = 471, bottom fixed, equal densities";
}

void draw_walton(Panel& panel, const char* name, const theory::Walton& walton, report::LineStyle style) {
  std::vector<double> x, y;
  for (const double cot : {0.0, theory::walton_border(walton), 10.5}) {
    x.push_back(cot);
    y.push_back(theory::walton_restitution(walton, cot));
  }
  panel.line(name, x, y, style);
}

theory::Walton paper_walton() {
  return {.mu_0 = published_value("mu_0_stiff"),
          .beta_0 = published_value("beta_0_stiff"),
          .e = published_value("e_mean_stiff")};
}

Figure tangential_figure(const Evidence& e) {
  Figure figure{.id = "fig6",
                .title = "Tangential restitution (the paper's Fig. 6)",
                .caption = fmt::format(
                    "Means over {} pairs of throws, to the right and to the left (random disk), and fewer for the "
                    "others; bars are standard errors. Lines: Walton's (3) with e = 0.8, dashed with our μ₀ and β₀, "
                    "dotted with the paper's. Points at one angle stand a little aside of each other. The points of "
                    "the paper's figure were not available.",
                    e.stiff.random.pairs),
                .shared_x = true};
  for (const Reading* r : e.readings()) {
    Panel& panel = figure.panel({.title = reading_title(*r),
                                 .x = {.label = "cot γ", .min = 0.0, .max = 10.4},
                                 .y = {.label = "β", .min = -1.2, .max = 1.0},
                                 .height = 270,
                                 .legend = LegendPlace::below});
    draw_walton(panel, "(3), the paper's numbers", paper_walton(), published_line);
    draw_walton(panel, "(3), our numbers",
                {.mu_0 = r->fit_random.mu_0.mean, .beta_0 = r->fit_random.beta_0.mean, .e = 0.8},
                {Colour::theory, Dash::dashed, 1.5});
    draw(panel, "random, rough", r->random, &LatticeEnsembleResult::beta, {Colour::computed, Mark::circle});
    draw(panel, "random, smooth", r->smooth, &LatticeEnsembleResult::beta, {Colour::green, Mark::square});
    draw(panel, "triangular as cut", r->polygon, &LatticeEnsembleResult::beta, {Colour::purple, Mark::triangle}, 0.08);
    draw(panel, "triangular within a ring", r->layered, &LatticeEnsembleResult::beta, {Colour::orange, Mark::cross},
         -0.08);
  }
  return figure;
}

Figure normal_figure(const Evidence& e) {
  Figure figure{.id = "fig7",
                .title = "Normal restitution (the paper's Fig. 7)",
                .caption =
                    "The normal velocity is 0.1 c at every angle. The paper's e is 0.8 between the dotted ends "
                    "and falls to the left of them. At the most grazing angles of the reading soft many disks "
                    "leave the wall, see the table."};
  Panel& panel = figure.panel({.x = {.label = "cot γ", .min = 0.0, .max = 10.4},
                               .y = {.label = "e", .min = 0.4, .max = 1.1},
                               .height = 290,
                               .legend = LegendPlace::below});
  draw(panel, "stiff, rough", e.stiff.random, &LatticeEnsembleResult::e, {Colour::computed, Mark::circle});
  draw(panel, "soft, rough", e.soft.random, &LatticeEnsembleResult::e, {Colour::orange, Mark::square}, 0.06);
  draw(panel, "stiff, smooth", e.stiff.smooth, &LatticeEnsembleResult::e, {Colour::sky, Mark::circle, false}, -0.06);
  draw(panel, "soft, smooth", e.soft.smooth, &LatticeEnsembleResult::e, {Colour::yellow, Mark::square, false}, 0.12);
  const double value = published_value("e_mean_stiff");
  panel.line("paper, mean", {2.5, 6}, {value, value}, {Colour::published, Dash::dotted, 2});
  return figure;
}

}  // namespace

std::vector<Figure> result_figures(const Evidence& e) { return {tangential_figure(e), normal_figure(e)}; }

Figure theory_figure(const Evidence& e) {
  Figure figure{.id = "fig8",
                .title = "Simulation and bilinear theory (the paper's Fig. 8)",
                .caption =
                    "Lines: the corrected theory with e = 0.8, η = 1.015 and β_x = 3.02. With the paper's constants "
                    "β is near 0.56 around cot γ = 2.5 only and falls to 0.1 at large cot γ; "
                    "η = 1.083, for ν = 0.26 of a Delaunay lattice, has a longer plateau. The printed (8) is the "
                    "dotted line; it leaves the figure on the left and ends above the curve on the right."};
  Panel& panel = figure.panel({.x = {.label = "cot γ", .min = 0.0, .max = 10.4},
                               .y = {.label = "β", .min = -1.2, .max = 1.2},
                               .height = 330,
                               .legend = LegendPlace::below});
  const auto line = [&](const char* name, report::LineStyle style, const auto& value) {
    std::vector<double> x, y;
    for (double cot = 0.05; cot < 10.41; cot += 0.05) {
      x.push_back(cot);
      y.push_back(value(cot));
    }
    panel.line(name, x, y, style);
  };
  line("theory, μ = 0.18 of the paper", {Colour::theory},
       [](double cot) { return theory::oblique_impact({.cot_gamma = cot}).beta; });
  line("theory, η = 1.083", {Colour::theory, Dash::dash_dot, 1.25},
       [](double cot) { return theory::oblique_impact({.cot_gamma = cot, .eta = 1.083}).beta; });
  for (const Reading* r : e.readings())
    line(r->units == Units::stiff ? "theory, μ₀ of stiff" : "theory, μ₀ of soft",
         {r->units == Units::stiff ? Colour::computed : Colour::orange, Dash::dashed, 1.25},
         [r](double cot) { return theory_beta(*r, cot); });
  line("(8) as printed", published_line, [](double cot) {
    const double beta = printed_8({.cot_gamma = cot});
    return std::abs(beta) < 1.2 ? beta : std::nan("");
  });
  draw(panel, "random disk, stiff", e.stiff.random, &LatticeEnsembleResult::beta, {Colour::computed, Mark::circle});
  draw(panel, "random disk, soft", e.soft.random, &LatticeEnsembleResult::beta, {Colour::orange, Mark::square}, 0.08);
  return figure;
}

Figure roughness_figure(const Evidence& e) {
  Figure figure{.id = "roughness",
                .title = "Roughness and number of points (section V)",
                .caption =
                    "β of the random disk, points at one angle a little aside of each other. Friction at grazing "
                    "incidence goes about with the square of the "
                    "slope of the wall's surface, δ over the spacing of its points.",
                .shared_x = true};
  for (const Reading* r : e.readings()) {
    Panel& panel = figure.panel({.title = reading_title(*r),
                                 .x = cot_axis,
                                 .y = {.label = "β", .min = -1.3, .max = 1.2},
                                 .height = 240,
                                 .legend = LegendPlace::below});
    const auto beta = &LatticeEnsembleResult::beta;
    draw(panel, "δ = 0.003", r->finest, beta, {Colour::green, Mark::square});
    draw(panel, "δ = 0.0215", r->finer, beta, {Colour::sky, Mark::triangle}, -0.05);
    Curve within = r->random;
    while (!within.cots.empty() && within.cots.back() > 6.4) {
      within.cots.pop_back();
      within.results.pop_back();
    }
    draw(panel, "δ = 0.03", within, beta, {Colour::computed, Mark::circle});
    draw(panel, "δ = 0.06", r->coarser, beta, {Colour::vermilion, Mark::cross}, 0.05);
    const Colour colours[] = {Colour::purple, Colour::orange};
    for (std::size_t k = 0; k < r->sizes.size(); ++k) {
      const std::string label = fmt::format("N = {}", r->sizes[k].run.N);
      draw(panel, label.c_str(), r->sizes[k], beta, {colours[k % 2], Mark::circle, false}, k == 0 ? 0.1 : -0.1);
    }
  }
  return figure;
}

std::vector<Figure> further_figures(const Evidence& e) {
  Figure energy{.id = "energy",
                .title = "Where the energy goes",
                .caption =
                    "Shares of the kinetic energy before the impact, mean over pairs, random rough disk. At "
                    "grazing incidence most of it is in the motion along the wall.",
                .shared_x = true};
  for (const Reading* r : e.readings()) {
    Panel& panel = energy.panel({.title = reading_title(*r),
                                 .x = {.label = "cot γ", .min = 0.0, .max = 10.4},
                                 .y = {.label = "share", .min = 0.0, .max = 1.0},
                                 .height = 220,
                                 .legend = LegendPlace::below});
    draw(panel, "translation", r->random, &LatticeEnsembleResult::translation, {Colour::computed, Mark::circle});
    draw(panel, "rotation", r->random, &LatticeEnsembleResult::rotation, {Colour::orange, Mark::triangle});
    draw(panel, "vibration of the disk", r->random, &LatticeEnsembleResult::vibration, {Colour::green, Mark::square});
    draw(panel, "wall", r->random, &LatticeEnsembleResult::wall, {Colour::purple, Mark::cross});
  }
  Figure speed{.id = "speed",
               .title = "Restitution and speed",
               .caption = fmt::format("Random rough disk, cot γ = 10, {} pairs a point. The paper has v_n = 0.1 only.",
                                      e.stiff.speeds.front().pairs)};
  Panel& panel = speed.panel({.x = {.label = "v_n", .unit = "c", .scale = report::Scale::log10},
                              .y = {.label = "e", .min = 0.4, .max = 1.0},
                              .height = 270,
                              .legend = LegendPlace::below});
  for (const Reading* r : e.readings()) {
    std::vector<double> v, y, error;
    for (const Curve& c : r->speeds) {
      v.push_back(c.run.impact.v_n);
      y.push_back(c.results.front().e.mean);
      error.push_back(c.results.front().e.error);
    }
    const Colour colour = r->units == Units::stiff ? Colour::computed : Colour::orange;
    panel.line(name(r->units), v, y, {colour, Dash::solid, 1.0});
    panel.error_bars(name(r->units), v, y, {error, {}},
                     {colour, r->units == Units::stiff ? Mark::circle : Mark::square});
  }
  return {energy, speed};
}

}  // namespace carom::papers::lattice
