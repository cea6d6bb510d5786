// SPDX-License-Identifier: Apache-2.0
#include "identify_figure.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/core.h>

#include "carom/io/csv_text.hpp"

namespace carom::app {
namespace {

using report::Colour;

// At most some two thousand points, evenly taken: more cannot be told apart on paper.
std::vector<double> thinned(const std::vector<double>& list) {
  const std::size_t stride = std::max<std::size_t>(list.size() / 2000, 1);
  std::vector<double> few;
  for (std::size_t i = 0; i < list.size(); i += stride) few.push_back(list[i]);
  return few;
}

}  // namespace

report::Figure identify_figure(const study::Identification& found) {
  const study::InverseDynamics& d = found.inverse;
  report::Figure figure{
      .id = "identify", .title = "Friction from gauge velocities", .caption = found.brief() + ".", .shared_x = true};
  const std::vector<double> t = thinned(found.record.t);
  report::Panel& velocity = figure.panel({.x = {.label = "t", .unit = "s"}, .y = {.label = "velocity", .unit = "m/s"}});
  const auto gauge = [&](const char* name, const std::vector<double>& data, const std::vector<double>& model,
                         Colour colour) {
    velocity.points(fmt::format("{} measured", name), t, thinned(data),
                    {.colour = report::Colour::grey, .mark = report::Mark::circle, .size = 1.5});
    if (model.size() == data.size())
      velocity.line(fmt::format("{} model", name), t, thinned(model), {.colour = colour});
  };
  gauge("v₁", found.record.v1, found.model_v1, Colour::blue);
  gauge("v₂", found.record.v2, found.model_v2, Colour::vermilion);

  report::Panel& slip = figure.panel(
      {.x = {.label = "t", .unit = "s"}, .y = {.label = "slip velocity of the edge", .unit = "m/s"}, .height = 180});
  slip.line("smoothed", t, thinned(d.v_tau), {.colour = Colour::green});
  slip.horizontal(0);

  // The ratio has no meaning where the disc hardly presses on the ground.
  std::vector<double> ratio = d.ratio;
  const double largest = *std::max_element(d.F_n.begin(), d.F_n.end());
  double top = 0.05;
  for (const study::Estimate& e : found.estimates)
    if (e.determined && e.name.rfind("mu", 0) == 0) top = std::max(top, e.value);
  for (std::size_t i = 0; i < ratio.size(); ++i)
    if (!(d.F_n[i] > 0.02 * largest) || std::abs(ratio[i]) > 2 * top)
      ratio[i] = std::numeric_limits<double>::quiet_NaN();
  report::Panel& friction = figure.panel(
      {.x = {.label = "t", .unit = "s"}, .y = {.label = "F_t/F_n", .min = -2 * top, .max = 2 * top}, .height = 220});
  friction.line("inverse dynamics", t, thinned(ratio), {.colour = Colour::green});
  for (const study::Estimate& e : found.estimates) {
    if (!e.determined || e.name.rfind("mu", 0) != 0) continue;
    friction.horizontal(e.value, e.name == "mu_G" ? "μ" : "μ_s");
    friction.horizontal(-e.value);
  }
  return figure;
}

std::string identify_table(const study::Identification& found) {
  const study::InverseDynamics& d = found.inverse;
  std::string text = "t,v1,v2,model_v1,model_v2,theta,theta_dot,v_tau,F_n,F_t,ratio,mode\n";
  for (std::size_t i = 0; i < found.record.t.size(); ++i) {
    const bool modelled = i < found.model_v1.size();
    for (double value : {found.record.t[i], found.record.v1[i], found.record.v2[i],
                         modelled ? found.model_v1[i] : std::numeric_limits<double>::quiet_NaN(),
                         modelled ? found.model_v2[i] : std::numeric_limits<double>::quiet_NaN(), d.theta[i],
                         d.theta_dot[i], d.v_tau[i], d.F_n[i], d.F_t[i], d.ratio[i]}) {
      io::append_number(text, value);
      text += ',';
    }
    text += std::to_string(static_cast<int>(d.mode[i])) + "\n";
  }
  return text;
}

}  // namespace carom::app
