// SPDX-License-Identifier: Apache-2.0
// What a program of limited resolution makes of the paper's numbers: which resolution each of them needs.
//
// Three numbers differ from those of located events, each for something short or small that a program can miss:
//   0.38965  where the least slip velocity dips below zero for about a millisecond: the step-end detector with a step found here
//   0.6450   where the slip before lift-off lasts a tenth of a millisecond: a slip shorter than a step
//   0.453    where the tip flies for half a tenth of a second, some 10⁻⁵ m high: a gap within a tolerance
// Source    lancioni_galvanetto_lenci_2007 section 3 gives the numbers, not the program.
#pragma once

#include <vector>

#include "papers/common/effort.hpp"
#include "papers/impact_oscillator/cascade.hpp"

namespace carom::papers::impact_oscillator {

// The slip velocity's dip, by programs of one step each: of all steps that were looked at those that split where the paper
// does. One is shown; what is said of the cascade has to hold for every one of them.
struct CascadeProgram {
  double step = 0;                             // s, of the first; NaN: no step looked at splits there
  double split = 0;                            // its first split, μ
  std::vector<double> ends;                    // μ₁, μ₂, …
  int looked_at = 0, splitting = 0;            // steps
  double shortest_step = 0, longest_step = 0;  // s, of those looked at
  bool doubles = false;                        // just below: one cycle without stick and one with it
  bool whole_cycles = true;  // every motion of period i has i − 1 cycles without stick and one with it
  int longest = 0;           // period met near the fold, the shortest such of all programs
};

struct Resolution {
  CascadeProgram cascade;
  double lost_slip = 0;        // s: how long the slip before lift-off lasts at the published 0.6450
  double shortest_slip = 0;    // s, in two digits: slips below it are not counted …
  double slip_lost_at = 0;     // … so that there is none left above this μ
  double lost_gap = 0;         // m: how high the flight is at the published 0.453
  double smallest_gap = 0;     // m, in one digit: flights below it are not counted …
  double flight_seen_at = 0;   // … so that they begin here
  double flight_duration = 0;  // s, of the flight at the published 0.453
  // One step for all: the first split with that of the lost slip, the last slip with that of the cascade.
  double split_of_slip_step = 0, slip_lost_of_cascade_step = 0;
  bool one_step_does() const;
  double published_split = 0, published_slip = 0;
};

Resolution find_resolution(const Thresholds& thresholds, const Effort& effort);

// The second set at μ = 0.5 with ε = 0.2: chatter ended at hops shorter than `tolerance` against summed to its limit.
struct ChatterTolerance {
  double tolerance = 0;  // s
  double impacts = 0;    // in a period
  double phi_dot_max = 0;
  double maximum = 0;  // relative difference of φ̇_max
  double period = 0;   // relative difference
  double orbit = 0;    // distance of the orbits over their extent
};
std::vector<ChatterTolerance> chatter_tolerances(const Effort& effort);

}  // namespace carom::papers::impact_oscillator
