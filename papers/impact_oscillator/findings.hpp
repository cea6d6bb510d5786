// SPDX-License-Identifier: Apache-2.0
// From the evidence to a finding for every published entry, section by section.
#pragma once

#include <vector>

#include "papers/common/published.hpp"
#include "papers/impact_oscillator/evidence.hpp"

namespace carom::papers::impact_oscillator {

void find_model(const Evidence& evidence, Findings& findings);       // sections 1 and 2
void find_first_set(const Evidence& evidence, Findings& findings);   // section 3: Figs 2 and 3
void find_cascade(const Evidence& evidence, Findings& findings);     // section 3: Fig. 2(c)
void find_second_set(const Evidence& evidence, Findings& findings);  // section 3: Figs 4 and 5
void find_wiper(const Evidence& evidence, Findings& findings);       // section 3: Fig. 6

Findings find_all(const Evidence& evidence);

std::vector<Erratum> find_errata(const Evidence& evidence);

// The last phase of slip before a lift-off in a period [s]; 0 without one.
double last_slip(const MotionRecord& record);

// Length [s] and height [m] of the longest flight in a period.
struct Flight {
  double duration = 0, height = 0;
};
Flight longest_flight(const MotionRecord& record);

}  // namespace carom::papers::impact_oscillator
