// SPDX-License-Identifier: Apache-2.0
// A start and its surfaces: what penetrates, and how a start that was rounded is put on the surface it was meant to touch.
//
// Papers print states with four digits; a tip that rests on the plate is then a micrometre above or below it. Asked for
// with a length, contacts nearer to their surface than that, on either side, are moved onto it, in the metric of the mass
// matrix (the least displacement that does it), and what was moved is told.
#pragma once

#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include "carom/engine/contact_dynamics.hpp"
#include "carom/engine/tolerances.hpp"

namespace carom {

inline std::string metres(double length) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g m", length);
  return text;
}

inline std::string seconds(double time) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g s", time);
  return text;
}

// Empty, or the first contact that lies deeper below its surface than `tolerance`, and how deep.
template <Mechanism S>
std::string penetration_text(const S& system, const ContactArray<S>& contacts, double tolerance) {
  for (int i = 0; i < contacts_of(system); ++i)
    if (contacts[i].gap < -tolerance)
      return contact_text(system, i) + " is " + metres(-contacts[i].gap) + " below its surface";
  return "";
}

// Moves q; returns how far each contact was lifted, 0 where it was left alone [m].
template <Mechanism S>
std::array<double, S::contact_count> put_on_surface(const S& system, double t, double reach, Vector<S::dof>& q) {
  const Vector<S::dof> rest = zeros<S::dof>(dof_of(system));
  std::array<double, S::contact_count> lifted{};
  std::array<bool, S::contact_count> near{};
  const Tolerances zero(system.scales());
  LocalInertia<S> local = local_inertia(system, t, q, rest);
  for (int i = 0; i < contacts_of(system); ++i) {
    near[i] = std::abs(local.contacts[i].gap) <= reach;
    if (near[i]) lifted[i] = -local.contacts[i].gap;
  }
  for (int iteration = 0; iteration < 20; ++iteration) {
    double worst = 0;
    for (int i = 0; i < contacts_of(system); ++i)
      if (near[i]) worst = std::max(worst, std::abs(local.contacts[i].gap));
    if (!(worst > 0.1 * zero.gap_band(t))) break;
    project_position<S>(local, near, q);
    local = local_inertia(system, t, q, rest);
  }
  return lifted;
}

// "contact 'left' lifted by 3.2e-06 m, contact 'right' lowered by 1e-07 m"; empty if nothing moved.
template <Mechanism S>
std::string lifted_text(const S& system, const std::array<double, S::contact_count>& lifted) {
  std::string text;
  for (int i = 0; i < contacts_of(system); ++i) {
    if (lifted[i] == 0) continue;
    text += (text.empty() ? "" : ", ") + contact_text(system, i) + (lifted[i] > 0 ? " lifted by " : " lowered by ") +
            metres(std::abs(lifted[i]));
  }
  return text.empty() ? text : "the start was put on the surface: " + text;
}

// Empty, or the first constraint that is open, or moves, by more than `tolerance` of its own size: |G| times the
// coordinates' scales.
template <Mechanism S>
std::string open_constraint_text(const S& system, double t, const Vector<S::dof>& q, const Vector<S::dof>& u,
                                 const Vector<S::dof>& q_scale, const Vector<S::dof>& u_scale, double tolerance) {
  if constexpr (may_have_constraints<S>) {
    const ConstraintArray<S> constraints = constraint_kinematics(system, t, q, u);
    for (int i = 0; i < constraints_of(system); ++i) {
      const auto& c = constraints[i];
      const double rate = c.row.dot(u) + c.surface_velocity;
      const double size = c.row.cwiseAbs().dot(q_scale), speed = c.row.cwiseAbs().dot(u_scale);
      char text[64];
      if (!(std::abs(c.value) <= tolerance * size)) {
        std::snprintf(text, sizeof text, " is open by %.3g", c.value);
        return constraint_text(system, i) + text;
      }
      if (!(std::abs(rate) <= tolerance * (speed + std::abs(c.surface_velocity)))) {
        std::snprintf(text, sizeof text, " opens at a rate of %.3g", rate);
        return constraint_text(system, i) + text;
      }
    }
  }
  return "";
}

}  // namespace carom
