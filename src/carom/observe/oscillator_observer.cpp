// SPDX-License-Identifier: Apache-2.0
#include "carom/observe/oscillator_observer.hpp"

#include <algorithm>
#include <cmath>

namespace carom::observe {

void OscillatorObserver::enter(char letter) {
  if (!letters_.empty() && letters_.back() == letter) return;
  if (letter == 'F' && !letters_.empty()) ++lift_offs_;
  if (letters_.size() < 256) letters_ += letter;
}

void OscillatorObserver::see(const State<2>& state) {
  phi_dot_max_ = std::max(phi_dot_max_, state.u[0]);
  phi_low_ = std::min(phi_low_, state.q[0]);
  phi_high_ = std::max(phi_high_, state.q[0]);
}

void OscillatorObserver::fly(const State<2>& a, const State<2>& b) {
  const double dt = b.t - a.t, middle = 0.5 * (a.t + b.t), v = system_.belt_velocity(middle);
  flight_ += dt;
  all_flight_ += dt;
  if (v > 0) positive_flight_ += dt;
  if (v * 0.5 * (a.q[0] + b.q[0]) > 0) along_flight_ += dt;
}

void OscillatorObserver::event(const EventBatch<ImpactOscillator>& batch) {
  if (batch.impact == nullptr) return;
  ++impacts_;
  if (batch.before.u[0] < 0 && batch.after.u[0] >= 0) cross(batch.after, batch.modes[0]);
  see(batch.after);
}

void OscillatorObserver::cross(const State<2>& state, ContactMode mode) {
  if (crossed_) {
    const OscillatorCycle cycle{.end = state,
                                .begin_t = begin_t_,
                                .phi_dot_max = phi_dot_max_,
                                .phi_low = phi_low_,
                                .phi_high = phi_high_,
                                .letters = letters_,
                                .lift_offs = lift_offs_,
                                .impacts = impacts_,
                                .flight = flight_};
    if (cycles_.size() == kept) cycles_.pop_front();
    cycles_.push_back(cycle);
  }
  crossed_ = true;
  begin_t_ = state.t;
  letters_ = letter(mode);
  phi_low_ = HUGE_VAL;
  phi_dot_max_ = phi_high_ = -HUGE_VAL;
  flight_ = 0;
  lift_offs_ = impacts_ = 0;
}

double OscillatorObserver::distance(const State<2>& a, const State<2>& b) const {
  const double l = system_.settings().l, speed = system_.scales().speed;
  return std::max({std::abs(a.q[0] - b.q[0]), std::abs(a.q[1] - b.q[1]) / l, std::abs(a.u[0] - b.u[0]) * l / speed,
                   std::abs(a.u[1] - b.u[1]) / speed});
}

OscillatorObservables OscillatorObserver::summary() const {
  OscillatorObservables o;
  const std::size_t count = cycles_.size();
  const auto last = [&](std::size_t k) -> const OscillatorCycle& { return cycles_[count - 1 - k]; };
  if (count == 0) {
    o.sequence = letters_;
    o.phi_dot_max = std::max(phi_dot_max_, 0.0);
    return o;
  }
  const bool sine = system_.settings().belt == Belt::sine;
  for (std::size_t n = 1; 2 * n < count && n <= 64; ++n) {
    bool repeats = true;
    for (std::size_t k = 0; k < n && repeats; ++k) {
      repeats = distance(last(k).end, last(k + n).end) < 1e-6 && last(k).letters == last(k + n).letters;
      if (sine && repeats) {
        // The belt must be where it was.
        const double turns = (last(k).end.t - last(k + n).end.t) * system_.settings().v_omega / two_pi;
        repeats = std::abs(turns - std::round(turns)) < 1e-6;
      }
    }
    if (!repeats) continue;
    o.periodic = true;
    o.crossings = static_cast<int>(n);
    o.period = last(0).end.t - last(n).end.t;
    break;
  }
  const std::size_t used = o.periodic ? static_cast<std::size_t>(o.crossings) : std::min<std::size_t>(count, 64);
  double time = 0, flight = 0, lift_offs = 0, impacts = 0, low = HUGE_VAL, high = -HUGE_VAL;
  for (std::size_t k = used; k-- > 0;) {
    const OscillatorCycle& c = last(k);
    o.phi_dot_max = std::max(o.phi_dot_max, c.phi_dot_max);
    time += c.end.t - c.begin_t;
    flight += c.flight;
    lift_offs += c.lift_offs;
    impacts += c.impacts;
    low = std::min(low, c.phi_low);
    high = std::max(high, c.phi_high);
    if (!o.periodic) continue;
    for (char letter : c.letters)
      if (o.sequence.empty() || o.sequence.back() != letter) o.sequence += letter;
  }
  // A period is a ring: the same letter at both ends is one regime, and it is written from a flight on where there is one.
  if (o.sequence.size() > 1 && o.sequence.back() == o.sequence.front()) o.sequence.pop_back();
  if (const std::size_t f = o.sequence.find('F'); f != std::string::npos)
    std::rotate(o.sequence.begin(), o.sequence.begin() + static_cast<std::ptrdiff_t>(f), o.sequence.end());
  o.impacts = o.periodic ? impacts : impacts / static_cast<double>(used);
  o.lift_offs = o.periodic ? lift_offs : lift_offs / static_cast<double>(used);
  o.flight_fraction = time > 0 ? flight / time : 0;
  if (all_flight_ > 0) {
    o.flight_with_positive_v = positive_flight_ / all_flight_;
    o.flight_leaning_along = along_flight_ / all_flight_;
  }
  o.amplitude = 0.5 * (high - low);
  if (o.amplitude < 1e-7) {  // what is left of the way to rest
    o.periodic = false;
    o.period = o.crossings = 0;
  }
  return o;
}

}  // namespace carom::observe
