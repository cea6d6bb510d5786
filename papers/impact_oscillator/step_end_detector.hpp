// SPDX-License-Identifier: Apache-2.0
// The oscillator with plastic impacts by a program that looks for the end of slip at the ends of its time steps only.
// It is kept here, outside the engine, to show what such a program sees where slip ends by a shallow dip of γ_t.
//
// Model     Flight, slip forwards and stick of systems/impact_oscillator.hpp with ε = 0 on a belt of constant v < 0.
//   (1)  slip: (m_1 c² + m_2 s (s − μc)) l² φ̈ = m_1 l² s c φ̇² − c_φ φ̇ − k_φ (φ − φ_0) − m_1 g l s
//              + l (s − μc) ((m_1 + m_2) g + k_y (l c − y_0) − c_y l s φ̇ − m_2 l c φ̇²)
//   (2)  stick: l sin φ = l sin φ_in + v (t − t_in), until |λ_T| = μ λ_N
//   Landing and lift-off are located. The end of slip is looked for by the sign of γ_t at the end of each step of the
//   given length, counted from the beginning of the phase, and only then located: a dip below zero between two ends is
//   not seen.
// Symbols   those of the system.
// Source    lancioni_galvanetto_lenci_2007 section 3 describes the motions, not the program.
// Differs   Each step is made of classical Runge–Kutta steps of at most 0.25 ms, so that what differs from the exact
//           motion is the detector alone.
// Limits    Friction for which slip is possible wherever stick ends, μ < 2 √(m_1/m_2).
#pragma once

#include <string>
#include <vector>

#include "papers/impact_oscillator/cases.hpp"

namespace carom::papers::impact_oscillator {

struct SteppedMotion {
  std::vector<std::string> cycles;  // regimes between landings: "PTPF" with stick, "PF" without
  std::vector<double> dips;         // least γ_t of each, at step ends [m/s]
  bool dies = false;                // the motion stays on the belt, on its way to rest
  // Cycles from one with stick to the next, settled: 1 where every one has it; 0 without any.
  int period() const;
};

struct SteppedOptions {
  double step = 1e-3;  // s
  int cycles = 100;
  double shortest = 1e-6;  // s; the motion dies when flights are shorter
};

SteppedMotion stepped_motion(const ImpactOscillatorSettings& settings, const SteppedOptions& options = {});

}  // namespace carom::papers::impact_oscillator
