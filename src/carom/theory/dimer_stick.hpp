// SPDX-License-Identifier: Apache-2.0
// The friction a tip of the dimer needs in order to stick: the correlative coefficient μ_st. A tip whose tangential
// speed has come to zero sticks if μ_st ≤ μ_s and slips otherwise.
//
// Model, for the left tip; the right tip is the mirror image, θ → −θ (β … β₆ in systems/dimer_body.hpp)
//   (1) one tip hits the plate:       μ_st = |β₆|/(β₁ + β₄ + β₅)
//   (2) both tips hit, so θ = 0:      μ_st = κ |1 − p|/(1 + p),  κ = rl/(β₁ + 2r²),  p = γ₂₁^{1/(η+1)} E₂₁^{η/(η+1)}
//   (3) one tip rests on the plate:   μ_st = |β₆ − βH/F_n|/(β₁ + β₄ + β₅),  H = (l/2) cos θ θ′²
//   with the normal force of sticking, unless it is given, from
//   (4) A F_n + B F_t = g + y_p″ − (l/2) sin θ θ′²,  B F_n + D F_t = −H,
//       A = (β₁ + l² cos²θ/2)/β,  B = −β₆/β,  D = (β₁ + β₄ + β₅)/β.
// Symbols
//   μ_st ratio |F_t|/F_n that keeps the tip at rest (1) · p = dP₂/dP₁ share of the normal impulses (1) · E₂₁ = E₂/E₁
//   ratio of the potential energies stored at the right and the left tip (1) · γ₂₁ = K₂/K₁ ratio of the contact
//   stiffnesses (1) · η exponent of the contact force, 3/2 after Hertz (1) · θ tilt (rad) · θ′ (rad/s) · y_p″
//   acceleration of the plate (m/s²) · F_n, F_t forces on the tip (N) · H tangential acceleration of the tip
//   without forces (m/s²)
// Source
//   liu_zhao_brogliato_2008: (105), (106), (95) and (107)
// Differs
//   (2): the exponent of the energy ratio is printed (η+1)/η = 5/3; from the distributing law (68) it is
//   η/(η+1) = 3/5. (3): the sign of H is that of (45), not of (43).
// Limits
//   (2) holds at θ = 0 alone, where both tips touch. (3) has a meaning only while F_n > 0; (4) gives F_n ≤ 0 when the
//   tip would leave the plate.
#pragma once

#include "carom/base/constants.hpp"
#include "carom/systems/dimer_body.hpp"

namespace carom::theory {

enum class DimerTip { left, right };

// (1)
double stick_in_single_impact(const DimerBody& body, double theta, DimerTip tip = DimerTip::left);

struct DoubleImpact {
  double E_21 = 0;
  double gamma_21 = 1;
  double eta = 1.5;
};

// (2)
double stick_in_double_impact(const DimerBody& body, const DoubleImpact& impact);

struct DimerContact {
  double theta = 0;
  double theta_dot = 0;
  double plate_acceleration = 0;
  double g = gravity;
};

struct StickForces {
  double F_n = 0;  // ≤ 0: the tip leaves the plate
  double F_t = 0;
};

// (4)
StickForces stick_forces(const DimerBody& body, const DimerContact& contact, DimerTip tip = DimerTip::left);

// (3), with a given normal force; throws BadInput unless F_n > 0.
double stick_in_contact(const DimerBody& body, const DimerContact& contact, double F_n, DimerTip tip = DimerTip::left);

}  // namespace carom::theory
