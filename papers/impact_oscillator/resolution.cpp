// SPDX-License-Identifier: Apache-2.0
#include "papers/impact_oscillator/resolution.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "papers/impact_oscillator/findings.hpp"
#include "papers/impact_oscillator/reproduce.hpp"
#include "papers/impact_oscillator/step_end_detector.hpp"

namespace carom::papers::impact_oscillator {

namespace {

SteppedMotion stepped(double mu, double step, int cycles) {
  return stepped_motion(settings_of(Set::first, mu, 0), {.step = step, .cycles = cycles});
}

// The first digits of a number.
double in_digits(double x, int digits) {
  const double scale = std::pow(10, digits - 1 - std::floor(std::log10(x)));
  return std::round(x * scale) / scale;
}

// i − 1 cycles without stick, then one with it, in every full period that was seen.
bool counts_up(const SteppedMotion& motion, int period) {
  int without = -1;
  for (const std::string& cycle : motion.cycles) {
    const bool sticks = cycle.find('T') != std::string::npos;
    if (sticks && without >= 0 && without != period - 1) return false;
    without = sticks ? 0 : without < 0 ? -1 : without + 1;
  }
  return true;
}

// Whether a program with this step splits its period at `at`, to `within`: a look on both sides.
bool splits_there(double step, double at, double within) {
  return stepped(at + within, step, 24).period() == 1 && stepped(at - within, step, 24).period() == 2;
}

// The motions of one program between the fold and its first split.
struct Cycles {
  bool doubles = false, whole = true;
  int longest = 0;
};
Cycles cycles_of(double fold, double step, double split, int looks, const Effort& effort) {
  Cycles found{.doubles = stepped(split - 0.1 * (split - fold), step, 60).period() == 2};
  std::vector<int> periods(static_cast<std::size_t>(looks));
  std::vector<char> counted(periods.size());
  for_each_point(looks, effort, [&](int k) {
    const double offset = (split - fold) * std::pow(10, -4.0 * k / (looks - 1));
    const SteppedMotion motion = stepped(fold + offset, step, 200);
    periods[k] = motion.period();
    counted[k] = periods[k] == 0 || counts_up(motion, periods[k]);
  });
  for (std::size_t k = 0; k < periods.size(); ++k) {
    found.longest = std::max(found.longest, periods[k]);
    found.whole = found.whole && counted[k];
  }
  return found;
}

CascadeProgram find_cascade_program(double fold, double published, const Effort& effort) {
  const double rounding = entry_of(published_entries(), "first_split").rounding;
  // Steps that can miss a dip of a millisecond.
  const int count = effort.quick ? 200 : 800;
  std::vector<char> splits(static_cast<std::size_t>(count));
  const auto step_of = [&](int k) { return 5e-4 + 7.5e-3 * k / (count - 1); };
  for_each_point(count, effort, [&](int k) { splits[k] = splits_there(step_of(k), published, rounding); });
  CascadeProgram found{.step = std::nan(""), .split = std::nan("")};
  found.looked_at = count;
  found.shortest_step = step_of(0);
  found.longest_step = step_of(count - 1);
  for (int k = 0; k < count; ++k) {
    if (!splits[k]) continue;
    // From above: no split before.
    const double split = window_end(fold, 1, step_of(k), 2e-3, 24);
    if (!(std::abs(split - published) <= rounding)) continue;
    const bool first = ++found.splitting == 1;
    const Cycles cycles = cycles_of(fold, step_of(k), split, first ? 24 : 12, effort);
    found.doubles = (first || found.doubles) && cycles.doubles;
    found.whole_cycles = found.whole_cycles && cycles.whole;
    found.longest = first ? cycles.longest : std::min(found.longest, cycles.longest);
    if (!first) continue;
    found.step = step_of(k);
    found.split = split;
  }
  if (std::isnan(found.step)) return found;
  found.ends.resize(3);
  for_each_point(3, effort,
                 [&](int k) { found.ends[k] = window_end(fold, k + 1, found.step, 1.2 * (found.split - fold), 60); });
  return found;
}

// Where a quantity of the settled motion falls below (or rises above) a value, by bisection in μ.
double where(double low, double high, const std::function<bool(double)>& beyond) {
  for (int k = 0; k < 24; ++k) {
    const double middle = 0.5 * (low + high);
    (beyond(middle) ? high : low) = middle;
  }
  return 0.5 * (low + high);
}

double slip_at(double mu) {
  return last_slip(run_motion(settings_of(Set::first, mu, 0), {.settle = 20, .keep = 1, .rtol = 1e-12}));
}

Flight flight_at(double mu) {
  return longest_flight(run_motion(settings_of(Set::second, mu, 0), {.settle = 40, .keep = 2}));
}

}  // namespace

bool Resolution::one_step_does() const {
  return std::abs(split_of_slip_step - published_split) <= 5e-6 ||
         std::abs(slip_lost_of_cascade_step - published_slip) <= 5e-5;
}

Resolution find_resolution(const Thresholds& thresholds, const Effort& effort) {
  Resolution found;
  found.published_split = published_value("first_split");
  found.published_slip = published_value("fts_up_to");
  found.cascade = find_cascade_program(thresholds.fold, found.published_split, effort);
  const double flight = published_value("flight_2");
  for_each_point(3, effort, [&](int k) {
    const double end = thresholds.no_slip_after;
    if (k == 0) {
      found.lost_slip = slip_at(found.published_slip);
      found.shortest_slip = in_digits(found.lost_slip, 2);
      found.slip_lost_at = where(end - 0.01, end, [&](double mu) { return slip_at(mu) < found.shortest_slip; });
      found.split_of_slip_step = window_end(thresholds.fold, 1, found.shortest_slip, 2e-5, 24);
    }
    if (k == 1) {
      const Flight there = flight_at(flight);
      found.lost_gap = there.height;
      found.flight_duration = there.duration;
      found.smallest_gap = in_digits(there.height, 1);
      found.flight_seen_at =
          where(thresholds.first_flight, 0.46, [&](double mu) { return flight_at(mu).height > found.smallest_gap; });
    }
    if (k == 2)
      found.slip_lost_of_cascade_step = where(0.42, end, [&](double mu) { return slip_at(mu) < found.cascade.step; });
  });
  return found;
}

std::vector<ChatterTolerance> chatter_tolerances(const Effort& effort) {
  std::vector<ChatterTolerance> list;
  for (const double tolerance : {0.0, 1e-6, 1e-4, 1e-3, 3e-3, 1e-2, 3e-2}) list.push_back({.tolerance = tolerance});
  std::vector<MotionRecord> records(list.size());
  for_each_point(static_cast<int>(list.size()), effort, [&](int k) {
    ImpactOscillatorSettings settings = settings_of(Set::second, 0.5, 0.2);
    settings.chatter_dt = list[k].tolerance;
    records[k] = run_motion(settings, {.settle = 40, .keep = 3, .sample_step = 1e-3, .rtol = 1e-11});
  });
  const std::vector<MotionPoint> summed = last_period(records[0]);
  for (std::size_t k = 0; k < list.size(); ++k) {
    const observe::OscillatorObservables &a = records[0].seen, &b = records[k].seen;
    list[k].impacts = static_cast<double>(impacts_in_period(records[k]).size());
    list[k].phi_dot_max = b.phi_dot_max;
    list[k].maximum = std::abs(b.phi_dot_max / a.phi_dot_max - 1);
    list[k].period = std::abs(b.period / a.period - 1);
    list[k].orbit = orbit_distance(summed, last_period(records[k]));
  }
  return list;
}

}  // namespace carom::papers::impact_oscillator
