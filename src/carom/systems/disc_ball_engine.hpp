// SPDX-License-Identifier: Apache-2.0
// The event-driven motion of the disc and the ball, compiled once, in this module: include this to run
// it with run_watched.
#pragma once

#include "carom/engine/any_observer.hpp"
#include "carom/systems/disc_ball.hpp"

namespace carom {

extern template RunReport<DiscBall> run_event_driven(const DiscBall&, const State<DiscBall::dof>&, const RunOptions&,
                                                     AnyObserver<DiscBall>&);

}  // namespace carom
