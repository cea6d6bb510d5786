// SPDX-License-Identifier: Apache-2.0
// A figure of what a verb computed: runs, impacts, orbits, branches, diagrams, formulas. Names of quantities as a paper sets
// them, with units and meanings from the card.
#pragma once

#include <string>
#include <vector>

#include "carom/analysis/bifurcation.hpp"
#include "carom/analysis/continuation.hpp"
#include "carom/analysis/orbit.hpp"
#include "carom/base/table.hpp"
#include "carom/catalog/system.hpp"
#include "carom/draw/figure.hpp"

namespace carom::report {

// "mu_i" is "μ_{i}", "theta_dot" "θ̇", "x1" "x_{1}"; words of more than two letters stay words.
std::string symbol(const std::string& name);

// Rows of a run: coordinates over time, and the phase portrait of the first of them that turns back.
Figure run_figure(const study::SystemCard& card, const TableHeader& header,
                  const std::vector<std::vector<double>>& rows);

// Rows of an impact's trace over the normal impulse: forces, energies, velocities.
Figure impact_figure(const std::string& system, const TableHeader& header,
                     const std::vector<std::vector<double>>& rows);

// Rows of one period, and the multipliers in the unit circle.
Figure orbit_figure(const study::OrbitResult& orbit, const study::SystemCard& card, const TableHeader& header,
                    const std::vector<std::vector<double>>& rows, double width = 720);

Figure branch_figure(const study::ContinuationResult& result, const study::SystemCard& card);
Figure bifurcation_figure(const study::BifurcationResult& result, const study::SystemCard& card);

// Answers of a formula over one of its inputs.
struct FormulaCurve {
  std::string name = {};
  std::vector<double> values = {};
};
Figure formula_figure(const std::string& formula, const ParameterSpec& input, const std::vector<double>& values,
                      const std::vector<FormulaCurve>& curves);

}  // namespace carom::report
