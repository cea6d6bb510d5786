// The step of Forest and Ruth for a lattice: three of Verlet's, the middle one backwards, of order 4 together.
//
// Model     With ϑ = 1/(2 − ∛2):
//   (1)  Verlet steps of ϑh, (1 − 2ϑ)h, ϑh; drifts that meet are one: ½(1 − ϑ)h
// Symbols   h time step [R/c].
// Source    forest_ruth_1990.
// Limits    Symplectic and symmetric; three evaluations of the force. The largest stage is 1.7 h long: stable for h
//           below 1.57 over the highest frequency.
#pragma once

#include "carom/lattice/verlet.hpp"

namespace carom {

// As verlet_step.
template <class Force>
void forest_ruth_step(const SpringNetwork& network, const Force& force, LatticeState& state, PointForces& forces,
                      double h) {
  constexpr double theta = 1.3512071919596578;  // ϑ
  const auto stage = [&](double part) {
    force(state.x, state.y, forces);
    kick(network, state, forces, part * h);
  };
  drift(state, theta / 2 * h);
  stage(theta);
  drift(state, (1 - theta) / 2 * h);
  stage(1 - 2 * theta);
  drift(state, (1 - theta) / 2 * h);
  stage(theta);
  drift(state, theta / 2 * h);
  state.t += h;
}

}  // namespace carom
