// SPDX-License-Identifier: Apache-2.0
// Elastic constants of a lattice in bulk, exactly: the answer of a periodic cell to small strains.
//
// Model     Springs of unit direction n and length l (d = l n), strain ε = (ε_xx, ε_yy, 2ε_xy), displacements u of the
//           points beside the uniform strain:
//   (1)  W = ½ Σ k [n·(ε d) + n·(u_j − u_i)]²,   n·(ε d) = l (n_x², n_y², n_x n_y)·ε
//   (2)  u makes W least: K u = −F ε;   C = (Σ k l² g gᵀ − Fᵀ K⁻¹ F)/A,   F = Σ k l (∂/∂u) gᵀ,
//        g = (n_x², n_y², n_x n_y)
//   (3)  pulled along (cos θ, sin θ):  ε = C⁻¹ (c², s², c s);   1/E = (c², s², c s)·ε,   ν = −E (s², c², −c s)·ε
// Symbols   A area of the cell; C stiffness [force/length]; E per unit of thickness, ν Poisson's ratio.
// Source    kuninaka_hayakawa_2003 (5), (6) and appendix B are the case of one point a cell, where u = 0.
// Differs   The paper stretches a damped band of 348 points until it rests (band_stretch.hpp); this is the limit of
//           large bands and small forces.
// Limits    Lattices that hold their shape: others (a square one without diagonals) are refused.
#pragma once

#include <Eigen/Core>

#include "carom/lattice/periodic_cell.hpp"

namespace carom {

// C of (2), in the order xx, yy, xy. Throws BadInput if a displacement or a strain meets no resistance.
Eigen::Matrix3d stiffness(const PeriodicCell& cell);

struct StretchResponse {
  double E = 0;
  double nu = 0;
};

// (3)
StretchResponse stretch(const Eigen::Matrix3d& stiffness, double theta = 0);

}  // namespace carom
