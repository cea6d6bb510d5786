// SPDX-License-Identifier: Apache-2.0
// Friction of contacts whose normal forces are known, in a mechanism that moves: friction_under_load.hpp with the rates
// that the motion itself brings, and with directions that nearly coincide.
//
// Model
//   (1)  ω_t = Bᵀ F_n + D F_t + b_t                     rate of the tangential velocities
//   (2)  slipping group, sign σ:   F_t,i = −σ μ_i F_n,i, μ_i that of the instant
//   (3)  group at rest:  stick, ω_t = 0 at its leader and |F_t| ≤ Σ μ_s,i F_n,i, or slip with σ ω_t ≥ 0
//   (4)  a sticking group with the force T shares it by what each contact can carry: F_t,i = s_i T,
//        s_i = μ_s,i F_n,i / Σ μ_s,j F_n,j;  the leaders' equations  Σ_h (Σ_{i∈h} s_i D_li) T_h = −(b_t + …)_l
//
// Groups    Loaded contacts whose tangential Jacobians agree to `tolerance` (in the metric of M⁻¹) and whose tangential
//           velocities agree to `v_tolerance` are one group: between them D is singular or nearly so, and a difference
//           of their forces would answer to a difference of directions that rigid bodies do not show.
// Choice    Stick where stick is possible: of all consistent sets the one with most sticking groups.
// Source    liu_zhao_brogliato_2008 eqs 84–100.
// Limits    Equations of groups that are redundant without being close are solved in the minimum-norm sense. μ_s = ∞ holds
//           what is at rest; a slip that μ = ∞ does not allow has no finite force.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "carom/base/vector.hpp"
#include "carom/complementarity/friction_cone.hpp"
#include "carom/complementarity/rank_aware_solve.hpp"
#include "carom/laws/contact_mode.hpp"

namespace carom {

// Everything (1)–(4) need at one instant, of N contacts or (N = at_most(…)) of as many as are said.
template <int N>
struct LoadedInstant {
  explicit LoadedInstant(int contacts = is_fixed(N) ? N : 0)
      : B(Matrix<N, N>::Zero(contacts, contacts)),
        D(Matrix<N, N>::Zero(contacts, contacts)),
        b_t(zeros<N>(contacts)),
        F_n(zeros<N>(contacts)),
        v_t(zeros<N>(contacts)),
        mu(zeros<N>(contacts)) {}

  Matrix<N, N> B, D;
  Vector<N> b_t, F_n, v_t;
  Vector<N> mu;  // slip coefficients, which may depend on v_t
};

template <int N>
class LoadedFriction {
 public:
  static constexpr int most = carom::capacity(N);  // contacts

  explicit LoadedFriction(int contacts = is_fixed(N) ? N : 0) : mu_s(zeros<N>(contacts)), contacts_(contacts) {}

  Vector<N> mu_s;

  int groups() const { return groups_; }
  int group(int contact) const { return group_[contact]; }  // −1: not loaded
  int leader(int group) const { return leader_[group]; }
  ContactMode mode(int group) const { return mode_[group]; }
  void set_mode(int group, ContactMode mode) { mode_[group] = mode; }
  ContactMode contact_mode(int i) const { return group_[i] < 0 ? ContactMode::open : mode_[group_[i]]; }

  // Forms the groups of the loaded contacts; true if they differ from the present ones. Modes are left to the caller.
  bool regroup(const LoadedInstant<N>& now, const std::array<bool, most>& loaded, double tolerance,
               double v_tolerance) {
    const std::array<int, most> before = group_;
    groups_ = 0;
    for (int i = 0; i < contacts(); ++i) {
      group_[i] = -1;
      if (!loaded[i]) continue;
      for (int g = 0; g < groups_ && group_[i] < 0; ++g) {
        const int j = leader_[g];
        const double sum = now.D(i, i) + now.D(j, j), difference = sum - 2 * now.D(i, j);
        if (difference <= tolerance * tolerance * sum && std::abs(now.v_t[i] - now.v_t[j]) <= v_tolerance)
          group_[i] = g;
      }
      if (group_[i] < 0) {
        group_[i] = groups_;
        leader_[groups_++] = i;
      }
    }
    return group_ != before;
  }

  double capacity(int group, const Vector<N>& F_n) const {
    double sum = 0;
    for (int i = 0; i < contacts(); ++i)
      if (group_[i] == group) sum += F_n[i] != 0 ? mu_s[i] * F_n[i] : 0;
    return sum;
  }

  // F_t of every contact and the force T of every sticking group, in the present modes.
  void forces(const LoadedInstant<N>& now, Vector<N>& F_t, Vector<N>& T) const {
    F_t = zeros<N>(contacts());
    T = zeros<N>(contacts());
    std::array<int, most> sticking{};
    SmallSystem<most> system;
    for (int g = 0; g < groups_; ++g)
      if (mode_[g] == ContactMode::stick) sticking[system.n++] = g;
    for (int i = 0; i < contacts(); ++i)
      if (group_[i] >= 0 && is_slip(mode_[group_[i]]))
        F_t[i] = -slip_sign(mode_[group_[i]]) * now.mu[i] * now.F_n[i];  // (2)
    if (system.n == 0) return;
    const Vector<N> share = shares(now.F_n);
    for (int r = 0; r < system.n; ++r) {
      const int l = leader_[sticking[r]];
      system.rhs[r] = -rate(l, now, F_t);
      for (int c = 0; c < system.n; ++c) {
        system.a[r][c] = 0;
        for (int i = 0; i < contacts(); ++i)
          if (group_[i] == sticking[c]) system.a[r][c] += share[i] * now.D(l, i);
      }
    }
    std::array<double, most> z{};
    system.solve(z);  // (4)
    for (int r = 0; r < system.n; ++r) T[sticking[r]] = z[r];
    for (int i = 0; i < contacts(); ++i)
      if (group_[i] >= 0 && mode_[group_[i]] == ContactMode::stick) F_t[i] = share[i] * T[group_[i]];
  }

  double rate(int contact, const LoadedInstant<N>& now, const Vector<N>& F_t) const {
    return now.b_t[contact] + now.B.col(contact).dot(now.F_n) + now.D.row(contact).dot(F_t);  // (1)
  }

  // Decides about the groups at rest by (3); the modes of the others stay. Returns false if no set is consistent: the
  // modes are then those with the smallest violation.
  bool choose(const LoadedInstant<N>& now, const std::array<bool, most>& at_rest, double rate_tolerance) {
    static constexpr ContactMode options[3] = {ContactMode::stick, ContactMode::slip_plus, ContactMode::slip_minus};
    std::array<int, most> resting{}, index{};
    int count = 0;
    for (int g = 0; g < groups_; ++g)
      if (at_rest[g]) resting[count++] = g;
    if (count == 0) return true;
    std::array<ContactMode, most> best{};
    int best_stick = -1;
    double best_violation = HUGE_VAL;
    Vector<N> F_t, T;
    while (true) {
      int sticking = 0;
      for (int k = 0; k < count; ++k) {
        mode_[resting[k]] = options[index[k]];
        sticking += index[k] == 0;
      }
      forces(now, F_t, T);
      double violation = 0;
      for (int k = 0; k < count; ++k) {
        const int g = resting[k], l = leader_[g];
        violation =
            std::max(violation, mode_[g] == ContactMode::stick ? beyond_cone(capacity(g, now.F_n), T[g]) * now.D(l, l)
                                                               : -slip_sign(mode_[g]) * rate(l, now, F_t));
      }
      violation = std::max(violation - rate_tolerance, 0.0);
      if (violation < best_violation || (violation == best_violation && sticking > best_stick)) {
        best_violation = violation;
        best_stick = sticking;
        for (int k = 0; k < count; ++k) best[k] = mode_[resting[k]];
      }
      int k = 0;
      while (k < count && ++index[k] == 3) index[k++] = 0;
      if (k == count) break;
    }
    for (int k = 0; k < count; ++k) mode_[resting[k]] = best[k];
    return best_violation == 0;
  }

 private:
  // Known to the compiler where the size is.
  int contacts() const {
    if constexpr (is_fixed(N)) return N;
    return contacts_;
  }

  // s_i of (4); where nothing can be carried, the leader carries.
  Vector<N> shares(const Vector<N>& F_n) const {
    Vector<N> share = zeros<N>(contacts());
    for (int g = 0; g < groups_; ++g) {
      const double whole = capacity(g, F_n);
      if (std::isinf(whole)) {
        share_unlimited(g, F_n, share);
        continue;
      }
      for (int i = 0; i < contacts(); ++i)
        if (group_[i] == g) share[i] = whole > 0 ? mu_s[i] * F_n[i] / whole : (leader_[g] == i ? 1.0 : 0.0);
    }
    return share;
  }

  // Contacts with μ_s = ∞ carry all, in proportion to their loads.
  void share_unlimited(int group, const Vector<N>& F_n, Vector<N>& share) const {
    double load = 0;
    for (int i = 0; i < contacts(); ++i)
      if (group_[i] == group && never_slips(mu_s[i])) load += F_n[i];
    for (int i = 0; i < contacts(); ++i)
      if (group_[i] == group) share[i] = never_slips(mu_s[i]) ? F_n[i] / load : 0;
  }

  std::array<int, most> group_ = [] {
    std::array<int, most> none{};
    none.fill(-1);
    return none;
  }();
  std::array<int, most> leader_{};
  std::array<ContactMode, most> mode_{};
  int groups_ = 0, contacts_;
};

}  // namespace carom
