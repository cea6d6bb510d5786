// SPDX-License-Identifier: Apache-2.0
// Contacts of pairs (body_pairs.hpp) among those of a text's model: they have the numbers and the switches after those that are
// written out one by one, which are on every list.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "carom/model/body_pairs.hpp"

namespace carom {

// A box of times and coordinates as places where programs are evaluated: its middle, and all of it.
class NearBox {
 public:
  NearBox(const Neighbourhood& within, int n)
      : within_(within), still_(static_cast<std::size_t>(n)), q_(still_.size()), u_(still_.size()) {
    for (int k = 0; k < n; ++k)
      q_[static_cast<std::size_t>(k)] = Interval(within.q[k] - within.reach[k], within.q[k] + within.reach[k]);
  }
  At<double> middle() const { return {.t = 0.5 * (within_.t0 + within_.t1), .q = within_.q, .u = still_.data()}; }
  At<Interval> range() const { return {.t = Interval(within_.t0, within_.t1), .q = q_.data(), .u = u_.data()}; }

 private:
  Neighbourhood within_;
  std::vector<double> still_;
  std::vector<Interval> q_, u_;
};

class TextPairs {
 public:
  TextPairs() = default;
  TextPairs(std::shared_ptr<const BodyPairs> pairs, int first, int first_switch)
      : pairs_(std::move(pairs)), first_(first), first_switch_(first_switch) {}

  int count() const { return pairs_ ? pairs_->count() : 0; }
  bool has(int contact) const { return pairs_ && contact >= first_; }
  const BodyPairs& pairs() const { return *pairs_; }
  int number(int contact) const { return contact - first_; }
  int switches(int contact) const { return count() > 0 && has(contact) ? pairs_->switches(number(contact)) : 0; }
  int all_switches() const {
    int sum = 0;
    for (int p = 0; p < count(); ++p) sum += pairs_->switches(p);
    return sum;
  }

  // act(place, pair's contact, first of its switches), of those that are asked for.
  template <class Real, class Act>
  void each(const At<Real>& at, const Act& act) const {
    int first_switch = first_switch_;
    const auto visit = [&](int place, int contact) {
      act(place, contact, first_switch);
      first_switch += pairs_->switches(contact);
    };
    if (!at.listed)
      for (int p = 0; p < count(); ++p) visit(first_ + p, p);
    else
      for (int k = 0; k < at.listed_number; ++k)
        if (has(at.listed[k])) visit(k, number(at.listed[k]));
  }
  template <class Real>
  static const int* sides(const At<Real>& at, int first_switch) {
    return at.sides ? at.sides + first_switch : nullptr;
  }

  template <class Real>
  void fill(const At<Real>& at, const std::vector<BodyPairs::Frame<Real>>& frames, int n,
            const ContactRows<Real>& rows) const {
    each(at, [&](int place, int p, int first) {
      if (!at.wanted || at.wanted[place]) pairs_->fill(p, frames, sides(at, first), place, n, rows);
    });
  }
  void gaps(const At<double>& at, const std::vector<BodyPairs::Frame<double>>& frames, double* g) const {
    each(at, [&](int place, int p, int first) { g[place] = pairs_->gap(p, frames, sides(at, first)); });
  }
  void exist(const At<double>& at, const std::vector<BodyPairs::Frame<double>>& frames, bool* exist) const {
    each(at, [&](int place, int p, int first) { exist[place] = pairs_->exists(p, frames, sides(at, first)); });
  }
  void live_sides(const At<double>& at, const std::vector<BodyPairs::Frame<double>>& frames, int* sides) const {
    each(at, [&](int, int p, int first) { pairs_->live_sides(p, frames, sides + first); });
  }
  template <class Real>
  void switch_values(const At<Real>& at, const std::vector<BodyPairs::Frame<Real>>& frames, Real* values) const {
    each(at, [&](int, int p, int first) { pairs_->switch_values(p, frames, sides(at, first), values + first); });
  }
  // The largest gap that can be told, and the fastest surface.
  void measure(const At<double>& at, const std::vector<BodyPairs::Frame<double>>& frames, int n, double& gap,
               double& surface) const {
    std::vector<double> rows(static_cast<std::size_t>(5 + 2 * n));
    double* const out = rows.data();
    const ContactRows<double> row{.gap = out,
                                  .normal = out + 5,
                                  .tangent = out + 5 + n,
                                  .normal_surface_velocity = out + 1,
                                  .tangential_surface_velocity = out + 2,
                                  .normal_drift = out + 3,
                                  .tangential_drift = out + 4};
    for (int p = 0; p < count(); ++p) {
      pairs_->fill(p, frames, at.sides, 0, n, row);
      if (std::isfinite(out[0])) gap = std::max(gap, std::abs(out[0]));
      for (const double v : {out[1], out[2]})
        if (std::isfinite(v)) surface = std::max(surface, std::abs(v));
    }
  }
  int side_beyond(int i, const At<double>& at, const std::vector<BodyPairs::Frame<double>>& frames) const {
    int beyond = at.sides[i];
    each(at, [&](int, int p, int first) {
      if (i >= first && i < first + pairs_->switches(p))
        beyond = pairs_->side_beyond(p, i - first, frames, at.sides + first);
    });
    return beyond;
  }

 private:
  std::shared_ptr<const BodyPairs> pairs_ = nullptr;
  int first_ = 0, first_switch_ = 0;
};

}  // namespace carom
