// SPDX-License-Identifier: Apache-2.0
// Everything that is computed for the paper, gathered once; tables and figures only look at it.
#pragma once

#include <vector>

#include "papers/common/effort.hpp"
#include "papers/impact_oscillator/branches.hpp"
#include "papers/impact_oscillator/cascade.hpp"
#include "papers/impact_oscillator/equilibrium.hpp"
#include "papers/impact_oscillator/motion.hpp"
#include "papers/impact_oscillator/resolution.hpp"
#include "papers/impact_oscillator/slip_cycle.hpp"
#include "papers/impact_oscillator/sweep.hpp"
#include "papers/impact_oscillator/thresholds.hpp"
#include "papers/impact_oscillator/wiper.hpp"

namespace carom::papers::impact_oscillator {

struct OrbitCase {
  Set set = Set::first;
  double mu = 0, eps = 0;
  MotionRecord record;
  std::vector<MotionPoint> orbit;  // one period
};

// Second set: how far the orbits with ε = 0 and 0.2 are apart.
struct Coincidence {
  double mu = 0;
  double maximum = 0;    // relative difference of φ̇_max
  double orbit = 0;      // distance of the orbits over their size
  double chatter = 0;    // from the first impact to contact, over the period, ε = 0.2
  double amplitude = 0;  // rad, ε = 0
  double diameter = 0;   // extent in φ̇, ε = 0 [rad/s]
  bool flies = false;
};

// Numbers that the paper's thresholds and misprints are judged by.
struct Rest {
  double hopf_1 = 0, hopf_2 = 0;            // g = 10 m/s²
  double hopf_1_real = 0, hopf_2_real = 0;  // g = 9.81 m/s²
  bool unstable_forwards = false;           // with v > 0, for some μ below 3
  double again_2 = 0;                       // second set: μ above which rest is stable again
  double impossible_1 = 0;                  // first set: μ above which slip at rest is impossible
  double end_of_slip = 0;                   // first set: lift-off of the slip cycle
};

struct Evidence {
  Effort effort;
  Rest rest;
  Thresholds thresholds;
  ReturnMap map;
  Cascade cascade;
  Resolution resolution;
  std::vector<ChatterTolerance> chatter;  // rising tolerance, the first summed to its limit
  std::vector<OrbitCase> orbits;          // Figs 3 and 5, and those that the checks of the model look at
  std::vector<Sweep> sweeps;              // both sets, both ε, both ways
  std::vector<Sweep> loop;                // first set, the hysteresis: ε = 0 up, down, 0.2 up, down
  std::vector<Sweep> birth;               // second set, near its Hopf point: ε = 0 up, 0.2 down
  SlipBranch slip_1, slip_2;              // slip cycles of both sets
  std::vector<Coincidence> coincidence;   // rising μ
  Wiper wiper;
  Branches branches;

  const OrbitCase& orbit(Set set, double mu, double eps) const;
  const Sweep& sweep(Set set, double eps, bool up) const;
};

Evidence gather(const Effort& effort);

}  // namespace carom::papers::impact_oscillator
