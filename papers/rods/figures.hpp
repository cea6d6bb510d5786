// SPDX-License-Identifier: Apache-2.0
// The figures of the paper by our simulations and formulas, and two moving pictures.
#pragma once

#include <vector>

#include "carom/draw/animation.hpp"
#include "carom/draw/figure.hpp"
#include "carom/draw/sketch.hpp"
#include "papers/rods/evidence.hpp"

namespace carom::papers::rods {

report::Sketch model_sketch();

std::vector<report::Figure> experiment_figures(const Evidence& evidence);  // Figs 1(b), 2(c, d)
std::vector<report::Figure> annulus_figures(const Evidence& evidence);     // Figs 4, 5
std::vector<report::Figure> row_figures(const Evidence& evidence);         // Figs 6, 7, 8
std::vector<report::Figure> collision_figures(const Evidence& evidence);   // Figs 10, 12
std::vector<report::Figure> drift_figures();                               // Fig. 11
std::vector<report::Figure> discussion_figures(const Evidence& evidence);  // Fig. 13

report::Animation row_animation(const Evidence& evidence);
report::Animation ring_animation(const Evidence& evidence);

// Drifts and their errors in cm/s.
struct DriftSeries {
  std::vector<double> y, error;
};
DriftSeries in_cm_per_s(const std::vector<Point>& points);

}  // namespace carom::papers::rods
