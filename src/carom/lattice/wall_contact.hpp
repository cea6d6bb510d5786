// SPDX-License-Identifier: Apache-2.0
// Repulsion between the surface of a disk and the top of a wall, as a potential of their distance.
//
// Model     Each surface point p of the disk has the signed distance l to the polyline of the wall's top: to the
//           nearest segment (w₀, w₁), foot at w₀ + t (w₁ − w₀), 0 < t < 1, or to its nearest vertex; l < 0 below it.
//   (1)  V = V₀ exp(−a l) for l below the cutoff
//   (2)  on p:  F = a V₀ exp(−a l) n,   n = ∂l/∂p;   on the wall: −(1 − t) F at w₀ and −t F at w₁, or −F at the vertex
//           (2) is the gradient of (1), for n ⟂ (w₁ − w₀) turns and shifts with its ends just so; it conserves momentum
//           and angular momentum.
// Symbols   a [1/R] steepness, V₀ [m c²] strength.
// Source    kuninaka_hayakawa_2003, section III, Fig. 3: 1/(1 + l₁/l₂) and 1/(1 + l₂/l₁) are 1 − t and t.
// Differs   The paper takes segments alone: above a peak of the wall no segment has its foot inside, and points fall
//           through. Vertices close the gap; their sign is that of their convexity. `literal` and `literal_unsigned`
//           are the paper's rule, with l signed or not: no potential has such forces, and energy is not conserved.
// Limits    In a valley of the wall the nearest segment changes, and (1) has a kink: the energy error is of the order
//           of the step there. Distances are sought within four cutoffs; the ends of the wall count as peaks.
#pragma once

#include <cstdint>
#include <vector>

#include "carom/lattice/spring_network.hpp"

namespace carom {

enum class ContactRule { nearest, literal, literal_unsigned };

struct WallContact {
  std::vector<std::uint32_t> disk = {};  // surface points of the disk
  std::vector<std::uint32_t> wall = {};  // top of the wall, left to right
  double a = 300;
  double V0 = 150;
  double cutoff = 0.08;
  ContactRule rule = ContactRule::nearest;
};

struct WallDistance {
  double l = 0;
  double n_x = 0, n_y = 1;              // ∂l/∂p
  std::uint32_t first = 0, second = 0;  // ends of the segment, alike for a vertex
  double t = 0;                         // foot
};

// To the nearest feature; false if none lies within four cutoffs.
bool wall_distance(const WallContact& contact, const std::vector<Point>& r, Point p, WallDistance& distance);

double contact_energy(const WallContact& contact, const std::vector<Point>& r);  // (1)

// (2); returns the sum of the sizes of the forces.
double add_contact_forces(const WallContact& contact, const std::vector<Point>& r, std::vector<Point>& forces);

}  // namespace carom
