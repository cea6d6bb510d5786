// SPDX-License-Identifier: Apache-2.0
// The flow of a chain's impact (chain_impact.hpp) between its events: what moves, what is watched, who carries the clock.
#pragma once

#include <cmath>
#include <vector>

#include "carom/flow/dormand_prince_853.hpp"
#include "carom/flow/isolate.hpp"

namespace carom {

class ChainFlow {
 public:
  enum class Phase : unsigned char { idle, compression, expansion, elastic };
  // Contacts first … last, and the bodies beside them.
  struct Window {
    int first = 0, last = -1;
    bool operator==(const Window&) const = default;
  };
  // What would end the present phase of a contact: positive before it.
  enum class GuardKind { deformation, approach, separation };
  struct Guard {
    int contact;
    GuardKind kind;
  };

 protected:
  using Y = Vector<Eigen::Dynamic>;
  using Values = std::vector<double>;

  // Velocities and deformations alternate along the chain, so that a window of it is one piece of the vector.
  static int velocity(int body) { return 2 * body; }
  static int place(int contact) { return 2 * contact + 1; }

  void set_up(int contacts);
  void set_window(Window window);

  // (2) in units of the impact.
  double load(int c, double x) const;
  double stored_energy(int c, double x) const { return x > 0 ? load(c, x) * x / (eta_[c] + 1) : 0; }
  double deformation(const Y& y, int c) const {
    const double x = y[place(c)];
    return c == clock_ ? x * std::abs(x) : x;
  }
  double gap_rate(const Y& y, int c) const { return y[velocity(c + 1)] - y[velocity(c)]; }
  double gap_acceleration(int c) const;
  double kinetic() const;

  struct Rates {
    const ChainFlow* flow;
    void operator()(double, const Y& y, Y& dy) const { flow->rates(y, dy); }
  };
  void restart() { step_.restart(Rates{this}, 0); }
  // Of the last step, in units of the impact.
  double duration() const { return step_.integral(place(clock_)); }
  void need_dense();

  static double band(GuardKind kind) { return kind == GuardKind::deformation ? 1e-13 : 1e-12; }
  double value(const Guard& guard, const Y& y) const;
  double value_at(const Guard& guard, double theta) const;
  IsolatedEvent first_event(Guard& fired);
  double end_step_on(const IsolatedEvent& event, const Guard& guard);

  int best_clock() const;
  bool hand_over_clock(double& h);

  bool live(int c) const {
    return phase_[c] != Phase::idle && (deformation(step_.y0, c) > faint || gap_rate(step_.y0, c) < -faint);
  }
  Window live_window() const;
  bool anything_live() const;
  double liveliness() const;

  // Deformations below this carry no force that counts; what lies below `faint` is not there yet.
  // A contact weaker than `weak` ends without a kink that a step would feel and need not carry the clock.
  static constexpr double negligible = 1e-14, faint = 1e-25, weak = 1e-6;

  int n_ = 0, clock_ = 0;
  Window window_;
  Values w_, k_hat_, e2_, eta_;
  std::vector<Phase> phase_;
  std::vector<char> out_;  // contacts that do not touch
  DormandPrince853<Eigen::Dynamic> step_;

 private:
  void rates(const Y& y, Y& dy) const;
  template <class Each>
  void for_each_guard(Each&& each) const;

  bool dense_ready_ = false;
};

}  // namespace carom
