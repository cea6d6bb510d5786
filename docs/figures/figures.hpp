// SPDX-License-Identifier: Apache-2.0
// The pictures of docs/theory, one function a page.
#pragma once

#include <vector>

#include "carom/draw/figure.hpp"

std::vector<carom::report::Figure> impact_figures();  // multiple-impacts.md
std::vector<carom::report::Figure> orbit_figures();   // orbits-through-events.md
