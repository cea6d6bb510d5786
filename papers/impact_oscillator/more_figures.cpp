// SPDX-License-Identifier: Apache-2.0
// Figs 4, 5 and 6.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/impact_oscillator/branch_lines.hpp"
#include "papers/impact_oscillator/figures.hpp"
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

void add_sweep(Panel& panel, const std::string& name, const Sweep& sweep, Colour colour, Mark mark) {
  std::vector<double> x, y;
  for (const SweepRow& row : sweep.rows) {
    x.push_back(row.mu);
    y.push_back(row.phi_dot_max);
  }
  panel.points(name, x, y, {colour, mark, mark == Mark::cross, mark == Mark::square ? 7.0 : 4.0});
}

void add_sweeps(Panel& panel, const Evidence& evidence) {
  add_sweep(panel, "ε = 0, up", evidence.sweep(Set::second, 0, true), Colour::blue, Mark::circle);
  add_sweep(panel, "ε = 0, down", evidence.sweep(Set::second, 0, false), Colour::sky, Mark::cross);
  add_sweep(panel, "ε = 0.2, up", evidence.sweep(Set::second, 0.2, true), Colour::orange, Mark::square);
  add_sweep(panel, "ε = 0.2, down", evidence.sweep(Set::second, 0.2, false), Colour::purple, Mark::triangle);
}

Figure second_diagram(const Evidence& evidence) {
  const Branches& b = evidence.branches;
  Figure diagram{
      .id = "fig4",
      .title = "Bifurcation diagrams, second set (the paper's Fig. 4)",
      .caption = fmt::format(
          "As Fig. 2, with m₁ = 0.4 kg and k_φ = 25 N m/rad. The diagrams with ε = 0 and 0.2 lie on one another. "
          "Beyond μ = {:.3f} the tip stays on the belt again, and above {:.3f} rest is stable again, which the "
          "paper does not mention. Close to the Hopf point sweeps take longer to settle than they were given; the slip "
          "cycle is from its return map.",
          evidence.thresholds.last_flight, evidence.rest.again_2)};
  const struct {
    const char* title;
    double low, high;
    std::vector<const char*> published;
  } windows[] = {{"(a) the whole", 0.3, 0.76, {"hopf_2", "flight_2"}},
                 {"(b) the slip oscillation", 0.345, 0.3705, {"hopf_2", "stick_2"}}};
  for (const auto& w : windows) {
    Panel& panel = diagram.panel({.title = w.title,
                                  .x = {.label = "μ", .min = w.low, .max = w.high},
                                  .y = {.label = "φ̇_max", .unit = "rad/s", .min = -0.1},
                                  .height = 270,
                                  .legend = LegendPlace::below});
    add_branch(panel, b.rest_2, "rest", Colour::ink, w.low, w.high);
    add_branch(panel, b.second, "followed", Colour::vermilion, w.low, w.high);
    panel.line("slip cycle", evidence.slip_2.mu, evidence.slip_2.phi_dot_max, {Colour::green, Dash::solid, 1.75});
    if (&w == windows) {
      add_sweeps(panel, evidence);
    } else {
      add_sweep(panel, "ε = 0, up", evidence.birth[0], Colour::blue, Mark::circle);
      add_sweep(panel, "ε = 0.2, down", evidence.birth[1], Colour::purple, Mark::cross);
    }
    mark_published(panel, w.published);
  }
  return diagram;
}

Figure second_orbits(const Evidence& evidence) {
  Figure orbits{.id = "fig5",
                .title = "Orbits, second set (the paper's Fig. 5)",
                .caption =
                    "Flight solid, slip dotted, stick dashed. With ε = 0.2 the flight ends in a chatter of "
                    "impacts, each a small jump of φ̇."};
  for (const double eps : {0.0, 0.2}) {
    Panel& panel = portrait(orbits, eps == 0 ? "(a) ε = 0" : "(b) ε = 0.2");
    panel.points("μ = 0.3", {evidence.orbit(Set::second, 0.3, eps).record.report.final.q[0]}, {0.0},
                 {Colour::ink, Mark::cross, true, 8});
    const std::pair<double, Colour> list[] = {
        {0.355, Colour::green}, {0.4, Colour::blue}, {0.5, Colour::vermilion}, {0.6, Colour::purple}};
    for (const auto& [mu, colour] : list)
      add_orbit(panel, fmt::format("μ = {:g}", mu), evidence.orbit(Set::second, mu, eps).orbit, colour, angle, rate);
    add_style_key(panel);
  }
  return orbits;
}

Figure coincidence_figure(const Evidence& evidence) {
  Figure coincidence{
      .id = "coincidence",
      .title = "How well the second set's results with ε = 0 and 0.2 coincide",
      .caption =
          "Relative difference of φ̇_max; largest distance between the orbits over their extent in "
          "(φ, φ̇); time from the first impact to contact over the period. Where the tip never leaves "
          "the belt there is no difference, and nothing is drawn. φ̇_max is reached after stick has erased what the "
          "impacts left, and differs only within the accuracy of the runs."};
  Panel& panel = coincidence.panel({.x = {.label = "μ", .min = 0.35, .max = 0.64},
                                    .y = {.label = "difference", .scale = report::Scale::log10},
                                    .height = 290,
                                    .legend = LegendPlace::below});
  std::vector<double> x, maximum, orbit, chatter;
  for (const Coincidence& c : evidence.coincidence) {
    x.push_back(c.mu);
    const auto shown = [&c](double value) { return c.flies && value > 0 ? value : std::nan(""); };
    maximum.push_back(shown(c.maximum));
    orbit.push_back(shown(c.orbit));
    chatter.push_back(shown(c.chatter));
  }
  panel.line("chatter/period", x, chatter, {Colour::grey, Dash::dashed, 1.5});
  panel.line("orbits", x, orbit, {Colour::blue, Dash::solid, 1.75});
  panel.line("φ̇_max", x, maximum, {Colour::vermilion, Dash::solid, 1.75});
  panel.vertical(evidence.thresholds.first_flight, "first flight");
  return coincidence;
}

}  // namespace

std::vector<Figure> second_set_figures(const Evidence& evidence) {
  return {second_diagram(evidence), second_orbits(evidence), coincidence_figure(evidence)};
}

std::vector<Figure> wiper_figures(const Evidence& evidence) {
  const Wiper& w = evidence.wiper;
  std::vector<Figure> figures;
  Figure portraits{.id = "fig6a",
                   .title = "Sinusoidal belt: phase portraits (the paper's Fig. 6)",
                   .caption =
                       "One period of the belt, v = sin(πt/2) m/s, after ten; flight solid, slip dotted, stick "
                       "dashed."};
  const struct {
    double mu, eps;
    Colour colour;
  } list[] = {{0.5, 0, Colour::blue}, {0.5, 0.2, Colour::orange}, {0.3, 0, Colour::vermilion}};
  for (const auto& [mu, eps, colour] : list) {
    Panel& panel =
        portrait(portraits, mu == 0.3 ? "μ = 0.3, either ε" : fmt::format("μ = {:g}, ε = {:g}", mu, eps), 290);
    add_orbit(panel, "", w.at(mu, eps).record.points, colour, angle, rate, 1.25);
    add_style_key(panel);
  }
  figures.push_back(portraits);

  Figure histories{.id = "fig6b",
                   .title = "Sinusoidal belt: time histories (the paper's Fig. 6)",
                   .caption =
                       "The same motions in time, ε = 0; shaded where the belt moves backwards, v < 0. The blade "
                       "leans with φ > 0 throughout, so that φ and v have opposite signs there. The gap is that of "
                       "μ = 0.5; at μ = 0.3 the tip never leaves the belt.",
                   .shared_x = true};
  const auto time = [&w](const MotionPoint& p) { return p.t - w.at(0.5, 0).record.points.front().t; };
  const auto panel_of = [&](const char* title, const char* label, const char* unit) -> Panel& {
    Panel& panel = histories.panel({.title = title,
                                    .x = {.label = "t", .unit = "s", .min = 0.0, .max = 4.0},
                                    .y = {.label = label, .unit = unit},
                                    .height = 170,
                                    .legend = LegendPlace::none});
    panel.vertical_band(2, 4, histories.panels.size() == 1 ? "v < 0" : "");
    return panel;
  };
  const std::vector<MotionPoint>&hops = w.at(0.5, 0).record.points, &slides = w.at(0.3, 0).record.points;
  add_orbit(panel_of("μ = 0.5: angle", "φ", "rad"), "", hops, Colour::blue, time, angle);
  add_orbit(panel_of("μ = 0.5: rate", "φ̇", "rad/s"), "", hops, Colour::blue, time, rate, 1.25);
  add_orbit(
      panel_of("μ = 0.5: gap", "g_N", "mm"), "", hops, Colour::blue, time,
      [](const MotionPoint& p) { return 1e3 * p.gap; }, 1.25);
  add_orbit(panel_of("μ = 0.3: angle", "φ", "rad"), "", slides, Colour::vermilion, time, angle);
  add_orbit(panel_of("μ = 0.3: rate", "φ̇", "rad/s"), "", slides, Colour::vermilion, time, rate, 1.25);
  figures.push_back(histories);

  Figure friction{.id = "hopping",
                  .title = "Sinusoidal belt: hopping against friction",
                  .caption = "Part of the time in flight once the motion has settled. The blade hops from μ = " +
                             fmt::format("{:.4f}", w.onset) + " on (ε = 0)."};
  Panel& panel = friction.panel({.x = {.label = "μ", .min = 0.2, .max = 1.0},
                                 .y = {.label = "flight", .unit = "%", .min = 0.0},
                                 .height = 240,
                                 .legend = LegendPlace::bottom_right});
  std::vector<double> x, plastic, elastic;
  for (const HoppingPoint& p : w.friction) {
    x.push_back(p.mu);
    plastic.push_back(100 * p.flight);
    elastic.push_back(100 * p.flight_elastic);
  }
  panel.line("ε = 0", x, plastic, {Colour::blue, Dash::solid, 1.75});
  panel.line("ε = 0.2", x, elastic, {Colour::orange, Dash::solid, 1.75});
  panel.vertical(0.3, "Fig. 6", {Colour::reference, Dash::dotted, 1.25});
  panel.vertical(0.5, "Fig. 6", {Colour::reference, Dash::dotted, 1.25});
  figures.push_back(friction);
  return figures;
}

}  // namespace carom::papers::impact_oscillator
