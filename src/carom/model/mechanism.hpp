// SPDX-License-Identifier: Apache-2.0
// What a mechanism is to the engine: a concept, not a base class. A user writes these members in about twenty lines and
// gets event-driven motion, impacts, ledgers, oracles and analysis.
//
// Model
//   (1)  M(q) u̇ = h(t, q, u) + Σ_i (w_i F_n,i + n_i F_t,i),   q̇ = u
//   h collects gravity, springs, dampers, applied and inertial forces: everything but the contacts.
//
// Members
//   dof, contact_count        compile-time sizes
//   mass_matrix(q)            M(q), symmetric positive definite
//   force(t, q, u)            h(t, q, u)
//   gap(t, q)                 where every contact touches, and for friction
//   slide(t, q)               … the place of its contact point along the surface, or
//   slip(t, q, u)             … the velocity of its material point along the surface (derived_contacts.hpp);
//   contacts(t, q, u)         or, instead of these, the kinematics of every contact by hand (contact_kinematics.hpp)
//   contact_law(i)            restitution, friction and compliance of contact i (laws/contact_law.hpp)
//   potential_energy(q)       V(q), of the conservative part of h [J]
//   scales()                  sizes by which tolerances are measured
//   A mechanism without contacts needs none of gap, slide, slip, contacts and contact_law.
// Friction  A contact without slide, slip or contacts has no direction along its surface: contact_law(system, i) is its
//           law without friction.
// Optional members, used when present
//   inverse_mass(q)           M⁻¹(q), when it is cheaper than a factorisation
//   gaps(t, q)                only the gaps, when they are cheaper than the whole kinematics
//   coordinate_scale(k)       size of coordinate k, by which its absolute tolerance is measured; scales().length if absent
//   closing_speed()           speed below which an impact closes its contact [m/s]; 0 if absent (engine/event_driven.hpp)
//   closing_time()            time within which the free motion must bring a contact to rest for it to close [s]
//   closes_by_free_motion     true: the free motion, not a contact impulse, takes the remaining speed away …
//   closing_duration()        … if that takes no longer than this [s]; any time if absent
//   encloses_gaps             false: contacts or gap are not to be evaluated with ranges (model/gap_enclosure.hpp)
//   contact_name(i)           what contact i is called in messages; "contact 2" if absent
//   motion_lasts(t, q)        positive while the model holds; a run ends where it falls to zero
//   applied_power(t, q, u)    power of the non-conservative part of h (dampers, drives) [W]; 0 if absent
//
// Derivatives  A mechanism whose mass_matrix (or inverse_mass), force and contacts are templates over the kind of number
//           (gap, slide and slip always are),
//           `template <class Real> Vector<dof, Real> force(Number<Real> t, const Vector<dof, Real>& q, …)`, can be differentiated
//           through its motion: multipliers, periodic orbits, branches (engine/tangent_flow.hpp). Everything else needs
//           doubles only.
#pragma once

#include <array>
#include <concepts>
#include <string>
#include <type_traits>

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include "carom/base/bad_input.hpp"
#include "carom/base/dual.hpp"
#include "carom/laws/contact_law.hpp"
#include "carom/model/contact_kinematics.hpp"
#include "carom/model/derived_contacts.hpp"

namespace carom {

struct Scales {
  double length = 1;  // size of the system [m]
  double speed = 1;   // typical speed [m/s]
  double time = 1;    // fastest time on which surfaces and forces change by themselves [s]
};

template <int Dof>
struct State {
  double t = 0;
  Vector<Dof> q = zeros<Dof>();
  Vector<Dof> u = zeros<Dof>();
};

// How many coordinates and contacts it has: known to the compiler, or (dof = at_most(n), contact_count the most there can be)
// by its members freedom() and contact_number().
template <class S>
constexpr int dof_of([[maybe_unused]] const S& system) {
  if constexpr (is_fixed(S::dof))
    return S::dof;
  else
    return system.freedom();
}
template <class S>
constexpr int contacts_of([[maybe_unused]] const S& system) {
  if constexpr (is_fixed(S::dof))
    return S::contact_count;
  else
    return system.contact_number();
}

// A start is as long as its mechanism is large.
template <class S>
void require_length(const S& system, const State<S::dof>& start) {
  if (start.q.size() != dof_of(system) || start.u.size() != dof_of(system))
    throw BadInput("a start of " + std::to_string(start.q.size()) + " coordinates and " +
                   std::to_string(start.u.size()) + " velocities for a mechanism of " + std::to_string(dof_of(system)));
}

// Coordinates and rates in a vector that holds n of each, one after the other.
template <int Dof, class Y>
auto positions(Y& y, int n) {
  return y.template head<rows(Dof)>(n);
}
template <int Dof, class Y>
auto velocities(Y& y, int n) {
  return y.template segment<rows(Dof)>(n, n);
}

template <class S, class Real = double>
using ContactArray = std::conditional_t<is_fixed(S::dof), std::array<ContactKinematics<S::dof, Real>, S::contact_count>,
                                        ContactList<S::dof, Real, S::contact_count>>;

// M(q) and V(q); of a model known at run time they may depend on time and on states too.
template <class S>
concept GivesMassMatrix = requires(const S& system, const Vector<S::dof>& q) {
  { system.mass_matrix(q) } -> std::convertible_to<Matrix<S::dof, S::dof>>;
}
|| requires(const S& system, double t, const Vector<S::dof>& q) {
  { system.mass_matrix(t, q, q) } -> std::convertible_to<Matrix<S::dof, S::dof>>;
};
template <class S>
concept GivesPotentialEnergy = requires(const S& system, const Vector<S::dof>& q) {
  { system.potential_energy(q) } -> std::convertible_to<double>;
}
|| requires(const S& system, double t, const Vector<S::dof>& q) {
  { system.potential_energy(t, q, q) } -> std::convertible_to<double>;
};

// Laws of its contacts, if it has any.
template <class S>
concept GivesLaws = S::contact_count == 0 || requires(const S& system, int i) {
  { system.contact_law(i) } -> std::convertible_to<ContactLaw>;
};

// M(q), h(t, q, u) and V(q), laws and sizes. A requirement a line: who misses one is told which.
template <class S>
concept GivesEquations = requires {
  { S::dof } -> std::convertible_to<int>;
  { S::contact_count } -> std::convertible_to<int>;
}
&&GivesMassMatrix<S>&& requires(const S& system, double t, const Vector<S::dof>& q, const Vector<S::dof>& u) {
  { system.force(t, q, u) } -> std::convertible_to<Vector<S::dof>>;
}
&&GivesPotentialEnergy<S>&& GivesLaws<S>&& requires(const S& system) {
  { system.scales() } -> std::convertible_to<Scales>;
};

// The kinematics of its contacts by hand; otherwise they are derived from its gaps (GivesGaps, derived_contacts.hpp).
template <class S, class Real = double>
concept GivesContacts = requires(const S& system, Real t, const Vector<S::dof, Real>& q) {
  { system.contacts(t, q, q) } -> std::convertible_to<ContactArray<S, Real>>;
};

template <class S, class Real = double>
concept GivesKinematics = S::contact_count == 0 || GivesContacts<S, Real> || (GivesGaps<S> && !GivesContacts<S>);

template <class S>
concept Mechanism = GivesEquations<S> && GivesKinematics<S>;

// Can its equations be evaluated with numbers that carry derivatives?
template <class S>
concept DifferentiableMechanism = Mechanism<S> && GivesKinematics<S, Dual<double>> &&
    requires(const S& system, Dual<double> t, const Vector<S::dof, Dual<double>>& q) {
  { system.force(t, q, q) } -> std::convertible_to<Vector<S::dof, Dual<double>>>;
  requires(
      requires { system.mass_matrix(q); } || requires { system.inverse_mass(q); } ||
      requires { system.inverse_mass(t, q, q); });
};

// A model known at run time says by is_differentiable() whether it can be; who needs derivatives asks first.
template <DifferentiableMechanism S>
void require_derivatives([[maybe_unused]] const S& system) {
  if constexpr (requires { system.is_differentiable(); })
    if (!system.is_differentiable())
      throw BadInput("this model is written for doubles only: its motion has no derivatives");
}

// By hand where given, else derived. Whoever needs contacts comes through here.
template <Mechanism S, class Real>
ContactArray<S, Real> contact_kinematics(const S& system, Number<Real> t, const Vector<S::dof, Real>& q,
                                         const Number<Vector<S::dof, Real>>& u) {
  if constexpr (GivesContacts<S>) {
    return system.contacts(t, q, u);
  } else if constexpr (!GivesGaps<S>) {
    return {};  // it has none
  } else {
    return derived_contacts(system, t, q, u);
  }
}

// The same into a list that is there: of sizes known at run time only what is there is written.
template <Mechanism S, class Real>
void fill_contact_kinematics(const S& system, Number<Real> t, const Vector<S::dof, Real>& q,
                             const Number<Vector<S::dof, Real>>& u, ContactArray<S, Real>& contacts) {
  if constexpr (requires { system.fill_contacts(t, q, u, contacts); })
    system.fill_contacts(t, q, u, contacts);
  else
    contacts = contact_kinematics(system, t, q, u);
}

// Can friction act at its contacts?
template <class S>
inline constexpr bool has_tangents = GivesContacts<S> || GivesSlide<S> || GivesSlip<S>;

// The law of contact i; without friction where the contact has no direction along its surface.
template <Mechanism S>
decltype(auto) contact_law(const S& system, int i) {
  if constexpr (has_tangents<S>) {
    return system.contact_law(i);
  } else if constexpr (S::contact_count == 0) {
    return ContactLaw{};
  } else {
    ContactLaw law = system.contact_law(i);
    law.mu_s = law.mu_c = law.mu_s_i = law.mu_i = law.eps_T = 0;
    law.slip = {};
    return law;
  }
}

// M; of a model known at run time it may depend on time, and on states of first order, which stand among the velocities.
template <Mechanism S>
decltype(auto) mass_matrix(const S& system, [[maybe_unused]] double t, const Vector<S::dof>& q,
                           [[maybe_unused]] const Vector<S::dof>& u) {
  if constexpr (requires { system.mass_matrix(t, q, u); })
    return system.mass_matrix(t, q, u);
  else
    return system.mass_matrix(q);
}

template <Mechanism S>
double potential_energy(const S& system, [[maybe_unused]] double t, const Vector<S::dof>& q,
                        [[maybe_unused]] const Vector<S::dof>& u) {
  if constexpr (requires { system.potential_energy(t, q, u); })
    return system.potential_energy(t, q, u);
  else
    return system.potential_energy(q);
}

template <Mechanism S, class Real>
decltype(auto) inverse_mass(const S& system, [[maybe_unused]] const Number<Real>& t, const Vector<S::dof, Real>& q,
                            [[maybe_unused]] const Number<Vector<S::dof, Real>>& u) {
  using Square = Matrix<S::dof, S::dof, Real>;
  if constexpr (requires { system.inverse_mass(t, q, u); }) {
    return system.inverse_mass(t, q, u);
  } else if constexpr (requires { system.inverse_mass(q); }) {
    return system.inverse_mass(q);
  } else if constexpr (is_fixed(S::dof) && S::dof <= 4) {
    return Square(Square(system.mass_matrix(q)).inverse());
  } else {
    return Square(Square(system.mass_matrix(q)).llt().solve(Square::Identity(q.size(), q.size())));
  }
}

template <Mechanism S>
std::array<double, S::contact_count> gaps(const S& system, double t, const Vector<S::dof>& q) {
  if constexpr (requires { system.gaps(t, q); }) {
    return system.gaps(t, q);
  } else if constexpr (GivesGaps<S>) {
    return system.gap(t, q);
  } else if constexpr (!GivesContacts<S>) {
    return {};  // it has none
  } else {
    const ContactArray<S> contacts = system.contacts(t, q, zeros<S::dof>(dof_of(system)));
    std::array<double, S::contact_count> result;
    for (int i = 0; i < contacts_of(system); ++i) result[i] = contacts[i].gap;
    return result;
  }
}

// As a message says it: "contact 'left'", or by its number, the first being 1.
template <Mechanism S>
std::string contact_text(const S& system, int i) {
  if constexpr (requires { system.contact_name(i); }) {
    const std::string name(system.contact_name(i));
    if (!name.empty()) return "contact '" + name + "'";
  }
  return "contact " + std::to_string(i + 1);
}

template <Mechanism S>
double applied_power(const S& system, double t, const Vector<S::dof>& q, const Vector<S::dof>& u) {
  if constexpr (requires { system.applied_power(t, q, u); }) {
    return system.applied_power(t, q, u);
  } else {
    return 0;
  }
}

template <Mechanism S>
double kinetic_energy(const S& system, double t, const Vector<S::dof>& q, const Vector<S::dof>& u) {
  return 0.5 * u.dot(Matrix<S::dof, S::dof>(mass_matrix(system, t, q, u)) * u);
}
// Of one whose mass does not depend on time.
template <Mechanism S>
double kinetic_energy(const S& system, const Vector<S::dof>& q, const Vector<S::dof>& u) {
  return kinetic_energy(system, 0.0, q, u);
}

}  // namespace carom
