// SPDX-License-Identifier: Apache-2.0
// The figures of the paper, and those that show what it does not.
#pragma once

#include <vector>

#include "carom/draw/animation.hpp"
#include "carom/draw/figure.hpp"
#include "carom/draw/sketch.hpp"
#include "papers/impact_oscillator/evidence.hpp"

namespace carom::papers::impact_oscillator {

report::Sketch model_sketch();

std::vector<report::Figure> first_set_figures(const Evidence& evidence);   // Figs 2 and 3
std::vector<report::Figure> cascade_figures(const Evidence& evidence);     // Fig. 2(c) once more
std::vector<report::Figure> second_set_figures(const Evidence& evidence);  // Figs 4 and 5, their coincidence
std::vector<report::Figure> wiper_figures(const Evidence& evidence);       // Fig. 6
// Computed when they are asked for.
std::vector<report::Animation> film_blade(const Effort& effort);

}  // namespace carom::papers::impact_oscillator
