// SPDX-License-Identifier: Apache-2.0
#include "carom/particles/rod_kernels.hpp"

#include <cmath>

#include "carom/particles/closest_points.hpp"
#include "carom/particles/space.hpp"

// Two versions of a function, chosen by the processor. (Not with sanitizers, which start after the choice is made.)
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define CAROM_BOTH __attribute__((target_clones("avx2", "default")))
#else
#define CAROM_BOTH
#endif

namespace carom::particles {

CAROM_BOTH void find_closest(PlanarPairs& pairs, std::size_t n, double H) {
#pragma GCC ivdep
  for (std::size_t k = 0; k < n; ++k) {
    const ClosestPoints at = closest_points(Vec2{pairs.dx[k], pairs.dz[k]}, Vec2{pairs.u1x[k], pairs.u1z[k]},
                                            Vec2{pairs.u2x[k], pairs.u2z[k]}, H);
    pairs.a[k] = at.a;
    pairs.b[k] = at.b;
    pairs.distance_squared[k] = at.distance_squared;
  }
}

CAROM_BOTH void find_closest(SpatialPairs& pairs, std::size_t n, double H) {
#pragma GCC ivdep
  for (std::size_t k = 0; k < n; ++k) {
    const ClosestPoints at =
        closest_points(Vec3{pairs.dx[k], pairs.dy[k], pairs.dz[k]}, Vec3{pairs.u1x[k], pairs.u1y[k], pairs.u1z[k]},
                       Vec3{pairs.u2x[k], pairs.u2y[k], pairs.u2z[k]}, H);
    pairs.a[k] = at.a;
    pairs.b[k] = at.b;
    pairs.distance_squared[k] = at.distance_squared;
  }
}

CAROM_BOTH void kick_and_drift(const PlanarRods& rods, std::size_t first, std::size_t last, const Kick& kick) {
  const PlanarRods a = rods;
  const Kick k = kick;
#pragma GCC ivdep
  for (std::size_t i = first; i < last; ++i) {
    const Vec2 v = Vec2{a.vx[i], a.vz[i]} + k.push * Vec2{a.Fx[i], a.Fz[i] - k.weight};
    const double w = a.w[i] + k.twist * a.T[i];
    const Vec2 u = Planar::rotate({a.ux[i], a.uz[i]}, k.dt * w);
    a.vx[i] = v.x;
    a.vz[i] = v.z;
    a.x[i] += k.dt * v.x;
    a.z[i] += k.dt * v.z;
    a.w[i] = w;
    a.ux[i] = u.x;
    a.uz[i] = u.z;
    a.Fx[i] = a.Fz[i] = a.T[i] = 0;
  }
}

CAROM_BOTH void kick_and_drift(const SpatialRods& rods, std::size_t first, std::size_t last, const Kick& kick) {
  const SpatialRods a = rods;
  const Kick k = kick;
#pragma GCC ivdep
  for (std::size_t i = first; i < last; ++i) {
    const Vec3 v = Vec3{a.vx[i], a.vy[i], a.vz[i]} + k.push * Vec3{a.Fx[i], a.Fy[i], a.Fz[i] - k.weight};
    const Vec3 axis{a.ux[i], a.uy[i], a.uz[i]};
    const Vec3 w =
        Spatial::without_axial(Vec3{a.wx[i], a.wy[i], a.wz[i]} + k.twist * Vec3{a.Tx[i], a.Ty[i], a.Tz[i]}, axis);
    const Vec3 u = Spatial::rotate(axis, k.dt * w);
    a.vx[i] = v.x;
    a.vy[i] = v.y;
    a.vz[i] = v.z;
    a.x[i] += k.dt * v.x;
    a.y[i] += k.dt * v.y;
    a.z[i] += k.dt * v.z;
    a.wx[i] = w.x;  // across u, too: u turned about it
    a.wy[i] = w.y;
    a.wz[i] = w.z;
    a.ux[i] = u.x;
    a.uy[i] = u.y;
    a.uz[i] = u.z;
    a.Fx[i] = a.Fy[i] = a.Fz[i] = a.Tx[i] = a.Ty[i] = a.Tz[i] = 0;
  }
}

CAROM_BOTH void plate_overlaps(const double* z, const double* uz, double H, double level, std::size_t first,
                               std::size_t last, double* overlap) {
#pragma GCC ivdep
  for (std::size_t i = first; i < last; ++i) overlap[i - first] = level + 0.5 - (z[i] - H * std::abs(uz[i]));
}

CAROM_BOTH void flat_plate_overlaps(const double* z, const double* uz, double H, double level, std::size_t first,
                                    std::size_t last, double* overlap) {
#pragma GCC ivdep
  for (std::size_t i = first; i < last; ++i) {
    const double across = 1 - uz[i] * uz[i];
    overlap[i - first] = level + 0.5 * std::sqrt(across > 0 ? across : 0) - (z[i] - (H + 0.5) * std::abs(uz[i]));
  }
}

CAROM_BOTH void wall_touches(const double* x, const double* y, const double* ux, const double* uy, double H,
                             double inner, double outer, std::size_t first, std::size_t last, double* touches_inner,
                             double* touches_outer) {
  const double inner_square = (inner + 0.5) * (inner + 0.5), outer_square = (outer - 0.5) * (outer - 0.5);
#pragma GCC ivdep
  for (std::size_t i = first; i < last; ++i) {
    // The point of the axis nearest to that of the cylinder is within the rod, where the line passes it at |r × u|/|u|, or
    // is an end.
    const double along = x[i] * ux[i] + y[i] * uy[i], across = ux[i] * ux[i] + uy[i] * uy[i] + 1e-12;
    const double square = x[i] * x[i] + y[i] * y[i];
    const double inside = along * along - square * across + inner_square * across;
    const double px = x[i] + H * ux[i], py = y[i] + H * uy[i], qx = x[i] - H * ux[i], qy = y[i] - H * uy[i];
    const double plus = px * px + py * py, minus = qx * qx + qy * qy;
    const double nearer = plus < minus ? plus : minus, further = plus < minus ? minus : plus;
    touches_inner[i - first] = std::abs(along) < H * across ? inside : inner_square - nearer;
    touches_outer[i - first] = further - outer_square;
  }
}

}  // namespace carom::particles
