// SPDX-License-Identifier: Apache-2.0
// How much friction a disc that slides on the far edge of its rim needs for Painlevé's paradox.
//
// Model     Contact at A (systems/disc_ball.hpp) slipping forwards. With l² = r² + h², tan φ = h/r, ψ = θ + φ and
//           k = I/(m l²), the normal acceleration per unit of force is
//   (1)  γ̇_n/F_n = (1 + cos²ψ/k + μ sin ψ cos ψ/k)/m
//   (2)  it is negative for μ above  μ(ψ) = k/x + (1 + k) x,   x = |cot ψ|, where cos ψ < 0
//   (3)  upright, θ = π/2: x = h/r and μ = r/(4h) + 4h/(3r)
//   (4)  least over θ ∈ (0, π/2]: x = √(k/(1 + k)) if that is below h/r, else (3)
//   (3) itself is least, 2/√3, at r/h = 4/√3.
// Symbols   r radius, h half thickness [m], I inertia about a diameter, m mass, θ inclination [rad], μ friction.
// Source    liu_zhang_zhao_brogliato_2013 (2.38)–(2.42).
// Differs   The paper takes (3) as the least over θ; for thick discs an inclined one needs less: those with
//           3ρ⁴ − 11ρ² − 16 < 0, ρ = r/h, that is r/h below 2.187.
#pragma once

namespace carom::theory {

struct DiscPainleve {
  double mu_min = 0;    // (3)
  double mu_least = 0;  // (4)
  double theta = 0;     // rad, where (4) holds
};

// μ(ψ) of (2) at inclination θ; infinite where no friction suffices.
double disc_painleve_bound(double r, double h, double theta);

DiscPainleve disc_painleve(double r, double h);

}  // namespace carom::theory
