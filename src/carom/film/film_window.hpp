// SPDX-License-Identifier: Apache-2.0
// What of the world is seen in a film.
#pragma once

#include "carom/draw/film.hpp"

namespace carom::study {

// A window around all that moves, in every shot; along x, and if it must be along y, it goes with what moves farthest.
void aim(report::Film& film);

}  // namespace carom::study
