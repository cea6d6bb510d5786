// SPDX-License-Identifier: Apache-2.0
// The event-driven motion of the impact oscillator and its derivative, compiled once, in this module: include this to
// run it with run_watched.
#pragma once

#include "carom/engine/any_observer.hpp"
#include "carom/engine/tangent_flow.hpp"
#include "carom/systems/impact_oscillator.hpp"

namespace carom {

extern template RunReport<ImpactOscillator> run_event_driven(const ImpactOscillator&,
                                                             const State<ImpactOscillator::dof>&, const RunOptions&,
                                                             AnyObserver<ImpactOscillator>&);
extern template class TangentFlow<ImpactOscillator>;

}  // namespace carom
