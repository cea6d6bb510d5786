// SPDX-License-Identifier: Apache-2.0
// The contact modes of sets of any size: tens to a few hundred contacts, redundant or not.
//
// Model     (1)–(6) of frictional_problem.hpp.
// Method    Few sets of modes to try: enumeration, which knows all that are consistent. Beyond:
//           1. Active sets from the modes before: each round is one linear solve (mode_system.hpp), then the contacts that
//              violate an inequality change their mode: open → closed where ω_n < 0; closed → open where z_n < 0; stick →
//              slip against the force where |z_t| > μ_s z_n; slip → stick where σ ω_t < 0. Elements (friction_load.hpp)
//              change between stick and slip, and open and close with what they ride on. All of them change as long as
//              their number falls, then the worst alone; a set that comes back ends it.
//           2. The same from all contacts closed.
//           3. Lemke's path of the linear complementarity problem with μ_s (contact_set_pivoting.hpp), and active sets
//              with μ from there.
//           4. Lemke's path with μ: what sticks within μ also sticks within μ_s, so its end is consistent.
//           5. Active sets from many starts, up to 24 contacts. They matter where a contact must open: no theorem says that a solution of the
//              others agrees with it. At last, few contacts are enumerated after all.
// Choice    That of frictional_problem.hpp among the sets that became known. "Stick if stick is possible": where contacts
//           slip from rest, the set with the same open contacts and those sticking is tried, and those that cannot slip
//           again. Where a slip is steep, A_ii − σ μ B_ii ≤ 0 (Painlevé), or if asked for, active sets from all contacts
//           open and from all closed, and Lemke's path, look for other motions.
// Certificate  The largest violation of (1)–(4), in units of ω (forces times A_ii or D_ii), from the original data.
// Symbols   as in frictional_problem.hpp.
// Source    frictional_problem.hpp; cottle_pang_stone_1992 sections 4.4 and 4.9; stewart_trinkle_1996;
//           judice_pires_1994 (block pivots).
// Limits    Where slip makes the equations of the modes singular, the forces found are part of the choice: the modes alone
//           do not give them back (seen where piles of many equal discs come apart).
//           Beyond enumeration uniqueness is not proved: `Indeterminacy::none` says that no other motion was met. That no
//           set was found is a proof for contacts at rest only, where Lemke's path cannot fail but by rounding; not where
//           μ = ∞. Impulses that skim, (7) there, are found among few contacts only.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "carom/complementarity/contact_set_pivoting.hpp"
#include "carom/complementarity/frictional_problem.hpp"
#include "carom/complementarity/mode_system.hpp"

namespace carom {

enum class ContactSetOutcome { solved, no_consistent_set };
enum class ContactSetMethod { none, enumeration, warm_start, cold_start, pivoting };

constexpr std::string_view name(ContactSetOutcome outcome) {
  return outcome == ContactSetOutcome::solved ? "solved" : "no_consistent_set";
}

constexpr std::string_view name(ContactSetMethod method) {
  switch (method) {
    case ContactSetMethod::none: return "none";
    case ContactSetMethod::enumeration: return "enumeration";
    case ContactSetMethod::warm_start: return "warm_start";
    case ContactSetMethod::cold_start: return "cold_start";
    case ContactSetMethod::pivoting: return "pivoting";
  }
  return "unknown";
}

struct ContactSetOptions {
  Preference preference = Preference::flight;
  int most_enumerated = 256;     // sets of modes; 0: never enumerate
  bool look_for_others = false;  // search for further motions although none is suspected
  int max_rounds = 0;            // of one active-set iteration; 0: 30 + n/2
};

struct ContactSetSelection {
  ContactSetOutcome outcome = ContactSetOutcome::no_consistent_set;
  Indeterminacy indeterminacy = Indeterminacy::none;  // as far as it is known
  bool exhaustive = false;  // all sets were looked at, redundant forces by the rule of enumeration
  ContactSetMethod method = ContactSetMethod::none;
  int consistent = 0;               // consistent sets that became known
  int rounds = 0;                   // linear solves
  int pivots = 0;                   // of Lemke's path
  ContactSetForces<double> chosen;  // valid if solved; its residual is the certificate

  bool solved() const { return outcome == ContactSetOutcome::solved; }
  std::string brief() const;
};

// Does a solution of its own modes satisfy the inequalities of (2)–(4)? The tolerances are the problem's.
bool is_consistent(const ContactSetProblem<double>& p, const ContactSetForces<double>& f);
// The certificate of forces and modes; ω is recomputed.
double largest_violation(const ContactSetProblem<double>& p, const ContactSetForces<double>& f);
// Sets of modes that enumeration would try; at most `limit` is returned.
int mode_sets(const ContactSetProblem<double>& p, int limit);

// Chooses modes. Keeps its memory: after the largest problem has been solved once nothing is allocated.
class ContactSetSolver {
 public:
  // `before`: the modes to start from, empty where there are none.
  const ContactSetSelection& select(const ContactSetProblem<double>& p, std::span<const ContactMode> before = {},
                                    const ContactSetOptions& options = {});
  // Forces of given modes, for numbers of any kind.
  template <class Real>
  bool solve(const ContactSetProblem<Real>& p, std::span<const ContactMode> modes, ContactSetForces<Real>& out) {
    return system_.solve(p, modes, out);
  }

 private:
  struct Change {
    int contact;
    ContactMode mode;
    double violation;
  };
  void enumerate(const ContactSetProblem<double>& p);
  void search(const ContactSetProblem<double>& p, std::span<const ContactMode> before);
  void search_from_many_starts(const ContactSetProblem<double>& p);
  void search_by_pivoting(const ContactSetProblem<double>& p, bool static_friction);
  void start_closed(const ContactSetProblem<double>& p);
  void start_open(const ContactSetProblem<double>& p);
  bool iterate(const ContactSetProblem<double>& p, ContactSetMethod method);
  bool find_changes(const ContactSetProblem<double>& p);
  bool visited(int n);
  void prefer_stick(const ContactSetProblem<double>& p);
  void take(const ContactSetProblem<double>& p, ContactSetMethod method);

  ContactSetOptions options_;
  ContactSetSelection selection_;
  ModeSystem system_;
  LemkePath lemke_;
  std::vector<ContactMode> modes_;
  ContactSetForces<double> trial_;
  std::vector<Change> changes_;
  std::vector<std::uint64_t> history_;
};

}  // namespace carom
