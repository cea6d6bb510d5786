// SPDX-License-Identifier: Apache-2.0
// The forces on a disc that stands on one edge of its rim, from its measured motion.
//
// Model     Contact at A (k = h) or C (k = −h); s = sin θ, c = cos θ.
//   (1)  θ̇ = (v_2 − v_1)/(h_1 − h_2),   v_τ = (h_2 v_1 − h_1 v_2)/(h_2 − h_1)      two gauges; v_τ is the height 0
//   (2)  w = ks − rc,  n = kc + rs
//   (3)  0   = (1/m + w²/I) F_n + (wn/I) F_t − g + n θ̇²                            the contact stays closed
//   (4)  v̇_τ = (wn/I) F_n + (1/m + n²/I) F_t − w θ̇²                               and moves along the ground
//   In slip −F_t sign(v_τ)/F_n = μ. In stick v̇_τ = 0, so that the ratio needs no derivative of the data; where it ends,
//   it is μ_s.
//
// Symbols   v_1, v_2 velocities at the heights h_1, h_2 [m/s]; m mass [kg], I inertia about a diameter [kg m²], r radius,
//           h half thickness [m] of the disc; F_n, F_t forces of the ground [N]; v_τ slip velocity [m/s].
// Source    liu_zhang_zhao_brogliato_2013 eqs 2.15 = 0 and 2.16, 3.1, section 3(d).
// Differs   v_τ needs no height of the centre: it is the velocity of the rigid body extrapolated to the ground.
// Limits    One edge in contact; a disc in flight or upright on its whole rim has other equations.
#pragma once

#include <cmath>

#include "carom/systems/disc_ball.hpp"

namespace carom::study {

struct GroundForce {
  double F_n = 0, F_t = 0;  // N
  double ratio() const { return F_t / F_n; }
};

// (1)
inline double rate_of_gauges(const DiscBallSettings& s, double v1, double v2) { return (v2 - v1) / (s.h1 - s.h2); }
inline double slip_of_gauges(const DiscBallSettings& s, double v1, double v2) {
  return (s.h2 * v1 - s.h1 * v2) / (s.h2 - s.h1);
}

// Which edge is down: A where the disc leans away from the ball; upright, the one that it turns about.
inline bool stands_on_A(double theta, double theta_dot) {
  const double lean = theta - std::numbers::pi / 2;
  return lean < 0 || (lean == 0 && theta_dot < 0);
}

// (2)–(4)
inline GroundForce ground_force(const DiscBall& disc, bool on_A, double theta, double theta_dot, double slip_rate) {
  const DiscBallSettings& d = disc.settings();
  const double s = std::sin(theta), c = std::cos(theta), k = on_A ? d.h : -d.h;
  const double w = k * s - d.r * c, n = k * c + d.r * s, I = disc.inertia();
  const double nn = 1 / d.m_d + w * w / I, nt = w * n / I, tt = 1 / d.m_d + n * n / I;
  const double b_n = d.g - n * theta_dot * theta_dot, b_t = slip_rate + w * theta_dot * theta_dot;
  const double det = nn * tt - nt * nt;
  return {.F_n = (tt * b_n - nt * b_t) / det, .F_t = (nn * b_t - nt * b_n) / det};
}

}  // namespace carom::study
