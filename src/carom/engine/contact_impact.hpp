// SPDX-License-Identifier: Apache-2.0
// An impact of a mechanism: from the contacts that touch to the problem in contact space, and from its impulses back to
// the velocities. Whoever lets a mechanism collide comes through here.
//
// Model
//   (1)  A = WᵀM⁻¹W, B = WᵀM⁻¹N, D = NᵀM⁻¹N,  γ_n⁻ = Wᵀu⁻ + ŵ_n,  γ_t⁻ = Nᵀu⁻ + ŵ_t
//   (2)  u⁺ = u⁻ + M⁻¹ Σ (w P_n + n P_t)
//   (3)  work of surfaces that move:  −Σ (P_n ŵ_n + P_t ŵ_t)
//
// Rest      A contact that was closed before has γ_n⁻ = 0 and one that stuck has γ_t⁻ = 0, whatever rounding says: it must
//           not count as an approach. Where the modes before are not known, what is zero within rounding is zero.
// Jam       A dynamic jam is met where A − σμB has fallen to zero within rounding; it is put just below, for slip does not
//           part the contact (jam.hpp).
// Symbols   w, n directions of a contact, ŵ velocities of its surface [m/s], P impulses [N s], M mass matrix.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "carom/engine/contact_dynamics.hpp"
#include "carom/impact/impact_problem.hpp"
#include "carom/laws/contact_mode.hpp"

namespace carom {

// The contacts listed as flags, in their order.
template <std::size_t N>
int list_members(const std::array<bool, N>& flags, std::array<int, N>& member) {
  int n = 0;
  for (std::size_t i = 0; i < N; ++i)
    if (flags[i]) member[n++] = static_cast<int>(i);
  return n;
}

// (1) for the listed contacts.
template <Mechanism S, class Real>
ImpactProblem<S::contact_count, Real> impact_problem(const S& system, const LocalInertia<S, Real>& local,
                                                     const std::array<int, S::contact_count>& member, int n,
                                                     const Vector<S::dof, Real>& u) {
  ImpactProblem<S::contact_count, Real> p;
  p.n = n;
  fill_delassus<S, Real>(local.inverse_mass, local.contacts, member, n, p.A, p.B, p.D);
  for (int i = 0; i < n; ++i) {
    p.v_n[i] = local.contacts[member[i]].normal_velocity(u);
    p.v_t[i] = local.contacts[member[i]].tangential_velocity(u);
    p.law[i] = contact_law(system, member[i]);
  }
  return p;
}

// The same out of a motion with the given modes, by an approach or by a jam of its closed contacts.
template <Mechanism S, class Real>
ImpactProblem<S::contact_count, Real> impact_problem(const S& system, const LocalInertia<S, Real>& local,
                                                     const std::array<int, S::contact_count>& member, int n,
                                                     const Vector<S::dof, Real>& u, const ContactModes<S>& modes,
                                                     bool jam) {
  ImpactProblem<S::contact_count, Real> p = impact_problem(system, local, member, n, u);
  for (int k = 0; k < n; ++k) {
    const ContactMode mode = modes[member[k]];
    if (is_closed(mode) || jam) p.v_n[k] = 0.0;
    if (mode == ContactMode::stick) p.v_t[k] = 0.0;
  }
  if (jam && n == 1) {
    const double A = value_of(p.A(0, 0));
    const double steepness = A - (p.v_t[0] > 0.0 ? 1 : -1) * p.law[0].mu_i * value_of(p.B(0, 0));
    if (steepness >= 0 && steepness < 1e-6 * A) p.A(0, 0) -= steepness + 1e-15 * A;
  }
  return p;
}

// Velocities that are zero but for rounding are zero.
template <int Max>
void rest_within_rounding(ImpactProblem<Max>& p) {
  double fastest = 0;
  for (int k = 0; k < p.n; ++k) fastest = std::max({fastest, std::abs(p.v_n[k]), std::abs(p.v_t[k])});
  for (int k = 0; k < p.n; ++k) {
    if (std::abs(p.v_n[k]) <= 1e-12 * fastest) p.v_n[k] = 0;
    if (std::abs(p.v_t[k]) <= 1e-12 * fastest) p.v_t[k] = 0;
  }
}

// (2) and (3) for one contact.
template <Mechanism S, class Real>
void apply_impulse(const LocalInertia<S, Real>& local, int contact, const Real& P_n, const Real& P_t,
                   Vector<S::dof, Real>& u) {
  u += times(local.inverse_mass, local.contacts[contact].normal * P_n + local.contacts[contact].tangent * P_t);
}
template <Mechanism S>
double drive_work(const LocalInertia<S>& local, int contact, double P_n, double P_t) {
  return -P_n * local.contacts[contact].normal_surface_velocity -
         P_t * local.contacts[contact].tangential_surface_velocity;
}

// (2) for all of them.
template <Mechanism S, class Real>
void apply_impulses(const LocalInertia<S, Real>& local, const std::array<int, S::contact_count>& member,
                    const ImpactResult<S::contact_count, Real>& impact, Vector<S::dof, Real>& u) {
  for (int k = 0; k < impact.n; ++k) apply_impulse<S, Real>(local, member[k], impact.P_n[k], impact.P_t[k], u);
}

// Σ (w P_n + n P_t)
template <Mechanism S>
Vector<S::dof> impulse_of(const LocalInertia<S>& local, const std::array<int, S::contact_count>& member,
                          const ImpactResult<S::contact_count>& impact) {
  Vector<S::dof> impulse = Vector<S::dof>::Zero(local.free_acceleration.size());
  for (int k = 0; k < impact.n; ++k)
    impulse += local.contacts[member[k]].normal * impact.P_n[k] + local.contacts[member[k]].tangent * impact.P_t[k];
  return impulse;
}

}  // namespace carom
