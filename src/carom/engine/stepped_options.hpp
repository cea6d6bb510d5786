// SPDX-License-Identifier: Apache-2.0
// What decides a motion in steps beside its mechanism (stepped.hpp).
#pragma once

#include "carom/impact/stepped_impact_options.hpp"

namespace carom {

struct SteppedOptions {
  double h = 1e-5;  // step [s]; made slightly smaller where the duration is not a multiple of it
  SteppedImpactOptions impact{};
  double closing_speed = -1;    // m/s; < 0: the mechanism's own rule
  bool prefers_flight = false;  // where contact and flight are both possible
};

}  // namespace carom
