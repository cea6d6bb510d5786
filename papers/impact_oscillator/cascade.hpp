// SPDX-License-Identifier: Apache-2.0
// The orbit with stick near its end in μ, with located events and by a program that looks at step ends only.
//
// Model     Let x be the least slip velocity of a cycle. The motion that only touches x = 0 passes through the state in
//           which stick ends, so the return map is continuous: constant P(0) for x ≤ 0, where stick resets, and
//           of slope λ > 1 above.
//   (1)  located events: period one down to the fold P(0) = 0 at μ_c, and nothing beyond
//   (2)  a dip that is not seen lets x grow, x_n = x_1 (λⁿ − 1)/(λ − 1), until it is: i − 1 cycles without stick and
//        one with it, in windows that end at μ_i − μ_c = (μ_1 − μ_c)(λ − 1)/(λⁱ − 1)
// Symbols   μ_i: below it the period is longer than i.
// Source    lancioni_galvanetto_lenci_2007 section 3, Fig. 2(c), where (2) is taken for the motion itself.
#pragma once

#include <vector>

#include "papers/common/effort.hpp"
#include "papers/impact_oscillator/thresholds.hpp"

namespace carom::papers::impact_oscillator {

struct CascadePoint {
  double offset = 0;            // μ − μ_c
  int exact = 0;                // cycles in a period, 0: at rest
  double phi_dot_max = 0;       // of the exact orbit [rad/s]
  std::string sequence;         // of the exact orbit
  int stepped = 0, coarse = 0;  // by the program, steps of 1 and of 4 ms
};

struct StepChoice {
  double step = 0;         // s
  double first_split = 0;  // μ_1 of the program
};

struct Cascade {
  double fold = 0, slope = 0;        // μ_c and λ
  double published_split = 0;        // μ at which the paper's period doubles
  std::vector<CascadePoint> points;  // rising offset
  std::vector<CascadePoint> chosen;  // 1e-9 above the fold, and μ = 0.3896, 0.38963, 0.38966 about the published split
  std::vector<double> ends;          // μ_1, μ_2, … of the program with steps of 1 ms
  std::vector<double> predicted;     // the same by (2), from μ_1
  std::vector<StepChoice> steps;
  double stick_at_published = 0;           // s: how long the stick lasts where the paper has its first split
  double period_at_fold = 0;               // s; of the orbit next to μ_c
  double step = 1e-3, coarse_step = 4e-3;  // s
};

// The largest μ at which the period of the program with this step exceeds i, looked for from the fold + `from` down; NaN if
// there is none.
double window_end(double fold, int i, double step, double from, int cycles);

Cascade trace_cascade(const Thresholds& thresholds, const ReturnMap& map, double published_split, const Effort& effort);

}  // namespace carom::papers::impact_oscillator
