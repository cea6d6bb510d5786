// SPDX-License-Identifier: Apache-2.0
// Contact kinematics of a mechanism that tells only where it touches: derived from its gaps, and from the places or the
// velocities along the surfaces, with numbers that carry derivatives (base/dual.hpp).
//
// Model     g(t, q) gaps; along the surfaces either places s(t, q), which slide, or velocities v(t, q, u), affine in u:
//   (1)  w = ∂g/∂q,    ŵ_n = ∂g/∂t
//   (2)  ζ_n = d²/dε² g(t + ε, q + ε u) at ε = 0:   γ_n = wᵀu + ŵ_n along a motion of constant u, so γ̇_n = wᵀu̇ + ζ_n
//   (3)  slide:  n = ∂s/∂q,   ŵ_t = ∂s/∂t,        ζ_t = d²/dε² s(t + ε, q + ε u)
//   (4)  slip:   n = ∂v/∂u,   ŵ_t = v(t, q, 0),   ζ_t = d/dε v(t + ε, q + ε u, u)
//   (5)  neither: n = 0, ŵ_t = ζ_t = 0. Nothing acts along such a contact: friction has no direction, and contact_law
//        (mechanism.hpp) leaves it out.
//
// Members   of the mechanism, as templates over the kind of number:
//             template <class Real> std::array<Real, contact_count> gap(Number<Real> t, const Vector<dof, Real>& q) const;
//             … slide(Number<Real> t, const Vector<dof, Real>& q) const;
//             … slip(Number<Real> t, const Vector<dof, Real>& q, const Number<Vector<dof, Real>>& u) const;
// Symbols   as in contact_kinematics.hpp; s place along the surface, counted in the direction of F_t [m]; v = γ_t [m/s].
// Differs   Rolling has no place: the point that touches is another one at every instant. It is told by slip, the velocity
//           of the material point, and only where its integral exists also by slide.
// Limits    dof + 2 evaluations of each function, where kinematics by hand takes one; a run of the dimer takes half as long
//           again. Where a gap has a kink, the branch taken is differentiated.
// Source    Elementary; numbers with derivatives as in base/dual.hpp.
#pragma once

#include <array>
#include <concepts>

#include "carom/base/dual.hpp"
#include "carom/model/contact_kinematics.hpp"

namespace carom {

// With second derivatives, which the drifts (2) need.
template <class S>
concept GivesGaps = requires(const S& system, Dual<Dual<double>> t, const Vector<S::dof, Dual<Dual<double>>>& q) {
  { system.gap(t, q) } -> std::convertible_to<std::array<Dual<Dual<double>>, S::contact_count>>;
};
template <class S>
concept GivesSlide = requires(const S& system, Dual<Dual<double>> t, const Vector<S::dof, Dual<Dual<double>>>& q) {
  { system.slide(t, q) } -> std::convertible_to<std::array<Dual<Dual<double>>, S::contact_count>>;
};
template <class S>
concept GivesSlip = requires(const S& system, Dual<double> t, const Vector<S::dof, Dual<double>>& q) {
  { system.slip(t, q, q) } -> std::convertible_to<std::array<Dual<double>, S::contact_count>>;
};

// Places and their rates along a motion: γ = rowᵀu + surface, γ̇ = rowᵀu̇ + drift.
template <int Dof, int Count, class Real>
struct DerivedRows {
  std::array<Real, Count> place{};  // the gap, the place along the surface, or what a constraint keeps at zero
  std::array<Vector<Dof, Real>, Count> row;
  std::array<Real, Count> surface{}, drift{};
};
// One direction of all contacts.
template <class S, class Real>
using DerivedDirection = DerivedRows<S::dof, S::contact_count, Real>;

namespace detail {

template <int Dof, class Real>
Vector<Dof, Dual<Real>> constant(const Vector<Dof, Real>& q) {
  Vector<Dof, Dual<Real>> result;
  for (int k = 0; k < Dof; ++k) result[k] = {q[k], Real(0.0)};
  return result;
}
// q + ε u
template <int Dof, class Real>
Vector<Dof, Dual<Real>> moving(const Vector<Dof, Real>& q, const Vector<Dof, Real>& u) {
  Vector<Dof, Dual<Real>> result;
  for (int k = 0; k < Dof; ++k) result[k] = {q[k], u[k]};
  return result;
}

// (1)–(3): place(t, q) → places of all contacts (or constraints), for any kind of number.
template <int dof, int count, class Real, class Place>
DerivedRows<dof, count, Real> derive_places(const Place& place, const Real& t, const Vector<dof, Real>& q,
                                            const Vector<dof, Real>& u) {
  using First = Dual<Real>;
  using Second = Dual<First>;
  using Firsts = std::array<First, count>;
  DerivedRows<dof, count, Real> result;
  Vector<dof, First> at = constant<dof, Real>(q);
  for (int k = 0; k < dof; ++k) {
    at[k].slope = Real(1.0);
    const Firsts along = place(First{t, Real(0.0)}, at);
    for (int i = 0; i < count; ++i) result.row[i][k] = along[i].slope;
    at[k].slope = Real(0.0);
  }
  const Firsts later = place(First{t, Real(1.0)}, at);
  // The motion ε ↦ (t + ε, q + ε u), with ε carried twice.
  Vector<dof, Second> path;
  for (int k = 0; k < dof; ++k) path[k] = {First{q[k], u[k]}, First{u[k], Real(0.0)}};
  const Second time{First{t, Real(1.0)}, First{Real(1.0), Real(0.0)}};
  const std::array<Second, count> moved = place(time, path);
  for (int i = 0; i < count; ++i) {
    result.place[i] = later[i].value;
    result.surface[i] = later[i].slope;
    result.drift[i] = moved[i].slope.slope;
  }
  return result;
}

// (4)
template <class S, class Real>
DerivedDirection<S, Real> derive_slip(const S& system, const Real& t, const Vector<S::dof, Real>& q,
                                      const Vector<S::dof, Real>& u) {
  using First = Dual<Real>;
  using Firsts = std::array<First, S::contact_count>;
  constexpr int dof = S::dof;
  DerivedDirection<S, Real> result;
  const Vector<dof, First> here = constant<dof, Real>(q);
  const First now{t, Real(0.0)};
  Vector<dof, First> velocity = Vector<dof, First>::Constant(First(0.0));
  const Firsts at_rest = system.slip(now, here, velocity);
  for (int k = 0; k < dof; ++k) {
    velocity[k].slope = Real(1.0);
    const Firsts along = system.slip(now, here, velocity);
    for (int i = 0; i < S::contact_count; ++i) result.row[i][k] = along[i].slope;
    velocity[k].slope = Real(0.0);
  }
  const Firsts moved = system.slip(First{t, Real(1.0)}, moving<dof, Real>(q, u), constant<dof, Real>(u));
  for (int i = 0; i < S::contact_count; ++i) {
    result.surface[i] = at_rest[i].value;
    result.drift[i] = moved[i].slope;
  }
  return result;
}

}  // namespace detail

// (1), (2)
template <GivesGaps S, class Real>
DerivedDirection<S, Real> derive_normals(const S& system, Number<Real> t, const Vector<S::dof, Real>& q,
                                         const Number<Vector<S::dof, Real>>& u) {
  return detail::derive_places<S::dof, S::contact_count, Real>(
      [&system](const auto& time, const auto& at) { return system.gap(time, at); }, t, q, u);
}

// (3), (4); where a mechanism gives both slide and slip, by slip.
template <class S, class Real>
requires(GivesSlide<S> || GivesSlip<S>) DerivedDirection<S, Real> derive_tangents(
    const S& system, Number<Real> t, const Vector<S::dof, Real>& q, const Number<Vector<S::dof, Real>>& u) {
  if constexpr (GivesSlip<S>) {
    return detail::derive_slip<S, Real>(system, t, q, u);
  } else {
    return detail::derive_places<S::dof, S::contact_count, Real>(
        [&system](const auto& time, const auto& at) { return system.slide(time, at); }, t, q, u);
  }
}

// (1)–(5)
template <GivesGaps S, class Real>
std::array<ContactKinematics<S::dof, Real>, S::contact_count> derived_contacts(const S& system, Number<Real> t,
                                                                               const Vector<S::dof, Real>& q,
                                                                               const Number<Vector<S::dof, Real>>& u) {
  std::array<ContactKinematics<S::dof, Real>, S::contact_count> contacts;
  const DerivedDirection<S, Real> normal = derive_normals(system, t, q, u);
  for (int i = 0; i < S::contact_count; ++i) {
    contacts[i].gap = normal.place[i];
    contacts[i].normal = normal.row[i];
    contacts[i].normal_surface_velocity = normal.surface[i];
    contacts[i].normal_drift = normal.drift[i];
  }
  if constexpr (GivesSlide<S> || GivesSlip<S>) {
    const DerivedDirection<S, Real> tangent = derive_tangents(system, t, q, u);
    for (int i = 0; i < S::contact_count; ++i) {
      contacts[i].tangent = tangent.row[i];
      contacts[i].tangential_surface_velocity = tangent.surface[i];
      contacts[i].tangential_drift = tangent.drift[i];
    }
  } else {
    for (auto& contact : contacts) contact.tangent.setZero();
  }
  return contacts;
}

}  // namespace carom
