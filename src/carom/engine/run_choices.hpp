// SPDX-License-Identifier: Apache-2.0
// What requests and results of a run say of it, without the engine.
#pragma once

namespace carom {

// What follows where contact and flight are both possible (Painlevé's indeterminate case).
enum class PainleveChoice { flight, slip, impact };

struct EventCounts {
  long impacts = 0, multiple_impacts = 0, close = 0, stick = 0, slip = 0, detach = 0, chatter_limits = 0;
  long own = 0;                 // events of the mechanism's own
  long slides = 0;              // times the motion began to slide along a jump of its forces
  long tangential_impacts = 0;  // of the impacts, those without approach (Painlevé)
  long indeterminate = 0;       // mode choices where contact and flight were both possible
  long by_poisson = 0;          // impacts of many bodies without an end by the energetic law (impact/solve_impact.hpp)
  long total() const {
    return impacts + multiple_impacts + close + stick + slip + detach + chatter_limits + own + slides;
  }
};

}  // namespace carom
