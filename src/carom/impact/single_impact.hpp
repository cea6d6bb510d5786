// SPDX-License-Identifier: Apache-2.0
// One contact, energetic restitution, Coulomb friction: in closed form.
//
// Model     With the normal impulse p as the clock,
//   (1)  slip σ:  dγ_n/dp = A − σ μ B,   dγ_t/dp = B − σ μ D,   dP_t = −σ μ dp
//   (2)  stick:   dγ_n/dp = A − B²/D,    γ_t = 0,               dP_t = −(B/D) dp,  possible iff |B/D| ≤ μ_s
//   (3)  dE = −γ_n dp (γ_n < 0),  dE = −γ_n dp / e² (γ_n > 0);  the impact ends at E = 0 with γ_n ≥ 0
//   Velocities are piecewise linear and energies piecewise quadratic in p, so each phase ends at a root of a linear or
//   quadratic equation: γ_n = 0, γ_t = 0 or E = 0. There is nothing to step.
//
// Phases    slip, slip to stick, slip to reversed slip, and jam: where A − σ μ B < 0 (Painlevé) slip presses the contact
//           together until γ_t = 0. A contact with γ_n = 0 in that state gets its tangential impact. With μ = ∞ a slip is
//           stopped at once (stop_at_once.hpp).
// Symbols   as in impact_problem.hpp.
// Source    liu_zhao_brogliato_2008 eqs 70–77; stronge_2000 ch. 4; the closed form is our own.
// Differs   Stored energy E_0 > 0 before the impact is allowed (61), counted positive.
// Limits    One contact. A, D > 0 and A D > B².
#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "carom/complementarity/friction_cone.hpp"
#include "carom/impact/certificate.hpp"
#include "carom/impact/impact_problem.hpp"
#include "carom/impact/jam.hpp"
#include "carom/impact/stop_at_once.hpp"

namespace carom {

namespace detail {

// Impulse at which an expansion ends, by (3): at E = 0 (`ends`), or, where slip presses the contact together (a < 0), at γ_n = 0
// before the energy is used up, from where compression begins again.
template <class Real>
Real expansion_impulse(const Real& v_n, const Real& a, double e2, const Real& E, bool& ends) {
  using std::sqrt;
  ends = true;
  if (e2 == 0) return 0.0;
  // e² E = γ_n p + a p²/2: the smallest positive root, without cancellation.
  const Real discriminant = v_n * v_n + 2 * a * e2 * E;
  if (discriminant >= 0.0) {
    const Real denominator = v_n + sqrt(discriminant);
    return denominator > 0.0 ? Real(2 * e2 * E / denominator) : Real(E > 0.0 ? HUGE_VAL : 0.0);
  }
  ends = false;
  return -v_n / a;
}

// Books the works of a phase of impulse p, from the velocities at its beginning.
template <class Real>
void book_phase(const Real& p, const Real& a, const Real& b, const Real& c, const Real& v_n, const Real& v_t, double e2,
                bool compressing, Real& E, SingleImpactOf<Real>& r) {
  const Real normal_work = (v_n + 0.5 * a * p) * p;
  r.friction_work += c * (v_t + 0.5 * b * p) * p;
  r.P_n += p;
  r.P_t += c * p;
  if (compressing) {
    r.W_compression -= normal_work;
    E -= normal_work;
  } else {
    r.W_restitution += normal_work;
    if (e2 > 0) E -= normal_work / e2;
  }
}

// A slip that μ = ∞ does not allow; true where the contact has been parted by it.
template <class Real>
bool stop_slip(const Real& B, const Real& D, double e, bool undeformed, Real& v_n, Real& v_t, SingleImpactOf<Real>& r) {
  ++r.phases;
  const Real stop = -v_t / D;
  const Real part = undeformed ? part_up_to<Real>(0.0, v_n, B * stop) : Real(1.0);
  const bool parts = part < 1.0, rests = !parts || (1 + e) * part >= 1.0;
  if (parts) r.sequence.append(slip_mode(value_of(v_t)));
  exert_friction<Real>(B, D, rests ? stop : Real((1 + e) * part * stop), v_n, v_t, r);
  if (rests) v_t = 0.0;
  r.sticks = rests;
  return parts;
}

// Of numbers with derivatives, where the contact sticks from the beginning: neighbours that slip are stopped at once, by an
// impulse as small as their slip.
template <class Real>
void stop_neighbours([[maybe_unused]] const Real& B, [[maybe_unused]] const Real& D, [[maybe_unused]] Real& v_n,
                     [[maybe_unused]] Real& v_t, [[maybe_unused]] SingleImpactOf<Real>& r) {
  if constexpr (!std::is_same_v<Real, double>) {
    const Real stop = -v_t / D;
    v_n += B * stop;
    r.P_t += stop;
    v_t = 0.0;
  }
}

// The law and the balance of what was found.
template <class Real>
void certify(const Real& A, const Real& B, const Real& D, const Real& v_n_minus, const Real& v_t_minus, double e2,
             const Real& E0, SingleImpactOf<Real>& r) {
  using std::isfinite;
  const double size = value_of(Real(E0 + r.W_compression + r.W_restitution - r.friction_work));
  const double law = std::abs(value_of(Real(r.W_restitution - e2 * (E0 + r.W_compression))));
  r.residual = std::max(size > 0 ? law / size : 0.0, certificate(A, B, D, v_n_minus, v_t_minus, r));
  if (!isfinite(r.v_n) || !isfinite(r.v_t)) r.resolved = false;
}

}  // namespace detail

// Calls at_phase_end(P_n, P_t) at the end of each phase: between two calls both impulses grow along a straight line.
template <class Real, class AtPhaseEnd>
SingleImpactOf<Real> solve_single_impact(Real A, Real B, Real D, Real v_n, Real v_t, double e, double mu_s, double mu,
                                         Real E0, AtPhaseEnd&& at_phase_end) {
  using std::abs, std::isfinite;
  SingleImpactOf<Real> r;
  const Real v_n_minus = v_n, v_t_minus = v_t;
  const double e2 = e * e;
  Real E = E0;
  const Real ratio = -B / D;  // dP_t/dp in stick
  const bool can_stick = abs(ratio) <= mu_s;
  // At γ_t = 0: stick if possible, else slip in the direction in which the unbalanced friction lets it go.
  const auto mode_at_rest = [&] { return can_stick ? ContactMode::stick : slip_mode(value_of(-ratio)); };
  ContactMode mode = v_t != 0.0 ? slip_mode(value_of(v_t)) : mode_at_rest();
  bool compressing = v_n < 0.0;
  if (!compressing && E == 0.0) {
    // A closed contact at rest is pressed together only by a jam.
    if (!is_jam(A, B, mu, v_n, v_t)) {
      r.v_n = v_n;
      r.v_t = v_t;
      return r;
    }
    compressing = true;
  }
  bool parted = false;
  if (mode == ContactMode::stick && compressing) detail::stop_neighbours(B, D, v_n, v_t, r);
  if (never_slips(mu) && mode != ContactMode::stick) {
    parted = detail::stop_slip(B, D, e, E == 0.0, v_n, v_t, r);
    mode = r.sticks ? ContactMode::stick : mode;
    compressing = v_n < 0.0;
    at_phase_end(r.P_n, r.P_t);
  }
  constexpr int max_phases = 24;
  while (!parted && r.phases < max_phases) {
    ++r.phases;
    r.sequence.append(mode);
    const int sigma = slip_sign(mode);
    const Real c = mode == ContactMode::stick ? ratio : Real(-sigma * mu);    // dP_t/dp
    const Real a = A + c * B;                                                 // dγ_n/dp
    const Real b = mode == ContactMode::stick ? Real(0.0) : Real(B + c * D);  // dγ_t/dp
    // Where this phase would end: γ_t = 0 …
    Real p_tangential = HUGE_VAL;
    if (mode != ContactMode::stick && sigma * b < 0.0) p_tangential = std::max<Real>(-v_t / b, 0.0);
    // … or γ_n = 0 in compression (or, after a jam, at the end of a premature expansion), or E = 0 in expansion.
    Real p_normal = HUGE_VAL;
    bool ends = false;
    if (compressing) {
      if (a > 0.0) p_normal = std::max<Real>(-v_n / a, 0.0);
    } else {
      p_normal = detail::expansion_impulse(v_n, a, e2, E, ends);
    }
    const bool tangential_first = p_tangential < p_normal;
    const Real p = tangential_first ? p_tangential : p_normal;
    if (!isfinite(p)) {
      r.resolved = false;
      break;
    }
    detail::book_phase(p, a, b, c, v_n, v_t, e2, compressing, E, r);
    v_n += a * p;
    v_t += b * p;
    at_phase_end(r.P_n, r.P_t);
    if (tangential_first) {
      v_t = 0.0;
      mode = mode_at_rest();
      continue;
    }
    if (!compressing && ends) {
      E = 0.0;
      break;
    }
    // A turning point. With a rising normal velocity expansion follows; where slip still presses (a < 0) compression goes on.
    v_n = 0.0;
    compressing = !compressing;
  }
  if (r.phases == max_phases) r.resolved = false;
  r.v_n = v_n;
  r.v_t = v_t;
  r.sticks = mode == ContactMode::stick;
  detail::certify(A, B, D, v_n_minus, v_t_minus, e2, E0, r);
  return r;
}

template <class Real>
SingleImpactOf<Real> solve_single_impact(Real A, Real B, Real D, Real v_n, Real v_t, double e, double mu_s, double mu,
                                         std::type_identity_t<Real> E0 = 0.0) {
  return solve_single_impact(A, B, D, v_n, v_t, e, mu_s, mu, E0, [](const Real&, const Real&) {});
}
inline SingleImpact solve_single_impact(double A, double B, double D, double v_n, double v_t, double e, double mu_s,
                                        double mu, double E0 = 0) {
  return solve_single_impact<double>(A, B, D, v_n, v_t, e, mu_s, mu, E0);
}

}  // namespace carom
