// SPDX-License-Identifier: Apache-2.0
// The forces of any number of contacts in a given set of modes: sizes at run time, memory that is kept.
//
// Model     (1)–(4) of frictional_problem.hpp. In a set of modes, with c the closed contacts and s the sticking ones,
//   (1)  K x = −b,   x = (z_n,c, z_t,s),   z_t = −σ μ N where a contact slips,   z = 0 where it is open
//           with N = z_n, or the load of an element (friction_load.hpp): z_n of another contact is an entry of K, a given
//           load part of b.
//   (2)  x ← x − K⁺ (ω_n,c, ω_t,s)(x)
// Method    K⁺ gives the solution of smallest norm (rank_revealing_system.hpp). (2) is repeated with ω from the original
//           data: once more for rounding, and once for each order of derivatives that the numbers carry, because with a
//           factorisation of the values alone every pass makes one more order exact (K x′ = −b′ − K′x).
// Redundancy  As in frictional_problem.hpp: smallest norm, and a tangential force shared by sticking contacts is divided
//           by what each can carry. Where these forces pull or leave a cone but others with the same effect do not, the
//           nearest of those is taken: with E an orthonormal basis of the null space of K and C x ≥ 0 the inequalities
//           z_n ≥ 0, μ_s N ± z_t ≥ 0,
//   (3)  x + E y,   y = (C E)ᵀ λ,   0 ≤ λ ⊥ C x + (C E)(C E)ᵀ λ ≥ 0
//           The matrix is positive semidefinite: Lemke's path ends with λ, or on a ray, which proves that no such forces
//           exist.
// Symbols   as in frictional_problem.hpp; E null space, λ multipliers of the inequalities.
// Limits    Of redundant forces the slopes are the smallest ones with the right effect. μ = ∞: such a contact cannot slip.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <type_traits>
#include <vector>

#include <Eigen/Core>

#include "carom/base/dual.hpp"
#include "carom/complementarity/default_tolerances.hpp"
#include "carom/complementarity/friction_cone.hpp"
#include "carom/complementarity/friction_load.hpp"
#include "carom/complementarity/lemke_tableau.hpp"
#include "carom/complementarity/rank_revealing_system.hpp"
#include "carom/laws/contact_mode.hpp"

namespace carom {

template <class Real>
using AnyMatrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;
template <class Real>
using AnyVector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;

template <class Real = double>
struct ContactSetProblem {
  int n = 0;
  AnyMatrix<Real> A, B, D;  // leading n × n blocks are used
  AnyVector<Real> b_n, b_t;
  AnyVector<Real> mu_s, mu;     // static and slip coefficients: they may vary with the state
  std::vector<int> slip;        // σ of a contact that slips; 0 at zero tangential velocity
  std::vector<char> must_open;  // only `open` is considered
  std::vector<int> rides;       // own_load, given_load, or the contact whose load it is (friction_load.hpp)
  AnyVector<Real> load;         // N of elements under a given load
  double force_tolerance = 0;   // magnitudes below which forces and accelerations count as zero
  double acceleration_tolerance = 0;

  // A problem of `contacts` contacts, all zero. Memory grows to the largest one and stays.
  void resize(int contacts) {
    n = contacts;
    if (b_n.size() < n) {
      for (AnyMatrix<Real>* m : {&A, &B, &D}) m->resize(n, n);
      for (AnyVector<Real>* v : {&b_n, &b_t, &mu_s, &mu, &load}) v->resize(n);
      slip.resize(n);
      must_open.resize(n);
      rides.resize(n);
    }
    for (AnyMatrix<Real>* m : {&A, &B, &D}) m->topLeftCorner(n, n).setZero();
    for (AnyVector<Real>* v : {&b_n, &b_t, &mu_s, &mu, &load}) v->head(n).setZero();
    std::fill(slip.begin(), slip.end(), 0);
    std::fill(must_open.begin(), must_open.end(), 0);
    std::fill(rides.begin(), rides.end(), own_load);
    force_tolerance = acceleration_tolerance = 0;
  }

  void set_default_tolerances(double relative = 1e-11) { carom::set_default_tolerances(*this, relative); }
};

template <class Real = double>
struct ContactSetForces {
  std::vector<ContactMode> modes;    // the first n count, as of all members
  AnyVector<Real> z_n, z_t;          // forces or impulses
  AnyVector<Real> omega_n, omega_t;  // accelerations or end velocities
  double residual = 0;               // largest violation of the equations of the modes, in units of ω
  bool redundant = false;            // the forces are not unique, only their effect is

  void resize(int n) {
    if (z_n.size() >= n) return;
    modes.resize(n);
    for (AnyVector<Real>* v : {&z_n, &z_t, &omega_n, &omega_t}) v->resize(n);
  }
  void assign(int n, const ContactSetForces& other) {
    resize(n);
    std::copy_n(other.modes.begin(), n, modes.begin());
    for (int i = 0; i < n; ++i) {
      z_n[i] = other.z_n[i];
      z_t[i] = other.z_t[i];
      omega_n[i] = other.omega_n[i];
      omega_t[i] = other.omega_t[i];
    }
    residual = other.residual;
    redundant = other.redundant;
  }
};

// ω of given forces; what is zero costs nothing.
template <class Real>
void evaluate_motion_of(const ContactSetProblem<Real>& p, ContactSetForces<Real>& f) {
  for (int i = 0; i < p.n; ++i) {
    f.omega_n[i] = p.b_n[i];
    f.omega_t[i] = p.b_t[i];
  }
  for (int j = 0; j < p.n; ++j) {
    if (!is_closed(f.modes[j])) continue;
    const Real z_n = f.z_n[j], z_t = f.z_t[j];
    for (int i = 0; i < p.n; ++i) f.omega_n[i] += p.A(i, j) * z_n + p.B(i, j) * z_t;
    for (int i = 0; i < p.n; ++i) f.omega_t[i] += p.D(i, j) * z_t;
  }
  for (int i = 0; i < p.n; ++i)
    for (int j = 0; j < p.n; ++j)
      if (is_closed(f.modes[j])) f.omega_t[i] += p.B(j, i) * f.z_n[j];
}

// How redundant forces are settled: by rank and capacity alone, or admissible by (3) where that is possible. The motion is
// the same.
enum class Sharing { by_rank, admissible };

// Workspace: equations of one set of modes.
class ModeSystem {
 public:
  // Forces of the modes. False if the equations have no finite solution.
  bool solve(const ContactSetProblem<double>& p, std::span<const ContactMode> modes, ContactSetForces<double>& out,
             Sharing sharing = Sharing::admissible);
  // Forces near given ones that solve the equations of their modes: (2) from there, not from zero.
  bool improve(const ContactSetProblem<double>& p, ContactSetForces<double>& f);
  // (3) for the forces of the last solve. False, and nothing done, if no admissible forces have the same effect.
  bool make_admissible(const ContactSetProblem<double>& p, ContactSetForces<double>& f);

  template <class Real>
  bool solve(const ContactSetProblem<Real>& p, std::span<const ContactMode> modes, ContactSetForces<Real>& out,
             Sharing sharing = Sharing::admissible) {
    take_values(p);
    if (!solve(values_, modes, value_forces_, sharing)) return false;
    out.resize(p.n);
    for (int i = 0; i < p.n; ++i) {
      out.modes[i] = modes[i];
      out.z_n[i] = value_forces_.z_n[i];
      out.z_t[i] = value_forces_.z_t[i];
    }
    out.redundant = value_forces_.redundant;
    follow_slip(p, out);  // with the slopes of μ, which belong to K′x of the first pass
    for (int order = 0; order < derivative_order<Real>(); ++order) correct(p, out);
    return finish(p, out);
  }

 private:
  template <class Real>
  static constexpr int derivative_order() {
    if constexpr (std::is_same_v<Real, double>) {
      return 0;
    } else {
      return 1 + derivative_order<decltype(Real::value)>();
    }
  }
  // The 2ᵈ doubles that a number with d orders of derivatives is made of.
  static double& component(double& x, int) { return x; }
  template <class T>
  static double& component(Dual<T>& x, int k) {
    return k & 1 ? component(x.slope, k >> 1) : component(x.value, k >> 1);
  }

  template <class Real>
  void take_values(const ContactSetProblem<Real>& p) {
    values_.resize(p.n);
    for (int j = 0; j < p.n; ++j)
      for (int i = 0; i < p.n; ++i) {
        values_.A(i, j) = value_of(p.A(i, j));
        values_.B(i, j) = value_of(p.B(i, j));
        values_.D(i, j) = value_of(p.D(i, j));
      }
    for (int i = 0; i < p.n; ++i) {
      values_.b_n[i] = value_of(p.b_n[i]);
      values_.b_t[i] = value_of(p.b_t[i]);
      values_.mu_s[i] = value_of(p.mu_s[i]);
      values_.mu[i] = value_of(p.mu[i]);
      values_.rides[i] = p.rides[i];
      values_.load[i] = value_of(p.load[i]);
    }
    values_.force_tolerance = p.force_tolerance;
  }

  // (2)
  template <class Real>
  void correct(const ContactSetProblem<Real>& p, ContactSetForces<Real>& f) {
    evaluate_motion_of(p, f);
    const int nc = static_cast<int>(closed_.size()), size = system_.size();
    const auto omega = [&](int r) -> Real& { return r < nc ? f.omega_n[closed_[r]] : f.omega_t[stick_[r - nc]]; };
    const auto force = [&](int r) -> Real& { return r < nc ? f.z_n[closed_[r]] : f.z_t[stick_[r - nc]]; };
    for (int k = 0; k < 1 << derivative_order<Real>(); ++k) {
      for (int r = 0; r < size; ++r) step_[r] = -component(omega(r), k);
      if (size > 0) system_.solve(step_.data());
      for (int r = 0; r < size; ++r) component(force(r), k) += step_[r];
    }
    follow_slip(p, f);
  }

  template <class Real>
  static void follow_slip(const ContactSetProblem<Real>& p, ContactSetForces<Real>& f) {
    for (int i = 0; i < p.n; ++i)
      if (is_slip(f.modes[i])) f.z_t[i] = (-slip_sign(f.modes[i]) * p.mu[i]) * friction_load(p, f.z_n, i);
  }

  // ω and residual; false if they are not finite.
  template <class Real>
  static bool finish(const ContactSetProblem<Real>& p, ContactSetForces<Real>& f) {
    using std::isfinite;
    evaluate_motion_of(p, f);
    f.residual = 0;
    for (int i = 0; i < p.n; ++i) {
      if (!isfinite(f.omega_n[i]) || !isfinite(f.omega_t[i])) return false;
      if (is_closed(f.modes[i])) f.residual = std::max(f.residual, std::abs(value_of(f.omega_n[i])));
      if (f.modes[i] == ContactMode::stick) f.residual = std::max(f.residual, std::abs(value_of(f.omega_t[i])));
    }
    return true;
  }

  // One of C x ≥ 0: a_n x[n] + a_t x[t] + a_0 ≥ 0.
  struct Bound {
    int n, t;
    double a_n, a_t, a_0 = 0;
  };
  void list_bounds(const ContactSetProblem<double>& p, const ContactSetForces<double>& f);
  void list_bounds_of_elements(const ContactSetProblem<double>& p);
  double excess(const ContactSetForces<double>& f, const Bound& bound) const;
  bool move_in_null_space(const ContactSetForces<double>& f, double zero);
  bool meet_included_bounds(const ContactSetForces<double>& f);
  void assemble(const ContactSetProblem<double>& p, std::span<const ContactMode> modes);
  void add_riders(const ContactSetProblem<double>& p, std::span<const ContactMode> modes);
  int column_of(int contact) const;
  void share_by_capacity(const ContactSetProblem<double>& p, ContactSetForces<double>& f);

  std::vector<int> closed_, stick_;
  RankRevealingSystem system_, shares_;
  std::vector<double> step_, effect_, root_;
  std::vector<Bound> bounds_;
  std::vector<double> null_, reach_, lambda_;  // E by columns, C E of the included bounds by rows, λ
  std::vector<int> included_, active_;         // bounds
  LemkeTableau tableau_;
  ContactSetProblem<double> values_;  // of a problem with derivatives
  ContactSetForces<double> value_forces_;
};

}  // namespace carom
