// SPDX-License-Identifier: Apache-2.0
#include "carom/systems/rocking_block_engine.hpp"

namespace carom {

template RunReport<RockingBlock> run_event_driven(const RockingBlock&, const State<RockingBlock::dof>&,
                                                  const RunOptions&, AnyObserver<RockingBlock>&);

}  // namespace carom
