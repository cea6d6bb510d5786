// SPDX-License-Identifier: Apache-2.0
// The closest points of two segments: where two spherocylinders touch.
//
// Model.  Axes r₁ + a u₁ and r₂ + b u₂ with unit u, |a|, |b| ≤ H; d = r₁ − r₂, c = u₁·u₂. The squared distance
//   (1)  Q(a, b) = |d + a u₁ − b u₂|²  is convex. Without bounds its minimum is at
//   (2)  a = (c q − p)/(1 − c²),  p = d·u₁, q = d·u₂
//        and for given a at b = q + c a, for given b at a = c b − p.
//   Space: (2) clamped, then b for this a clamped, then a for that b clamped: the minimum over the square, as Q is convex
//   and its coordinate lines are searched exactly.
//   Plane: axes that do not cross have their closest points at an end of one of them, so that the best of the four
//   projections of ends is the minimum. Axes cross only if rods went through each other; the overlap would then be
//   beyond a diameter anyway.
// Parallel axes.  For c² → 1 the minimum is flat along the stretch where the rods lie beside each other, and an arbitrarily
//   small turn moves the closest point from one end of the stretch to the other: the contact point jumps. This is in the
//   model (one virtual sphere a pair), not in the arithmetic. Where the axes are parallel to rounding, 1 − c² < 1e-14, the middle
//   of the stretch is taken: symmetric, and independent of the order of the two.
// Source.  volfson_kudrolli_tsimring_2004, section III; the search is that of ericson_2004, section 5.1.9, for unit directions.
#pragma once

#include "carom/particles/space.hpp"

namespace carom::particles {

struct ClosestPoints {
  double a = 0, b = 0;  // positions on the axes, from the centres
  double distance_squared = 0;
};

// (Written with the comparisons that a processor has as one instruction, and without branches: rod_kernels.cpp does
// several pairs at once.)
inline double clamped(double x, double H) {
  x = x < -H ? -H : x;
  return x > H ? H : x;
}

// Along the first of two parallel axes: the middle of the stretch where they lie beside each other, or the end that faces.
inline double middle_of_stretch(double p, double H) {
  const double low = -H > -p - H ? -H : -p - H, high = H < H - p ? H : H - p;
  return clamped(0.5 * (low + high), H);
}

inline ClosestPoints closest_points(Vec2 d, Vec2 u1, Vec2 u2, double H) {
  const double p = dot(d, u1), q = dot(d, u2), c = dot(u1, u2), Hc = H * c;
  // Ends of 1 on 2, ends of 2 on 1.
  const double b_plus = clamped(q + Hc, H), b_minus = clamped(q - Hc, H);
  const double a_plus = clamped(Hc - p, H), a_minus = clamped(-Hc - p, H);
  const Vec2 h1 = H * u1, h2 = H * u2;
  const Vec2 g1 = d + h1 - b_plus * u2, g2 = d - h1 - b_minus * u2;
  const Vec2 g3 = d - h2 + a_plus * u1, g4 = d + h2 + a_minus * u1;
  const double q1 = dot(g1, g1), q2 = dot(g2, g2), q3 = dot(g3, g3), q4 = dot(g4, g4);
  const bool second = q2 < q1, fourth = q4 < q3;
  const double a12 = second ? -H : H, b12 = second ? b_minus : b_plus, q12 = second ? q2 : q1;
  const double a34 = fourth ? a_minus : a_plus, b34 = fourth ? -H : H, q34 = fourth ? q4 : q3;
  const bool later = q34 < q12;
  const double a = later ? a34 : a12, b = later ? b34 : b12;
  const double a_side = middle_of_stretch(p, H), b_side = clamped(q + c * a_side, H);
  const Vec2 side = d + a_side * u1 - b_side * u2;
  const bool parallel = 1 - c * c < 1e-14;
  return {parallel ? a_side : a, parallel ? b_side : b, parallel ? dot(side, side) : (later ? q34 : q12)};
}

inline ClosestPoints closest_points(Vec3 d, Vec3 u1, Vec3 u2, double H) {
  const double p = dot(d, u1), q = dot(d, u2), c = dot(u1, u2);
  const double determinant = 1 - c * c;
  const bool parallel = determinant < 1e-14;
  const double first = clamped((c * q - p) / (parallel ? 1 : determinant), H);  // (2)
  const double begun = parallel ? middle_of_stretch(p, H) : first;
  const double b = clamped(q + c * begun, H);
  const double again = clamped(c * b - p, H);
  const double a = parallel ? begun : again;
  const Vec3 g = d + a * u1 - b * u2;
  return {a, b, dot(g, g)};
}

// The point of a rod nearest to the z axis; the middle of a rod that stands upright.
inline double nearest_to_cylinder_axis(Vec3 r, Vec3 u, double H) {
  return clamped(-(r.x * u.x + r.y * u.y) / (u.x * u.x + u.y * u.y + 1e-12), H);
}

}  // namespace carom::particles
