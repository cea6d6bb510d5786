// SPDX-License-Identifier: Apache-2.0
// Observers that show a motion by flashes and stop it when their visitor has seen enough.
#pragma once

#include <functional>
#include <utility>

#include "carom/observe/regime_watch.hpp"

namespace carom::observe {

template <Mechanism S>
using StateVisitor = std::function<bool(const State<S::dof>&)>;

// At the times t₀ + n·period, n = 1, 2, …; where an event falls on a flash, the state after it.
template <Mechanism S>
class StrobeWatch {
 public:
  StrobeWatch(double t0, double period, StateVisitor<S> visit) : t0_(t0), period_(period), visit_(std::move(visit)) {}

  void segment(const Segment<S>& piece) {
    for (double t; !enough_ && (t = t0_ + n_ * period_) < piece.t1(); ++n_)
      if (t >= piece.t0()) enough_ = !visit_(piece.at(t));
  }
  void event(const EventBatch<S>&) {}
  bool stop() const { return enough_; }

 private:
  double t0_, period_;
  StateVisitor<S> visit_;
  long n_ = 1;
  bool enough_ = false;
};

// At the points of a section, as the watch finds them.
template <Mechanism S>
class SectionFlashes {
 public:
  SectionFlashes(RegimeWatch<S>& watch, StateVisitor<S> visit) : watch_(watch), visit_(std::move(visit)) {}

  void segment(const Segment<S>& piece) {
    watch_.segment(piece);
    tell();
  }
  void event(const EventBatch<S>& batch) {
    watch_.event(batch);
    tell();
  }
  void hop_ended(int contact, bool sticks) { watch_.hop_ended(contact, sticks); }
  bool stop() const { return enough_; }

 private:
  void tell() {
    for (; !enough_ && seen_ < watch_.points().size(); ++seen_) enough_ = !visit_(watch_.points()[seen_].state);
  }

  RegimeWatch<S>& watch_;
  StateVisitor<S> visit_;
  std::size_t seen_ = 0;
  bool enough_ = false;
};

}  // namespace carom::observe
