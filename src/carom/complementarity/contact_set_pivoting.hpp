// SPDX-License-Identifier: Apache-2.0
// Lemke's path for contact sets of any size: the modes of a solution with one coefficient of friction.
//
// Model     For a contact at rest with friction, with z_t = λ₊ − λ₋ and s the slip acceleration,
//   (1)  0 ≤ z_n ⊥ ω_n ≥ 0
//   (2)  0 ≤ λ₊ ⊥ s + ω_t ≥ 0,   0 ≤ λ₋ ⊥ s − ω_t ≥ 0
//   (3)  0 ≤ s ⊥ μ z_n − λ₊ − λ₋ ≥ 0
//           a contact that slips, or has no friction, has (1) alone with z_t = −σ μ z_n. Elements (friction_load.hpp) have
//           (2) and (3) alone, with z_n of the contact that they ride on, or with a given load on the right-hand side.
// Method    Lemke's path (lemke_tableau.hpp). The matrix of (1)–(3) is copositive for contacts at rest, so
//           the path ends in a solution wherever redundant constraints do not contradict each other.
//           Forces are measured in units 1/√A_ii and 1/√D_ii: all diagonals are 1.
// Symbols   as in frictional_problem.hpp; z₀ artificial unknown.
// Source    stewart_trinkle_1996; cottle_pang_stone_1992 algorithm 4.4.5 and section 4.9 (lexicographic rule).
// Differs   The basis is read, not its numbers: modes are solved again from the original data. A path that ends on a ray
//           or at its limit leaves the modes it came to: a start for active sets.
// Limits    μ = ∞ is a large number on the path; what is closed there sticks.
#pragma once

#include <span>
#include <vector>

#include "carom/complementarity/lemke_tableau.hpp"
#include "carom/complementarity/mode_system.hpp"

namespace carom {

class LemkePath {
 public:
  // The modes where the path ends; true if that is a solution. `mu`: the coefficients, one a contact.
  bool follow(const ContactSetProblem<double>& p, std::span<const double> mu, std::span<ContactMode> modes);
  // The forces where it ended, as the pivots left them.
  void read_forces(const ContactSetProblem<double>& p, ContactSetForces<double>& f) const;
  int pivots() const { return pivots_; }

 private:
  enum class Kind : char { normal, plus, minus, slide };
  struct Unknown {
    int contact;
    Kind kind;
  };
  void list_unknowns(const ContactSetProblem<double>& p, std::span<const double> mu);
  void fill_row(const ContactSetProblem<double>& p, std::span<const double> mu, int r);
  void add_elements(const ContactSetProblem<double>& p, std::span<const double> mu, int r);
  ContactMode read_friction(int i) const;
  void read_modes(const ContactSetProblem<double>& p, std::span<ContactMode> modes) const;

  LemkeTableau tableau_;
  int pivots_ = 0;
  std::vector<Unknown> unknowns_;
  std::vector<int> normal_, friction_;   // of each contact the first of its unknowns, −1 where it has none
  std::vector<double> unit_n_, unit_t_;  // √A_ii, √D_ii
};

}  // namespace carom
