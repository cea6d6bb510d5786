// SPDX-License-Identifier: Apache-2.0
// The parts of a step that are the same for every rod or pair, over arrays: several at once where the processor can.
// Each is compiled twice, for any x86-64 and for AVX2, and chosen when the program starts; without fused operations both
// have the same bits.
#pragma once

#include <cstddef>

namespace carom::particles {

// Closest points of `n` pairs from gathered arrays (closest_points.hpp): d, u₁, u₂ by components.
constexpr std::size_t pair_batch = 64;
struct PlanarPairs {
  double dx[pair_batch], dz[pair_batch], u1x[pair_batch], u1z[pair_batch], u2x[pair_batch], u2z[pair_batch];
  double a[pair_batch], b[pair_batch], distance_squared[pair_batch];
};
struct SpatialPairs {
  double dx[pair_batch], dy[pair_batch], dz[pair_batch];
  double u1x[pair_batch], u1y[pair_batch], u1z[pair_batch], u2x[pair_batch], u2y[pair_batch], u2z[pair_batch];
  double a[pair_batch], b[pair_batch], distance_squared[pair_batch];
};
void find_closest(PlanarPairs& pairs, std::size_t n, double H);
void find_closest(SpatialPairs& pairs, std::size_t n, double H);

// Leapfrog of rods `first` … `last` − 1 under forces F and torques T, which are set to 0; `push` = Δt/M, `twist` = Δt/I.
struct Kick {
  double dt = 0, push = 0, twist = 0, weight = 0;
};
struct PlanarRods {
  double *x, *z, *ux, *uz, *vx, *vz, *w, *Fx, *Fz, *T;
};
struct SpatialRods {
  double *x, *y, *z, *ux, *uy, *uz, *vx, *vy, *vz, *wx, *wy, *wz, *Fx, *Fy, *Fz, *Tx, *Ty, *Tz;
};
void kick_and_drift(const PlanarRods& rods, std::size_t first, std::size_t last, const Kick& kick);
void kick_and_drift(const SpatialRods& rods, std::size_t first, std::size_t last, const Kick& kick);

// The overlap of the lower end with a plate whose surface is at `level`: above 0 where a rod touches it.
void plate_overlaps(const double* z, const double* uz, double H, double level, std::size_t first, std::size_t last,
                    double* overlap);

// Of rods with flat ends (flat_end.hpp): above 0 where the lowest point of the edge touches; a round end lies within.
void flat_plate_overlaps(const double* z, const double* uz, double H, double level, std::size_t first, std::size_t last,
                         double* overlap);

// Above 0 where a rod touches the inner, the outer wall of an annulus (not the overlap itself).
void wall_touches(const double* x, const double* y, const double* ux, const double* uy, double H, double inner,
                  double outer, std::size_t first, std::size_t last, double* touches_inner, double* touches_outer);

}  // namespace carom::particles
