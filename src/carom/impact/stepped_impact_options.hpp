// SPDX-License-Identifier: Apache-2.0
// What decides an impact in steps of impulse beside its problem (stepped_impact.hpp).
#pragma once

namespace carom {

// What becomes of a slip velocity that passed zero within a step, of impulse or of time, and stops.
enum class SlipResidue { dropped, kept };

struct SteppedImpactOptions {
  double step = 1e-3;  // of the primary contact's impulse, a share of the impulse that stops the fastest contact
  SlipResidue residue = SlipResidue::dropped;
};

}  // namespace carom
