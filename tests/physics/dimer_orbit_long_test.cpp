// SPDX-License-Identifier: Apache-2.0
// The drift orbit of the dimer followed in Γ to where it is born and to where it loses its stability, beside the window of a
// bouncing ball.
#include <cmath>

#include <gtest/gtest.h>

#include "carom/analysis/continuation.hpp"
#include "carom/catalog/catalog.hpp"
#include "carom/theory/dimer_modes.hpp"

namespace carom::study {
namespace {

ContinuationResult branch(double to) {
  const System& dimer = study::system("dimer");
  ContinuationRequest request{.start = {.parameters = dimer.defaults()}};
  request.start.parameters.assign("mu_i=0.08");
  request.kind = BranchKind::orbit;
  request.parameter = "Gamma";
  request.from = 0.9;
  request.to = to;
  return study::follow_branch(dimer, request);
}

double at(const ContinuationResult& result, SpecialKind kind) {
  for (const SpecialPoint& point : result.special)
    if (point.kind == kind) return point.parameter;
  return std::nan("");
}

TEST(DimerOrbit, LosesItsStabilityNearTheEndOfTheBallsWindow) {
  const theory::BouncingWindow window = theory::bouncing_window(0.65, 1);
  const ContinuationResult up = branch(1.3);
  EXPECT_NEAR(at(up, SpecialKind::period_doubling), 1.248838, 1e-5);
  EXPECT_NEAR(at(up, SpecialKind::period_doubling), window.Gamma_max, 0.01 * window.Gamma_max);
  for (const BranchPoint& point : up.branch)
    EXPECT_EQ(point.stable, point.parameter < at(up, SpecialKind::period_doubling)) << point.parameter;
}

TEST(DimerOrbit, IsBornInAFoldAboveTheBallsThreshold) {
  const theory::BouncingWindow window = theory::bouncing_window(0.65, 1);
  const ContinuationResult down = branch(0.6);
  EXPECT_NEAR(at(down, SpecialKind::fold), 0.710651, 1e-5);
  EXPECT_GT(at(down, SpecialKind::fold), window.Gamma_min);
  EXPECT_LT(at(down, SpecialKind::fold), 1.07 * window.Gamma_min);
}

}  // namespace
}  // namespace carom::study
