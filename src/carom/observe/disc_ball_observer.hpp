// SPDX-License-Identifier: Apache-2.0
// Watches a disc hit by a ball: the outcome of the ball's impact before any closing rule, the pattern of contact that it
// leaves, the phases until the disc lies flat.
//
// Patterns  I    θ̇ > 0, all points leave the ground        IV   θ̇ < 0, A slips forwards
//           II   θ̇ = 0, A, B, C slip forwards              V    θ̇ < 0, A sticks
//           III  θ̇ < 0, all points leave the ground        VI   θ̇ < 0, A slips backwards
//           and "other" for what the list lacks.
// Source    liu_zhang_zhao_brogliato_2013 Table 5.
#pragma once

#include <limits>
#include <string>

#include "carom/observe/phase_list.hpp"
#include "carom/systems/disc_ball.hpp"

namespace carom::observe {

struct DiscBallObservables {
  static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  double v1 = unknown, v2 = unknown;            // m/s, at the gauges
  double theta_dot = unknown;                   // rad/s
  double y_d_dot = unknown, z_d_dot = unknown;  // m/s
  double y_b_dot = unknown, z_b_dot = unknown;  // m/s
  double delta_A = unknown, v_tau_A = unknown;  // m/s; normal and tangential velocity of A
  double t_flat = unknown;                      // s
  std::string pattern = "none";
};

class DiscBallObserver {
 public:
  explicit DiscBallObserver(const DiscBall& system) : system_(system), phases_({"A", "B", "C", "D"}) {}

  template <class Piece>
  void segment(const Piece& piece) {
    phases_.segment(piece);
    if (hit_ && !judged_ && piece.t1() > piece.t0()) judge(piece.modes());
    const State<5> end = piece.at(piece.t1());
    if (std::sin(end.q[4]) < 1e-9) observables_.t_flat = piece.t1();
  }
  void event(const EventBatch<DiscBall>& batch);
  bool stop() const { return false; }

  const DiscBallObservables& observables() const { return observables_; }
  const PhaseList<DiscBall>& phases() const { return phases_; }

 private:
  void judge(const ContactModes<DiscBall>& modes);

  const DiscBall& system_;
  PhaseList<DiscBall> phases_;
  DiscBallObservables observables_;
  bool hit_ = false, judged_ = false;
};

}  // namespace carom::observe
