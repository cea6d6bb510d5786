// SPDX-License-Identifier: Apache-2.0
// What the result of an impact must satisfy whatever its law, computed from the impulses alone: no solver's own velocities
// or works are used to prove themselves.
//
// Model
//   (1)  γ⁺ = γ⁻ + G P,   G = (A B; Bᵀ D)                               every velocity that is reported
//   (2)  Δ(kinetic energy relative to the surfaces) = ½ Σ P·(γ⁻ + γ⁺) = Σ (W_restitution − W_compression + friction work)
//        exact for constant inertia, along any path; γ⁺ as reported, which (1) has proved
//
// Residual  The largest violation of (1) relative to the largest velocity in it, before, after or given by one impulse (in a
//           jam impulses can be large and nearly cancel), and of (2) relative to the sum of the works. What a result
//           declares as put to rest (rest_speed, rest_loss) is no violation. A law adds its own conditions.
// Symbols   P impulses [N s], γ relative velocities [m/s], W works [J], A, B, D Delassus blocks [1/kg].
// Limits    In (2) works that are wrong by the same amount at different contacts cancel; the laws' own conditions, contact
//           by contact, find those.
#pragma once

#include <algorithm>
#include <cmath>

#include "carom/base/dual.hpp"
#include "carom/impact/impact_problem.hpp"

namespace carom {

// (1) for one component: γ⁻, and what the impulses add to it.
struct VelocityFromImpulses {
  double before, after, largest;

  explicit VelocityFromImpulses(double before) : before(before), after(before), largest(std::abs(before)) {}
  void add(double inertia, double impulse) {
    const double change = inertia * impulse;
    after += change;
    largest = std::max(largest, std::abs(change));
  }
};

class Certificate {
 public:
  // Returns γ⁻ + γ⁺, with the motion itself where it was put to rest.
  double velocity(const VelocityFromImpulses& v, double reported, double rest_speed = 0) {
    const bool rested = reported == 0 && rest_speed > 0;
    double off = std::abs(v.after - reported);
    if (rested) off = std::max(off - rest_speed, 0.0);
    off_ = std::isfinite(off) ? std::max(off_, off) : HUGE_VAL;
    speed_ = std::max({speed_, v.largest, std::abs(v.after)});
    return v.before + (rested ? v.after : reported);
  }
  // (2) for one contact.
  void exchange(double change) { change_ += change; }
  void works(double restitution, double compression, double friction) {
    works_ += restitution - compression + friction;
    size_ += restitution + compression + std::abs(friction);
  }

  double imbalance() const {
    if (size_ > 0) return std::abs(change_ - works_) / size_;
    return change_ == works_ ? 0 : HUGE_VAL;
  }
  double residual() const {
    const double velocities = off_ > 0 ? off_ / speed_ : 0, energies = imbalance();
    return std::isfinite(velocities + energies) ? std::max(velocities, energies) : HUGE_VAL;
  }

 private:
  double off_ = 0, speed_ = 0, change_ = 0, works_ = 0, size_ = 0;
};

// (2) alone: what a flow judges its own steps by.
template <int Max, class Real>
double energy_imbalance(const ImpactProblem<Max, Real>& p, const ImpactResult<Max, Real>& r) {
  Certificate c;
  for (int i = 0; i < p.n; ++i) {
    c.exchange(value_of(Real(0.5 * (r.P_n[i] * (p.v_n[i] + r.v_n[i]) + r.P_t[i] * (p.v_t[i] + r.v_t[i])))));
    c.works(value_of(r.W_restitution[i]), value_of(r.W_compression[i]), value_of(r.friction_work[i]));
  }
  return c.imbalance();
}

template <int Max, class Real>
double certificate(const ImpactProblem<Max, Real>& p, const ImpactResult<Max, Real>& r) {
  Certificate c;
  for (int i = 0; i < p.n; ++i) {
    VelocityFromImpulses n(value_of(p.v_n[i])), t(value_of(p.v_t[i]));
    for (int j = 0; j < p.n; ++j) {
      const double P_n = value_of(r.P_n[j]), P_t = value_of(r.P_t[j]);
      n.add(value_of(p.A(i, j)), P_n);
      n.add(value_of(p.B(i, j)), P_t);
      t.add(value_of(p.B(j, i)), P_n);
      t.add(value_of(p.D(i, j)), P_t);
    }
    const double sum_n = c.velocity(n, value_of(r.v_n[i]), r.rest_speed), sum_t = c.velocity(t, value_of(r.v_t[i]));
    c.exchange(0.5 * (value_of(r.P_n[i]) * sum_n + value_of(r.P_t[i]) * sum_t));
    c.works(value_of(r.W_restitution[i]), value_of(r.W_compression[i]), value_of(r.friction_work[i]));
  }
  return c.residual();
}

// Of one contact in closed form.
template <class Real>
double certificate(const Real& A, const Real& B, const Real& D, const Real& v_n, const Real& v_t,
                   const SingleImpactOf<Real>& r) {
  const double P_n = value_of(r.P_n), P_t = value_of(r.P_t);
  VelocityFromImpulses n(value_of(v_n)), t(value_of(v_t));
  n.add(value_of(A), P_n);
  n.add(value_of(B), P_t);
  t.add(value_of(B), P_n);
  t.add(value_of(D), P_t);
  Certificate c;
  const double sum_n = c.velocity(n, value_of(r.v_n)), sum_t = c.velocity(t, value_of(r.v_t));
  c.exchange(0.5 * (P_n * sum_n + P_t * sum_t));
  c.works(value_of(r.W_restitution), value_of(r.W_compression), value_of(r.friction_work));
  return c.residual();
}

}  // namespace carom
