// SPDX-License-Identifier: Apache-2.0
// The compliant flow (compliant_impact.hpp): the clock, compression and expansion, stick and slip.
#pragma once

#include "carom/impact/compliant_impact.hpp"

namespace carom {

// The contact that shall carry the clock: the one in expansion that will end first; else the most deformed; at the very
// start the fastest.
template <int N, class Real>
inline int CompliantImpact<N, Real>::best_clock() const {
  Numbers v_n, v_t;
  velocities(head(), v_n, v_t);
  int best = -1;
  double soonest = HUGE_VAL, largest = -1;
  for (int i = 0; i < count(); ++i) {
    if (phase_[i] != Phase::expansion || !(v_n[i] > 0.0)) continue;
    const double remaining = value_of(Real(deformation(y_, i) * e2_[i] / v_n[i]));
    if (remaining < soonest) {
      soonest = remaining;
      best = i;
    }
  }
  if (best >= 0) return best;
  for (int i = 0; i < count(); ++i) {
    if (phase_[i] == Phase::idle) continue;
    const double size_now = value_of(deformation(y_, i)) + 1e-9 * std::max(-value_of(v_n[i]), 0.0);
    if (size_now > largest) {
      largest = size_now;
      best = i;
    }
  }
  return best;
}

// Hands the clock over; the step size h in σ keeps its length in time.
template <int N, class Real>
inline bool CompliantImpact<N, Real>::hand_over_clock(double& h) {
  const int next = best_clock();
  if (next < 0 || next == clock_) return false;
  using std::abs, std::sqrt;
  const Real z_before = y_[clock_];
  y_[clock_] = z_before * abs(z_before);
  const Real x = std::max<Real>(y_[next], 0.0);
  clock_ = next;
  y_[next] = sqrt(x);
  if (z_before > 1e-3 && y_[next] > 1e-3) h *= std::clamp(value_of(z_before) / value_of(y_[next]), 0.05, 20.0);
  return true;
}

template <int N, class Real>
inline void CompliantImpact<N, Real>::begin() {
  using std::sqrt;
  s_ = s_before_ = rest_speed_ = 0;
  skims_ = false;
  y_.setZero(4 * count());
  for (int i = 0; i < count(); ++i) {
    phase_[i] = Phase::idle;
    if (problem_.E0[i] > 0) y_[i] = std::pow((eta_[i] + 1) * (problem_.E0[i] / energy_) / k_[i], 1 / (eta_[i] + 1));
    if (v_n0_[i] < 0.0)
      phase_[i] = Phase::compression;
    else if (y_[i] > 0.0)
      phase_[i] = e2_[i] > 0 ? Phase::expansion : Phase::idle;
    if (phase_[i] == Phase::idle) y_[i] = 0.0;
  }
  for (int i = 0; i < count(); ++i) energy_mark_[i] = stored_energy(i, y_[i]);
  W_c_.setZero(count());
  W_r_.setZero(count());
  P_n_.setZero(count());
  P_t_.setZero(count());
  friction_work_.setZero(count());
  clock_ = -1;
  clock_ = best_clock();
  if (clock_ < 0) clock_ = 0;
  y_[clock_] = sqrt(y_[clock_]);
  note_bands();
  friction_.set_up(B_, D_, mu_s_, mu_, v_t0_, tangential_band_);
  stop_slip();
  choose_friction();
  settle_phases();
}

// Loads by which friction is judged; at the very start of an impact, those a moment later. A contact that begins now
// carries nothing yet, but it has friction from now on.
template <int N, class Real>
inline auto CompliantImpact<N, Real>::judging_loads() const -> Numbers {
  Numbers F_n, v_n, v_t;
  loads(head(), F_n);
  if (!(largest(F_n) > 1e-12)) {
    velocities(head(), v_n, v_t);
    constexpr double moment = 1e-4;
    for (int i = 0; i < count(); ++i)
      F_n[i] =
          phase_[i] == Phase::idle ? Real(0.0) : load(i, deformation(y_, i) + moment * std::max<Real>(-v_n[i], 0.0));
  }
  const double most = largest(F_n);
  for (int i = 0; i < count(); ++i)
    if (phase_[i] != Phase::idle) F_n[i] = std::max<Real>(F_n[i], 1e-12 * most);
  return F_n;
}

template <int N, class Real>
inline void CompliantImpact<N, Real>::choose_friction() {
  Numbers v_n, v_t;
  velocities(head(), v_n, v_t);
  friction_.choose(judging_loads(), v_t, tangential_band_);
}

// Switches every contact that stands on its own event, whichever event was located: two contacts may reach theirs at
// the same instant and rounding must not decide between them. Returns true if a contact begins.
template <int N, class Real>
inline bool CompliantImpact<N, Real>::settle_phases() {
  using std::abs;
  Numbers v_n, v_t, F_t;
  const Numbers F_n = judging_loads();
  friction_.forces(F_n, F_t);
  velocities(head(), v_n, v_t);
  bool loaded_more = false;
  for (int i = 0; i < count(); ++i) {
    const Real rate = A_.row(i).dot(F_n) + B_.row(i).dot(F_t);
    const bool at_zero = abs(v_n[i]) <= normal_band_;
    const bool separating = at_zero ? rate > 0.0 : v_n[i] > 0.0;
    const bool approaching = at_zero ? rate < 0.0 : v_n[i] < 0.0;
    if (phase_[i] == Phase::compression && separating) {
      close_work(i);
      phase_[i] = e2_[i] > 0 ? Phase::expansion : Phase::idle;
      if (phase_[i] == Phase::idle) y_[i] = energy_mark_[i] = 0.0;  // what was stored is lost, not there for a restart
    }
    if (phase_[i] == Phase::expansion && y_[i] <= deformation_band) {
      y_[i] = 0.0;
      close_work(i);
      phase_[i] = Phase::idle;
    }
    if (phase_[i] == Phase::expansion && approaching) {
      close_work(i);
      phase_[i] = Phase::compression;
    }
    if (phase_[i] == Phase::idle && approaching) {
      phase_[i] = Phase::compression;
      y_[i] = 0.0;
      loaded_more = true;
    }
  }
  const bool stopped = loaded_more && stop_slip();
  if (loaded_more) {
    // Among many contacts some group has just given way when another contact begins: it may not stick at once again.
    if constexpr (is_fixed(N))
      choose_friction();
    else
      refresh_friction();
  }
  if (stopped && !skims_) settle_phases();
  return loaded_more;
}

// By (1) and (4) dE = −γ_n dP/τ: the work of a phase is what it stored, or e² times what it released. That the
// deformations followed the velocities is what the energy balance of the certificate proves.
template <int N, class Real>
inline void CompliantImpact<N, Real>::close_work(int i) {
  const Real E = stored_energy(i, deformation(y_, i));
  if (phase_[i] == Phase::compression)
    W_c_[i] += (E - energy_mark_[i]) * energy_;
  else
    W_r_[i] += e2_[i] * (energy_mark_[i] - E) * energy_;
  energy_mark_[i] = E;
}

// γ_t of a group has reached zero: it is zero, whatever rounding says, for its next mode must not start past its end.
template <int N, class Real>
inline void CompliantImpact<N, Real>::put_to_rest(int group) {
  Numbers v_n, v_t;
  velocities(head(), v_n, v_t);
  for (int i = 0; i < count(); ++i)
    if (friction_.group(i) == group) v_t0_[i] -= v_t[i];
}

// After a contact has started or ended: groups that gained or lost their load are judged again, sticking groups that
// can stay keep sticking, slipping groups keep their sign.
template <int N, class Real>
inline void CompliantImpact<N, Real>::refresh_friction() {
  Numbers v_n, v_t;
  velocities(head(), v_n, v_t);
  for (int g = 0; g < friction_.groups(); ++g)
    if (friction_.mode(g) == ContactMode::stick)
      for (int i = 0; i < count(); ++i)
        if (friction_.group(i) == g) v_t[i] = 0.0;
  const std::array<ContactMode, most> before = [&] {
    std::array<ContactMode, most> modes{};
    for (int g = 0; g < friction_.groups(); ++g) modes[g] = friction_.mode(g);
    return modes;
  }();
  friction_.choose(judging_loads(), v_t, tangential_band_);
  for (int g = 0; g < friction_.groups(); ++g) {
    // A slip that has just begun is within the band of zero and must not be called stick.
    if (is_slip(before[g]) && friction_.mode(g) == ContactMode::stick && !holds(g)) {
      friction_.set_mode(g, before[g]);
      friction_.prepare();
    }
  }
}

}  // namespace carom
