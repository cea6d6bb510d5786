// SPDX-License-Identifier: Apache-2.0
// What is computed to tell whose the differences are. One variant serves all tables and figures of section 4:
//
//   variant P  friction at D reversed and saturated (variant_p.hpp), r = 37.55 mm, k_A,B,C = 10 k_D, by the paper's explicit
//              scheme with 10⁴ steps (stepped_hit.hpp); in cases 6 to 8 the inputs inferred from the table.
//
// Its numbers are compared with the printed ones within the rounding of both the numbers and the printed inputs: b by 0.05 mm,
// v_b by 0.5 mm/s in Table 4, the friction coefficients by half a unit of their last digit in Table 5.
#pragma once

#include <array>
#include <string>

#include "papers/common/effort.hpp"
#include "papers/disc_ball/motion.hpp"
#include "papers/disc_ball/stepped_hit.hpp"

namespace carom::papers::disc_ball {

struct Boundaries {                      // in b/r
  double lifts_until = 0;                // below it A leaves the ground; 0 if it never does
  double stick_low = 0, stick_high = 0;  // the ground sticks between them
  double leaves = 0;                     // above it A leaves the ground
};

struct VariantCase {
  SteppedHit hit;
  std::array<double, 3> spread{};  // of θ̇, v₁, v₂
  MotionRecord motion;             // from the velocities after the hit on
};

struct CauseEvidence {
  std::array<VariantCase, 10> cases;  // by number, 2 to 9
  Boundaries table_5, table_5_spread;
  double lifts_below = 0;  // least speed of A over g T_c for b < 0, at the speeds of Fig. 5
};

inline constexpr double variant_stiffness_ratio = 10;  // k_A,B,C over k_D
inline constexpr const char* variant_name =
    "variant P (friction at D reversed, r = 37.55 mm, k_ABC = 10 k_D, 10⁴ explicit steps)";

// A case with the constants of the variant.
DiscBallSettings stepped_variant(int number);

CauseEvidence gather_causes(const Effort& effort);

}  // namespace carom::papers::disc_ball
