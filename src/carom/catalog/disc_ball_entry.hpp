// SPDX-License-Identifier: Apache-2.0
// The disc and ball that parameters describe, for those who need the mechanism itself.
#pragma once

#include "carom/base/parameters.hpp"
#include "carom/systems/disc_ball.hpp"

namespace carom::study {

DiscBall disc_ball_of(Parameters parameters);  // throws BadInput

}  // namespace carom::study
