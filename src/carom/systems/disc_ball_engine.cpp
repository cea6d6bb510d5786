// SPDX-License-Identifier: Apache-2.0
#include "carom/systems/disc_ball_engine.hpp"

namespace carom {

template RunReport<DiscBall> run_event_driven(const DiscBall&, const State<DiscBall::dof>&, const RunOptions&,
                                              AnyObserver<DiscBall>&);

}  // namespace carom
