// SPDX-License-Identifier: Apache-2.0
// The figures of the paper drawn from the evidence, and our own beside them.
#pragma once

#include <vector>

#include "carom/draw/animation.hpp"
#include "carom/draw/figure.hpp"
#include "carom/draw/sketch.hpp"
#include "papers/disc_ball/evidence.hpp"

namespace carom::papers::disc_ball {

report::Sketch model_sketch();

std::vector<report::Figure> parameter_figures(const Evidence& evidence);  // Fig. 4
std::vector<report::Figure> impact_figures(const Evidence& evidence);     // Table 4 drawn
std::vector<report::Figure> pattern_figures(const Evidence& evidence);    // Fig. 5
std::vector<report::Figure> motion_figures(const Evidence& evidence);     // Figs 6 to 8
// Computed when they are asked for.
std::vector<report::Animation> film_hits(const Effort& effort);
std::vector<report::Figure> scheme_figures(const Evidence& evidence);  // the explicit scheme

}  // namespace carom::papers::disc_ball
