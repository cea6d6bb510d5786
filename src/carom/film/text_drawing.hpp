// SPDX-License-Identifier: Apache-2.0
// How a model file looks: its bodies, joints and springs, and what its section [drawing] adds:
//
//   [drawing]
//   disc    = [{ at = ["x", "y"], radius = "r", angle = "theta" }]      # angle: of a line from its centre, 0 if absent
//   box     = [{ at = ["x", "y"], size = ["a", "b"], angle = "theta" }]
//   polygon = [{ points = [["x", 0], ["x + 1", 0], ["x", "y"]] }]
//   segment = [{ from = [0, 0], to = ["l*sin(phi)", "-l*cos(phi)"], width = "2 mm" }]
//   spring  = [{ from = [0, 0], to = ["x", 0] }]
//   ground  = [{ from = [-1, 0], to = [1, 0] }]                         # without end, solid on the right
//   contact = [{ name = "table", at = ["x", "y - r"], normal = [0, 1] }]   # where its arrows are drawn
//
// Places and angles are expressions of time, coordinates, rates and states; sizes of parameters alone.
#pragma once

#include "carom/film/drawing.hpp"

namespace carom::study {

// Throws BadInput with the place of what is wrong in [drawing].
Drawing text_drawing(const System& system, const Parameters& parameters);

}  // namespace carom::study
