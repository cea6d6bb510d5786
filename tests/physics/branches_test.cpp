// SPDX-License-Identifier: Apache-2.0
// Whole branches of the impact oscillator, through all their special points.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/oscillator_branches.hpp"

namespace carom::study {
namespace {

using test::at, test::branch;

// The whole structure of set 1 from one start: the stick branch down to its fold, back along unstable orbits to lift-off,
// and along the slip cycle into the Hopf point.
TEST(Branch, OfOrbitsGoesThroughFoldLiftOffAndSlipIntoTheHopfPoint) {
  const ContinuationResult result = branch(BranchKind::orbit, "mu", 0.5, 0.38);
  EXPECT_EQ(result.outcome, Outcome::reached_end) << result.reason;
  EXPECT_NEAR(at(result, SpecialKind::other_regimes), 0.397908799, 1e-9);
  EXPECT_NEAR(at(result, SpecialKind::nonsmooth_fold), 0.389569110, 1e-9);
  EXPECT_NEAR(at(result, SpecialKind::first_stick), 0.389569110, 1e-9);
  EXPECT_NEAR(at(result, SpecialKind::lift_off), 0.409827960, 1e-9);
  EXPECT_NEAR(at(result, SpecialKind::hopf), 0.409778166, 1e-9);
  double farthest = 0, largest = 0;
  for (const BranchPoint& point : result.branch) {
    EXPECT_LT(point.residual, 1e-11);
    if (point.sequence != "FP") continue;
    farthest = std::max(farthest, point.parameter);
    largest = std::max(largest, std::abs(point.multipliers[0]));
    EXPECT_GT(std::abs(point.multipliers[0]), 1.0);
  }
  EXPECT_GT(farthest, 0.4096);
  EXPECT_NEAR(largest, 1.2127, 2e-3);
  EXPECT_LT(result.wall_seconds, 60);
}

TEST(Branch, OfTheSecondSetSticksThenLifts) {
  for (const char* eps : {"eps=0", "eps=0.2"}) {
    const ContinuationResult result = branch(BranchKind::orbit, "mu", 0.356, 0.5, {"m1=0.4", "k_phi=25", eps}, 400);
    EXPECT_NEAR(at(result, SpecialKind::first_stick), 0.360236979, 5e-10) << eps;
    EXPECT_NEAR(at(result, SpecialKind::lift_off), 0.449853770, 1e-9) << eps;
    EXPECT_EQ(result.special.size(), 2u) << eps;
  }
}

}  // namespace
}  // namespace carom::study
