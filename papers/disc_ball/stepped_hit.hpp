// SPDX-License-Identifier: Apache-2.0
// The impact of the ball by explicit steps of the normal impulse, as the paper describes its scheme: it lives here only, to
// show what the scheme costs.
//
// Model
//   (1)  dP_j = m_d v_b/N,  j the contact with the largest energy
//   (2)  dP_i = dP_j (c_i/c_j)(E_i/E_j)^(α/(α+1)),  c = (α+1)^(α/(α+1)) k^(1/(α+1))
//   (3)  M du = Σ w_i dP_i + n_i dT_i,  dE_i = −δ̇_i dP_i/η_i
//   (4)  friction of the ground (A + B + C) and of D by Coulomb's law, stick by a 2 × 2 system
//   (5)  a contact with E_i = 0 that is approached starts with dP_i^(1/(α+1)) = c_i (−δ̇_i)^(α/(α+1)) dP_j/(c_j E_j^(α/(α+1)));
//        by (2) alone it would stay at rest for ever
// Source    liu_zhang_zhao_brogliato_2013 (2.27)–(2.34), section 4(a).
// Differs   (5) is the paper's starting rule (2.30) with the energy of the primary contact, used whenever a contact starts.
#pragma once

#include "papers/disc_ball/cases.hpp"

namespace carom::papers::disc_ball {

struct SteppedHit {
  double theta_dot = 0, v1 = 0, v2 = 0, delta_A = 0, v_tau = 0;
  double y_d_dot = 0, z_d_dot = 0;  // m/s
  bool sticks = false;              // the ground
  long steps = 0;
  double value(Quantity quantity) const {
    return quantity == Quantity::theta_dot ? theta_dot : quantity == Quantity::v1 ? v1 : v2;
  }
};

enum class FaceFriction {
  coulomb,
  reversed,  // variant P: +μ_D F_D on the disc for b > 0, −μ_D F_D for b < 0
};
SteppedHit stepped_hit(const DiscBallSettings& settings, long N = 10000, FaceFriction face = FaceFriction::coulomb);

}  // namespace carom::papers::disc_ball
