// SPDX-License-Identifier: Apache-2.0
#include "carom/systems/painleve_rod_engine.hpp"

namespace carom {

template RunReport<PainleveRod> run_event_driven(const PainleveRod&, const State<PainleveRod::dof>&, const RunOptions&,
                                                 AnyObserver<PainleveRod>&);

}  // namespace carom
