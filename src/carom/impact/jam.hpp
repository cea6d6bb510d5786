// SPDX-License-Identifier: Apache-2.0
// Contacts that touch without approaching, one of them pressed together by its own slip: an impact without collision.
//
// Model
//   (1)  jam at a contact:  γ_n = 0,  γ_t ≠ 0,  A − σ μ B < 0         (σ the sign of γ_t, μ that of impacts)
//   (2)  slip presses until γ_t = 0; then the contact sticks, for AD > B² and (1) give |B|/D < A/|B| < μ ≤ μ_s; stick lifts,
//        dγ_n/dp = A − B²/D > 0, and compression ends where γ_n is zero again, with P_c = B γ_t⁻/(AD − B²)
//
// Laws      Energetic   W_r = e² W_c, by single_impact.hpp.
//           Poisson     P_e = e P_c, by path_impact.hpp; both forms of his friction end the compression in the same rest.
//           Newton      γ_n⁺ = −e γ_n⁻ = 0 whatever e is: nothing to restitute. It has no answer, and that is the result.
// Symbols   as in impact_problem.hpp.
// Source    painleve_1895; genot_brogliato_1999; (2) and its consequence for Poisson's law are our own.
// Limits    Of several contacts one must satisfy (1) by itself. Their compression by Poisson's law is the solution of (2) of
//           velocity_laws.hpp with most sticking contacts, not the other one, in which nothing happens. The energetic law
//           needs an approach where several contacts touch.
#pragma once

#include "carom/impact/impact_problem.hpp"

namespace carom {

// (1)
template <class Real>
bool is_jam(const Real& A, const Real& B, double mu, const Real& v_n, const Real& v_t) {
  return v_n == 0.0 && v_t != 0.0 && A - (v_t > 0.0 ? 1 : -1) * mu * B < 0.0;
}

template <int Max, class Real>
bool is_jammed(const ImpactProblem<Max, Real>& p) {
  for (int i = 0; i < p.n; ++i)
    if (is_jam<Real>(p.A(i, i), p.B(i, i), p.law[i].mu_i, p.v_n[i], p.v_t[i])) return true;
  return false;
}

// Does any contact approach, or push with what it has stored?
template <int Max, class Real>
bool is_hit(const ImpactProblem<Max, Real>& p) {
  for (int i = 0; i < p.n; ++i)
    if (p.v_n[i] < 0.0 || p.E0[i] > 0.0) return true;
  return false;
}

}  // namespace carom
