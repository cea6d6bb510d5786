// SPDX-License-Identifier: Apache-2.0
// One impact of the disc and the ball from beginning to end, for docs/theory/multiple-impacts.md.
#include "figures.hpp"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "carom/catalog/catalog.hpp"

namespace {

using carom::report::Colour;
using carom::report::Figure;
using carom::report::LegendPlace;
using carom::report::Panel;
using carom::report::Scale;
using Values = std::vector<double>;

constexpr double gap = std::numeric_limits<double>::quiet_NaN();

struct Columns : carom::RowSink {
  std::vector<std::string> names;
  std::map<std::string, Values> of;
  void begin(const carom::TableHeader& header) override {
    for (const carom::Column& column : header.columns) names.push_back(column.name);
  }
  void row(std::span<const double> values) override {
    for (std::size_t i = 0; i < values.size(); ++i) of[names[i]].push_back(values[i]);
  }
  void flush() override {}
  void finish() override {}
};

struct Point {
  const char* name;
  Colour colour;
};
const Point points[] = {{"A", Colour::blue}, {"B", Colour::green}, {"C", Colour::orange}, {"D", Colour::vermilion}};

Values scaled(Values list, double factor) {
  for (double& value : list) value *= factor;
  return list;
}

Columns trace_of(const carom::study::System& system, const carom::Parameters& parameters, double v_b) {
  Columns trace;
  carom::study::ImpactRequest request{.parameters = parameters, .u = {v_b, 0, 0, 0, 0}};
  request.trace = &trace;
  system.impact(request);
  return trace;
}

// A row for every contact, a stretch for every mode.
void draw_modes(Panel& panel, const Columns& c, const Values& t) {
  const struct {
    double mode;
    const char* name;
    Colour colour;
  } modes[] = {{1, "stick", Colour::ink}, {2, "slip+", Colour::sky}, {3, "slip−", Colour::purple}};
  for (const auto& mode : modes) {
    for (int k = 0; k < 4; ++k) {
      const Values& there = c.of.at(std::string("mode_") + points[k].name);
      Values y(t.size(), gap);
      bool any = false;
      for (std::size_t i = 0; i < t.size(); ++i) {
        // A row tells the mode that begins with it; the stretch reaches to the next row.
        const bool here = there[i] == mode.mode, before = i > 0 && there[i - 1] == mode.mode;
        if (here || before) y[i] = 4 - k;
        any = any || here;
      }
      if (any) panel.line(mode.name, t, y, {.colour = mode.colour, .width = 6});
    }
  }
  for (int k = 0; k < 4; ++k)
    panel.horizontal(4 - k, points[k].name,
                     {.colour = Colour::grey, .dash = carom::report::Dash::dotted, .width = 0.75});
}

Figure impact_figure(const std::string& preset) {
  const carom::study::System& system = carom::study::disc_ball_system();
  carom::study::RunRequest settings = system.request();
  system.apply(system.preset(preset), settings);
  const double v_b = settings.parameters["v_b"], b = settings.parameters["b"];
  const Columns c = trace_of(system, settings.parameters, v_b);
  const Values t = scaled(c.of.at("s"), 1e6);
  const auto of = [&](const char* quantity, const Point& p) { return c.of.at(std::string(quantity) + p.name); };

  char title[100], caption[400];
  std::snprintf(title, sizeof title, "One impact, ball and disc: b = %g mm, v_b = %g m/s", 1e3 * b, v_b);
  std::snprintf(caption, sizeof caption,
                "Frozen configuration, %zu points of the flow. C is never pressed. Energies begin at zero as powers of "
                "time: D as s to the 5/2, A as s to the 35/4.",
                t.size());
  Figure figure{.id = "impact-" + preset, .title = title, .caption = caption, .shared_x = true};
  const carom::report::Axis time{.label = "s", .unit = "µs", .min = 0};
  Panel& force = figure.panel({.title = "Normal forces", .x = time, .y = {.label = "F_n", .unit = "N"}, .height = 190});
  Panel& energy = figure.panel({.title = "Stored energies",
                                .x = time,
                                .y = {.label = "E", .unit = "J", .scale = Scale::log10, .min = 1e-14, .max = 1e-2},
                                .height = 210});
  Panel& friction = figure.panel(
      {.title = "Friction over load", .x = time, .y = {.label = "F_t/F_n", .min = -0.2, .max = 0.2}, .height = 170});
  Panel& velocity = figure.panel({.title = "Velocities", .x = time, .y = {.label = "γ", .unit = "m/s"}, .height = 190});
  Panel& ground = figure.panel(
      {.title = "Normal velocities at the ground", .x = time, .y = {.label = "γ_n", .unit = "mm/s"}, .height = 170});
  Panel& modes = figure.panel({.title = "Modes: row 4 is A, 3 is B, 2 is C, 1 is D",
                               .x = time,
                               .y = {.label = "row", .min = 0.4, .max = 4.6},
                               .height = 150,
                               .legend = LegendPlace::below});
  for (const Point& p : points) {
    const Values F_n = of("F_n_", p);
    const bool pressed = *std::max_element(F_n.begin(), F_n.end()) > 0;
    if (pressed) {
      force.line(p.name, t, F_n, {.colour = p.colour});
      energy.line(p.name, t, of("E_", p), {.colour = p.colour});
      Values ratio = of("F_t_", p);
      for (std::size_t i = 0; i < ratio.size(); ++i) ratio[i] = F_n[i] > 0 ? ratio[i] / F_n[i] : gap;
      // A and B share one force; their ratios are the same.
      if (p.name[0] != 'B') friction.line(p.name[0] == 'A' ? "A and B" : p.name, t, ratio, {.colour = p.colour});
    }
    if (p.name[0] == 'D') {
      velocity.line("γ_n of D", t, of("v_n_", p), {.colour = p.colour});
      velocity.line("γ_t of D", t, of("v_t_", p), {.colour = p.colour, .dash = carom::report::Dash::dashed});
    } else {
      ground.line(p.name, t, scaled(of("v_n_", p), 1e3), {.colour = p.colour});
      if (p.name[0] == 'A')
        velocity.line("γ_t of A, B, C", t, of("v_t_", p), {.colour = p.colour, .dash = carom::report::Dash::dashed});
    }
  }
  for (double mu : {0.07, -0.07}) friction.horizontal(mu, mu > 0 ? "μ_D" : "");
  for (double mu : {0.14, -0.14}) friction.horizontal(mu, mu > 0 ? "μ_G" : "");
  velocity.horizontal(0);
  ground.horizontal(0);
  draw_modes(modes, c, t);
  return figure;
}

}  // namespace

std::vector<Figure> impact_figures() { return {impact_figure("case2"), impact_figure("case7")}; }
