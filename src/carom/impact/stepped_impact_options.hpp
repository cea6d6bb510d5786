// SPDX-License-Identifier: Apache-2.0
// What decides an impact in steps of impulse beside its problem (stepped_impact.hpp).
#pragma once

namespace carom {

// What becomes of what a step leaves: of the depth at which a hit is found, and of the slip velocity that passed zero within
// a step, of impulse or of time, and stops.
enum class StepResidue {
  dropped,  // both
  depth,    // the depth stays
  kept      // both stay
};

struct SteppedImpactOptions {
  double step = 1e-3;  // of the primary contact's impulse, a share of the impulse that stops the fastest contact
  StepResidue residue = StepResidue::dropped;
};

}  // namespace carom
