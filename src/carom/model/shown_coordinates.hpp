// SPDX-License-Identifier: Apache-2.0
// The coordinates in which a mechanism is shown and asked for, where they are others than those it is computed with.
//
// Model
//   (1)  shown = to_shown(q),                  q = from_shown(shown)
//   (2)  shown rates = to_shown_velocity(q, u),  u = from_shown_velocity(q, shown rates)
// Members   A mechanism that gives none of the four is shown as it is computed; one that gives to_shown gives them all.
#pragma once

#include "carom/model/mechanism.hpp"

namespace carom {

template <class S>
concept ShowsOtherCoordinates = requires(const S& system, const Vector<S::dof>& q) {
  system.to_shown(q);
};

template <Mechanism S>
Vector<S::dof> to_shown(const S& system, const Vector<S::dof>& q) {
  if constexpr (ShowsOtherCoordinates<S>) return system.to_shown(q);
  return q;
}
template <Mechanism S>
Vector<S::dof> from_shown(const S& system, const Vector<S::dof>& shown) {
  if constexpr (ShowsOtherCoordinates<S>) return system.from_shown(shown);
  return shown;
}
template <Mechanism S>
Vector<S::dof> to_shown_velocity(const S& system, const Vector<S::dof>& q, const Vector<S::dof>& u) {
  if constexpr (ShowsOtherCoordinates<S>) return system.to_shown_velocity(q, u);
  return u;
}
template <Mechanism S>
Vector<S::dof> from_shown_velocity(const S& system, const Vector<S::dof>& q, const Vector<S::dof>& shown) {
  if constexpr (ShowsOtherCoordinates<S>) return system.from_shown_velocity(q, shown);
  return shown;
}

}  // namespace carom
