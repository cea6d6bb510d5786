// SPDX-License-Identifier: Apache-2.0
#include "carom/observe/dimer_observer.hpp"

#include <algorithm>
#include <cmath>

namespace carom::observe {
namespace {

// The zero of f between a and b, where its signs differ (Illinois method).
template <class Function>
double zero_between(Function&& f, double a, double f_a, double b, double f_b) {
  double x = a;
  for (int iteration = 0; iteration < 40; ++iteration) {
    x = b - f_b * (b - a) / (f_b - f_a);
    const double f_x = f(x);
    if (f_x == 0) break;
    if ((f_x > 0) != (f_b > 0)) {
      a = b;
      f_a = f_b;
    } else {
      f_a /= 2;
    }
    b = x;
    f_b = f_x;
    if (std::abs(b - a) <= 1e-13 * (std::abs(a) + std::abs(b)) || std::abs(f_b) < 1e-14 * std::abs(f_a)) break;
  }
  return x;
}

void keep_longest(DimerCycle::Stretch& longest, const DimerCycle::Stretch& stretch) {
  if (stretch.duration > longest.duration) longest = stretch;
}

}  // namespace

DimerObserver::DimerObserver(const Dimer& system, const DimerObserverOptions& options)
    : system_(system), options_(options) {
  const double g = system.settings().g, T = system.period();
  still_ = 1e-9 * g * T / 2;
  bounce_height_ = options.motion.bounce_height * g * T * T / 8;
}

double DimerObserver::phase(double t) const {
  const double angle = std::fmod(system_.omega() * t + system_.settings().phase, two_pi);
  return angle < 0 ? angle + two_pi : angle;
}

double DimerObserver::boundary(long index) const {
  return (static_cast<double>(index) - system_.settings().phase / two_pi) * system_.period();
}

DimerObserver::Instant DimerObserver::instant(const State<3>& state) const {
  Instant result;
  result.state = state;
  const auto tips = contact_kinematics(system_, state.t, state.q, state.u);
  for (int i = 0; i < 2; ++i) {
    result.gap[i] = tips[i].gap;
    result.v_n[i] = tips[i].normal_velocity(state.u);
    result.v_t[i] = tips[i].tangential_velocity(state.u);
  }
  return result;
}

double DimerObserver::energy(const State<3>& state) const {
  const DimerBody& body = system_.body();
  return 0.5 * body.m * (state.u[0] * state.u[0] + state.u[1] * state.u[1]) + 0.5 * body.I * state.u[2] * state.u[2] +
         body.m * system_.settings().g * (state.q[1] - body.r);
}

void DimerObserver::watch(double t0, double t1, const ContactModes<Dimer>& modes, const StateAt& at) {
  const double T = system_.period(), slack = 1e-9 * T;
  Instant a = instant(at(t0));
  if (!begun_) {
    begun_ = true;
    now_.index = static_cast<long>(std::floor(t0 / T + system_.settings().phase / two_pi + 1e-9));
    whole_ = std::abs(t0 - boundary(now_.index)) <= slack;
    last_touch_.fill(t0);
    direction_since_.fill(t0);
    begin_cycle(a.state);
  }
  while (a.state.t < t1) {
    const bool ends = cycle_end_ <= t1 + slack;
    const Instant b = instant(at(ends ? std::min(cycle_end_, t1) : t1));
    accumulate(a, b, modes, at);
    if (ends) end_cycle(b.state);
    a = b;
  }
}

void DimerObserver::accumulate(const Instant& a, const Instant& b, const ContactModes<Dimer>& modes,
                               const StateAt& at) {
  const double ta = a.state.t, tb = b.state.t, dt = tb - ta;
  if (!(dt > 0)) return;
  if (!is_closed(modes[0]) && !is_closed(modes[1])) {  // flight: θ̇ and the energy are constant
    now_.theta_integral += dt / 2 * (a.state.q[2] + b.state.q[2]);
    now_.energy_integral += dt * energy(a.state);
  } else {
    const double outer = 0.5 * std::sqrt(0.6), weights[3] = {5.0 / 18, 8.0 / 18, 5.0 / 18};
    for (int k = 0; k < 3; ++k) {
      const State<3> state = at(ta + dt * (0.5 + (k - 1) * outer));
      now_.theta_integral += dt * weights[k] * state.q[2];
      now_.energy_integral += dt * weights[k] * energy(state);
    }
  }

  const auto note_theta = [this](double theta) {
    now_.theta_min = std::min(now_.theta_min, theta);
    now_.theta_max = std::max(now_.theta_max, theta);
  };
  note_theta(a.state.q[2]);
  note_theta(b.state.q[2]);
  if (a.state.u[2] * b.state.u[2] < 0)
    note_theta(at(zero_between([&](double t) { return at(t).u[2]; }, ta, a.state.u[2], tb, b.state.u[2])).q[2]);

  for (int i = 0; i < 2; ++i) {
    if (is_closed(modes[i])) {
      now_.contact_time[i] += dt;
      if (modes[i] == ContactMode::stick) now_.stick_time[i] += dt;
      track_direction(i, slip_sign(modes[i]), ta, tb);
      last_touch_[i] = tb;
      flight_peak_[i] = 0;
      continue;
    }
    double peak = std::max(a.gap[i], b.gap[i]);
    if (a.v_n[i] > 0 && b.v_n[i] < 0) {
      const auto rate = [&](double t) { return instant(at(t)).v_n[i]; };
      peak = std::max(peak, instant(at(zero_between(rate, ta, a.v_n[i], tb, b.v_n[i]))).gap[i]);
    }
    flight_peak_[i] = std::max(flight_peak_[i], peak);
    now_.peak_gap[i] = std::max(now_.peak_gap[i], peak);
    now_.longest_flight[i] = std::max(now_.longest_flight[i], tb - last_touch_[i]);
    const auto direction = [this](double v_t) { return std::abs(v_t) <= still_ ? 0 : v_t > 0 ? 1 : -1; };
    const int first = direction(a.v_t[i]), last = direction(b.v_t[i]);
    if (first * last < 0) {
      const auto rate = [&](double t) { return instant(at(t)).v_t[i]; };
      const double turn = zero_between(rate, ta, a.v_t[i], tb, b.v_t[i]);
      track_direction(i, first, ta, turn);
      track_direction(i, last, turn, tb);
    } else {
      track_direction(i, last != 0 ? last : first, ta, tb);
    }
  }
}

void DimerObserver::track_direction(int tip, int direction, double from, double to) {
  if (direction != direction_[tip]) {
    const DimerCycle::Stretch ended{.phase = phase(direction_since_[tip]),
                                    .duration = from - direction_since_[tip],
                                    .from_stick = direction_before_[tip] == 0};
    if (direction_[tip] > 0) keep_longest(now_.forward[tip], ended);
    if (direction_[tip] < 0) keep_longest(now_.backward[tip], ended);
    direction_before_[tip] = direction_[tip];
    direction_[tip] = direction;
    direction_since_[tip] = from;
  }
  if (direction > 0) now_.forward_time[tip] += to - from;
  if (direction < 0) now_.backward_time[tip] += to - from;
}

void DimerObserver::event(const EventBatch<Dimer>& batch) {
  if (batch.kind != EventKind::impact && batch.kind != EventKind::multiple_impact) return;
  const double at_phase = phase(batch.t);
  if (batch.kind == EventKind::multiple_impact) {
    if (now_.double_impacts < DimerCycle::double_phases) now_.double_phase[now_.double_impacts] = at_phase;
    ++now_.double_impacts;
  }
  const auto tips = contact_kinematics(system_, batch.t, batch.before.q, batch.before.u);
  for (int i = 0; i < 2; ++i) {
    if (!batch.contacts[i]) continue;
    if (batch.kind == EventKind::impact) ++now_.single_impacts[i];
    const double speed = -tips[i].normal_velocity(batch.before.u);
    if (speed > now_.strongest[i].speed && speed > still_) now_.strongest[i] = {.speed = speed, .phase = at_phase};
    if (flight_peak_[i] > bounce_height_) ++now_.bounces[i];
    flight_peak_[i] = 0;
    last_touch_[i] = batch.t;
  }
}

void DimerObserver::begin_cycle(const State<3>& state) {
  const long index = now_.index;
  now_ = DimerCycle{};
  now_.index = index;
  now_.begin = state;
  now_.theta_min = now_.theta_max = state.q[2];
  cycle_end_ = boundary(index + 1);
}

void DimerObserver::end_cycle(const State<3>& state) {
  now_.end = state;
  now_.duration = state.t - now_.begin.t;
  const DimerBody& body = system_.body();
  for (int i = 0; i < 2; ++i) {
    const double side = i == 0 ? -1 : 1;
    const auto position = [&](const State<3>& s) {
      return s.q[0] + side * body.l / 2 * std::cos(s.q[2]) + body.r * s.q[2];
    };
    now_.displacement[i] = position(now_.end) - position(now_.begin);
  }
  if (whole_) cycles_.push(now_);
  whole_ = true;
  ++now_.index;
  begin_cycle(state);
}

}  // namespace carom::observe
