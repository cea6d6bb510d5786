// SPDX-License-Identifier: Apache-2.0
// Steps of Forest and Ruth for a lattice: each is three of Verlet's, the middle one backwards, of order 4 together.
//
// Model     With ϑ = 1/(2 − ∛2):
//   (1)  Verlet steps of ϑh, (1 − 2ϑ)h, ϑh; drifts that meet are one: ½(1 − ϑ)h, and ϑh from step to step
// Symbols   h time step [R/c].
// Source    forest_ruth_1990.
// Limits    Symplectic and symmetric; three evaluations of the force. The largest stage is 1.7 h long: stable for h
//           below 1.57 over the highest frequency.
#pragma once

#include "carom/lattice/verlet.hpp"

namespace carom {

// As verlet_steps.
template <class Force>
void forest_ruth_steps(const SpringNetwork& network, const Force& add_force, LatticeState& state,
                       std::vector<Point>& forces, double h, int steps) {
  constexpr double theta = 1.3512071919596578;  // ϑ
  forces.resize(state.r.size());
  const double t = state.t;
  const auto stage = [&](double part, double after) {
    add_force(state.r, forces);
    kick_and_drift(network, state, forces, part * h, after * h);
  };
  drift(state, theta / 2 * h);
  for (int k = 1; k <= steps; ++k) {
    stage(theta, (1 - theta) / 2);
    stage(1 - 2 * theta, (1 - theta) / 2);
    stage(theta, k < steps ? theta : theta / 2);
  }
  state.t = t + steps * h;
}

}  // namespace carom
