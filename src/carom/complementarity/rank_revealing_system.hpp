// SPDX-License-Identifier: Apache-2.0
// Linear systems of any size that may be singular: factorised once, then solved for as many right-hand sides as wanted, each
// time for the solution of smallest norm.
//
// Method    Elimination with complete pivoting, P A Q = L U, reveals the rank r (pivots below threshold × largest pivot are
//           zero). With U = (U₁₁ U₁₂) and X = U₁₁⁻¹U₁₂,
//   (1)  z₀ = (U₁₁⁻¹ (L⁻¹P b)₁, 0)             a solution
//   (2)  N = (−X; I)                            the null space
//   (3)  z = z₀ − N (I + XᵀX)⁻¹ Nᵀ z₀           the solution of smallest norm
//           The largest entry of a positive semidefinite matrix, and of what elimination leaves of it, is on the diagonal:
//           for those only the diagonal is searched.
// Symbols   A matrix, b right-hand side, z solution, P, Q permutations, r rank.
// Source    golub_van_loan_2013 sections 3.4 and 5.5; the same solution as rank_aware_solve.hpp for few unknowns.
// Differs   Zero multipliers are skipped: contacts of many bodies touch few others, and much of A is empty.
// Limits    The equations that were dropped are not looked at: where they contradict the others the caller sees it in the
//           residual. Memory grows to the largest system and stays.
#pragma once

#include <vector>

namespace carom {

class RankRevealingSystem {
 public:
  // A system of n unknowns whose matrix is zero.
  void start(int n);
  double* row(int r) { return a_.data() + static_cast<std::size_t>(r) * n_; }
  const double* row(int r) const { return a_.data() + static_cast<std::size_t>(r) * n_; }
  // Factorises what the rows hold; returns the rank. `symmetric`: and positive semidefinite.
  int factor(bool symmetric, double threshold = 1e-9);
  // The right-hand side comes in z, the solution of smallest norm goes out in it.
  void solve(double* z);
  // An orthonormal basis of the null space, from N and the factor of I + XᵀX: `nullity` vectors after each other.
  void null_space(double* vectors) const;
  int size() const { return n_; }
  int nullity() const { return n_ - rank_; }
  int rank() const { return rank_; }

 private:
  void find_pivot(int k, bool symmetric, int& pivot_row, int& pivot_column) const;
  void eliminate(int k, bool symmetric);
  void factor_null_space();
  void remove_null_space();

  int n_ = 0, rank_ = 0;
  std::vector<double> a_;            // L below the diagonal, U on and above it, by rows
  std::vector<int> p_, q_;           // rows and columns of the original matrix
  std::vector<double> row_largest_;  // of each row still to be eliminated
  std::vector<double> x_, gram_;     // X of (2) by rows, and the Cholesky factor of I + XᵀX
  std::vector<double> y_, share_;
};

}  // namespace carom
