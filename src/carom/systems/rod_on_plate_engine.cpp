// SPDX-License-Identifier: Apache-2.0
#include "carom/systems/rod_on_plate_engine.hpp"

namespace carom {

template RunReport<RodOnPlate> run_event_driven(const RodOnPlate&, const State<RodOnPlate::dof>&, const RunOptions&,
                                                AnyObserver<RodOnPlate>&);

}  // namespace carom
