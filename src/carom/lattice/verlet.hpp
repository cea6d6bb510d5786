// SPDX-License-Identifier: Apache-2.0
// Verlet's steps for a lattice: half a drift, a kick, half a drift.
//
// Model
//   (1)  r ← r + ½h v,   v ← v + h F(r)/m,   r ← r + ½h v;   half drifts that meet are one
// Symbols   h time step [R/c]; F force on a point; held points have 1/m = 0.
// Source    hairer_lubich_wanner_2006 I.1.4.
// Limits    Order 2, symplectic and symmetric; stable for h below 2 over the highest frequency. A drift leaves r × v
//           alone and forces along springs add none, so angular momentum stays to rounding.
#pragma once

#include <cstddef>
#include <vector>

#include "carom/lattice/spring_network.hpp"

namespace carom {

inline void drift(LatticeState& state, double h) {
  for (std::size_t i = 0; i < state.r.size(); ++i) {
    state.r[i].x += h * state.v[i].x;
    state.r[i].y += h * state.v[i].y;
  }
}

// A kick of h, then a drift of `after`; the forces are set to 0 for the next evaluation.
inline void kick_and_drift(const SpringNetwork& network, LatticeState& state, std::vector<Point>& forces, double h,
                           double after) {
  for (std::size_t i = 0; i < state.r.size(); ++i) {
    const double push = h * network.inverse_mass[i];
    Point &r = state.r[i], &v = state.v[i], &f = forces[i];
    v.x += push * f.x;
    v.y += push * f.y;
    r.x += after * v.x;
    r.y += after * v.y;
    f = {};
  }
}

// `steps` of them. `add_force(r, forces)` adds to forces, which are 0 before and after; one evaluation a step.
template <class Force>
void verlet_steps(const SpringNetwork& network, const Force& add_force, LatticeState& state, std::vector<Point>& forces,
                  double h, int steps) {
  forces.resize(state.r.size());
  const double t = state.t;
  drift(state, h / 2);
  for (int k = 1; k <= steps; ++k) {
    add_force(state.r, forces);
    kick_and_drift(network, state, forces, h, k < steps ? h : h / 2);
  }
  state.t = t + steps * h;
}

}  // namespace carom
