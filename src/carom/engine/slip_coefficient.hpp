// SPDX-License-Identifier: Apache-2.0
// The friction of a contact at one instant: its coefficients, and the load that it rides on. Whatever moves in contact phases
// asks here.
//
// Model
//   (1)  μ = μ(v),   v = σ γ_t of a slip whose sign σ is known,   v = |γ_t| otherwise;   μ_s constant
//   (2)  μ = μ(t, q, u), μ_s = μ_s(t, q, u), where a model known at run time gives them
//
// Sign      A slip begins and ends at γ_t = 0, where |γ_t| has a corner: with numbers that carry derivatives the slope must be
//           that of the side on which the contact slips, and rounding must not choose it. A step that looks beyond the end
//           of its slip, σ γ_t < 0, is told μ(0), with those slopes.
// Symbols   γ_t tangential velocity [m/s], μ slip coefficient.
#pragma once

#include <cmath>
#include <string>

#include "carom/base/bad_input.hpp"
#include "carom/base/dual.hpp"
#include "carom/laws/check_contact_law.hpp"
#include "carom/laws/friction_load.hpp"
#include "carom/model/mechanism.hpp"

namespace carom {

// v of (1), never below zero.
template <class Real>
Real slip_speed(const Real& v_t, int sigma) {
  using std::abs;
  if (sigma == 0) return abs(v_t);
  const Real v = sigma * v_t;
  return v < 0.0 ? Real(v - value_of(v)) : v;
}

template <class Real>
struct FrictionCoefficients {
  Real mu_s, mu;
};

// (1), (2) for contact i with its kinematics at the velocity u; sigma: 0 where the sign is not known.
template <Mechanism S, class Real>
FrictionCoefficients<Real> friction_coefficients(const S& system, int i, const ContactKinematics<S::dof, Real>& contact,
                                                 [[maybe_unused]] const Number<Real>& t,
                                                 [[maybe_unused]] const Number<Vector<S::dof, Real>>& q,
                                                 const Number<Vector<S::dof, Real>>& u, int sigma = 0) {
  if constexpr (requires { system.gives_friction(i); }) {
    if (system.gives_friction(i)) {
      FrictionCoefficients<Real> own;
      system.template friction<Real>(i, t, q, u, sigma, own.mu_s, own.mu);
      return own;
    }
  }
  const ContactLaw& law = contact_law(system, i);
  if (law.has_constant_slip()) return {law.mu_s, law.mu_c};
  return {law.mu_s, law.slip_coefficient(slip_speed(contact.tangential_velocity(u), sigma))};
}

// What the friction of contact i rides on (laws/friction_load.hpp).
template <class S>
inline constexpr bool may_ride = requires(const S& system) {
  system.rides_on(0);
};
template <Mechanism S>
int rides_on([[maybe_unused]] const S& system, [[maybe_unused]] int i) {
  if constexpr (may_ride<S>)
    return system.rides_on(i);
  else
    return own_load;
}
// Does any contact of it ride?
template <Mechanism S>
bool some_ride([[maybe_unused]] const S& system) {
  if constexpr (may_ride<S>)
    return system.some_ride();
  else
    return false;
}

// Refuses laws that depend on the slip speed and make no sense; constants are checked where they are read.
template <Mechanism S>
void check_slip_laws(const S& system) {
  for (int i = 0; i < contacts_of(system); ++i) {
    const ContactLaw& law = contact_law(system, i);
    if (law.has_constant_slip()) continue;
    if (const std::string text = fault(law); !text.empty()) throw BadInput(contact_text(system, i) + ": " + text);
  }
}

}  // namespace carom
