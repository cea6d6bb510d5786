// SPDX-License-Identifier: Apache-2.0
#include "carom/complementarity/contact_set_pivoting.hpp"

#include <algorithm>
#include <cmath>

namespace carom {

namespace {

constexpr double pivot_zero = 1e-9;
constexpr double ratio_zero = 1e-10;
constexpr double artificial_zero = 1e-10;
constexpr double never_slips = 1e2;  // in place of μ = ∞

template <class T>
void make_room(std::vector<T>& v, std::size_t size) {
  if (v.size() < size) v.resize(size);
}

}  // namespace

void LemkePath::list_unknowns(const ContactSetProblem<double>& p, std::span<const double> mu) {
  unknowns_.reserve(4 * static_cast<std::size_t>(p.n));
  unknowns_.clear();
  make_room(unit_n_, p.n);
  make_room(unit_t_, p.n);
  for (int i = 0; i < p.n; ++i) {
    unit_n_[i] = p.A(i, i) > 0 ? std::sqrt(p.A(i, i)) : 1;
    unit_t_[i] = p.D(i, i) > 0 ? std::sqrt(p.D(i, i)) : 1;
    if (p.must_open[i]) continue;
    unknowns_.push_back({i, Kind::normal});
    if (p.slip[i] != 0 || mu[i] == 0) continue;
    for (const Kind kind : {Kind::plus, Kind::minus, Kind::slide}) unknowns_.push_back({i, kind});
  }
  m_ = static_cast<int>(unknowns_.size());
  stride_ = m_ + 2;
}

// −M and q of (1)–(3) in the units above, in the row of unknown r.
void LemkePath::fill_row(const ContactSetProblem<double>& p, std::span<const double> mu, int r, double* row) const {
  const auto [i, kind] = unknowns_[r];
  const double sign = kind == Kind::minus ? -1 : 1;
  const bool normal = kind == Kind::normal;
  for (int c = 0; c < m_; ++c) {
    const auto [j, of] = unknowns_[c];
    double entry = 0;
    if (kind == Kind::slide) {
      if (j == i && of == Kind::normal) entry = std::min(mu[i], never_slips) * unit_t_[i] / unit_n_[i];
      if (j == i && (of == Kind::plus || of == Kind::minus)) entry = -1;
    } else if (of == Kind::normal) {
      entry = normal ? p.A(i, j) : p.B(j, i);
      if (p.slip[j] != 0 && mu[j] != 0) entry -= p.slip[j] * mu[j] * (normal ? p.B(i, j) : p.D(i, j));
      entry *= sign / ((normal ? unit_n_[i] : unit_t_[i]) * unit_n_[j]);
    } else if (of == Kind::slide) {
      entry = !normal && j == i ? 1 : 0;
    } else {
      entry = (normal ? p.B(i, j) : p.D(i, j)) * sign * (of == Kind::minus ? -1 : 1);
      entry /= (normal ? unit_n_[i] : unit_t_[i]) * unit_t_[j];
    }
    row[c] = -entry;
  }
  row[m_] = -1;
  row[m_ + 1] = kind == Kind::slide ? 0 : normal ? p.b_n[i] / unit_n_[i] : sign * p.b_t[i] / unit_t_[i];
}

void LemkePath::fill(const ContactSetProblem<double>& p, std::span<const double> mu) {
  make_room(at_, static_cast<std::size_t>(m_) * stride_);
  make_room(basis_, m_);
  make_room(outside_, m_ + 1);
  make_room(place_, 2 * m_ + 1);
  tied_.reserve(m_);
  double size = 0;
  for (int r = 0; r < m_; ++r) {
    fill_row(p, mu, r, row(r));
    size = std::max(size, std::abs(row(r)[m_ + 1]));
    basis_[r] = r;
    outside_[r] = m_ + r;
  }
  outside_[m_] = 2 * m_;
  for (int r = 0; r < m_; ++r) {
    if (size > 0) row(r)[m_ + 1] /= size;
    place_[basis_[r]] = r;
    place_[outside_[r]] = -1 - r;
  }
  place_[2 * m_] = -1 - m_;
}

// The unknown of `column` takes the place of the one that is basic in `r`; returns the one that leaves.
int LemkePath::pivot(int r, int column) {
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
int LemkePath::leaving_row(int column) {
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
  return *std::max_element(tied_.begin(), tied_.end(),
                           [&](int i, int k) { return row(i)[column] < row(k)[column]; });
}

bool LemkePath::artificial_vanishes() const {
  const int place = place_[2 * m_];
  return place < 0 || row(place)[m_ + 1] <= artificial_zero;
}

bool LemkePath::walk() {
  int first = -1;
  for (int i = 0; i < m_; ++i)
    if (row(i)[m_ + 1] < 0 && (first < 0 || row(i)[m_ + 1] <= row(first)[m_ + 1])) first = i;
  if (first < 0) return true;
  const int max_pivots = 50 + 20 * m_;
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
  return true;
}

void LemkePath::read_modes(const ContactSetProblem<double>& p, std::span<ContactMode> modes) const {
  for (int i = 0; i < p.n; ++i) modes[i] = ContactMode::open;
  for (int r = 0; r < m_; ++r) {
    const auto [i, kind] = unknowns_[r];
    if (kind != Kind::normal || place_[m_ + r] < 0) continue;
    if (p.slip[i] != 0) {
      modes[i] = slip_mode(p.slip[i]);
      continue;
    }
    const bool frictional = r + 1 < m_ && unknowns_[r + 1].contact == i;
    if (!frictional) {
      modes[i] = ContactMode::slip_plus;  // without friction: the sign is a label
      continue;
    }
    const bool plus = place_[m_ + r + 1] >= 0, minus = place_[m_ + r + 2] >= 0, slides = place_[m_ + r + 3] >= 0;
    // A force at its limit, z_t = λ₊ = μ z_n, belongs to ω_t = −s.
    modes[i] = !slides || plus == minus ? ContactMode::stick : plus ? ContactMode::slip_minus : ContactMode::slip_plus;
  }
}

bool LemkePath::follow(const ContactSetProblem<double>& p, std::span<const double> mu, std::span<ContactMode> modes) {
  pivots_ = 0;
  list_unknowns(p, mu);
  fill(p, mu);
  const bool solved = walk();
  read_modes(p, modes);
  return solved;
}

}  // namespace carom
