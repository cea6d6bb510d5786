// SPDX-License-Identifier: Apache-2.0
// An impact of a lattice disk from its settings to its measures: what the system `lattice`, the paper and sweeps share.
//
// Units are reduced: the radius R, the velocity c and the mass m of a point of the disk are 1.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "carom/lattice/disk_impact.hpp"

namespace carom::study {

enum class DiskKind { random, triangular, square };
enum class Throws { right, left, both };  // both: the mean of a pair

struct LatticeRun {
  DiskKind disk = DiskKind::random;
  int N = 1600;  // points of each body
  double spacing = 0.7;
  double orientation = 0;  // ordered disks: rad
  bool layer = true;       // ordered disks: a rough ring of points around them
  double delta_disk = 0.03, delta_wall = 0.03;
  double k_a = 1e4, k_b = 10;         // of disk and wall
  double k_2 = 1e4 * 3 / 7;           // square disks: along the diagonals, ν = 0.3
  double k_a_disk = 0, k_b_disk = 0;  // of the disk alone; 0: as the wall
  double wall_mass = 1;               // of a point of the wall
  WallBottom bottom = WallBottom::free;
  DiskImpact impact = {};
  Throws throws = Throws::right;
  std::uint64_t seed = 1;
  std::uint64_t wall_seed = 0;  // of the wall alone; 0: as the disk
};

// The two readings of the paper: k_a = 1e4 with a free bottom and equal masses of all points, or k_a = 471, for which
// √(E/ρ) is c, with a fixed bottom and equal densities. Both by Verlet's steps.
LatticeRun stiff_run();
LatticeRun soft_run();

// The duration of the contact as it is expected.
double expected_contact_time(const LatticeRun& run);
// The paper's 1e-3, less for springs above 1e4.
double default_step(const LatticeRun& run);

LatticeBody disk_of(const LatticeRun& run);
LatticeBody wall_of(const LatticeRun& run);

struct LatticeRunResult {
  std::vector<DiskImpactReport> reports = {};  // one, or to the right and to the left
  Outcome outcome = Outcome::reached_end;      // of the first that failed
  std::string reason = {};
  double e = 0, beta = 0;  // mean of the pair, not-a-number if one of them did not come off the wall
  double wall_seconds = 0;
  const DiskImpactReport& first() const { return reports.front(); }
  bool came_off() const {
    return std::all_of(reports.begin(), reports.end(), [](const DiskImpactReport& one) { return one.came_off; });
  }
};

// Throws BadInput for bodies that cannot be made and impacts that cannot start.
LatticeRunResult run_lattice(const LatticeRun& run, const DiskImpactHooks& hooks = {});

}  // namespace carom::study
