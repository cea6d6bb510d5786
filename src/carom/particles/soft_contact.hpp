// SPDX-License-Identifier: Apache-2.0
// The force between two virtual spheres: Hertz with damping, and a tangential spring that slips (Cundall and Strack).
//
// Model.  δ > 0 overlap, n the normal towards the body that the force acts on, v the velocity of its contact point
// relative to the other's, v_n = v·n (> 0: separating), v_t the tangential rest:
//   (1)  F_n = k_n δ^(3/2) − γ_n M_e δ^p v_n
//   (2)  ds/dt = v_t while in contact, s carried with the tangent plane, s = 0 when the contact begins
//   (3)  F_t = −k_t δ^q s − γ_t M_e δ^p v_t
//   (4)  where |F_t| > μ|F_n|: F_t is cut to μ|F_n| in its direction, and s to what alone would carry it, −F_t/(k_t δ^q)
//   (5)  with a static coefficient μ_s > μ, a contact that did not slip in the step before holds up to μ_s|F_n|; one that
//        slips goes on by (4) until (3) is within μ|F_n|, then it sticks
// Symbols (reduced units: diameter, gravity and the mass of a virtual sphere are 1).  k_n, k_t stiffness; γ_n, γ_t damping;
//   M_e reduced mass: half a rod's for two rods, a rod's for plate and walls; μ friction in slip, μ_s at rest; p, q powers
//   of the overlap.
// Source.  volfson_kudrolli_tsimring_2004, appendix A; μ_s = 0.36, μ = 0.25 are its experiment's (section II), which its
//   simulations leave out.
// Differs.  The paper prints damping with δ¹; with its γ = 400 and any mass of the rod, that gives a restitution of
//   0.75–0.99. With p = 1/2 and the true mass of a spherocylinder it is 0.60–0.81 (mean 0.68), which is what the paper
//   states. So p = 1/2 here. k_t = 95 k_n is as printed: with the printed δ¹ in (3) it is a tangential stiffness of 0.3 of
//   the normal one at usual overlaps. Of (4) the paper says only that s is "adjusted"; solving (3) for s with the damping
//   term does not converge with the step, since it divides by δ → 0. The other readings stay available as options.
// Limits.  (3) with a varying δ stores no energy in a potential: energy is conserved only for μ = 0 and γ = 0. F_n may
//   pull just before the contact opens; `clamp` forbids it.
#pragma once

#include <cmath>

#include "carom/particles/space.hpp"

namespace carom::particles {

enum class DampingPower { zero, half, one };  // p of (1)
enum class SpringPower { half, one };         // q of (3)
enum class SlipAdjustment { spring, whole };  // of s in (4): spring alone, or spring and dashpot together
enum class LeverArm { surface, axis };        // where forces act

struct ContactLaw {
  double k_n = 5e6;
  double k_t = 95 * 5e6;
  double gamma_n = 400;
  double gamma_t = 400;
  DampingPower damping_power = DampingPower::half;
  SpringPower spring_power = SpringPower::one;
  SlipAdjustment slip_adjustment = SlipAdjustment::spring;
  LeverArm lever_arm = LeverArm::surface;
  bool clamp = false;  // no pull
};

// What the contacts of one step exchange, per unit of time.
struct ContactPower {
  double normal_loss = 0;    // at dashpots
  double friction_loss = 0;  // −F_t·v_t: spring, dashpot and slip together
};

// The law with what a step needs of it worked out. One-hot weights choose powers without a branch: exact, since the
// others multiply by 0.
class SoftContact {
 public:
  SoftContact() = default;
  // `mu_static`: μ_s; below μ it is μ.
  SoftContact(const ContactLaw& law, double mu, double reduced_mass, double dt, double mu_static = 0)
      : k_n_(law.k_n),
        k_t_(law.k_t),
        damp_n_(law.gamma_n * reduced_mass),
        damp_t_(law.gamma_t * reduced_mass),
        mu_(mu),
        mu_static_(mu_static > mu ? mu_static : mu),
        remembers_(mu_static > mu),
        dt_(dt),
        p0_(law.damping_power == DampingPower::zero),
        p1_(law.damping_power == DampingPower::half),
        p2_(law.damping_power == DampingPower::one),
        q1_(law.spring_power == SpringPower::half),
        q2_(law.spring_power == SpringPower::one),
        whole_(law.slip_adjustment == SlipAdjustment::whole),
        clamp_(law.clamp) {}

  double mu() const { return mu_; }

  // Force on the body that n points to; s moves on by one step. `slips` tells whether (4) applied; for (5) it
  // must come in as it was in the step before, false at the first.
  template <class Space>
  typename Space::Vec force(double overlap, typename Space::Vec n, typename Space::Vec v, typename Space::Tangent& s,
                            ContactPower& power, bool& slips) const {
    const double root = std::sqrt(overlap);
    const double v_n = dot(v, n);
    const typename Space::Tangent v_t = Space::along(v, n);
    const double rate = p0_ + p1_ * root + p2_ * overlap;
    const double spring = k_n_ * overlap * root;
    double pull = damp_n_ * rate * v_n;
    if (clamp_ && pull > spring) pull = spring;
    const double F_n = spring - pull;  // (1)
    power.normal_loss += pull * v_n;
    if (mu_static_ == 0) {
      slips = false;
      return F_n * n;
    }
    s = Space::carry(s, n) + dt_ * v_t;  // (2)
    const double k = k_t_ * (q1_ * root + q2_ * overlap);
    const double c = damp_t_ * rate;
    typename Space::Tangent F_t = (-k) * s - c * v_t;  // (3)
    const double limit = mu_ * std::abs(F_n);
    const double size_squared = Space::square(F_t);
    const bool over = size_squared > limit * limit;
    if (over && !(remembers_ && !slips && holds(size_squared, F_n))) {  // (4), (5)
      F_t = (limit / std::sqrt(size_squared)) * F_t;
      s = whole_ ? (-1 / k) * (F_t + c * v_t) : (-1 / k) * F_t;
      slips = true;
    } else {
      slips = false;
    }
    const typename Space::Vec along = Space::back(F_t, n);
    power.friction_loss -= dot(along, v);
    return F_n * n + along;
  }

  // Energy stored at the normal of an overlap.
  double stored(double overlap) const { return 0.4 * k_n_ * overlap * overlap * std::sqrt(overlap); }

 private:
  bool holds(double size_squared, double F_n) const { return size_squared <= mu_static_ * mu_static_ * F_n * F_n; }

  double k_n_ = 0, k_t_ = 0, damp_n_ = 0, damp_t_ = 0, mu_ = 0, mu_static_ = 0;
  bool remembers_ = false;
  double dt_ = 0;
  double p0_ = 0, p1_ = 1, p2_ = 0, q1_ = 0, q2_ = 1;
  bool whole_ = false, clamp_ = false;
};

}  // namespace carom::particles
