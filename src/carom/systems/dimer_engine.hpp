// SPDX-License-Identifier: Apache-2.0
// The event-driven motion of the dimer and its derivative, compiled once, in this module: include this to run it with
// run_watched.
#pragma once

#include "carom/engine/any_observer.hpp"
#include "carom/engine/tangent_flow.hpp"
#include "carom/systems/dimer.hpp"

namespace carom {

extern template RunReport<Dimer> run_event_driven(const Dimer&, const State<Dimer::dof>&, const RunOptions&,
                                                  AnyObserver<Dimer>&);
extern template class TangentFlow<Dimer>;

}  // namespace carom
