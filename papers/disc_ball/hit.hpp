// SPDX-License-Identifier: Apache-2.0
// The impact of the ball alone, by the engine: what it leaves before any closing rule.
#pragma once

#include <array>
#include <vector>

#include "carom/engine/contact_impact.hpp"
#include "carom/impact/solve_impact.hpp"
#include "carom/systems/disc_ball.hpp"
#include "papers/disc_ball/cases.hpp"

namespace carom::papers::disc_ball {

struct Hit {
  Vector<5> u_plus = Vector<5>::Zero();
  ImpactResult<4> result;  // contacts A, B, C, D
  double theta_dot = 0, v1 = 0, v2 = 0;
  std::array<double, 3> delta{};  // normal speeds of A, B, C [m/s]
  double v_tau = 0;               // common tangential speed of A, B, C [m/s]
  double energy_before = 0, energy_after = 0;

  bool solved() const { return result.failure == ImpactFailure::none; }
  bool sticks() const { return result.sticks[0]; }
  double value(Quantity quantity) const {
    return quantity == Quantity::theta_dot ? theta_dot : quantity == Quantity::v1 ? v1 : v2;
  }
};

// The impact of A, B, C and D on the disc at rest.
ImpactProblem<4> hit_problem(const DiscBall& system);

Hit hit(const DiscBallSettings& settings, double tolerance = 1e-11);

// The same with every step shown to the trace.
using HitSample = ImpactSample;
std::vector<HitSample> trace_hit(const DiscBallSettings& settings, double tolerance = 1e-11);

}  // namespace carom::papers::disc_ball
