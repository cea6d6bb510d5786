// SPDX-License-Identifier: Apache-2.0
// Inertia and free motion as contacts see them: with the bilateral constraints, if there are any, already kept.
//
// Model     M u̇ = h + Gᵀλ + Σ (w F_n + n F_t) with c = 0, G u + ĉ = 0, G u̇ + ζ = 0 (model/constraints.hpp). Eliminating λ,
//   (1)  u̇ = a + P Σ (w F_n + n F_t),      P = M⁻¹ − M⁻¹Gᵀ (G M⁻¹Gᵀ)⁺ G M⁻¹,   a = P h − M⁻¹Gᵀ (G M⁻¹Gᵀ)⁺ ζ
//   so that with P for M⁻¹ and a for M⁻¹h everything else is as without constraints: modes, impacts (their impulses pass
//   the constraints on), closing rules, derivatives. Without constraints P = M⁻¹ and a = M⁻¹h.
//   (2)  positions: q ← q − M⁻¹Gᵀ (G M⁻¹Gᵀ)⁺ c, repeated;   velocities: u ← u − M⁻¹Gᵀ (G M⁻¹Gᵀ)⁺ (G u + ĉ)
//   (3)  forces of the constraints: Gᵀλ = M u̇ − h − Σ (w F_n + n F_t), the λ of smallest norm;  work −λ·ĉ = uᵀGᵀλ
// Method    One row at a time, that of which most is left first: with v = P g and s = gᵀv, P ← P − v vᵀ/s and
//           x ← x − v (gᵀx + b)/s. A row of which less is left than 10⁻¹² says what others have said: it is passed over.
// Rank      of G is what was not passed over; redundant constraints neither stop a motion nor stiffen it. What rounding leaves
//           of P where constraints leave nothing is put to zero: a contact of what is moved as prescribed gives way to no force.
// Symbols   M mass matrix, h forces, G rows, ĉ, ζ velocities and drifts of constraints, λ their forces, P inverse mass left.
// Source    pfeiffer_glocker_1996; the elimination is Cholesky's with pivots (golub_van_loan_2013 section 4.2.8).
// Limits    Where a mechanism passes a point at which G loses rank (links in one line), the motion is that of what is left
//           of G there; which way it goes on is then decided by rounding.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include "carom/complementarity/rank_aware_solve.hpp"
#include "carom/model/constraints.hpp"

namespace carom {

// What is left of P beside M⁻¹, of which the diagonal is given, and is nothing but rounding; a derivative stays.
template <int Dof, class Real>
void clear_rounding(const Vector<Dof, Real>& whole_inverse, Matrix<Dof, Dof, Real>& P) {
  constexpr double rounding = 1e-14;
  for (Eigen::Index j = 0; j < P.cols(); ++j)
    for (Eigen::Index i = 0; i < P.rows(); ++i) {
      const double left = value_of(P(i, j));
      if (left * left <= rounding * rounding * value_of(whole_inverse[i]) * value_of(whole_inverse[j])) P(i, j) -= left;
    }
}

// Brings x onto G x + b = 0, b the given member of the rows, by the least change in the metric of P⁻¹, and takes the
// directions of G out of P. Returns the rank.
template <class S, class Real>
int impose(const ConstraintArray<S, Real>& constraints, int count,
           Real ConstraintKinematics<S::dof, Real>::*const offset, Matrix<S::dof, S::dof, Real>& P,
           Vector<S::dof, Real>& x) {
  constexpr double redundant = 1e-12;
  constexpr int most = most_constraints<S>();
  std::array<double, most> whole{}, left{};
  std::array<bool, most> done{};
  for (int i = 0; i < count; ++i) {
    const Vector<S::dof, Real>& g = constraints[i].row;
    whole[i] = left[i] = value_of(Real(g.dot(times(P, g))));
    done[i] = !(whole[i] > 0);
  }
  const Vector<S::dof, Real> whole_inverse = P.diagonal();
  int rank = 0;
  for (int round = 0; round < count; ++round) {
    int next = -1;
    for (int i = 0; i < count; ++i)
      if (!done[i] && (next < 0 || left[i] * whole[next] > left[next] * whole[i])) next = i;
    if (next < 0) break;
    done[next] = true;
    const Vector<S::dof, Real>& g = constraints[next].row;
    const Vector<S::dof, Real> v = times(P, g);
    const Real s = g.dot(v);
    if (!(s > redundant * whole[next])) continue;
    ++rank;
    const Vector<S::dof, Real> step = v / s;
    x -= step * Real(g.dot(x) + constraints[next].*offset);
    P -= v * step.transpose();
    for (int i = 0; i < count; ++i) {
      if (done[i]) continue;
      const double along = value_of(Real(constraints[i].row.dot(v)));
      left[i] -= along * along / value_of(s);
    }
  }
  clear_rounding<S::dof, Real>(whole_inverse, P);
  return rank;
}

// (1): returns P and fills in a. `moves`: whether a constraint is moved at this instant.
template <Mechanism S, class Real>
decltype(auto) free_motion(const S& system, Number<Real> t, const Vector<S::dof, Real>& q,
                           const Number<Vector<S::dof, Real>>& u, Vector<S::dof, Real>& acceleration,
                           [[maybe_unused]] bool* moves = nullptr) {
  if constexpr (may_have_constraints<S>) {
    Matrix<S::dof, S::dof, Real> P = inverse_mass(system, t, q, u);
    acceleration = times(P, Vector<S::dof, Real>(system.force(t, q, u)));
    const int count = constraints_of(system);
    if (count > 0) {
      const ConstraintArray<S, Real> constraints = constraint_kinematics(system, t, q, u);
      impose<S, Real>(constraints, count, &ConstraintKinematics<S::dof, Real>::drift, P, acceleration);
      for (int i = 0; moves != nullptr && i < count; ++i) *moves = *moves || constraints[i].surface_velocity != 0.0;
    }
    return P;
  } else {
    decltype(auto) inverse = inverse_mass(system, t, q, u);
    acceleration = times(inverse, Vector<S::dof, Real>(system.force(t, q, u)));
    return inverse;
  }
}

// (2), positions. False if they do not close: what is left is more than `tolerance`.
template <Mechanism S, class Real>
bool close_constraints(const S& system, Number<Real> t, [[maybe_unused]] const Vector<S::dof, Real>& u,
                       Vector<S::dof, Real>& q, double tolerance) {
  if constexpr (may_have_constraints<S>) {
    const int count = constraints_of(system);
    if (count == 0) return true;
    const Vector<S::dof, Real> rest = zeros<S::dof, Real>(dof_of(system));
    double before = HUGE_VAL;
    for (int iteration = 0; iteration < 30; ++iteration) {
      const ConstraintArray<S, Real> constraints = constraint_kinematics(system, t, q, rest);
      double worst = 0;
      for (int i = 0; i < count; ++i) worst = std::max(std::abs(value_of(constraints[i].value)), worst);
      if (!std::isfinite(worst)) return false;
      // Numbers with derivatives take a step in any case: a value of zero may vary.
      const bool closed = worst == 0 && (iteration > 0 || std::is_same_v<Real, double>);
      if (closed || (iteration > 1 && worst >= 0.25 * before)) return worst <= tolerance;
      if (!(worst < 1e6 * before)) return false;
      before = worst;
      Matrix<S::dof, S::dof, Real> P = inverse_mass(system, t, q, u);
      Vector<S::dof, Real> shift = rest;
      impose<S, Real>(constraints, count, &ConstraintKinematics<S::dof, Real>::value, P, shift);
      q += shift;
    }
    return before <= tolerance;
  }
  return true;
}

// (2), velocities. Returns the largest G u + ĉ that was there before.
template <Mechanism S, class Real>
double keep_constraint_velocities(const S& system, Number<Real> t, const Vector<S::dof, Real>& q,
                                  Vector<S::dof, Real>& u) {
  double worst = 0;
  if constexpr (may_have_constraints<S>) {
    const int count = constraints_of(system);
    if (count == 0) return 0;
    const ConstraintArray<S, Real> constraints = constraint_kinematics(system, t, q, u);
    for (int i = 0; i < count; ++i)
      worst = std::max(worst, std::abs(value_of(Real(constraints[i].row.dot(u) + constraints[i].surface_velocity))));
    Matrix<S::dof, S::dof, Real> P = inverse_mass(system, t, q, u);
    impose<S, Real>(constraints, count, &ConstraintKinematics<S::dof, Real>::surface_velocity, P, u);
  }
  return worst;
}

// Independent rows among the constraints.
template <Mechanism S>
int constraint_rank(const S& system, double t, const Vector<S::dof>& q, const Vector<S::dof>& u) {
  if constexpr (may_have_constraints<S>) {
    Vector<S::dof> rest = zeros<S::dof>(dof_of(system));
    Matrix<S::dof, S::dof> P = inverse_mass(system, t, q, u);
    return impose<S, double>(constraint_kinematics(system, t, q, rest), constraints_of(system),
                             &ConstraintKinematics<S::dof>::value, P, rest);
  }
  return 0;
}

// (3): λ from the generalized force Gᵀλ that the constraints exert.
template <Mechanism S>
requires may_have_constraints<S> std::array < double, most_constraints<S>()
> constraint_forces(const S& system, double t, const Vector<S::dof>& q, const Vector<S::dof>& exerted) {
  const int n = dof_of(system), count = constraints_of(system);
  const ConstraintArray<S> constraints = constraint_kinematics(system, t, q, zeros<S::dof>(n));
  // λ = G z with GᵀG z = Gᵀλ: what lies in the range of G is the smallest.
  SmallSystem<capacity(S::dof)> square;
  square.n = n;
  for (int k = 0; k < n; ++k) {
    square.rhs[k] = exerted[k];
    for (int l = 0; l < n; ++l) {
      square.a[k][l] = 0;
      for (int i = 0; i < count; ++i) square.a[k][l] += constraints[i].row[k] * constraints[i].row[l];
    }
  }
  std::array<double, capacity(S::dof)> z{};
  square.solve(z);
  std::array<double, most_constraints<S>()> forces{};
  for (int i = 0; i < count; ++i)
    for (int k = 0; k < n; ++k) forces[i] += constraints[i].row[k] * z[k];
  return forces;
}

}  // namespace carom
