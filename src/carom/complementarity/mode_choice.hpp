// SPDX-License-Identifier: Apache-2.0
// The modes of a set of contacts, however many: enumerated where they are few (frictional_problem.hpp), by active sets and
// pivoting beyond (contact_set.hpp). Whoever chooses modes of a mechanism comes through here.
//
// Memory    A choice keeps that of its largest set; for up to six contacts at once there is none.
#pragma once

#include <span>
#include <type_traits>

#include "carom/complementarity/contact_set.hpp"
#include "carom/complementarity/frictional_problem.hpp"

namespace carom {

// 4⁶ sets of modes are the most that are enumerated.
inline constexpr int most_enumerated_contacts = 6;

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
    ContactSetProblem<double>& q = many_.problem;
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
    }
    q.force_tolerance = p.force_tolerance;
    q.acceleration_tolerance = p.acceleration_tolerance;
    const ContactSetSelection& found = many_.solver.select(q, before, {.preference = preference});
    ModeSelection<Max> selection;
    if (!found.solved()) return selection;
    selection.consistent = found.consistent;
    selection.indeterminacy = found.indeterminacy;
    FrictionalSolution<Max>& chosen = selection.chosen;
    for (int i = 0; i < p.n; ++i) {
      chosen.modes[i] = found.chosen.modes[static_cast<std::size_t>(i)];
      chosen.z_n[i] = found.chosen.z_n[i];
      chosen.z_t[i] = found.chosen.z_t[i];
      chosen.omega_n[i] = found.chosen.omega_n[i];
      chosen.omega_t[i] = found.chosen.omega_t[i];
    }
    chosen.residual = found.chosen.residual;
    chosen.redundant = found.chosen.redundant;
    return selection;
  }

  [[no_unique_address]] std::conditional_t<has_many, Workspace, Nothing> many_;
};

}  // namespace carom
