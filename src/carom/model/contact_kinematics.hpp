// SPDX-License-Identifier: Apache-2.0
// Kinematics of one possible contact between a mechanism and a surface (or another body).
//
// Model
//   (1)  γ_n = ġ_N = wᵀu + ŵ_n          normal relative velocity, ŵ_n = ∂g_N/∂t (moving surface)
//   (2)  γ_t       = nᵀu + ŵ_t          tangential relative velocity
//   (3)  γ̇_n       = wᵀu̇ + ζ_n          drift ζ_n = ẇᵀu + ∂ŵ_n/∂t …
//   (4)  γ̇_t       = nᵀu̇ + ζ_t
//   A contact force (F_n, F_t) on the mechanism enters its equations as w F_n + n F_t.
//
// Symbols   g_N gap [m], w normal Jacobian, n tangential Jacobian, u generalized velocity q̇.
// Source    docs/references.bib: pfeiffer_glocker_1996, brogliato_2016.
// Limits    Planar friction: one tangential direction. The direction lives here and nowhere else: the engine asks a
//           contact for its tangential velocity and Jacobian, so that a spatial contact can bring two of them.
#pragma once

#include <cstddef>
#include <new>

#include "carom/base/vector.hpp"

namespace carom {

// Of doubles, or of numbers that carry derivatives (base/dual.hpp).
template <int Dof, class Real = double>
struct ContactKinematics {
  Real gap = 0.0;                          // g_N [m]
  Vector<Dof, Real> normal;                // w
  Vector<Dof, Real> tangent;               // n
  Real normal_surface_velocity = 0.0;      // ŵ_n
  Real tangential_surface_velocity = 0.0;  // ŵ_t
  Real normal_drift = 0.0;                 // ζ_n
  Real tangential_drift = 0.0;             // ζ_t

  Real normal_velocity(const Vector<Dof, Real>& u) const { return normal.dot(u) + normal_surface_velocity; }
  Real tangential_velocity(const Vector<Dof, Real>& u) const { return tangent.dot(u) + tangential_surface_velocity; }
};

// As many contacts as were asked for, up to Most: the others are room, nothing is written to them, and nothing of them copied.
template <int Dof, class Real, int Most>
class ContactList {
 public:
  using Contact = ContactKinematics<Dof, Real>;

  ContactList() {}
  ContactList(const ContactList& other) { *this = other; }
  ContactList& operator=(const ContactList& other) {
    for (int i = 0; i < other.count_; ++i) (*this)[i] = other[i];
    return *this;
  }
  Contact& operator[](int i) {
    for (; count_ <= i; ++count_) new (room_ + static_cast<std::size_t>(count_) * sizeof(Contact)) Contact;
    return *at(room_, i);
  }
  const Contact& operator[](int i) const { return *at(room_, i); }

 private:
  template <class Byte>
  static auto at(Byte* room, int i) {
    using Wanted = std::conditional_t<std::is_const_v<Byte>, const Contact, Contact>;
    return std::launder(reinterpret_cast<Wanted*>(room + static_cast<std::size_t>(i) * sizeof(Contact)));
  }

  alignas(
      Contact) std::byte room_[sizeof(Contact) * static_cast<std::size_t>(Most)];  // holds nothing that must be ended
  int count_ = 0;
};

}  // namespace carom
