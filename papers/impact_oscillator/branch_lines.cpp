// SPDX-License-Identifier: Apache-2.0
#include "papers/impact_oscillator/branch_lines.hpp"

#include <fmt/format.h>

#include <cmath>

#include "papers/impact_oscillator/reproduce.hpp"

namespace carom::papers::impact_oscillator {

using report::Colour;
using report::Dash;

void add_branch(report::Panel& panel, const Branch& branch, const std::string& name, Colour colour, double low,
                double high) {
  for (const Stretch& stretch : stretches(branch)) {
    std::vector<double> x, y;
    const std::size_t n = stretch.mu.size();
    const auto inside = [&](std::size_t k) { return stretch.mu[k] >= low && stretch.mu[k] <= high; };
    bool any = false;
    for (std::size_t k = 0; k < n; ++k) {
      // A window between two points is crossed too.
      const bool crosses = (k > 0 && (stretch.mu[k] - low) * (stretch.mu[k - 1] - low) < 0) ||
                           (k + 1 < n && (stretch.mu[k] - low) * (stretch.mu[k + 1] - low) < 0);
      const bool near = inside(k) || crosses || (k > 0 && inside(k - 1)) || (k + 1 < n && inside(k + 1));
      any = any || near;
      x.push_back(near ? stretch.mu[k] : std::nan(""));
      y.push_back(near ? stretch.phi_dot_max[k] : std::nan(""));
    }
    if (!any || n < 2) continue;
    panel.line(stretch.stable ? name : name + ", unstable", x, y,
               {colour, stretch.stable ? Dash::solid : Dash::dashed, 1.75});
  }
}

void mark_published(report::Panel& panel, const std::vector<const char*>& ids) {
  for (const char* id : ids)
    panel.vertical(published_value(id), fmt::format("{:g}", published_value(id)),
                   {Colour::published, Dash::dotted, 1.25});
}

}  // namespace carom::papers::impact_oscillator
