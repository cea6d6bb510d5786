// SPDX-License-Identifier: Apache-2.0
// A disk of springs thrown at a wall of springs: both coefficients of restitution, and where the energy went.
//
// Model     Disk and wall move by their springs (spring_network.hpp) and their contact (wall_contact.hpp). The disk
//           starts at rest in itself above the wall, its lowest point `gap` above the wall's highest, with the velocity
//           (v_t, −v_n), v_t = v_n/cot γ, so far to the side that the middle of the contact is over the wall's middle:
//   (1)  x = −v_t (gap/v_n + contact_time/2)
//           Of its mass M, centre velocity V, and spin ω = L/I about its centre afterwards,
//   (2)  e = V_y′/v_n,   β = −(V_x′ + ω R)/v_t:  the point (0, −R) from the centre
//   (3)  L = Σ m (r − r_c) × (v − V),   I = Σ m (r − r_c)²
//   (4)  E = ½M V² + ½I ω² + vibration of the disk + wall + contact, each over the energy ½M(v_n² + v_t²) at the start
//           The run ends when no point of the disk is within reach of the wall any more and the disk goes up, or at the
//           time `until`.
// Symbols   γ angle of incidence; velocities [c], lengths [R], times [R/c].
// Source    kuninaka_hayakawa_2003 (1), (2), section IV.
// Differs   `mirror` throws the disk the other way: the mean of both removes the kick that roughness gives by itself.
// Limits    The energy error is reported, and a run that doubles its energy ends as ledger_open: see wall_contact.hpp.
//           A disk that still touches the wall with its centre beyond the end ends as left_model.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
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
  ContactRule rule = ContactRule::nearest;
  double dt = 1e-3;
  LatticeScheme scheme = LatticeScheme::forest_ruth;
  double t_max = 100;                // a disk still near the wall at this time is a failure …
  std::optional<double> until = {};  // … unless it was asked for: the run ends here at the latest, wherever the disk is
};

// Disk and wall as one network, the disk's points first.
struct DiskAndWall {
  SpringNetwork network = {};
  WallContact contact = {};
  std::vector<Triangle> surface_triangles = {};  // of both, with a point of the surface
  std::size_t disk_points = 0, disk_springs = 0;
};

struct LatticeFrame {
  const DiskAndWall& bodies;
  const LatticeState& state;
};

struct DiskImpactHooks {
  double frame_interval = 0;  // 0: no frames
  std::function<void(const LatticeFrame&)> frame = {};
  std::function<void(double t, double t_max)> progress = {};
  const std::atomic<bool>* interrupt = nullptr;
};

// (4), over the energy at the start.
struct ImpactEnergy {
  double translation = 0, rotation = 0, vibration = 0, wall = 0, contact = 0;
};

struct DiskImpactReport {
  Outcome outcome = Outcome::reached_end;
  std::string reason = {};
  bool came_off = false;   // the disk left the wall before the end of the run
  double e = 0, beta = 0;  // not-a-number unless it came off
  double omega = 0;        // ω R/v_t
  double energy_start = 0;
  double energy_error = 0;  // largest, over the energy at the start
  ImpactEnergy energy = {};
  double contact_time = 0;              // while the contact force is above a thousandth of its largest
  double impulse_x = 0, impulse_y = 0;  // on the disk, over M v_n
  long turned_over = 0;  // triangles at the surfaces that lay turned over at once: a collapsed surface has some
  long turned_at_start = 0;
  long surface_triangles = 0;  // all that have a point of a surface
  double t_end = 0;
  long steps = 0, spring_forces = 0;
  LatticeState final = {};
  std::string brief() const;
};

// Throws BadInput for bodies without a surface, a step that is not stable, options without a meaning.
DiskImpactReport throw_disk(const LatticeBody& disk, const LatticeBody& wall, const DiskImpact& options = {},
                            const DiskImpactHooks& hooks = {});

}  // namespace carom
