// SPDX-License-Identifier: Apache-2.0
// Other mechanisms on the same loop: a stick–slip oscillator, a particle in a corner, a column of balls.
#include <gtest/gtest.h>

#include <cmath>

#include "carom/base/random.hpp"
#include "support/mechanisms.hpp"

namespace carom {
namespace {

using namespace testing_support;

TEST(MassOnABelt, SticksAndSlipsWithItsClosedFormPeriod) {
  BeltMass b;
  b.law = coulomb(0, 0.4, 0.25);
  EventLog<BeltMass> log;
  const RunReport<BeltMass> report = run_event_driven(b, {.t = 0, .q = {0, 0}, .u = {b.belt, 0}}, {.t_end = 8}, log);
  ASSERT_EQ(report.outcome, Outcome::reached_end) << report.brief();
  // Slip from x₀ = μ_s mg/k about x_c = μ_c mg/k until ẋ is the belt's speed again; stick from the mirror point back to x₀.
  const double omega = std::sqrt(b.k / b.m), x_0 = 0.4 * b.m * b.g / b.k, x_c = 0.25 * b.m * b.g / b.k;
  const double slipping = (2 * pi - 2 * std::atan((x_0 - x_c) * omega / b.belt)) / omega;
  const double sticking = 2 * (x_0 - x_c) / b.belt;
  double expected = x_0 / b.belt;
  int checked = 0;
  for (const auto& entry : log.entries) {
    if (entry.t == 0) continue;
    EXPECT_EQ(entry.kind, checked % 2 == 0 ? EventKind::slip : EventKind::stick);
    EXPECT_NEAR(entry.t, expected, 1e-9) << checked;
    expected += checked % 2 == 0 ? slipping : sticking;
    ++checked;
  }
  EXPECT_GT(checked, 15);
  EXPECT_LT(report.ledger.relative_residual(), 1e-11);
  EXPECT_GT(report.ledger.drive_work, 0);
}

TEST(ParticleInACorner, RestsOnTheForcesOfBothWalls) {
  Corner c;
  c.law.fill(coulomb(0.4, 0, 0));
  struct Forces {
    Vector<2> F_n = Vector<2>::Zero();
    void segment(const Segment<Corner>& s) { F_n = s.motion(s.at(s.t1())).F_n; }
    void event(const EventBatch<Corner>&) {}
    bool stop() const { return false; }
  } forces;
  const RunReport<Corner> report = run_event_driven(c, State<2>{}, {.t_end = 0.5}, forces);
  ASSERT_EQ(report.outcome, Outcome::reached_end) << report.brief();
  EXPECT_NEAR(report.final.q.norm() + report.final.u.norm(), 0, 1e-14);
  // Σ F_i (±sin, cos) = (0, mg): Lamy's theorem.
  const double whole = std::sin(c.left + c.right);
  EXPECT_NEAR(forces.F_n[0], c.m * c.g * std::sin(c.right) / whole, 1e-10);
  EXPECT_NEAR(forces.F_n[1], c.m * c.g * std::sin(c.left) / whole, 1e-10);
}

TEST(ParticleInACorner, EndsItsChatterOnBothWallsAtRest) {
  Random random(4);
  for (int i = 0; i < 60; ++i) {
    Corner c;
    c.left = random.uniform(0.2, 1.3);
    c.right = random.uniform(0.2, 1.3);
    for (ContactLaw& law : c.law) {
      const double mu = random.uniform();
      law = coulomb(random.index(4) ? random.uniform(0, 0.9) : 0.0, mu * random.uniform(1, 1.5), mu);
    }
    const State<2> start{.t = 0, .q = {random.uniform(-0.03, 0.03), 0.3}, .u = {random.uniform(-1, 1), 0}};
    const RunReport<Corner> report = run_event_driven(c, start, {.t_end = 2});
    ASSERT_EQ(report.outcome, Outcome::reached_end) << i << ": " << report.brief();
    ASSERT_LT(report.ledger.relative_residual(), 1e-9) << i;
    ASSERT_LT(report.deepest_penetration, 1e-12) << i;
  }
}

// The upper balls are pressed on only because the lower ones rest: the free motion of all is the same.
TEST(ColumnOfBalls, ComesToRestStacked) {
  Random random(5);
  for (int i = 0; i < 40; ++i) {
    Column<3> c;
    for (ContactLaw& law : c.law) law.e = i == 0 ? 0.6 : random.index(4) ? random.uniform(0, 0.9) : 0.0;
    State<3> start;
    start.q = {0.06, 0.085, 0.11 + random.uniform(0, 0.01)};
    const RunReport<Column<3>> report = run_event_driven(c, start, {.t_end = 4});
    ASSERT_EQ(report.outcome, Outcome::reached_end) << i << ": " << report.brief();
    ASSERT_LT(report.ledger.relative_residual(), 1e-9) << i;
    ASSERT_LT(report.deepest_penetration, 1e-12) << i;
    if (c.law[0].e > 0.8 || c.law[1].e > 0.8 || c.law[2].e > 0.8) continue;
    ASSERT_LT((report.final.q - Vector<3>(0.01, 0.03, 0.05)).norm(), 1e-11) << i;
    ASSERT_LT(report.final.u.norm(), 1e-10) << i;
  }
}

TEST(ColumnOfBalls, PassesABlowThroughInOneMultipleImpact) {
  // Three touching balls fall on the floor: one impact of three contacts.
  Column<3> c;
  for (ContactLaw& law : c.law) law.e = 1;
  State<3> start;
  start.q = {0.06, 0.08, 0.10};
  EventLog<Column<3>> log;
  const RunReport<Column<3>> report = run_event_driven(c, start, {.t_end = 0.11}, log);
  ASSERT_EQ(report.outcome, Outcome::reached_end) << report.brief();
  ASSERT_FALSE(log.entries.empty());
  bool whole = false;
  for (const auto& entry : log.entries)
    whole = whole ||
            (entry.kind == EventKind::multiple_impact && entry.contacts[0] && entry.contacts[1] && entry.contacts[2]);
  EXPECT_TRUE(whole);
  EXPECT_NEAR(report.ledger.kinetic + report.ledger.potential, report.ledger.initial, 1e-10 * report.ledger.initial);
}

}  // namespace
}  // namespace carom
