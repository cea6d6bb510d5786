// SPDX-License-Identifier: Apache-2.0
#include "papers/dimer/figures_of_runs.hpp"

#include <cmath>

namespace carom::papers::dimer {

using report::Colour;
using report::Dash;
using report::Figure;
using report::Panel;

Curve curve(const MotionRecord& run, double from, double to, const std::function<double(const Sample&)>& value,
            double time_unit) {
  Curve result;
  for (const Sample& sample : run.samples) {
    if (sample.t < from - 1e-12 || sample.t > to + 1e-12) continue;
    result.x.push_back(sample.t / time_unit);
    result.y.push_back(value(sample));
  }
  return result;
}

namespace {

Figure framed(std::string id, std::string title, const MotionRecord& run) {
  return {.id = std::move(id), .title = std::move(title), .caption = describe(run.settings, !run.own_start) + "."};
}

void add_line(Panel& panel, const char* name, Curve c, report::LineStyle style) {
  panel.line(name, std::move(c.x), std::move(c.y), style);
}

}  // namespace

Figure heights(std::string id, std::string title, const MotionRecord& run, double from, double to) {
  Figure figure = framed(std::move(id), std::move(title), run);
  Panel& panel =
      figure.panel({.x = {.label = "t", .unit = "s", .min = from, .max = to}, .y = {.label = "x_n", .unit = "mm"}});
  add_line(panel, "plate", curve(run, from, to, [](const Sample& s) { return 1e3 * s.plate; }),
           {Colour::vermilion, Dash::solid, 1});
  add_line(panel, "left tip", curve(run, from, to, [](const Sample& s) { return 1e3 * s.x_n[0]; }),
           {Colour::ink, Dash::solid, 1.5});
  add_line(panel, "right tip", curve(run, from, to, [](const Sample& s) { return 1e3 * s.x_n[1]; }),
           {Colour::blue, Dash::dashed, 1.5});
  return figure;
}

Figure slip_speeds(std::string id, std::string title, const MotionRecord& run, double from, double to) {
  Figure figure = framed(std::move(id), std::move(title), run);
  Panel& panel =
      figure.panel({.x = {.label = "t", .unit = "s", .min = from, .max = to}, .y = {.label = "v_τ", .unit = "mm/s"}});
  panel.horizontal(0, "", {Colour::reference, Dash::solid, 0.75});
  add_line(panel, "left tip", curve(run, from, to, [](const Sample& s) { return 1e3 * s.v_t[0]; }),
           {Colour::ink, Dash::solid, 1.5});
  add_line(panel, "right tip", curve(run, from, to, [](const Sample& s) { return 1e3 * s.v_t[1]; }),
           {Colour::blue, Dash::dashed, 1.5});
  return figure;
}

Figure tilt(std::string id, std::string title, const MotionRecord& run, double from, double to) {
  Figure figure = framed(std::move(id), std::move(title), run);
  Panel& panel =
      figure.panel({.x = {.label = "t", .unit = "s", .min = from, .max = to}, .y = {.label = "θ", .unit = "°"}});
  add_line(panel, "", curve(run, from, to, [](const Sample& s) { return s.theta / deg; }),
           {Colour::ink, Dash::solid, 1.5});
  return figure;
}

Figure positions(std::string id, std::string title, const MotionRecord& run, double from, double to, bool both) {
  Figure figure = framed(std::move(id), std::move(title), run);
  Panel& panel =
      figure.panel({.x = {.label = "t", .unit = "s", .min = from, .max = to},
                    .y = {.label = "x_τ − x_τ(" + std::string(from == 0 ? "0" : "start") + ")", .unit = "mm"}});
  for (int i = 0; i < (both ? 2 : 1); ++i) {
    Curve c = curve(run, from, to, [i](const Sample& s) { return 1e3 * s.x_t[i]; });
    const double start = c.y.empty() ? 0 : c.y.front();
    for (double& y : c.y) y -= start;
    add_line(panel, i == 0 ? "left tip" : "right tip", std::move(c),
             {i == 0 ? Colour::ink : Colour::blue, i == 0 ? Dash::solid : Dash::dashed, 1.5});
  }
  return figure;
}

}  // namespace carom::papers::dimer
