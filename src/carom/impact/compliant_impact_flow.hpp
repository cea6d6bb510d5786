// SPDX-License-Identifier: Apache-2.0
// The compliant flow (compliant_impact.hpp): steps from event to event.
#pragma once

#include "carom/flow/advance_to_event.hpp"
#include "carom/impact/compliant_impact.hpp"

namespace carom {

template <int N, class Real>
inline void CompliantImpact<N, Real>::set_guards() {
  note_phases();
  note_friction();
  guard_count_ = 0;
  const auto add = [this](GuardKind kind, int which, double band) {
    band_[guard_count_] = band;
    guards_[guard_count_++] = {kind, which};
  };
  for (int i = 0; i < count(); ++i) {
    if (is_moved(i)) add(GuardKind::normal, i, normal_band_);
    if (phase_[i] == Phase::expansion) add(GuardKind::end, i, deformation_band);
  }
  for (int g = 0; g < friction_.groups(); ++g) {
    if (is_slip(friction_.mode(g))) {
      if (has_friction(g)) add(GuardKind::slip, g, tangential_band_);
    } else if (friction_.mode(g) == ContactMode::stick && !holds(g)) {
      add(GuardKind::stick_plus, g, force_band);
      add(GuardKind::stick_minus, g, force_band);
    }
  }
}

template <int N, class Real>
inline void CompliantImpact<N, Real>::sample_guards(const Head& y, GuardValues<max_guards>& values) const {
  Numbers v_n, v_t, F_n;
  velocities(y, v_n, v_t);
  if (sticking_)
    loads(y, F_n);
  else
    F_n = zeros<N, Real>(count());
  for (int k = 0; k < guard_count_; ++k) values.g[k] = value_of(guard(k, y, v_n, v_t, F_n));
}

template <int N, class Real>
inline Real CompliantImpact<N, Real>::guard(int k, const Head& y, const Numbers& v_n, const Numbers& v_t,
                                            const Numbers& F_n) const {
  const int i = guards_[k].which;
  switch (guards_[k].kind) {
    case GuardKind::normal: return phase_[i] == Phase::compression ? -v_n[i] : v_n[i];
    case GuardKind::end: return y[i];
    case GuardKind::slip: return slip_sign(friction_.mode(i)) * v_t[friction_.leader(i)];
    case GuardKind::stick_plus: return friction_.capacity(i, F_n) - friction_.stick_force(i, F_n);
    default: return friction_.capacity(i, F_n) + friction_.stick_force(i, F_n);
  }
}

template <int N, class Real>
inline Real CompliantImpact<N, Real>::guard(int k, const Head& y) const {
  Numbers v_n, v_t, F_n;
  velocities(y, v_n, v_t);
  loads(y, F_n);
  return guard(k, y, v_n, v_t, F_n);
}

template <int N, class Real>
inline void CompliantImpact<N, Real>::begin_step(GuardValues<max_guards>& start) {
  set_guards();
  const Rates f{this};
  step_.begin(f, 0, y_);
  sample_guards(head(), start);
}

template <int N, class Real>
inline void CompliantImpact<N, Real>::integrate(Result& result) {
  const Rates f{this};
  // z^(2η) has a kink at zero unless 2η is whole, and the error of a step over a kink is underestimated.
  bool smooth = true;
  for (int i = 0; i < count(); ++i) smooth = smooth && (eta_[i] == 1.0 || eta_[i] == 1.5);
  const double tolerance = smooth ? options_.tolerance : 0.03 * options_.tolerance;
  const auto error_norm = [&] {
    if constexpr (is_fixed(N))
      return step_.error_norm(Vector<size>::Constant(tolerance));
    else
      return step_.error_sum(tolerance);
  };
  double h = problem_.E0.template head<rows(N)>(count()).maxCoeff() > 0 ? first_step : 0.1;
  int events = 0;
  GuardValues<max_guards> start, end;
  log_modes(result);
  sample();
  begin_step(start);
  while (active() > 0 && !skims_) {
    if (!trace_ && active() == 1 && end_with_one_contact(result)) return;
    if (++result.steps > options_.max_steps) return end_creep(result);
    if (result.steps % 512 == 0) {  // a long impact may die away without events
      if (!keep_in_scale(result.steps)) return;
      begin_step(start);
    }
    // Not far past the end of the clock's contact: what lies beyond is not this flow.
    const double dz = value_of(step_.slope_at_start()[clock_]);
    if (phase_[clock_] == Phase::expansion && dz < 0)
      h = std::min(h, std::max(-1.25 * value_of(y_[clock_]) / dz, 1e-9));
    const auto [trial, error, h_tried, event] = advance_to_event(
        step_, f, 0, h, error_norm, [&] { return first_event(start, end, h); }, safety);
    if (trial != Trial::accepted) {
      // A step far too long can overflow (a small e makes expansion fast): it is shortened like any other.
      h = h_tried;
      if (h < 1e-12) {
        result.failure = trial == Trial::rejected ? ImpactFailure::step_underflow : ImpactFailure::not_finite;
        return;
      }
      continue;
    }
    double h_next = std::min(h_tried, 1.0);
    if (!event.found()) {
      accept(h_next, start, end);
      h = h_next;
      continue;
    }
    if (++events > options_.max_events) return end_creep(result);
    const Guard fired = guards_[event.guard];
    end_step_on(event, h);
    pass_event(fired);
    const bool started = settle_phases();
    if (fired.kind == GuardKind::normal || fired.kind == GuardKind::end) refresh_friction();
    log_modes(result);
    sample();
    if (!keep_in_scale(result.steps)) return;
    h = std::max(std::min(h, h_next), 1e-3);
    if (started) h = std::min(h, first_step);
    hand_over_clock(h);
    begin_step(start);
  }
}

// Of the step just taken; `end` is filled with the guards at its end.
template <int N, class Real>
inline IsolatedEvent CompliantImpact<N, Real>::first_event(const GuardValues<max_guards>& start,
                                                           GuardValues<max_guards>& end, double h) {
  sample_guards(step_.y1.template head<rows(head_size)>(3 * count()), end);
  if (!sticking_ && passes_no_event(start, end, h)) return {};
  const Rates f{this};
  step_.prepare_dense(f, 0);
  auto at = [this](double theta, GuardValues<max_guards>& values) {
    sample_guards(step_.template head_at<head_size>(theta, 3 * count()), values);
  };
  return Isolation<max_guards, decltype(at)>(guard_count_, band_, at).first(start, end);
}

// What a guard at its zero says of the contact or group that it watched.
template <int N, class Real>
inline void CompliantImpact<N, Real>::pass_event(const Guard& fired) {
  if (fired.kind == GuardKind::end) y_[fired.which] = 0.0;
  if (fired.kind == GuardKind::stick_plus || fired.kind == GuardKind::stick_minus) {
    // Stick has given way; friction may not choose it again at the same loads.
    put_to_rest(fired.which);
    friction_.set_mode(fired.which,
                       fired.kind == GuardKind::stick_plus ? ContactMode::slip_minus : ContactMode::slip_plus);
    friction_.prepare();
  } else if (fired.kind == GuardKind::slip) {
    put_to_rest(fired.which);
    choose_friction();
  }
}

template <int N, class Real>
inline void CompliantImpact<N, Real>::accept(double& h_next, GuardValues<max_guards>& start,
                                             const GuardValues<max_guards>& end) {
  const Rates f{this};
  if (trace_) s_ += value_of(step_.integral(clock_));
  y_ = step_.y1;
  sample();
  if (hand_over_clock(h_next)) {
    step_.begin(f, 0, y_);
    sample_guards(head(), start);
  } else {
    step_.advance();
    start = end;
  }
}

// A quick and safe no: the cubics through values and slopes at both ends stay clear of zero by a margin far larger than
// what the order-eight step leaves unresolved of them.
template <int N, class Real>
inline bool CompliantImpact<N, Real>::passes_no_event(const GuardValues<max_guards>& start,
                                                      const GuardValues<max_guards>& end, double h) const {
  Numbers dv_n0, dv_t0, dv_n1, dv_t1;
  const auto slopes = [this](const Y& k, Numbers& dv_n, Numbers& dv_t) {
    if constexpr (!is_fixed(N)) {
      dv_n = dv_t = zeros<N, Real>(count());
      return add_velocities(k, dv_n, dv_t);
    }
    const Numbers dP_n = part(k, 1), dP_t = part(k, 2);
    dv_n = A_ * dP_n + B_ * dP_t;
    dv_t = B_.transpose() * dP_n + D_ * dP_t;
  };
  slopes(step_.slope_at_start(), dv_n0, dv_t0);
  slopes(step_.slope_at_end(), dv_n1, dv_t1);
  for (int k = 0; k < guard_count_; ++k) {
    const int i = guards_[k].which;
    double d0, d1;
    switch (guards_[k].kind) {
      case GuardKind::normal: {
        const double sign = phase_[i] == Phase::compression ? -1 : 1;
        d0 = sign * value_of(dv_n0[i]);
        d1 = sign * value_of(dv_n1[i]);
        break;
      }
      case GuardKind::end:
        d0 = value_of(step_.slope_at_start()[i]);
        d1 = value_of(step_.slope_at_end()[i]);
        break;
      default: {
        const double sign = slip_sign(friction_.mode(i));
        d0 = sign * value_of(dv_t0[friction_.leader(i)]);
        d1 = sign * value_of(dv_t1[friction_.leader(i)]);
      }
    }
    const double b0 = start.g[k], b1 = b0 + h * d0 / 3, b3 = end.g[k], b2 = b3 - h * d1 / 3;
    const double margin = 0.05 * (std::max({b0, b1, b2, b3}) - std::min({b0, b1, b2, b3}));
    if (!(b0 >= -band_[k] && std::min({b1, b2, b3}) > margin)) return false;
  }
  return true;
}

template <int N, class Real>
inline void CompliantImpact<N, Real>::end_step_on(const IsolatedEvent& event, double h) {
  if (event.theta == 0) return;
  const Rates f{this};
  const double taken = end_on_event(
      step_, f, 0, h, event.theta, event.slope, {.value = 1e-14, .time = 1e-15, .along = 1e-7},
      [&](double) { return value_of(guard(event.guard, step_.y1.template head<rows(head_size)>(3 * count()))); });
  if (trace_) s_ += value_of(step_.integral(clock_)) + (taken - step_.h) * value_of(step_.y1[clock_]);
  y_ = step_.y1;
  follow_instant(event.guard);
}

// Of numbers with derivatives: the instant of an event moves with what the impact depends on, dσ = −dg/g′, and the state at
// it with g′ = ∂g/∂y · y′.
template <int N, class Real>
inline void CompliantImpact<N, Real>::follow_instant(int k) {
  if constexpr (!std::is_same_v<Real, double>) {
    Y rate = y_;
    rates(y_, rate);
    Head still = head(), moving = head();
    for (int i = 0; i < 3 * count(); ++i) {
      still[i].slope = 0.0;
      moving[i].slope = rate[i].value;
    }
    const auto slope = guard(k, moving).slope - guard(k, still).slope;
    if (slope == 0.0) return;
    const auto shift = -guard(k, head()).slope / slope;
    for (int i = 0; i < 4 * count(); ++i) y_[i].slope += rate[i].value * shift;
  }
}

// The last active contact is a single impact with stored energy: closed form, provided that no idle contact is
// approached on the way.
template <int N, class Real>
inline bool CompliantImpact<N, Real>::end_with_one_contact(Result& result) {
  int i = 0;
  while (phase_[i] == Phase::idle) ++i;
  Numbers v_n, v_t;
  velocities(head(), v_n, v_t);
  const Real x = deformation(y_, i);
  const int g = friction_.group(i);
  const bool sticking = friction_.mode(g) == ContactMode::stick;
  if (!sticking && std::abs(value_of(v_t[i])) <= tangential_band_) return false;  // let the flow leave the event first
  bool free = true;
  const auto watch = [&](const Real& P_n, const Real& P_t) {
    for (int j = 0; j < count(); ++j)
      if (j != i && v_n[j] + A_(j, i) * P_n + B_(j, i) * P_t < -normal_band_) free = false;
  };
  const SingleImpactOf<Real> single =
      solve_single_impact<Real>(A_(i, i), B_(i, i), D_(i, i), v_n[i], sticking ? Real(0.0) : v_t[i], std::sqrt(e2_[i]),
                                mu_s_[i], mu_[i], stored_energy(i, x), watch);
  if (!free || !single.resolved) return false;
  for (int p = 0; carries(i) && p < single.sequence.size; ++p) result.sequence[i].append(single.sequence.modes[p]);
  close_work(i);
  y_[i] = 0.0;
  y_[count() + i] += single.P_n;
  y_[2 * count() + i] += single.P_t;
  y_[3 * count() + i] += single.friction_work;
  W_c_[i] += single.W_compression * energy_;
  W_r_[i] += single.W_restitution * energy_;
  phase_[i] = Phase::idle;
  friction_.set_mode(g, single.sticks ? ContactMode::stick : slip_mode(value_of(single.v_t)));
  return true;
}

}  // namespace carom
