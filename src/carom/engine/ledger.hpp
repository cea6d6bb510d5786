// SPDX-License-Identifier: Apache-2.0
// The energy ledger of a run.
//
//   kinetic + potential − (kinetic + potential at the start)
//     = drive work − normal loss − friction loss − closing loss + event work
//
// drive work    done by moving surfaces and applied forces          normal loss    by restitution below one
// friction loss by slip, in contact and in impacts                  closing loss   by the rule that ends chatter
// event work    what the jumps of the mechanism's own events put in or take away
// The two sides are computed independently: the left one from the state, the right one from forces, impulses and
// velocities. Their difference is the residual, measured against the energy that went through the books.
#pragma once

#include <cmath>

namespace carom {

struct Ledger {
  double kinetic = 0, potential = 0;  // now
  double initial = 0;                 // kinetic + potential at the start
  double drive_work = 0;
  double normal_loss = 0;
  double friction_loss = 0;
  double closing_loss = 0;
  double event_work = 0;
  double exchanged = 0;  // sum of the magnitudes of all entries

  double residual() const {
    return kinetic + potential - initial - drive_work + normal_loss + friction_loss + closing_loss - event_work;
  }
  double relative_residual() const {
    const double size = exchanged > 0 ? exchanged : std::abs(initial);
    return size > 0 ? std::abs(residual()) / size : std::abs(residual());
  }
};

}  // namespace carom
