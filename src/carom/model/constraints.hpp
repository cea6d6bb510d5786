// SPDX-License-Identifier: Apache-2.0
// Bilateral constraints of a mechanism: pins of a loop, rods, coordinates moved as prescribed.
//
// Model     A mechanism says what must stay zero, c(t, q); its rows are derived as those of gaps are (derived_contacts.hpp):
//   (1)  c(t, q) = 0
//   (2)  ċ = G u + ĉ = 0,      G = ∂c/∂q,   ĉ = ∂c/∂t
//   (3)  c̈ = G u̇ + ζ = 0,      ζ = d²/dε² c(t + ε, q + ε u)
//   A force λ of a constraint enters the equations of motion as Gᵀλ. Of constraints that move it does the work −∫ λ·ĉ dt.
//
// Members   of the mechanism, optional:
//             static constexpr int constraint_count = …;
//             template <class Real> std::array<Real, constraint_count> constraint(Number<Real> t, const Vector<dof, Real>& q) const;
//             constraint_name(i)      what constraint i is called in messages
//           Of sizes known at run time: constraint_count the most there can be, constraint_number(), constraints(t, q, u).
// Redundancy  Constraints that say the same twice are allowed (engine/constrained_motion.hpp).
// Symbols   c [m] or [rad], G its directions, ĉ the velocity with which it is moved, ζ drift, λ force [N] or [N m].
// Source    pfeiffer_glocker_1996 section 2; the kinematics are elementary.
// Limits    Constraints on positions; those on velocities alone (a skate) have no c(t, q).
#pragma once

#include <array>
#include <string>

#include "carom/model/mechanism.hpp"

namespace carom {

template <int Dof, class Real = double>
struct ConstraintKinematics {
  Real value = 0.0;             // c
  Vector<Dof, Real> row;        // a row of G
  Real surface_velocity = 0.0;  // ĉ
  Real drift = 0.0;             // ζ
};

// May it have any? Whether it has, a mechanism of sizes known at run time says then.
template <class S>
inline constexpr bool may_have_constraints = requires {
  S::constraint_count;
};

template <class S>
constexpr int most_constraints() {
  if constexpr (may_have_constraints<S>)
    return S::constraint_count;
  else
    return 0;
}

template <class S>
constexpr int constraints_of([[maybe_unused]] const S& system) {
  if constexpr (requires { system.constraint_number(); })
    return system.constraint_number();
  else
    return most_constraints<S>();
}

template <class S, class Real = double>
using ConstraintArray = std::array<ConstraintKinematics<S::dof, Real>, most_constraints<S>()>;

// (1)–(3)
template <Mechanism S, class Real>
requires may_have_constraints<S> ConstraintArray<S, Real> constraint_kinematics(const S& system, Number<Real> t,
                                                                                const Vector<S::dof, Real>& q,
                                                                                const Number<Vector<S::dof, Real>>& u) {
  if constexpr (requires { system.constraints(t, q, u); }) {
    return system.constraints(t, q, u);
  } else {
    const DerivedRows<S::dof, S::constraint_count, Real> derived =
        detail::derive_places<S::dof, S::constraint_count, Real>(
            [&system](const auto& time, const auto& at) { return system.constraint(time, at); }, t, q, u);
    ConstraintArray<S, Real> list;
    for (int i = 0; i < S::constraint_count; ++i)
      list[i] = {.value = derived.place[i],
                 .row = derived.row[i],
                 .surface_velocity = derived.surface[i],
                 .drift = derived.drift[i]};
    return list;
  }
}

// As a message says it: "constraint 'pin'", or by its number, the first being 1.
template <Mechanism S>
std::string constraint_text(const S& system, int i) {
  if constexpr (requires { system.constraint_name(i); }) {
    const std::string name(system.constraint_name(i));
    if (!name.empty()) return "constraint '" + name + "'";
  }
  return "constraint " + std::to_string(i + 1);
}

}  // namespace carom
