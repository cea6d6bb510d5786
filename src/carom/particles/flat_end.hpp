// SPDX-License-Identifier: Apache-2.0
// A flat end of a rod on the plate: the edge of its face stands on a few points.
//
// Model.  A rod of diameter 1 and length l ends in a disc of radius 1/2 at ±(l/2) u, across u. With ẑ up:
//   (1)  plane: the two corners ±(l/2) u ± e/2,  e = (u_z, −u_x)
//   (2)  space: three points of the rim, 120° apart, one of them the lowest,
//        ±(l/2) u − e/2,  ±(l/2) u + e/4 ± (√3/4) u × e,  e = (ẑ − u_z u)/|ẑ − u_z u|
//   (3)  each point that is below the plate by δ > 0 is pressed by soft_contact.hpp with this δ and n = ẑ, with a spring
//        of its own; the force acts at the level of the plate, arm + δ ẑ
//   (4)  the lowest point is at r_z − (l/2)|u_z| − √(1 − u_z²)/2; the rod tips over its edge where the centre is above it,
//        tan φ = 1/l
// Symbols.  Reduced units; r centre, u axis, φ tilt from the vertical.
// Source.  volfson_kudrolli_tsimring_2004 has flat ends in its experiment (section II, Fig. 2(c)), none in its simulation; (4)
//   is geometry.
// Limits.  The points are each as stiff as an end sphere, so that a rod upright on its face stands on two or three such
//   springs at once. (2) goes round with the direction of the tilt, and its springs with it: where a rod passes through
//   the vertical, the lowest point changes sides and its spring goes along; heights, and with them the normal forces'
//   potential, stay continuous with their first derivatives where all three press. Other rods and the walls meet a flat
//   end as a round one. The centre of mass stays in the middle, also with one round and one flat end.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "carom/particles/rod.hpp"
#include "carom/particles/space.hpp"

namespace carom::particles {

constexpr std::size_t edge_points(Planar) { return 2; }
constexpr std::size_t edge_points(Spatial) { return 3; }

// From the centre of the rod; the end at `a` = ±l/2.
inline std::array<Vec2, 2> edge_of_face(Vec2 u, double a) {  // (1)
  const Vec2 middle = a * u, e{0.5 * u.z, -0.5 * u.x};
  return {middle - e, middle + e};
}
inline std::array<Vec3, 3> edge_of_face(Vec3 u, double a) {  // (2)
  Vec3 e = Vec3{0, 0, 1} - u.z * u;
  double size = std::sqrt(dot(e, e));
  if (size < 1e-12) {  // upright: any direction is the lowest
    e = Vec3{1, 0, 0} - u.x * u;
    size = std::sqrt(dot(e, e));
  }
  e = (1 / size) * e;
  const Vec3 across = 0.25 * std::sqrt(3.0) * cross(u, e), middle = a * u, beside = middle + 0.25 * e;
  return {middle - 0.5 * e, beside + across, beside - across};
}

// How far the lowest point of an end is below the centre, for an axis of which u_z is the part along the vertical towards
// the other end: below 0 if it is the upper end.
inline double reach_down(bool flat, const Rod& rod, double u_z) {
  return flat ? (rod.half_length + 0.5) * u_z + 0.5 * std::sqrt(std::fmax(0.0, 1 - u_z * u_z))
              : rod.half_length * u_z + 0.5;
}

}  // namespace carom::particles
