// SPDX-License-Identifier: Apache-2.0
// Young's modulus and Poisson's ratio of lattices of springs, pulled along a direction.
//
// Model     Square cells with springs k₁ along their edges and k₂ along both diagonals; c_ijkl per unit of area:
//   (1)  C_xxxx = C_yyyy = k₁ + k₂,   C_xxyy = C_xyxy = k₂
//           Pulled along n = (cos θ, sin θ) from an edge, with s = cos²θ sin²θ:
//   (2)  1/E = (k₁ + k₂)/[k₁ (k₁ + 2 k₂)] + s (k₁ − 2 k₂)/(k₁ k₂)
//   (3)  ν = [k₂² + s (k₁² − 4 k₂²)]/[k₂ (k₁ + k₂) + s (k₁² − 4 k₂²)]
//   (4)  along an edge ν = k₂/(k₁ + k₂); for k₁ = 2 k₂ all directions are alike, ν = 1/3, E = 4 k₁/3
//           Triangular cells with springs k:
//   (5)  E = 2k/√3,   ν = 1/3, in all directions
// Symbols   k spring constants [force/length]; E per unit of thickness, the same unit; θ [rad].
// Source    kuninaka_hayakawa_2003 (5), (6), B1–B17.
// Differs   B11 is u_xy, not u_xx. Both diagonals are meant: a triangulation of the cells gives one, and another ν.
// Limits    Small strains, many cells.
#pragma once

namespace carom::theory {

struct ElasticConstants {
  double E = 0;
  double nu = 0;
};

// (2), (3). Throws BadInput unless both springs are above 0.
ElasticConstants square_lattice(double k_1, double k_2, double theta = 0);

// k₂ for which a square lattice pulled along an edge has ν (4), 0 < ν < 1.
double diagonal_spring(double k_1, double nu);

ElasticConstants triangular_lattice(double k);  // (5)

}  // namespace carom::theory
