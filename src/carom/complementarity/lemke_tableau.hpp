// SPDX-License-Identifier: Apache-2.0
// Lemke's path for linear complementarity problems of any size, without allocating once it has seen the largest.
//
// Model
//   (1)  w = M z + q,   0 ≤ z ⊥ w ≥ 0
// Method    As in lcp.hpp: almost complementary bases of w = M z + d z₀ + q, d = 1, from the ray of large z₀, with the
//           lexicographic rule. The tableau holds the columns of the unknowns outside the basis only: half the work.
// Symbols   m size; unknowns are numbered w_i = i, z_i = m + i, z₀ = 2m.
// Source    cottle_pang_stone_1992 algorithm 4.4.5 and section 4.9.
// Differs   d may vary from row to row. Of rows that are equal to rounding the one with the largest pivot leaves.
// Limits    Rows and unknowns should be scaled to order 1. What is found is a basis: numbers that matter are computed again
//           from the original data by the caller.
#pragma once

#include <cstddef>
#include <vector>

namespace carom {

class LemkeTableau {
 public:
  // A problem of m unknowns; its rows are then filled with −M, and `right` with q. Another `variation` takes another d
  // and with it another path, for a problem so degenerate that rounding leads the first one astray.
  void start(int m, int variation = 0);
  double* row(int r) { return at_.data() + static_cast<std::size_t>(r) * stride_; }
  const double* row(int r) const { return at_.data() + static_cast<std::size_t>(r) * stride_; }
  double& right(int r) { return row(r)[m_ + 1]; }
  // Follows the path; false on a ray, at the limit of pivots or where rounding has made it infeasible; the basis it came to stays.
  bool walk();
  bool basic(int z) const { return place_[m_ + z] >= 0; }
  double value(int z) const { return basic(z) ? unit_ * row(place_[m_ + z])[m_ + 1] : 0; }
  int size() const { return m_; }
  int pivots() const { return pivots_; }

 private:
  int leaving_row(int column);
  int pivot(int row, int column);
  bool artificial_vanishes() const;

  int m_ = 0, stride_ = 0, pivots_ = 0;
  double unit_ = 1;           // of the right-hand side
  std::vector<double> at_;    // m rows: m + 1 columns of unknowns outside the basis, then the right-hand side
  std::vector<int> basis_;    // unknown of each row
  std::vector<int> outside_;  // unknown of each column
  std::vector<int> place_;    // of each unknown: its row, or −1 − its column
  std::vector<int> tied_;     // rows that may leave
};

}  // namespace carom
