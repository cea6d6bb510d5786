// SPDX-License-Identifier: Apache-2.0
#include "papers/impact_oscillator/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/common/published.hpp"
#include "papers/impact_oscillator/branch_lines.hpp"
#include "papers/impact_oscillator/orbit_lines.hpp"
#include "papers/impact_oscillator/reproduce.hpp"

namespace carom::papers::impact_oscillator {

namespace {

using report::Colour;
using report::Dash;
using report::Figure;
using report::LegendPlace;
using report::Mark;
using report::Panel;

void add_sweep(Panel& panel, const std::string& name, const Sweep& sweep, Colour colour, Mark mark, bool filled,
               double low = 0, double high = 10) {
  std::vector<double> x, y;
  for (const SweepRow& row : sweep.rows)
    if (row.mu >= low && row.mu <= high) {
      x.push_back(row.mu);
      y.push_back(row.phi_dot_max);
    }
  if (!x.empty()) panel.points(name, x, y, {colour, mark, filled, mark == Mark::circle ? 4.0 : 5.0});
}

// Rest in slip by its eigenvalues.
void add_rest(Panel& panel, double low, double high, double hopf) {
  panel.line("rest", {low, std::min(hopf, high)}, {0, 0}, {Colour::ink, Dash::solid, 1.75});
  if (high > hopf) panel.line("rest, unstable", {hopf, high}, {0, 0}, {Colour::ink, Dash::dashed, 1.25});
}

void add_whole(Figure& diagram, const Evidence& evidence) {
  const Branches& b = evidence.branches;
  Panel& all = diagram.panel({.title = "(a) ε = 0 and ε = 0.2",
                              .x = {.label = "μ", .min = 0.3, .max = 0.9},
                              .y = {.label = "φ̇_max", .unit = "rad/s", .min = -0.05},
                              .height = 290,
                              .legend = LegendPlace::below});
  add_rest(all, 0.3, evidence.rest.impossible_1, evidence.rest.hopf_1);
  add_branch(all, b.stick_down, "ε = 0, followed", Colour::blue, 0.3, 0.9);
  add_branch(all, b.stick_up, "ε = 0, followed", Colour::blue, 0.3, 0.9);
  add_branch(all, b.bouncing, "ε = 0.2, followed", Colour::orange, 0.3, 0.9);
  add_sweep(all, "ε = 0, up", evidence.sweep(Set::first, 0, true), Colour::blue, Mark::circle, false);
  add_sweep(all, "ε = 0, down", evidence.sweep(Set::first, 0, false), Colour::sky, Mark::cross, true);
  add_sweep(all, "ε = 0.2, up", evidence.sweep(Set::first, 0.2, true), Colour::orange, Mark::circle, false);
  add_sweep(all, "ε = 0.2, down", evidence.sweep(Set::first, 0.2, false), Colour::purple, Mark::cross, true);
}

void add_loop(Figure& diagram, const Evidence& evidence) {
  const Branches& b = evidence.branches;
  const double low = 0.386, high = 0.412;
  Panel& loop = diagram.panel({.title = "(b) the hysteretic loop",
                               .x = {.label = "μ", .min = low, .max = high},
                               .y = {.label = "φ̇_max", .unit = "rad/s", .min = -0.05, .max = 1.2},
                               .height = 270,
                               .legend = LegendPlace::below});
  add_rest(loop, low, high, evidence.rest.hopf_1);
  loop.line("slip cycle", evidence.slip_1.mu, evidence.slip_1.phi_dot_max, {Colour::green, Dash::solid, 1.75});
  add_branch(loop, b.stick_down, "ε = 0, followed", Colour::blue, low, high);
  add_branch(loop, b.slip, "ε = 0, followed", Colour::blue, low, high);
  add_branch(loop, b.bouncing, "ε = 0.2, followed", Colour::orange, low, high);
  add_sweep(loop, "ε = 0, up", evidence.loop[0], Colour::blue, Mark::circle, false);
  add_sweep(loop, "ε = 0, down", evidence.loop[1], Colour::sky, Mark::cross, true);
  add_sweep(loop, "ε = 0.2, up", evidence.loop[2], Colour::orange, Mark::circle, false);
  add_sweep(loop, "ε = 0.2, down", evidence.loop[3], Colour::purple, Mark::cross, true);
  mark_published(loop, {"fold", "slip_end"});
}

void add_birth(Figure& diagram, const Evidence& evidence) {
  const Branches& b = evidence.branches;
  const double low = 0.40971, high = 0.40989;
  Panel& birth = diagram.panel({.title = "(b, enlarged) the Hopf point and the end of the slip cycle",
                                .x = {.label = "μ", .min = low, .max = high},
                                .y = {.label = "φ̇_max", .unit = "rad/s", .min = -0.02, .max = 0.45},
                                .height = 250,
                                .legend = LegendPlace::below});
  add_rest(birth, low, high, evidence.rest.hopf_1);
  birth.line("slip cycle", evidence.slip_1.mu, evidence.slip_1.phi_dot_max, {Colour::green, Dash::solid, 1.75});
  add_branch(birth, b.slip, "followed", Colour::blue, low, high);
  add_branch(birth, b.stick_down, "followed", Colour::blue, low, high);
  mark_published(birth, {"hopf", "slip_end"});
}

void add_end_of_stick(Figure& diagram, const Evidence& evidence) {
  const double fold = evidence.thresholds.fold;
  Panel& end = diagram.panel({.title = "(c) the end of the orbit with stick, ε = 0",
                              .x = {.label = "μ", .min = 0.38951, .max = 0.38999},
                              .y = {.label = "φ̇_max", .unit = "rad/s"},
                              .height = 250,
                              .legend = LegendPlace::below});
  std::vector<double> x, y;
  for (const CascadePoint& point : evidence.cascade.points)
    if (fold + point.offset < 0.38999) {
      x.push_back(fold + point.offset);
      y.push_back(point.phi_dot_max);
    }
  add_branch(end, evidence.branches.stick_down, "ε = 0, followed", Colour::blue, 0.38951, 0.38999);
  end.points("located events", x, y, {Colour::blue, Mark::circle, false, 5});
  mark_published(end, {"fold", "first_split"});
}

Figure first_diagram(const Evidence& evidence) {
  Figure diagram{
      .id = "fig2",
      .title = "Bifurcation diagrams, first set (the paper's Fig. 2)",
      .caption =
          "Largest φ̇ between points of the section against μ. Points: sweeps up (circles) and down (crosses), each "
          "value "
          "from the motion of the one before. Lines: rest by its eigenvalues, the slip cycle by its return map" +
          std::string(evidence.branches.stick_down.followed() ? ", orbits followed by continuation" : "") +
          "; unstable ones dashed; rest ends where slip becomes impossible. Dotted red: published values. In (c) the "
          "period is one all the way to the fold."};
  add_whole(diagram, evidence);
  add_loop(diagram, evidence);
  add_birth(diagram, evidence);
  add_end_of_stick(diagram, evidence);
  return diagram;
}

Figure first_orbits(const Evidence& evidence) {
  Figure orbits{.id = "fig3",
                .title = "Orbits, first set (the paper's Fig. 3)",
                .caption =
                    "Flight solid, slip dotted, stick dashed. At μ = 0.3 the blade is at rest (cross); the small "
                    "oval is the slip cycle at μ = 0.4098."};
  const auto start = [&](const char* title) -> Panel& {
    Panel& panel = portrait(orbits, title);
    panel.points("μ = 0.3", {evidence.orbit(Set::first, 0.3, 0).record.report.final.q[0]}, {0.0},
                 {Colour::ink, Mark::cross, true, 8});
    return panel;
  };
  const auto draw = [&](Panel& panel, double mu, double eps, const std::string& what, Colour colour) {
    add_orbit(panel, fmt::format("μ = {:g}{}", mu, what), evidence.orbit(Set::first, mu, eps).orbit, colour, angle,
              rate);
  };
  Panel& elastic = start("(a) ε = 0.2");
  draw(elastic, 0.4098, 0.2, "", Colour::green);
  draw(elastic, 0.5, 0.2, ", bouncing", Colour::orange);
  add_style_key(elastic);
  Panel& plastic = start("(b) ε = 0");
  draw(plastic, 0.4098, 0, "", Colour::green);
  draw(plastic, 0.391, 0, "", Colour::blue);
  draw(plastic, 0.5, 0, "", Colour::vermilion);
  draw(plastic, 0.7, 0, "", Colour::purple);
  add_style_key(plastic);
  return orbits;
}

}  // namespace

std::vector<Figure> first_set_figures(const Evidence& evidence) {
  return {first_diagram(evidence), first_orbits(evidence)};
}

std::vector<Figure> cascade_figures(const Evidence& evidence) {
  const Cascade& c = evidence.cascade;
  Figure figure{
      .id = "cascade",
      .title = "The period-adding cascade is made by the detection of stick",
      .caption = fmt::format(
          "First set, ε = 0. Top: cycles in a period against the distance from the fold, μ_c = {:.9f}. With located "
          "events "
          "the period is one. A program that looks for the end of slip at step ends only adds cycles without stick, in "
          "windows that end at μ_c + (μ_1 − μ_c)(λ − 1)/(λⁱ − 1), λ = {:.4f} (dashed) and accumulate at the true fold. "
          "Bottom: where such a program first doubles the period depends erratically on its step.",
          c.fold, c.slope)};
  {
    Panel& panel = figure.panel({.title = "Cycles in a period",
                                 .x = {.label = "μ − μ_c", .scale = report::Scale::log10, .min = 1e-8, .max = 1e-3},
                                 .y = {.label = "period, in cycles", .min = 0.0},
                                 .height = 300,
                                 .legend = LegendPlace::top_right});
    std::vector<double> x, exact, fine, coarse;
    for (const CascadePoint& p : c.points) {
      x.push_back(p.offset);
      exact.push_back(p.exact);
      fine.push_back(p.stepped);
      coarse.push_back(p.coarse);
    }
    // Windows by (2): the period is i between the ends i and i − 1.
    const auto windows = [&](double first) {
      std::pair<std::vector<double>, std::vector<double>> line;
      for (int i = 40; i >= 0; --i) {
        const double end = i == 0 ? 1e-3 : first * (c.slope - 1) / (std::pow(c.slope, i) - 1);
        if (end < 1e-8) continue;
        line.first.push_back(end);
        line.second.push_back(std::max(i, 1));
      }
      return line;
    };
    const auto predicted = windows(c.ends[0] - c.fold);
    panel.points("step-end detection, 4 ms", x, coarse, {Colour::sky, Mark::cross, true, 5});
    panel.points("step-end detection, 1 ms", x, fine, {Colour::vermilion, Mark::square, false, 5});
    panel.step("windows by λ, 1 ms", predicted.first, predicted.second, {Colour::grey, Dash::dashed, 1.25});
    panel.points("located events", x, exact, {Colour::blue, Mark::circle, true, 5});
  }
  {
    Panel& panel = figure.panel({.title = "First doubling of the step-end program",
                                 .x = {.label = "step", .unit = "ms", .min = 0.0},
                                 .y = {.label = "μ₁ − μ_c", .scale = report::Scale::log10},
                                 .height = 240,
                                 .legend = LegendPlace::bottom_right});
    std::vector<double> x, y;
    for (const StepChoice& s : c.steps) {
      x.push_back(1e3 * s.step);
      y.push_back(s.first_split - c.fold);
    }
    panel.line("step-end detection", x, y, {Colour::vermilion, Dash::solid, 1.0});
    panel.points("step-end detection", x, y, {Colour::vermilion, Mark::square, false, 5});
    panel.horizontal(c.published_split - c.fold, fmt::format("published, {:g}", c.published_split),
                     {Colour::ink, Dash::dotted, 1.25});
  }
  return {figure};
}

}  // namespace carom::papers::impact_oscillator
