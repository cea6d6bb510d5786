// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include <gtest/gtest.h>

#include "carom/systems/dimer_engine.hpp"
#include "support/dimer_fixtures.hpp"

namespace carom {
namespace {

TEST(Start, BelowTheSurfaceByRoundingIsPutOnIt) {
  const Dimer dimer = test_dimer(3.9, 0.08, 0.92);
  const State<3> start{.t = 0,
                       .q = Vector<3>(0.0811113156, 0.0057867727193224409, 0.07533604890200013),
                       .u = Vector<3>(0.0069268151, -0.0080349474798948727, 3.5070226805499884)};
  const std::array<double, 2> gaps = dimer.gaps(0, start.q);
  ASSERT_LT(gaps[0], 0);
  ASSERT_GT(gaps[0], -1e-12);
  const RunReport<Dimer> report = run_watched(dimer, start, {.t_end = 10 * dimer.period()});
  EXPECT_EQ(report.outcome, Outcome::reached_end) << report.brief();
}

TEST(Start, DeepBelowTheSurfaceIsRefused) {
  const Dimer dimer = test_dimer(3.9, 0.08);
  State<3> start = dimer.initial_state();
  start.q[1] -= 1e-3;
  const RunReport<Dimer> report = run_watched(dimer, start, {.t_end = 1});
  EXPECT_EQ(report.outcome, Outcome::no_consistent_mode);
  EXPECT_EQ(report.reason, "the start penetrates: contact 'left' is 0.00075 m below its surface");
}

// The dimer lying on its plate at rest, printed with four digits: one tip a little below it, one a little above.
State<3> rounded_start(const Dimer& dimer) {
  const double r = dimer.body().r;
  return {.t = 0, .q = Vector<3>(0, r - 2e-6, 4e-4), .u = Vector<3>(0, dimer.plate_velocity(0), 0)};
}

TEST(Start, ThatWasRoundedIsPutOnTheSurfaceOnRequest) {
  const Dimer dimer = test_dimer(3.9, 0.08, 0.5);
  const State<3> start = rounded_start(dimer);
  const std::array<double, 2> gaps = dimer.gaps(0, start.q);
  ASSERT_LT(gaps[0], -1e-6);
  const RunReport<Dimer> refused = run_watched(dimer, start, {.t_end = dimer.period()});
  EXPECT_EQ(refused.outcome, Outcome::no_consistent_mode);
  // Within reach of both tips: the dimer lies on the plate, and stays there at Γ = 0.5.
  const RunReport<Dimer> report = run_watched(dimer, start, {.t_end = dimer.period(), .onto_surface = 1e-5});
  EXPECT_EQ(report.outcome, Outcome::reached_end) << report.brief();
  EXPECT_TRUE(is_closed(report.modes[0]) && is_closed(report.modes[1]));
  EXPECT_NEAR(report.final.q[2], 0, 1e-12);
  for (int i = 0; i < 2; ++i) EXPECT_NEAR(report.lifted[i], -gaps[i], 1e-15);
  char expected[200];
  std::snprintf(expected, sizeof expected,
                "the start was put on the surface: contact 'left' lifted by %.3g m, contact 'right' %s by %.3g m",
                -gaps[0], gaps[1] > 0 ? "lowered" : "lifted", std::abs(gaps[1]));
  EXPECT_EQ(report.note, expected);
}

TEST(Start, IsPutOnTheSurfaceByTheContactsWithinReachOnly) {
  const Dimer dimer = test_dimer(3.9, 0.08, 0.92);
  State<3> start = dimer.initial_state();
  start.q[1] -= dimer.gaps(0, start.q)[0] + 3e-6;
  const RunReport<Dimer> report = run_watched(dimer, start, {.t_end = dimer.period(), .onto_surface = 1e-5});
  EXPECT_EQ(report.outcome, Outcome::reached_end) << report.brief();
  EXPECT_NEAR(report.lifted[0], 3e-6, 1e-12);
  EXPECT_EQ(report.lifted[1], 0);
  EXPECT_EQ(report.note, "the start was put on the surface: contact 'left' lifted by 3e-06 m");
}

TEST(Start, ThatIsNotFiniteIsRefused) {
  const Dimer dimer = test_dimer(3.9, 0.08);
  State<3> start = dimer.initial_state();
  start.u[0] = NAN;
  EXPECT_EQ(run_watched(dimer, start, {.t_end = 1}).outcome, Outcome::not_finite);
}

}  // namespace
}  // namespace carom
