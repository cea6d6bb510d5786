// Small linear systems that may be singular: the solution of smallest norm, found by rank and without the heap.
//
// Method    Gaussian elimination with complete pivoting reveals the rank r (pivots below threshold × largest pivot are
//           zero). A basic solution z₀ and the null space N = (−U₁₁⁻¹U₁₂; I) follow by back substitution, and
//           z = z₀ − N (NᵀN)⁻¹ Nᵀ z₀ is the solution of smallest norm.
// Limits    Sizes of a few contacts; the residual of an inconsistent system is left in the equations that were dropped and
//           is for the caller to check.
#pragma once

#include <array>
#include <cmath>
#include <utility>

namespace carom {

template <int Max>
struct SmallSystem {
  int n = 0;
  std::array<std::array<double, Max>, Max> a{};  // rows
  std::array<double, Max> rhs{};

  // Solves in place; z receives the solution, the return value is the rank.
  int solve(std::array<double, Max>& z, double threshold = 1e-9) {
    std::array<int, Max> column{};
    for (int i = 0; i < n; ++i) column[i] = i;
    double largest = 0;
    int rank = 0;
    for (; rank < n; ++rank) {
      int pr = rank, pc = rank;
      double pivot = 0;
      for (int r = rank; r < n; ++r)
        for (int c = rank; c < n; ++c)
          if (std::abs(a[r][c]) > pivot) {
            pivot = std::abs(a[r][c]);
            pr = r;
            pc = c;
          }
      if (rank == 0) largest = pivot;
      if (!(pivot > threshold * largest)) break;
      std::swap(a[rank], a[pr]);
      std::swap(rhs[rank], rhs[pr]);
      if (pc != rank) {
        for (int r = 0; r < n; ++r) std::swap(a[r][rank], a[r][pc]);
        std::swap(column[rank], column[pc]);
      }
      for (int r = rank + 1; r < n; ++r) {
        const double factor = a[r][rank] / a[rank][rank];
        if (factor == 0) continue;
        for (int c = rank; c < n; ++c) a[r][c] -= factor * a[rank][c];
        rhs[r] -= factor * rhs[rank];
      }
    }
    std::array<double, Max> basic{};
    for (int r = rank - 1; r >= 0; --r) {
      double sum = rhs[r];
      for (int c = r + 1; c < rank; ++c) sum -= a[r][c] * basic[c];
      basic[r] = sum / a[r][r];
    }
    if (rank < n && rank > 0) remove_null_space(basic, rank);
    for (int i = 0; i < n; ++i) z[column[i]] = basic[i];
    return rank;
  }

 private:
  void remove_null_space(std::array<double, Max>& z, int rank) const {
    const int k = n - rank;
    std::array<std::array<double, Max>, Max> null{};  // k columns of length n
    for (int j = 0; j < k; ++j) {
      null[j][rank + j] = 1;
      for (int r = rank - 1; r >= 0; --r) {
        double sum = -a[r][rank + j];
        for (int c = r + 1; c < rank; ++c) sum -= a[r][c] * null[j][c];
        null[j][r] = sum / a[r][r];
      }
      // Gram–Schmidt against the earlier columns: the projections below are then independent.
      for (int i = 0; i < j; ++i) {
        const double overlap = dot(null[i], null[j]) / dot(null[i], null[i]);
        for (int r = 0; r < n; ++r) null[j][r] -= overlap * null[i][r];
      }
    }
    for (int j = 0; j < k; ++j) {
      const double share = dot(null[j], z) / dot(null[j], null[j]);
      for (int r = 0; r < n; ++r) z[r] -= share * null[j][r];
    }
  }
  double dot(const std::array<double, Max>& x, const std::array<double, Max>& y) const {
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += x[i] * y[i];
    return sum;
  }
};

}  // namespace carom
