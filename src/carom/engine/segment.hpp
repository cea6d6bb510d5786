// SPDX-License-Identifier: Apache-2.0
// A piece of smooth motion as observers see it, and what an observer is.
//
// Members of an observer
//   segment(piece)            smooth motion between two events, or a part of it
//   event(batch)              simultaneous events of one kind (run_options.hpp)
//   stop()                    true: the run ends here
// Optional members, called in the order in which things happen
//   reached(guard, sign)      the guard on whose zero the step ended (and steepness_sign, guards.hpp); its event follows
//   closed(contacts)          contacts whose remaining normal velocity was taken away after an impact
//   hop_ended(contact, sticks)  the last hops of a chatter, too low to be resolved, were summed
#pragma once

#include "carom/engine/contact_dynamics.hpp"
#include "carom/engine/ledger.hpp"
#include "carom/flow/dormand_prince_853.hpp"

namespace carom {

// A piece of smooth motion, handed to observers; valid only during the call.
// Of any class, so that an observer of one that is no Mechanism adds nothing to what the run says of it.
template <class S>
class Segment {
 public:
  static constexpr int size = joined(2 * S::dof, 2);  // q, u, drive work, friction loss

  Segment(const S& system, const DormandPrince853<size>& step, double t0, double t1, const ContactModes<S>& modes,
          const Ledger& booked)
      : system_(system), step_(step), t0_(t0), t1_(t1), modes_(modes), booked_(booked) {}

  double t0() const { return t0_; }
  double t1() const { return t1_; }
  const ContactModes<S>& modes() const { return modes_; }
  const S& system() const { return system_; }  // as it moves: with the sides on which its switches are held
  State<S::dof> begin() const {
    return {.t = t0_, .q = positions<S::dof>(step_.y0, n()), .u = velocities<S::dof>(step_.y0, n())};
  }
  State<S::dof> at(double t) const {
    const Vector<2 * S::dof> y = step_.template head_at<2 * S::dof>(t1_ > t0_ ? (t - t0_) / step_.h : 0.0, 2 * n());
    return {.t = t, .q = positions<S::dof>(y, n()), .u = velocities<S::dof>(y, n())};
  }
  Motion<S> motion(const State<S::dof>& state) const {
    Motion<S> motion;
    evaluate_motion(system_, state.t, state.q, state.u, modes_, motion);
    return motion;
  }
  // For those who keep it: the step and its dense output (DormandPrince853), what was booked before it.
  const DormandPrince853<size>& step() const { return step_; }
  const Ledger& booked() const { return booked_; }
  // The same motion of a system that shows other contacts.
  Segment showing(const S& system, const ContactModes<S>& modes) const {
    return {system, step_, t0_, t1_, modes, booked_};
  }
  // The works and losses up to t; kinetic and potential energy are the state's.
  Ledger works(double t) const {
    const Vector<size> y = step_.at(t1_ > t0_ ? (t - t0_) / step_.h : 0.0);
    Ledger ledger = booked_;
    ledger.drive_work += y[2 * n()];
    ledger.friction_loss += y[2 * n() + 1];
    return ledger;
  }

 private:
  int n() const { return dof_of(system_); }

  const S& system_;
  const DormandPrince853<size>& step_;
  double t0_, t1_;
  const ContactModes<S>& modes_;
  const Ledger& booked_;
};

struct NoObserver {
  static constexpr bool segments = false;
  template <class Any>
  void segment(const Any&) {}
  template <class Any>
  void event(const Any&) {}
  bool stop() const { return false; }
};

// Does the observer look at the motion between events? One that says `segments = false` saves the last dense output.
template <class Observer>
inline constexpr bool observes_segments = true;
template <class Observer>
requires requires { Observer::segments; }
inline constexpr bool observes_segments<Observer> = Observer::segments;

}  // namespace carom
