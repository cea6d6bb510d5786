// SPDX-License-Identifier: Apache-2.0
// The compliant flow (compliant_impact.hpp): contacts that never slip, μ = ∞, and slip when they begin.
//
// Model     As in stop_at_once.hpp, for all contacts with μ = ∞ that are pressed. Nothing is deformed any further meanwhile,
//           and friction with a limit has no impulse.
//   (1)  Δγ_t = D P_t = −γ_t at these contacts,   Δγ_n = B P_t at all
//   (2)  a contact that has just begun and is alone, and is lifted to γ_n = 0 on the way, is parted by friction: it has e
//        times its impulse more, or what brings it to rest, and does not press any longer
//   (3)  friction work  P_t,i (γ_t,i⁻ + γ_t,i)/2
// Skimming  Two cases have no such short description. A contact that is parted and pressed on by others at the same instant
//           would be stopped and parted again without end: as μ grows it slides on with a normal force of zero. And where
//           one of several that are stopped together is parted, when that is depends on how their loads grow. The impact is
//           then solved with μ = 1e8, or 1e6 where that does not end. Flows go to their limit as μ^(−1/(η+1)): that is how
//           long they take to stop a slip.
// Symbols   as in compliant_impact.hpp.
// Limits    The trace of an impact that skims begins twice.
#pragma once

#include "carom/complementarity/rank_aware_solve.hpp"
#include "carom/impact/compliant_impact.hpp"

namespace carom {

// The contacts that friction stops: of each group the first that is pressed and never slips.
template <int N, class Real>
inline int CompliantImpact<N, Real>::list_stopped(std::array<int, most>& contact) const {
  std::array<bool, most> listed{};
  int n = 0;
  for (int i = 0; i < count(); ++i) {
    const int g = friction_.group(i);
    if (phase_[i] == Phase::idle || !never_slips(mu_[i]) || listed[g]) continue;
    listed[g] = true;
    contact[n++] = i;
  }
  return n;
}

// Tangential impulses at the contacts listed, (1) and (3).
template <int N, class Real>
inline void CompliantImpact<N, Real>::exert_friction(const std::array<int, most>& contact, int n,
                                                     const std::array<Real, most>& P) {
  Numbers v_n, v_t;
  velocities(head(), v_n, v_t);
  for (int a = 0; a < n; ++a) {
    Real change = 0.0;
    for (int b = 0; b < n; ++b) change += D_(contact[a], contact[b]) * P[b];
    y_[3 * count() + contact[a]] += P[a] * (v_t[contact[a]] + 0.5 * change);
  }
  for (int a = 0; a < n; ++a) y_[2 * count() + contact[a]] += P[a];
}

// (2): contact i, which friction P_t has brought to γ_n = 0.
template <int N, class Real>
inline void CompliantImpact<N, Real>::part_by_friction(int i, const Real& P_t) {
  using std::abs, std::sqrt;
  Numbers v_n, v_t;
  velocities(head(), v_n, v_t);
  const Real rest = -v_t[i] / D_(i, i);
  Real more = sqrt(e2_[i]) * P_t;
  const bool rests = abs(more) >= abs(rest);
  if (rests) more = rest;
  exert_friction({i}, 1, {more});
  if (rests) put_to_rest(friction_.group(i));
  phase_[i] = Phase::idle;
  y_[i] = 0.0;
}

// The part of the impulses listed up to which some contact of the group still presses; 1 if to the end. Of several, those that
// lift may come before the others. `pressing`: the number of contacts that did.
template <int N, class Real>
inline Real CompliantImpact<N, Real>::part_under_load(int group, const std::array<int, most>& contact, int n,
                                                      const std::array<Real, most>& P, int& pressing) const {
  Numbers v_n, v_t;
  velocities(head(), v_n, v_t);
  Real part = 0.0;
  pressing = 0;
  for (int i = 0; i < count(); ++i) {
    if (friction_.group(i) != group || phase_[i] == Phase::idle || !never_slips(mu_[i])) continue;
    ++pressing;
    Real lift = 0.0;
    for (int b = 0; b < n; ++b) {
      const Real share = B_(i, contact[b]) * P[b];
      lift += n > 1 ? std::max<Real>(share, 0.0) : share;
    }
    const bool lifted = deformation(y_, i) <= deformation_band && v_n[i] + lift > normal_band_;
    part = std::max<Real>(part, lifted ? Real(std::max<Real>(-v_n[i], 0.0) / lift) : Real(1.0));
  }
  return part;
}

// Returns true if something was stopped or parted.
template <int N, class Real>
inline bool CompliantImpact<N, Real>::stop_slip() {
  using std::abs;
  if (!may_hold_) return false;
  std::array<int, most> contact{};
  const int n = list_stopped(contact);
  Numbers v_n, v_t;
  velocities(head(), v_n, v_t);
  bool slips = false;
  for (int a = 0; a < n; ++a) slips = slips || abs(v_t[contact[a]]) > tangential_band_;
  if (!slips) return false;
  SmallSystem<most, Real> system;
  system.n = n;
  for (int a = 0; a < n; ++a) {
    for (int b = 0; b < n; ++b) system.a[a][b] = D_(contact[a], contact[b]);
    system.rhs[a] = -v_t[contact[a]];
  }
  std::array<Real, most> P{};
  system.solve(P);
  for (int a = 0; a < n; ++a) {
    int pressing = 0;
    const Real part = part_under_load(friction_.group(contact[a]), contact, n, P, pressing);
    if (!(part < 1.0)) continue;
    skims_ = n > 1 || pressing > 1 || abs(v_n[contact[a]]) <= normal_band_;
    if (skims_) return true;
    P[a] *= part;
    exert_friction(contact, n, P);
    part_by_friction(contact[a], P[a]);
    return true;
  }
  exert_friction(contact, n, P);
  for (int a = 0; a < n; ++a) put_to_rest(friction_.group(contact[a]));
  return true;
}

// What stands for μ = ∞ where a contact skims.
template <int N, class Real>
inline void CompliantImpact<N, Real>::limit_friction(double mu) {
  for (int i = 0; i < count(); ++i) {
    ContactLaw& law = problem_.law[i];
    if (never_slips(mu_[i])) law.mu_i = law.mu_s_i = mu;
  }
}

}  // namespace carom
