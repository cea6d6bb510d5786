// SPDX-License-Identifier: Apache-2.0
#include "carom/systems/impact_oscillator_engine.hpp"

namespace carom {

template RunReport<ImpactOscillator> run_event_driven(const ImpactOscillator&, const State<ImpactOscillator::dof>&,
                                                      const RunOptions&, AnyObserver<ImpactOscillator>&);
template class TangentFlow<ImpactOscillator>;

}  // namespace carom
