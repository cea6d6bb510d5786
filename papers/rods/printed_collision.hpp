// SPDX-License-Identifier: Apache-2.0
// Sections IV and appendix B of the paper as printed, m = 1: set beside the impulse added in small steps.
// Source  volfson_kudrolli_tsimring_2004 (1)–(11), (14), (B1)–(B12).
#pragma once

#include "carom/theory/rod_collision.hpp"

namespace carom::papers::rods {

struct PrintedSlide {
  double u_star = 0;        // (14): the slip goes on if it is above zero
  double c_x = 0, c_z = 0;  // (8)–(11)
};
PrintedSlide printed_slide(const theory::RodCollision& collision);

struct PrintedStop {
  double P_z = 0, P_x = 0;              // (B1), (B2): where the slip stops
  double stick_c_x = 0, stick_c_z = 0;  // (B4), (B5) with (10), (11)
  double c_x_18 = 0, c_z_19 = 0;        // (18), (19)
  double c_z_22 = 0;                    // (22)
  double v_f_B3 = 0, v_f_B3_first = 0;  // (B3) with the whole impulse of (B4): its second line, its first as printed
  double u_f_B6 = 0, v_f_B7 = 0;        // (B6), (B7) with the impulse of (B8)
  double reversal_c_x = 0, reversal_c_z = 0;  // (B8), (B9) with (10), (11)
  double u_f = 0;                             // (B10)
  double B11 = 0, B12 = 0;                    // c_x′, c_z′ after slip–reversal
};
// `mass`: of the rod, for the line that lacks it.
PrintedStop printed_stop(const theory::RodCollision& collision, double mass = 1);

// The largest relative difference of (5), (6), and of (4) with α = l²/4k², from (1)–(3) for a thin rod under scattered forces.
struct ContactPointLaw {
  double projections = 0;  // (5), (6)
  double vector = 0;       // (4)
};
ContactPointLaw contact_point_law();

}  // namespace carom::papers::rods
