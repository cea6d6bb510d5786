// SPDX-License-Identifier: Apache-2.0
// The blade at rest while the belt slips under it: where, and when that rest is stable.
//
// Model     In slip the contact leaves one equation for φ; with s = sin φ, c = cos φ, σ = sign γ_t = −sign v:
//   (1)  I φ̈ + C φ̇ + K(φ) = 0 near rest
//   (2)  I = l² (m_1 c² + m_2 s (s − σμc))
//   (3)  C = c_φ + c_y l² s (s − σμc)
//   (4)  K = k_φ (φ − φ_0) + m_1 g l s − l (s − σμc) ((m_1 + m_2) g + k_y (l c − y_0))
//   (5)  λ = (−C ± √(C² − 4 I K′))/(2 I);  Hopf where C = 0 with K′/I > 0: without c_φ at tan φ = σμ
// Symbols   those of systems/impact_oscillator.hpp; ω = √(K′/I) [1/s].
// Source    lancioni_galvanetto_lenci_2007 (1), (2) with y eliminated.
// Differs   The paper finds the Hopf point by simulation.
#pragma once

#include <optional>

#include "papers/impact_oscillator/cases.hpp"

namespace carom::papers::impact_oscillator {

struct Equilibrium {
  double phi = 0;           // rad
  double growth = 0;        // real part of the leading eigenvalue [1/s]
  double omega = 0;         // its imaginary part [1/s]
  double normal_force = 0;  // N
  double inertia = 0;       // I [kg m²]; negative where slip is impossible (Painlevé)
  bool stable() const { return growth < 0; }
};

Equilibrium slip_equilibrium(const ImpactOscillatorSettings& settings);

// μ at which the growth rate passes zero; nothing if it does not between `low` and `high`.
std::optional<double> hopf_point(ImpactOscillatorSettings settings, double low = 0.05, double high = 0.6);

}  // namespace carom::papers::impact_oscillator
