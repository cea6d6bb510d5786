// SPDX-License-Identifier: Apache-2.0
// The oscillation that stays in slip, between the Hopf point and the lift-off of the tip, by its return map.
//
// Model     In slip one coordinate is left, so a turn is a map a → a′ of the distance a from rest to the least φ. Just
//           above the Hopf point it pulls with a multiplier hardly below one: simulations settle over hours of motion.
//   (1)  a*(μ): a′ = a, the cycle
//   (2)  a_g(μ): the largest amplitude without lift-off, λ_N = 0 at one point
//   (3)  the cycle ends where a* = a_g
// Source    lancioni_galvanetto_lenci_2007 section 3, by another way.
#pragma once

#include <optional>
#include <vector>

#include "papers/impact_oscillator/motion.hpp"

namespace carom::papers::impact_oscillator {

struct Turn {
  double before = 0, after = 0;  // equilibrium less the least φ of two successive turns [rad]
  bool lifts = false;
  State<2> state;  // at the least φ of the second
};

// Two turns in slip that begin at rest, `amplitude` above the equilibrium.
Turn turn(const ImpactOscillatorSettings& settings, double amplitude);

struct SlipCycle {
  double amplitude = 0;   // rad
  double multiplier = 0;  // da′/da, by differences
  State<2> state;         // on the section, at the least φ
};
// (1); nothing if there is none below lift-off.
std::optional<SlipCycle> slip_cycle(const ImpactOscillatorSettings& settings);

// The branch of cycles from the Hopf point to `end`, closer together at its root.
struct SlipBranch {
  std::vector<double> mu, phi_dot_max;
};
SlipBranch slip_branch(Set set, double hopf, double end, int count);

// (3), by bisection in μ between `low`, where the cycle exists, and `high`.
double end_of_slip_cycle(Set set, double low, double high, double width);

}  // namespace carom::papers::impact_oscillator
