// SPDX-License-Identifier: Apache-2.0
// The figures of the paper drawn from the evidence, and our own beside them.
#pragma once

#include <vector>

#include "carom/draw/figure.hpp"
#include "carom/draw/sketch.hpp"
#include "papers/dimer/evidence.hpp"

namespace carom::papers::dimer {

// Fig. 1: the model.
report::Sketch model_sketch();

// Figs 2 to 30, in order.
std::vector<report::Figure> paper_figures(const Evidence& evidence);

// Sensitivity studies, convergence of the oracles, the energy ledger.
std::vector<report::Figure> study_figures(const Evidence& evidence);

// The maps of starts.
std::vector<report::Figure> basin_figures(const Evidence& evidence);

}  // namespace carom::papers::dimer
