// SPDX-License-Identifier: Apache-2.0
#include "papers/lattice/cases.hpp"

#include <algorithm>
#include <cmath>

#include "carom/theory/square_lattice.hpp"

namespace carom::papers::lattice {

using study::DiskKind;
using study::LatticeRun;

const char* name(Units units) { return units == Units::stiff ? "stiff" : "soft"; }

LatticeRun random_case(Units units) {
  LatticeRun run = units == Units::stiff ? study::stiff_run() : study::soft_run();
  run.throws = study::Throws::both;
  return run;
}

LatticeRun rough_case(Units units, double delta) {
  LatticeRun run = random_case(units);
  run.delta_disk = run.delta_wall = delta;
  return run;
}

LatticeRun at_one_wall(LatticeRun run) {
  run.wall_seed = printed_wall;
  run.throws = study::Throws::right;
  return run;
}

LatticeRun sized_case(Units units, int N) {
  LatticeRun run = random_case(units);
  run.N = N;
  return run;
}

LatticeRun polygon_case(Units units, double orientation) {
  LatticeRun run = random_case(units);
  run.disk = DiskKind::triangular;
  run.layer = false;
  run.delta_disk = 0;
  run.orientation = orientation;
  return run;
}

LatticeRun stiffened_case(Units units, double k_a_factor, double k_b_factor) {
  LatticeRun run = polygon_case(units);
  run.k_a_disk = k_a_factor * run.k_a;
  run.k_b_disk = k_b_factor * run.k_b;
  run.impact.dt /= std::sqrt(std::max(1.0, k_a_factor));
  return run;
}

LatticeRun layered_case(Units units, DiskKind disk) {
  LatticeRun run = random_case(units);
  run.disk = disk;
  run.layer = true;
  return run;
}

LatticeRun square_case(Units units, double nu) {
  LatticeRun run = layered_case(units, DiskKind::square);
  run.k_2 = theory::diagonal_spring(run.k_a, nu);
  return run;
}

LatticeRun stiff_on_fixed() {
  LatticeRun run = random_case(Units::stiff);
  const LatticeRun soft = random_case(Units::soft);
  run.bottom = soft.bottom;
  run.wall_mass = soft.wall_mass;
  run.impact.contact_time = study::expected_contact_time(run);
  return run;
}

LatticeRun soft_on_free() {
  LatticeRun run = random_case(Units::soft);
  run.bottom = WallBottom::free;
  run.wall_mass = 1;
  run.impact.contact_time = study::expected_contact_time(run);
  return run;
}

LatticeRun with_printed_modulus() {
  LatticeRun run = random_case(Units::stiff);
  run.k_a = 8200;
  run.k_b = 8.2;
  run.impact.contact_time = study::expected_contact_time(run);
  return run;
}

LatticeRun with_speed(LatticeRun run, double v_n) {
  run.impact.v_n = v_n;
  run.impact.t_max = std::max(100.0, 10 / v_n);
  return run;
}

LatticeRun with_paper_steps(LatticeRun run) {
  run.impact.scheme = LatticeScheme::forest_ruth;
  run.impact.dt = 1e-3;
  return run;
}

LatticeRun literal_units() {
  LatticeRun run = random_case(Units::stiff);
  run.k_a = 1;
  run.k_b = 1e-3;
  run.impact.contact_time = 4;
  return run;
}

}  // namespace carom::papers::lattice
