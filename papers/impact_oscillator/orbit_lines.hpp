// SPDX-License-Identifier: Apache-2.0
// Orbits drawn as the paper draws them: flight solid, slip dotted, stick dashed.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "carom/draw/figure.hpp"
#include "papers/impact_oscillator/motion.hpp"

namespace carom::papers::impact_oscillator {

inline constexpr auto angle = [](const MotionPoint& p) { return p.phi; };
inline constexpr auto rate = [](const MotionPoint& p) { return p.phi_dot; };

inline report::Dash dash_of(char regime) {
  return regime == 'F' ? report::Dash::solid : regime == 'T' ? report::Dash::dashed : report::Dash::dotted;
}

// A panel for orbits in the plane of φ and φ̇.
inline report::Panel& portrait(report::Figure& figure, const std::string& title, double height = 330) {
  return figure.panel({.title = title,
                       .x = {.label = "φ", .unit = "rad"},
                       .y = {.label = "φ̇", .unit = "rad/s"},
                       .height = height,
                       .legend = report::LegendPlace::below});
}

// One curve in the style of its regimes; x and y of a point.
template <class X, class Y>
void add_orbit(report::Panel& panel, const std::string& name, const std::vector<MotionPoint>& points,
               report::Colour colour, const X& x, const Y& y, double width = 1.75) {
  std::string shown = name;
  for (const std::string regimes : {"F", "PM", "T"}) {
    std::vector<double> xs, ys;
    for (std::size_t k = 0; k < points.size(); ++k) {
      const bool inside = regimes.find(points[k].regime) != std::string::npos;
      // Where a regime begins, its line starts at the end of the one before: jumps are drawn with the flight's.
      const bool after_flight = k > 0 && points[k - 1].regime == 'F' && points[k].regime != 'F' && regimes == "F";
      if (inside || after_flight) {
        xs.push_back(x(points[k]));
        ys.push_back(y(points[k]));
      }
      if (!inside && !xs.empty()) {
        xs.push_back(std::numeric_limits<double>::quiet_NaN());
        ys.push_back(std::numeric_limits<double>::quiet_NaN());
      }
    }
    if (xs.empty()) continue;
    panel.line(shown, xs, ys, {colour, dash_of(regimes[0]), width});
    shown.clear();  // one entry in the legend
  }
}

// What the styles mean, as entries of the legend without a curve.
inline void add_style_key(report::Panel& panel) {
  const std::vector<double> none{std::numeric_limits<double>::quiet_NaN()};
  panel.line("flight", none, none, {report::Colour::ink, report::Dash::solid, 1.75});
  panel.line("slip", none, none, {report::Colour::ink, report::Dash::dotted, 1.75});
  panel.line("stick", none, none, {report::Colour::ink, report::Dash::dashed, 1.75});
}

}  // namespace carom::papers::impact_oscillator
