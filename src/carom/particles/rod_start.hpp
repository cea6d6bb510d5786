// SPDX-License-Identifier: Apache-2.0
// Starts of a run: a row of leaning rods over a period, rods in an annulus, one rod above the plate, a bed in a wide box.
// Each is free of overlaps; a start that does not fit is BadInput.
#pragma once

#include <cstdint>

#include "carom/particles/rod_simulation.hpp"

namespace carom::particles {

// N rods spread evenly over the period L in x. Rods that lean at arccos(N/L) just touch; the start leans a little less
// (lean · that angle) because at exactly that angle neighbours touch along their whole length. Lowest points `lift` above
// the plate; centres and ends move at random, up to `jitter` in each component.
struct RowStart {
  int N = 40;
  double period = 0;
  double tilt = 0;  // nominal, rad
  double lean = 0.97;
  double lift = 0.05;
  double jitter = 0.05;
  std::uint64_t seed = 1;
};
RodState<Planar> row_start(const RowStart& start, const RodOptions& options);

// N rods in the annulus, alternately at the outer and the inner wall (`gap` from it), all leaning by `tilt` along the
// azimuth; with an odd N two neighbours stand at the outer wall. They fall over to the tilt of the packing by themselves.
struct AnnulusStart {
  int N = 50;
  double tilt = 0;  // rad; negative: the other way round
  double gap = 0.01;
  double lift = 0.02;
  double jitter = 0.05;
  std::uint64_t seed = 1;
};
RodState<Spatial> annulus_start(const AnnulusStart& start, const RodOptions& options);

// For rods with flat ends, which would go on standing upright: with round ones they fall over for `t`, whole periods of the
// drive, and are lifted until the lowest is clear of the plate. They may press on each other as they do in a run.
RodState<Spatial> fallen_start(const AnnulusStart& start, const RodOptions& options, double t);

// One rod whose lower end touches the plate at t = 0, on the point of moving into it.
struct SingleStart {
  double tilt = 0;  // rad
  double c_x = 0, c_z = -1, omega = 0;
};
RodState<Planar> single_start(const SingleStart& start, const RodOptions& options);

// N rods on a square grid over a periodic box, all leaning by `tilt` along x; upright ones fall by themselves, each the way
// that its random velocities decide.
struct BedStart {
  int N = 10000;
  double tilt = 0;  // rad
  double spacing = 1.2;
  double lift = 0.05;
  double jitter = 0.05;  // of the velocities of centres and ends
  std::uint64_t seed = 1;
};
// Sets the periods of the container in `options` to those of the grid.
RodState<Spatial> bed_start(const BedStart& start, RodOptions& options);

// The largest number of rods that annulus_start can place.
int most_rods(double inner_radius, double outer_radius, double gap = 0.01);

}  // namespace carom::particles
