// SPDX-License-Identifier: Apache-2.0
// Guards of a regime: quantities that are positive while it lasts.
//
//   gap          g_N of an open contact                    an impact follows
//   force        F_n of a closed contact                   it opens
//   slip         σ γ_t of a slipping contact               stick, reversed slip or opening
//   stick_plus   μ_s F_n − F_t of a sticking contact       slip backwards
//   stick_minus  μ_s F_n + F_t                             slip forwards; neither where μ_s = ∞
//   steepness    (A − σ μ B)/A of the only closed contact  Painlevé: tangential impact
//   end          motion_lasts of the mechanism             the run has reached its end
//   event        f of an event of the mechanism's own      its jump (model/own_events.hpp); positive on the side where the
//                                                          regime began
//   clock        the time to an event that the clock sets off  its jump
//   switching    s of a switch on the side where it is held    the other side, or sliding along it (model/switches.hpp)
//   share, rest  α and 1 − α of a sliding motion             it leaves the switch, to the side held or beyond
#pragma once

#include "carom/engine/contact_dynamics.hpp"
#include "carom/model/own_events.hpp"

namespace carom {

enum class GuardKind {
  gap,
  force,
  slip,
  stick_plus,
  stick_minus,
  steepness,
  end,
  event,
  clock,
  switching,
  share,
  rest
};

// Of a contact, or of an event, a switch or the whole model?
constexpr bool is_of_contact(GuardKind kind) { return kind <= GuardKind::steepness; }

struct Guard {
  GuardKind kind;
  int contact;  // or the number of an event, of a switch, of one along which the motion slides
};

template <Mechanism S, class Real>
Real event_value([[maybe_unused]] const S& system, [[maybe_unused]] int i, [[maybe_unused]] const Real& t,
                 [[maybe_unused]] const Vector<S::dof, Real>& q, [[maybe_unused]] const Vector<S::dof, Real>& u) {
  if constexpr (may_have_events<S>)
    return event_values(system, t, q, u)[i];
  else
    return 1.0;
}

// From a motion that was evaluated in these modes. steepness_sign: −1 in a slip that began where A − σ μ B < 0.
template <Mechanism S, class Real>
Real guard_value(const S& system, const Guard& guard, Number<Real> t, const Vector<S::dof, Real>& q,
                 const Number<Vector<S::dof, Real>>& u, const ContactModes<S>& modes, const Motion<S, Real>& motion,
                 int steepness_sign = 1) {
  const int i = guard.contact;
  if (guard.kind == GuardKind::event) return event_value<S, Real>(system, i, t, q, u);
  if (guard.kind == GuardKind::clock) return -t;  // up to the instant itself, which does not vary
  if constexpr (may_have_switches<S>) {
    if (guard.kind == GuardKind::switching) return system.template switch_values<Real>(t, q, u)[i];
    if (guard.kind == GuardKind::share) return motion.share[i];
    if (guard.kind == GuardKind::rest) return 1.0 - motion.share[i];
  }
  switch (guard.kind) {
    case GuardKind::gap: return motion.contacts[i].gap;
    case GuardKind::force: return motion.F_n[i];
    case GuardKind::slip: return slip_sign(modes[i]) * motion.contacts[i].tangential_velocity(u);
    case GuardKind::stick_plus:
      return friction_limit(friction_coefficients(system, i, motion.contacts[i], t, q, u).mu_s, motion.F_n[i]) -
             motion.F_t[i];
    case GuardKind::stick_minus:
      return friction_limit(friction_coefficients(system, i, motion.contacts[i], t, q, u).mu_s, motion.F_n[i]) +
             motion.F_t[i];
    case GuardKind::steepness: return steepness_sign * motion.steepness;
    case GuardKind::end:
    case GuardKind::share:
    case GuardKind::rest:
    case GuardKind::event:
    case GuardKind::clock:
    case GuardKind::switching: break;
  }
  if constexpr (requires { system.motion_lasts(t, q); })
    return system.motion_lasts(t, q);
  else
    return 1.0;
}

}  // namespace carom
