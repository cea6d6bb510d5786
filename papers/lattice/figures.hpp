// SPDX-License-Identifier: Apache-2.0
// The figures of the paper by our simulations and formulas, and what lies beyond it.
#pragma once

#include <vector>

#include "carom/draw/animation.hpp"
#include "carom/draw/figure.hpp"
#include "carom/draw/sketch.hpp"
#include "papers/lattice/evidence.hpp"

namespace carom::papers::lattice {

report::Sketch model_sketch();

report::Figure bodies_figure();                                         // Fig. 2
report::Figure band_figure(const Evidence& evidence);                   // Fig. 4
report::Figure ordered_figure();                                        // Fig. 5
std::vector<report::Figure> result_figures(const Evidence& evidence);   // Figs 6, 7
report::Figure theory_figure(const Evidence& evidence);                 // Fig. 8
report::Figure roughness_figure(const Evidence& evidence);              // section V
std::vector<report::Figure> further_figures(const Evidence& evidence);  // energy, speed

// One impact: outlines of the bodies.
report::Animation impact_animation();

}  // namespace carom::papers::lattice
