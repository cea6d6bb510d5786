// SPDX-License-Identifier: Apache-2.0
#include "carom/systems/dimer_engine.hpp"

namespace carom {

template RunReport<Dimer> run_event_driven(const Dimer&, const State<Dimer::dof>&, const RunOptions&,
                                           AnyObserver<Dimer>&);
template class TangentFlow<Dimer>;

}  // namespace carom
