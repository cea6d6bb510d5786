// SPDX-License-Identifier: Apache-2.0
#include "papers/impact_oscillator/wiper.hpp"

#include <algorithm>
#include <cmath>

namespace carom::papers::impact_oscillator {

namespace {

constexpr double belt_period = 4;  // s

WiperMotion wiper_motion(double mu, double eps, double sample_step) {
  WiperMotion m{.mu = mu, .eps = eps};
  const ImpactOscillatorSettings settings = wiper_settings(mu, eps);
  const ImpactOscillator system(settings);
  m.record = run_motion(settings, {.settle = 10 * belt_period, .keep = belt_period, .sample_step = sample_step});
  const std::vector<MotionPoint>& points = m.record.points;
  if (points.empty()) return m;
  const double t0 = points.front().t;
  double back = 0, forth = 0, in_flight = 0, against = 0, back_flight = 0, forth_flight = 0, slip = 0, stick = 0;
  m.hop_begin = HUGE_VAL;
  for (std::size_t k = 1; k < points.size(); ++k) {
    const MotionPoint &a = points[k - 1], &b = points[k];
    if (a.regime != b.regime) continue;  // a change takes no time
    const double dt = b.t - a.t, v = system.belt_velocity(0.5 * (a.t + b.t));
    const bool flies = a.regime == 'F';
    (v < 0 ? back : forth) += dt;
    if (v < 0 && a.regime == 'T') stick += dt;
    if (v < 0 && !flies && a.regime != 'T') slip += dt;
    if (!flies) continue;
    in_flight += dt;
    (v < 0 ? back_flight : forth_flight) += dt;
    if (v * a.phi < 0) against += dt;
    m.hop_begin = std::min(m.hop_begin, a.t - t0);
    m.hop_end = std::max(m.hop_end, b.t - t0);
    m.highest = std::max({m.highest, a.gap, b.gap});
  }
  m.flight = in_flight / (back + forth);
  m.flight_back = back_flight / back;
  m.flight_forth = forth_flight / forth;
  m.slip_back = slip / back;
  m.stick_back = stick / back;
  m.flight_against = in_flight > 0 ? against / in_flight : 0;
  if (!(in_flight > 0)) {
    m.hop_begin = 0;
    return m;
  }
  m.flight_hopping = in_flight / (m.hop_end - m.hop_begin);
  // Slips between two other regimes while the blade hops.
  double begin = -1, total = 0;
  int count = 0;
  for (std::size_t k = 1; k < points.size(); ++k) {
    const auto slips = [](const MotionPoint& p) { return p.regime == 'P' || p.regime == 'M'; };
    if (points[k].t - t0 < m.hop_begin || points[k - 1].t - t0 > m.hop_end) continue;
    if (slips(points[k]) && !slips(points[k - 1])) begin = points[k].t;
    if (!slips(points[k]) && slips(points[k - 1]) && begin > 0) {
      m.longest_slip = std::max(m.longest_slip, points[k - 1].t - begin);
      total += points[k - 1].t - begin;
      ++count;
    }
  }
  m.mean_slip = count > 0 ? total / count : 0;
  return m;
}

double flight_at(double mu, double eps) {
  return run_motion(wiper_settings(mu, eps), {.settle = 7 * belt_period, .keep = 0}).seen.flight_fraction;
}

}  // namespace

const WiperMotion& Wiper::at(double mu, double eps) const {
  return *std::find_if(motions.begin(), motions.end(), [&](const WiperMotion& m) {
    return std::abs(m.mu - mu) < 1e-12 && std::abs(m.eps - eps) < 1e-12;
  });
}

Wiper watch_wiper(const Effort& effort) {
  Wiper wiper;
  const double mus[] = {0.5, 0.5, 0.3, 0.3}, epss[] = {0, 0.2, 0, 0.2};
  wiper.motions.resize(4);
  for_each_point(4, effort,
                 [&](int k) { wiper.motions[k] = wiper_motion(mus[k], epss[k], effort.quick ? 4e-3 : 1e-3); });
  const int n = effort.quick ? 33 : 97;
  wiper.friction.resize(n);
  for_each_point(n, effort, [&](int k) {
    HoppingPoint& point = wiper.friction[k];
    point.mu = 0.2 + 0.8 * k / (n - 1);
    point.flight = flight_at(point.mu, 0);
    point.flight_elastic = flight_at(point.mu, 0.2);
  });
  double low = 0.3, high = 0.5;
  while (high - low > 1e-5) {
    const double middle = 0.5 * (low + high);
    (flight_at(middle, 0) > 0 ? high : low) = middle;
  }
  wiper.onset = 0.5 * (low + high);
  std::vector<State<2>> ends;
  for (const double phi : {0.2, 0.39, 0.6}) {
    ImpactOscillatorSettings settings = wiper_settings(0.5, 0);
    settings.start_phi = phi;
    ends.push_back(run_motion(settings, {.settle = 10 * belt_period, .keep = 0}).report.final);
  }
  for (const State<2>& end : ends)
    wiper.start_spread = std::max({wiper.start_spread, (end.q - ends[0].q).norm(), (end.u - ends[0].u).norm()});
  return wiper;
}

}  // namespace carom::papers::impact_oscillator
