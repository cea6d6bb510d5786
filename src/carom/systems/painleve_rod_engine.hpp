// SPDX-License-Identifier: Apache-2.0
// The event-driven motion of Painlevé's rod and its derivative, compiled once, in this module: include this to run it
// with run_watched.
#pragma once

#include "carom/engine/any_observer.hpp"
#include "carom/engine/tangent_flow.hpp"
#include "carom/systems/painleve_rod.hpp"

namespace carom {

extern template RunReport<PainleveRod> run_event_driven(const PainleveRod&, const State<PainleveRod::dof>&,
                                                        const RunOptions&, AnyObserver<PainleveRod>&);
extern template class TangentFlow<PainleveRod>;

}  // namespace carom
