// SPDX-License-Identifier: Apache-2.0
// Mean drift of the dimer: the staying end as a pendulum that slides on the plate, forward and back in each cycle.
//
// Model
//   The left tip never leaves the plate y_p = A cos(ω(t − t_s) − α). From the hit of the other end at t_s it slips
//   forward, and from the plate's lowest point t₁ to the next hit t_e backward, each at θ = 0 and with
//   a massless rod.
//   (1) v_t(t) = (μ(B_r² + 5.6) + 2B_r)/(2(B_r² + μB_r + 0.8)) · [g(t₁ − t) + Aω sin(ω(t − t_s) − α)],  t_s < t < t₁
//   (2) v_t(t) = (μ(B_r² + 5.6) − 2B_r)/(2(B_r² − μB_r + 0.8)) · [g(t − t₁) − Aω sin(ω(t − t_s) − α)],  t₁ < t < t_e
//   (3) Δt_p = (π + α)T/2π,  Δt_n = (π − α)T/2π
//   With a = μ(2.8 + B_r²/2), b = B_r, c = 0.8 + B_r², d = μB_r the displacements of a cycle are
//   (4) x_p = (a + b)/(c + d) [A(1 + cos α) + gΔt_p²/2]
//   (5) x_n = (a − b)/(c − d) [A(1 + cos α) + gΔt_n²/2]
//   and the drifts, scaled as κ = 100 x f²/g, of the forward (p) and the backward (n) mode, which has no x_p,
//   (6) κ_p = 50/(π²(c² − d²)) [(1 + cos α)(ac − bd)Γ + (π² + α²)(ac − bd)/2 + (bc − ad)πα]
//   (7) κ_n = 25(a − b)/(π²(c − d)) [(1 + cos α)Γ + (π − α)²/2]
// Symbols
//   B_r = l/r = 2(A_r − 1) (1) · μ slip coefficient (1) · α phase by which the hit precedes the plate's highest point
//   (rad) · Γ = Aω²/g (1) · A amplitude (m) · f = ω/2π = 1/T (Hz) · x_p, x_n (m), > 0 towards the bouncing end
// Source
//   liu_zhao_brogliato_2008: (127)–(141)
// Differs
//   (2): (135) is printed with sin(ω(t − t₁) − α). (6): (138) and (140) are printed with (π² + α²)(ac − bd), twice the
//   sum of (133) and (136), which are right; scaled_forward_drift_printed() is that form, for comparison.
// Limits
//   No rod, no tilt, no loss of contact: the force of (1) and (2) stays positive only for Γ ≤ 1. No stick: (7) starts
//   the backward slip at the lowest point as well. The forms hold for μ < 2√0.8, so that c − d > 0 for every length.
#pragma once

#include "carom/base/constants.hpp"

namespace carom::theory {

struct DriftCycle {
  double A_r = 3.9;
  double mu = 0.12;
  double alpha = pi / 6;
  double Gamma = 0.9;
  double f = 25;
  double g = gravity;
};

double forward_displacement(const DriftCycle& cycle);   // (4)
double backward_displacement(const DriftCycle& cycle);  // (5)

double scaled_forward_drift(const DriftCycle& cycle);   // (6)
double scaled_backward_drift(const DriftCycle& cycle);  // (7)

// (140) as printed: with twice the term in π² + α².
double scaled_forward_drift_printed(const DriftCycle& cycle);

}  // namespace carom::theory
