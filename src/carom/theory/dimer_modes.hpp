// SPDX-License-Identifier: Apache-2.0
// The modes of the bouncing dimer seen as bouncing balls: their energies, and the drives that sustain a ball hitting
// the plate in every n-th cycle.
//
// Model
//   Energies of drift (one end bounces each cycle), jump (both ends each cycle), flutter (both every other cycle):
//   (1) E_d = mg²T²/8,  E_j = mg²T²/4,  E_f = mg²T²
//   A ball with restitution e on the plate y_p = A cos ωt, hitting it at ωt = −α in every n-th cycle:
//   (2) leaves at gnT/2, which needs  Γ sin α = nπ(1 − e)/(1 + e)
//   (3) small deviations from it in time and speed are mapped by a matrix of determinant e² and trace
//       1 + e² − (1 + e)² Γ cos α, so that the orbit is stable for  0 < Γ cos α < 2(1 + e²)/(1 + e)²
//   (4) Γ_min = nπ(1 − e)/(1 + e),  Γ_max = √(Γ_min² + 4((1 + e²)/(1 + e)²)²),  sin α = Γ_min/Γ
// Symbols
//   m mass of one ball (kg) · T period of the plate (s) · e restitution coefficient (1) · n plate cycles between two
//   hits (1) · Γ = Aω²/g (1) · α phase by which the hit precedes the plate's highest point (rad), in (0, π/2)
// Source
//   liu_zhao_brogliato_2008: (122)–(124) for (1). (2)–(4) are derived here: the flight from hit to hit, differentiated.
// Differs
//   The usual map of the bouncing ball (holmes_1982) neglects the height of the plate at the hit; its determinant is e
//   and its orbit stable for 0 < Γ cos α < 1. (3) keeps the height and reaches higher: to 1.045 at e = 0.65.
// Limits
//   The energies are those of balls that bounce without loss on a resting floor. (3) is stability to small deviations:
//   at Γ_min the orbit is born, at Γ_max its period doubles, and below Γ = 1 the ball at rest on the plate is stable as
//   well. e = 1 is the limit where the orbit is neutral.
#pragma once

#include <optional>

namespace carom::theory {

// (1), in units of m g² T²
struct ModeEnergies {
  double drift = 1.0 / 8;
  double jump = 1.0 / 4;
  double flutter = 1;
};

struct BouncingWindow {
  double Gamma_min = 0;
  double Gamma_max = 0;
};

// (4); throws BadInput unless 0 < e ≤ 1 and n ≥ 1.
BouncingWindow bouncing_window(double e, int n);

// α of (4); nothing outside the window.
std::optional<double> stable_phase(double e, int n, double Gamma);

}  // namespace carom::theory
