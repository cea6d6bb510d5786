// SPDX-License-Identifier: Apache-2.0
// The impacts of the paper: which bodies, under which reading of its units.
//
// Units are reduced: radius R, velocity c and mass m of a point of the disk are 1. Every case throws to both sides.
#pragma once

#include <cstdint>
#include <string>

#include "carom/catalog/lattice_run.hpp"

namespace carom::papers::lattice {

// No single k_a has both the printed modulus and c = √(E/ρ).
enum class Units {
  stiff,  // k_a = 1e4: the printed E; free bottom, equal masses
  soft,   // k_a = 471: c is the speed of sound; fixed bottom, equal densities
};

const char* name(Units units);

study::LatticeRun random_case(Units units);
study::LatticeRun rough_case(Units units, double delta);  // δ of both surfaces

// Section IV makes its 100 samples of the disk; of the wall it names one, whose random numbers are not printed. The seed of a
// wall that gives what is printed, of the 20 of studies/one_wall.toml.
inline constexpr std::uint64_t printed_wall = 8, walls_tried = 20;
// At that wall, thrown to one side.
study::LatticeRun at_one_wall(study::LatticeRun run);
study::LatticeRun sized_case(Units units, int N);

// The triangular lattice as it was cut, a polygon without roughness of its own, on a rough wall.
study::LatticeRun polygon_case(Units units, double orientation = 0);
// With k_a or k_b of the disk so many times larger.
study::LatticeRun stiffened_case(Units units, double k_a_factor, double k_b_factor);
// Ordered within a rough ring of points, as the paper says.
study::LatticeRun layered_case(Units units, study::DiskKind disk);
study::LatticeRun square_case(Units units, double nu);

// Neither reading: stiff springs on the wall of the soft one, and the other way round.
study::LatticeRun stiff_on_fixed();
study::LatticeRun soft_on_free();

// `stiff` with the k_a that has the printed modulus in a band.
study::LatticeRun with_printed_modulus();

study::LatticeRun with_speed(study::LatticeRun run, double v_n);

// The same with the paper's steps: Forest–Ruth, 1e-3 R/c.
study::LatticeRun with_paper_steps(study::LatticeRun run);

// k_a = 1 as printed.
study::LatticeRun literal_units();

}  // namespace carom::papers::lattice
