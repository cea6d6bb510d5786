// SPDX-License-Identifier: Apache-2.0
// The two sets of parameters of the paper, with what it does not print.
#pragma once

#include <string>

#include "carom/systems/impact_oscillator.hpp"

namespace carom::papers::impact_oscillator {

// first: m₁ = 0.1 kg, k_φ = 100 N m/rad; second: m₁ = 0.4 kg, k_φ = 25 N m/rad.
enum class Set { first, second };

// Belt at −1 m/s and g = 10 m/s², which the paper leaves out: the published thresholds need them (errata).
ImpactOscillatorSettings settings_of(Set set, double mu, double eps);

// The wiper: the first set on a belt v = sin(πt/2) m/s.
ImpactOscillatorSettings wiper_settings(double mu, double eps);

// "flight–slip–stick–slip" for "FPTP".
std::string spelled(const std::string& letters);

}  // namespace carom::papers::impact_oscillator
