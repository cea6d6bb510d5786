// Verlet's step for a lattice: half a drift, a kick, half a drift.
//
// Model
//   (1)  r ← r + ½h v,   v ← v + h F(r)/m,   r ← r + ½h v
// Symbols   h time step [R/c]; F force on a point; held points have 1/m = 0.
// Source    hairer_lubich_wanner_2006 I.1.4.
// Limits    Order 2, symplectic and symmetric; stable for h below 2 over the highest frequency. A drift leaves r × v
//           alone and forces along springs add none, so angular momentum stays to rounding.
#pragma once

#include <cstddef>

#include "carom/lattice/spring_network.hpp"

namespace carom {

inline void drift(LatticeState& state, double h) {
  const std::size_t n = state.x.size();
  for (std::size_t i = 0; i < n; ++i) state.x[i] += h * state.v_x[i];
  for (std::size_t i = 0; i < n; ++i) state.y[i] += h * state.v_y[i];
}

inline void kick(const SpringNetwork& network, LatticeState& state, const PointForces& forces, double h) {
  const std::size_t n = network.points();
  for (std::size_t i = 0; i < n; ++i) state.v_x[i] += h * network.inverse_mass[i] * forces.x[i];
  for (std::size_t i = 0; i < n; ++i) state.v_y[i] += h * network.inverse_mass[i] * forces.y[i];
}

// `force(x, y, forces)` sets the forces at a configuration; `forces` is room to work in. One evaluation a step.
template <class Force>
void verlet_step(const SpringNetwork& network, const Force& force, LatticeState& state, PointForces& forces, double h) {
  drift(state, h / 2);
  force(state.x, state.y, forces);
  kick(network, state, forces, h);
  drift(state, h / 2);
  state.t += h;
}

}  // namespace carom
