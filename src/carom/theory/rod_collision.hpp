// SPDX-License-Identifier: Apache-2.0
// The collision of a rod with a plate: velocities after it from those before it, by Newton's law in closed form.
//
// Model     Mass 1; G is at (X, Z) from the contact point; ω = φ̇ turns the rod towards +x. Contact-point velocity
//           against the plate, and what an impulse (P_x, P_z) on the rod changes:
//   (1)  u = c_x − ω Z,   v = c_z − V_z + ω X;   u₀, v₀ before the impact, v₀ < 0
//   (2)  c′ = c + P,   ω′ = ω + (X P_z − Z P_x)/k²
//   (3)  Δu = [(k² + Z²) P_x − X Z P_z]/k²,   Δv = [(k² + X²) P_z − X Z P_x]/k²
//   (4)  v′ = −ε v₀;  friction opposes the slip, |dP_x| ≤ μ dP_z
//           For u₀ > 0, with S = μ(k² + Z²) + X Z, D± = k² + X² ± μ X Z, D = k² + X² + Z²:
//   (5)  slide          if u₀ + (1 + ε) v₀ S/D₊ > 0:   P_z = −(1 + ε) k² v₀/D₊,   P_x = −μ P_z
//   (6)  slip–stick     else, if μ(k² + Z²) ≥ X Z:     P_x = −[u₀ (k² + X²) + (1 + ε) v₀ X Z]/D,
//                                                      P_z = −[(1 + ε) v₀ (k² + Z²) + u₀ X Z]/D
//   (7)  slip–reversal  else:                          P_x = −2μ k² (k² + X²) u₀/(S D₋) − μ (1 + ε) k² v₀/D₋,
//                                                      P_z = −2μ k² X Z u₀/(S D₋) − (1 + ε) k² v₀/D₋
//           u₀ < 0 is the mirror image: X, c_x, ω, P_x change sign. u₀ = 0: (6) if μ(k² + Z²) ≥ |X Z| (stick), else
//           (7), which then slides from the beginning.
//   (8)  D₊ ≤ 0 is Painlevé's: slip presses the rod into the plate faster than the plate can push it off; refused.
// Beside it  The same collision from the path in the impulse plane, straight in slip and in stick
//           (impact/path_impact.hpp), and with Poisson's and the energetic law, where the impulse of the expansion is
//           ε times that of the compression, or its work ε².
// Symbols   c velocity of G, V_z velocity of the plate, ω [rad/s], P impulse over mass, ε restitution, μ friction, k
//           radius of gyration; any units of length and time.
// Source    volfson_kudrolli_tsimring_2004 (5)–(22), B1–B12.
// Differs   (12), (13) of the paper divide by S instead of D₊ and have ω_x for ω X; (21) has a plus before its term in
//           u₀, which is minus. It treats u₀ > 0 alone, and Newton's law alone. u₀ ≤ 0, X < 0 and the other laws are
//           ours.
// Limits    Newton's law can create energy: a slip that stops has, at the end, at most
//   (9)  ε² (k² + X²)(k² + Z²)/[k² (k² + X² + Z²)],  thin: ε² (1 + (9/16) sin² 2φ)
//           of the energy that the impulses can reach, so never more than before for ε ≤ 4/5 with thin rods; for
//           ω = 0 up to 8 % at ε = 0.9 and 18 % at ε = 1, in slip–stick.
#pragma once

#include <string_view>

#include "carom/laws/contact_law.hpp"
#include "carom/systems/rod_shape.hpp"

namespace carom::theory {

struct RodCollision {
  RodLever lever = {};  // rod_lever(shape, φ)
  double mu = 0.3;
  double eps = 0.65;
  double c_x = 0, c_z = 0, omega = 0;  // before
  double V_z = 0;                      // of the plate
};

// slide: one direction throughout; stick: at rest throughout (u₀ = 0).
enum class RodRegime { slide, slip_stick, slip_reversal, stick };

constexpr std::string_view name(RodRegime regime) {
  switch (regime) {
    case RodRegime::slide: return "slide";
    case RodRegime::slip_stick: return "slip-stick";
    case RodRegime::slip_reversal: return "slip-reversal";
    case RodRegime::stick: return "stick";
  }
  return "unknown";
}

struct RodCollisionResult {
  double c_x = 0, c_z = 0, omega = 0;  // after
  RodRegime regime = RodRegime::slide;
  double P_x = 0, P_z = 0;          // impulses over mass
  double u_minus = 0, v_minus = 0;  // of the contact point against the plate
  double u_plus = 0, v_plus = 0;
  double energy_before = 0, energy_after = 0;  // kinetic, over mass, in the frame of the plate
  double energy_ratio() const { return energy_after / energy_before; }
};

// (5)–(7). Throws BadInput for a rod that does not approach the plate, and for (8).
RodCollisionResult collide(const RodCollision& collision);

// By the path in the impulse plane, with any law; Newton's is collide() again. Throws as collide() does.
RodCollisionResult collide_by_impulses(const RodCollision& collision, Restitution law = Restitution::newton);

}  // namespace carom::theory
