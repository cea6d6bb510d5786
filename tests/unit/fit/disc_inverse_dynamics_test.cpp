// SPDX-License-Identifier: Apache-2.0
#include "carom/fit/disc_inverse_dynamics.hpp"

#include <gtest/gtest.h>

#include "carom/catalog/catalog.hpp"
#include "support/memory_sink.hpp"

namespace carom::study {
namespace {

TEST(DiscInverseDynamics, AnUprightDiscAtRestIsCarriedByItsWeight) {
  // On its edge A the weight turns it: F_n (1/m + h²/I) + (h r/I) F_t = g with no slip and no rate.
  const DiscBall disc({});
  const DiscBallSettings& s = disc.settings();
  const GroundForce force = ground_force(disc, true, std::numbers::pi / 2, 0, 0);
  const double I = disc.inertia();
  EXPECT_NEAR(force.F_n * (1 / s.m_d + s.h * s.h / I) + force.F_t * s.h * s.r / I, s.g, 1e-12);
  EXPECT_NEAR(force.F_n * s.h * s.r / I + force.F_t * (1 / s.m_d + s.r * s.r / I), 0, 1e-12);
}

// Along a whole run the forces from the motion are those of the engine.
void expect_forces_of(const char* preset, double until) {
  const System& system = disc_ball_system();
  RunRequest request = system.request();
  system.apply(system.preset(preset), request);
  request.until = until;
  request.row_spacing = 2e-3;
  test::MemoryRows rows;
  request.rows = &rows;
  system.run(request);
  const DiscBall disc({});
  const DiscBallSettings& s = disc.settings();
  int compared = 0;
  for (std::size_t i = 0; i < rows.rows.size(); ++i) {
    const double mode = rows.at(i, "mode_A"), theta = rows.at(i, "theta"), rate = rows.at(i, "theta_dot");
    if (mode == 0) continue;
    const double v1 = rows.at(i, "v1"), v2 = rows.at(i, "v2");
    EXPECT_NEAR(rate_of_gauges(s, v1, v2), rate, 1e-9);
    EXPECT_NEAR(slip_of_gauges(s, v1, v2), rows.at(i, "v_t_A"), 1e-9);
    // The slip rate from the forces that the engine gives: (4).
    const double F_n = rows.at(i, "F_n_A"), F_t = rows.at(i, "F_t_A"), sn = std::sin(theta), c = std::cos(theta);
    const double w = s.h * sn - s.r * c, n = s.h * c + s.r * sn, I = disc.inertia();
    const double slip_rate = w * n / I * F_n + (1 / s.m_d + n * n / I) * F_t - w * rate * rate;
    const GroundForce force = ground_force(disc, true, theta, rate, slip_rate);
    EXPECT_NEAR(force.F_n, F_n, 1e-8);
    EXPECT_NEAR(force.F_t, F_t, 1e-8);
    if (mode == 1) {
      EXPECT_NEAR(slip_rate, 0, 1e-7);
    }
    ++compared;
  }
  EXPECT_GT(compared, 50);
}

TEST(DiscInverseDynamics, GivesTheEnginesForcesInSlipAndStick) {
  expect_forces_of("case2", 0.2);
  expect_forces_of("case7", 0.16);
}

}  // namespace
}  // namespace carom::study
