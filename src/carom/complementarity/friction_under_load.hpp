// SPDX-License-Identifier: Apache-2.0
// Friction of several contacts whose normal forces are known: the tangential half of the frictional problem.
//
// Model
//   (1)  ω_t = Bᵀ F_n + D F_t                        rate of the tangential velocities per unit of the clock
//   (2)  slipping group, sign σ:   F_t,i = −σ μ_i F_n,i
//   (3)  group at rest:  stick, ω_t = 0 and |F_t| ≤ Σ μ_s,i F_n,i, or slip with σ ω_t ≥ 0
//
// Groups    Contacts that share one tangential velocity (identical columns N, as both tips of a body lying on a plane) are
//           one group with one force: D is singular between them and only the sum of their forces is determined. The sum
//           is shared in proportion to what each can carry, so a group sticks iff |Σ F_t| ≤ Σ μ_s,i F_n,i.
// No slip   μ = ∞: a group with such a contact under load sticks, whatever its velocity: that it has none is for the caller
//           to see to. These contacts then carry all of its force, in proportion to their loads.
// Choice    Stick where stick is possible: of all consistent sets the one with most sticking groups.
// Sizes     N a number, every set is looked at; N = at_most(n), more than four groups at rest are judged one by one: from
//           stick of all, the group that is furthest from its law changes its mode. What this does not find is left to
//           known_loads.hpp, where a group is one contact: Σ F_n,i, and its coefficients are the means with these weights.
// Source    liu_zhao_brogliato_2008 eqs 84–100.
// Limits    Groups that are redundant without being identical are solved in the minimum-norm sense.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "carom/base/vector.hpp"
#include "carom/complementarity/friction_cone.hpp"
#include "carom/complementarity/known_loads.hpp"
#include "carom/complementarity/rank_aware_solve.hpp"
#include "carom/laws/contact_mode.hpp"

namespace carom {

template <int N, class Real = double>
class FrictionUnderLoad {
 public:
  // D and B as in the frictional problem, v_t to tell contacts of one group from such that only move in parallel.
  void set_up(const Matrix<N, N, Real>& B, const Matrix<N, N, Real>& D, const Vector<N>& mu_s, const Vector<N>& mu,
              const Vector<N, Real>& v_t, double v_tolerance) {
    using std::abs;
    B_ = B;
    D_ = D;
    mu_s_ = mu_s;
    mu_ = mu;
    has_unlimited_ = false;
    for (int i = 0; i < count(); ++i) {
      unlimited_[i] = never_slips(mu_s[i]);
      stops_[i] = never_slips(mu[i]);
      has_unlimited_ = has_unlimited_ || unlimited_[i];
      // What it carries is not counted by products.
      if (unlimited_[i]) mu_s_[i] = 0;
      if (stops_[i]) mu_[i] = 0;
    }
    total_ = Matrix<N, N, Real>::Zero(D.rows(), D.rows());
    groups_ = 0;
    for (int i = 0; i < count(); ++i) {
      group_[i] = groups_;
      for (int g = 0; g < groups_; ++g) {
        const int j = leader_[g];
        const Real difference = D(i, i) + D(j, j) - 2 * D(i, j);
        if (difference <= 1e-12 * (D(i, i) + D(j, j)) && abs(v_t[i] - v_t[j]) <= v_tolerance) {
          group_[i] = g;
          break;
        }
      }
      if (group_[i] == groups_) leader_[groups_++] = i;
    }
    for (int g = 0; g < count(); ++g) mode_[g] = ContactMode::open;
  }

  int groups() const { return groups_; }
  int group(int contact) const { return group_[contact]; }
  int leader(int group) const { return leader_[group]; }
  ContactMode mode(int group) const { return mode_[group]; }
  void set_mode(int group, ContactMode mode) { mode_[group] = mode; }

  // Does it carry a load at a contact without a limit? And does that not even let it slip?
  bool is_unlimited(int group, const Vector<N, Real>& F_n) const {
    for (int i = 0; has_unlimited_ && i < count(); ++i)
      if (group_[i] == group && unlimited_[i] && F_n[i] > 0.0) return true;
    return false;
  }
  bool is_stopped(int group, const Vector<N, Real>& F_n) const {
    for (int i = 0; has_unlimited_ && i < count(); ++i)
      if (group_[i] == group && stops_[i] && F_n[i] > 0.0) return true;
    return false;
  }

  Real capacity(int group, const Vector<N, Real>& F_n) const {
    if (is_unlimited(group, F_n)) return HUGE_VAL;
    Real sum = 0.0;
    for (int i = 0; i < count(); ++i)
      if (group_[i] == group) sum += mu_s_[i] * F_n[i];
    return sum;
  }

  // Prepares the linear map from F_n to the groups' stick forces for the present modes. False: it is not the only one.
  bool prepare() {
    std::array<int, most> sticking{};
    SmallSystem<most, Real> system;
    for (int g = 0; g < groups_; ++g)
      if (mode_[g] == ContactMode::stick) sticking[system.n++] = g;
    total_.setZero();
    const int ns = system.n;
    if (ns == 0) return true;
    for (int r = 0; r < ns; ++r)
      for (int c = 0; c < ns; ++c) system.a[r][c] = D_(leader_[sticking[r]], leader_[sticking[c]]);
    // Right-hand sides per unit F_n,j: −(B_jr − σ_j μ_j D_rj).
    std::array<std::array<Real, most>, most> columns;
    for (int j = 0; j < count(); ++j)
      for (int r = 0; r < ns; ++r) {
        const int lr = leader_[sticking[r]];
        columns[j][r] = -(B_(j, lr) - slip_sign(mode_[group_[j]]) * mu_[j] * D_(lr, j));
      }
    const int rank = system.solve(columns, count());
    for (int j = 0; j < count(); ++j)
      for (int r = 0; r < ns; ++r) total_(sticking[r], j) = columns[j][r];
    return rank == ns;
  }

  Real stick_force(int group, const Vector<N, Real>& F_n) const { return total_.row(group).dot(F_n); }

  void forces(const Vector<N, Real>& F_n, Vector<N, Real>& F_t) const {
    F_t.resize(count());
    std::array<Real, most> whole{}, limit{};
    for (int g = 0; g < groups_; ++g) {
      if (mode_[g] != ContactMode::stick) continue;
      whole[g] = stick_force(g, F_n);
      limit[g] = capacity(g, F_n);
    }
    if (has_unlimited_) return share_unlimited(F_n, whole, limit, F_t);
    for (int i = 0; i < count(); ++i) {
      const int g = group_[i];
      if (mode_[g] == ContactMode::stick)
        F_t[i] =
            limit[g] > 0.0 ? Real(whole[g] * (mu_s_[i] * F_n[i] / limit[g])) : (leader_[g] == i ? whole[g] : Real(0.0));
      else
        F_t[i] = -slip_sign(mode_[g]) * mu_[i] * F_n[i];
    }
  }

  Real tangential_rate(int contact, const Vector<N, Real>& F_n, const Vector<N, Real>& F_t) const {
    return B_.col(contact).dot(F_n) + D_.row(contact).dot(F_t);
  }

  // Modes of all loaded groups: by the sign of v_t where it is not zero, by (3) where it is. Returns false if no set is
  // consistent (cannot happen for μ_s ≥ μ; the modes are then those with the smallest violation).
  bool choose(const Vector<N, Real>& F_n, const Vector<N, Real>& v_t, double v_tolerance) {
    std::array<int, most> at_rest{};
    int resting = 0;
    double load = 0;
    for (int i = 0; i < count(); ++i) load = std::max(load, value_of(F_n[i]));
    for (int g = 0; g < groups_; ++g) {
      double group_load = 0;
      for (int i = 0; i < count(); ++i)
        if (group_[i] == g) group_load = std::max(group_load, value_of(F_n[i]));
      const double v = value_of(v_t[leader_[g]]);
      if (group_load <= 1e-14 * load) {
        mode_[g] = ContactMode::open;  // carries nothing: no friction, decided when it is loaded
      } else if (std::abs(v) > v_tolerance && !is_stopped(g, F_n)) {
        mode_[g] = slip_mode(v);
      } else {
        at_rest[resting++] = g;
      }
    }
    if (resting == 0) {
      prepare();
      return true;
    }
    if constexpr (!is_fixed(N))
      if (resting > most_groups_enumerated) return choose_of_many(at_rest, resting, F_n);
    static constexpr ContactMode options[3] = {ContactMode::stick, ContactMode::slip_plus, ContactMode::slip_minus};
    std::array<int, most> index{};
    std::array<ContactMode, most> best{};
    int best_stick = -1;
    double best_violation = HUGE_VAL;
    bool found = false;
    Vector<N, Real> F_t;
    while (true) {
      int sticking = 0;
      for (int k = 0; k < resting; ++k) {
        mode_[at_rest[k]] = options[index[k]];
        sticking += index[k] == 0;
      }
      prepare();
      forces(F_n, F_t);
      double violation = 0, scale = load * value_of(D_(0, 0));
      for (int k = 0; k < resting; ++k) {
        const int g = at_rest[k];
        if (mode_[g] == ContactMode::stick) {
          violation = std::max(violation,
                               value_of(beyond_cone<Real>(capacity(g, F_n), stick_force(g, F_n))) * value_of(D_(0, 0)));
          violation = std::max(violation, std::abs(value_of(tangential_rate(leader_[g], F_n, F_t))) - 1e-9 * scale);
        } else {
          violation = std::max(violation, -slip_sign(mode_[g]) * value_of(tangential_rate(leader_[g], F_n, F_t)));
        }
      }
      const bool consistent = violation <= 1e-12 * scale;
      if (consistent ? (!found || sticking > best_stick) : (!found && violation < best_violation)) {
        best_stick = sticking;
        best_violation = violation;
        for (int k = 0; k < resting; ++k) best[k] = mode_[at_rest[k]];
      }
      found = found || consistent;
      int k = 0;
      while (k < resting && ++index[k] == (is_stopped(at_rest[k], F_n) ? 1 : 3)) index[k++] = 0;
      if (k == resting) break;
    }
    for (int k = 0; k < resting; ++k) mode_[at_rest[k]] = best[k];
    prepare();
    return found;
  }

 private:
  static constexpr int most = carom::capacity(N), most_groups_enumerated = 4;

  // The forces of contacts, where some have no limit.
  void share_unlimited(const Vector<N, Real>& F_n, const std::array<Real, most>& whole,
                       const std::array<Real, most>& limit, Vector<N, Real>& F_t) const {
    std::array<Real, most> load{};
    for (int i = 0; i < count(); ++i)
      if (unlimited_[i] && F_n[i] > 0.0) load[group_[i]] += F_n[i];
    for (int i = 0; i < count(); ++i) {
      const int g = group_[i];
      if (mode_[g] != ContactMode::stick)
        F_t[i] = -slip_sign(mode_[g]) * mu_[i] * F_n[i];
      else if (load[g] > 0.0)
        F_t[i] = unlimited_[i] && F_n[i] > 0.0 ? Real(whole[g] * (F_n[i] / load[g])) : Real(0.0);
      else
        F_t[i] =
            limit[g] > 0.0 ? Real(whole[g] * (mu_s_[i] * F_n[i] / limit[g])) : (leader_[g] == i ? whole[g] : Real(0.0));
    }
  }

  int count() const {
    if constexpr (is_fixed(N))
      return N;
    else
      return static_cast<int>(D_.rows());
  }

  // By how much a group at rest is off its law (3), in units of ω_t.
  double violation(int g, const Vector<N, Real>& F_n, const Vector<N, Real>& F_t) const {
    const double compliance = value_of(D_(leader_[g], leader_[g]));
    if (mode_[g] == ContactMode::stick)
      return value_of(beyond_cone<Real>(capacity(g, F_n), stick_force(g, F_n))) * compliance;
    return -slip_sign(mode_[g]) * value_of(tangential_rate(leader_[g], F_n, F_t));
  }
  // All stick, and from there the group that is furthest from its law changes its mode, one after the other. False, and the
  // modes as they were, where that comes to no end, or to forces that are not the only ones.
  bool choose_one_by_one(const std::array<int, most>& at_rest, int resting, const Vector<N, Real>& F_n) {
    const std::array<ContactMode, most> before = mode_;
    double load = 0, compliance = 0;
    for (int i = 0; i < count(); ++i) {
      load = std::max(load, value_of(F_n[i]));
      compliance = std::max(compliance, value_of(D_(i, i)));
    }
    for (int k = 0; k < resting; ++k) mode_[at_rest[k]] = ContactMode::stick;
    Vector<N, Real> F_t;
    for (int turn = 0; turn <= 2 * resting; ++turn) {
      const bool only = prepare();
      forces(F_n, F_t);
      int worst = -1;
      double most_off = 1e-12 * load * compliance;
      for (int k = 0; k < resting; ++k) {
        const double off = violation(at_rest[k], F_n, F_t);
        if (!(off > most_off)) continue;
        most_off = off;
        worst = at_rest[k];
      }
      if (worst < 0) return true;
      if (!only) break;
      const bool stuck = mode_[worst] == ContactMode::stick;
      mode_[worst] = stuck ? slip_mode(-value_of(stick_force(worst, F_n))) : ContactMode::stick;
    }
    mode_ = before;
    return false;
  }

  // (3) for the groups listed, by values; the others slip as their modes say or bear nothing. Where no set is found the
  // modes stay as they were.
  bool choose_of_many(const std::array<int, most>& at_rest, int resting, const Vector<N, Real>& F_n) {
    if (choose_one_by_one(at_rest, resting, F_n)) return true;
    std::array<bool, most> rests{};
    for (int k = 0; k < resting; ++k) rests[at_rest[k]] = true;
    Vector<N, Real> F_t = zeros<N, Real>(count());
    for (int i = 0; i < count(); ++i)
      if (!rests[group_[i]]) F_t[i] = -slip_sign(mode_[group_[i]]) * mu_[i] * F_n[i];
    KnownLoads<double>& loads = known_loads_of_this_thread<double>();
    loads.resize(resting);
    std::array<ContactMode, most> before{};
    for (int k = 0; k < resting; ++k) {
      const int g = at_rest[k];
      double load = 0, mu_s = 0, mu = 0;
      for (int i = 0; i < count(); ++i) {
        if (group_[i] != g) continue;
        load += value_of(F_n[i]);
        mu_s += mu_s_[i] * value_of(F_n[i]);
        mu += mu_[i] * value_of(F_n[i]);
      }
      loads.set_contact(k, load, value_of(tangential_rate(leader_[g], F_n, F_t)),
                        is_unlimited(g, F_n) ? HUGE_VAL : mu_s / load, is_stopped(g, F_n) ? HUGE_VAL : mu / load);
      for (int j = 0; j < resting; ++j) loads.set_inertia(k, j, value_of(D_(leader_[g], leader_[at_rest[j]])));
      before[k] = is_closed(mode_[g]) ? mode_[g] : ContactMode::stick;
    }
    const bool found = loads.choose(std::span(before).first(static_cast<std::size_t>(resting)));
    for (int k = 0; k < resting; ++k)
      mode_[at_rest[k]] = found ? loads.modes()[static_cast<std::size_t>(k)] : before[k];
    prepare();
    return found;
  }

  Matrix<N, N, Real> B_, D_, total_;
  Vector<N> mu_s_, mu_;
  std::array<bool, most> unlimited_{}, stops_{};  // μ_s = ∞, μ = ∞
  bool has_unlimited_ = false;
  std::array<int, most> group_{}, leader_{};
  std::array<ContactMode, most> mode_{};
  int groups_ = 0;
};

}  // namespace carom
