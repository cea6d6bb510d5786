// SPDX-License-Identifier: Apache-2.0
// The bilinear theory of the paper as printed, where it is wrong, and a plain integration in small steps to judge it by.
#pragma once

#include "carom/theory/oblique_impact.hpp"

namespace carom::papers::lattice {

// Times of the events, in 1/Ω, from the integration event by event. Without a phase they are not-a-number.
struct ObliqueTimes {
  double t_1 = 0;           // regime 1: stick ends
  double t_2 = 0, t_3 = 0;  // regime 2: stick begins, ends
  double t_f = 0;           // separation
};
ObliqueTimes times_of(const theory::ObliqueImpact& impact);

// (3) with its minus.
double printed_3(double mu_0, double e, double inertia, double cot_gamma);
// (7) or A14 with the fixed sign; (8) or A23.
double printed_7(const theory::ObliqueImpact& impact);
double printed_8(const theory::ObliqueImpact& impact);
// β by A12, A22: friction that goes on forwards in the last slip; by A24.
double printed_A12(const theory::ObliqueImpact& impact);
double printed_A22(const theory::ObliqueImpact& impact);
double printed_A24(const theory::ObliqueImpact& impact);
// β of gross slip with β_x/η² in the place of β_x, as A8 has it.
double printed_A8(const theory::ObliqueImpact& impact);
// v_x(t₂) over v_n by A18 with v_z(0) = −v_n: as printed, and without its two errors.
double printed_A18(const theory::ObliqueImpact& impact);
double corrected_A18(const theory::ObliqueImpact& impact);

// The same by the integration event by event.
double velocity_at_stick(const theory::ObliqueImpact& impact);
// A19 less the rate of the normal force by differences, in mv_nΩ²/β_z; A21, left less right side at the t₃ of the integration.
double residual_A19(const theory::ObliqueImpact& impact);
double residual_A21(const theory::ObliqueImpact& impact);
// A17 with its first sign (+1 as printed) less the rate of A9 by differences, at ω = β_x = m = 1; the largest.
double slope_A17(double sign);

// A1 with A2: the acceleration of the contact points of a disk and a free wall 8R × 2R of so many times its mass under the
// forces of springs κ and κ/η² at them, less the printed one; the largest, relative.
double residual_A1(double mass_ratio);
// A9 less small steps of u̇ = −v, v̇ = β_x F_x/m, F_x = mω²u/β_x; the largest of its three lines.
double residual_A9();
// A10, F_x/(μF_z) at t₁ with v_z(0) < 0 as Table I has it, less 1: as printed, and with bars around it.
double residual_A10(const theory::ObliqueImpact& impact, bool with_bars);
// A11: whether it tells a start in stick.
bool starts_in_stick_A11(const theory::ObliqueImpact& impact);
// A13 less the integral of the normal force from t₁ on, in mv_n/β_z.
double residual_A13(const theory::ObliqueImpact& impact);
// A15 less the velocity under full friction by quadrature, in the middle and at the end of the first slip, over v_n.
double residual_A15(const theory::ObliqueImpact& impact);
// A16 at the t₂ of the integration, left less right side in mv_nΩ²/β_z: with its bars, and as dF_x/dt = −μ dF_z/dt.
double residual_A16(const theory::ObliqueImpact& impact, bool with_bars);

// Table I in compression and restitution: velocity as the rate of the displacement, force as that of the velocity, impulse as
// the integral of the force. Largest differences over v_z(0), mv_z(0)Ω/β_z.
struct TableOne {
  double printed = 0;    // velocity in restitution as printed
  double corrected = 0;  // … with e for e²
  double rest = 0;       // of all others
};
TableOne table_one(double e);

// cos θ₂ of A20; outside of ±1 there is no t₂.
double cosine_A20(const theory::ObliqueImpact& impact);
// The borders of (8), (9) as printed: β_x/(β_z) μ (1 + e), and the one that is meant, 1/[(β_x/β_z) μ (1 + e)].
double printed_border(const theory::ObliqueImpact& impact);
double meant_border(const theory::ObliqueImpact& impact);

// Equations (1)–(4) of oblique_impact.hpp in equal steps of time, first order: no closed form, no events.
struct Marched {
  double beta = 0;
  double v_2 = 0;  // v_x at the first change from slip to stick, over v_n; not-a-number without one
};
Marched march(const theory::ObliqueImpact& impact, int steps = 400000);

// (A2): β_x of a disk on a wall 8R × 2R that has M′/M times its mass, and the wall's radius of gyration over R.
double gyration_radius(double width, double height);

}  // namespace carom::papers::lattice
