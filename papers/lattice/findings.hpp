// SPDX-License-Identifier: Apache-2.0
// From the evidence to a finding for every published entry, section by section.
#pragma once

#include <string>
#include <vector>

#include "carom/theory/oblique_impact.hpp"
#include "papers/common/published.hpp"
#include "papers/lattice/evidence.hpp"

namespace carom::papers::lattice {

// What the theory has of the bodies; radius and mass of the disk are 1.
struct TheoryConstants {
  theory::ObliqueImpact impact = {};
  double inertia = 0.5;                    // of the disk
  double wall_width = 8, wall_height = 2;  // R
};

void find_models(const Evidence& evidence, Findings& findings);               // III
void find_results(const Evidence& evidence, Findings& findings);              // IV: Figs 6, 7
void find_theory(Findings& findings, const TheoryConstants& constants = {});  // (3), (7)–(10), A
void find_comparison(const Evidence& evidence, Findings& findings);           // Fig. 8
void find_discussion(const Evidence& evidence, Findings& findings);           // V

// III: elastic constants of ordered lattices by the formulas, against cells whose springs are so many times stiffer.
void find_lattices(Findings& findings, double stiffer = 1);

Findings find_all(const Evidence& evidence);

std::vector<Erratum> find_errata(const Evidence& evidence);

// β by the corrected theory with the paper's constants and the friction of a reading.
double theory_beta(const Reading& reading, double cot_gamma);

}  // namespace carom::papers::lattice
