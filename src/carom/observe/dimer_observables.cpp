// SPDX-License-Identifier: Apache-2.0
#include "carom/observe/dimer_observables.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

namespace carom::observe {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// The stroboscopic states that end the cycles, and the one that begins the oldest; back = 0 is the newest.
const State<3>& stroboscopic(const DimerCycles& cycles, int back) {
  return back < cycles.size() ? cycles.newest(back).end : cycles.newest(cycles.size() - 1).begin;
}

// (8)
class StroboscopicDistance {
 public:
  StroboscopicDistance(const Dimer& system, const DimerCycles& cycles, bool mirror)
      : cycles_(cycles), side_(mirror ? -1 : 1), l_(system.body().l) {
    const double g = system.settings().g, T = system.period();
    height_ = g * T * T / 8;
    speed_ = g * T / 2;
  }
  double operator()(int a, int b) const {
    const State<3>&p = stroboscopic(cycles_, a), &q = stroboscopic(cycles_, b);
    return std::max({std::abs(p.q[1] - q.q[1]) / height_, l_ * std::abs(p.q[2] - side_ * q.q[2]) / height_,
                     std::abs(p.u[0] - side_ * q.u[0]) / speed_, std::abs(p.u[1] - q.u[1]) / speed_,
                     l_ * std::abs(p.u[2] - side_ * q.u[2]) / speed_});
  }

 private:
  const DimerCycles& cycles_;
  double side_, l_, height_ = 1, speed_ = 1;
};

int averaging_window(int available, int period, int wanted) {
  if (period == 0) return std::min(available, wanted);
  const int whole = period * ((wanted + period - 1) / period);
  return std::min(whole, available - available % period);
}

// Sums and extremes over the window.
struct Sums {
  double time = 0, theta = 0, energy = 0;
  double theta_max = 0;
  std::array<double, 2> displacement{}, contact{}, stick{}, forward{}, backward{}, peak{}, flight{};
  std::array<long, 2> single{}, bounces{};
  long doubles = 0;
};

Sums add_up(const DimerCycles& cycles, int window) {
  Sums sums;
  for (int back = 0; back < window; ++back) {
    const DimerCycle& cycle = cycles.newest(back);
    sums.time += cycle.duration;
    sums.theta += cycle.theta_integral;
    sums.energy += cycle.energy_integral;
    sums.theta_max = std::max({sums.theta_max, cycle.theta_max, -cycle.theta_min});
    sums.doubles += cycle.double_impacts;
    for (int i = 0; i < 2; ++i) {
      sums.displacement[i] += cycle.displacement[i];
      sums.contact[i] += cycle.contact_time[i];
      sums.stick[i] += cycle.stick_time[i];
      sums.forward[i] += cycle.forward_time[i];
      sums.backward[i] += cycle.backward_time[i];
      sums.peak[i] = std::max(sums.peak[i], cycle.peak_gap[i]);
      sums.flight[i] = std::max(sums.flight[i], cycle.longest_flight[i]);
      sums.single[i] += cycle.single_impacts[i];
      sums.bounces[i] += cycle.bounces[i];
    }
  }
  return sums;
}

// (4) and (5): the phases of the bouncing tip's hit and of the staying tip's turn to backward motion.
void measure_phases(const DimerCycles& cycles, int window, int staying, bool mirrored, DimerObservables& result) {
  MeanAngle alpha, reversal;
  int from_stick = 0;
  for (int back = 0; back < window; ++back) {
    const DimerCycle& cycle = cycles.newest(back);
    const DimerCycle::Hit& hit = cycle.strongest[1 - staying];
    if (hit.speed > 0) alpha.add(1.5 * pi - hit.phase);
    const DimerCycle::Stretch& backward = mirrored ? cycle.forward[staying] : cycle.backward[staying];
    if (backward.duration > 0) {
      reversal.add(0.5 * pi - backward.phase);
      from_stick += backward.from_stick;
    }
  }
  result.alpha = alpha.value();
  result.reversal_phase = reversal.value();
  result.reversal_from_stick = from_stick > 0 && 2 * from_stick > reversal.count();
}

}  // namespace

std::string_view name(Orientation orientation) {
  switch (orientation) {
    case Orientation::none: return "none";
    case Orientation::left_stays: return "left stays";
    case Orientation::right_stays: return "right stays";
  }
  return "none";
}

DimerObservables dimer_observables(const Dimer& system, const DimerCycles& cycles,
                                   const DimerObserverOptions& options) {
  DimerObservables result;
  const DimerSettings& settings = system.settings();
  const double T = system.period(), height = settings.g * T * T / 8;
  const int points = cycles.empty() ? 0 : cycles.size() + 1;
  result.period_cycles =
      find_period(points, longest_period, options.period_tolerance, StroboscopicDistance(system, cycles, false));
  result.mirror_period_cycles =
      find_period(points, longest_period, options.period_tolerance, StroboscopicDistance(system, cycles, true));
  const int window = averaging_window(cycles.size(), result.period_cycles, options.drift_cycles);
  result.cycles = window;
  if (window == 0) {
    result.drift = result.scaled_drift = result.theta_max = result.mean_theta = result.alpha = result.reversal_phase =
        result.dt_p = result.dt_n = result.contact_fraction = result.stick_fraction = result.mean_energy =
            result.scaled_energy = result.single_impacts_per_cycle = result.double_impacts_per_cycle = not_a_number;
    return result;
  }

  const Sums sums = add_up(cycles, window);
  result.theta_max = sums.theta_max;
  result.mean_theta = sums.theta / sums.time;
  const bool flat = system.body().l * sums.theta_max < options.motion.flat * height;
  const bool oriented = !flat && std::abs(result.mean_theta) > 0.05 * sums.theta_max;
  const bool mirrored = oriented && result.mean_theta < 0;
  result.orientation = !oriented ? Orientation::none : mirrored ? Orientation::right_stays : Orientation::left_stays;
  const int staying = oriented ? (mirrored ? 1 : 0) : sums.contact[1] > sums.contact[0] ? 1 : 0;

  result.drift = (mirrored ? -1 : 1) * sums.displacement[staying] / sums.time;  // (2)
  result.scaled_drift = 100 * result.drift * settings.f / settings.g;           // (3)
  result.single_impacts_per_cycle = static_cast<double>(sums.single[0] + sums.single[1]) / window;
  result.double_impacts_per_cycle = static_cast<double>(sums.doubles) / window;
  for (int i = 0; i < 2; ++i) result.bounces_per_cycle[i] = static_cast<double>(sums.bounces[i]) / window;
  result.peak_gap = sums.peak;
  measure_phases(cycles, window, staying, mirrored, result);
  result.dt_p = (mirrored ? sums.backward : sums.forward)[staying] / window;  // (6)
  result.dt_n = (mirrored ? sums.forward : sums.backward)[staying] / window;
  result.contact_fraction = sums.contact[staying] / sums.time;
  result.stick_fraction = sums.stick[staying] / sums.time;
  result.mean_energy = sums.energy / sums.time;  // (7)
  result.scaled_energy = result.mean_energy / (system.body().m * settings.g * height);

  MotionEvidence evidence{.cycles = window,
                          .period_cycles = result.period_cycles,
                          .bounces = sums.bounces,
                          .tilt = system.body().l * sums.theta_max / height,
                          .scaled_drift = result.scaled_drift};
  for (int i = 0; i < 2; ++i) {
    evidence.impacts[i] = sums.single[i] + sums.doubles;
    evidence.contact_fraction[i] = sums.contact[i] / sums.time;
    evidence.stick_fraction[i] = sums.stick[i] / sums.time;
    evidence.longest_flight[i] = sums.flight[i] / T;
  }
  result.kind = classify(evidence, options.motion);
  result.motion = motion_name(result.kind, result.period_cycles);
  return result;
}

std::string DimerObservables::brief() const {
  char text[160];
  std::snprintf(text, sizeof text, "%s, drift %.4g mm/s (kappa %.4g), period %d, theta_max %.3g deg", motion.c_str(),
                1e3 * drift, scaled_drift, period_cycles, theta_max / deg);
  return text;
}

}  // namespace carom::observe
