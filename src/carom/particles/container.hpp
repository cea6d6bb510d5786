// SPDX-License-Identifier: Apache-2.0
// What holds the rods: a plate that shakes, and around it nothing, a period, or the walls of an annulus.
//
// Model.  Plate:  (1)  z = A sin θ,  V = V₀ cos θ,  θ = Ωt + θ₀,  V₀ = Γ/Ω,  A = Γ/Ω²   (g = 1)
//   Walls of the annulus are cylinders of radii R_i < R_o about the z axis. They move with the plate or stand.
#pragma once

#include <cmath>

namespace carom::particles {

struct Drive {
  double Gamma = 3.3;  // peak acceleration in units of g; 0: at rest
  double Omega = 1;    // angular frequency
  double phase = 0;    // θ₀

  struct Motion {
    double z = 0, V = 0;
  };
  Motion at(double t) const {
    if (Gamma == 0) return {};
    const double theta = Omega * t + phase;
    return {Gamma / (Omega * Omega) * std::sin(theta), Gamma / Omega * std::cos(theta)};
  }
  double speed() const { return Gamma / Omega; }
};

enum class Walls { none, moving, standing };

struct Container {
  double period_x = 0;  // 0: open
  double period_y = 0;
  Walls walls = Walls::none;  // of an annulus, in space only
  double inner_radius = 0;
  double outer_radius = 0;
};

}  // namespace carom::particles
