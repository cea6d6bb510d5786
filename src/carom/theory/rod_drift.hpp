// SPDX-License-Identifier: Apache-2.0
// How fast a row of tilted rods drifts on a vibrated plate: one collision that repeats itself.
//
// Model     Notation of rod_collision.hpp. Between two collisions a rod gives its spin to its neighbours and keeps
//           c_x; of its speed upwards a fraction r comes back:
//   (1)  ω = 0,   c_x′ = c_x,   c_z = −r c_z′
//           The first two mean P_x = 0, and then P_z = c_z′ − c_z = (1 + r) c_z′. The normal law v′ = −ε v₀ with
//           v₀ = −r c_z′ − V_z and Δv = (1 + X²/k²) P_z gives
//   (2)  c_z′ = (1 + ε) V_z/[1 − ε r + (1 + r) X²/k²]
//           Friction acts forwards and backwards during the collision, so that its impulses cancel. With a = X Z/k²
//           and b = μ(1 + Z²/k²), per unit of P_z: if |a| ≤ b the contact sticks after its slip and ends at rest,
//           0 = c_x − a P_z; if |a| > b it turns back and slips as long, P_z/2 each way, and stops between:
//           c_x = (a ± b) P_z/2. Both are
//   (3)  c_x = (1 + r)/2 · c_z′ · (a ± min(|a|, b)),   ± the sign of a
//           A slide cannot repeat itself: its friction has one direction.
//   (4)  V_z is an average of V₀ cos(Ω t) over the collisions: V₀/2 if the phases θ are distributed as (1 + cos θ)/2π
// Symbols   V_z velocity of the plate at a collision, V₀ its amplitude; ε restitution, μ friction; r = −c_z/c_z′.
// Source    volfson_kudrolli_tsimring_2004 (24)–(31), for r = 1.
// Differs   Thin rods turn back only between the two critical angles of rod_regimes.hpp, so (27) and (29) do not hold
//           up to 90°: for μ = 0.3, ε = 0.65 at 88° c_x = 0.0544 V_z, not 0.1055. r ≠ 1 and other shapes are ours.
// Limits    The divisor of (2) is positive: ε r < 1, or enough X. μ > 0: without friction no collision changes c_x and
//           any drift persists; (3) tends to half the slip–stick value as μ → 0.
#pragma once

#include "carom/systems/rod_shape.hpp"
#include "carom/theory/rod_collision.hpp"

namespace carom::theory {

struct RodRow {
  RodShape shape = {};
  double mu = 0.3;
  double eps = 0.65;
  double r = 1;  // −c_z/c_z′
};

struct RodDrift {
  double c_x = 0;  // over V_z
  double c_z = 0;  // c_z′ over V_z
  RodRegime regime = RodRegime::slip_stick;
};

// (2), (3); throws BadInput outside the limits.
RodDrift rod_drift(const RodRow& row, double phi);

// The branches of (3), valid or not: both are what the paper's figure shows.
double rod_drift_sticking(const RodRow& row, double phi);
double rod_drift_reversing(const RodRow& row, double phi);

struct RodDriftMaximum {
  double phi = 0;
  double c_x = 0;  // over V_z
};

// The largest drift for 0 < φ < π/2.
RodDriftMaximum rod_drift_maximum(const RodRow& row);

// (4) with the phases distributed as (1 + cos θ)/2π.
constexpr double mean_plate_velocity = 0.5;  // V_z/V₀

}  // namespace carom::theory
