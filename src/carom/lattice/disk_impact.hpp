// A disk of springs thrown at a wall of springs: both coefficients of restitution.
//
// Model     Disk and wall move by their springs (spring_network.hpp) and their contact (wall_contact.hpp). The disk
//           starts at rest in itself above the wall, its lowest point `gap` above the wall's highest, with the velocity
//           (v_t, −v_n), v_t = v_n/cot γ, so far to the side that the middle of the contact is over the wall's middle:
//   (1)  x = −v_t (gap/v_n + contact_time/2)
//           Of its mass M, centre velocity V, and spin ω = L/I about its centre afterwards,
//   (2)  e = V_y′/v_n,   β = −(V_x′ + ω R)/v_t:  the point (0, −R) from the centre
//   (3)  L = Σ m (r − r_c) × (v − V),   I = Σ m (r − r_c)²
//           The run ends when no point has felt the wall for a while and the disk goes up.
// Symbols   γ angle of incidence; velocities [c], lengths [R], times [R/c].
// Source    kuninaka_hayakawa_2003 (1), (2), section IV.
// Differs   `mirror` throws the disk the other way: the mean of both removes the kick that roughness gives by itself.
// Limits    The energy error is reported, not bounded: see wall_contact.hpp.
#pragma once

#include <string>

#include "carom/base/outcome.hpp"
#include "carom/lattice/lattice_builders.hpp"
#include "carom/lattice/wall_contact.hpp"

namespace carom {

enum class LatticeScheme { forest_ruth, verlet };

struct DiskImpact {
  double v_n = 0.1;
  double cot_gamma = 1;
  bool mirror = false;
  double R = 1;
  double gap = 0.08;
  double contact_time = 4;  // expected, for (1)
  double a = 300, V0 = 150;
  double cutoff = 0;  // 0: the mean rest length of all springs
  double dt = 1e-3;
  LatticeScheme scheme = LatticeScheme::forest_ruth;
  double t_max = 100;
};

struct DiskImpactReport {
  Outcome outcome = Outcome::reached_end;
  std::string reason = {};
  double e = 0, beta = 0;
  double energy_error = 0;  // largest, over the energy at the start
  double contact_time = 0;  // while the contact force is above a thousandth of its largest
  double t_end = 0;
  LatticeState final = {};  // the disk's points first, then the wall's
  std::string brief() const;
};

// Throws BadInput for bodies without a surface or options without a meaning.
DiskImpactReport throw_disk(const LatticeBody& disk, const LatticeBody& wall, const DiskImpact& options = {});

}  // namespace carom
