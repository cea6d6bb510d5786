// SPDX-License-Identifier: Apache-2.0
#include "carom/catalog/lattice_run.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace carom::study {

LatticeRun stiff_run() {
  LatticeRun run;
  run.impact.scheme = LatticeScheme::verlet;
  run.impact.dt = 2e-3;
  return run;
}

LatticeRun soft_run() {
  LatticeRun run;
  run.k_a = 471;
  run.k_b = 0.471;
  run.k_2 = 471.0 * 3 / 7;
  run.wall_mass = 5.093;  // equal densities: 1600/π of the disk, 1600/16 of the wall
  run.bottom = WallBottom::fixed;
  run.impact.scheme = LatticeScheme::verlet;
  run.impact.dt = 5e-3;
  run.impact.contact_time = expected_contact_time(run);
  return run;
}

double expected_contact_time(const LatticeRun& run) {
  return (run.bottom == WallBottom::free ? 4.0 : 2.4) * std::sqrt(1e4 / run.k_a);
}

double default_step(const LatticeRun& run) {
  const double stiffest = std::max({run.k_a, run.k_a_disk, run.disk == DiskKind::square ? run.k_2 : 0});
  return 1e-3 * std::min(1.0, std::sqrt(1e4 / stiffest) * std::min(1.0, std::sqrt(run.wall_mass)));
}

LatticeBody disk_of(const LatticeRun& run) {
  const Random random(run.seed, 1);
  const double k_a = run.k_a_disk > 0 ? run.k_a_disk : run.k_a, k_b = run.k_b_disk > 0 ? run.k_b_disk : run.k_b;
  if (run.disk == DiskKind::random)
    return random_disk({.N = run.N, .spacing = run.spacing, .delta = run.delta_disk, .k_a = k_a, .k_b = k_b}, random);
  return ordered_disk(run.disk == DiskKind::square ? Cells::square : Cells::triangular,
                      {.N = run.N,
                       .orientation = run.orientation,
                       .k_a = k_a,
                       .k_b = k_b,
                       .k_2 = run.k_2,
                       .delta = run.delta_disk,
                       .layer = run.layer},
                      random);
}

LatticeBody wall_of(const LatticeRun& run) {
  return random_wall({.N = run.N,
                      .spacing = run.spacing,
                      .delta = run.delta_wall,
                      .k_a = run.k_a,
                      .k_b = run.k_b,
                      .mass = run.wall_mass},
                     Random(run.wall_seed > 0 ? run.wall_seed : run.seed, 2), run.bottom);
}

LatticeRunResult run_lattice(const LatticeRun& run, const DiskImpactHooks& hooks) {
  const auto begun = std::chrono::steady_clock::now();
  const LatticeBody disk = disk_of(run), wall = wall_of(run);
  LatticeRunResult result;
  DiskImpact impact = run.impact;
  impact.mirror = run.throws == Throws::left;
  result.reports.push_back(throw_disk(disk, wall, impact, hooks));
  if (run.throws == Throws::both && result.first().outcome != Outcome::interrupted) {
    impact.mirror = true;
    DiskImpactHooks second = hooks;
    second.frame = {};  // pictures are of the first
    result.reports.push_back(throw_disk(disk, wall, impact, second));
  }
  for (const DiskImpactReport& report : result.reports) {
    result.e += report.e / static_cast<double>(result.reports.size());
    result.beta += report.beta / static_cast<double>(result.reports.size());
    if (succeeded(result.outcome) && !succeeded(report.outcome)) {
      result.outcome = report.outcome;
      result.reason = report.reason;
    }
  }
  result.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  return result;
}

}  // namespace carom::study
