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
  EXPECT_NE(report.reason.find("penetrates"), std::string::npos);
}

TEST(Start, ThatIsNotFiniteIsRefused) {
  const Dimer dimer = test_dimer(3.9, 0.08);
  State<3> start = dimer.initial_state();
  start.u[0] = NAN;
  EXPECT_EQ(run_watched(dimer, start, {.t_end = 1}).outcome, Outcome::not_finite);
}

}  // namespace
}  // namespace carom
