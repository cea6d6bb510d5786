// SPDX-License-Identifier: Apache-2.0
// The motion of a body of points as a whole.
//
// Model
//   (1)  M = Σ m,   r_c = Σ m r/M,   V = Σ m v/M
//   (2)  ω = L/I,   L = Σ m (r − r_c) × (v − V),   I = Σ m (r − r_c)²
#pragma once

#include <cstddef>

#include "carom/lattice/spring_network.hpp"

namespace carom {

struct RigidMotion {
  double M = 0, I = 0;
  double x = 0, y = 0;  // centre
  double V_x = 0, V_y = 0, omega = 0;
};

// Of the first n points.
RigidMotion rigid_motion(const SpringNetwork& network, const LatticeState& state, std::size_t n);

}  // namespace carom
