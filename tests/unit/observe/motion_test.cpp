// SPDX-License-Identifier: Apache-2.0
#include "carom/observe/motion.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace carom::observe {
namespace {

// Ten cycles of a tilted motion in which the left tip stays in sliding contact.
MotionEvidence tilted(int period, long left, long right) {
  return {.cycles = 10,
          .period_cycles = period,
          .impacts = {left + 60, right},
          .bounces = {left, right},
          .contact_fraction = {0.7, 0},
          .stick_fraction = {0, 0},
          .longest_flight = {0.1, 1},
          .tilt = 1,
          .scaled_drift = 2};
}

MotionEvidence mirrored(MotionEvidence evidence) {
  std::swap(evidence.impacts[0], evidence.impacts[1]);
  std::swap(evidence.bounces[0], evidence.bounces[1]);
  std::swap(evidence.contact_fraction[0], evidence.contact_fraction[1]);
  std::swap(evidence.stick_fraction[0], evidence.stick_fraction[1]);
  std::swap(evidence.longest_flight[0], evidence.longest_flight[1]);
  return evidence;
}

void expect_motion(const MotionEvidence& evidence, MotionKind kind) {
  EXPECT_EQ(classify(evidence), kind) << motion_name(classify(evidence), evidence.period_cycles);
  EXPECT_EQ(classify(mirrored(evidence)), kind) << "mirror image";
}

TEST(Motion, IsUnknownBeforeAWholeCycle) { expect_motion({}, MotionKind::unknown); }

TEST(Motion, WithBothTipsOnThePlateIsRest) {
  expect_motion({.cycles = 10, .period_cycles = 1, .contact_fraction = {1, 1}, .stick_fraction = {1, 1}},
                MotionKind::rest);
}

TEST(Motion, InWhichTheTipsStayTogetherIsAHop) {
  MotionEvidence low{.cycles = 10, .period_cycles = 1, .impacts = {100, 100}, .contact_fraction = {0.02, 0.02}};
  expect_motion(low, MotionKind::hop);
  MotionEvidence high = low;
  high.bounces = {10, 10};
  expect_motion(high, MotionKind::hop);
  high.tilt = 0.01;
  expect_motion(high, MotionKind::jump);
}

TEST(Motion, OfOneStayingAndOneBouncingTipIsADrift) { expect_motion(tilted(1, 0, 10), MotionKind::drift); }

TEST(Motion, OfADriftThatSticksAndGoesNowhereIsAPendulum) {
  MotionEvidence evidence = tilted(1, 0, 10);
  evidence.scaled_drift = 0.005;
  expect_motion(evidence, MotionKind::drift);  // slides to and fro
  evidence.stick_fraction = {0.7, 0};
  expect_motion(evidence, MotionKind::pendulum);
  evidence.scaled_drift = -1.7;
  expect_motion(evidence, MotionKind::drift);
}

TEST(Motion, WithABounceEveryOtherCycleIsAHalfRateDriftIfTheFlightIsLong) {
  MotionEvidence evidence = tilted(2, 0, 5);
  evidence.longest_flight = {0.1, 2};
  expect_motion(evidence, MotionKind::half_rate_drift);
  evidence.longest_flight = {0.1, 1.2};  // the other bounce is just too low to count
  expect_motion(evidence, MotionKind::alternating);
}

TEST(Motion, WithABigAndASmallBounceInTurnAlternates) { expect_motion(tilted(2, 0, 10), MotionKind::alternating); }

TEST(Motion, InWhichBothBounceEveryCycleIsAJump) {
  expect_motion(tilted(1, 10, 10), MotionKind::jump);
  expect_motion(tilted(2, 10, 10), MotionKind::jump);
}

TEST(Motion, InWhichBothBounceEveryOtherCycleIsAFlutter) { expect_motion(tilted(2, 5, 5), MotionKind::flutter); }

TEST(Motion, OfOneTipAtThePlatesRateAndOneAtHalfOfItIsT2T) { expect_motion(tilted(2, 10, 5), MotionKind::t_2t); }

TEST(Motion, OfAnyOtherPeriodBearsItsNumber) {
  MotionEvidence evidence = tilted(3, 0, 12);
  evidence.cycles = 12;
  expect_motion(evidence, MotionKind::period_n);
  EXPECT_EQ(motion_name(MotionKind::period_n, 3), "period-3");
  expect_motion(tilted(1, 0, 20), MotionKind::period_n);
}

TEST(Motion, WithoutAPeriodIsAperiodicWhateverItsCounts) {
  expect_motion(tilted(0, 0, 10), MotionKind::aperiodic);
  expect_motion(tilted(0, 10, 10), MotionKind::aperiodic);
}

TEST(MotionNames, AreTheWordsOfTheReports) {
  EXPECT_EQ(motion_name(MotionKind::half_rate_drift, 2), "half-rate drift");
  EXPECT_EQ(motion_name(MotionKind::t_2t, 2), "(T,2T)");
  EXPECT_EQ(motion_name(MotionKind::pendulum, 1), "pendulum");
  EXPECT_EQ(motion_name(MotionKind::aperiodic, 0), "aperiodic");
}

}  // namespace
}  // namespace carom::observe
