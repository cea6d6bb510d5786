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
//   (5)  elements without a normal direction have (3) and (4) with the load that they ride on, or with a given one, in place
//        of z_n (friction_load.hpp)
//   (6)  μ = ∞: a contact that never slips sticks or is open, (4) without a limit
//   z are forces and ω accelerations, or z are impulses and ω end velocities.
//
// Method    With μ_s > μ several sets of modes can be consistent at once, so a single LCP solution is not enough: all
//           sets are enumerated (4ⁿ for contacts at zero tangential velocity, 2ⁿ for slipping ones), each is one small
//           linear solve, and every consistent set is kept with its residual. An element has three modes, or one where it
//           slips, and a rider of an open contact is open; a contact with μ = ∞ has two.
// Choice    1. Among the sets with the same open contacts, the one with most sticking contacts: the static coefficient
//              decides about stick, so "stick if stick is possible".
//           2. If sets with different open contacts are consistent (Painlevé indeterminacy; impossible for small μ), the
//              caller's preference decides: fewest closed contacts (flight) or most (contact).
//           3. Remaining ties: the smallest sum of normal forces, then the order of enumeration.
// Redundancy  Where the equations of a mode set are singular (contacts that share a constraint), the minimum-norm solution
//           is taken, and a tangential force shared by sticking contacts is divided in the way that minimises
//           Σ z_t,i²/(μ_s,i z_n,i): for contacts with one common tangential velocity every share is then the same
//           fraction of its limit, and the group sticks iff |Σ z_t| ≤ Σ μ_s,i z_n,i. This is the rule between the two
//           bounds min μ_s and max μ_s that liu_zhao_brogliato_2008 (50), (51) leave open. A contact with μ_s = ∞ carries
//           what the others need not.
// Skimming  Where stick would pull and the contact would be approached if it were open, (6) has no solution. For every finite
//           μ there is one, a slip, and as μ grows its normal force goes to zero while its friction stays,
//   (7)  z_n = 0,   ω_n = 0,   σ z_t ≤ 0,   σ ω_t ≥ 0
//           An impulse may be like that (`impulses`): a contact stopped from slipping that leaves on the way. It is asked
//           for where nothing else is consistent, and is called slip.
// Source    liu_zhao_brogliato_2008 section 3; pfeiffer_glocker_1996; cottle_pang_stone_1992.
// Limits    At most Max contacts and elements; enumeration is meant for Max ≤ 6 (4⁶ = 4096 sets). Forces do not skim: where
//           (6) has no solution there is none.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include "carom/base/vector.hpp"
#include "carom/complementarity/default_tolerances.hpp"
#include "carom/complementarity/friction_cone.hpp"
#include "carom/complementarity/friction_load.hpp"
#include "carom/complementarity/rank_aware_solve.hpp"
#include "carom/laws/contact_mode.hpp"

namespace carom {

template <int Max, class Real = double>
struct FrictionalProblem {
  int n = 0;
  Matrix<Max, Max, Real> A, B, D;  // leading n × n blocks are used
  Vector<Max, Real> b_n, b_t;
  Vector<Max, Real> mu_s, mu;                     // static and slip coefficients: they may vary with the state
  std::array<int, Max> slip{};                    // σ of a contact that slips; 0 at zero tangential velocity
  std::array<bool, Max> must_open{};              // only `open` is considered
  std::array<int, Max> rides = own_loads<Max>();  // own_load, given_load, or the contact whose load it is (5)
  Vector<Max, Real> load;                         // N of elements under a given load
  bool impulses = false;                          // z are impulses, which may skim (7)
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

namespace detail {

// The friction of slipping elements in the equations of closed contacts and sticking ones: it comes with the load of another
// contact, or is known.
template <int Max, class Real>
void add_slip_of_elements(const FrictionalProblem<Max, Real>& p,
                          const std::type_identity_t<std::array<ContactMode, Max>>& modes,
                          const std::type_identity_t<std::array<int, Max>>& closed, int nc,
                          const std::type_identity_t<std::array<int, Max>>& stick, int ns,
                          SmallSystem<2 * Max, Real>& system) {
  for (int e = 0; e < p.n; ++e) {
    if (has_normal(p, e) || !is_slip(modes[e])) continue;
    const int carrier = p.rides[e];
    if (is_rider(p, e) && is_slip(modes[carrier]) && never_slips(p.mu[carrier])) continue;  // (7) carries nothing
    const Real c = -slip_sign(modes[e]) * p.mu[e];
    const int column = static_cast<int>(std::find(closed.begin(), closed.begin() + nc, carrier) - closed.begin());
    for (int r = 0; r < nc + ns; ++r) {
      const Real effect = c * (r < nc ? p.B(closed[r], e) : p.D(stick[r - nc], e));
      if (is_rider(p, e))
        system.a[r][column] += effect;
      else
        system.rhs[r] -= effect * p.load[e];
    }
  }
}

// The friction of slip from the normal forces, of contacts first: that of (7) stands in the place of its normal force.
template <int Max, class Real>
void follow_slip(const FrictionalProblem<Max, Real>& p, bool elements, bool skims, FrictionalSolution<Max, Real>& out) {
  for (int i = 0; i < p.n; ++i) {
    if (!is_slip(out.modes[i]) || !has_normal(p, i)) continue;
    const int sigma = slip_sign(out.modes[i]);
    if (skims && never_slips(p.mu[i])) {
      out.z_t[i] = -sigma * out.z_n[i];
      out.z_n[i] = 0.0;
    } else {
      out.z_t[i] = -sigma * p.mu[i] * out.z_n[i];
    }
  }
  for (int i = 0; elements && i < p.n; ++i)
    if (is_slip(out.modes[i]) && !has_normal(p, i))
      out.z_t[i] = -slip_sign(out.modes[i]) * p.mu[i] * friction_load(p, out.z_n, i);
}

// ω and residual; false if they are not finite.
template <int Max, class Real>
bool evaluate_motion_of(const FrictionalProblem<Max, Real>& p, FrictionalSolution<Max, Real>& out) {
  using std::isfinite;
  out.residual = 0;
  for (int i = 0; i < p.n; ++i) {
    Real omega_n = p.b_n[i], omega_t = p.b_t[i];
    for (int j = 0; j < p.n; ++j) {
      omega_n += p.A(i, j) * out.z_n[j] + p.B(i, j) * out.z_t[j];
      omega_t += p.B(j, i) * out.z_n[j] + p.D(i, j) * out.z_t[j];
    }
    out.omega_n[i] = omega_n;
    out.omega_t[i] = omega_t;
    if (is_closed(out.modes[i])) out.residual = std::max(out.residual, std::abs(value_of(omega_n)));
    if (out.modes[i] == ContactMode::stick) out.residual = std::max(out.residual, std::abs(value_of(omega_t)));
    if (!isfinite(omega_n) || !isfinite(omega_t)) return false;
  }
  return true;
}

}  // namespace detail

// Divides the tangential forces of redundant sticking contacts in proportion to what each can carry (see Redundancy).
template <int Max, class Real>
void share_by_capacity(const FrictionalProblem<Max, Real>& p, const std::type_identity_t<std::array<int, Max>>& stick,
                       int ns, FrictionalSolution<Max, Real>& out) {
  using std::abs, std::sqrt;
  constexpr double unlimited = 1e3;  // the root of what μ_s = ∞ carries, in units of the largest other one
  std::array<Real, Max> root{}, effect{}, y{};
  double largest = 0;
  SmallSystem<Max, Real> scaled;
  scaled.n = ns;
  for (int r = 0; r < ns; ++r) {
    const int i = stick[r];
    const bool limited = !never_slips(p.mu_s[i]);
    const Real load = friction_load(p, out.z_n, i);
    root[r] = sqrt(std::max<Real>(limited ? Real(p.mu_s[i] * load) : load, 0.0));
    if (limited) largest = std::max(largest, value_of(root[r]));
    for (int c = 0; c < ns; ++c) effect[r] += p.D(stick[r], stick[c]) * out.z_t[stick[c]];
  }
  double heaviest = 0;
  for (int r = 0; r < ns; ++r)
    if (never_slips(p.mu_s[stick[r]])) heaviest = std::max(heaviest, value_of(root[r]));
  if (heaviest > 0) {
    const double unit = largest > 0 ? unlimited * largest / heaviest : 1;
    for (int r = 0; r < ns; ++r)
      if (never_slips(p.mu_s[stick[r]])) root[r] *= unit;
    largest = heaviest;
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

// Forces of a given set of modes. Returns false if the equations have no (finite) solution.
template <int Max, class Real>
bool solve_modes(const FrictionalProblem<Max, Real>& p, const std::type_identity_t<std::array<ContactMode, Max>>& modes,
                 FrictionalSolution<Max, Real>& out) {
  out.modes = modes;
  out.z_n.setZero();
  out.z_t.setZero();
  out.redundant = false;
  std::array<int, Max> closed{}, stick{};
  int nc = 0, ns = 0;
  bool elements = false, skims = false;
  for (int i = 0; i < p.n; ++i) {
    elements = elements || !has_normal(p, i);
    if (!is_closed(modes[i])) continue;
    if (has_normal(p, i)) closed[nc++] = i;
    if (modes[i] == ContactMode::stick) {
      stick[ns++] = i;
    } else if (never_slips(p.mu[i])) {
      if (!p.impulses || !has_normal(p, i)) return false;
      skims = true;
    }
  }
  const int size = nc + ns;
  // Column of z_n,j: its own effect plus that of the slip force −σ μ z_n,j that comes with it; that force alone in (7).
  const auto column_n = [&](int i, int j, bool tangential_row) {
    const int sigma = slip_sign(modes[j]);
    if (skims && sigma != 0 && never_slips(p.mu[j])) return Real(-sigma * (tangential_row ? p.D(i, j) : p.B(i, j)));
    const Real sigma_mu = sigma != 0 ? Real(sigma * p.mu[j]) : Real(0.0);
    return Real(tangential_row ? p.B(j, i) - sigma_mu * p.D(i, j) : p.A(i, j) - sigma_mu * p.B(i, j));
  };
  if (size == 1 && !elements) {
    const int i = closed[0];
    const Real a = column_n(i, i, false);
    if (a == 0.0) return false;
    out.z_n[i] = -p.b_n[i] / a;
  } else if (size == 2 && nc == 1 && !elements) {
    const int i = closed[0];
    const Real det = p.A(i, i) * p.D(i, i) - p.B(i, i) * p.B(i, i);
    if (det > 1e-14 * p.A(i, i) * p.D(i, i)) {
      out.z_n[i] = (-p.b_n[i] * p.D(i, i) + p.B(i, i) * p.b_t[i]) / det;
      out.z_t[i] = (-p.A(i, i) * p.b_t[i] + p.B(i, i) * p.b_n[i]) / det;
    } else if (never_slips(p.mu[i]) && p.D(i, i) == 0.0) {
      out.z_n[i] = -p.b_n[i] / p.A(i, i);  // nothing moves along it
    } else {
      return false;
    }
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
    if (elements) detail::add_slip_of_elements(p, modes, closed, nc, stick, ns, system);
    std::array<Real, 2 * Max> z{};
    out.redundant = system.solve(z) < size;
    for (int c = 0; c < nc; ++c) out.z_n[closed[c]] = z[c];
    for (int c = 0; c < ns; ++c) out.z_t[stick[c]] = z[nc + c];
    if (out.redundant && ns > 1) share_by_capacity(p, stick, ns, out);
  }
  detail::follow_slip(p, elements, skims, out);
  return detail::evaluate_motion_of(p, out);
}

// Does a solution of its own modes satisfy the inequalities of (2)–(7)?
template <int Max, class Real>
bool is_consistent(const FrictionalProblem<Max, Real>& p, const FrictionalSolution<Max, Real>& s) {
  using std::abs;
  const bool elements = has_elements(p);
  if (elements && !element_modes_agree(p, s.modes)) return false;
  const double a = elements ? reference_compliance(p) : 0;
  for (int i = 0; i < p.n; ++i) {
    const bool contact = has_normal(p, i);
    if (!is_closed(s.modes[i])) {
      if (contact && s.omega_n[i] < -p.acceleration_tolerance) return false;
      continue;
    }
    if (contact) {
      if (abs(s.omega_n[i]) > 1e3 * p.acceleration_tolerance) return false;  // inconsistent redundant equations
      if (s.z_n[i] < -p.force_tolerance) return false;
    }
    const double unit = contact ? 1 : tangential_unit(p, i, a);
    const double rate_tolerance = p.acceleration_tolerance * unit, force_tolerance = p.force_tolerance / unit;
    if (s.modes[i] == ContactMode::stick) {
      if (abs(s.omega_t[i]) > 1e3 * rate_tolerance) return false;
      const Real limit = friction_limit(p.mu_s[i], friction_load(p, s.z_n, i));
      if (beyond_cone<Real>(limit, s.z_t[i]) > force_tolerance) return false;
    } else {
      if (p.slip[i] == 0 && slip_sign(s.modes[i]) * s.omega_t[i] < -rate_tolerance) return false;
      if (p.impulses && never_slips(p.mu[i]) && slip_sign(s.modes[i]) * s.z_t[i] > force_tolerance) return false;
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

namespace detail {

// The modes that a contact or element can have, in the order in which they are tried; `skimming`: (7) too.
template <int Max, class Real>
int list_modes(const FrictionalProblem<Max, Real>& p, int i, bool skimming, std::array<ContactMode, 4>& options) {
  int count = 0;
  if (!p.must_open[i] || !has_normal(p, i)) {
    if (never_slips(p.mu[i]) && !(skimming && has_normal(p, i))) {
      options[count++] = ContactMode::stick;
    } else if (p.slip[i] != 0) {
      options[count++] = slip_mode(p.slip[i]);
    } else {
      options[count++] = ContactMode::stick;
      options[count++] = ContactMode::slip_plus;
      options[count++] = ContactMode::slip_minus;
    }
  }
  if (has_normal(p, i)) options[count++] = ContactMode::open;
  return count;
}

// Riders of open contacts are open, whatever else they could do: false but for the first of these sets.
template <int Max, class Real>
bool open_riders(const FrictionalProblem<Max, Real>& p, const std::type_identity_t<std::array<int, Max>>& index,
                 std::type_identity_t<std::array<ContactMode, Max>>& modes) {
  for (int i = 0; i < p.n; ++i) {
    if (!is_rider(p, i) || is_closed(modes[p.rides[i]])) continue;
    if (index[i] != 0) return false;
    modes[i] = ContactMode::open;
  }
  return true;
}

// The largest difference of accelerations of two solutions, of elements in units of contacts.
template <int Max, class Real>
double largest_tangential_difference(const FrictionalProblem<Max, Real>& p, const FrictionalSolution<Max, Real>& a,
                                     const FrictionalSolution<Max, Real>& b) {
  if (!has_elements(p)) return largest_difference(p.n, a.omega_t, b.omega_t);
  const double compliance = reference_compliance(p);
  double largest = 0;
  for (int i = 0; i < p.n; ++i)
    largest = std::max(largest,
                       std::abs(value_of(a.omega_t[i]) - value_of(b.omega_t[i])) / tangential_unit(p, i, compliance));
  return largest;
}

// What the rule of choice knows of the best set so far.
struct BestModes {
  int sticking = -1, closed = -1;
  unsigned open_set = 0;
  double load = 0;
};

// Counts a consistent set and keeps it if it is better.
template <int Max, class Real>
void take(const FrictionalProblem<Max, Real>& p, Preference preference, const FrictionalSolution<Max, Real>& trial,
          BestModes& best, ModeSelection<Max, Real>& selection) {
  BestModes now{.sticking = 0, .closed = 0, .load = value_of(Real(trial.z_n.head(p.n).sum()))};
  for (int i = 0; i < p.n; ++i) {
    now.sticking += trial.modes[i] == ContactMode::stick;
    if (!has_normal(p, i)) continue;
    now.closed += is_closed(trial.modes[i]);
    if (!is_closed(trial.modes[i])) now.open_set |= 1u << i;
  }
  bool better;
  if (selection.consistent == 0) {
    better = true;
  } else if (now.open_set == best.open_set) {
    // Redundant contacts can divide one tangential force in many ways: one motion, not an indeterminacy.
    const bool same_motion =
        std::max(largest_difference(p.n, trial.omega_n, selection.chosen.omega_n),
                 largest_tangential_difference(p, trial, selection.chosen)) <= 1e2 * p.acceleration_tolerance;
    if (!same_motion && selection.indeterminacy == Indeterminacy::none)
      selection.indeterminacy = Indeterminacy::stick_or_slip;
    better =
        now.sticking > best.sticking || (now.sticking == best.sticking && now.load < best.load - p.force_tolerance);
  } else {
    // Sets that differ only in contacts that carry nothing are the same motion, not an indeterminacy.
    const bool same_motion =
        largest_difference(p.n, trial.omega_n, selection.chosen.omega_n) <= 1e2 * p.acceleration_tolerance;
    if (!same_motion) selection.indeterminacy = Indeterminacy::painleve;
    const bool prefer_fewer = !same_motion && preference == Preference::flight;
    better = now.closed == best.closed ? now.load < best.load
             : prefer_fewer            ? now.closed < best.closed
                                       : now.closed > best.closed;
  }
  ++selection.consistent;
  if (!better) return;
  selection.chosen = trial;
  best = now;
}

template <int Max, class Real>
ModeSelection<Max, Real> enumerate_modes(const FrictionalProblem<Max, Real>& p, Preference preference, bool skimming) {
  ModeSelection<Max, Real> selection;
  std::array<std::array<ContactMode, 4>, Max> options{};
  std::array<int, Max> count{}, index{};
  for (int i = 0; i < p.n; ++i) count[i] = list_modes(p, i, skimming, options[i]);
  const bool elements = has_elements(p);
  BestModes best;
  FrictionalSolution<Max, Real> trial;
  std::array<ContactMode, Max> modes{};
  while (true) {
    for (int i = 0; i < p.n; ++i) modes[i] = options[i][index[i]];
    const bool new_set = !elements || open_riders(p, index, modes);
    if (new_set && solve_modes(p, modes, trial) && is_consistent(p, trial)) take(p, preference, trial, best, selection);
    int i = 0;
    while (i < p.n && ++index[i] == count[i]) index[i++] = 0;
    if (i == p.n) break;
  }
  return selection;
}

}  // namespace detail

// Enumerates the mode sets and chooses by the rule above.
template <int Max, class Real>
ModeSelection<Max, Real> select_modes(const FrictionalProblem<Max, Real>& p,
                                      Preference preference = Preference::flight) {
  if (p.n == 0) return {.consistent = 1};
  ModeSelection<Max, Real> selection = detail::enumerate_modes(p, preference, false);
  if (selection.consistent > 0 || !p.impulses) return selection;
  for (int i = 0; i < p.n; ++i)
    if (never_slips(p.mu[i])) return detail::enumerate_modes(p, preference, true);
  return selection;
}

}  // namespace carom
