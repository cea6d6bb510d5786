// SPDX-License-Identifier: Apache-2.0
// From the evidence to a finding for every published entry, section by section.
#pragma once

#include <vector>

#include "papers/common/published.hpp"
#include "papers/disc_ball/evidence.hpp"

namespace carom::papers::disc_ball {

void find_theory(const Evidence& evidence, Findings& findings);      // section 2
void find_parameters(const Evidence& evidence, Findings& findings);  // section 3
void find_impacts(const Evidence& evidence, Findings& findings);     // section 4(a): Table 4
void find_patterns(const Evidence& evidence, Findings& findings);    // section 4(b): Fig. 5, Table 5
void find_motions(const Evidence& evidence, Findings& findings);     // section 4(c): Figs 6 to 8

void find_causes(const Evidence& evidence, Findings& findings);  // after all others: whose the difference is

// What the paper says of a motion: its pattern of contact after the hit, and the phases that follow, cases 2 to 9.
const char* printed_mode(int number);
Holds sequence_holds(int number, const MotionRecord& motion);

Findings find_all(const Evidence& evidence);

std::vector<Erratum> find_errata(const Evidence& evidence);

// Constants of Table 3 and (4.1) from the material data of Table 1.
struct Material {
  double E_D = 0, E_ground = 0;             // effective moduli, reciprocal sums of compliances [Pa]
  double E_D_soft = 0;                      // of D with the steel taken as rigid
  double k_D = 0, k_D_soft = 0, k_ABC = 0;  // N m^(-3/2)
  double k_Tc = 0, k_Tc_soft = 0;           // m^(1/5) s^(4/5)
};
Material material_constants();

// Coefficient of friction above which slip at A cannot last, (2.41); infinite where it always can.
double paradox_bound(double r, double h, double theta);

}  // namespace carom::papers::disc_ball
