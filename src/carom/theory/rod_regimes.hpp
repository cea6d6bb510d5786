// SPDX-License-Identifier: Apache-2.0
// Which way a rod's collision goes, in the plane of tilt and friction: slide, slip–stick or slip–reversal.
//
// Model     Notation of rod_collision.hpp; ω = V_z = 0, forward slip, c_x > 0 > c_z.
//   (1)  stick/reversal   μ = X Z/(k² + Z²):  a slip that stops turns back below it
//   (2)  slide            μ = (k² + X² − q X Z)/[q (k² + Z²) − X Z],   q = (1 + ε)|c_z|/c_x:  slide below
//           Where the numerator of (2) is negative nothing slides, where the denominator is not positive everything
//           does. Thin rods, t = tan φ:
//   (3)  from (1)  μ t² − 3 t + 4 μ = 0:  t = [3 ∓ √(9 − 16 μ²)]/(2μ), reversal between the two roots; they merge at
//        μ = 3/4, t = 2 (63.43°)
//   (4)  from (2)  (4 − q μ) t² + 3 (μ − q) t + 1 − 4 q μ = 0;  (2) is 1/(4q) at φ = 0 and 4/q at φ = 90°
// Symbols   φ tilt, μ friction, q [1].
// Source    volfson_kudrolli_tsimring_2004 (14), (16), (20), (23), Fig. 10.
// Differs   (23) is the lower root of (3) alone; the paper takes it to reach 90° at μ = 3/5, where it is 45°:
//           reversal exists up to μ = 3/4, and rods near 90° stick again. The paper's bound on slide,
//           μ < c_x/[4|c_z|(1 + ε)], is (2) at φ = 0.
// Limits    Thick and flat rods: by search on a grid of 1/32° and bisection. A thick rod may have no upper root: (1)
//           is still positive at 90°.
#pragma once

#include <optional>
#include <vector>

#include "carom/systems/rod_shape.hpp"
#include "carom/theory/rod_collision.hpp"

namespace carom::theory {

// (1): friction below which the slip turns back; ≤ 0: it never does.
double reversal_friction(const RodShape& shape, double phi);

// (2): friction below which the rod slides; 0 if it never does, infinite if it always does.
double slide_friction(const RodShape& shape, double phi, double q);

// The regime of a forward slip.
RodRegime rod_regime(const RodShape& shape, double phi, double mu, double q);

struct RodReversalRange {
  double lower = 0;                  // rad
  std::optional<double> upper = {};  // none: up to π/2
};

// The tilts between which a slip that stops turns back; none for too much friction.
std::optional<RodReversalRange> reversal_range(const RodShape& shape, double mu);

struct RodReversalLimit {
  double mu = 0;   // the most friction with which a slip turns back …
  double phi = 0;  // … and the tilt at which it does [rad]
};
RodReversalLimit reversal_limit(const RodShape& shape);

// The tilts in (0, π/2) at which slide begins or ends, rising.
std::vector<double> slide_borders(const RodShape& shape, double mu, double q);

struct RodBorderPoint {
  double phi = 0;
  double mu = 0;
};

// Both borders of the diagram as curves of n + 1 points from φ = 0 to π/2; points without a positive, finite friction
// are left out.
std::vector<RodBorderPoint> reversal_border(const RodShape& shape, int n = 360);
std::vector<RodBorderPoint> slide_border(const RodShape& shape, double q, int n = 360);

}  // namespace carom::theory
