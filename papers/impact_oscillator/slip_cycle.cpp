// SPDX-License-Identifier: Apache-2.0
#include "papers/impact_oscillator/slip_cycle.hpp"

#include <cmath>
#include <limits>

#include "carom/systems/impact_oscillator_engine.hpp"
#include "papers/impact_oscillator/equilibrium.hpp"

namespace carom::papers::impact_oscillator {

namespace {

// (2)
double grazing_amplitude(const ImpactOscillatorSettings& settings) {
  double low = 0, high = 0.5;
  while (high - low > 1e-13) {
    const double middle = 0.5 * (low + high);
    (turn(settings, middle).lifts ? high : low) = middle;
  }
  return low;
}

bool grows(const Turn& t) { return t.after > t.before; }

}  // namespace

Turn turn(const ImpactOscillatorSettings& settings, double amplitude) {
  const ImpactOscillator system(settings);
  const Equilibrium rest = slip_equilibrium(settings);
  observe::OscillatorObserver observer(system);
  State<2> start{.t = 0, .q = system.on_belt(rest.phi + amplitude), .u = Vector<2>::Zero()};
  RunOptions options = run_options(3.2 * two_pi / rest.omega, 1e-13);
  options.max_step = 0.02 * two_pi / rest.omega;
  const RunReport<ImpactOscillator> report = run_watched(system, start, options, observer);
  Turn result;
  // Stick at the start of a large swing is no matter; what counts is whether the tip leaves the belt.
  result.lifts = report.events.detach > 0;
  if (observer.cycles().size() < 2) return result;
  const observe::OscillatorCycle &a = observer.cycles()[0], &b = observer.cycles()[1];
  result.before = rest.phi - a.end.q[0];
  result.after = rest.phi - b.end.q[0];
  result.state = b.end;
  return result;
}

std::optional<SlipCycle> slip_cycle(const ImpactOscillatorSettings& settings) {
  double low = 1e-5, high = grazing_amplitude(settings);
  if (!grows(turn(settings, low)) || grows(turn(settings, high))) return {};
  while (high - low > 1e-13) {
    const double middle = 0.5 * (low + high);
    (grows(turn(settings, middle)) ? low : high) = middle;
  }
  const double d = 1e-3 * low;
  const Turn less = turn(settings, low - d), more = turn(settings, low + d), at = turn(settings, low);
  return SlipCycle{
      .amplitude = at.after, .multiplier = (more.after - less.after) / (more.before - less.before), .state = at.state};
}

SlipBranch slip_branch(Set set, double hopf, double end, int count) {
  SlipBranch branch{.mu = {hopf}, .phi_dot_max = {0}};
  for (int k = 1; k <= count; ++k) {
    // Squares, since the amplitude grows as a root.
    const double s = static_cast<double>(k) / count, mu = hopf + (end - hopf) * s * s * (1 - 1e-6);
    const auto cycle = slip_cycle(settings_of(set, mu, 0));
    if (!cycle) continue;
    State<2> start = cycle->state;
    start.t = 0;
    const MotionRecord record = run_motion(settings_of(set, mu, 0), start, {.settle = 4, .keep = 0, .rtol = 1e-12});
    branch.mu.push_back(mu);
    branch.phi_dot_max.push_back(record.seen.phi_dot_max);
  }
  return branch;
}

double end_of_slip_cycle(Set set, double low, double high, double width) {
  const auto ended = [set](double mu) {
    const ImpactOscillatorSettings settings = settings_of(set, mu, 0);
    return grows(turn(settings, grazing_amplitude(settings)));
  };
  if (ended(low) || !ended(high)) return std::numeric_limits<double>::quiet_NaN();
  while (high - low > width) {
    const double middle = 0.5 * (low + high);
    (ended(middle) ? high : low) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace carom::papers::impact_oscillator
