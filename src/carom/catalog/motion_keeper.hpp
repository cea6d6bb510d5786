// SPDX-License-Identifier: Apache-2.0
// Keeps the motion of a mechanism while it runs: the continuous extension of every step (DormandPrince853), or the states that
// a scheme without events gives. What is asked of it afterwards has the bits that a trajectory written during the run has.
//
// Memory    Eight numbers a component and a step, or a state a step. What needs more than it may is given up as a whole.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/base/large_stack.hpp"
#include "carom/catalog/kept_motion.hpp"
#include "carom/catalog/system.hpp"
#include "carom/catalog/trajectory_recorder.hpp"

namespace carom::study {

template <class E>
class MotionKeeper final : public KeptMotion {
  using S = typename E::Mechanism;
  static constexpr int dof = S::dof;
  static constexpr bool is_large = sizeof(S) > 20000;  // wants room on the stack
  static constexpr bool may_change = requires(const S& system) { system.instance(); };

 public:
  MotionKeeper(const S& mechanism, const E& entry, const SystemCard& card, double t_start, double spacing,
               std::size_t most_bytes)
      : mechanism_(mechanism), entry_(entry), card_(card), t_start_(t_start), spacing_(spacing), most_(most_bytes) {}

  bool has_room() const { return has_room_; }

  void segment(const Segment<S>& piece) {
    if (!has_room_) return;
    if (moving_.empty() || (may_change && new_system_)) moving_.push_back(piece.system());
    if constexpr (may_change) new_system_ = piece.system().switch_number() > 0;
    length_ = static_cast<int>(piece.step().y0.size());
    pieces_.push_back({.t0 = piece.t0(),
                       .t1 = piece.t1(),
                       .h = piece.step().h,
                       .modes = piece.modes(),
                       .booked = piece.booked(),
                       .system = moving_.size() - 1,
                       .event_before = event_});
    piece.step().save_dense(dense_);
    event_ = false;
    check_room();
  }
  void event() {
    event_ = true;
    new_system_ = true;
  }
  void sample(double t, const Vector<dof>& q, const Vector<dof>& u) {
    if (!has_room_) return;
    length_ = static_cast<int>(q.size());
    dense_.push_back(t);
    dense_.insert(dense_.end(), q.data(), q.data() + q.size());
    dense_.insert(dense_.end(), u.data(), u.data() + u.size());
    check_room();
  }

  void rows(double spacing, RowSink& sink) const override {
    with_room([&] {
      TrajectoryRecorder<E> recorder(mechanism_, entry_, sink, t_start_, spacing > 0 ? spacing : spacing_);
      recorder.begin(card_, {});
      for (std::size_t k = 0; k < pieces_.size(); ++k) {
        if (pieces_[k].event_before) recorder.event();
        with_piece(k, [&](const Segment<S>& piece) { recorder.segment(piece); });
      }
      if (event_ && !pieces_.empty()) recorder.event();
      for (std::size_t k = 0; k < samples(); ++k) {
        const State<dof> state = sampled(k);
        recorder.sample(state.t, state.q, state.u);
      }
      recorder.finish();
    });
  }

  void at(std::span<const double> times, Limit limit, RowSink& sink) const override {
    with_room([&] {
      TrajectoryRecorder<E> recorder(mechanism_, entry_, sink, t_start_, spacing_);
      recorder.begin(card_, {});
      for (const double t : times) {
        if (!(t >= t_start_ && t <= end()))
          throw BadInput(
              fmt::format("the run goes from t = {} s to {} s; there is no motion at {} s", t_start_, end(), t));
        if (pieces_.empty()) {
          const State<dof> state = between(t);
          recorder.row(t, state.q, state.u);
        } else {
          with_piece(piece_at(t, limit), [&](const Segment<S>& piece) { recorder.row(piece, t); });
        }
      }
      recorder.finish();
    });
  }

  std::size_t bytes() const override {
    return dense_.capacity() * sizeof(double) + pieces_.capacity() * sizeof(Piece) + moving_.capacity() * sizeof(S);
  }

 private:
  struct Piece {
    double t0 = 0, t1 = 0, h = 0;
    ContactModes<S> modes{};
    Ledger booked = {};
    std::size_t system = 0;  // as it moved, in moving_
    bool event_before = false;
  };

  void check_room() {
    const std::size_t used =
        dense_.size() * sizeof(double) + pieces_.size() * sizeof(Piece) + moving_.size() * sizeof(S);
    if (used <= most_) return;
    has_room_ = false;
    dense_ = {};
    pieces_ = {};
    moving_ = {};
  }

  template <class Work>
  static void with_room(Work&& work) {
    if constexpr (is_large)
      on_large_stack(work);
    else
      work();
  }
  template <class Work>
  void with_piece(std::size_t k, Work&& work) const {
    const Piece& kept = pieces_[k];
    DormandPrince853<Segment<S>::size> step;
    const std::size_t length = static_cast<std::size_t>(length_);
    step.load_dense(kept.h, dense_.data() + 8 * length * k, length_);
    work(Segment<S>(moving_[kept.system], step, kept.t0, kept.t1, kept.modes, kept.booked));
  }

  double end() const { return pieces_.empty() ? sampled(samples() - 1).t : pieces_.back().t1; }
  // Where two pieces meet, the earlier shows the left limit and the later the right one.
  std::size_t piece_at(double t, Limit limit) const {
    const auto ends_before = [limit](const Piece& piece, double time) {
      return limit == Limit::left ? piece.t1 < time : piece.t1 <= time;
    };
    const auto found = std::lower_bound(pieces_.begin(), pieces_.end(), t, ends_before);
    return static_cast<std::size_t>(std::min(found, pieces_.end() - 1) - pieces_.begin());
  }

  std::size_t samples() const {
    return pieces_.empty() && length_ > 0 ? dense_.size() / static_cast<std::size_t>(2 * length_ + 1) : 0;
  }
  State<dof> sampled(std::size_t k) const {
    const double* row = dense_.data() + k * static_cast<std::size_t>(2 * length_ + 1);
    using List = Eigen::Map<const Vector<dof>>;
    return {.t = *row, .q = List(row + 1, length_), .u = List(row + 1 + length_, length_)};
  }
  State<dof> between(double t) const {
    std::size_t low = 0, high = samples() - 1;
    while (high - low > 1) {
      const std::size_t middle = (low + high) / 2;
      (sampled(middle).t <= t ? low : high) = middle;
    }
    const State<dof> a = sampled(low), b = sampled(high);
    const double s = b.t > a.t ? (t - a.t) / (b.t - a.t) : 1;
    return {.t = t, .q = (1 - s) * a.q + s * b.q, .u = (1 - s) * a.u + s * b.u};
  }

  S mechanism_;
  E entry_;
  SystemCard card_;
  double t_start_, spacing_;
  std::size_t most_;
  bool has_room_ = true, event_ = false, new_system_ = false;
  int length_ = 0;  // of a step's vector; of a sample's coordinates
  std::vector<Piece> pieces_;
  std::vector<double> dense_;  // by pieces, or samples one after the other
  std::vector<S> moving_;
};

}  // namespace carom::study
