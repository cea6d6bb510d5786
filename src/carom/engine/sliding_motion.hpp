// SPDX-License-Identifier: Apache-2.0
// The motion along a switch into which both of its sides drive (model/switches.hpp).
//
// Model     With u̇⁻, u̇⁺ the accelerations of the side that is held and of the one beyond it, in the same contact modes, and ṡ∓ the
//           rates of the switch's function along them, counted from the held side (ṡ⁻ < 0 < ṡ⁺ where both drive into s = 0):
//   (1)  u̇ = u̇⁻ + α (u̇⁺ − u̇⁻),   α = ṡ⁻/(ṡ⁻ − ṡ⁺)
//   Forces of contacts, powers and losses, linear in the forces of the mechanism within one set of modes, are divided alike.
//
// Symbols   s function of the switch, α share of the side beyond, 0 … 1.
// Source    filippov_1988 chapter 2.
// Limits    ṡ must see the acceleration: a switch of places alone is crossed or touched, never slid along.
#pragma once

#include <cmath>

#include "carom/engine/contact_dynamics.hpp"
#include "carom/model/model.hpp"

namespace carom {

// ṡ of switch i along a motion with this acceleration; above zero: away from the switch, into the side that is held.
template <Mechanism S, class Real>
Real switch_rate(const S& system, int i, const Number<Real>& t, const Vector<S::dof, Real>& q,
                 const Number<Vector<S::dof, Real>>& u, const Number<Vector<S::dof, Real>>& acceleration) {
  using Next = Dual<Real>;
  const int n = dof_of(system);
  Vector<S::dof, Next> place = zeros<S::dof, Next>(n), velocity = place;
  for (int k = 0; k < n; ++k) {
    place[k] = Next(q[k], u[k]);
    velocity[k] = Next(u[k], acceleration[k]);
  }
  return system.template switch_values<Next>(Next(t, Real(1.0)), place, velocity)[i].slope;
}

// Evaluates with one side at a time, and puts back what was held.
template <class S>
class OneSide {
 public:
  explicit OneSide(const S& system) : system_(system), i_(system.sliding()), side_(system.side(i_)) {
    system_.take_one_side(true);
  }
  ~OneSide() {
    system_.hold(i_, side_);
    system_.take_one_side(false);
  }
  OneSide(const OneSide&) = delete;
  OneSide& operator=(const OneSide&) = delete;
  void go_beyond() { system_.hold(i_, system_.other_side()); }

 private:
  const S& system_;
  int i_, side_;
};

// (1). Kept out of the common case, into which everything else is inlined.
template <Mechanism S, class Real>
[[gnu::noinline]] bool evaluate_sliding_motion(const S& system, Number<Real> t, const Vector<S::dof, Real>& q,
                                               const Number<Vector<S::dof, Real>>& u, const ContactModes<S>& modes,
                                               Motion<S, Real>& motion) {
  if constexpr (std::is_same_v<Real, Thrice>) {
    return false;  // third derivatives are for equilibria, which do not slide
  } else {
    const int i = system.sliding();
    Motion<S, Real> beyond;
    Real rate_here, rate_beyond;
    {
      OneSide<S> one(system);
      if (!evaluate_held_motion(system, t, q, u, modes, motion)) return false;
      rate_here = switch_rate<S, Real>(system, i, t, q, u, motion.acceleration);
      one.go_beyond();
      if (!evaluate_held_motion(system, t, q, u, modes, beyond)) return false;
      rate_beyond = -switch_rate<S, Real>(system, i, t, q, u, beyond.acceleration);
    }
    const Real share = rate_here / (rate_here - rate_beyond);
    motion.share = share;
    system.set_share(value_of(share));
    motion.acceleration += share * Vector<S::dof, Real>(beyond.acceleration - motion.acceleration);
    for (int k = 0; k < contacts_of(system); ++k) {
      motion.F_n[k] += share * Real(beyond.F_n[k] - motion.F_n[k]);
      motion.F_t[k] += share * Real(beyond.F_t[k] - motion.F_t[k]);
    }
    motion.drive_power += value_of(share) * (beyond.drive_power - motion.drive_power);
    motion.friction_loss_power += value_of(share) * (beyond.friction_loss_power - motion.friction_loss_power);
    return std::isfinite(value_of(share));
  }
}

}  // namespace carom
