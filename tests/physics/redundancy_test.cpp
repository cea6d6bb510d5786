// SPDX-License-Identifier: Apache-2.0
// A block on a plane, carried by two, three or four points of one line: forces that are not unique, a motion that is.
#include <gtest/gtest.h>

#include <cmath>

#include "support/mechanisms.hpp"

namespace carom {
namespace {

using namespace testing_support;

template <int N>
Block<N> block(double mu_s, double mu_c) {
  Block<N> b;
  for (int i = 0; i < N; ++i) {
    b.a[i] = 0.1 * (2.0 * i / (N - 1) - 1);
    b.law[i] = coulomb(0.5, mu_s, mu_c);
  }
  return b;
}

template <int N>
class WithPoints {
 public:
  static constexpr int n = N;
};
template <class T>
class LyingBlock : public ::testing::Test {};
using Counts = ::testing::Types<WithPoints<2>, WithPoints<3>, WithPoints<4>>;
TYPED_TEST_SUITE(LyingBlock, Counts);

TYPED_TEST(LyingBlock, CarriesItsWeightAndItsMoment) {
  constexpr int N = TypeParam::n;
  Block<N> b = block<N>(0.3, 0.2);
  b.slope = 0.25;
  ContactModes<Block<N>> modes;
  for (const ContactMode mode : {ContactMode::stick, ContactMode::slip_plus}) {
    modes.fill(mode);
    State<3> state = b.lying();
    if (mode == ContactMode::slip_plus) state.u[0] = 0.3;
    Motion<Block<N>> motion;
    ASSERT_TRUE(evaluate_motion(b, 0, state.q, state.u, modes, motion));
    const double weight = b.m * b.g * std::cos(b.slope), push = b.m * b.g * std::sin(b.slope);
    const double F_t = mode == ContactMode::stick ? -push : -0.2 * weight;
    EXPECT_NEAR(motion.F_n.sum(), weight, 1e-12 * weight);
    EXPECT_NEAR(motion.F_t.sum(), F_t, 1e-12 * weight);
    double moment = b.b * F_t;
    for (int i = 0; i < N; ++i) moment += b.a[i] * motion.F_n[i];
    EXPECT_NEAR(moment, 0, 1e-12 * weight * b.b);
    EXPECT_NEAR(motion.acceleration[0], (push + F_t) / b.m, 1e-12 * b.g);
    EXPECT_NEAR(motion.acceleration.tail(2).norm(), 0, 1e-11 * b.g);
  }
}

TYPED_TEST(LyingBlock, SlidesDownASteepSlopeAndStopsOnAGentleOne) {
  constexpr int N = TypeParam::n;
  Block<N> b = block<N>(0.3, 0.2);
  b.slope = 0.4;
  const RunReport<Block<N>> down = run_event_driven(b, b.lying(), {.t_end = 0.7});
  ASSERT_EQ(down.outcome, Outcome::reached_end) << down.brief();
  EXPECT_NEAR(down.final.q[0], 0.5 * b.g * (std::sin(0.4) - 0.2 * std::cos(0.4)) * 0.49, 1e-10);
  EXPECT_LT(down.ledger.relative_residual(), 1e-10);

  b.slope = 0.1;
  State<3> start = b.lying();
  start.u[0] = 0.5;
  EventLog<Block<N>> log;
  const RunReport<Block<N>> stops = run_event_driven(b, start, {.t_end = 2}, log);
  const double deceleration = b.g * (0.2 * std::cos(0.1) - std::sin(0.1));
  ASSERT_EQ(stops.outcome, Outcome::reached_end) << stops.brief();
  ASSERT_EQ(log.entries.back().kind, EventKind::stick);
  EXPECT_NEAR(log.entries.back().t, 0.5 / deceleration, 1e-9);
  for (int i = 0; i < N; ++i) {
    EXPECT_TRUE(log.entries.back().contacts[i]) << "all points stop in one event";
    EXPECT_EQ(stops.modes[i], ContactMode::stick);
  }
  EXPECT_NEAR(stops.final.q[0], 0.125 / deceleration, 1e-10);
}

// X = A sin ωt: stick until |Ẍ| = μ_s g, slip with ±μ_c g until the velocities meet.
TYPED_TEST(LyingBlock, OnAPlaneShakenAlongSticksAndSlipsAtItsTimes) {
  constexpr int N = TypeParam::n;
  Block<N> b = block<N>(0.6, 0.35);
  b.A_x = 0.0155;
  b.omega = 20;
  EventLog<Block<N>> log;
  const RunReport<Block<N>> report = run_event_driven(b, b.lying(), {.t_end = 1}, log);
  ASSERT_EQ(report.outcome, Outcome::reached_end) << report.brief();
  EXPECT_LT(report.ledger.relative_residual(), 1e-10);
  const double peak = b.A_x * b.omega * b.omega, slip = std::asin(0.6 * b.g / peak) / b.omega;
  std::vector<double> slips, sticks;
  for (const auto& entry : log.entries) {
    if (entry.kind == EventKind::slip) slips.push_back(entry.t);
    if (entry.kind == EventKind::stick && entry.t > 0) sticks.push_back(entry.t);
    if (entry.kind == EventKind::slip || entry.kind == EventKind::stick) {
      for (int i = 0; i < N; ++i) EXPECT_TRUE(entry.contacts[i]) << "the group moves as one, at t = " << entry.t;
    }
  }
  ASSERT_GT(slips.size(), 2u);
  ASSERT_GT(sticks.size(), 1u);
  EXPECT_NEAR(slips[0], slip, 1e-10);
  // The block is left behind by a plane that brakes: it slips forwards with −μ_c g.
  const auto relative = [&](double t) {
    return b.A_x * b.omega * (std::cos(b.omega * slip) - std::cos(b.omega * t)) - 0.35 * b.g * (t - slip);
  };
  double low = slip + 1e-3, high = slip + pi / b.omega;
  while (relative(high) > 0) high += 1e-3;
  for (int i = 0; i < 200; ++i) (relative((low + high) / 2) > 0 ? low : high) = (low + high) / 2;
  const double first_end = std::min(sticks[0], slips[1]);
  EXPECT_NEAR(first_end, low, 1e-9);
}

TYPED_TEST(LyingBlock, LeavesAFallingPlaneWithAllItsPointsAtOnce) {
  constexpr int N = TypeParam::n;
  Block<N> b = block<N>(0.3, 0.2);
  b.A_y = 0.05;
  b.omega = 20;
  EventLog<Block<N>> log;
  const RunReport<Block<N>> report = run_event_driven(b, b.lying(), {.t_end = 0.5}, log);
  ASSERT_EQ(report.outcome, Outcome::reached_end) << report.brief();
  bool seen = false;
  for (const auto& entry : log.entries) {
    if (entry.kind != EventKind::detach || seen) continue;
    seen = true;
    EXPECT_NEAR(entry.t, (pi + std::asin(b.g / (b.A_y * 400))) / 20, 1e-9);
    for (int i = 0; i < N; ++i) EXPECT_TRUE(entry.contacts[i]);
  }
  EXPECT_TRUE(seen);
  EXPECT_NEAR(report.final.q[2], 0, 1e-7) << "it lands flat and stays level";
  EXPECT_LT(report.ledger.relative_residual(), 1e-9);
  EXPECT_LT(report.deepest_penetration, 1e-12);
}

// Points with different static coefficients share the force in proportion to what each can carry: the group sticks iff
// |ΣF_t| ≤ Σ μ_s,i F_n,i, between the bounds min μ_s and max μ_s.
TEST(LyingBlockOnTwoPoints, SticksUpToTheSumOfWhatItsPointsCanCarry) {
  Block<2> b = block<2>(0, 0);
  b.law[0] = coulomb(0.5, 0.2, 0.1);
  b.law[1] = coulomb(0.5, 0.6, 0.1);
  const auto reserve = [&](double slope) {
    const double weight = b.m * b.g * std::cos(slope), push = b.m * b.g * std::sin(slope);
    const double F_1 = 0.5 * (weight - push * b.b / 0.1), F_2 = 0.5 * (weight + push * b.b / 0.1);
    return 0.2 * F_1 + 0.6 * F_2 - push;
  };
  double low = 0.1, high = 0.6;
  for (int i = 0; i < 100; ++i) (reserve((low + high) / 2) > 0 ? low : high) = (low + high) / 2;
  ASSERT_GT(std::tan(low), 0.2);
  ASSERT_LT(std::tan(low), 0.6);
  for (const double side : {-1e-7, 1e-7}) {
    b.slope = low + side;
    const RunReport<Block<2>> report = run_event_driven(b, b.lying(), {.t_end = 0.05});
    ASSERT_EQ(report.outcome, Outcome::reached_end) << report.brief();
    for (int i = 0; i < 2; ++i)
      EXPECT_EQ(report.modes[i], side < 0 ? ContactMode::stick : ContactMode::slip_plus) << side;
    EXPECT_EQ(std::abs(report.final.q[0]) < 1e-12, side < 0);
  }
}

TEST(LyingBlockOnTwoPoints, SharesItsStickForceByCapacity) {
  Block<2> b = block<2>(0, 0);
  b.law[0] = coulomb(0.5, 0.2, 0.1);
  b.law[1] = coulomb(0.5, 0.6, 0.1);
  b.slope = 0.2;
  ContactModes<Block<2>> modes;
  modes.fill(ContactMode::stick);
  Motion<Block<2>> motion;
  ASSERT_TRUE(evaluate_motion(b, 0, b.lying().q, b.lying().u, modes, motion));
  EXPECT_NEAR(motion.F_t[0] / (0.2 * motion.F_n[0]), motion.F_t[1] / (0.6 * motion.F_n[1]), 1e-12);
}

TEST(FallingBlock, LandsOnFourPointsAndComesToRest) {
  for (const double e : {0.0, 0.3, 0.6}) {
    Block<4> b = block<4>(0.4, 0.3);
    for (ContactLaw& law : b.law) law.e = e;
    State<3> start = b.lying();
    start.q[1] += 0.02;
    start.q[2] = 0.05;
    start.u[0] = 0.2;
    const RunReport<Block<4>> report = run_event_driven(b, start, {.t_end = 3});
    ASSERT_EQ(report.outcome, Outcome::reached_end) << "e " << e << ": " << report.brief();
    EXPECT_LT(report.final.u.norm(), 1e-9);
    EXPECT_NEAR(report.final.q[1], b.b, 1e-9);
    EXPECT_LT(report.ledger.relative_residual(), 1e-9);
    EXPECT_LT(report.deepest_penetration, 1e-11);
    for (int i = 0; i < 4; ++i) EXPECT_TRUE(is_closed(report.modes[i])) << i;
  }
}

}  // namespace
}  // namespace carom
