// SPDX-License-Identifier: Apache-2.0
#include "carom/impact/chain_flow.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace carom {

void ChainFlow::set_up(int contacts) {
  n_ = contacts;
  const auto size = static_cast<std::size_t>(contacts);
  step_.set_length(2 * contacts + 1);
  k_hat_.assign(size, 0);
  e2_.assign(size, 1);
  eta_.assign(size, 1.5);
  phase_.assign(size, Phase::idle);
  out_.assign(size, 0);
  w_.assign(size + 1, 0);
  clock_ = -1;
  set_window({0, contacts - 1});
}

void ChainFlow::set_window(Window window) {
  window_ = window;
  step_.set_window(velocity(window.first), velocity(window.last + 1) + 1);
}

double ChainFlow::load(int c, double x) const {
  if (!(x > 0)) return 0;
  if (eta_[c] == 1.5) return k_hat_[c] * x * std::sqrt(x);
  if (eta_[c] == 1.0) return k_hat_[c] * x;
  return k_hat_[c] * std::pow(x, eta_[c]);
}

void ChainFlow::rates(const Y& y, Y& dy) const {
  const double z = y[place(clock_)];
  double before = 0;  // F of the contact to the left
  for (int c = window_.first; c <= window_.last; ++c) {
    double force = 0, rate = 0;
    if (phase_[c] != Phase::idle) {
      force = c != clock_ ? load(c, y[place(c)]) : std::copysign(load(c, z * z), z);
      rate = y[velocity(c)] - y[velocity(c + 1)];
      if (phase_[c] == Phase::expansion) rate /= e2_[c];
    }
    dy[place(c)] = c == clock_ ? 0.5 * rate : z * rate;
    dy[velocity(c)] = z * w_[c] * (before - force);
    before = force;
  }
  dy[velocity(window_.last + 1)] = z * w_[window_.last + 1] * before;
}

// γ̇ by the clock of the forces; its sign tells where a contact whose γ is zero is going.
double ChainFlow::gap_acceleration(int c) const {
  const auto force = [this](int i) {
    return i < 0 || i >= n_ || phase_[i] == Phase::idle ? 0.0 : load(i, deformation(step_.y0, i));
  };
  const double own = force(c);
  return w_[c + 1] * (own - force(c + 1)) - w_[c] * (force(c - 1) - own);
}

double ChainFlow::kinetic() const {
  double sum = 0;
  for (int b = 0; b <= n_; ++b) {
    const double v = step_.y0[velocity(b)];
    if (w_[b] > 0) sum += 0.5 * v * v / w_[b];
  }
  return sum;
}

void ChainFlow::need_dense() {
  if (!dense_ready_) step_.prepare_dense(Rates{this}, 0);
  dense_ready_ = true;
}

// ---- events ---------------------------------------------------------------------------------------------------------

double ChainFlow::value(const Guard& guard, const Y& y) const {
  switch (guard.kind) {
    case GuardKind::deformation: return y[place(guard.contact)];
    case GuardKind::separation: return -gap_rate(y, guard.contact);
    case GuardKind::approach: break;
  }
  return gap_rate(y, guard.contact);
}

double ChainFlow::value_at(const Guard& guard, double theta) const {
  const int c = guard.contact;
  if (guard.kind == GuardKind::deformation) return step_.at(theta, place(c));
  const double gamma = step_.at(theta, velocity(c + 1)) - step_.at(theta, velocity(c));
  return guard.kind == GuardKind::separation ? -gamma : gamma;
}

template <class Each>
void ChainFlow::for_each_guard(Each&& each) const {
  const auto is_deformed = [this](int c) {
    return deformation(step_.y0, c) > negligible || deformation(step_.y1, c) > negligible;
  };
  for (int c = window_.first; c <= window_.last; ++c) {
    if (out_[c]) continue;
    switch (phase_[c]) {
      case Phase::idle: each(Guard{c, GuardKind::approach}); break;
      case Phase::elastic:
        if (is_deformed(c)) each(Guard{c, GuardKind::deformation});
        break;
      case Phase::compression:
        if (is_deformed(c)) each(Guard{c, GuardKind::separation});
        break;
      case Phase::expansion:
        each(Guard{c, GuardKind::deformation});
        each(Guard{c, GuardKind::approach});
        break;
    }
  }
}

// The first event of the step; dense output is made only if a guard comes near its zero.
IsolatedEvent ChainFlow::first_event(Guard& fired) {
  IsolatedEvent first;
  dense_ready_ = false;
  for_each_guard([&](const Guard& guard) {
    const double b0 = value(guard, step_.y0), b3 = value(guard, step_.y1);
    // A guard is linear in y: of the rates of y it is its own rate.
    const double b1 = b0 + step_.h * value(guard, step_.slope_at_start()) / 3;
    const double b2 = b3 - step_.h * value(guard, step_.slope_at_end()) / 3;
    const double least = std::min({b1, b2, b3}), margin = 0.05 * (std::max({b0, b1, b2, b3}) - std::min(b0, least));
    if (b0 >= -band(guard.kind) && least > margin) return;
    need_dense();
    auto sample = [&](double theta, GuardValues<1>& values) { values.g[0] = value_at(guard, theta); };
    const std::array<double, 1> width{band(guard.kind)};
    const IsolatedEvent event = Isolation<1, decltype(sample)>(1, width, sample).first({{b0}}, {{b3}});
    if (event.theta < first.theta) {
      first = event;
      fired = guard;
    }
  });
  return first;
}

// Ends the step on the event and corrects by the guard's own value there. Not by end_on_event, which would copy the state
// of the whole chain where only a window of it moves. Returns the correction of the clock.
double ChainFlow::end_step_on(const IsolatedEvent& event, const Guard& guard) {
  const int begin = velocity(window_.first), end = velocity(window_.last + 1) + 1;
  if (event.theta == 0) {
    for (int i = begin; i < end; ++i) step_.y1[i] = step_.y0[i];
    return 0;
  }
  const double slope = event.slope / step_.h;
  double corrected = 0;
  const Rates f{this};
  step_.attempt(f, 0, event.theta * step_.h);
  for (int iteration = 0; iteration < 2; ++iteration) {
    const double off = value(guard, step_.y1);
    if (!(slope < 0) || std::abs(off) <= 1e-15) break;
    const double correction = -off / slope;
    if (!(std::abs(correction) < 1e-7)) break;
    corrected += correction;
    for (int i = begin; i < end; ++i) step_.y1[i] += correction * step_.slope_at_end()[i];
  }
  return corrected;
}

// ---- the clock and the window ---------------------------------------------------------------------------------------

// The contact that carries the clock: of those that part the one that will end first, else the most deformed.
int ChainFlow::best_clock() const {
  int best = -1;
  double soonest = HUGE_VAL, largest = -1;
  for (int c = window_.first; c <= window_.last; ++c) {
    if (phase_[c] == Phase::idle) continue;
    const double gamma = gap_rate(step_.y0, c), x = deformation(step_.y0, c);
    if (!(gamma > 0) || !(x > weak)) continue;
    const double remaining = x * (phase_[c] == Phase::expansion ? e2_[c] : 1.0) / gamma;
    if (remaining < soonest) {
      soonest = remaining;
      best = c;
    }
  }
  if (best >= 0) return best;
  for (int c = window_.first; c <= window_.last; ++c) {
    if (phase_[c] == Phase::idle) continue;
    const double size = deformation(step_.y0, c) + 1e-9 * std::max(-gap_rate(step_.y0, c), 0.0);
    if (size > largest && size > 0) {
      largest = size;
      best = c;
    }
  }
  return best;
}

bool ChainFlow::hand_over_clock(double& h) {
  const int next = best_clock();
  if (next < 0 || next == clock_) return false;
  const double z = step_.y0[place(clock_)];
  step_.y0[place(clock_)] = z * std::abs(z);
  const double root = std::sqrt(std::max(step_.y0[place(next)], 0.0));
  clock_ = next;
  step_.y0[place(next)] = root;
  if (z > 1e-3 && root > 1e-3) h *= std::clamp(z / root, 0.05, 20.0);
  return true;
}

// Two contacts ahead of the wave on either side; an idle neighbour is watched for its approach.
ChainFlow::Window ChainFlow::live_window() const {
  Window window{n_, -1};
  for (int c = 0; c < n_; ++c) {
    if (!live(c)) continue;
    window.first = std::min(window.first, c);
    window.last = c;
  }
  if (window.last < 0) return {clock_, clock_};
  return {std::max(0, window.first - 2), std::min(n_ - 1, window.last + 2)};
}

bool ChainFlow::anything_live() const {
  for (int c = window_.first; c <= window_.last; ++c)
    if (live(c)) return true;
  return false;
}

// What is left of the motion: speeds, and the speeds that stored energies could give.
double ChainFlow::liveliness() const {
  double most = 0;
  for (int c = window_.first; c <= window_.last; ++c)
    if (phase_[c] != Phase::idle)
      most =
          std::max({most, std::abs(gap_rate(step_.y0, c)), std::sqrt(2 * stored_energy(c, deformation(step_.y0, c)))});
  return most;
}

}  // namespace carom
