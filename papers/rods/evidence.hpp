// SPDX-License-Identifier: Apache-2.0
// Everything that is computed for the paper, gathered once; tables and figures only look at it.
#pragma once

#include <string>
#include <vector>

#include "papers/common/effort.hpp"
#include "papers/rods/campaign.hpp"
#include "papers/rods/cases.hpp"
#include "papers/rods/collisions.hpp"

namespace carom::papers::rods {

// c_x(l) of Fig. 13(c) with one inertia and one damping.
struct LengthCurve {
  particles::Inertia inertia = particles::Inertia::exact;
  bool rescaled = false;
  std::vector<Point> points;  // rising l
};

// Γ rising at one number of rods.
struct AccelerationCurve {
  int N = 0;
  std::vector<Point> points;
};

struct Evidence {
  Effort effort;

  // The annulus.
  std::vector<Point> ring_tilt;               // Figs 2(a), 4(a), 5: falling N
  std::vector<AccelerationCurve> ring_gamma;  // Figs 2(b, d), 4(b): walls move with the plate
  std::vector<AccelerationCurve> ring_down;   // the same by one run a curve, whose Γ falls from 3.3 …
  std::vector<AccelerationCurve> ring_up;     // … or rises to it (full run only)
  AccelerationCurve ring_gamma_standing;      // N = 50, walls at rest
  AccelerationCurve ring_gamma_smooth;        // N = 50, μ_rw = 0
  std::vector<Point> ring_mu_wall;            // Fig. 4(c), N = 50
  std::vector<Point> ring_mu_plate;           // Fig. 4(d), N = 50
  Point ring_mu_plate_standing;               // μ_rb = 0, walls at rest
  std::vector<Point> ring_frequency;          // N = 50, f = 50 … 100 Hz
  std::vector<Point> ring_spin;               // spin allowed: N = 50 and 44
  AccelerationCurve ring_rolling;             // spin allowed, N = 41, 28°: Fig. 2(c)
  std::vector<Point> ring_ends;   // N = 41 as measured: spin, μ_s = 0.36, μ = 0.25; round and flat end below
  std::vector<Point> ring_sense;  // N = 50 leaning the other way, N = 56 from upright starts
  Point ring_film;                // Fig. 1(b) and the animation, N = 50

  // The row.
  std::vector<Point> row_tilt;       // Figs 6, 8, 13(a)
  std::vector<Point> row_gamma;      // Fig. 13(b), L = 43
  std::vector<Point> row_slow;       // tilts of 24° to 50° at small Γ
  std::vector<Point> row_mu_plate;   // φ = 18°
  std::vector<LengthCurve> lengths;  // Fig. 13(c)
  Point row_film, tip_9, tip_34;     // animation; Fig. 7
  Point row_gear, row_fine;          // other integrator; the paper's step (full run only)

  // Single collisions.
  std::vector<Reading> readings;
  CollisionScan gear_scan;

  const Point& ring(int N) const;      // of ring_tilt
  const Point& row(double phi) const;  // of row_tilt
  const LengthCurve& length(particles::Inertia inertia, bool rescaled) const;
  std::vector<const Point*> all_points() const;
};

Evidence gather(const Effort& effort);

}  // namespace carom::papers::rods
