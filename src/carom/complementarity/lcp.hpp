// SPDX-License-Identifier: Apache-2.0
// The linear complementarity problem, for small sizes and without the heap.
//
// Model
//   (1)  w = M z + q,   0 ≤ z ⊥ w ≥ 0
//   (2)  certificate   max_i |min(z_i / z̄, w_i / w̄)|,   w̄ = max |q|,  z̄ = w̄ / max |M|
//
// Method    Enumeration: each of the 2ⁿ complementary bases is one small linear solve; finds every solution with a
//           nonsingular basis and tells how many there are, or that there is none.
//           Lemke: the path of almost complementary bases of w = M z + d z₀ + q, d = 1, from the ray of large z₀. The
//           row that leaves is the lexicographic minimum of (q, B⁻¹)/pivot column, so a degenerate problem cannot make
//           it cycle. It ends with z₀ = 0, a solution, or on a ray: for P matrices and positive semidefinite ones a ray
//           means that z ≥ 0, w ≥ 0 cannot be satisfied at all; for other M it proves nothing.
// Symbols   n size, M matrix, q right-hand side, z unknowns, w slacks, z₀ artificial unknown, d covering vector.
// Source    cottle_pang_stone_1992 sections 4.4 (algorithm 4.4.5) and 4.9 (lexicographic rule).
// Differs   The basis that ends the path is solved once more from the original data, so that the rounding of the pivots
//           does not stay in the answer.
// Limits    Unknowns of very different size should be scaled by the caller. Enumeration is meant for n ≤ 10.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <type_traits>

#include "carom/base/vector.hpp"
#include "carom/complementarity/rank_aware_solve.hpp"

namespace carom {

template <int Max>
struct LinearComplementarity {
  int n = 0;
  Matrix<Max, Max> M = Matrix<Max, Max>::Zero();  // leading n × n block
  Vector<Max> q = Vector<Max>::Zero();
};

enum class LcpOutcome {
  solved,
  no_solution,  // enumeration: no complementary basis is feasible
  ray,          // Lemke: the path ends on a secondary ray
  pivot_limit,
  not_finite,
};

constexpr std::string_view name(LcpOutcome outcome) {
  switch (outcome) {
    case LcpOutcome::solved: return "solved";
    case LcpOutcome::no_solution: return "no_solution";
    case LcpOutcome::ray: return "ray";
    case LcpOutcome::pivot_limit: return "pivot_limit";
    case LcpOutcome::not_finite: return "not_finite";
  }
  return "unknown";
}

template <int Max>
struct LcpSolution {
  LcpOutcome outcome = LcpOutcome::no_solution;
  Vector<Max> z = Vector<Max>::Zero(), w = Vector<Max>::Zero();
  double residual = 0;  // (2), from the original data
  int pivots = 0;       // Lemke
  int solutions = 0;    // enumeration: different z found
  bool solved() const { return outcome == LcpOutcome::solved; }
};

namespace detail {

template <int Max>
struct LcpScale {
  double z = 1, w = 1, M = 1;
  explicit LcpScale(const LinearComplementarity<Max>& p) {
    double q_size = 0, M_size = 0;
    for (int i = 0; i < p.n; ++i) {
      q_size = std::max(q_size, std::abs(p.q[i]));
      for (int j = 0; j < p.n; ++j) M_size = std::max(M_size, std::abs(p.M(i, j)));
    }
    M = M_size > 0 ? M_size : 1;
    w = q_size > 0 ? q_size : 1;
    z = w / M;
  }
};

// w and (2) for a given z.
template <int Max>
double certify(const LinearComplementarity<Max>& p, const LcpScale<Max>& scale, const Vector<Max>& z, Vector<Max>& w) {
  double residual = 0;
  for (int i = 0; i < p.n; ++i) {
    w[i] = p.q[i];
    for (int j = 0; j < p.n; ++j) w[i] += p.M(i, j) * z[j];
    const double violation = std::abs(std::min(z[i] / scale.z, w[i] / scale.w));
    residual = std::isfinite(z[i]) && std::isfinite(w[i]) ? std::max(residual, violation) : HUGE_VAL;
  }
  return residual;
}

// z of the complementary basis `basic`: M_bb z_b = −q_b, the rest zero.
template <int Max>
void solve_basis(const LinearComplementarity<Max>& p, const std::type_identity_t<std::array<bool, Max>>& basic,
                 Vector<Max>& z) {
  std::array<int, Max> member{};
  SmallSystem<Max> system;
  for (int i = 0; i < p.n; ++i)
    if (basic[i]) member[system.n++] = i;
  for (int r = 0; r < system.n; ++r) {
    for (int c = 0; c < system.n; ++c) system.a[r][c] = p.M(member[r], member[c]);
    system.rhs[r] = -p.q[member[r]];
  }
  std::array<double, Max> part{};
  system.solve(part, 1e-13);
  z.setZero();
  for (int r = 0; r < system.n; ++r) z[member[r]] = part[r];
}

}  // namespace detail

template <int Max>
LcpSolution<Max> solve_lcp_by_enumeration(const LinearComplementarity<Max>& p, double tolerance = 1e-9) {
  static_assert(Max <= 20, "2^n bases: use Lemke's method");
  LcpSolution<Max> best;
  best.residual = HUGE_VAL;
  const detail::LcpScale<Max> scale(p);
  Vector<Max> z = Vector<Max>::Zero(), w = Vector<Max>::Zero();
  for (unsigned set = 0; set < (1u << p.n); ++set) {
    std::array<bool, Max> basic{};
    for (int i = 0; i < p.n; ++i) basic[i] = (set >> i) & 1u;
    detail::solve_basis(p, basic, z);
    const double residual = detail::certify(p, scale, z, w);
    if (!(residual <= tolerance)) continue;
    // A degenerate solution belongs to several bases; it is one solution.
    const double distance = (z - best.z).template lpNorm<Eigen::Infinity>();
    if (best.solutions == 0 || distance > 1e2 * tolerance * scale.z) ++best.solutions;
    if (best.solutions == 1 && residual < best.residual) {
      best.z = z;
      best.w = w;
      best.residual = residual;
    }
  }
  best.outcome = best.solutions > 0 ? LcpOutcome::solved : LcpOutcome::no_solution;
  return best;
}

namespace detail {

// Tableau of  w − M z − d z₀ = q. Columns: w_0 … w_{n−1}, z_0 … z_{n−1}, z₀, right-hand side. The columns of w hold
// B⁻¹, which the lexicographic rule compares.
template <int Max>
class LemkeTableau {
 public:
  explicit LemkeTableau(const LinearComplementarity<Max>& p, const LcpScale<Max>& scale) : n_(p.n) {
    for (int i = 0; i < n_; ++i) {
      at_[i].fill(0);
      at_[i][i] = 1;
      for (int j = 0; j < n_; ++j) at_[i][n_ + j] = -p.M(i, j) / scale.M;
      at_[i][artificial()] = -1;
      at_[i][right()] = p.q[i] / scale.w;
      basis_[i] = i;
    }
  }
  int artificial() const { return 2 * n_; }
  int complement(int variable) const { return variable < n_ ? variable + n_ : variable - n_; }
  int basic(int row) const { return basis_[row]; }
  double value(int row) const { return at_[row][right()]; }

  // The row in which the artificial unknown enters first: the lexicographically smallest (q_i, e_i).
  int first_row() const {
    int row = 0;
    for (int i = 1; i < std::min(n_, Max); ++i)
      if (at_[i][right()] <= at_[row][right()]) row = i;  // of equal ones the last: its e_i is the smallest
    return row;
  }

  // The row that leaves when `column` enters; −1 on a ray. Where the artificial unknown may leave, it does.
  int leaving_row(int column) const {
    int row = -1;
    for (int i = 0; i < n_; ++i) {
      if (!(at_[i][column] > pivot_zero)) continue;
      if (row < 0 || precedes(i, row, column)) row = i;
    }
    if (row < 0 || basis_[row] == artificial()) return row;
    for (int i = 0; i < n_; ++i)
      if (basis_[i] == artificial() && at_[i][column] > pivot_zero &&
          at_[i][right()] / at_[i][column] <= at_[row][right()] / at_[row][column] + ratio_zero)
        return i;
    return row;
  }

  // `column` takes the place of the unknown that is basic in `row`; returns the unknown that leaves.
  int pivot(int row, int column) {
    const int leaves = basis_[row];
    const double factor = 1 / at_[row][column];
    for (int j = 0; j <= right(); ++j) at_[row][j] *= factor;
    at_[row][column] = 1;
    for (int i = 0; i < n_; ++i) {
      if (i == row || at_[i][column] == 0) continue;
      const double multiple = at_[i][column];
      for (int j = 0; j <= right(); ++j) at_[i][j] -= multiple * at_[row][j];
      at_[i][column] = 0;
    }
    basis_[row] = column;
    return leaves;
  }

  // z₀ = 0 to rounding: the basis is a solution although z₀ has not left it (redundant contacts end like this).
  bool artificial_vanishes() const {
    for (int i = 0; i < n_; ++i)
      if (basis_[i] == artificial()) return at_[i][right()] <= artificial_zero;
    return true;
  }

  bool finite() const {
    for (int i = 0; i < n_; ++i)
      if (!std::isfinite(at_[i][right()])) return false;
    return true;
  }

 private:
  static constexpr double pivot_zero = 1e-11;
  static constexpr double ratio_zero = 1e-12;
  static constexpr double artificial_zero = 1e-10;
  int right() const { return 2 * n_ + 1; }

  // Is row i, divided by its pivot, lexicographically smaller than row k?
  bool precedes(int i, int k, int column) const {
    const double pi = at_[i][column], pk = at_[k][column];
    double difference = at_[i][right()] / pi - at_[k][right()] / pk;
    if (std::abs(difference) > ratio_zero) return difference < 0;
    for (int j = 0; j < n_; ++j) {
      difference = at_[i][j] / pi - at_[k][j] / pk;
      if (std::abs(difference) > ratio_zero) return difference < 0;
    }
    return false;
  }

  int n_;
  std::array<std::array<double, 2 * Max + 2>, Max> at_;
  std::array<int, Max> basis_{};
};

}  // namespace detail

template <int Max>
LcpSolution<Max> solve_lcp_by_lemke(const LinearComplementarity<Max>& p, int max_pivots = 50 * Max + 50) {
  LcpSolution<Max> solution;
  const detail::LcpScale<Max> scale(p);
  const auto end = [&](LcpOutcome outcome) {
    solution.outcome = outcome;
    solution.residual = detail::certify(p, scale, solution.z, solution.w);
    if (!std::isfinite(solution.residual)) solution.outcome = LcpOutcome::not_finite;
    return solution;
  };
  bool trivial = true;
  for (int i = 0; i < p.n; ++i) trivial = trivial && p.q[i] >= 0;
  if (trivial) return end(LcpOutcome::solved);

  detail::LemkeTableau<Max> tableau(p, scale);
  int leaves = tableau.pivot(tableau.first_row(), tableau.artificial());
  for (solution.pivots = 1; leaves != tableau.artificial() && !tableau.artificial_vanishes(); ++solution.pivots) {
    if (solution.pivots == max_pivots) return end(LcpOutcome::pivot_limit);
    const int enters = tableau.complement(leaves);
    const int row = tableau.leaving_row(enters);
    if (row < 0) return end(LcpOutcome::ray);
    leaves = tableau.pivot(row, enters);
    if (!tableau.finite()) return end(LcpOutcome::not_finite);
  }
  std::array<bool, Max> basic{};
  for (int i = 0; i < p.n; ++i) {
    const int variable = tableau.basic(i) - p.n;
    if (variable < 0 || variable == p.n) continue;
    basic[variable] = true;
    solution.z[variable] = tableau.value(i) * scale.z;
  }
  // The basis once more from the original data; a nearly singular one is better left as the pivots found it.
  const double as_pivoted = detail::certify(p, scale, solution.z, solution.w);
  const Vector<Max> z = solution.z;
  detail::solve_basis(p, basic, solution.z);
  if (!(detail::certify(p, scale, solution.z, solution.w) <= as_pivoted)) solution.z = z;
  return end(LcpOutcome::solved);
}

// The method by size: enumeration up to four unknowns, Lemke beyond.
template <int Max>
LcpSolution<Max> solve_lcp(const LinearComplementarity<Max>& p) {
  if constexpr (Max <= 20) {
    if (p.n <= 4) return solve_lcp_by_enumeration(p);
  }
  return solve_lcp_by_lemke(p);
}

}  // namespace carom
