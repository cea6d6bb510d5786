// SPDX-License-Identifier: Apache-2.0
// Newton's and Poisson's laws for one or several contacts with Coulomb friction: one or two complementarity problems in
// the impulses instead of a flow.
//
// Model
//   Newton    (1)  0 ≤ P_n ⊥ γ_n⁺ + e γ_n⁻ ≥ 0,   friction on the end velocity γ_t⁺ (frictional_problem.hpp)
//   Poisson   (2)  compression: 0 ≤ P_n,c ⊥ γ_n,c ≥ 0, friction on γ_t,c
//             (3)  expansion: P_n,e = e P_n,c at every contact, friction on γ_t⁺ − γ_t*; a contact that is then still
//                  approached (several contacts with different e) gets a further plastic impulse
//             (4)  γ_t* = D P_t*,  P_t* = e ε_T P_t,c: the tangential impulse stored in compression springs back
//
// Recoil    With ε_T = 0 (3) is Coulomb's law. Otherwise stick means that the contact ends with the recoil velocity γ_t*
//           instead of rest, as far as |P_t,e| ≤ μ_s P_n,e can enforce it: a rough ball that sticks in compression leaves
//           with γ_t⁺ = −e ε_T γ_t⁻.
// Works     A law in impulses has no history. The works reported are those of the straight path from γ⁻ to γ⁺:
//           W_compression − W_restitution = −P_n (γ_n⁻ + γ_n⁺)/2, friction work = P_t (γ_t⁻ + γ_t⁺)/2.
// Gain      Newton's law can create energy in impacts with friction (kane_levinson_1985), Poisson's too with several contacts
//           (glocker_2013) or a tangential restitution. energy_gain says how much; it is 0 up to a 1e-12th of the works.
// Rest      A contact that stuck in compression and has no impulse of expansion (e = 0) has no friction in it either: it
//           ends with the velocity that the expansion of the others leaves it. So does every contact without an impulse in
//           the further plastic one.
// Residual  The largest violation of (1)–(3) in units of the largest velocity before the impact: a gap in the
//           complementarity, an impulse outside the cone, slip along its own friction; certificate.hpp adds the rest.
// No slip   A contact with μ = ∞ sticks or is open. Where its friction alone parts it, P_n = 0 ((7) of
//           frictional_problem.hpp), and its expansion by (3) has e times that friction; among up to six contacts.
// Sizes     Up to six contacts are enumerated, in (3) six that expand; more are left to contact sets.
// Source    moreau_1988, pfeiffer_glocker_1996.
// Differs   Where pfeiffer_glocker_1996 bound the tangential impulse of the expansion by the stored one from below, (3)
//           puts friction on the velocity against the recoil. Both release e ε_T P_t,c in stick; ours is Coulomb's law at
//           ε_T = 0.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>
#include <utility>

#include "carom/complementarity/friction_cone.hpp"
#include "carom/complementarity/frictional_problem.hpp"
#include "carom/complementarity/known_loads.hpp"
#include "carom/complementarity/mode_choice.hpp"
#include "carom/impact/impact_problem.hpp"

namespace carom {

namespace detail {

template <int N, class Real>
void straight_path_works(const ImpactProblem<N, Real>& p, ImpactResult<N, Real>& r) {
  double size = 0, gain = 0;
  for (int i = 0; i < p.n; ++i) {
    const Real before = 0.5 * r.P_n[i] * p.v_n[i], after = 0.5 * r.P_n[i] * r.v_n[i];
    r.W_compression[i] = std::max<Real>(-before, 0.0) + std::max<Real>(-after, 0.0);
    r.W_restitution[i] = std::max<Real>(before, 0.0) + std::max<Real>(after, 0.0);
    r.friction_work[i] = 0.5 * r.P_t[i] * (p.v_t[i] + r.v_t[i]);
    const double compression = value_of(r.W_compression[i]), restitution = value_of(r.W_restitution[i]);
    const double friction = value_of(r.friction_work[i]);
    size += compression + restitution + std::abs(friction);
    gain += restitution - compression + friction;
  }
  r.energy_gain = gain > 1e-12 * size ? gain : 0;
}

// Velocities of contacts that nothing holds at rest, relative to the fastest: smaller ones are rounding.
inline constexpr double rest_rounding = 1e-12;

template <int N, class Real>
double fastest(const ImpactProblem<N, Real>& p) {
  double speed = 1e-300;
  for (int i = 0; i < p.n; ++i) speed = std::max({speed, std::abs(value_of(p.v_n[i])), std::abs(value_of(p.v_t[i]))});
  return speed;
}

// By how much P_t leaves the cone of P_n, or pushes along the slip v, as a velocity.
inline double friction_violation(const ContactLaw& law, double D, double P_n, double P_t, double v, double zero) {
  // Skimming: with μ = ∞ there is slip only where nothing presses.
  if (never_slips(law.mu_i)) return std::abs(v) <= zero || P_n == 0 ? 0.0 : std::abs(v);
  const double edge = law.mu_i * P_n;
  if (std::abs(v) <= zero && never_slips(law.mu_s_i)) return 0;
  if (std::abs(v) <= zero) return D * std::max(beyond_cone(std::max(law.mu_s_i, law.mu_i) * P_n, P_t), 0.0);
  return D * std::abs(P_t + (v > 0 ? edge : -edge));
}

// γ = γ⁻ + G P. What the law holds at rest is put to rest exactly; a contact that stuck before and is not held any more
// still sticks only where its velocity is nothing but rounding.
template <int N, class Real>
void end_velocities(const ImpactProblem<N, Real>& p, const std::type_identity_t<std::array<bool, N>>& held,
                    double rounding, ImpactResult<N, Real>& r) {
  for (int i = 0; i < p.n; ++i) {
    r.v_n[i] = p.v_n[i];
    r.v_t[i] = p.v_t[i];
    for (int j = 0; j < p.n; ++j) {
      r.v_n[i] += p.A(i, j) * r.P_n[j] + p.B(i, j) * r.P_t[j];
      r.v_t[i] += p.B(j, i) * r.P_n[j] + p.D(i, j) * r.P_t[j];
    }
    r.sticks[i] = held[i] || (r.sticks[i] && std::abs(value_of(r.v_t[i])) <= rounding);
    if (held[i])
      r.v_t[i] = 0.0;
    else if (r.sticks[i])
      r.v_t[i] -= value_of(r.v_t[i]);
  }
}

// A complementarity step (below) of more contacts than are enumerated: modes by values, then impulses with derivatives.
template <int N, class Real>
bool complementarity_step_of_many(const FrictionalProblem<N, Real>& f, FrictionalSolution<N, Real>& solution,
                                  bool& indeterminate) {
  FrictionalProblem<N> values;
  values.n = f.n;
  for (int i = 0; i < f.n; ++i) {
    for (int j = 0; j < f.n; ++j) {
      values.A(i, j) = value_of(f.A(i, j));
      values.B(i, j) = value_of(f.B(i, j));
      values.D(i, j) = value_of(f.D(i, j));
    }
    values.b_n[i] = value_of(f.b_n[i]);
    values.b_t[i] = value_of(f.b_t[i]);
    values.mu_s[i] = value_of(f.mu_s[i]);
    values.mu[i] = value_of(f.mu[i]);
  }
  values.set_default_tolerances();
  thread_local ModeChoice<N> choice;  // its memory stays; what it chooses does not depend on what it chose before
  const ModeSelection<N> selection = choice.select(values, Preference::contact);
  if (selection.consistent == 0) return false;
  indeterminate = indeterminate || selection.indeterminacy == Indeterminacy::painleve;
  if constexpr (std::is_same_v<Real, double>) {
    solution = selection.chosen;
    return true;
  } else {
    return solve_modes(f, selection.chosen.modes, solution);
  }
}

// One complementarity step: impulses that make 0 ≤ P_n ⊥ γ_n + shift ≥ 0 from the velocities v.
template <int N, class Real>
bool complementarity_step(const ImpactProblem<N, Real>& p, const Vector<N, Real>& v_n, const Vector<N, Real>& v_t,
                          FrictionalSolution<N, Real>& solution, bool& indeterminate) {
  FrictionalProblem<N, Real> f;
  f.n = p.n;
  for (const auto& [own, given] : {std::pair{&f.A, &p.A}, std::pair{&f.B, &p.B}, std::pair{&f.D, &p.D}})
    own->topLeftCorner(p.n, p.n) = given->topLeftCorner(p.n, p.n);
  f.b_n = v_n;
  f.b_t = v_t;
  f.impulses = true;
  for (int i = 0; i < p.n; ++i) {
    f.mu_s[i] = p.law[i].mu_s_i;
    f.mu[i] = p.law[i].mu_i;
  }
  if constexpr (N > most_enumerated_contacts)
    if (p.n > most_enumerated_contacts) return complementarity_step_of_many(f, solution, indeterminate);
  f.set_default_tolerances();
  const ModeSelection<N, Real> selection = select_modes(f, Preference::contact);
  if (selection.consistent == 0) return false;
  solution = selection.chosen;
  indeterminate = indeterminate || selection.indeterminacy == Indeterminacy::painleve;
  return true;
}

// (3), (4): friction of an expansion whose normal impulses are known, on the end velocity less the recoil, which is the
// problem at rest with γ_t,c − γ_t* as part of its load. Contacts without an impulse of expansion are no members.
template <int N, class Real>
class Expansion {
 public:
  using Numbers = Vector<N, Real>;
  using Modes = std::array<ContactMode, N>;
  Numbers P_n = Numbers::Zero(), P_t = Numbers::Zero(), recoil = Numbers::Zero();  // recoil: γ_t*
  std::array<int, N> member{};
  int members = 0;
  Modes modes{};  // of the members

  Expansion(const ImpactProblem<N, Real>& p, const FrictionalSolution<N, Real>& compression, double speed)
      : p_(p), v_(compression.omega_t), speed_(speed) {
    using std::abs;
    for (int i = 0; i < p.n; ++i) {
      const ContactLaw& law = p.law[i];
      P_n[i] = law.e * compression.z_n[i];
      const bool skims = never_slips(law.mu_i) && is_slip(compression.modes[i]);
      slip_[i] = skims                   ? Real(law.e * abs(compression.z_t[i]))
                 : never_slips(law.mu_i) ? Real(0.0)
                                         : Real(law.mu_i * P_n[i]);
      limit_[i] = skims ? slip_[i] : friction_limit(law.mu_s_i, P_n[i]);
      slips_[i] = skims || !never_slips(law.mu_i);
      if (P_n[i] > 0.0 || (skims && slip_[i] > 0.0)) member[members++] = i;
    }
    for (int i = 0; i < p.n; ++i)
      for (int j = 0; j < p.n; ++j) recoil[i] += p.D(i, j) * p.law[j].e * p.law[j].eps_T * compression.z_t[j];
  }

  // Of all consistent sets the one with most sticking members, of many as far as it is in reach; false where none is known.
  bool solve() {
    if constexpr (N > most_enumerated_contacts)
      if (members > most_enumerated_contacts) return solve_of_many();
    int most = -1;
    Modes trial{};
    trial.fill(ContactMode::stick);
    while (true) {
      int sticking = 0;
      const Numbers friction = impulses(trial, sticking);
      if (sticking > most && is_consistent(trial, friction)) {
        most = sticking;
        P_t = friction;
        modes = trial;
      }
      int k = 0;
      while (k < members && !(slips_[member[k]] && next(trial[k]))) trial[k++] = ContactMode::stick;
      if (k == members) return most >= 0;
    }
  }

  // γ_t⁺ − γ_t*.
  Real end_velocity(int i, const Numbers& friction) const {
    Real v = v_[i] - recoil[i];
    for (int j = 0; j < p_.n; ++j) v += p_.B(j, i) * P_n[j] + p_.D(i, j) * friction[j];
    return v;
  }

  double residual() const {
    double worst = 0;
    for (int k = 0; k < members; ++k) {
      const int i = member[k];
      const bool sticks = modes[k] == ContactMode::stick;
      const double v = value_of(end_velocity(i, P_t));
      worst = std::max(worst, friction_violation(p_.law[i], value_of(p_.D(i, i)), value_of(P_n[i]), value_of(P_t[i]),
                                                 sticks ? 0.0 : v, 1e-10 * speed_));
      if (sticks) worst = std::max(worst, std::abs(v));
    }
    return worst;
  }

 private:
  bool solve_of_many() {
    KnownLoads<Real>& loads = known_loads_of_this_thread<Real>();
    loads.resize(members);
    const Numbers none = Numbers::Zero();
    for (int k = 0; k < members; ++k) {
      const int i = member[k];
      loads.set_contact(k, P_n[i], end_velocity(i, none), p_.law[i].mu_s_i, p_.law[i].mu_i);
      for (int m = 0; m < members; ++m) loads.set_inertia(k, m, p_.D(i, member[m]));
    }
    if (!loads.choose()) return false;
    for (int k = 0; k < members; ++k) {
      P_t[member[k]] = loads.force(k);
      modes[k] = loads.modes()[static_cast<std::size_t>(k)];
    }
    return true;
  }

  // Stick, slip forwards, slip backwards; false after the last.
  static bool next(ContactMode& mode) {
    if (mode == ContactMode::slip_minus) return false;
    mode = mode == ContactMode::stick ? ContactMode::slip_plus : ContactMode::slip_minus;
    return true;
  }

  Numbers impulses(const Modes& trial, int& sticking) const {
    std::array<int, N> stick{};
    Numbers friction = Numbers::Zero();
    sticking = 0;
    for (int k = 0; k < members; ++k) {
      const int i = member[k];
      if (trial[k] == ContactMode::stick)
        stick[sticking++] = i;
      else
        friction[i] = -slip_sign(trial[k]) * slip_[i];
    }
    if (sticking == 0) return friction;
    SmallSystem<N, Real> system;
    system.n = sticking;
    for (int a = 0; a < sticking; ++a) {
      system.rhs[a] = -end_velocity(stick[a], friction);
      for (int b = 0; b < sticking; ++b) system.a[a][b] = p_.D(stick[a], stick[b]);
    }
    std::array<Real, N> z{};
    system.solve(z);
    for (int a = 0; a < sticking; ++a) friction[stick[a]] = z[a];
    return friction;
  }

  bool is_consistent(const Modes& trial, const Numbers& friction) const {
    using std::abs;
    for (int k = 0; k < members; ++k) {
      const int i = member[k];
      const Real v = end_velocity(i, friction);
      if (trial[k] != ContactMode::stick) {
        if (!(slip_sign(trial[k]) * v >= -1e-12 * speed_)) return false;
      } else if (!(beyond_cone<Real>(limit_[i] * (1 + 1e-12), friction[i]) <= 0.0 && abs(v) <= 1e-9 * speed_)) {
        return false;
      }
    }
    return true;
  }

  const ImpactProblem<N, Real>& p_;
  Numbers v_;                    // γ_t,c
  Numbers slip_, limit_;         // of |P_t,e|: in slip, in stick
  std::array<bool, N> slips_{};  // whether it may
  double speed_;
};

// Adds the expansion to the result of the compression; false where none is consistent.
template <int N, class Real>
bool add_expansion(const ImpactProblem<N, Real>& p, const FrictionalSolution<N, Real>& compression, double speed,
                   ImpactResult<N, Real>& r, double& residual) {
  std::array<bool, N> held{};
  for (int i = 0; i < p.n; ++i) r.sticks[i] = compression.modes[i] == ContactMode::stick;
  Expansion<N, Real> expansion(p, compression, speed);
  if (expansion.members == 0) {
    end_velocities(p, r.sticks, 0, r);
    return true;
  }
  if (!expansion.solve()) return false;
  for (int k = 0; k < expansion.members; ++k) {
    const int i = expansion.member[k];
    r.P_n[i] += expansion.P_n[i];
    r.P_t[i] += expansion.P_t[i];
    const bool stuck = expansion.modes[k] == ContactMode::stick;
    held[i] = stuck && expansion.recoil[i] == 0.0;
    r.sticks[i] = held[i];
    r.sequence[i].append(stuck && !held[i] ? slip_mode(value_of(expansion.recoil[i])) : expansion.modes[k]);
  }
  residual = std::max(residual, expansion.residual());
  end_velocities(p, held, rest_rounding * speed, r);
  return true;
}

// A contact that is still approached gets a further plastic impulse; false where none is consistent.
template <int N, class Real>
bool add_further_impulse(const ImpactProblem<N, Real>& p, double speed, ImpactResult<N, Real>& r, double& residual) {
  using std::abs;
  bool approached = false;
  for (int i = 0; i < p.n; ++i) {
    // Zero within rounding: an approach that is none. What it depends on stays.
    if (abs(r.v_n[i]) <= 1e-13 * speed) r.v_n[i] -= value_of(r.v_n[i]);
    approached = approached || r.v_n[i] < 0.0;
  }
  if (!approached) return true;
  FrictionalSolution<N, Real> further{};
  if (!complementarity_step(p, r.v_n, r.v_t, further, r.indeterminate)) return false;
  std::array<bool, N> held{};
  for (int i = 0; i < p.n; ++i) {
    r.P_n[i] += further.z_n[i];
    r.P_t[i] += further.z_t[i];
    if (!is_closed(further.modes[i])) continue;
    r.sequence[i].append(further.modes[i]);
    r.sticks[i] = held[i] = further.modes[i] == ContactMode::stick;
  }
  residual = std::max(residual, further.residual);
  end_velocities(p, held, rest_rounding * speed, r);
  for (int i = 0; i < p.n; ++i)
    if (is_closed(further.modes[i])) r.v_n[i] = 0.0;
  return true;
}

}  // namespace detail

template <int N, class Real>
ImpactResult<N, Real> solve_newton_impact(const ImpactProblem<N, Real>& p) {
  ImpactResult<N, Real> r;
  r.n = p.n;
  Vector<N, Real> shifted = p.v_n;
  for (int i = 0; i < p.n; ++i) shifted[i] += p.law[i].e * std::min<Real>(p.v_n[i], 0.0);
  FrictionalSolution<N, Real> solution{};
  if (!detail::complementarity_step(p, shifted, p.v_t, solution, r.indeterminate)) {
    r.failure = ImpactFailure::no_solution;
    r.v_n = p.v_n;
    r.v_t = p.v_t;
    return r;
  }
  for (int i = 0; i < p.n; ++i) {
    r.P_n[i] = solution.z_n[i];
    r.P_t[i] = solution.z_t[i];
    if (!is_closed(solution.modes[i])) continue;
    r.sequence[i].append(solution.modes[i]);
    r.sticks[i] = solution.modes[i] == ContactMode::stick;
  }
  detail::end_velocities(p, r.sticks, 0, r);
  for (int i = 0; i < p.n; ++i)
    if (is_closed(solution.modes[i])) r.v_n[i] = -p.law[i].e * std::min<Real>(p.v_n[i], 0.0);
  const double speed = detail::fastest(p);
  double worst = solution.residual;
  for (int i = 0; i < p.n; ++i) {
    const double complement = value_of(Real(r.v_n[i] + p.law[i].e * std::min<Real>(p.v_n[i], 0.0)));
    const double push = value_of(Real(p.A(i, i) * r.P_n[i]));
    worst = std::max({worst, std::abs(std::min(push, complement)),
                      detail::friction_violation(p.law[i], value_of(p.D(i, i)), value_of(r.P_n[i]), value_of(r.P_t[i]),
                                                 value_of(r.v_t[i]), 1e-10 * speed)});
  }
  r.residual = worst / speed;
  detail::straight_path_works(p, r);
  return r;
}

template <int N, class Real>
ImpactResult<N, Real> solve_poisson_impact(const ImpactProblem<N, Real>& p) {
  ImpactResult<N, Real> r;
  r.n = p.n;
  r.v_n = p.v_n;
  r.v_t = p.v_t;
  FrictionalSolution<N, Real> compression{};
  if (!detail::complementarity_step(p, p.v_n, p.v_t, compression, r.indeterminate)) {
    r.failure = ImpactFailure::no_solution;
    return r;
  }
  double residual = compression.residual;
  const double speed = detail::fastest(p);
  for (int i = 0; i < p.n; ++i) {
    r.P_n[i] = compression.z_n[i];
    r.P_t[i] = compression.z_t[i];
    if (is_closed(compression.modes[i])) r.sequence[i].append(compression.modes[i]);
  }
  if (!detail::add_expansion(p, compression, speed, r, residual) ||
      !detail::add_further_impulse(p, speed, r, residual)) {
    r.failure = ImpactFailure::no_solution;
    return r;
  }
  for (int i = 0; i < p.n; ++i) residual = std::max(residual, -value_of(r.v_n[i]));
  r.residual = residual / speed;
  detail::straight_path_works(p, r);
  return r;
}

}  // namespace carom
