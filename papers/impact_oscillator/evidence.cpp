// SPDX-License-Identifier: Apache-2.0
#include "papers/impact_oscillator/evidence.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "carom/base/bad_input.hpp"
#include "papers/impact_oscillator/reproduce.hpp"

namespace carom::papers::impact_oscillator {

namespace {

OrbitCase orbit_case(Set set, double mu, double eps, double sample_step) {
  OrbitCase c{.set = set, .mu = mu, .eps = eps};
  const ImpactOscillatorSettings settings = settings_of(set, mu, eps);
  const MotionOptions options{.settle = 100, .keep = 3, .sample_step = sample_step};
  // A cycle near the Hopf point settles over thousands of turns: it is begun on itself.
  const auto cycle = set == Set::first && std::abs(mu - 0.4098) < 1e-4 ? slip_cycle(settings) : std::nullopt;
  if (cycle) {
    State<2> start = cycle->state;
    start.t = 0;
    c.record = run_motion(settings, start, {.settle = 1, .keep = 3, .sample_step = sample_step, .rtol = 1e-12});
  } else {
    c.record = run_motion(settings, options);
  }
  c.orbit = last_period(c.record);
  return c;
}

Coincidence coincide(double mu, double sample_step) {
  Coincidence c{.mu = mu};
  const OrbitCase plastic = orbit_case(Set::second, mu, 0, sample_step);
  const OrbitCase elastic = orbit_case(Set::second, mu, 0.2, sample_step);
  const observe::OscillatorObservables &a = plastic.record.seen, &b = elastic.record.seen;
  c.maximum = std::abs(b.phi_dot_max - a.phi_dot_max) / a.phi_dot_max;
  c.orbit = std::max(orbit_distance(plastic.orbit, elastic.orbit), orbit_distance(elastic.orbit, plastic.orbit));
  c.amplitude = a.amplitude;
  double slow = HUGE_VAL, fast = -HUGE_VAL;
  for (const MotionPoint& p : plastic.orbit) {
    slow = std::min(slow, p.phi_dot);
    fast = std::max(fast, p.phi_dot);
  }
  c.diameter = fast - slow;
  c.flies = a.sequence.find('F') != std::string::npos;
  const std::vector<ImpactRecord> impacts = impacts_in_period(elastic.record);
  // The first impact is the one after the longest pause.
  if (impacts.size() > 1) {
    double span = impacts.back().before.t - impacts.front().before.t;
    for (std::size_t k = 1; k < impacts.size(); ++k)
      span = std::min(span, b.period - (impacts[k].before.t - impacts[k - 1].before.t));
    c.chatter = span / b.period;
  }
  return c;
}

Rest find_rest(bool quick) {
  Rest rest;
  const auto hopf = [](Set set, double g, double v) {
    ImpactOscillatorSettings settings = settings_of(set, 0.4, 0);
    settings.g = g;
    settings.v = v;
    return hopf_point(settings).value_or(std::nan(""));
  };
  rest.hopf_1 = hopf(Set::first, 10, -1);
  rest.hopf_2 = hopf(Set::second, 10, -1);
  rest.hopf_1_real = hopf(Set::first, 9.81, -1);
  rest.hopf_2_real = hopf(Set::second, 9.81, -1);
  for (const Set set : {Set::first, Set::second})
    for (double mu = 0.01; mu < 3; mu += 0.01) {
      ImpactOscillatorSettings settings = settings_of(set, mu, 0);
      settings.v = 1;
      rest.unstable_forwards = rest.unstable_forwards || !slip_equilibrium(settings).stable();
    }
  double low = 0.5, high = 0.9;
  while (high - low > 1e-12) {
    const double middle = 0.5 * (low + high);
    (slip_equilibrium(settings_of(Set::second, middle, 0)).stable() ? high : low) = middle;
  }
  rest.again_2 = 0.5 * (low + high);
  low = 0.5, high = 0.9;
  while (high - low > 1e-12) {
    const double middle = 0.5 * (low + high);
    (slip_equilibrium(settings_of(Set::first, middle, 0)).inertia < 0 ? high : low) = middle;
  }
  rest.impossible_1 = 0.5 * (low + high);
  rest.end_of_slip = end_of_slip_cycle(Set::first, 0.4098, 0.4099, quick ? 1e-9 : 1e-11);
  return rest;
}

}  // namespace

const OrbitCase& Evidence::orbit(Set set, double mu, double eps) const {
  for (const OrbitCase& c : orbits)
    if (c.set == set && std::abs(c.mu - mu) < 1e-12 && std::abs(c.eps - eps) < 1e-12) return c;
  throw BadInput("the orbit was not computed");
}

const Sweep& Evidence::sweep(Set set, double eps, bool up) const {
  for (const Sweep& s : sweeps)
    if (s.set == set && std::abs(s.eps - eps) < 1e-12 && s.up == up) return s;
  throw BadInput("the sweep was not computed");
}

Evidence gather(const Effort& effort) {
  Evidence evidence;
  evidence.effort = effort;
  const auto say = [&](const char* what) {
    if (effort.progress) effort.progress(what);
  };

  say("rest, Hopf points and thresholds");
  for_each_point(2, effort, [&](int k) {
    if (k == 0) evidence.rest = find_rest(effort.quick);
    if (k == 1) evidence.thresholds = find_thresholds(effort.quick);
  });
  const int cycles = effort.quick ? 8 : 24;
  for_each_point(3, effort, [&](int k) {
    if (k == 0) evidence.map = return_map(evidence.thresholds.fold);
    if (k == 1) evidence.slip_1 = slip_branch(Set::first, evidence.rest.hopf_1, evidence.rest.end_of_slip, cycles);
    if (k == 2)
      evidence.slip_2 = slip_branch(Set::second, evidence.rest.hopf_2, evidence.thresholds.first_stick, cycles);
  });

  say("orbits");
  const double step = effort.quick ? 4e-3 : 1e-3;
  for (const double eps : {0.0, 0.2}) {
    for (const double mu : {0.3, 0.391, 0.4098, 0.5, published_value("fts_up_to"), 0.7})
      evidence.orbits.push_back({.set = Set::first, .mu = mu, .eps = eps});
    for (const double mu : {0.3, 0.355, 0.4, published_value("flight_2"), 0.5, 0.6})
      evidence.orbits.push_back({.set = Set::second, .mu = mu, .eps = eps});
  }
  for_each_point(static_cast<int>(evidence.orbits.size()), effort, [&](int k) {
    OrbitCase& c = evidence.orbits[k];
    c = orbit_case(c.set, c.mu, c.eps, c.set == Set::first ? 0.25 * step : step);
  });

  say("sweeps up and down");
  const int n = effort.quick ? 46 : 91;
  for (const Set set : {Set::first, Set::second})
    for (const double eps : {0.0, 0.2})
      for (const bool up : {true, false}) {
        const double low = 0.3, high = set == Set::first ? 0.9 : 0.75;
        evidence.sweeps.push_back(
            {.set = set, .eps = eps, .up = up, .from = up ? low : high, .to = up ? high : low, .count = n});
      }
  for (const double eps : {0.0, 0.2})
    for (const bool up : {true, false}) {
      const double low = 0.3865, high = 0.4115;
      evidence.loop.push_back(
          {.eps = eps, .up = up, .from = up ? low : high, .to = up ? high : low, .count = effort.quick ? 21 : 51});
    }
  const int m = effort.quick ? 13 : 51;
  evidence.birth = {{.set = Set::second, .eps = 0, .up = true, .from = 0.345, .to = 0.37, .count = m},
                    {.set = Set::second, .eps = 0.2, .up = false, .from = 0.37, .to = 0.345, .count = m}};
  std::vector<Sweep*> sweeps;
  for (Sweep& sweep : evidence.loop) sweeps.push_back(&sweep);
  for (Sweep& sweep : evidence.birth) sweeps.push_back(&sweep);
  for (Sweep& sweep : evidence.sweeps) sweeps.push_back(&sweep);
  for_each_point(static_cast<int>(sweeps.size()), effort, [&](int k) { run_sweep(*sweeps[k]); });

  say("the second set with and without restitution");
  evidence.coincidence.resize(effort.quick ? 18 : 57);
  for_each_point(static_cast<int>(evidence.coincidence.size()), effort, [&](int k) {
    const double last = static_cast<double>(evidence.coincidence.size()) - 1;
    evidence.coincidence[k] = coincide(0.355 + 0.28 * k / last, effort.quick ? 4e-3 : 2e-3);
  });

  say("the cascade of periods");
  evidence.cascade = trace_cascade(evidence.thresholds, evidence.map, published_value("first_split"), effort);
  say("programs of limited resolution");
  evidence.resolution = find_resolution(evidence.thresholds, effort);
  evidence.chatter = chatter_tolerances(effort);
  say("the sinusoidal belt");
  evidence.wiper = watch_wiper(effort);
  say("branches");
  evidence.branches = follow_branches(effort);
  return evidence;
}

}  // namespace carom::papers::impact_oscillator
