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
// Residual  The largest violation of (1)–(3) in units of the largest velocity before the impact: a gap in the
//           complementarity, an impulse outside the cone, slip along its own friction.
// Source    moreau_1988, pfeiffer_glocker_1996.
// Differs   Where pfeiffer_glocker_1996 bound the tangential impulse of the expansion by the stored one from below, (3)
//           puts friction on the velocity against the recoil. Both release e ε_T P_t,c in stick; ours is Coulomb's law at
//           ε_T = 0.
#pragma once

#include "carom/complementarity/friction_under_load.hpp"
#include "carom/complementarity/frictional_problem.hpp"
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

template <int N, class Real>
double fastest(const ImpactProblem<N, Real>& p) {
  double speed = 1e-300;
  for (int i = 0; i < p.n; ++i) speed = std::max({speed, std::abs(value_of(p.v_n[i])), std::abs(value_of(p.v_t[i]))});
  return speed;
}

// By how much P_t leaves the cone of P_n, or pushes along the slip v, as a velocity.
inline double friction_violation(const ContactLaw& law, double D, double P_n, double P_t, double v, double zero) {
  const double edge = law.mu_i * P_n;
  if (std::abs(v) <= zero) return D * std::max(std::abs(P_t) - std::max(law.mu_s_i, law.mu_i) * P_n, 0.0);
  return D * std::abs(P_t + (v > 0 ? edge : -edge));
}

// γ = γ⁻ + G P, with what the law fixes exactly put exactly.
template <int N, class Real>
void end_velocities(const ImpactProblem<N, Real>& p, ImpactResult<N, Real>& r) {
  for (int i = 0; i < p.n; ++i) {
    r.v_n[i] = p.v_n[i];
    r.v_t[i] = p.v_t[i];
    for (int j = 0; j < p.n; ++j) {
      r.v_n[i] += p.A(i, j) * r.P_n[j] + p.B(i, j) * r.P_t[j];
      r.v_t[i] += p.B(j, i) * r.P_n[j] + p.D(i, j) * r.P_t[j];
    }
    if (r.sticks[i]) r.v_t[i] = 0.0;
  }
}

// One complementarity step: impulses that make 0 ≤ P_n ⊥ γ_n + shift ≥ 0 from the velocities v.
template <int N, class Real>
bool complementarity_step(const ImpactProblem<N, Real>& p, const Vector<N, Real>& v_n, const Vector<N, Real>& v_t,
                          FrictionalSolution<N, Real>& solution, bool& indeterminate) {
  FrictionalProblem<N, Real> f;
  f.n = p.n;
  f.A = p.A;
  f.B = p.B;
  f.D = p.D;
  f.b_n = v_n;
  f.b_t = v_t;
  for (int i = 0; i < p.n; ++i) {
    f.mu_s[i] = p.law[i].mu_s_i;
    f.mu[i] = p.law[i].mu_i;
  }
  f.set_default_tolerances();
  const ModeSelection<N, Real> selection = select_modes(f, Preference::contact);
  if (selection.consistent == 0) return false;
  solution = selection.chosen;
  indeterminate = indeterminate || selection.indeterminacy == Indeterminacy::painleve;
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
  detail::end_velocities(p, r);
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
  using std::abs;
  using Numbers = Vector<N, Real>;
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
  // Expansion with known normal impulses: friction on the end velocity less the recoil, which is the problem at rest with
  // γ_t,c − γ_t* as part of its load. Contacts that take no part have no impulse.
  int expanding = 0;
  std::array<int, N> member{};
  Numbers expansion = Numbers::Zero();
  for (int i = 0; i < p.n; ++i) {
    expansion[i] = p.law[i].e * compression.z_n[i];
    if (expansion[i] > 0.0) member[expanding++] = i;
  }
  Numbers recoil = Numbers::Zero();  // γ_t*
  for (int i = 0; i < p.n; ++i)
    for (int j = 0; j < p.n; ++j) recoil[i] += p.D(i, j) * p.law[j].e * p.law[j].eps_T * compression.z_t[j];
  if (expanding > 0) {
    // Enumeration over the members: stick if |P_t| ≤ μ_s P_n, else slip.
    std::array<int, N> index{}, best_index{};
    int best_stick = -1;
    Numbers best_P_t = Numbers::Zero();
    while (true) {
      std::array<int, N> sticking{};
      int ns = 0;
      Numbers P_t = Numbers::Zero();
      for (int k = 0; k < expanding; ++k) {
        const int i = member[k];
        if (index[k] == 0) sticking[ns++] = i;
        else P_t[i] = (index[k] == 1 ? -1 : 1) * p.law[i].mu_i * expansion[i];
      }
      const auto end_tangential = [&](int i) {
        Real v = compression.omega_t[i] - recoil[i];
        for (int j = 0; j < p.n; ++j) v += p.B(j, i) * expansion[j] + p.D(i, j) * P_t[j];
        return v;
      };
      if (ns > 0) {
        SmallSystem<N, Real> system;
        system.n = ns;
        for (int a = 0; a < ns; ++a) {
          system.rhs[a] = -end_tangential(sticking[a]);
          for (int b = 0; b < ns; ++b) system.a[a][b] = p.D(sticking[a], sticking[b]);
        }
        std::array<Real, N> z{};
        system.solve(z);
        for (int a = 0; a < ns; ++a) P_t[sticking[a]] = z[a];
      }
      bool consistent = true;
      for (int k = 0; k < expanding && consistent; ++k) {
        const int i = member[k];
        const Real v = end_tangential(i);
        if (index[k] == 0)
          consistent = abs(P_t[i]) <= p.law[i].mu_s_i * expansion[i] * (1 + 1e-12) && abs(v) <= 1e-9 * speed;
        else
          consistent = (index[k] == 1 ? v : -v) >= -1e-12 * speed;
      }
      if (consistent && ns > best_stick) {
        best_stick = ns;
        best_P_t = P_t;
        best_index = index;
      }
      int k = 0;
      while (k < expanding && ++index[k] == 3) index[k++] = 0;
      if (k == expanding) break;
    }
    if (best_stick < 0) {
      r.failure = ImpactFailure::no_solution;
      return r;
    }
    for (int k = 0; k < expanding; ++k) {
      const int i = member[k];
      r.P_n[i] += expansion[i];
      r.P_t[i] += best_P_t[i];
      r.sticks[i] = best_index[k] == 0 && recoil[i] == 0.0;
      r.sequence[i].append(r.sticks[i]           ? ContactMode::stick
                           : best_index[k] == 0 ? slip_mode(value_of(recoil[i]))
                           : best_index[k] == 1 ? ContactMode::slip_plus : ContactMode::slip_minus);
      Real v = compression.omega_t[i] - recoil[i];
      for (int j = 0; j < p.n; ++j) v += p.B(j, i) * expansion[j] + p.D(i, j) * best_P_t[j];
      residual = std::max(residual, detail::friction_violation(p.law[i], value_of(p.D(i, i)), value_of(expansion[i]),
                                                               value_of(best_P_t[i]),
                                                               best_index[k] == 0 ? 0.0 : value_of(v), 1e-10 * speed));
      if (best_index[k] == 0) residual = std::max(residual, std::abs(value_of(v)));
    }
    for (int i = 0; i < p.n; ++i)
      if (expansion[i] == 0.0) r.sticks[i] = compression.modes[i] == ContactMode::stick;
  } else {
    for (int i = 0; i < p.n; ++i) r.sticks[i] = compression.modes[i] == ContactMode::stick;
  }
  detail::end_velocities(p, r);
  bool approached = false;
  for (int i = 0; i < p.n; ++i) {
    // Zero within rounding: an approach that is none. What it depends on stays.
    if (abs(r.v_n[i]) <= 1e-13 * speed) r.v_n[i] -= value_of(r.v_n[i]);
    approached = approached || r.v_n[i] < 0.0;
  }
  if (approached) {
    FrictionalSolution<N, Real> further{};
    if (!detail::complementarity_step(p, r.v_n, r.v_t, further, r.indeterminate)) {
      r.failure = ImpactFailure::no_solution;
      return r;
    }
    for (int i = 0; i < p.n; ++i) {
      r.P_n[i] += further.z_n[i];
      r.P_t[i] += further.z_t[i];
      if (is_closed(further.modes[i])) {
        r.sequence[i].append(further.modes[i]);
        r.sticks[i] = further.modes[i] == ContactMode::stick;
      }
    }
    residual = std::max(residual, further.residual);
    detail::end_velocities(p, r);
    for (int i = 0; i < p.n; ++i)
      if (is_closed(further.modes[i])) r.v_n[i] = 0.0;
  }
  for (int i = 0; i < p.n; ++i) residual = std::max(residual, -value_of(r.v_n[i]));
  r.residual = residual / speed;
  detail::straight_path_works(p, r);
  return r;
}

}  // namespace carom
