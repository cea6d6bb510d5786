// SPDX-License-Identifier: Apache-2.0
// What is remembered of one plate cycle of the dimer.
#pragma once

#include <array>

#include "carom/model/mechanism.hpp"

namespace carom::observe {

// Phases are ψ = ωt + φ in [0, 2π) with the plate at y_p = −A sin ψ: its bottom at π/2, its top at 3π/2. A cycle runs
// from ψ = 0 to ψ = 2π. Arrays of two belong to the left and the right tip. Plain sums and extremes, so that cycles
// can be added.
struct DimerCycle {
  // A hit of a tip: its speed of approach and when.
  struct Hit {
    double speed = 0, phase = 0;  // m/s, rad
  };
  // A time in which the tip moves one way along the plate, in contact or in flight. It is booked where it ends.
  struct Stretch {
    double phase = 0, duration = 0;  // of its beginning [rad]; s
    bool from_stick = false;         // the tip was at rest along the plate before
  };
  static constexpr int double_phases = 4;

  long index = 0;                        // of the cycle, in the time of the plate
  double duration = 0;                   // s
  State<3> begin, end;                   // stroboscopic states at ψ = 0 (before an impact at that very instant)
  std::array<double, 2> displacement{};  // of the tips along the plate, x_τ = x_i + rθ [m]

  std::array<int, 2> single_impacts{};
  int double_impacts = 0;
  std::array<double, double_phases> double_phase{};  // of the first few double impacts [rad]
  std::array<int, 2> bounces{};                      // landings from flights above the bounce height (motion.hpp)
  std::array<Hit, 2> strongest{};                    // hit of each tip, in a single or double impact; speed 0: none

  std::array<double, 2> contact_time{}, stick_time{};     // s
  std::array<double, 2> forward_time{}, backward_time{};  // with v_t > 0, v_t < 0 [s]
  std::array<Stretch, 2> forward{}, backward{};           // the longest that ended in this cycle; duration 0: none
  std::array<double, 2> longest_flight{};                 // of those that ended here, or the present one [s]
  std::array<double, 2> peak_gap{};                       // m

  double theta_min = 0, theta_max = 0;  // rad
  double theta_integral = 0;            // ∫θ dt [rad s]
  double energy_integral = 0;           // ∫(kinetic + potential) dt, zero at rest on the mean plate [J s]
};

}  // namespace carom::observe
