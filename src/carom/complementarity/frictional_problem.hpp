// SPDX-License-Identifier: Apache-2.0
// The planar frictional complementarity problem of a set of closed contacts, at the level of accelerations (forces) or of
// velocities (impulses).
//
// Model
//   (1)  ω_n = A z_n + B z_t + b_n,   ω_t = Bᵀ z_n + D z_t + b_t        A = WᵀM⁻¹W, B = WᵀM⁻¹N, D = NᵀM⁻¹N
//   (2)  0 ≤ z_n ⊥ ω_n ≥ 0
//   (3)  slipping contact (sign σ known):     z_t = −σ μ z_n
//   (4)  contact at zero tangential velocity:  ω_t = 0 and |z_t| ≤ μ_s z_n           (stick)
//                                         or  z_t = −μ sign(ω_t) z_n               (slip begins)
//   z are forces and ω accelerations, or z are impulses and ω end velocities.
//
// Method    With μ_s > μ several sets of modes can be consistent at once, so a single LCP solution is not enough: all
//           sets are enumerated (4ⁿ for contacts at zero tangential velocity, 2ⁿ for slipping ones), each is one small
//           linear solve, and every consistent set is kept with its residual.
// Choice    1. Among the sets with the same open contacts, the one with most sticking contacts: the static coefficient
//              decides about stick, so "stick if stick is possible".
//           2. If sets with different open contacts are consistent (Painlevé indeterminacy; impossible for small μ), the
//              caller's preference decides: fewest closed contacts (flight) or most (contact).
//           3. Remaining ties: the smallest sum of normal forces, then the order of enumeration.
// Redundancy  Where the equations of a mode set are singular (contacts that share a constraint), the minimum-norm solution
//           is taken, and a tangential force shared by sticking contacts is divided in the way that minimises
//           Σ z_t,i²/(μ_s,i z_n,i): for contacts with one common tangential velocity every share is then the same
//           fraction of its limit, and the group sticks iff |Σ z_t| ≤ Σ μ_s,i z_n,i. This is the rule between the two
//           bounds min μ_s and max μ_s that liu_zhao_brogliato_2008 (50), (51) leave open.
// Source    liu_zhao_brogliato_2008 section 3; pfeiffer_glocker_1996; cottle_pang_stone_1992.
// Limits    At most Max contacts; enumeration is meant for Max ≤ 6 (4⁶ = 4096 sets).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include "carom/base/vector.hpp"
#include "carom/complementarity/default_tolerances.hpp"
#include "carom/complementarity/friction_cone.hpp"
#include "carom/complementarity/rank_aware_solve.hpp"
#include "carom/laws/contact_mode.hpp"

namespace carom {

template <int Max, class Real = double>
struct FrictionalProblem {
  int n = 0;
  Matrix<Max, Max, Real> A, B, D;  // leading n × n blocks are used
  Vector<Max, Real> b_n, b_t;
  Vector<Max> mu_s;                   // static coefficients
  Vector<Max, Real> mu;               // slip coefficients: they may vary with the state
  std::array<int, Max> slip{};        // σ of a contact that slips; 0 at zero tangential velocity
  std::array<bool, Max> must_open{};  // only `open` is considered
  std::array<int, Max> rides{};
  Vector<Max, Real> load;
  // Magnitudes below which forces and accelerations count as zero, set by the caller (0: from the data).
  double force_tolerance = 0;
  double acceleration_tolerance = 0;

  // Scaled tolerances from the data when the caller gave none.
  void set_default_tolerances(double relative = 1e-11) { carom::set_default_tolerances(*this, relative); }
};

template <int Max, class Real = double>
struct FrictionalSolution {
  std::array<ContactMode, Max> modes{};
  Vector<Max, Real> z_n, z_t;          // forces or impulses
  Vector<Max, Real> omega_n, omega_t;  // accelerations or end velocities
  double residual = 0;                 // largest violation of (1)–(4), in units of ω
  bool redundant = false;              // the forces are not unique, only their effect is
};

// Forces of a given set of modes. Returns false if the equations have no (finite) solution.
template <int Max, class Real>
bool solve_modes(const FrictionalProblem<Max, Real>& p, const std::type_identity_t<std::array<ContactMode, Max>>& modes,
                 FrictionalSolution<Max, Real>& out) {
  using std::isfinite;
  out.modes = modes;
  out.z_n.setZero();
  out.z_t.setZero();
  out.redundant = false;
  std::array<int, Max> closed{}, stick{};
  int nc = 0, ns = 0;
  for (int i = 0; i < p.n; ++i) {
    if (!is_closed(modes[i])) continue;
    closed[nc++] = i;
    if (modes[i] == ContactMode::stick) stick[ns++] = i;
  }
  const int size = nc + ns;
  // Column of z_n,j: its own effect plus that of the slip force −σ μ z_n,j that comes with it.
  const auto column_n = [&](int i, int j, bool tangential_row) {
    const Real sigma_mu = slip_sign(modes[j]) * p.mu[j];
    return Real(tangential_row ? p.B(j, i) - sigma_mu * p.D(i, j) : p.A(i, j) - sigma_mu * p.B(i, j));
  };
  if (size == 1) {
    const int i = closed[0];
    const Real a = column_n(i, i, false);
    if (a == 0.0) return false;
    out.z_n[i] = -p.b_n[i] / a;
  } else if (size == 2 && nc == 1) {
    const int i = closed[0];
    const Real det = p.A(i, i) * p.D(i, i) - p.B(i, i) * p.B(i, i);
    if (!(det > 1e-14 * p.A(i, i) * p.D(i, i))) return false;
    out.z_n[i] = (-p.b_n[i] * p.D(i, i) + p.B(i, i) * p.b_t[i]) / det;
    out.z_t[i] = (-p.A(i, i) * p.b_t[i] + p.B(i, i) * p.b_n[i]) / det;
  } else if (size > 0) {
    SmallSystem<2 * Max, Real> system;
    system.n = size;
    for (int r = 0; r < nc; ++r) {
      for (int c = 0; c < nc; ++c) system.a[r][c] = column_n(closed[r], closed[c], false);
      for (int c = 0; c < ns; ++c) system.a[r][nc + c] = p.B(closed[r], stick[c]);
      system.rhs[r] = -p.b_n[closed[r]];
    }
    for (int r = 0; r < ns; ++r) {
      for (int c = 0; c < nc; ++c) system.a[nc + r][c] = column_n(stick[r], closed[c], true);
      for (int c = 0; c < ns; ++c) system.a[nc + r][nc + c] = p.D(stick[r], stick[c]);
      system.rhs[nc + r] = -p.b_t[stick[r]];
    }
    std::array<Real, 2 * Max> z{};
    out.redundant = system.solve(z) < size;
    for (int c = 0; c < nc; ++c) out.z_n[closed[c]] = z[c];
    for (int c = 0; c < ns; ++c) out.z_t[stick[c]] = z[nc + c];
    if (out.redundant && ns > 1) share_by_capacity(p, stick, ns, out);
  }
  for (int i = 0; i < p.n; ++i) {
    if (is_slip(modes[i])) out.z_t[i] = -slip_sign(modes[i]) * p.mu[i] * out.z_n[i];
  }
  out.residual = 0;
  for (int i = 0; i < p.n; ++i) {
    Real omega_n = p.b_n[i], omega_t = p.b_t[i];
    for (int j = 0; j < p.n; ++j) {
      omega_n += p.A(i, j) * out.z_n[j] + p.B(i, j) * out.z_t[j];
      omega_t += p.B(j, i) * out.z_n[j] + p.D(i, j) * out.z_t[j];
    }
    out.omega_n[i] = omega_n;
    out.omega_t[i] = omega_t;
    if (is_closed(modes[i])) out.residual = std::max(out.residual, std::abs(value_of(omega_n)));
    if (modes[i] == ContactMode::stick) out.residual = std::max(out.residual, std::abs(value_of(omega_t)));
    if (!isfinite(omega_n) || !isfinite(omega_t)) return false;
  }
  return true;
}

// Divides the tangential forces of redundant sticking contacts in proportion to what each can carry (see Redundancy).
template <int Max, class Real>
void share_by_capacity(const FrictionalProblem<Max, Real>& p, const std::type_identity_t<std::array<int, Max>>& stick,
                       int ns, FrictionalSolution<Max, Real>& out) {
  using std::abs, std::sqrt;
  std::array<Real, Max> root{}, effect{}, y{};
  double largest = 0;
  SmallSystem<Max, Real> scaled;
  scaled.n = ns;
  for (int r = 0; r < ns; ++r) {
    root[r] = sqrt(std::max<Real>(p.mu_s[stick[r]] * out.z_n[stick[r]], 0.0));
    largest = std::max(largest, value_of(root[r]));
    for (int c = 0; c < ns; ++c) effect[r] += p.D(stick[r], stick[c]) * out.z_t[stick[c]];
  }
  if (!(largest > 0)) return;
  for (int r = 0; r < ns; ++r) {
    for (int c = 0; c < ns; ++c) scaled.a[r][c] = p.D(stick[r], stick[c]) * root[c];
    scaled.rhs[r] = effect[r];
  }
  scaled.solve(y);
  for (int r = 0; r < ns; ++r) {
    Real sum = 0.0;
    for (int c = 0; c < ns; ++c) sum += p.D(stick[r], stick[c]) * root[c] * y[c];
    if (abs(sum - effect[r]) > 1e-9 * abs(effect[r])) return;  // a contact without load cannot take its share
  }
  for (int r = 0; r < ns; ++r) out.z_t[stick[r]] = root[r] * y[r];
}

// Does a solution of its own modes satisfy the inequalities of (2)–(4)?
template <int Max, class Real>
bool is_consistent(const FrictionalProblem<Max, Real>& p, const FrictionalSolution<Max, Real>& s) {
  using std::abs;
  for (int i = 0; i < p.n; ++i) {
    if (!is_closed(s.modes[i])) {
      if (s.omega_n[i] < -p.acceleration_tolerance) return false;
      continue;
    }
    if (abs(s.omega_n[i]) > 1e3 * p.acceleration_tolerance) return false;  // inconsistent redundant equations
    if (s.z_n[i] < -p.force_tolerance) return false;
    if (s.modes[i] == ContactMode::stick) {
      if (abs(s.omega_t[i]) > 1e3 * p.acceleration_tolerance) return false;
      if (beyond_cone<Real>(p.mu_s[i] * s.z_n[i], s.z_t[i]) > p.force_tolerance) return false;
    } else if (p.slip[i] == 0 && slip_sign(s.modes[i]) * s.omega_t[i] < -p.acceleration_tolerance) {
      return false;
    }
  }
  return true;
}

enum class Indeterminacy {
  none,           // one consistent set of modes
  stick_or_slip,  // several, all with the same contacts open: static friction above slip friction
  painleve,       // sets with different open contacts
};

enum class Preference { flight, contact };

template <int Max, class Real = double>
struct ModeSelection {
  int consistent = 0;  // number of consistent sets (0: none, see Painlevé)
  Indeterminacy indeterminacy = Indeterminacy::none;
  FrictionalSolution<Max, Real> chosen;  // valid if consistent > 0
};

template <class Numbers>
double largest_difference(int n, const Numbers& a, const Numbers& b) {
  double largest = 0;
  for (int i = 0; i < n; ++i) largest = std::max(largest, std::abs(value_of(a[i]) - value_of(b[i])));
  return largest;
}

// Enumerates the mode sets and chooses by the rule above.
template <int Max, class Real>
ModeSelection<Max, Real> select_modes(const FrictionalProblem<Max, Real>& p,
                                      Preference preference = Preference::flight) {
  ModeSelection<Max, Real> selection;
  if (p.n == 0) {
    selection.consistent = 1;
    return selection;
  }
  std::array<std::array<ContactMode, 4>, Max> options{};
  std::array<int, Max> count{}, index{};
  for (int i = 0; i < p.n; ++i) {
    if (!p.must_open[i]) {
      if (p.slip[i] != 0) {
        options[i][count[i]++] = slip_mode(p.slip[i]);
      } else {
        options[i][count[i]++] = ContactMode::stick;
        options[i][count[i]++] = ContactMode::slip_plus;
        options[i][count[i]++] = ContactMode::slip_minus;
      }
    }
    options[i][count[i]++] = ContactMode::open;
  }
  int best_stick = -1, best_closed = -1;
  unsigned best_open = 0;
  double best_load = 0;
  FrictionalSolution<Max, Real> trial;
  std::array<ContactMode, Max> modes{};
  while (true) {
    int closed = 0, sticking = 0;
    unsigned open_set = 0;
    for (int i = 0; i < p.n; ++i) {
      modes[i] = options[i][index[i]];
      closed += is_closed(modes[i]);
      sticking += modes[i] == ContactMode::stick;
      if (!is_closed(modes[i])) open_set |= 1u << i;
    }
    if (solve_modes(p, modes, trial) && is_consistent(p, trial)) {
      const double load = value_of(Real(trial.z_n.head(p.n).sum()));
      bool better;
      if (selection.consistent == 0) {
        better = true;
      } else if (open_set == best_open) {
        // Redundant contacts can divide one tangential force in many ways: one motion, not an indeterminacy.
        const bool same_motion = std::max(largest_difference(p.n, trial.omega_n, selection.chosen.omega_n),
                                          largest_difference(p.n, trial.omega_t, selection.chosen.omega_t)) <=
                                 1e2 * p.acceleration_tolerance;
        if (!same_motion && selection.indeterminacy == Indeterminacy::none)
          selection.indeterminacy = Indeterminacy::stick_or_slip;
        better = sticking > best_stick || (sticking == best_stick && load < best_load - p.force_tolerance);
      } else {
        // Sets that differ only in contacts that carry nothing are the same motion, not an indeterminacy.
        const bool same_motion =
            largest_difference(p.n, trial.omega_n, selection.chosen.omega_n) <= 1e2 * p.acceleration_tolerance;
        if (!same_motion) selection.indeterminacy = Indeterminacy::painleve;
        const bool prefer_fewer = !same_motion && preference == Preference::flight;
        better = closed == best_closed ? load < best_load : prefer_fewer ? closed < best_closed : closed > best_closed;
      }
      ++selection.consistent;
      if (better) {
        selection.chosen = trial;
        best_stick = sticking;
        best_closed = closed;
        best_open = open_set;
        best_load = load;
      }
    }
    int i = 0;
    while (i < p.n && ++index[i] == count[i]) index[i++] = 0;
    if (i == p.n) break;
  }
  return selection;
}

}  // namespace carom
