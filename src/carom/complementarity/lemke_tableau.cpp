// SPDX-License-Identifier: Apache-2.0
#include "carom/complementarity/lemke_tableau.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace carom {

namespace {

constexpr double pivot_zero = 1e-9;
constexpr double ratio_zero = 1e-10;
constexpr double artificial_zero = 1e-10;
constexpr double infeasible = -1e-7;

template <class T>
void make_room(std::vector<T>& v, std::size_t size) {
  if (v.size() < size) v.resize(size);
}

}  // namespace

void LemkeTableau::start(int m, int variation) {
  m_ = m;
  stride_ = m + 2;
  pivots_ = 0;
  make_room(at_, static_cast<std::size_t>(m_) * stride_);
  make_room(basis_, m_);
  make_room(outside_, m_ + 1);
  make_room(place_, 2 * m_ + 1);
  tied_.reserve(m_);
  for (int r = 0; r < m_; ++r) {
    basis_[r] = r;
    outside_[r] = m_ + r;
    place_[r] = r;
    place_[m_ + r] = -1 - r;
    const double turn = 0.6180339887498949 * variation * (r + 1);  // d between 1 and 2, no two alike
    row(r)[m_] = -(1 + turn - std::floor(turn));
  }
  outside_[m_] = 2 * m_;
  place_[2 * m_] = -1 - m_;
}

// The unknown of `column` takes the place of the one that is basic in `r`; returns the one that leaves.
int LemkeTableau::pivot(int r, int column) {
  double* pivot_row = row(r);
  const double factor = 1 / pivot_row[column];
  for (int j = 0; j < stride_; ++j) pivot_row[j] *= factor;
  pivot_row[column] = factor;
  for (int i = 0; i < m_; ++i) {
    double* other = row(i);
    const double multiple = other[column];
    if (i == r || multiple == 0) continue;
    other[column] = 0;
    const double* __restrict from = pivot_row;
    double* __restrict to = other;
    for (int j = 0; j < stride_; ++j) to[j] -= multiple * from[j];
  }
  std::swap(basis_[r], outside_[column]);
  place_[basis_[r]] = r;
  place_[outside_[column]] = -1 - column;
  ++pivots_;
  return outside_[column];
}

// The lexicographic minimum of (q, B⁻¹)/pivot; −1 on a ray. Where the artificial unknown may leave, it does.
int LemkeTableau::leaving_row(int column) {
  double least = HUGE_VAL;
  for (int i = 0; i < m_; ++i)
    if (row(i)[column] > pivot_zero) least = std::min(least, std::max(row(i)[m_ + 1], 0.0) / row(i)[column]);
  if (std::isinf(least)) return -1;
  tied_.clear();
  for (int i = 0; i < m_; ++i) {
    if (!(row(i)[column] > pivot_zero)) continue;
    if (std::max(row(i)[m_ + 1], 0.0) / row(i)[column] > least + ratio_zero) continue;
    if (basis_[i] == 2 * m_) return i;
    tied_.push_back(i);
  }
  // Column j of B⁻¹ is that of w_j: in the tableau, or a unit vector if w_j is basic.
  for (int j = 0; j < m_ && tied_.size() > 1; ++j) {
    const auto ratio = [&](int i) {
      const double entry = place_[j] >= 0 ? (place_[j] == i ? 1.0 : 0.0) : row(i)[-1 - place_[j]];
      return entry / row(i)[column];
    };
    double smallest = HUGE_VAL;
    for (const int i : tied_) smallest = std::min(smallest, ratio(i));
    std::erase_if(tied_, [&](int i) { return ratio(i) > smallest + ratio_zero; });
  }
  // What is left is equal to rounding: the largest pivot.
  return *std::max_element(tied_.begin(), tied_.end(), [&](int i, int k) { return row(i)[column] < row(k)[column]; });
}

bool LemkeTableau::artificial_vanishes() const {
  const int place = place_[2 * m_];
  return place < 0 || row(place)[m_ + 1] <= artificial_zero;
}

bool LemkeTableau::walk() {
  double size = 0;
  for (int i = 0; i < m_; ++i) size = std::max(size, std::abs(right(i)));
  unit_ = size > 0 ? size : 1;
  for (int i = 0; i < m_; ++i) right(i) /= unit_;
  int first = -1;
  for (int i = 0; i < m_; ++i)
    if (right(i) < 0 && (first < 0 || right(i) / -row(i)[m_] <= right(first) / -row(first)[m_])) first = i;
  if (first < 0) return true;
  const int max_pivots = 50 + 10 * m_;
  int leaves = pivot(first, m_);
  while (leaves != 2 * m_ && !artificial_vanishes()) {
    if (pivots_ >= max_pivots) return false;
    const int enters = leaves < m_ ? leaves + m_ : leaves - m_;
    const int column = -1 - place_[enters];
    const int r = leaving_row(column);
    if (r < 0) return false;
    leaves = pivot(r, column);
    if (!std::isfinite(row(r)[m_ + 1])) return false;
  }
  for (int i = 0; i < m_; ++i)
    if (right(i) < infeasible) return false;
  return true;
}

}  // namespace carom
