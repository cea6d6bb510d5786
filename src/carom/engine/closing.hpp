// SPDX-License-Identifier: Apache-2.0
// What closes a contact after an impact, and where its remaining speed goes.
//
// Rule      A contact stays closed if the free motion presses it on (γ̇_n < 0) and its speed |γ_n⁺| is below the closing
//           speed, or below what the free motion takes away within the closing time. The speed goes by the impulse of least
//           kinetic energy, or, if the mechanism says so, by the free motion itself, u⁺ + τ a_free with the least τ that
//           brings a contact to rest, if that is within the closing duration. Without such a rule, hops too low to be
//           resolved (height γ_n²/2|γ̇_n| within a hundred roundings of the gap) are summed: with ratio ρ = γ_n⁺/|γ_n⁻| the
//           hops of duration 2γ_n⁺/|γ̇_n| ρᵏ end at t + 2γ_n⁺/(|γ̇_n|(1 − ρ)). The mean contact force of a chatter is that of
//           the closed contact, so the motion goes on in contact from t; what is neglected is of the order γ_n⁺ Δt.
// Source    liu_zhao_brogliato_2008 sections 3 and 4; pfeiffer_glocker_1996; acary_brogliato_2008.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "carom/engine/contact_dynamics.hpp"

namespace carom {

struct ClosingRule {
  double speed = 0;  // m/s
  double time = 0;   // s

  // By the speed after the impact and the acceleration that presses the contact on.
  bool closes(double v_n, double acceleration, double gap_band) const {
    if (!(acceleration < 0)) return false;
    return below(v_n, acceleration) || v_n * v_n < -200 * acceleration * gap_band;
  }
  bool below(double v_n, double acceleration) const {
    return std::abs(v_n) < speed || std::abs(v_n) < -time * acceleration;
  }
};

template <class S>
inline constexpr bool may_close_by_free_motion = requires {
  &S::closes_by_free_motion;
};
// A constant of the mechanism's class, or what a model says at run time.
template <class S>
constexpr bool closes_by_free_motion([[maybe_unused]] const S& system) {
  if constexpr (requires { system.closes_by_free_motion(); })
    return system.closes_by_free_motion();
  else if constexpr (may_close_by_free_motion<S>)
    return S::closes_by_free_motion;
  else
    return false;
}

// The free motion goes on until the first of the closing contacts is at rest, if it takes no longer than the closing
// duration. Others that are still leaving open again, unless their hop is too low to be resolved; what is left is projected.
// Constraints are kept as they are now: the time stands still. Returns the work of the surfaces; `freely`: the velocity at
// the end of the free motion, `exerted`: what contacts then add to the momentum.
template <Mechanism S, class Real>
Real close_by_free_motion(const S& system, const LocalInertia<S, Real>& now, const Number<Real>& t,
                          const Vector<S::dof, Real>& q, double gap_band, double velocity_zero,
                          std::array<bool, S::contact_count>& closing, Vector<S::dof, Real>& velocity,
                          Vector<S::dof, Real>* freely = nullptr, Vector<S::dof, Real>* exerted = nullptr) {
  using std::isfinite;
  double longest = HUGE_VAL;
  Real duration = HUGE_VAL;
  if constexpr (requires { system.closing_duration(); }) longest = system.closing_duration();
  for (int i = 0; i < contacts_of(system); ++i) {
    if (!closing[i]) continue;
    const Real speed = std::max<Real>(now.contacts[i].normal_velocity(velocity), 0.0);
    const Real acceleration = now.contacts[i].normal.dot(now.free_acceleration);  // the configuration stays as it is
    if (acceleration < 0.0 && speed <= -longest * acceleration)
      duration = std::min<Real>(duration, speed / -acceleration);
  }
  if (isfinite(duration)) {
    velocity += duration * now.free_acceleration;
    if (constraints_of(system) > 0) keep_constraint_velocities(system, t, q, velocity);
    // What presses a contact may be the others, so the strongest acceleration of all tells what a low hop is.
    double strongest = system.scales().speed / system.scales().time;
    for (int i = 0; i < contacts_of(system); ++i) {
      const auto& contact = now.contacts[i];
      strongest = std::max(strongest,
                           std::abs(value_of(Real(contact.normal.dot(now.free_acceleration) + contact.normal_drift))));
    }
    const double low = std::max(velocity_zero, std::sqrt(200 * strongest * gap_band));
    for (int i = 0; i < contacts_of(system); ++i)
      closing[i] = closing[i] && std::abs(value_of(now.contacts[i].normal_velocity(velocity))) <= low;
  }
  if (freely) *freely = velocity;
  Real drive = 0.0;
  project_velocity<S, Real>(now, closing, {}, velocity, drive, exerted);
  return drive;
}

// μ_i, with the derivative by a parameter that varies.
template <Mechanism S, class Real>
Real slip_coefficient_of_impacts(const S& system, int i) {
  const double mu_i = contact_law(system, i).mu_i;
  if constexpr (std::is_same_v<Real, Dual<double>> && requires { system.law_slope(i); })
    return Real(mu_i, system.law_slope(i).mu_i);
  else
    return mu_i;
}

template <Mechanism S, class Real>
struct HopEnd {
  Vector<S::dof, Real> direction;  // of the impulses that remain: along the slip direction of the impacts
  Real impulse = 0.0;              // along it
};

// Undoes the hop of contact i: the impulse that takes its normal velocity away.
template <Mechanism S, class Real>
HopEnd<S, Real> end_hop(const S& system, const LocalInertia<S, Real>& now, int i, bool sticks, double velocity_zero,
                        Vector<S::dof, Real>& velocity) {
  const auto& contact = now.contacts[i];
  const double v_t = value_of(contact.tangential_velocity(velocity));
  HopEnd<S, Real> end{.direction = contact.normal};
  if (!sticks && std::abs(v_t) > velocity_zero)
    end.direction -= Real((v_t > 0 ? 1 : -1) * slip_coefficient_of_impacts<S, Real>(system, i)) * contact.tangent;
  const Vector<S::dof, Real> response = now.inverse_mass * end.direction;
  end.impulse = -contact.normal_velocity(velocity) / contact.normal.dot(response);
  velocity += response * end.impulse;
  return end;
}

}  // namespace carom
