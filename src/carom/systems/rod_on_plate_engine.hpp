// SPDX-License-Identifier: Apache-2.0
// The event-driven motion of the rod on a plate, compiled once, in this module: include this to run it
// with run_watched.
#pragma once

#include "carom/engine/any_observer.hpp"
#include "carom/systems/rod_on_plate.hpp"

namespace carom {

extern template RunReport<RodOnPlate> run_event_driven(const RodOnPlate&, const State<RodOnPlate::dof>&,
                                                       const RunOptions&, AnyObserver<RodOnPlate>&);

}  // namespace carom
