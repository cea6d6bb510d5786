// SPDX-License-Identifier: Apache-2.0
// The event-driven motion of Painlevé's rod, compiled once, in this module: include this to run it
// with run_watched.
#pragma once

#include "carom/engine/any_observer.hpp"
#include "carom/systems/painleve_rod.hpp"

namespace carom {

extern template RunReport<PainleveRod> run_event_driven(const PainleveRod&, const State<PainleveRod::dof>&,
                                                        const RunOptions&, AnyObserver<PainleveRod>&);

}  // namespace carom
