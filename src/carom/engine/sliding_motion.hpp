// SPDX-License-Identifier: Apache-2.0
// The motion along a switch into which both of its sides drive (model/switches.hpp).
//
// Model     With u̇⁻, u̇⁺ the accelerations of the side that is held and of the one beyond it, in the same contact modes, and ṡ∓ the
//           rates of the switch's function along them, counted from the held side (ṡ⁻ < 0 < ṡ⁺ where both drive into s = 0):
//   (1)  u̇ = u̇⁻ + α (u̇⁺ − u̇⁻),   α = ṡ⁻/(ṡ⁻ − ṡ⁺)
//   Forces of contacts, powers and losses, linear in the forces of the mechanism within one set of modes, are divided alike.
//   Along several switches at once every set of sides c, a bit c_k for each switch, has its acceleration:
//   (2)  u̇ = Σ_c w_c u̇_c,   w_c = Π_k (c_k α_k + (1 − c_k)(1 − α_k)),   α such that ṡ_k = Σ_c w_c ṡ_kc = 0 for all k,
//   by Newton's method; one step is enough where the jumps add up, which is the rule.
//
// Symbols   s function of the switch, α share of the side beyond, 0 … 1.
// Source    filippov_1988 chapter 2.
// Limits    ṡ must see the acceleration: a switch of places alone, whose ṡ does not, is crossed or touched.
//           (2) may have no shares, or none that Newton's method finds in twelve turns: the motion then has no rates.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

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

// Evaluates with one set of sides at a time, and puts back what was held.
template <class S>
class OneSide {
 public:
  explicit OneSide(const S& system) : system_(system) {
    for (int k = 0; k < system_.slide_count(); ++k) held_[k] = system_.side(system_.sliding(k).number);
    system_.take_one_side(true);
  }
  ~OneSide() {
    for (int k = 0; k < system_.slide_count(); ++k) take(k, false);
    system_.take_one_side(false);
  }
  OneSide(const OneSide&) = delete;
  OneSide& operator=(const OneSide&) = delete;
  void take(int k, bool beyond) {
    system_.hold(system_.sliding(k).number, beyond ? system_.sliding(k).other_side : held_[k]);
  }

 private:
  const S& system_;
  std::array<int, most_slides> held_{};
};

// What the motion with one set of sides has to do with (1) and (2).
template <Mechanism S, class Real>
struct SideMotion {
  Vector<S::dof, Real> acceleration;
  Vector<S::contact_count, Real> F_n, F_t;
  double drive_power = 0, friction_loss_power = 0;
  std::array<Real, most_slides> rate{};  // ṡ_k, counted from the side that is held

  explicit SideMotion(const Motion<S, Real>& motion)
      : acceleration(motion.acceleration),
        F_n(motion.F_n),
        F_t(motion.F_t),
        drive_power(motion.drive_power),
        friction_loss_power(motion.friction_loss_power) {}
};

// J x = b, for so many rows; false if it is singular.
template <class Real>
bool solve_shares(int count, std::array<std::array<double, most_slides>, most_slides> J,
                  std::array<Real, most_slides>& b) {
  for (int k = 0; k < count; ++k) {
    int best = k;
    for (int i = k + 1; i < count; ++i)
      if (std::abs(J[i][k]) > std::abs(J[best][k])) best = i;
    if (!(std::abs(J[best][k]) > 0)) return false;
    std::swap(J[k], J[best]);
    std::swap(b[k], b[best]);
    for (int i = k + 1; i < count; ++i) {
      const double factor = J[i][k] / J[k][k];
      for (int j = k; j < count; ++j) J[i][j] -= factor * J[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (int k = count - 1; k >= 0; --k) {
    for (int j = k + 1; j < count; ++j) b[k] -= J[k][j] * b[j];
    b[k] /= J[k][k];
  }
  return true;
}

// The shares of (2); false if there are none, or none that can be found.
template <Mechanism S, class Real>
bool find_shares(int count, const std::vector<SideMotion<S, Real>>& sides, std::array<Real, most_slides>& share) {
  constexpr int most_iterations = 12;
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    std::array<Real, most_slides> rate{};
    std::array<std::array<double, most_slides>, most_slides> J{};
    for (std::size_t c = 0; c < sides.size(); ++c) {
      Real weight = 1.0;
      std::array<double, most_slides> slope{};
      slope.fill(1);
      for (int k = 0; k < count; ++k) {
        const bool beyond = (c >> k & 1) != 0;
        const Real part = beyond ? share[k] : Real(1.0 - share[k]);
        weight *= part;
        for (int j = 0; j < count; ++j) slope[j] *= j == k ? (beyond ? 1.0 : -1.0) : value_of(part);
      }
      for (int k = 0; k < count; ++k) {
        rate[k] += weight * sides[c].rate[k];
        for (int j = 0; j < count; ++j) J[k][j] += slope[j] * value_of(sides[c].rate[k]);
      }
    }
    if (!solve_shares(count, J, rate)) return false;
    double change = 0;
    for (int k = 0; k < count; ++k) {
      share[k] -= rate[k];
      change = std::max(change, std::abs(value_of(rate[k])));
    }
    if (iteration >= 2 && change < 1e-14) return true;  // derivatives follow, one in each turn
    if (iteration == most_iterations - 1) return change < 1e-9;
  }
  return false;
}

// (2)
template <Mechanism S, class Real>
bool evaluate_motion_along_several(const S& system, const Number<Real>& t, const Vector<S::dof, Real>& q,
                                   const Number<Vector<S::dof, Real>>& u, const ContactModes<S>& modes,
                                   Motion<S, Real>& motion) {
  const int count = system.slide_count();
  std::array<Real, most_slides> share{};
  for (int k = 0; k < count; ++k) share[k] = system.sliding(k).share;
  // In thread's memory: there are as many as 2 to the number of switches.
  static thread_local std::vector<SideMotion<S, Real>> sides;
  sides.clear();
  {
    OneSide<S> one(system);
    for (int c = 0; c < 1 << count; ++c) {
      for (int k = 0; k < count; ++k) one.take(k, (c >> k & 1) != 0);
      if (!evaluate_held_motion(system, t, q, u, modes, motion)) return false;
      sides.emplace_back(motion);
      for (int k = 0; k < count; ++k) {
        const Real rate = switch_rate<S, Real>(system, system.sliding(k).number, t, q, u, motion.acceleration);
        sides.back().rate[k] = (c >> k & 1) != 0 ? Real(-rate) : rate;
      }
    }
    for (int k = 0; k < count; ++k) one.take(k, false);
    if (!evaluate_held_motion(system, t, q, u, modes, motion)) return false;
  }
  if (!find_shares<S, Real>(count, sides, share)) return false;
  const SideMotion<S, Real>& held = sides.front();
  for (std::size_t c = 1; c < sides.size(); ++c) {
    Real weight = 1.0;
    for (int k = 0; k < count; ++k) weight *= (c >> k & 1) != 0 ? share[k] : Real(1.0 - share[k]);
    motion.acceleration += weight * Vector<S::dof, Real>(sides[c].acceleration - held.acceleration);
    for (int i = 0; i < contacts_of(system); ++i) {
      motion.F_n[i] += weight * Real(sides[c].F_n[i] - held.F_n[i]);
      motion.F_t[i] += weight * Real(sides[c].F_t[i] - held.F_t[i]);
    }
    motion.drive_power += value_of(weight) * (sides[c].drive_power - held.drive_power);
    motion.friction_loss_power += value_of(weight) * (sides[c].friction_loss_power - held.friction_loss_power);
  }
  bool is_finite = true;
  for (int k = 0; k < count; ++k) {
    motion.share[k] = share[k];
    system.set_share(k, value_of(share[k]));
    is_finite = is_finite && std::isfinite(value_of(share[k]));
  }
  return is_finite;
}

// (1), (2). Kept out of the common case, into which everything else is inlined.
template <Mechanism S, class Real>
[[gnu::noinline]] bool evaluate_sliding_motion(const S& system, Number<Real> t, const Vector<S::dof, Real>& q,
                                               const Number<Vector<S::dof, Real>>& u, const ContactModes<S>& modes,
                                               Motion<S, Real>& motion) {
  if constexpr (std::is_same_v<Real, Thrice>) {
    return false;  // third derivatives are for equilibria, which do not slide
  } else {
    if (system.slide_count() > 1) return evaluate_motion_along_several(system, t, q, u, modes, motion);
    const int i = system.sliding(0).number;
    Motion<S, Real> beyond;
    Real rate_here, rate_beyond;
    {
      OneSide<S> one(system);
      if (!evaluate_held_motion(system, t, q, u, modes, motion)) return false;
      rate_here = switch_rate<S, Real>(system, i, t, q, u, motion.acceleration);
      one.take(0, true);
      if (!evaluate_held_motion(system, t, q, u, modes, beyond)) return false;
      rate_beyond = -switch_rate<S, Real>(system, i, t, q, u, beyond.acceleration);
    }
    // Where both sides move along the switch, any share will do.
    const Real across = rate_here - rate_beyond;
    const Real share = value_of(across) == 0 ? Real(system.sliding(0).share) : Real(rate_here / across);
    motion.share[0] = share;
    system.set_share(0, value_of(share));
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
