// SPDX-License-Identifier: Apache-2.0
// The runs of the paper: rods in a row over a period, rods in the annulus, one rod that meets a plate at rest.
//
// Units are reduced, d = g = 1 and the mass of a virtual sphere 1; angles of this folder are in degrees, as the paper's.
#pragma once

#include "carom/base/constants.hpp"
#include "carom/catalog/rod_run.hpp"

namespace carom::papers::rods {

// Quasi-2-D, N = 40, l = 9.5: sections III to VI. The length follows from the tilt, cos φ = N/L.
study::RodRun row_run(double phi);
study::RodRun row_run_of_length(double L);

// The annulus of the experiment, l = 8.
study::RodRun ring_run(int N);

// As quick reports run them: twice the step, shorter.
void hasten(study::RodRun& run);

// Fig. 12: one rod, c = (0.35, −0.7), μ = 0.4, no gravity, a plate at rest.
study::RodRun single_run(double phi);

// Fig. 13(c): L = 41.4, Γ = 2.5. The damping is fixed, or rescaled so that the restitution stays about that of l = 9.5.
study::RodRun length_run(double l, particles::Inertia inertia, bool rescaled);

// The largest tilt of a single rod between the walls, by geometry.
enum class Ends { round, one_flat, flat };
double largest_tilt(Ends ends, const study::RodRun& run = ring_run(1));

double in_cm_per_s(const study::RodRun& run, double velocity);
double plate_speed(const study::RodRun& run);  // V₀

}  // namespace carom::papers::rods
