// SPDX-License-Identifier: Apache-2.0
// Watches any mechanism for its analysis: the regimes it passes, the points at which it passes a section, and extremes of one
// coordinate in between.
//
// Regimes   What all contacts do at a time is a regime (regime_ring.hpp), written as a word of letters. The signature also has
//           the impacts, in small letters: the modes each contact went through, so that two motions with one signature depend
//           smoothly on the same events. A complete chatter is one mark.
// Section   A coordinate or its rate passes a level in one direction, by default u_k = 0, u̇_k > 0: located in the dense output
//           of a step; a rate may also pass it by the jump of an impact. A coordinate that comes back after a turn passes
//           its level once a turn. A mechanism may say a section of its own (own_section.hpp).
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "carom/engine/event_driven.hpp"
#include "carom/model/shown_coordinates.hpp"
#include "carom/observe/own_section.hpp"
#include "carom/observe/regime_ring.hpp"

namespace carom::observe {

// A coordinate, or its rate, at a level that it passes in one direction.
template <Mechanism S>
struct StateSection {
  int coordinate = 0;
  bool rate = true;
  double level = 0;
  int direction = +1;               // +1: rising, −1: falling, 0: either
  const S* shown = nullptr;         // the system, if the coordinate is one that it is shown in
  double turn = HUGE_VAL;           // after which the coordinate comes back
  const OwnSection* own = nullptr;  // instead of the coordinate, which is still watched in between

  double place(const State<S::dof>& state) const {
    if constexpr (ShowsOtherCoordinates<S>)
      if (shown) return to_shown(*shown, state.q)[coordinate];
    return state.q[coordinate];
  }
  double velocity(const State<S::dof>& state) const {
    if constexpr (ShowsOtherCoordinates<S>)
      if (shown) return to_shown_velocity(*shown, state.q, state.u)[coordinate];
    return state.u[coordinate];
  }
  // Below zero before the section, zero on it.
  double value(const State<S::dof>& state) const {
    double x = 0;
    if (own) {
      if (!own->is_by_events()) x = own->value(state.t, state.q.data(), state.u.data());
    } else {
      x = (rate ? velocity(state) : place(state)) - level;
    }
    if (turn < HUGE_VAL) x -= turn * std::round(x / turn);
    return direction >= 0 ? x : -x;
  }
  // From one value to the next. Half a turn on, a coordinate jumps back: that is no passage.
  bool passes(double before, double after) const {
    if (std::abs(after - before) >= 0.5 * turn) return false;
    return (before < 0 && after >= 0) || (direction == 0 && before > 0 && after <= 0);
  }
  // So many looks at a step: of a coordinate that turns, four a turn.
  int parts(const State<S::dof>& before, const State<S::dof>& after) const {
    constexpr int least = 6, most = 6000;
    if (!(turn < HUGE_VAL)) return least;
    return static_cast<int>(
        std::clamp(std::ceil(4 * std::abs(place(after) - place(before)) / turn), 1.0 * least, 1.0 * most));
  }
  bool counts(const State<S::dof>& state) const { return !own || own->counts(state.t, state.q.data(), state.u.data()); }
};

template <Mechanism S>
class RegimeWatch {
 public:
  struct Point {
    State<S::dof> state;
    double maximum = 0;        // largest rate of the section's coordinate since the point before
    double low = 0, high = 0;  // range of the coordinate since then
    bool by_impact = false;
    ContactModes<S> modes{};
  };

  RegimeWatch(const StateSection<S>& section, std::size_t max_points) requires(is_fixed(S::dof))
      : section_(section), contacts_(S::contact_count), max_points_(max_points) {}
  RegimeWatch(int coordinate, std::size_t max_points) requires(is_fixed(S::dof))
      : RegimeWatch(StateSection<S>{.coordinate = coordinate}, max_points) {}
  // A mechanism without any contact has one that stays open.
  RegimeWatch(const S& system, const StateSection<S>& section, std::size_t max_points)
      : section_(section), contacts_(std::max(contacts_of(system), 1)), max_points_(max_points) {}

  void segment(const Segment<S>& piece) {
    const double t0 = piece.t0(), t1 = piece.t1();
    if (!(t1 > t0)) return;
    if (!begun_) {
      first_modes_ = piece.modes();
      last_event_ = t0;
    } else if (piece.modes() != modes_) {
      last_event_ = t0;
    }
    modes_ = piece.modes();
    begun_ = true;
    if (t1 - last_event_ > quiet_end_ - quiet_begin_) {
      quiet_begin_ = last_event_;
      quiet_end_ = t1;
    }
    enter(modes_);
    if (std::none_of(modes_.begin(), modes_.end(), is_closed)) flight_ += t1 - t0;
    State<S::dof> before = piece.at(t0);
    const int parts = section_.parts(before, piece.at(t1));
    see(before);
    // Between the end of the last piece and the beginning of this one there is rounding, or a jump.
    if (section_.passes(last_value_, section_.value(before))) cross(before, false);
    for (int i = 1; i <= parts; ++i) {
      const State<S::dof> after = piece.at(i == parts ? t1 : t0 + (t1 - t0) * i / parts);
      if (const double value_before = section_.value(before); section_.passes(value_before, section_.value(after))) {
        double low = before.t, high = after.t;
        for (int n = 0; n < 60 && high - low > 1e-15 * (1 + std::abs(high)); ++n) {
          const double middle = 0.5 * (low + high);
          const double value = section_.value(piece.at(middle));
          ((value_before < 0 ? value < 0 : value > 0) ? low : high) = middle;
        }
        cross(piece.at(high), false);
      } else {
        // Where u̇ changes its sign between two samples, u has its extreme: the top of the parabola through three.
        const State<S::dof> middle = piece.at(0.5 * (before.t + after.t));
        const double first = section_.velocity(before), last = section_.velocity(after);
        const double a = first - 2 * section_.velocity(middle) + last, b = last - first;
        if (a < 0 && std::abs(b) < -2 * a) see(piece.at(middle.t - 0.25 * b / a * (after.t - before.t)));
        see(middle);
      }
      see(after);
      before = after;
    }
    last_value_ = section_.value(before);
  }

  void event(const EventBatch<S>& batch) {
    last_event_ = batch.t;
    if (section_.own && section_.own->happens(batch.kind, batch.own_event, batch.contacts.data())) {
      see(batch.after);
      cross(batch.after, true);
    }
    if (batch.impact == nullptr) {
      // A jump from what was seen last: up to the event the motion may have ended a rounding before it, or behind.
      if (batch.kind == EventKind::own && (batch.before.q != batch.after.q || batch.before.u != batch.after.u))
        jumped(last_value_, batch);
      return;
    }
    ++impacts_;
    std::string text;
    for (int n = 0; n < batch.impact->n; ++n) {
      const ModeSequence& modes = batch.impact->sequence[n];
      if (contacts_ > 1) text += std::to_string(batch.member[n]);
      for (int m = 0; m < modes.size; ++m) text += static_cast<char>(letter(modes.modes[m]) - 'A' + 'a');
    }
    if (marks_.size() < 4096) marks_.push_back(text);
    jumped(section_.value(batch.before), batch);
    see(batch.after);
  }

  // Hops without number ended: how many of them were told apart is a matter of rounding, not of the motion.
  void hop_ended(int contact, bool) {
    const std::string regime = word(modes_), own = std::to_string(contact);
    const auto is_hop = [&](const std::string& mark) {
      if (mark == regime) return true;
      if (contacts_ == 1) return mark[0] >= 'a';
      return mark.compare(0, own.size(), own) == 0 &&
             std::none_of(mark.begin() + static_cast<std::ptrdiff_t>(own.size()), mark.end(),
                          [](char c) { return c >= '0' && c <= '9'; });
    };
    while (!marks_.empty() && is_hop(marks_.back())) marks_.pop_back();
    marks_.push_back(regime);
    marks_.push_back("chatter");
  }

  bool stop() const { return points_.size() >= max_points_; }

  const std::vector<Point>& points() const { return points_; }
  // For who wants the passages alone, one after the other: what was seen before is not kept.
  void forget_points() {
    points_.clear();
    regimes_.clear();
    marks_.clear();
  }
  RegimeRing regimes() const { return ring_of(static_cast<std::size_t>(contacts_), regimes_); }
  // Regimes and impacts as a ring in an order of its own: its least rotation.
  std::string signature() const {
    std::vector<std::string> ring = marks_;
    if (ring.size() > 1 && ring.front() == ring.back()) ring.pop_back();
    std::vector<std::string> best = ring;
    for (std::size_t i = 1; i < ring.size() && ring.size() < 64; ++i) {
      std::rotate(ring.begin(), ring.begin() + 1, ring.end());
      best = std::min(best, ring);
    }
    std::string text;
    for (const std::string& mark : best) text += mark + ".";
    return text;
  }
  const ContactModes<S>& first_modes() const { return first_modes_; }
  const ContactModes<S>& modes() const { return modes_; }
  double maximum() const { return std::max(all_maximum_, maximum_); }
  double low() const { return std::min(all_low_, low_); }
  double high() const { return std::max(all_high_, high_); }
  double flight() const { return flight_; }
  // The middle of the longest time without an event.
  double quiet() const { return 0.5 * (quiet_begin_ + quiet_end_); }
  int impacts() const { return impacts_; }

 private:
  std::string word(const ContactModes<S>& modes) const {
    std::string text;
    for (int i = 0; i < contacts_; ++i) text += letter(modes[i]);
    return text;
  }
  void enter(const ContactModes<S>& modes) {
    constexpr std::size_t most = 4096;
    const auto end = modes.begin() + contacts_;
    if (regimes_.empty() || !std::equal(modes.begin(), end, regimes_.end() - contacts_)) {
      if (regimes_.size() < most * static_cast<std::size_t>(contacts_))
        regimes_.insert(regimes_.end(), modes.begin(), end);
    }
    const std::string regime = word(modes);
    if (marks_.empty() || marks_.back() != regime) {
      if (marks_.size() < 4096) marks_.push_back(regime);
    }
  }
  void see(const State<S::dof>& state) {
    const double place = section_.place(state);
    maximum_ = std::max(maximum_, section_.velocity(state));
    low_ = std::min(low_, place);
    high_ = std::max(high_, place);
  }
  void jumped(double before, const EventBatch<S>& batch) {
    const double after = section_.value(batch.after);
    if (section_.passes(before, after)) cross(batch.after, true);
    last_value_ = after;
  }
  void cross(const State<S::dof>& state, bool by_impact) {
    if (!section_.counts(state)) return;
    if (points_.size() < max_points_)
      points_.push_back(
          {.state = state, .maximum = maximum_, .low = low_, .high = high_, .by_impact = by_impact, .modes = modes_});
    all_maximum_ = maximum();
    all_low_ = low();
    all_high_ = high();
    maximum_ = high_ = -HUGE_VAL;
    low_ = HUGE_VAL;
  }

  StateSection<S> section_;
  int contacts_;
  std::size_t max_points_;
  std::vector<Point> points_;
  std::vector<ContactMode> regimes_;  // of all contacts, one regime after another
  std::vector<std::string> marks_;
  ContactModes<S> modes_{}, first_modes_{};
  bool begun_ = false;
  double maximum_ = -HUGE_VAL, low_ = HUGE_VAL, high_ = -HUGE_VAL;
  double all_maximum_ = -HUGE_VAL, all_low_ = HUGE_VAL, all_high_ = -HUGE_VAL, flight_ = 0;
  double last_value_ = 0;  // of the section, at the end of what was seen
  double last_event_ = 0, quiet_begin_ = 0, quiet_end_ = 0;
  int impacts_ = 0;
};

}  // namespace carom::observe
