// SPDX-License-Identifier: Apache-2.0
// The impact of the tip on the belt in its two phases, written out: an oracle for the engine, and what the program with
// fixed steps uses.
//
// Model     Position and finite forces frozen; n, t normal and tangential relative velocity, G = Wᵀ M⁻¹ W:
//   (1)  D = m_1 (m_2 + m_1 c²);  G_NN = (m_2 s² + m_1 c²)/D,  G_NT = m_2 s c/D,  G_TT = (m_1 + m_2) c²/D
//   (2)  compression ends with n = 0 and Coulomb's law on the velocity t₁ at its end: stick, Λ = −G⁻¹ (n, t), where
//        |Λ_T| ≤ μ Λ_N; otherwise slip σ, Λ_N = −n/(G_NN − σμ G_NT), Λ_T = −σμ Λ_N, σ t₁ > 0
//   (3)  expansion: Λ_Ne = ε Λ_Nc, Coulomb's law on the velocity at its end, no tangential restitution
// Symbols   Λ impulses [N s], n, t [m/s], s = sin φ, c = cos φ.
// Source    pfeiffer_glocker_1996; lancioni_galvanetto_lenci_2007 section 2.3, which refers to it.
// Differs   The paper gives no tangential restitution; it is taken as zero.
#pragma once

#include "papers/impact_oscillator/cases.hpp"

namespace carom::papers::impact_oscillator {

struct PhasedImpact {
  double n = 0, t = 0;                          // after it [m/s]
  double compression_n = 0, compression_t = 0;  // impulses [N s]
  double expansion_n = 0, expansion_t = 0;
  bool compression_sticks = false, expansion_sticks = false;
};

// n < 0 before it.
PhasedImpact poisson_impact(const ImpactOscillatorSettings& settings, double phi, double n, double t);

struct ContactInertia {
  double NN = 0, NT = 0, TT = 0;  // 1/kg
};
ContactInertia contact_inertia(const ImpactOscillatorSettings& settings, double phi);  // (1)

}  // namespace carom::papers::impact_oscillator
