// SPDX-License-Identifier: Apache-2.0
#include "carom/particles/rod_start.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/base/constants.hpp"
#include "carom/base/random.hpp"
#include "carom/particles/flat_end.hpp"

namespace carom::particles {
namespace {

// Angles from a rod at one wall to the next at the same and at the other wall, centres more than a diameter apart.
struct Spacing {
  double across, along;
};
Spacing spacing_of(double inner, double outer) {
  const auto angle = [](double a, double b) {
    const double cosine = (a * a + b * b - 1) / (2 * a * b);
    return cosine <= -1 ? pi : std::acos(std::min(cosine, 1.0));
  };
  return {outer - inner > 1 ? 0 : angle(inner, outer), angle(outer, outer)};
}

// Of the centre, so that the lowest point is `lift` above the plate.
double start_height(double tilt, double lift, const RodOptions& options) {
  const double u_z = std::cos(tilt), level = options.drive.at(0).z;
  if (options.ends == Ends::round) return level + 0.5 + lift + options.rod.half_length * std::abs(u_z);
  return level + lift +
         std::max(reach_down(is_flat(options.ends, false), options.rod, u_z),
                  reach_down(is_flat(options.ends, true), options.rod, -u_z));
}

}  // namespace

RodState<Planar> row_start(const RowStart& start, const RodOptions& options) {
  RodState<Planar> state;
  state.resize(static_cast<std::size_t>(start.N));
  const double tilt = start.lean * start.tilt, H = options.rod.half_length;
  for (int k = 0; k < start.N; ++k) {
    const auto i = static_cast<std::size_t>(k);
    Random random(start.seed, i);
    Planar::put(state.u, i, {std::sin(tilt), std::cos(tilt)});
    Planar::put(state.r, i, {(k + 0.5) * start.period / start.N, start_height(tilt, start.lift, options)});
    const double v_x = random.uniform(-start.jitter, start.jitter), v_z = random.uniform(-start.jitter, start.jitter);
    Planar::put(state.v, i, {v_x, v_z});
    // The same for the ends: ω of the order of the speed over half the length.
    Planar::put(state.w, i, random.uniform(-start.jitter, start.jitter) / (H + 0.5));
  }
  return state;
}

int most_rods(double inner_radius, double outer_radius, double gap) {
  const Spacing s = spacing_of(inner_radius + 0.5 + gap, outer_radius - 0.5 - gap);
  const double pair = std::max(2 * s.across, s.along);
  const int pairs = static_cast<int>(2 * pi / pair);
  // One more where an out-out pair fits into what is left.
  return 2 * pairs +
         (2 * pi - pairs * pair + 2 * s.across >= s.along + 2 * s.across && pairs * pair + s.along <= 2 * pi);
}

namespace {

RodState<Spatial> upright_annulus(const AnnulusStart& start, const RodOptions& options) {
  const Container& c = options.container;
  const double inner = c.inner_radius + 0.5 + start.gap, outer = c.outer_radius - 0.5 - start.gap;
  if (!(inner <= outer))
    throw BadInput(fmt::format("the annulus is too narrow for a rod: its gap of {:g} is less than a diameter and {:g}",
                               c.outer_radius - c.inner_radius, 2 * start.gap));
  const int most = most_rods(c.inner_radius, c.outer_radius, start.gap);
  if (start.N > most)
    throw BadInput(
        fmt::format("{} rods do not fit into the annulus: at most {} stand side by side in it", start.N, most));
  const Spacing s = spacing_of(inner, outer);
  // The free angle is shared out evenly over the steps from rod to rod, on top of what each step needs.
  const bool odd = start.N % 2 == 1;
  const double across = std::max(s.across, 0.5 * s.along);
  const double needed = odd ? (start.N - 1) * across + s.along : start.N * across;
  const double extra = start.N > 1 ? (2 * pi - needed) / start.N : 0;
  RodState<Spatial> state;
  state.resize(static_cast<std::size_t>(start.N));
  double angle = 0;
  for (int k = 0; k < start.N; ++k) {
    const auto i = static_cast<std::size_t>(k);
    Random random(start.seed, i);
    const double radius = k % 2 == 0 ? outer : inner;
    const double cosine = std::cos(angle), sine = std::sin(angle);
    Spatial::put(state.r, i, {radius * cosine, radius * sine, 0});
    const double v_x = random.uniform(-start.jitter, start.jitter), v_y = random.uniform(-start.jitter, start.jitter),
                 v_z = random.uniform(-start.jitter, start.jitter);
    Spatial::put(state.v, i, {v_x, v_y, v_z});
    angle += across + extra;
  }
  return state;
}

// All by the same tilt, along the azimuth.
void lean(RodState<Spatial>& state, double tilt, const AnnulusStart& start, const RodOptions& options) {
  for (std::size_t i = 0; i < state.size(); ++i) {
    Vec3 r = Spatial::at(state.r, i);
    const double radius = std::hypot(r.x, r.y);
    Spatial::put(state.u, i, {-std::sin(tilt) * r.y / radius, std::sin(tilt) * r.x / radius, std::cos(tilt)});
    r.z = start_height(tilt, start.lift, options);
    Spatial::put(state.r, i, r);
  }
}

}  // namespace

RodState<Spatial> annulus_start(const AnnulusStart& start, const RodOptions& options) {
  RodState<Spatial> state = upright_annulus(start, options);
  // Full, it has room for a small tilt only.
  for (double tilt = start.tilt;; tilt *= 0.8) {
    if (std::abs(tilt) < 1e-4) tilt = 0;
    lean(state, tilt, start, options);
    if (tilt == 0 || overlap_of(state, options) == 0) return state;
  }
}

RodState<Spatial> fallen_start(const AnnulusStart& start, const RodOptions& options, double t) {
  RodOptions round = options;
  round.ends = Ends::round;
  RodSimulation<Spatial> rods(round, annulus_start(start, round));
  rods.advance(std::lround(t / options.dt));
  RodState<Spatial> state = rods.state();
  double needed = -HUGE_VAL;
  for (std::size_t i = 0; i < state.size(); ++i) {
    const double u_z = Spatial::at(state.u, i).z;
    for (const bool upper : {false, true})
      needed = std::max(needed,
                        reach_down(is_flat(options.ends, upper), options.rod, upper ? -u_z : u_z) - state.r.of[2][i]);
  }
  for (double& z : state.r.of[2]) z += needed + options.drive.at(0).z + start.lift;
  return state;
}

RodState<Planar> single_start(const SingleStart& start, const RodOptions& options) {
  RodState<Planar> state;
  state.resize(1);
  Planar::put(state.u, 0, {std::sin(start.tilt), std::cos(start.tilt)});
  Planar::put(state.r, 0, {0, start_height(start.tilt, 0, options)});
  Planar::put(state.v, 0, {start.c_x, start.c_z});
  Planar::put(state.w, 0, start.omega);
  return state;
}

RodState<Spatial> bed_start(const BedStart& start, RodOptions& options) {
  const int columns = std::max(1, static_cast<int>(std::lround(std::sqrt(static_cast<double>(start.N)))));
  const int rows = (start.N + columns - 1) / columns;
  // Along x rods that lean that way need more room.
  const double along = start.spacing / std::cos(start.tilt);
  const double across = start.spacing;
  options.container.period_x = columns * along;
  options.container.period_y = rows * across;
  const double H = options.rod.half_length;
  RodState<Spatial> state;
  state.resize(static_cast<std::size_t>(start.N));
  for (int k = 0; k < start.N; ++k) {
    const auto i = static_cast<std::size_t>(k);
    Random random(start.seed, i);
    Spatial::put(state.u, i, {std::sin(start.tilt), 0, std::cos(start.tilt)});
    Spatial::put(
        state.r, i,
        {(k % columns + 0.5) * along, (k / columns + 0.5) * across, start_height(start.tilt, start.lift, options)});
    const double v_x = random.uniform(-start.jitter, start.jitter), v_y = random.uniform(-start.jitter, start.jitter),
                 v_z = random.uniform(-start.jitter, start.jitter);
    Spatial::put(state.v, i, {v_x, v_y, v_z});
    const Vec3 turn{random.uniform(-start.jitter, start.jitter), random.uniform(-start.jitter, start.jitter), 0};
    Spatial::put(state.w, i, Spatial::without_axial((1 / (H + 0.5)) * turn, Spatial::at(state.u, i)));
  }
  return state;
}

}  // namespace carom::particles
