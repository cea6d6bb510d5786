// SPDX-License-Identifier: Apache-2.0
// One contact, Newton's or Poisson's restitution, Coulomb friction at every instant of the impact: in closed form.
//
// Model     With the normal impulse p as the clock the velocities follow (1) and (2) of single_impact.hpp, a straight
//           line in slip and another in stick. The impact ends
//   (1)  Newton    where γ_n = −e γ_n⁻
//   (2)  Poisson   at p = (1 + e) p_c, where γ_n(p_c) = 0; in the expansion friction acts on γ_t − γ_t*, with the
//                  recoil γ_t* = D e ε_T P_t(p_c) of velocity_laws.hpp
//
// Difference   velocity_laws.hpp puts friction on the velocity at the end of a phase, so that a slip that stops and
//           turns back has had the friction of its end direction all along. Here it has that of the direction it had.
//           Both agree where the slip keeps its direction, or, by Newton's law, ends at rest.
// Symbols   as in impact_problem.hpp.
// Source    volfson_kudrolli_tsimring_2004 (7)–(22) for Newton's law; stronge_2000 ch. 4 for Poisson's.
// Differs   In a jam, A − σ μ B < 0, the slip is followed until it stops; the paper has no jam. So it is, by Poisson's law,
//           where nothing approaches (jam.hpp). With μ = ∞ a slip is stopped at once (stop_at_once.hpp).
// Limits    One contact, nothing stored before the impact. Newton's law can create energy, and ε_T can.
#pragma once

#include <algorithm>
#include <cmath>

#include "carom/complementarity/friction_cone.hpp"
#include "carom/impact/certificate.hpp"
#include "carom/impact/impact_problem.hpp"
#include "carom/impact/stop_at_once.hpp"
#include "carom/laws/contact_law.hpp"

namespace carom {

namespace detail {

// A slip that μ = ∞ does not allow, brought to `rest`; false where the contact came to `level` of γ_n before, or had been
// parted by friction and has `budget` of the tangential impulse left.
template <class Real>
bool stop_slip_on_path(const Real& B, const Real& D, const Real& rest, const Real& level, const Real& budget,
                       SingleImpactOf<Real>& r) {
  using std::abs;
  ++r.phases;
  const Real stop = (rest - r.v_t) / D;
  Real part = part_up_to<Real>(level, r.v_n, B * stop);
  if (abs(stop) * part > budget) part = budget / abs(stop);
  const bool rests = !(part < 1.0);
  exert_friction<Real>(B, D, rests ? stop : Real(part * stop), r.v_n, r.v_t, r);
  if (rests) r.v_t = rest;
  return rests;
}

// The works and impulses of a phase of impulse p along a straight line that ends with γ_n = v_end.
template <class Real>
void book_straight_phase(const Real& p, const Real& b, const Real& c, const Real& v_end, SingleImpactOf<Real>& r) {
  // The normal work, split where γ_n passes zero.
  const bool crosses = r.v_n * v_end < 0.0;
  const Real turn = crosses ? Real(p * r.v_n / (r.v_n - v_end)) : p;
  const Real early = 0.5 * (r.v_n + (crosses ? Real(0.0) : v_end)) * turn, late = 0.5 * v_end * (p - turn);
  r.W_compression -= std::min<Real>(early, 0.0) + std::min<Real>(late, 0.0);
  r.W_restitution += std::max<Real>(early, 0.0) + std::max<Real>(late, 0.0);
  r.friction_work += c * (r.v_t + 0.5 * b * p) * p;
  r.P_n += p;
  r.P_t += c * p;
  r.v_n = v_end;
  r.v_t += b * p;
}

}  // namespace detail

template <class Real>
SingleImpactOf<Real> solve_path_impact(Restitution law, Real A, Real B, Real D, Real v_n, Real v_t, double e,
                                       double mu_s, double mu, double eps_T = 0) {
  using std::abs, std::isfinite;
  SingleImpactOf<Real> r;
  r.v_n = v_n;
  r.v_t = v_t;
  if (v_n > 0.0) return r;
  const Real ratio = -B / D;  // dP_t/dp in stick
  const auto mode_at_rest = [&] { return abs(ratio) <= mu_s ? ContactMode::stick : slip_mode(value_of(-ratio)); };
  ContactMode mode = v_t != 0.0 ? slip_mode(value_of(v_t)) : mode_at_rest();
  const bool newton = law == Restitution::newton;
  const Real target = newton ? Real(-e * v_n) : Real(0.0);  // of γ_n; Poisson's: at the end of compression
  Real expansion = 0.0;                                     // impulse still to come, by Poisson's law
  Real rest = 0.0;                                          // γ_t at which the contact sticks: 0, or γ_t*
  bool compressing = true, expanded = false;
  // From one phase of the law to the next; false at its end.
  const auto go_on = [&] {
    if (newton) return false;
    if (compressing) {
      if (expanded) return false;
      expansion = e * r.P_n;
      rest = D * (e * eps_T) * r.P_t;
    } else if (!(r.v_n < 0.0)) {
      return false;
    } else {
      rest = 0.0;  // the recoil jammed and pressed the contact together again: a further plastic impulse
    }
    compressing = !compressing;
    expanded = true;
    mode = r.v_t != rest ? slip_mode(value_of(Real(r.v_t - rest))) : mode_at_rest();
    return true;
  };
  constexpr int max_phases = 8;
  while (r.phases < max_phases) {
    if (never_slips(mu) && mode != ContactMode::stick) {
      const bool aims = newton || compressing, parted = !aims && expansion == 0.0;
      const Real level = aims ? target : Real(HUGE_VAL), budget = parted ? Real(e * abs(r.P_t)) : Real(HUGE_VAL);
      if (detail::stop_slip_on_path(B, D, rest, level, budget, r)) {
        mode = ContactMode::stick;
        continue;
      }
      if (aims) r.v_n = target;
      r.sequence.append(mode);
      if (!go_on()) break;
      continue;
    }
    const int sigma = slip_sign(mode);
    const Real c = mode == ContactMode::stick ? ratio : Real(-sigma * mu);    // dP_t/dp
    const Real a = A + c * B;                                                 // dγ_n/dp
    const Real b = mode == ContactMode::stick ? Real(0.0) : Real(B + c * D);  // dγ_t/dp
    Real p_tangential = HUGE_VAL, p_normal = HUGE_VAL;
    if (mode != ContactMode::stick && sigma * b < 0.0) p_tangential = std::max<Real>((rest - r.v_t) / b, 0.0);
    if (newton || compressing) {
      if (a > 0.0) p_normal = std::max<Real>((target - r.v_n) / a, 0.0);
    } else {
      p_normal = expansion;
    }
    const bool slip_ends = p_tangential < p_normal;
    const Real p = slip_ends ? p_tangential : p_normal;
    r.resolved = isfinite(p);
    if (!r.resolved) break;
    if (p > 0.0) r.sequence.append(mode);
    ++r.phases;
    const Real v_end = slip_ends || !(newton || compressing) ? Real(r.v_n + a * p) : target;
    detail::book_straight_phase(p, b, c, v_end, r);
    if (!newton && !compressing) expansion -= p;
    if (slip_ends) {
      r.v_t = rest;
      mode = mode_at_rest();
    } else if (!go_on()) {
      break;
    }
  }
  r.sticks = mode == ContactMode::stick && rest == 0.0;
  if (r.sequence.size == 0) r.sequence.append(mode);
  r.residual = certificate(A, B, D, v_n, v_t, r);
  if (r.phases == max_phases || !isfinite(r.v_n) || !isfinite(r.v_t)) r.resolved = false;
  return r;
}

}  // namespace carom
