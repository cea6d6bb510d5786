// SPDX-License-Identifier: Apache-2.0
#include "carom/systems/bouncing_ball_engine.hpp"

namespace carom {

template RunReport<BouncingBall> run_event_driven(const BouncingBall&, const State<BouncingBall::dof>&,
                                                  const RunOptions&, AnyObserver<BouncingBall>&);

}  // namespace carom
