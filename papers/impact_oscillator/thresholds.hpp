// SPDX-License-Identifier: Apache-2.0
// Where the settled motion changes, by bisection in μ of simulations with located events. Orbits with stick forget
// their past in every period, so each simulation says plainly on which side it is.
#pragma once

#include <string>

#include "papers/impact_oscillator/motion.hpp"

namespace carom::papers::impact_oscillator {

struct Thresholds {
  // First set, ε = 0.
  double fold = 0;           // below it the orbit with stick is gone
  double slip_before = 0;    // below it slip comes before stick: flight–slip–stick–slip
  double no_slip_after = 0;  // above it stick ends in flight
  // First set, ε = 0.2.
  double bounce_slips = 0;  // below it the compression of the bouncing orbit slips
  double bounce_ends = 0;
  // Second set, ε = 0 and 0.2.
  double first_stick = 0;
  double first_flight = 0, first_flight_elastic = 0;
  double last_flight = 0;  // above it the tip stays on the belt again
};

Thresholds find_thresholds(bool quick);

// Two of them for any oscillator near the paper's first and second set; NaN if there is none near the paper's.
double find_fold(const ImpactOscillatorSettings& like, bool quick);
double find_first_stick(const ImpactOscillatorSettings& like, bool quick);

// How a small difference grows from one cycle to the next where stick is just missed: the slope λ of the return map of
// the least slip velocity x in a cycle, x → P(0) + λ x for x > 0, measured just below the fold.
struct ReturnMap {
  double slope = 0;
  double mu = 0;              // where it was measured
  std::vector<double> least;  // x, cycle by cycle [m/s]
};
ReturnMap return_map(double fold);

}  // namespace carom::papers::impact_oscillator
