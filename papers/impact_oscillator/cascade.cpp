// SPDX-License-Identifier: Apache-2.0
#include "papers/impact_oscillator/cascade.hpp"

#include <algorithm>
#include <cmath>

#include "papers/impact_oscillator/step_end_detector.hpp"

namespace carom::papers::impact_oscillator {

namespace {

int stepped_period(double mu, double step, int cycles) {
  return stepped_motion(settings_of(Set::first, mu, 0), {.step = step, .cycles = cycles}).period();
}

// Length of the stick in a period.
double stick_time(const MotionRecord& record) {
  double total = 0;
  const std::vector<MotionPoint> points = last_period(record);
  for (std::size_t k = 1; k < points.size(); ++k)
    if (points[k].regime == 'T' && points[k - 1].regime == 'T') total += points[k].t - points[k - 1].t;
  return total;
}

}  // namespace

// A coarse look first, since the period is not monotonic.
double window_end(double fold, int i, double step, double from, int cycles) {
  const auto longer = [&](double offset) {
    const int period = stepped_period(fold + offset, step, cycles);
    return period > i || period == 0;
  };
  double high = from, low = from;
  do {
    high = low;
    low = high / 1.15;
    if (low < 1e-9) return std::nan("");
  } while (!longer(low));
  while (high - low > 1e-5 * high) {
    const double middle = 0.5 * (low + high);
    (longer(middle) ? low : high) = middle;
  }
  return fold + 0.5 * (low + high);
}

Cascade trace_cascade(const Thresholds& thresholds, const ReturnMap& map, double published_split,
                      const Effort& effort) {
  Cascade found{.fold = thresholds.fold, .slope = map.slope, .published_split = published_split};
  const int per_decade = effort.quick ? 6 : 16, decades = 5;
  found.points.resize(per_decade * decades + 1);
  for (std::size_t k = 0; k < found.points.size(); ++k)
    found.points[k].offset = std::pow(10, -8 + static_cast<double>(k) / per_decade);
  found.chosen.push_back({.offset = 1e-9});
  for (const double mu : {0.3896, 0.38963, 0.38966}) found.chosen.push_back({.offset = mu - found.fold});
  const int all = static_cast<int>(found.points.size() + found.chosen.size());
  for_each_point(all, effort, [&](int k) {
    const std::size_t n = found.points.size(), at = static_cast<std::size_t>(k);
    CascadePoint& point = at < n ? found.points[at] : found.chosen[at - n];
    const double mu = found.fold + point.offset;
    const MotionRecord exact = run_motion(settings_of(Set::first, mu, 0), {.settle = 60, .keep = 0, .rtol = 1e-12});
    point.exact = exact.seen.crossings;
    point.sequence = exact.seen.sequence;
    point.phi_dot_max = exact.seen.phi_dot_max;
    point.stepped = stepped_period(mu, found.step, 100);
    point.coarse = stepped_period(mu, found.coarse_step, 150);
  });
  found.ends.resize(effort.quick ? 5 : 8);
  for_each_point(static_cast<int>(found.ends.size()), effort,
                 [&](int k) { found.ends[k] = window_end(found.fold, k + 1, found.step, 1e-5, 60); });
  for (std::size_t k = 0; k < found.ends.size(); ++k)
    found.predicted.push_back(found.fold + (found.ends[0] - found.fold) * (found.slope - 1) /
                                               (std::pow(found.slope, static_cast<double>(k + 1)) - 1));
  found.steps.resize(effort.quick ? 9 : 33);
  for_each_point(static_cast<int>(found.steps.size()), effort, [&](int k) {
    const double last = static_cast<double>(found.steps.size()) - 1;
    found.steps[k].step = 5e-4 + 7.5e-3 * k / last;
    found.steps[k].first_split = window_end(found.fold, 1, found.steps[k].step, 2e-3, 24);
  });
  const MotionOptions close{.settle = 60, .keep = 1, .sample_step = 1e-4, .rtol = 1e-12};
  found.stick_at_published = stick_time(run_motion(settings_of(Set::first, published_split, 0), close));
  found.period_at_fold = run_motion(settings_of(Set::first, found.fold + 1e-9, 0), close).seen.period;
  return found;
}

}  // namespace carom::papers::impact_oscillator
