// SPDX-License-Identifier: Apache-2.0
// The observables of a dimer on a shaken plate, from its last plate cycles.
//
// Model
//   (1)  y_p = −A sin ψ,  ψ = ωt + φ;   bottom at ψ = π/2, top at ψ = 3π/2
//   (2)  drift ⟨u⟩ = o Δx_τ / Δt of the staying tip over a whole number of periods, at least ten cycles (ten cycles if
//        the motion has no period); o = +1 if the left tip stays (mean θ > 0), −1 if the right one does: > 0 is
//        towards the bouncing end, and a motion and its mirror image have the same drift
//   (3)  κ = 100 ⟨u⟩ f/g
//   (4)  α = 3π/2 − ψ_hit in (−π, π]: by how much the hit of the bouncing end precedes the top of the plate, so that
//        y_p = A cos(ω(t − t_s) − α) after the hit at t_s
//   (5)  reversal phase = π/2 − ψ_reversal in (−π, π]: by how much the staying tip's turn to backward motion precedes
//        the bottom of the plate (> 0: before it, < 0: after it)
//   (6)  Δt_p, Δt_n: time in a cycle in which the staying tip moves forwards, backwards along the plate, be it in
//        contact or in the small hops of settling; Δt_p + Δt_n = T less the time at rest
//   (7)  mean energy: time average of kinetic plus potential energy, the latter m g (y_c − r), zero at rest on the
//        mean plate; also in units of E_d = m g² T²/8
//   (8)  period: the smallest n ≤ 16 for which the stroboscopic states (y_c, θ, u) at ψ = 0 repeat (poincare.hpp),
//        measured as y_c/h_T, lθ/h_T, ẋ/v_T, ẏ/v_T, lθ̇/v_T with h_T = gT²/8 and v_T = gT/2; x_c is free
//
// Symbols   T = 1/f plate period [s]; θ tilt, > 0: left tip low [rad]; l distance of the ball centres [m].
// Source    liu_zhao_brogliato_2008 eqs 122, 130, 132, 139 and section 6.1 (mean speed over ten cycles).
// Differs   (4) takes the strongest hit of the bouncing end in a cycle: in the drift this is the double impact. (5) is
//           assumed to be 0 in the source's section 7. The energy of (122) is that of one ball at the top of its
//           flight, (7) that of the whole dimer, averaged, in the frame of the room.
// Limits    Without a preferred tilt (hop, flutter, a symmetric jump) there is no orientation: + is then +x, and the
//           staying tip is the one that is longer in contact.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "carom/observe/dimer_cycle.hpp"
#include "carom/observe/motion.hpp"
#include "carom/observe/poincare.hpp"
#include "carom/systems/dimer.hpp"

namespace carom::observe {

inline constexpr int remembered_cycles = 33;
inline constexpr int longest_period = 16;
using DimerCycles = Ring<DimerCycle, remembered_cycles>;

struct DimerObserverOptions {
  double period_tolerance = 1e-4;  // of (8)
  int drift_cycles = 10;           // at least, for averages
  MotionThresholds motion{};
};

enum class Orientation { none, left_stays, right_stays };
std::string_view name(Orientation orientation);

// NaN where a number has no meaning (no hit, no reversal, no whole cycle).
struct DimerObservables {
  double drift = 0;                     // (2) m/s
  double scaled_drift = 0;              // (3)
  int period_cycles = 0;                // (8); 0: none
  int mirror_period_cycles = 0;         // cycles after which the motion repeats as its own mirror image; 0: it does not
  double theta_max = 0;                 // largest |θ| [rad]
  double mean_theta = 0;                // rad
  double single_impacts_per_cycle = 0;  // of both tips
  double double_impacts_per_cycle = 0;
  std::array<double, 2> bounces_per_cycle{};
  std::array<double, 2> peak_gap{};  // m, left and right tip
  double alpha = 0;                  // (4) rad
  double reversal_phase = 0;         // (5) rad
  bool reversal_from_stick = false;  // the staying tip stuck before it turned backwards
  double dt_p = 0, dt_n = 0;         // (6) s
  double contact_fraction = 0;       // of the staying tip
  double stick_fraction = 0;         // of the staying tip
  double mean_energy = 0;            // (7) J
  double scaled_energy = 0;          // (7) in units of E_d
  MotionKind kind = MotionKind::unknown;
  std::string motion = "unknown";
  Orientation orientation = Orientation::none;
  int cycles = 0;  // plate cycles averaged over

  std::string brief() const;
};

DimerObservables dimer_observables(const Dimer& system, const DimerCycles& cycles,
                                   const DimerObserverOptions& options = {});

}  // namespace carom::observe
