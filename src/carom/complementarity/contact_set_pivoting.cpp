// SPDX-License-Identifier: Apache-2.0
#include "carom/complementarity/contact_set_pivoting.hpp"

#include <algorithm>
#include <cmath>

namespace carom {

namespace {

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
}

// −M and q of (1)–(3) in the units above, in the row of unknown r.
void LemkePath::fill_row(const ContactSetProblem<double>& p, std::span<const double> mu, int r) {
  double* row = tableau_.row(r);
  const auto [i, kind] = unknowns_[r];
  const double sign = kind == Kind::minus ? -1 : 1;
  const bool normal = kind == Kind::normal;
  for (int c = 0; c < tableau_.size(); ++c) {
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
  tableau_.right(r) = kind == Kind::slide ? 0 : normal ? p.b_n[i] / unit_n_[i] : sign * p.b_t[i] / unit_t_[i];
}

void LemkePath::read_modes(const ContactSetProblem<double>& p, std::span<ContactMode> modes) const {
  for (int i = 0; i < p.n; ++i) modes[i] = ContactMode::open;
  const int m = tableau_.size();
  for (int r = 0; r < m; ++r) {
    const auto [i, kind] = unknowns_[r];
    if (kind != Kind::normal || !tableau_.basic(r)) continue;
    if (p.slip[i] != 0) {
      modes[i] = slip_mode(p.slip[i]);
      continue;
    }
    const bool frictional = r + 1 < m && unknowns_[r + 1].contact == i;
    if (!frictional) {
      modes[i] = ContactMode::slip_plus;  // without friction: the sign is a label
      continue;
    }
    const bool plus = tableau_.basic(r + 1), minus = tableau_.basic(r + 2), slides = tableau_.basic(r + 3);
    // A force at its limit, z_t = λ₊ = μ z_n, belongs to ω_t = −s. Without either force the limit is zero, and so is z_n.
    modes[i] = !slides || (plus && minus) ? ContactMode::stick
               : plus                     ? ContactMode::slip_minus
               : minus                    ? ContactMode::slip_plus
                                          : ContactMode::open;
  }
}

void LemkePath::read_forces(const ContactSetProblem<double>& p, ContactSetForces<double>& f) const {
  f.resize(p.n);
  for (int i = 0; i < p.n; ++i) f.z_n[i] = f.z_t[i] = 0;
  for (int r = 0; r < tableau_.size(); ++r) {
    const auto [i, kind] = unknowns_[r];
    if (kind == Kind::normal) f.z_n[i] = tableau_.value(r) / unit_n_[i];
    if (kind == Kind::plus) f.z_t[i] += tableau_.value(r) / unit_t_[i];
    if (kind == Kind::minus) f.z_t[i] -= tableau_.value(r) / unit_t_[i];
  }
  read_modes(p, f.modes);
}

bool LemkePath::follow(const ContactSetProblem<double>& p, std::span<const double> mu, std::span<ContactMode> modes) {
  list_unknowns(p, mu);
  pivots_ = 0;
  bool solved = false;
  for (int variation = 0; variation < 3 && !solved; ++variation) {
    tableau_.start(static_cast<int>(unknowns_.size()), variation);
    for (int r = 0; r < tableau_.size(); ++r) fill_row(p, mu, r);
    solved = tableau_.walk();
    pivots_ += tableau_.pivots();
  }
  read_modes(p, modes);
  return solved;
}

}  // namespace carom
