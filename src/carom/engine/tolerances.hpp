// SPDX-License-Identifier: Apache-2.0
// What counts as zero in a motion with contacts: one place for every such number, with its reason.
//
// Model     With the scales L, V, T of a system (mechanism.hpp) and ε = 2⁻⁵²,
//   (1)  gap         β = 2e-14 L + 8 ε |t| V       a gap is a difference of coordinates of size L, and a moving surface is
//                                                  met at a time known to ε |t|
//   (2)  touch       10 β                          the ends of two steps of the engine's own arithmetic
//   (3)  given       1e-12 L + 8 ε |t| V           states that people and files give: twelve digits of L
//   (4)  penetration 1e-9 L                        what neither rounding nor the error of a step explains: a start below
//                                                  it is refused, a motion below it has missed an impact
//   (5)  rest        1e-10 V                       velocities of contacts at rest after projection and steps of 1e-10
//   (6)  slip guard  1e-13 V + 8 ε |t| V/T         rounding of a velocity, and of the drive at late times
//   (7)  force       (1e-9 + τ) E/L                loads that carry nothing; E the kinetic energy at speed V,
//                    τ = 64 ε |t|/T                what the rounding of late times does to forces
//   (8)  mode        1e-11 + τ                     of accelerations V/T and their forces in the choice of modes
// Compliant contacts follow deformations far smaller than L in steps far shorter than T:
//   (9)  gap 1e-13 L, velocity 1e-12 V, rate 1e-12 V/T, deformation 1e-12 of its own scale
#pragma once

#include <cmath>
#include <limits>

#include "carom/model/mechanism.hpp"

namespace carom {

class Tolerances {
 public:
  Tolerances() = default;
  explicit Tolerances(const Scales& scales) : scales_(scales) {}

  double gap_band(double t) const { return 2e-14 * scales_.length + late_gap(t); }   // (1) [m]
  double touch(double t) const { return 10 * gap_band(t); }                          // (2) [m]
  double given_gap(double t) const { return 1e-12 * scales_.length + late_gap(t); }  // (3) [m]
  double penetration() const { return 1e-9 * scales_.length; }                       // (4) [m]
  double rest() const { return 1e-10 * scales_.speed; }                              // (5) [m/s]
  double slip_band(double t) const {                                                 // (6) [m/s]
    return 1e-3 * rest() + 8 * epsilon * std::abs(t) * scales_.speed / scales_.time;
  }
  double force_zero(double t, double energy) const {  // (7) [N]
    return (1e-9 + late_force(t)) * energy / scales_.length;
  }
  double force_band(double t, double energy) const { return force_zero(t, energy) * 1e-3; }
  double mode(double t) const { return 1e-11 + late_force(t); }  // (8)

  double compliant_gap() const { return 1e-13 * scales_.length; }                 // (9) [m]
  double compliant_velocity() const { return 1e-12 * scales_.speed; }             // [m/s]
  double compliant_rate() const { return 1e-12 * scales_.speed / scales_.time; }  // [m/s²]
  static constexpr double compliant_deformation = 1e-12;                          // of its scale

 private:
  static constexpr double epsilon = std::numeric_limits<double>::epsilon();
  double late_gap(double t) const { return 8 * epsilon * std::abs(t) * scales_.speed; }
  double late_force(double t) const { return 64 * epsilon * std::abs(t) / scales_.time; }

  Scales scales_;
};

}  // namespace carom
