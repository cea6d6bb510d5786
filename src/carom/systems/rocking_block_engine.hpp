// SPDX-License-Identifier: Apache-2.0
// The event-driven motion of the rocking block, compiled once, in this module: include this to run it
// with run_watched.
#pragma once

#include "carom/engine/any_observer.hpp"
#include "carom/systems/rocking_block.hpp"

namespace carom {

extern template RunReport<RockingBlock> run_event_driven(const RockingBlock&, const State<RockingBlock::dof>&,
                                                         const RunOptions&, AnyObserver<RockingBlock>&);

}  // namespace carom
