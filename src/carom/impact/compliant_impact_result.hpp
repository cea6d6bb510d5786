// SPDX-License-Identifier: Apache-2.0
// The compliant flow (compliant_impact.hpp): modes, samples and the result with what certifies it.
#pragma once

#include <limits>

#include "carom/impact/compliant_impact.hpp"

namespace carom {

template <int N, class Real>
inline void CompliantImpact<N, Real>::log_modes(Result& result) {
  for (int i = 0; i < count(); ++i)
    if (carries(i)) result.sequence[i].append(friction_.mode(friction_.group(i)));
}

// At its very end, where load and friction vanish together, rounding decides on the mode: there it has none.
template <int N, class Real>
inline bool CompliantImpact<N, Real>::carries(int i) const {
  const double mu_s = never_slips(mu_s_[i]) ? 1 : std::max(mu_s_[i], 1e-3);
  return phase_[i] == Phase::compression ||
         (phase_[i] == Phase::expansion && mu_s * load(i, deformation(y_, i)) > 10 * force_band);
}

template <int N, class Real>
inline void CompliantImpact<N, Real>::sample() const {
  if constexpr (std::is_same_v<Real, double>) {
    if (!trace_) return;
    Numbers F_n, F_t, v_n, v_t;
    loads(head(), F_n);
    friction_.forces(F_n, F_t);
    velocities(head(), v_n, v_t);
    ImpactSample point;
    point.s = s_before_ + s_ * X_ / V_;
    point.x.resize(count());
    point.E.resize(count());
    for (int i = 0; i < count(); ++i) {
      const double x = deformation(y_, i);
      point.x[i] = x * X_;
      point.E[i] = stored_energy(i, x) * energy_;
      point.mode.push_back(carries(i) ? friction_.mode(friction_.group(i)) : ContactMode::open);
    }
    point.F_n = F_n * (energy_ / X_);
    point.F_t = F_t * (energy_ / X_);
    point.v_n = v_n * V_;
    point.v_t = v_t * V_;
    point.P_n = P_n_ + part(y_, 1) * impulse_;
    point.P_t = P_t_ + part(y_, 2) * impulse_;
    (*trace_)(point);
  }
}

template <int N, class Real>
inline void CompliantImpact<N, Real>::finish(Result& result) {
  using std::isfinite;
  const int n = count();
  Numbers v_n, v_t;
  velocities(head(), v_n, v_t);
  book_impulses();
  // A contact that hardly carried anything: rounding may leave its impulse, a sum of pushes, below zero.
  const double rounding = std::numeric_limits<double>::epsilon() * value_of(Real(P_n_.sum()));
  for (int i = 0; i < n; ++i)
    if (P_n_[i] < 0.0 && value_of(P_n_[i]) >= -rounding) P_n_[i] = P_t_[i] = 0.0;
  result.P_n.template head<rows(N)>(n) = P_n_;
  result.P_t.template head<rows(N)>(n) = P_t_;
  result.v_n.template head<rows(N)>(n) = v_n * Real(V_);
  result.v_t.template head<rows(N)>(n) = v_t * Real(V_);
  for (int i = 0; i < count(); ++i) {
    if (phase_[i] == Phase::idle) continue;
    close_work(i);
    result.E_left[i] = energy_mark_[i] * energy_;
  }
  result.W_compression.template head<rows(N)>(n) = W_c_;
  result.W_restitution.template head<rows(N)>(n) = W_r_;
  const double rounding_of_works = options_.tolerance * V_first_ * V_first_ / a_;  // of stick: friction gives nothing
  for (int i = 0; i < count(); ++i)
    if (friction_work_[i] > 0.0 && friction_work_[i] < rounding_of_works) friction_work_[i] = 0.0;
  result.friction_work.template head<rows(N)>(n) = friction_work_;
  double residual = energy_imbalance(problem_, result);
  for (int i = 0; i < count(); ++i) {
    result.sticks[i] =
        friction_.mode(friction_.group(i)) == ContactMode::stick || std::abs(value_of(v_t[i])) <= tangential_band_;
    if (result.sticks[i]) v_t[i] = 0.0;
    if (std::abs(value_of(v_n[i])) <= std::max(normal_band_, rest_speed_)) v_n[i] = 0.0;
  }
  result.v_n.template head<rows(N)>(n) = v_n * Real(V_);
  result.v_t.template head<rows(N)>(n) = v_t * Real(V_);
  result.rest_speed = rest_speed_ * V_;
  const double size_of_works = value_of(Real(W_c_.sum() + W_r_.sum())), P_sum = value_of(Real(P_n_.sum()));
  for (int i = 0; i < count(); ++i) {
    const double law = value_of(Real(W_r_[i] - e2_[i] * (problem_.E0[i] + W_c_[i] - result.E_left[i])));
    if (size_of_works > 0) residual = std::max(residual, std::abs(law) / size_of_works);
    const double beyond = beyond_cone(friction_limit(mu_s_[i], value_of(P_n_[i])), value_of(P_t_[i]));
    residual = std::max(residual, beyond / std::max(P_sum, 1e-300) * (shares(i) ? 0.0 : 1.0));
    if (!isfinite(result.v_n[i]) || !isfinite(result.v_t[i])) result.failure = ImpactFailure::not_finite;
  }
  result.residual = residual;
}

// In a group the division of the tangential impulse is a convention; the cone holds for the sum.
template <int N, class Real>
inline bool CompliantImpact<N, Real>::shares(int i) const {
  for (int j = 0; j < count(); ++j)
    if (j != i && friction_.group(j) == friction_.group(i)) return true;
  return false;
}

}  // namespace carom
