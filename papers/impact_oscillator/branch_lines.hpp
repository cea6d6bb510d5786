// SPDX-License-Identifier: Apache-2.0
// Branches drawn as lines: stable parts solid, unstable ones dashed; and published values as marks.
#pragma once

#include <string>
#include <vector>

#include "carom/draw/figure.hpp"
#include "papers/impact_oscillator/branches.hpp"

namespace carom::papers::impact_oscillator {

// What lies between two values of μ, with one point beyond on either side, which the frame cuts.
void add_branch(report::Panel& panel, const Branch& branch, const std::string& name, report::Colour colour, double low,
                double high);

// Dotted lines at the numbers of these entries.
void mark_published(report::Panel& panel, const std::vector<const char*>& ids);

}  // namespace carom::papers::impact_oscillator
