// SPDX-License-Identifier: Apache-2.0
// Small linear systems that may be singular: the solution of smallest norm, found by rank and without the heap.
//
// Method    Gaussian elimination with complete pivoting reveals the rank r (pivots below threshold × largest pivot are
//           zero). A basic solution z₀ and the null space N = (−U₁₁⁻¹U₁₂; I) follow by back substitution, and
//           z = z₀ − N (NᵀN)⁻¹ Nᵀ z₀ is the solution of smallest norm.
// Limits    Sizes of a few contacts, or of tens where a solve is rare: complete pivoting looks at every entry. The residual
//           of an inconsistent system is left in the equations that were dropped and is for the caller to check.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "carom/base/dual.hpp"

namespace carom {

template <int Max, class Real = double>
struct SmallSystem {
  int n = 0;
  std::array<std::array<Real, Max>, Max> a;  // rows; the first n of n are to be filled in
  std::array<Real, Max> rhs{};

  // Solves in place; z receives the solution, the return value is the rank.
  int solve(std::array<Real, Max>& z, double threshold = 1e-9) {
    std::array<std::array<Real, Max>, 1> column{rhs};
    const int rank = solve(column, 1, threshold);
    for (int i = 0; i < n; ++i) z[i] = column[0][i];
    return rank;
  }

  // The same for the first `count` of several right-hand sides, each of which becomes its solution.
  template <std::size_t Columns>
  int solve(std::array<std::array<Real, Max>, Columns>& columns, int count, double threshold = 1e-9) {
    using std::abs;
    std::array<int, Max> column{};
    for (int i = 0; i < n; ++i) column[i] = i;
    double largest = 0;
    int rank = 0;
    for (; rank < n; ++rank) {
      int pr = rank, pc = rank;
      double pivot = 0;
      for (int r = rank; r < n; ++r)
        for (int c = rank; c < n; ++c)
          if (abs(a[r][c]) > pivot) {
            pivot = value_of(abs(a[r][c]));
            pr = r;
            pc = c;
          }
      if (rank == 0) largest = pivot;
      if (!(pivot > threshold * largest)) break;
      if (pr != rank) std::swap_ranges(a[rank].begin() + rank, a[rank].begin() + n, a[pr].begin() + rank);
      for (int k = 0; k < count; ++k) std::swap(columns[k][rank], columns[k][pr]);
      if (pc != rank) {
        for (int r = 0; r < n; ++r) std::swap(a[r][rank], a[r][pc]);
        std::swap(column[rank], column[pc]);
      }
      for (int r = rank + 1; r < n; ++r) {
        if (!varies(a[r][rank])) continue;
        const Real factor = a[r][rank] / a[rank][rank];
        for (int c = rank; c < n; ++c) a[r][c] -= factor * a[rank][c];
        for (int k = 0; k < count; ++k) columns[k][r] -= factor * columns[k][rank];
      }
    }
    for (int k = 0; k < count; ++k) {
      std::array<Real, Max>& z = columns[k];
      for (int r = rank; r < n; ++r) z[r] = 0.0;
      for (int r = rank - 1; r >= 0; --r) {
        Real sum = z[r];
        for (int c = r + 1; c < rank; ++c) sum -= a[r][c] * z[c];
        z[r] = sum / a[r][r];
      }
    }
    if (rank < n && rank > 0) remove_null_space(columns, count, rank);
    for (int k = 0; k < count; ++k) {
      const std::array<Real, Max> sorted = columns[k];
      for (int i = 0; i < n; ++i) columns[k][column[i]] = sorted[i];
    }
    return rank;
  }

 private:
  // A zero that carries a derivative is not nothing.
  static bool varies(double x) { return x != 0; }
  template <class T>
  static bool varies(const Dual<T>& x) {
    return varies(x.value) || varies(x.slope);
  }
  template <class Columns>
  void remove_null_space(Columns& columns, int count, int rank) const {
    const int k = n - rank;
    std::array<std::array<Real, Max>, Max> null;  // k columns of length n
    for (int j = 0; j < k; ++j) {
      std::fill_n(null[j].begin(), n, Real(0.0));
      null[j][rank + j] = 1.0;
      for (int r = rank - 1; r >= 0; --r) {
        Real sum = -a[r][rank + j];
        for (int c = r + 1; c < rank; ++c) sum -= a[r][c] * null[j][c];
        null[j][r] = sum / a[r][r];
      }
      // Gram–Schmidt against the earlier columns: the projections below are then independent.
      for (int i = 0; i < j; ++i) {
        const Real overlap = dot(null[i], null[j]) / dot(null[i], null[i]);
        for (int r = 0; r < n; ++r) null[j][r] -= overlap * null[i][r];
      }
    }
    for (int column = 0; column < count; ++column)
      for (int j = 0; j < k; ++j) {
        const Real share = dot(null[j], columns[column]) / dot(null[j], null[j]);
        for (int r = 0; r < n; ++r) columns[column][r] -= share * null[j][r];
      }
  }
  Real dot(const std::array<Real, Max>& x, const std::array<Real, Max>& y) const {
    Real sum = 0.0;
    for (int i = 0; i < n; ++i) sum += x[i] * y[i];
    return sum;
  }
};

}  // namespace carom
