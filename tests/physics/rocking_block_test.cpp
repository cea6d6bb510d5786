// SPDX-License-Identifier: Apache-2.0
// The rocking block: Housner's change of pivot by every law of impact, his period, and the time until rest.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "carom/base/random.hpp"
#include "carom/engine/contact_impact.hpp"
#include "carom/systems/rocking_block.hpp"
#include "carom/systems/rocking_block_engine.hpp"
#include "support/mechanisms.hpp"

namespace carom {
namespace {

using namespace testing_support;

constexpr std::array all_laws{Restitution::energetic, Restitution::poisson, Restitution::newton};

RockingBlock block_of(double alpha, double e, double mu, double theta0 = 0) {
  return RockingBlock(
      {.a = 2 * std::sin(alpha), .b = 2 * std::cos(alpha), .theta0 = theta0, .law = coulomb(e, mu, mu)});
}

struct Change {
  double ratio;            // θ̇⁺/θ̇⁻
  ImpactResult<2> impact;  // old corner (left) first
};

// The impact of a block that turns about its left corner onto its right one.
Change change_of_pivot(const RockingBlock& block, Restitution law) {
  const double a = block.settings().a, b = block.settings().b, rate = -1;
  const Vector<3> q(0, b / 2, 0), u(-b / 2 * rate, a / 2 * rate, rate);
  const LocalInertia<RockingBlock> local = local_inertia(block, 0, q, u);
  ImpactProblem<2> problem = impact_problem(block, local, {0, 1}, 2, u);
  problem.v_n[0] = problem.v_t[0] = problem.v_t[1] = 0;
  const ImpactResult<2> impact = solve_impact(problem, {.law = law, .flow = {.tolerance = 1e-12}});
  Vector<3> after = u;
  apply_impulses<RockingBlock>(local, {0, 1}, impact, after);
  return {after[2] / rate, impact};
}

TEST(ChangeOfPivot, IsHousnersForInelasticCornersThatStick) {
  for (const Restitution law : all_laws) {
    for (const double alpha : {0.02, 0.1, 0.25, 0.5, 0.9}) {
      const RockingBlock block = block_of(alpha, 0, 1);
      ASSERT_LT(block.stick_friction(), 1);
      const Change change = change_of_pivot(block, law);
      const double s = std::sin(alpha);
      EXPECT_NEAR(change.ratio, 1 - 1.5 * s * s, 1e-12) << name(law) << " " << alpha;
      EXPECT_EQ(change.impact.P_n[0], 0) << "the old corner takes no impulse";
      EXPECT_GT(change.impact.v_n[0], 0);
      EXPECT_EQ(change.impact.energy_gain, 0);
      EXPECT_LT(change.impact.residual, 1e-11);
    }
  }
}

TEST(ChangeOfPivot, NeedsTheFrictionThatSticks) {
  // 3 tan α/(4 + tan² α): a little more sticks, a little less slips.
  for (const Restitution law : all_laws) {
    for (const double alpha : {0.1, 0.25, 0.6}) {
      const double needed = block_of(alpha, 0, 1).stick_friction();
      EXPECT_TRUE(change_of_pivot(block_of(alpha, 0, needed * 1.0001), law).impact.sticks[1]);
      const Change slips = change_of_pivot(block_of(alpha, 0, needed * 0.9), law);
      EXPECT_FALSE(slips.impact.sticks[1]);
      EXPECT_NE(slips.impact.v_t[1], 0);
    }
  }
}

TEST(ChangeOfPivot, HasItsClosedFormForAnyRestitutionAndFriction) {
  for (const Restitution law : all_laws) {
    for (const double alpha : {0.1, 0.25, 0.5}) {
      const double s = std::sin(alpha), c = std::cos(alpha);
      for (const double e : {0.0, 0.4, 1.0}) {
        EXPECT_NEAR(change_of_pivot(block_of(alpha, e, 2), law).ratio, 1 - (1 + e) * 1.5 * s * s, 1e-11);
        for (const double share : {0.0, 0.3, 0.8}) {
          const double mu = share * block_of(alpha, e, 1).stick_friction();
          EXPECT_NEAR(change_of_pivot(block_of(alpha, e, mu), law).ratio,
                      1 - (1 + e) * 6 * s * (s - mu * c) / (1 + 3 * s * s - 3 * mu * s * c), 1e-11)
              << name(law) << " " << alpha << " " << e << " " << mu;
        }
      }
    }
  }
}

TEST(ChangeOfPivot, OfASquatInelasticBlockEndsTheMotion) {
  // sin² α > 2/3: the impulse at the new corner presses the old one down, and nothing is given back.
  for (const Restitution law : all_laws) {
    const Change change = change_of_pivot(block_of(1.1, 0, 2), law);
    EXPECT_GT(change.impact.P_n[0], 0);
    EXPECT_NEAR(change.ratio, 0, 1e-8) << name(law);
  }
}

// Of a run: the times of its impacts and the rates before and after them.
struct Rocking {
  std::vector<double> t, before, after;
  double rest = NAN;
  void segment(const Segment<RockingBlock>&) {}
  void event(const EventBatch<RockingBlock>& batch) {
    if (batch.impact) {
      t.push_back(batch.t);
      before.push_back(batch.before.u[2]);
      after.push_back(batch.after.u[2]);
    }
    if (is_closed(batch.modes[0]) && is_closed(batch.modes[1]) && batch.after.u.norm() < 1e-12) rest = batch.t;
  }
  bool stop() const { return false; }
};

TEST(RockingBlock, RocksWithHousnersPeriodIfSlender) {
  const double alpha = 0.01;
  for (const double share : {0.1, 0.5, 0.9}) {
    const RockingBlock block = block_of(alpha, 0, 0.5, share * alpha);
    Rocking log;
    const double p = block.frequency();
    const double quarter = std::acosh(1 / (1 - share)) / p;
    const RunReport<RockingBlock> report = run_watched(block, block.initial_state(), {.t_end = 4 * quarter}, log);
    ASSERT_EQ(report.outcome, Outcome::reached_end) << report.brief();
    ASSERT_GE(log.t.size(), 2u);
    // The formulas are those of small angles.
    EXPECT_NEAR(log.t[0], quarter, 3e-4 * quarter);
    EXPECT_NEAR(log.t[1] - log.t[0], 2 / p * std::atanh(std::abs(log.after[0]) / (p * alpha)), 3e-4 * quarter);
    EXPECT_NEAR(log.after[0] / log.before[0], block.housner_ratio(), 1e-11);
  }
}

// Time from rest at θ₀ to θ = 0 about a fixed corner, exactly: ½θ̇² = p² (cos(α − θ₀) − cos(α − θ)). With θ = θ₀ (1 − x²) the
// integrand is smooth.
double quarter_period(const RockingBlock& block, double theta0) {
  const double alpha = block.slenderness(), p = block.frequency();
  const auto integrand = [&](double x) {
    // cos(α − θ₀) − cos(α − θ) without cancellation
    const double d = theta0 * x * x;
    const double difference = 2 * std::sin(alpha - theta0 + d / 2) * std::sin(d / 2);
    if (x == 0) return std::sqrt(2 * theta0 / std::sin(alpha - theta0)) / p;
    return 2 * theta0 * x / (p * std::sqrt(2 * difference));
  };
  double quarter = 0;
  constexpr int n = 100;
  for (int i = 0; i < n; ++i)
    quarter += (integrand(double(i) / n) + 4 * integrand((i + 0.5) / n) + integrand((i + 1.0) / n)) / (6 * n);
  return quarter;
}

TEST(RockingBlock, RocksWithTheExactPeriodIfNot) {
  const double theta0 = 0.35;
  const RockingBlock block = block_of(0.6, 0, 1, theta0);
  const double quarter = quarter_period(block, theta0);
  Rocking log;
  const RunReport<RockingBlock> report = run_watched(block, block.initial_state(), {.t_end = 2 * quarter}, log);
  ASSERT_EQ(report.outcome, Outcome::reached_end) << report.brief();
  EXPECT_NEAR(log.t.at(0), quarter, 1e-8 * quarter);
}

TEST(RockingBlock, ComesToRestAfterInfinitelyManyImpactsInTheTimeOfTheirSum) {
  const double alpha = 0.3;
  for (const Restitution law : all_laws) {
    const RockingBlock block = block_of(alpha, 0, 0.5, 0.6 * alpha);
    const double ratio = block.housner_ratio();
    double theta = 0.6 * alpha, expected = quarter_period(block, theta);
    for (int k = 0; k < 1000; ++k) {
      // The energy of the swing, p² (cos(α − θ) − cos α) = 2p² sin(α − θ/2) sin(θ/2), falls by the square of the ratio.
      const double level = ratio * ratio * std::sin(alpha - theta / 2) * std::sin(theta / 2);
      for (int i = 0; i < 60; ++i) theta = 2 * std::asin(level / std::sin(alpha - theta / 2));
      expected += 2 * quarter_period(block, theta);
    }
    Rocking log;
    const RunReport<RockingBlock> report =
        run_watched(block, block.initial_state(), {.t_end = 1.1 * expected, .impact = {.law = law}}, log);
    ASSERT_EQ(report.outcome, Outcome::reached_end) << report.brief();
    EXPECT_NEAR(log.rest, expected, 1e-4 * expected) << name(law);  // swings too small to be resolved are left out
    EXPECT_LT(report.final.u.norm(), 1e-20);
    EXPECT_LT(report.ledger.relative_residual(), 1e-9);
    for (std::size_t k = 0; k < log.t.size() && std::abs(log.before[k]) > 1e-4; ++k)
      EXPECT_NEAR(log.after[k] / log.before[k], ratio, 1e-9) << k;
  }
}

TEST(RockingBlock, TopplesBeyondItsSlendernessAndOnlyThen) {
  const double alpha = 0.3;
  for (const double share : {0.99, 1.01}) {
    const RockingBlock block = block_of(alpha, 0, 1, share * alpha);
    const RunReport<RockingBlock> report = run_watched(block, block.initial_state(), {.t_end = 1.5});
    ASSERT_EQ(report.outcome, Outcome::reached_end) << report.brief();
    EXPECT_EQ(report.final.q[2] > alpha, share > 1);
  }
}

TEST(RockingBlock, NeverFailsWhateverItsShapeAndLaws) {
  Random random(11);
  for (int i = 0; i < 120; ++i) {
    const double alpha = random.uniform(0.05, 1.4), mu = random.index(4) ? random.uniform(0, 1.5) : 0.0;
    const double e = random.index(3) ? random.uniform(0, 0.9) : 0.0;
    RockingBlock block({.a = 2 * std::sin(alpha),
                        .b = 2 * std::cos(alpha),
                        .theta0 = random.uniform(-0.9, 0.9) * alpha,
                        .omega0 = random.uniform(-0.2, 0.2),
                        .law = coulomb(e, mu * random.uniform(1, 1.3), mu)});
    if (std::abs(block.settings().theta0) + std::abs(block.settings().omega0) > alpha) continue;
    const Restitution law = all_laws[random.index(3)];
    const RunReport<RockingBlock> report =
        run_watched(block, block.initial_state(), {.t_end = 4, .impact = {.law = law}});
    if (std::abs(report.final.q[2]) > alpha) continue;  // toppled
    ASSERT_EQ(report.outcome, Outcome::reached_end) << i << " " << name(law) << ": " << report.brief();
    ASSERT_LT(report.deepest_penetration, 1e-11) << i;
    if (law == Restitution::energetic) {
      ASSERT_LE(report.ledger.kinetic + report.ledger.potential, report.ledger.initial * (1 + 1e-9)) << i;
    }
  }
}

}  // namespace
}  // namespace carom
