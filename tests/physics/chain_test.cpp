// SPDX-License-Identifier: Apache-2.0
// Chains and columns: the closed-form motion against the general engine, laws in impulses, rest, collapse.
#include <gtest/gtest.h>

#include "carom/engine/event_driven.hpp"
#include "carom/systems/chain.hpp"

namespace carom {
namespace {

// Three balls above a floor as a mechanism for the general engine.
class Column {
 public:
  static constexpr int dof = 3, contact_count = 3;
  explicit Column(const Chain& chain) : chain_(chain) {}
  Matrix<3, 3> mass_matrix(const Vector<3>&) const {
    const auto& m = chain_.settings().mass;
    return Vector<3>(m[0], m[1], m[2]).asDiagonal();
  }
  Vector<3> force(double, const Vector<3>&, const Vector<3>&) const {
    const auto& m = chain_.settings().mass;
    return -chain_.settings().g * Vector<3>(m[0], m[1], m[2]);
  }
  double potential_energy(const Vector<3>& q) const { return -force(0, q, q).dot(q); }
  std::array<ContactKinematics<3>, 3> contacts(double, const Vector<3>& q, const Vector<3>&) const {
    const LineOfBodies& line = chain_.line();
    const std::array<double, 4> x{0, q[0], q[1], q[2]};
    return {ContactKinematics<3>{.gap = line.gap(0, x), .normal = {1, 0, 0}, .tangent = {0, 0, 0}},
            ContactKinematics<3>{.gap = line.gap(1, x), .normal = {-1, 1, 0}, .tangent = {0, 0, 0}},
            ContactKinematics<3>{.gap = line.gap(2, x), .normal = {0, -1, 1}, .tangent = {0, 0, 0}}};
  }
  const ContactLaw& contact_law(int i) const { return chain_.line().law[static_cast<std::size_t>(i)]; }
  Scales scales() const { return {.length = 0.01, .speed = 1, .time = 0.1}; }

 private:
  const Chain& chain_;
};

Chain column(double e, double h0) {
  return Chain({.mass = {0.3, 0.2, 0.1},
                .radius = {0.01, 0.01, 0.008},
                .e = {e, e, e},
                .eta = {1.5, 1.5, 1.5},
                .floor = true,
                .g = 9.81,
                .gap = 0.002,
                .h0 = h0,
                .v0 = 0});
}

TEST(Chain, AColumnMovesAsInTheGeneralEngine) {
  const Chain chain = column(0.6, 0.05);
  std::vector<double> times;
  LineOptions options{.t_end = 0.25};
  options.event = [&](const LineEvent& event) {
    if (event.impact) times.push_back(event.t);
  };
  const LineReport own = run_line(chain.line(), chain.initial_state(), options);
  struct Watch {
    std::vector<double> times;
    void segment(const Segment<Column>&) {}
    void event(const EventBatch<Column>& batch) {
      if (batch.impact) times.push_back(batch.t);
    }
    bool stop() const { return false; }
  } watch;
  const Column mechanism(chain);
  const LineState start = chain.initial_state();
  const auto general =
      run_event_driven(mechanism, State<3>{.q = {start.x[1], start.x[2], start.x[3]}}, {.t_end = 0.25}, watch);
  ASSERT_EQ(general.outcome, Outcome::reached_end) << general.reason;
  ASSERT_EQ(own.outcome, Outcome::reached_end) << own.reason;
  const std::size_t shared = std::min({times.size(), watch.times.size(), std::size_t{12}});
  ASSERT_GE(shared, 6u);
  for (std::size_t i = 0; i < shared; ++i) EXPECT_NEAR(times[i], watch.times[i], 1e-9) << i;
  for (int b = 0; b < 3; ++b) EXPECT_NEAR(own.final.x[static_cast<std::size_t>(b) + 1], general.final.q[b], 1e-6);
}

TEST(Chain, AColumnComesToRestUnderItsWeight) {
  const Chain chain = column(0.6, 0.05);
  const LineReport report = run_line(chain.line(), chain.initial_state(), {.t_end = 3});
  ASSERT_EQ(report.outcome, Outcome::reached_end) << report.reason;
  EXPECT_LT(report.ledger.relative_residual(), 1e-9);
  for (char closed : report.closed) EXPECT_TRUE(closed);
  for (double v : report.final.v) EXPECT_EQ(v, 0);
  EXPECT_NEAR(report.final.x[3], 0.01 + 0.02 + 0.018, 1e-12);
  // The floor carries all, the top contact the top ball.
  std::vector<double> force;
  const std::vector<char> member{1, 1, 1};
  const std::vector<double> q{-9.81, 0, 0};
  solve_chain_lcp(chain.line().inverse_mass, member, q, force);
  EXPECT_NEAR(force[0], 0.6 * 9.81, 1e-12);
  EXPECT_NEAR(force[2], 0.1 * 9.81, 1e-12);
}

TEST(Chain, LawsInImpulsesShareTheBlow) {
  const Chain chain({.mass = {1, 1, 1}, .radius = {1, 1, 1}, .e = {1, 1}, .eta = {1.5, 1.5}});
  LineImpact impact;
  const std::vector<double> v{1, 0, 0};
  const std::vector<char> touching{1, 1};
  // Neither knows of the order in which the wave comes: the two balls that were at rest leave together.
  const ChainImpactResult newton = impact.solve(chain.line(), v, touching, Restitution::newton, {});
  EXPECT_NEAR(newton.v[0] + newton.v[1] + newton.v[2], 1, 1e-14);
  EXPECT_NEAR(newton.v[1] - newton.v[0], 1, 1e-14);
  EXPECT_NEAR(newton.v[2] - newton.v[1], 0, 1e-14);
  EXPECT_EQ(impact.energy_gain(), 0);
  EXPECT_LT(newton.residual, 1e-14);
  const ChainImpactResult poisson = impact.solve(chain.line(), v, touching, Restitution::poisson, {});
  EXPECT_NEAR(poisson.v[0] + poisson.v[1] + poisson.v[2], 1, 1e-14);
  EXPECT_NEAR(poisson.v[1] - poisson.v[0], 1, 1e-14);
  EXPECT_LT(poisson.residual, 1e-14);
}

TEST(Chain, AFreeChainThatCollapsesGoesOnAsOne) {
  // Three soft-restituting balls: infinitely many impacts in a finite time.
  const Chain chain({.mass = {1, 1, 1}, .radius = {0.1, 0.1, 0.1}, .e = {0.05, 0.05}, .eta = {1.5, 1.5}, .gap = 0.05});
  LineState start = chain.initial_state();
  start.x[2] += 0.01;
  start.v = {1, 0, -1};
  const LineReport report = run_line(chain.line(), start, {.t_end = 1});
  EXPECT_EQ(report.outcome, Outcome::reached_end) << report.reason;
  EXPECT_LT(report.ledger.relative_residual(), 1e-9);
  EXPECT_GT(report.events.impacts + report.events.multiple_impacts, 5);
  for (double v : report.final.v) EXPECT_NEAR(v, 0, 1e-6);
}

}  // namespace
}  // namespace carom
