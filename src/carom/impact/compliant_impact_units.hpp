// SPDX-License-Identifier: Apache-2.0
// The compliant flow (compliant_impact.hpp): its units, and how small what is left may become.
#pragma once

#include "carom/impact/compliant_impact.hpp"

namespace carom {

// Units: velocity V, inertia 1/a, deformation X of the fastest contact.
template <int N, class Real>
inline bool CompliantImpact<N, Real>::scale() {
  double V = 0;
  int fastest = 0;
  a_ = 0;
  for (int i = 0; i < count(); ++i) {
    if (-problem_.v_n[i] > V) {
      V = -value_of(problem_.v_n[i]);
      fastest = i;
    }
    a_ = std::max(a_, value_of(problem_.A(i, i)));
  }
  for (int i = 0; i < count(); ++i) {
    // Of what is stored at a contact that is not pressed on, e² comes out.
    const double share = problem_.v_n[i] < 0.0 ? 1.0 : problem_.law[i].e * problem_.law[i].e;
    const double v = std::sqrt(2 * share * problem_.E0[i] * a_);
    if (v > V) {
      V = v;
      fastest = i;
    }
  }
  if (!(V > 0)) return false;
  A_ = problem_.A.template topLeftCorner<rows(N), rows(N)>(count(), count()) / Real(a_);
  B_ = problem_.B.template topLeftCorner<rows(N), rows(N)>(count(), count()) / Real(a_);
  D_ = problem_.D.template topLeftCorner<rows(N), rows(N)>(count(), count()) / Real(a_);
  may_hold_ = false;
  for (int i = 0; i < count(); ++i) {
    const ContactLaw& l = problem_.law[i];
    eta_[i] = l.exponent;
    e2_[i] = l.e * l.e < 1e-12 ? 0.0 : l.e * l.e;
    mu_s_[i] = l.mu_s_i;
    mu_[i] = l.mu_i;
    may_hold_ = may_hold_ || never_slips(mu_s_[i]);
  }
  note_coupling();
  V_first_ = V;
  set_units(V, fastest);
  v_n0_ = problem_.v_n.template head<rows(N)>(count()) / Real(V_);
  v_t0_ = problem_.v_t.template head<rows(N)>(count()) / Real(V_);
  return true;
}

template <int N, class Real>
inline void CompliantImpact<N, Real>::set_units(double V, int fastest) {
  V_ = V;
  impulse_ = V_ / a_;
  energy_ = impulse_ * V_;
  const ContactLaw& law = problem_.law[fastest];
  X_ = std::pow(energy_ / law.stiffness, 1 / (law.exponent + 1));
  for (int i = 0; i < count(); ++i) k_[i] = problem_.law[i].stiffness * std::pow(X_, eta_[i] + 1) / energy_;
}

// Contacts that press one another can pass what is left to and fro for ever, a little less each time. The flow then goes
// on in units of what is left, and ends as rest when that is nothing; what counts as nothing grows with the effort. A
// body can also wedge itself in and stay at rest under forces in balance. Returns false at either end.
template <int N, class Real>
inline bool CompliantImpact<N, Real>::keep_in_scale(int steps) {
  using std::abs, std::sqrt;
  Numbers v_n, v_t;
  velocities(head(), v_n, v_t);
  double live = 0, motion = 0;
  int fastest = 0;
  for (int i = 0; i < count(); ++i) {
    if (phase_[i] == Phase::idle) continue;
    const double normal_speed = std::abs(value_of(v_n[i]));
    motion = std::max(motion, normal_speed);
    const double speed = std::max(normal_speed, std::sqrt(2 * value_of(stored_energy(i, deformation(y_, i)))));
    if (speed > live) {
      live = speed;
      fastest = i;
    }
  }
  constexpr int patience =
      is_fixed(N) ? 5000 : 2000;  // steps of many contacts are dear, and long flows of theirs common
  const double nothing = 1e-9 * std::pow(10.0, std::min(steps / patience, 5)), rest_level = nothing * V_first_ / V_;
  if (live < rest_level || (motion < rest_level && in_balance(std::max(1e-6, 1e2 * nothing)))) {
    rest_speed_ = motion;
    return false;
  }
  if (live > 1e-2 && live < 1e2) return true;
  Numbers x = numbers();
  for (int i = 0; i < count(); ++i) {
    x[i] = deformation(y_, i) * X_;
    // What was zero within rounding stays so in the smaller units.
    if (abs(v_n[i]) <= normal_band_) v_n[i] = 0.0;
    if (abs(v_t[i]) <= tangential_band_ || friction_.mode(friction_.group(i)) == ContactMode::stick) v_t[i] = 0.0;
  }
  book_impulses();
  energy_mark_ *= Real(energy_);
  s_before_ += s_ * X_ / V_;
  s_ = 0;
  v_n0_ = v_n / Real(live);
  v_t0_ = v_t / Real(live);
  note_bands();
  set_units(V_ * live, fastest);
  energy_mark_ /= Real(energy_);
  y_.setZero();
  y_.template head<rows(N)>(count()) = x / Real(X_);
  y_[clock_] = sqrt(std::max<Real>(y_[clock_], 0.0));
  return true;
}

// A wedged body can creep out of its strain by ever smaller slips. Where it hardly moves any more it is at rest.
template <int N, class Real>
inline void CompliantImpact<N, Real>::end_creep(Result& result) {
  Numbers v_n, v_t;
  velocities(head(), v_n, v_t);
  for (int i = 0; i < count(); ++i)
    if (phase_[i] != Phase::idle) rest_speed_ = std::max(rest_speed_, std::abs(value_of(v_n[i])));
  if (rest_speed_ * V_ > 1e-2 * V_first_) result.failure = ImpactFailure::too_many_phases;
}

// Do the forces on every deformed contact balance?
template <int N, class Real>
inline bool CompliantImpact<N, Real>::in_balance(double tolerance) const {
  using std::abs;
  Numbers F_n, F_t;
  loads(head(), F_n);
  friction_.forces(F_n, F_t);
  for (int i = 0; i < count(); ++i) {
    if (phase_[i] == Phase::idle) continue;
    Real rate = 0.0;
    double size = 0;
    for (int j = 0; j < count(); ++j) {
      rate += A_(i, j) * F_n[j] + B_(i, j) * F_t[j];
      size += std::abs(value_of(A_(i, j)) * value_of(F_n[j])) + std::abs(value_of(B_(i, j)) * value_of(F_t[j]));
    }
    if (!(abs(rate) <= tolerance * size)) return false;
  }
  return true;
}

// Velocities are zero within rounding of the largest that they are computed from.
template <int N, class Real>
inline void CompliantImpact<N, Real>::note_bands() {
  constexpr double rounding = 8 * std::numeric_limits<double>::epsilon();
  const double fast_n = largest(v_n0_), fast_t = largest(v_t0_);
  normal_band_ = std::max(velocity_band, rounding * fast_n);
  tangential_band_ = std::max(velocity_band, rounding * fast_t);
}

template <int N, class Real>
inline void CompliantImpact<N, Real>::note_coupling() {
  if constexpr (!is_fixed(N))
    for (int i = 0; i < count(); ++i) {
      int& partners = coupling_.partners[i] = 0;
      for (int j = 0; j < count(); ++j)
        if (!(vanishes(A_(i, j)) && vanishes(B_(i, j)) && vanishes(B_(j, i)) && vanishes(D_(i, j))))
          coupling_.partner[i][partners++] = static_cast<short>(j);
    }
}

template <int N, class Real>
inline void CompliantImpact<N, Real>::book_impulses() {
  P_n_ += part(y_, 1) * Real(impulse_);
  P_t_ += part(y_, 2) * Real(impulse_);
  friction_work_ += part(y_, 3) * Real(energy_);
}

}  // namespace carom
