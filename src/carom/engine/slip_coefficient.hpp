// SPDX-License-Identifier: Apache-2.0
// The friction coefficient of a contact that slips, at one instant. Whatever moves in contact phases asks here.
//
// Model
//   (1)  μ = μ(v),   v = σ γ_t of a slip whose sign σ is known,   v = |γ_t| otherwise
//
// Sign      A slip begins and ends at γ_t = 0, where |γ_t| has a corner: with numbers that carry derivatives the slope must be
//           that of the side on which the contact slips, and rounding must not choose it. A step that looks beyond the end
//           of its slip, σ γ_t < 0, is told μ(0), with those slopes.
// Symbols   γ_t tangential velocity [m/s], μ slip coefficient.
// Limits    By the contact's law alone (laws/slip_friction.hpp). A mechanism or a Model that gives μ itself, as a function of
//           time, place and velocity, would be asked in `slip_coefficient`; there is none yet.
#pragma once

#include <cmath>
#include <string>

#include "carom/base/bad_input.hpp"
#include "carom/base/dual.hpp"
#include "carom/laws/check_contact_law.hpp"
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

// (1) for contact i with its kinematics at the velocity u; sigma: 0 where the sign is not known.
template <Mechanism S, class Real>
Real slip_coefficient(const S& system, int i, const ContactKinematics<S::dof, Real>& contact,
                      const Number<Vector<S::dof, Real>>& u, int sigma = 0) {
  const ContactLaw& law = contact_law(system, i);
  if (law.has_constant_slip()) return law.mu_c;
  return law.slip_coefficient(slip_speed(contact.tangential_velocity(u), sigma));
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
