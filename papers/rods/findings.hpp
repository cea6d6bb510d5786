// SPDX-License-Identifier: Apache-2.0
// From the evidence to a finding for every published entry, section by section.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "carom/theory/rod_drift.hpp"
#include "papers/common/published.hpp"
#include "papers/rods/evidence.hpp"

namespace carom::papers::rods {

void find_experiment(const Evidence& evidence, Findings& findings);  // II: Figs 1, 2
void find_contact(const Evidence& evidence, Findings& findings);     // III: restitution, integrator
void find_annulus(const Evidence& evidence, Findings& findings);     // III: Figs 4, 5
void find_row(const Evidence& evidence, Findings& findings);         // III: Figs 6–8
void find_collision(Findings& findings);                             // IV: (5)–(23), Fig. 10
void find_drift(const Evidence& evidence, Findings& findings);       // V: (24)–(31), Fig. 11
// Its formulas, with the paper's constants, against the map of a row.
void find_stationary(Findings& findings, const theory::RodRow& row = {});
void find_discussion(const Evidence& evidence, Findings& findings);  // VI: Figs 12, 13

Findings find_all(const Evidence& evidence);

std::vector<Erratum> find_errata(const Evidence& evidence);

// "0.176 ± 0.003 (4.4 ± 0.1 cm/s)"
std::string with_error(const Point& point);

// Γ where the drift of a curve passes 5 % of that at Γ = 3.3 (by interpolation), going down; none if it never does.
std::optional<double> onset(const AccelerationCurve& curve);

// An equivalence test: the whole interval within the margin, outside of it, or neither.
Holds within_margin(double apart, double error, double margin);

// The theory of section V for a row: c_x over √(g d), V_z = V₀/2.
double theory_drift(const study::RodRun& run, double phi, double eps = 0.65);

// The same closure for a thick rod with V_z, ε and −c_z/c_z′ as measured in the run.
double closure_drift(const Point& point);

// Mean velocity of the plate at landings over V₀.
double plate_share(const Point& point);

// Half the integrated difference between the landing phases of a point and (1 + cos θ)/2π.
double distance_from_H(const Point& point);

// Where c_x(l) passes 90 % of its mean over l ≥ 5.
double saturation_length(const LengthCurve& curve);

// Formulas as printed where they are wrong: (12), (13), (21).
struct PrintedVelocity {
  double slide_c_x = 0, slide_c_z = 0, reversal_c_x = 0;
  double corrected_c_x = 0;  // (21) with the sign of (B11)
};
PrintedVelocity printed_velocity(const theory::RodCollision& collision);

// (23), rad.
double printed_critical_angle(double mu);

}  // namespace carom::papers::rods
