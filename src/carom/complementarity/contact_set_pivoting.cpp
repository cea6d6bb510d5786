// SPDX-License-Identifier: Apache-2.0
#include "carom/complementarity/contact_set_pivoting.hpp"

#include <algorithm>
#include <cmath>

#include "carom/complementarity/friction_cone.hpp"
#include "carom/complementarity/friction_load.hpp"

namespace carom {

namespace {

constexpr double never_slips_below = 1e2;  // in place of μ = ∞

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
  make_room(normal_, p.n);
  make_room(friction_, p.n);
  for (int i = 0; i < p.n; ++i) {
    unit_n_[i] = p.A(i, i) > 0 ? std::sqrt(p.A(i, i)) : 1;
    unit_t_[i] = p.D(i, i) > 0 ? std::sqrt(p.D(i, i)) : 1;
    normal_[i] = friction_[i] = -1;
    const bool contact = has_normal(p, i);
    const int carrier = contact ? i : p.rides[i];
    if (carrier >= 0 && p.must_open[carrier]) continue;
    if (contact) {
      normal_[i] = static_cast<int>(unknowns_.size());
      unknowns_.push_back({i, Kind::normal});
    }
    if ((p.slip[i] != 0 && !never_slips(mu[i])) || mu[i] == 0) continue;
    friction_[i] = static_cast<int>(unknowns_.size());
    for (const Kind kind : {Kind::plus, Kind::minus, Kind::slide}) unknowns_.push_back({i, kind});
  }
}

// −M and q of (1)–(3) in the units above, in the row of unknown r.
void LemkePath::fill_row(const ContactSetProblem<double>& p, std::span<const double> mu, int r) {
  double* row = tableau_.row(r);
  const auto [i, kind] = unknowns_[r];
  const double sign = kind == Kind::minus ? -1 : 1;
  const bool normal = kind == Kind::normal;
  const int carrier = has_normal(p, i) ? i : p.rides[i];
  for (int c = 0; c < tableau_.size(); ++c) {
    const auto [j, of] = unknowns_[c];
    double entry = 0;
    if (kind == Kind::slide) {
      if (j == carrier && of == Kind::normal) entry = std::min(mu[i], never_slips_below) * unit_t_[i] / unit_n_[j];
      if (j == i && (of == Kind::plus || of == Kind::minus)) entry = -1;
    } else if (of == Kind::normal) {
      entry = normal ? p.A(i, j) : p.B(j, i);
      if (p.slip[j] != 0 && mu[j] != 0 && !never_slips(mu[j]))
        entry -= p.slip[j] * mu[j] * (normal ? p.B(i, j) : p.D(i, j));
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
  add_elements(p, mu, r);
}

// What elements add to the row of unknown r: the slip forces of those that slip, and (3) under a given load.
void LemkePath::add_elements(const ContactSetProblem<double>& p, std::span<const double> mu, int r) {
  const auto [i, kind] = unknowns_[r];
  if (kind == Kind::slide) {
    if (p.rides[i] == given_load) tableau_.right(r) += std::min(mu[i], never_slips_below) * p.load[i] * unit_t_[i];
    return;
  }
  const bool normal = kind == Kind::normal;
  const double unit = (kind == Kind::minus ? -1 : 1) / (normal ? unit_n_[i] : unit_t_[i]);
  for (int e = 0; e < p.n; ++e) {
    if (has_normal(p, e) || p.slip[e] == 0 || mu[e] == 0 || never_slips(mu[e])) continue;
    const double effect = -p.slip[e] * mu[e] * (normal ? p.B(i, e) : p.D(i, e)) * unit;
    if (p.rides[e] == given_load)
      tableau_.right(r) += effect * p.load[e];
    else if (const int column = normal_[p.rides[e]]; column >= 0)
      tableau_.row(r)[column] -= effect / unit_n_[p.rides[e]];
  }
}

// Of a contact or element that is closed and at tangential rest.
ContactMode LemkePath::read_friction(int i) const {
  const int f = friction_[i];
  if (f < 0) return ContactMode::slip_plus;  // without friction: the sign is a label
  const bool plus = tableau_.basic(f), minus = tableau_.basic(f + 1), slides = tableau_.basic(f + 2);
  // A force at its limit, z_t = λ₊ = μ z_n, belongs to ω_t = −s. Without either force the limit is zero, and so is z_n.
  return !slides || (plus && minus) ? ContactMode::stick
         : plus                     ? ContactMode::slip_minus
         : minus                    ? ContactMode::slip_plus
                                    : ContactMode::open;
}

void LemkePath::read_modes(const ContactSetProblem<double>& p, std::span<ContactMode> modes) const {
  const auto mode_of = [&](int i) {
    if (!never_slips(p.mu[i])) return p.slip[i] != 0 ? slip_mode(p.slip[i]) : read_friction(i);
    return is_closed(read_friction(i)) ? ContactMode::stick : ContactMode::open;
  };
  for (int i = 0; i < p.n; ++i)
    if (has_normal(p, i)) modes[i] = normal_[i] >= 0 && tableau_.basic(normal_[i]) ? mode_of(i) : ContactMode::open;
  for (int i = 0; i < p.n; ++i) {
    if (has_normal(p, i)) continue;
    const bool loaded = !is_rider(p, i) || is_closed(modes[p.rides[i]]);
    modes[i] = loaded ? mode_of(i) : ContactMode::open;
    // Without a force of either sign the limit is zero: it sticks to nothing.
    if (loaded && !is_closed(modes[i])) modes[i] = ContactMode::stick;
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
