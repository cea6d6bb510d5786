// SPDX-License-Identifier: Apache-2.0
// The mechanism as the equations of the paper see it: accelerations of the tips, from contact kinematics and mass matrix
// that know nothing of the paper's β.
#pragma once

#include "carom/systems/dimer.hpp"
#include "papers/dimer/findings.hpp"

namespace carom::papers::dimer {

// Accelerations of the tips without contact forces, and the matrix of what the forces F_n1, F_n2, F_t1, F_t2 add.
struct TipEquations {
  Matrix<4, 4> D;
  Vector<4> H;
};
TipEquations of_mechanism(const Dimer& dimer, double theta, double theta_dot);

// On a plate at rest.
Dimer on_still_plate(const DimerSettings& base, double A_r, bool light_rod = false);

// |a − b| relative to the larger of them.
double miss(double a, double b);

void find_lying_equations(const DimerSettings& base, Findings& findings);   // (44)–(51), (93), (97)
void find_impact_equations(const DimerSettings& base, Findings& findings);  // (57)–(69), (79), (94)–(98), (106)
void find_slip_integrals(const DimerSettings& base, Findings& findings);    // (127)–(134)

}  // namespace carom::papers::dimer
