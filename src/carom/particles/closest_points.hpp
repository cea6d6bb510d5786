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
// Source.  volfson_2004, section III; the search is that of ericson_2004, section 5.1.9, for unit directions.
#pragma once

#include <algorithm>
#include <cmath>

#include "carom/particles/space.hpp"

namespace carom::particles {

struct ClosestPoints {
  double a = 0, b = 0;  // positions on the axes, from the centres
  double distance_squared = 0;
};

inline double clamped(double x, double H) { return std::min(std::max(x, -H), H); }

// Axes that are parallel: the middle of the stretch along which they lie beside each other, or the ends that face.
template <class Vec>
ClosestPoints closest_points_of_parallels(Vec d, Vec u1, Vec u2, double H) {
  const double p = dot(d, u1);
  const double a = clamped(0.5 * (std::max(-H, -p - H) + std::min(H, -p + H)), H);
  const double b = clamped(dot(d, u2) + dot(u1, u2) * a, H);
  const Vec g = d + a * u1 - b * u2;
  return {a, b, dot(g, g)};
}

inline ClosestPoints closest_points(Vec2 d, Vec2 u1, Vec2 u2, double H) {
  const double p = dot(d, u1), q = dot(d, u2), c = dot(u1, u2), Hc = H * c;
  if (1 - c * c < 1e-14) return closest_points_of_parallels(d, u1, u2, H);
  // Ends of 1 on 2, ends of 2 on 1.
  const double b_plus = clamped(q + Hc, H), b_minus = clamped(q - Hc, H);
  const double a_plus = clamped(Hc - p, H), a_minus = clamped(-Hc - p, H);
  const Vec2 h1 = H * u1, h2 = H * u2;
  const Vec2 g1 = d + h1 - b_plus * u2, g2 = d - h1 - b_minus * u2;
  const Vec2 g3 = d - h2 + a_plus * u1, g4 = d + h2 + a_minus * u1;
  const double q1 = dot(g1, g1), q2 = dot(g2, g2), q3 = dot(g3, g3), q4 = dot(g4, g4);
  ClosestPoints best{H, b_plus, q1};
  if (q2 < best.distance_squared) best = {-H, b_minus, q2};
  if (q3 < best.distance_squared) best = {a_plus, H, q3};
  if (q4 < best.distance_squared) best = {a_minus, -H, q4};
  return best;
}

inline ClosestPoints closest_points(Vec3 d, Vec3 u1, Vec3 u2, double H) {
  const double p = dot(d, u1), q = dot(d, u2), c = dot(u1, u2);
  const double determinant = 1 - c * c;
  if (determinant < 1e-14) return closest_points_of_parallels(d, u1, u2, H);
  double a = clamped((c * q - p) / determinant, H);  // (2)
  const double b = clamped(q + c * a, H);
  a = clamped(c * b - p, H);
  const Vec3 g = d + a * u1 - b * u2;
  return {a, b, dot(g, g)};
}

}  // namespace carom::particles
