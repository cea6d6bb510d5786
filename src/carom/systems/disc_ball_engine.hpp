// SPDX-License-Identifier: Apache-2.0
// The event-driven motion of the disc and the ball and its derivative, compiled once, in this module: include this to run
// it with run_watched.
#pragma once

#include "carom/engine/any_observer.hpp"
#include "carom/engine/tangent_flow.hpp"
#include "carom/systems/disc_ball.hpp"

namespace carom {

extern template RunReport<DiscBall> run_event_driven(const DiscBall&, const State<DiscBall::dof>&, const RunOptions&,
                                                     AnyObserver<DiscBall>&);
extern template class TangentFlow<DiscBall>;

}  // namespace carom
