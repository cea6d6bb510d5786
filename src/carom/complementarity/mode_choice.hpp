// SPDX-License-Identifier: Apache-2.0
// The modes of a set of contacts, however many: enumerated where they are few (frictional_problem.hpp), by active sets and
// pivoting beyond (contact_set.hpp). Whoever chooses modes of a mechanism comes through here.
//
// Memory    A choice keeps that of its largest set, and so does every thread for the forces of given modes; for up to six
//           contacts at once there is none.
#pragma once

#include <array>
#include <span>
#include <type_traits>

#include "carom/complementarity/contact_set.hpp"
#include "carom/complementarity/frictional_problem.hpp"

namespace carom {

// 4⁶ sets of modes are the most that are enumerated.
inline constexpr int most_enumerated_contacts = 6;

template <int Max, class Real>
void copy_problem(const FrictionalProblem<Max, Real>& p, ContactSetProblem<Real>& q) {
  q.resize(p.n);
  q.A.topLeftCorner(p.n, p.n) = p.A.topLeftCorner(p.n, p.n);
  q.B.topLeftCorner(p.n, p.n) = p.B.topLeftCorner(p.n, p.n);
  q.D.topLeftCorner(p.n, p.n) = p.D.topLeftCorner(p.n, p.n);
  for (int i = 0; i < p.n; ++i) {
    q.b_n[i] = p.b_n[i];
    q.b_t[i] = p.b_t[i];
    q.mu_s[i] = p.mu_s[i];
    q.mu[i] = p.mu[i];
    q.slip[static_cast<std::size_t>(i)] = p.slip[i];
    q.must_open[static_cast<std::size_t>(i)] = p.must_open[i];
    q.rides[static_cast<std::size_t>(i)] = p.rides[i];
    if (p.rides[i] == given_load) q.load[i] = p.load[i];
  }
  q.force_tolerance = p.force_tolerance;
  q.acceleration_tolerance = p.acceleration_tolerance;
}

template <int Max, class Real>
void copy_solution(int n, const ContactSetForces<Real>& found, FrictionalSolution<Max, Real>& solution) {
  for (int i = 0; i < n; ++i) {
    solution.modes[i] = found.modes[static_cast<std::size_t>(i)];
    solution.z_n[i] = found.z_n[i];
    solution.z_t[i] = found.z_t[i];
    solution.omega_n[i] = found.omega_n[i];
    solution.omega_t[i] = found.omega_t[i];
  }
  solution.residual = found.residual;
  solution.redundant = found.redundant;
}

// Forces of given modes, however many contacts. Of many, redundant ones are admissible where they can be (mode_system.hpp):
// in a pile those of smallest norm would pull. Numbers with derivatives follow the rule of few contacts, whose shares they
// can differentiate: motions are the same, and guards of redundant contacts that no admissible rule had to move.
template <int Max, class Real>
bool forces_in_modes(const FrictionalProblem<Max, Real>& p,
                     const std::type_identity_t<std::array<ContactMode, Max>>& modes,
                     FrictionalSolution<Max, Real>& out) {
  if constexpr (Max > most_enumerated_contacts && std::is_same_v<Real, double>) {
    if (p.n > most_enumerated_contacts) {
      struct Workspace {
        ContactSetProblem<Real> problem;
        ModeSystem system;
        ContactSetForces<Real> forces;
      };
      thread_local Workspace many;
      copy_problem(p, many.problem);
      many.problem.set_default_tolerances();
      if (!many.system.solve(many.problem, {modes.data(), static_cast<std::size_t>(p.n)}, many.forces)) return false;
      out.z_n.setZero();
      out.z_t.setZero();
      copy_solution(p.n, many.forces, out);
      return true;
    }
  }
  return solve_modes(p, modes, out);
}

template <int Max>
class ModeChoice {
 public:
  // `before`: the modes to start from, of the same contacts; empty where there are none. Few contacts do not need them.
  ModeSelection<Max> select(const FrictionalProblem<Max>& p, Preference preference = Preference::flight,
                            std::span<const ContactMode> before = {}) {
    if constexpr (has_many)
      if (p.n > most_enumerated_contacts) return select_of_many(p, preference, before);
    return select_modes(p, preference);
  }

 private:
  static constexpr bool has_many = Max > most_enumerated_contacts;
  struct Nothing {};
  struct Workspace {
    ContactSetProblem<double> problem;
    ContactSetSolver solver;
  };

  ModeSelection<Max> select_of_many(const FrictionalProblem<Max>& p, Preference preference,
                                    std::span<const ContactMode> before) {
    copy_problem(p, many_.problem);
    const ContactSetSelection& found = many_.solver.select(many_.problem, before, {.preference = preference});
    ModeSelection<Max> selection;
    if (!found.solved()) return selection;
    selection.consistent = found.consistent;
    selection.indeterminacy = found.indeterminacy;
    copy_solution(p.n, found.chosen, selection.chosen);
    return selection;
  }

  [[no_unique_address]] std::conditional_t<has_many, Workspace, Nothing> many_;
};

}  // namespace carom
