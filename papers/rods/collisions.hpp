// SPDX-License-Identifier: Apache-2.0
// Single collisions of Fig. 12: soft rods beside the rigid map, and the readings of the contact law that the text allows.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "carom/catalog/rod_run.hpp"
#include "carom/theory/rod_collision.hpp"
#include "papers/rods/campaign.hpp"

namespace carom::papers::rods {

struct SoftCollision {
  double phi = 0;                               // degrees
  double c_x = 0, c_z = 0, eps = 0;             // after; velocities over the initial c_x
  double map_c_x = 0, map_c_z = 0;              // thin rod, ε = 0.65
  theory::RodRegime regime = {};                // of the map
  particles::CollisionRegime soft_regime = {};  // by the velocities of the contact point
  double duration = 0;                          // reduced
};

struct CollisionScan {
  std::vector<SoftCollision> each;  // rising tilt
  double eps_mean = 0, eps_least = 0, eps_most = 0;
  double rms_c_x = 0, rms_c_z = 0;  // from the map, over the initial c_x
};

// Tilts 2°, 2° + step, … 88°, with the contact law and the rod of `like`.
CollisionScan scan_collisions(const study::RodRun& like, double step);

// A way to read appendix A: what it changes in a run.
struct Reading {
  std::string name;
  std::function<void(study::RodRun&)> apply;
  CollisionScan scan = {};
  std::vector<Point> rows = {};   // quasi-2-D, tilts of reading_tilts
  std::vector<Point> rings = {};  // N = 50 at Γ = 3.3, N = 27 at Γ = 1.1; none in a quick run
};
std::vector<Reading> all_readings();  // the first is the one used here
inline const std::vector<double> reading_tilts{18, 36, 50};

// The rigid collision by brute force: normal impulse added in small steps, Coulomb friction at each.
theory::RodCollisionResult march_impulse(const theory::RodCollision& collision, double step = 1e-6);

}  // namespace carom::papers::rods
