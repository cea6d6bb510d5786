// SPDX-License-Identifier: Apache-2.0
// A band of springs pulled at both ends until it rests: Young's modulus and Poisson's ratio as one would measure them.
//
// Model     Springs (spring_network.hpp), a pull F along x at each end, and at every spring a viscous force:
//   (1)  m r̈_i = Σ F_i ± (F/n) e_x − γ Σ_j (ṙ_i − ṙ_j):  j joined to i; the pull at the n points of an end only
//   (2)  free ends: their points move as they like, but the one nearest to the axis keeps its y (the band shall not
//        turn);   gripped ends: the points of an end move together, along x alone
//   (3)  the viscous forces are −C v, C constant: equal and opposite, they take the energy ∫ vᵀ C v dt
//   (4)  r ← r + ½h v,   (M + hC) v′ = M v + h F(r),   r ← r + ½h v′:  the loss of a step is ½h (v + v′)ᵀ C v′
//           Unless set, with a bound ω² = 2 max_i Σ k_a/m of the highest frequency, the mean k of k_a and the mass ρ of
//           a unit of area,
//   (5)  h = 1/ω,   t_max = 3·10⁵/ω,   γ = 0.2 √(k ρ) · the shorter side
//           The band rests when on no point the force of springs and pull, or γ|v|, is above a part of the pull on one,
//   (6)  residual = max_i (|F_i|, γ|v_i|)/(F/n) < tolerance, in each coordinate
//           Strains. A linear fit u = u₀ + G r to the points of the middle half, |x| ≤ length/4, gives
//   (7)  ε_along = |(1 + G) e_x| − 1,   ε_across = |(1 + G) e_y| − 1:  without the part that is a rotation
//   (8)  whole band: ε_along from the mean places of both ends, ε_across from those of both long edges
//   (9)  E = F/(width · ε_along),   ν = −ε_across/ε_along, with the width at the start
//           F takes its values one after the other, each from where the last one left the band.
// Symbols   F [m c²/R], γ [m c/R], times [R/c]; E per unit of thickness [m c²/R²]; n points of an end.
// Source    kuninaka_hayakawa_2003, section III (348 points, F from 2·10² to 3·10², ten samples).
// Differs   The paper prints neither the band's shape, nor how it is held, nor which strains it takes, nor γ. Here:
//           3 × 1, free ends, (7). The band at rest depends neither on γ nor on h; damping is implicit (4), so that the
//           slow modes can be damped well without short steps.
//           The paper's ν = 0.0750(11), E = 9.54(23)·10³ are not found. Ten samples with k_a = 10⁴ give ν = 0.282(3),
//           E = 1.21(2)·10⁴ in the middle, 0.260(4), 1.18(1)·10⁴ as a whole; gripped 0.284(4) and 0.243(3); points
//           thrown without a least distance 0.27(1), 1.19(2)·10⁴. ν near 0.075 comes out in two ways: as the ratio of
//           displacements, not of strains (0.259 · width/length, so 0.074 for 3.5 : 1), or when a gripped band is
//           pulled along its short side (1 × 3.5: 0.081(3) in the middle, 0.077(2) as a whole, with E = 1.15(1) and
//           1.22(2)·10⁴). No way gave an E as low as 9.54·10³: the lowest is 1.05(1)·10⁴, the bulk of points without
//           a least distance; with it the bulk has 1.10(1)·10⁴ and ν = 0.284(1).
// Limits    E of a narrow band is above the bulk's: its edges are whole rows of springs. A triangular band of n rows
//           has E = (2k/√3) n/(n − 1) and ν = 1/3 exactly, for small strains. In random bands a strain of 0.02 raises
//           both by 0.01 of their values.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "carom/base/outcome.hpp"
#include "carom/lattice/band.hpp"

namespace carom {

enum class BandEnds { free, gripped };

struct BandPull {
  std::vector<double> forces = {200, 250, 300};  // F, one after the other
  double damping = 0;                            // γ; 0: (5)
  BandEnds ends = BandEnds::free;
  double tolerance = 1e-7;  // (6)
  double t_max = 0;         // at each force; 0: (5)
  double dt = 0;            // h; 0: (5)
  const std::atomic<bool>* interrupt = nullptr;
};

// The band at rest under one force.
struct BandAtRest {
  double force = 0;
  double along = 0, across = 0;              // ε in the middle half (7)
  double whole_along = 0, whole_across = 0;  // ε of the whole band (8)
  double E = 0, nu = 0;                      // (9) of the middle
  double E_whole = 0, nu_whole = 0;          // (9) of the whole
  double residual = 0;                       // (6), when the motion had stopped
  double t = 0;
};

struct BandStretchReport {
  Outcome outcome = Outcome::reached_end;  // no_convergence: still moving at t_max
  std::string reason = {};
  std::vector<BandAtRest> rests = {};  // one for each force that was come to
  double kinetic = 0, elastic = 0;     // energy at the end
  double work = 0, loss = 0;           // of the pull, by damping
  double energy_error = 0;             // what work, loss and energy leave open, over the work
  double E = 0, nu = 0;                // means over the forces; NaN if the band came to rest at none
  double E_whole = 0, nu_whole = 0;
  long steps = 0;
  LatticeState final = {};
  std::string brief() const;
};

// Throws BadInput for options without a meaning.
BandStretchReport stretch_band(const Band& band, const BandPull& pull = {});

}  // namespace carom
