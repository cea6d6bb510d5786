// SPDX-License-Identifier: Apache-2.0
// Oblique impact of elastic bodies on a normal and a tangential spring: tangential restitution from stick and slip.
//
// Model     Units: approach speed v_n = 1, normal frequency of the compression Ω = 1, forces over m v_n Ω/β_z. Phase θ
//           runs from 0 through π/2 (most compression) to π (separation); ε = 1 in compression, e in restitution.
//   (1)  Ωt = θ in compression, π/2 + e (θ − π/2) after;   F_z = sin θ,   p = ∫F_z dt = 1 − ε cos θ
//   (2)  F_x = u/η²,   v̇ = B F_x,   B = β_x/β_z,   ω = √B/η;   v(0) = 1/cot γ, u(0) = 0
//   (3)  stick   v + u̇ = 0, as long as |F_x| ≤ μ F_z:   u = u_a cos τ − (v_a/ω) sin τ,   v = v_a cos τ + ω u_a sin τ,
//                τ = ω (t − t_a)
//   (4)  slip σ  F_x = −μ σ F_z, as long as σ (v + u̇) > 0:   v = v_a − σ μ B (p − p_a),
//                σ (v + u̇) = σ v_a − μ B (1 − p_a) + μ (ε B − η²/ε) cos θ
//   (5)  β = −v(π)/v(0)
//           With r = 1/(μ cot γ) the impact begins in stick for r ≤ η², and never sticks (gross slip) for
//   (6)  r ≥ max(η², B, (1 + e) B − η²/e);   β = −1 + μ B (1 + e) cot γ
//   (7)  r ≤ η², stick up to t₁, then slip σ = −sgn u(t₁):   β = −cos ωt₁ + σ μ B [1 + e − p(t₁)] cot γ
//   (8)  between, slip up to t₂: cos θ₂ = (r − B)/(η²/ε − ε B), ε = 1 for r ≤ B and e else; stick up to t₃; slip σ:
//        β = −cos D + μ B [(1 − ε cos θ₂) cos D + sin θ₂ sin D/ω + σ (1 + e − p(t₃))] cot γ,   D = ω (t₃ − t₂)
// Numbers   oblique_impact() goes from event to event, any number of them: a slip ends where a cosine says, a stick at
//           a zero of G = μ η² sin θ ∓ u, which obeys
//   (9)  d²G/dθ² + ω²ε² G = μ η² (ω²ε² − 1) sin θ
//           with a right side of one sign, so that over a quarter of its period G/cos has one turning point at most.
//           (7), (8) are closed_restitution(), valid where no phase follows.
// Symbols   γ angle of incidence, tan γ = v_x/v_n; μ friction, e restitution; η² normal over tangential stiffness; β_x,
//           β_z what turning adds to the relative acceleration; u tangential stretch, v tangential velocity; t₁ … event
//           times. Disk of radius R (mass M) on a wall 8R × 2R (mass M′) that is free to move and turn:
//   (10) η² = (2 − ν)/(2 (1 − ν)),   β_x = 1 + (2 M′ + (3/17) M)/(M + M′),   β_z = 1
// Source    kuninaka_hayakawa_2003 (7)–(9), A1–A25; stronge_2000 for the model.
// Differs   The paper's (8), A23 have the opposite sign before μ B and e + cos Ωt₃ for −e(1 + cos θ₃); (7), A14 take
//           σ = −1 for granted; its border of gross slip, r = (1 + e) B, is that of rigid bodies, and no slip ends
//           between it and (6). A12, A22 lack the reversal of friction; A8 has B/η² for B. Its β_x = 3.02 is above the
//           largest value of (10), 3; its η = 1.015 belongs to ν = 0.057, ν = 0.075 gives 1.0201.
// Limits    cot γ > 0 (v(0) > 0), e > 0; static and slip friction are equal; contact at one point, linear springs.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/laws/contact_mode.hpp"

namespace carom::theory {

struct ObliqueImpact {
  double cot_gamma = 1;
  double mu = 0.18;
  double e = 0.8;
  double eta = 1.015;
  double B = 3.02;
};

struct ObliquePhase {
  ContactMode mode = ContactMode::stick;
  double t_begin = 0, t_end = 0;  // Ωt
};

// stick: from the beginning; slip_stick: after a slip; slip: never.
enum class ObliqueRegime { stick, slip_stick, slip };

constexpr std::string_view name(ObliqueRegime regime) {
  switch (regime) {
    case ObliqueRegime::stick: return "stick";
    case ObliqueRegime::slip_stick: return "slip-stick";
    case ObliqueRegime::slip: return "slip";
  }
  return "unknown";
}

struct ObliqueResult {
  double beta = 0;
  ObliqueRegime regime = ObliqueRegime::slip;
  std::vector<ObliquePhase> phases = {};
  std::string brief() const;  // "beta = 0.5776: slip+ stick slip-"
};

// (1)–(5), event by event. Throws BadInput for inputs outside the limits.
ObliqueResult oblique_impact(const ObliqueImpact& impact);

// (6)–(8) with t₁, t₃ as first zeros; none where a further phase follows.
std::optional<double> closed_restitution(const ObliqueImpact& impact);

// The borders of the regimes for given μ, e, η, B: cot γ above which the impact begins in stick, and up to which it is
// gross slip (6). Infinite without friction.
double stick_border(const ObliqueImpact& impact);
double slip_border(const ObliqueImpact& impact);

struct ObliqueMaximum {
  double cot_gamma = 0;
  double beta = 0;
};

// The largest β between both borders, which is where the slip that ends gives most back; none if the borders coincide.
std::optional<ObliqueMaximum> oblique_maximum(const ObliqueImpact& impact);

// (10)
double stiffness_root(double nu);               // η
double tangential_response(double mass_ratio);  // B from M′/M

}  // namespace carom::theory
