// SPDX-License-Identifier: Apache-2.0
// What the gaps of open contacts may do between two looks at them, judged by rates that any mechanism has.
//
// Model     Along the motion the gap of a contact has the second derivative g̈ = wᵀu̇ + ζ_n. It can only dip between two looks
//           where it bends upwards. In a step h in which hardly anything turns, and in one that may hold turns
//   (1)  g̈ ≤ b = g̈ + 1.5 (|nᵀu̇| + |ζ_n| + |ζ_t|)                  (|ζ_n| + |ζ_t|) h² ≤ L
//        g̈ ≤ b = 2 (|g̈| + |nᵀu̇| + 2|ζ_n| + 2|ζ_t|)                 otherwise
//   for what lies along the tangent now may lie along the normal a moment later. Between two looks δ apart
//   (2)  g(τ) ≥ g_a + (g_b − g_a) τ/δ − ½ b τ (δ − τ)
//   Where (2) stays above zero nothing can have happened between the looks, however few they are. Elsewhere the rate at
//   which the contact's directions turn,
//   (3)  Ω² = (|ẇ|² + |ṅ|²)/(|w|² + |n|²),   |w|² = wᵀM⁻¹w          (of a rigid body, half its spin or more)
//   says how often one must look: a gap is a smooth function on half a radian, and anything at all on ten turns.
//
// Symbols   g gap [m], w and n normal and tangential directions, ζ drifts (contact_kinematics.hpp), b bend [m/s²],
//           L the system's length, Ω [rad/s].
// Source    Elementary.
// Limits    (1) is an estimate from the ends of a step (in flight, from its start), not a bound: accelerations that grow and
//           fall again within a step, or an obstacle that the directions do not announce (a needle), pass it by.
#pragma once

#include <cmath>

#include "carom/engine/contact_dynamics.hpp"

namespace carom {

// How a gap bends at one instant: g̈, and the part of it that turns with the body.
struct GapBend {
  double g2 = 0;       // g̈ = wᵀu̇ + ζ_n [m/s²]
  double across = 0;   // |nᵀu̇|
  double turning = 0;  // |ζ_n| + |ζ_t|
};

template <int Dof>
GapBend gap_bend(const ContactKinematics<Dof>& contact, const Vector<Dof>& acceleration) {
  return {.g2 = contact.normal.dot(acceleration) + contact.normal_drift,
          .across = std::abs(contact.tangent.dot(acceleration)),
          .turning = std::abs(contact.normal_drift) + std::abs(contact.tangential_drift)};
}

// b of (1), for a step h of a system of this length.
inline double upward_bend(const GapBend& now, double h, double length) {
  if (now.turning * h * h > length) return 2 * (std::abs(now.g2) + now.across + 2 * now.turning);
  return now.g2 + 1.5 * (now.across + now.turning);
}

// What a gap that bends upwards by no more than `bend` can fall below the chord between two looks δ apart.
inline double sag(double delta, double bend) { return 0.125 * bend * delta * delta; }

// (2): is the gap above −tolerance all the way between two looks δ apart?
inline bool stays_clear(double g_a, double g_b, double delta, double bend, double tolerance) {
  const double deepest = sag(delta, bend);
  const double lower = std::min(g_a, g_b) + tolerance, rise = std::abs(g_b - g_a);
  if (lower < 0) return false;
  if (lower >= deepest || rise >= 4 * deepest) return true;
  // The lowest point of the parabola lies inside: mean − sag − rise²/(16 sag).
  return (lower + 0.5 * rise - deepest) * 16 * deepest >= rise * rise;
}

// (3), the fastest of the contacts that `open` names, from their directions now and a little later.
template <Mechanism S, class Open>
double turning_rate(const S& system, double t, const Vector<S::dof>& q, const Vector<S::dof>& u,
                    const ContactArray<S>& now, const ContactArray<S>& later, double dt, Open&& open) {
  const Matrix<S::dof, S::dof>& inverse = inverse_mass(system, t, q, u);
  const int n = dof_of(system);
  const auto square = [&inverse, n](const Vector<S::dof>& w) {
    double sum = 0;
    for (int k = 0; k < n; ++k)
      for (int l = 0; l < n; ++l) sum += w[k] * inverse(k, l) * w[l];
    return sum;
  };
  double fastest = 0;
  for (int i = 0; i < contacts_of(system); ++i) {
    if (!open(i)) continue;
    const double size = square(now[i].normal) + square(now[i].tangent);
    const double change = square(Vector<S::dof>(later[i].normal - now[i].normal)) +
                          square(Vector<S::dof>(later[i].tangent - now[i].tangent));
    if (size > 0) fastest = std::max(fastest, change / size);
  }
  return std::sqrt(fastest) / dt;
}

}  // namespace carom
