// SPDX-License-Identifier: Apache-2.0
#include "carom/complementarity/rank_revealing_system.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace carom {

namespace {

// y += f x; the rows are different ones.
void add_multiple(int n, double f, const double* __restrict x, double* __restrict y) {
  for (int i = 0; i < n; ++i) y[i] += f * x[i];
}

// Four maxima at a time: one alone would wait for itself.
double largest_of(int n, const double* x) {
  double m[4] = {0, 0, 0, 0};
  int i = 0;
  for (; i + 4 <= n; i += 4)
    for (int k = 0; k < 4; ++k) m[k] = std::max(m[k], std::abs(x[i + k]));
  for (; i < n; ++i) m[0] = std::max(m[0], std::abs(x[i]));
  return std::max(std::max(m[0], m[1]), std::max(m[2], m[3]));
}

template <class T>
void make_room(std::vector<T>& v, std::size_t size) {
  if (v.size() < size) v.resize(size);
}

}  // namespace

void RankRevealingSystem::start(int n) {
  n_ = n;
  rank_ = 0;
  const std::size_t size = static_cast<std::size_t>(n) * n;
  make_room(a_, size);
  make_room(x_, size / 4 + 1);  // r k ≤ (n/2)²
  make_room(gram_, size);
  for (std::vector<int>* v : {&p_, &q_}) make_room(*v, n);
  for (std::vector<double>* v : {&row_largest_, &y_, &share_}) make_room(*v, n);
  std::fill(a_.begin(), a_.begin() + size, 0.0);
}

void RankRevealingSystem::find_pivot(int k, bool symmetric, int& pivot_row, int& pivot_column) const {
  pivot_row = pivot_column = k;
  if (symmetric) {
    for (int i = k + 1; i < n_; ++i)
      if (std::abs(row(i)[i]) > std::abs(row(pivot_row)[pivot_row])) pivot_row = i;
    pivot_column = pivot_row;
    return;
  }
  for (int i = k + 1; i < n_; ++i)
    if (row_largest_[i] > row_largest_[pivot_row]) pivot_row = i;
  const double* r = row(pivot_row);
  for (int j = k + 1; j < n_; ++j)
    if (std::abs(r[j]) > std::abs(r[pivot_column])) pivot_column = j;
}

void RankRevealingSystem::eliminate(int k, bool symmetric) {
  const double* pivot = row(k);
  for (int i = k + 1; i < n_; ++i) {
    double* r = row(i);
    if (r[k] == 0) continue;
    r[k] /= pivot[k];
    add_multiple(n_ - k - 1, -r[k], pivot + k + 1, r + k + 1);
    if (!symmetric) row_largest_[i] = largest_of(n_ - k - 1, r + k + 1);
  }
}

int RankRevealingSystem::factor(bool symmetric, double threshold) {
  for (int i = 0; i < n_; ++i) {
    p_[i] = q_[i] = i;
    row_largest_[i] = symmetric ? 0 : largest_of(n_, row(i));
  }
  double largest = 0;
  for (rank_ = 0; rank_ < n_; ++rank_) {
    int pr = 0, pc = 0;
    find_pivot(rank_, symmetric, pr, pc);
    const double pivot = std::abs(row(pr)[pc]);
    if (rank_ == 0) largest = pivot;
    if (!(pivot > threshold * largest)) break;
    if (pr != rank_) {
      std::swap_ranges(row(pr), row(pr) + n_, row(rank_));
      std::swap(p_[pr], p_[rank_]);
      std::swap(row_largest_[pr], row_largest_[rank_]);
    }
    if (pc != rank_) {
      for (int i = 0; i < n_; ++i) std::swap(row(i)[pc], row(i)[rank_]);
      std::swap(q_[pc], q_[rank_]);
    }
    eliminate(rank_, symmetric);
  }
  if (rank_ > 0 && rank_ < n_) factor_null_space();
  return rank_;
}

void RankRevealingSystem::factor_null_space() {
  const int k = n_ - rank_;
  for (int r = rank_ - 1; r >= 0; --r) {
    double* x = x_.data() + static_cast<std::size_t>(r) * k;
    const double* u = row(r);
    std::copy(u + rank_, u + n_, x);
    for (int c = r + 1; c < rank_; ++c)
      if (u[c] != 0) add_multiple(k, -u[c], x_.data() + static_cast<std::size_t>(c) * k, x);
    for (int j = 0; j < k; ++j) x[j] /= u[r];
  }
  std::fill(gram_.begin(), gram_.begin() + static_cast<std::size_t>(k) * k, 0.0);
  for (int r = 0; r < rank_; ++r) {
    const double* x = x_.data() + static_cast<std::size_t>(r) * k;
    for (int i = 0; i < k; ++i)
      if (x[i] != 0) add_multiple(i + 1, x[i], x, gram_.data() + static_cast<std::size_t>(i) * k);
  }
  // Cholesky by rows: every pivot is at least 1.
  for (int i = 0; i < k; ++i) {
    double* g = gram_.data() + static_cast<std::size_t>(i) * k;
    g[i] += 1;
    for (int j = 0; j <= i; ++j) {
      const double* h = gram_.data() + static_cast<std::size_t>(j) * k;
      double sum = g[j];
      for (int c = 0; c < j; ++c) sum -= g[c] * h[c];
      g[j] = j == i ? std::sqrt(sum) : sum / h[j];
    }
  }
}

void RankRevealingSystem::remove_null_space() {
  const int k = n_ - rank_;
  std::fill(share_.begin(), share_.begin() + k, 0.0);
  for (int r = 0; r < rank_; ++r) add_multiple(k, -y_[r], x_.data() + static_cast<std::size_t>(r) * k, share_.data());
  for (int i = 0; i < k; ++i) {
    const double* g = gram_.data() + static_cast<std::size_t>(i) * k;
    for (int c = 0; c < i; ++c) share_[i] -= g[c] * share_[c];
    share_[i] /= g[i];
  }
  for (int i = k - 1; i >= 0; --i) {
    const double* g = gram_.data() + static_cast<std::size_t>(i) * k;
    share_[i] /= g[i];
    add_multiple(i, -share_[i], g, share_.data());
  }
  for (int r = 0; r < rank_; ++r) {
    const double* x = x_.data() + static_cast<std::size_t>(r) * k;
    for (int j = 0; j < k; ++j) y_[r] += x[j] * share_[j];
  }
  for (int j = 0; j < k; ++j) y_[rank_ + j] = -share_[j];
}

void RankRevealingSystem::null_space(double* vectors) const {
  const int k = nullity();
  std::fill_n(vectors, static_cast<std::size_t>(k) * n_, 0.0);
  for (int i = 0; i < n_; ++i)
    for (int j = 0; j < k; ++j) {
      const double entry = i < rank_ ? -x_[static_cast<std::size_t>(i) * k + j] : i - rank_ == j ? 1.0 : 0.0;
      vectors[static_cast<std::size_t>(j) * n_ + q_[i]] = entry;
    }
  if (rank_ == 0) return;
  for (int j = 0; j < k; ++j) {
    const double* g = gram_.data() + static_cast<std::size_t>(j) * k;
    double* e = vectors + static_cast<std::size_t>(j) * n_;
    for (int c = 0; c < j; ++c)
      if (g[c] != 0) add_multiple(n_, -g[c], vectors + static_cast<std::size_t>(c) * n_, e);
    for (int i = 0; i < n_; ++i) e[i] /= g[j];
  }
}

void RankRevealingSystem::solve(double* z) {
  for (int r = 0; r < rank_; ++r) {
    const double* l = row(r);
    double sum = z[p_[r]];
    for (int c = 0; c < r; ++c) sum -= l[c] * y_[c];
    y_[r] = sum;
  }
  for (int r = rank_ - 1; r >= 0; --r) {
    const double* u = row(r);
    double sum = y_[r];
    for (int c = r + 1; c < rank_; ++c) sum -= u[c] * y_[c];
    y_[r] = sum / u[r];
  }
  std::fill(y_.begin() + rank_, y_.begin() + n_, 0.0);
  if (rank_ > 0 && rank_ < n_) remove_null_space();
  for (int i = 0; i < n_; ++i) z[q_[i]] = y_[i];
}

}  // namespace carom
