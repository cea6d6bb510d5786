// SPDX-License-Identifier: Apache-2.0
// The event-driven motion of the bouncing ball, compiled once, in this module: include this to run it
// with run_watched.
#pragma once

#include "carom/engine/any_observer.hpp"
#include "carom/systems/bouncing_ball.hpp"

namespace carom {

extern template RunReport<BouncingBall> run_event_driven(const BouncingBall&, const State<BouncingBall::dof>&,
                                                         const RunOptions&, AnyObserver<BouncingBall>&);

}  // namespace carom
