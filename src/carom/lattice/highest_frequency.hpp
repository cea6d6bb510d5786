// SPDX-License-Identifier: Apache-2.0
// The highest frequency of small vibrations of a lattice, which bounds the step of an integrator.
//
// Model
//   (1)  m_i ü_i = Σ k n [n·(u_j − u_i)]:  ω² is the largest eigenvalue of M^(−½) K M^(−½), n the springs' directions
//   (2)  power iteration: w ← A w/|A w|, ω² ≈ w·A w, from below
// Symbols   ω [c/R].
// Limits    Estimated to about a percent, from below; k_b has no part in small vibrations.
#pragma once

#include <vector>

#include "carom/lattice/spring_network.hpp"

namespace carom {

double highest_frequency(const SpringNetwork& network, const std::vector<Point>& r);

}  // namespace carom
