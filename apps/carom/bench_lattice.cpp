// SPDX-License-Identifier: Apache-2.0
#include "bench_lattice.hpp"

#include <algorithm>
#include <ctime>

#include "carom/catalog/lattice_run.hpp"

namespace carom::app {
namespace {

struct Timed {
  double forces = 0;      // per second
  double point_step = 0;  // s
};

// The best of a few rounds of `t` in the middle of the contact.
Timed timed(int N, double t, int rounds) {
  study::LatticeRun run = study::stiff_run();
  run.N = N;
  const LatticeBody disk = study::disk_of(run), wall = study::wall_of(run);
  run.impact.t_max = t;
  Timed best{0, 1e300};
  for (int round = 0; round < rounds; ++round) {
    const std::clock_t begun = std::clock();
    const DiskImpactReport report = throw_disk(disk, wall, run.impact);
    const double spent = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
    best.forces = std::max(best.forces, static_cast<double>(report.spring_forces) / spent);
    best.point_step =
        std::min(best.point_step, spent / static_cast<double>(report.steps) / static_cast<double>(disk.x.size() * 2));
  }
  return best;
}

}  // namespace

LatticeFigures measure_lattice(bool quick) {
  LatticeFigures figures;
  figures.forces = timed(1600, 100, quick ? 2 : 7).forces;
  const double small = timed(400, quick ? 2 : 5, quick ? 3 : 10).point_step;
  figures.largest_over_smallest = timed(25600, quick ? 1 : 2, quick ? 1 : 3).point_step / small;
  return figures;
}

}  // namespace carom::app
