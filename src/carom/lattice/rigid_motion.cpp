// SPDX-License-Identifier: Apache-2.0
#include "carom/lattice/rigid_motion.hpp"

namespace carom {

RigidMotion rigid_motion(const SpringNetwork& network, const LatticeState& s, std::size_t n) {
  double L = 0;
  RigidMotion b;
  for (std::size_t i = 0; i < n; ++i) {
    const double m = network.mass[i];
    b.M += m;
    b.x += m * s.r[i].x;
    b.y += m * s.r[i].y;
    b.V_x += m * s.v[i].x;
    b.V_y += m * s.v[i].y;
  }
  b.x /= b.M;
  b.y /= b.M;
  b.V_x /= b.M;
  b.V_y /= b.M;
  for (std::size_t i = 0; i < n; ++i) {
    const double m = network.mass[i], d_x = s.r[i].x - b.x, d_y = s.r[i].y - b.y;
    L += m * (d_x * (s.v[i].y - b.V_y) - d_y * (s.v[i].x - b.V_x));
    b.I += m * (d_x * d_x + d_y * d_y);
  }
  b.omega = L / b.I;
  return b;
}

}  // namespace carom
