// SPDX-License-Identifier: Apache-2.0
// From the evidence to a finding for every published entry, theme by theme.
#pragma once

#include "carom/theory/dimer_drift.hpp"
#include "papers/common/published.hpp"
#include "papers/dimer/evidence.hpp"

namespace carom::papers::dimer {

// The body of the paper's dimer with another ratio of length to radius.
DimerBody body_of(const DimerSettings& base, double A_r);

// Entries that follow from the shape of the dimer and the impact laws alone, without a motion.
void find_coefficients(const DimerSettings& base, Findings& findings);

// Equations as printed against the mechanism.
void find_equations(const DimerSettings& base, Findings& findings);

void find_contact_states(const Evidence& evidence, Findings& findings);  // sections 3 to 5, in the motions
void find_drift(const Evidence& evidence, Findings& findings);           // sections 6.1 and 6.2: single motions
void find_drift_curves(const Evidence& evidence, Findings& findings);    // sections 6.1 and 6.2: Figs 11 and 15
void find_other_motions(const Evidence& evidence, Findings& findings);   // sections 6 and 6.3
void find_formula(const Evidence& evidence, Findings& findings);         // section 7

void find_causes(const Evidence& evidence, Findings& findings);  // after all others: whose the difference is

Findings find_all(const Evidence& evidence);

std::vector<Erratum> find_errata(const Evidence& evidence);

// Displacement of a cycle by quadrature of (127) and (134) with their normal forces, to compare with (133) + (136); with the
// sine of (135) as printed, or as it should be.
double displacement_by_quadrature(const theory::DriftCycle& cycle, bool printed_sine);

// Events of the last n cycles of a run.
std::vector<MotionEvent> last_events(const MotionRecord& record, double cycles);

// κ(A_r) of a scan at frequency number `which`, by linear interpolation between found points; NaN outside.
double kappa_at(const Scan& scan, int which, double A_r);

}  // namespace carom::papers::dimer
