// SPDX-License-Identifier: Apache-2.0
// Everything that is computed for the paper, gathered once; tables and figures only look at it.
#pragma once

#include <string>
#include <vector>

#include "carom/lattice/band_stretch.hpp"
#include "papers/common/effort.hpp"
#include "papers/lattice/campaign.hpp"
#include "papers/lattice/cases.hpp"

namespace carom::papers::lattice {

// The curves of one reading.
struct Reading {
  Units units = Units::stiff;
  Curve random;                   // Figs 6, 7, 8
  Curve single;                   // as the paper made it: many disks, one wall, one side (quick: `soft` alone)
  Curve smooth;                   // δ = 0
  Curve smooth_wall;              // a rough disk on a smooth wall
  Curve polygon;                  // Fig. 6: the triangular lattice as it was cut
  Curve layered;                  // … within a rough ring
  std::vector<Curve> turned;      // the polygon at other orientations
  Curve square_1, square_3;       // ν = 0.1, 0.3
  Curve finer, finest, coarser;   // δ = 0.0215, 0.003, 0.06
  std::vector<Curve> sizes;       // N below 1600
  Curve stiffer, more_nonlinear;  // polygon, 100 k_a or 100 k_b
  std::vector<Curve> speeds;      // v_n rising, near normal incidence
  Curve paper_steps;              // Forest–Ruth

  CurveFit fit_random, fit_single, fit_finer, fit_square_1, fit_square_3, fit_coarse;
};

// What was tried for β₀ beside the two readings.
struct Variant {
  std::string what;  // it changes
  Curve curve;
  CurveFit fitted;
};

// What else the paper computes, at the one wall of `single`, reading `soft`.
struct OneWall {
  Curve finer, square_1, square_3;
  CurveFit fit_finer, fit_square_1, fit_square_3;
};

// Triangulations of walls with more points than the paper had.
struct LargeWall {
  int N = 0;
  std::size_t springs = 0;
  int unbound = 0;     // points without a spring
  double deficit = 0;  // area of the rectangle less that of its triangles, over it
};

// The elastic constants of the band, over samples.
struct BandEvidence {
  int samples = 0, failed = 0;
  EnsembleMean E, nu, E_whole, nu_whole;  // of the middle, of the whole
  EnsembleMean nu_displacement;           // displacements across over along, if the band were 3.5 times as long as wide
  Band band = {};                         // the first sample
  LatticeState stretched = {};
  double force = 0;
};

struct Evidence {
  Effort effort;
  Reading stiff, soft;
  std::vector<Variant> variants;  // the last: with_printed_modulus()
  std::vector<Variant> leaks;     // the contact as the paper's Fig. 3 has it
  Curve literal;                  // k_a = 1
  OneWall one_wall;
  std::vector<LargeWall> walls;
  BandEvidence band;
  EnsembleMean E_bulk, nu_bulk;  // of random cells with k_a = 1e4, exactly

  std::vector<const Reading*> readings() const { return {&stiff, &soft}; }
  std::vector<const Curve*> curves() const;
};

Evidence gather(const Effort& effort);

}  // namespace carom::papers::lattice
