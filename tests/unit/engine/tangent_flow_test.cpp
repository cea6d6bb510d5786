// SPDX-License-Identifier: Apache-2.0
// Derivatives through events against closed forms and against differences, for every mechanism.
#include "carom/engine/tangent_flow.hpp"

#include <gtest/gtest.h>
#include <Eigen/SVD>

#include "carom/engine/any_observer.hpp"
#include "carom/systems/bouncing_ball.hpp"
#include "carom/systems/dimer_engine.hpp"
#include "carom/systems/disc_ball.hpp"
#include "carom/systems/impact_oscillator_engine.hpp"
#include "carom/systems/painleve_rod.hpp"
#include "carom/systems/rocking_block.hpp"
#include "support/any_engine.hpp"

namespace carom {
namespace {

using testing_support::any_state;
using testing_support::Through;

template <class S>
struct Followed {
  Matrix<2 * S::dof, 2 * S::dof> derivative, differences;
  int rank = 0;
  double mismatch = 0;
  RunReport<S> report;
};

template <class S>
State<S::dof> shifted(State<S::dof> z, int k, double h) {
  const int n = static_cast<int>(z.q.size());
  (k < n ? z.q[k] : z.u[k - n]) += h;
  return z;
}

// ∂z(t)/∂z₀, and the same from two motions a coordinate.
template <class S>
Followed<S> follow(const S& system, const State<S::dof>& z, double duration, Restitution law = Restitution::energetic) {
  RunOptions options{.t_end = z.t + duration, .rtol = 1e-12, .atol = 1e-14};
  options.impact.law = law;
  options.impact.flow.tolerance = 1e-12;
  TangentFlow<S> flow(system, options);
  Followed<S> f;
  f.report = run_watched(system, z, options, flow);
  f.derivative = flow.at_fixed_time();
  f.rank = flow.rank();
  f.mismatch = flow.mismatch();
  NoObserver nobody;
  const int n = 2 * dof_of(system);
  f.differences.resize(n, n);
  for (int k = 0; k < n; ++k) {
    const double h = 1e-7 * flow.scale()[k];
    const auto a = run_watched(system, shifted<S>(z, k, h), options, nobody).final;
    const auto b = run_watched(system, shifted<S>(z, k, -h), options, nobody).final;
    f.differences.col(k) << (a.q - b.q) / (2 * h), (a.u - b.u) / (2 * h);
  }
  return f;
}

// In units of the largest entry of the row.
template <class S>
double worst(const Followed<S>& f, const std::vector<int>& columns) {
  double largest = 0;
  for (int i = 0; i < f.derivative.rows(); ++i) {
    const double size = f.derivative.row(i).cwiseAbs().maxCoeff() + 1e-6 * f.derivative.cwiseAbs().maxCoeff();
    for (int k : columns) largest = std::max(largest, std::abs(f.derivative(i, k) - f.differences(i, k)) / size);
  }
  return largest;
}

std::vector<int> all(int n) {
  std::vector<int> list(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) list[static_cast<std::size_t>(i)] = i;
  return list;
}

// A ball that lands: δy⁺ = −e δy and δv⁺ = −e δv⁻ − (1 + e)(g/v⁻) δy, the saltation of a hard floor.
TEST(TangentFlow, OfABallOnTheFloorIsItsSaltationMatrix) {
  BouncingBallSettings settings;
  settings.law.e = 0.7;
  const BouncingBall ball(settings);
  const double T = 0.6, t1 = std::sqrt(2 * settings.h0 / settings.g), v = -settings.g * t1, e = 0.7;
  const Followed<Any> f = follow(Through<BouncingBall>(ball).any, any_state(ball.initial_state()), T);
  const double fall = t1, rise = T - t1;
  const Eigen::Matrix2d before{{1, fall}, {0, 1}}, after{{1, rise}, {0, 1}};
  const Eigen::Matrix2d saltation{{-e, 0}, {-settings.g * (1 + e) / v, -e}};
  const Eigen::Matrix2d expected = after * saltation * before;
  EXPECT_NEAR(f.derivative(1, 1), expected(0, 0), 1e-12);
  EXPECT_NEAR(f.derivative(1, 4), expected(0, 1), 1e-12);
  EXPECT_NEAR(f.derivative(4, 1), expected(1, 0), 1e-11);
  EXPECT_NEAR(f.derivative(4, 4), expected(1, 1), 1e-12);
  EXPECT_LT(f.mismatch, 1e-13);
}

TEST(TangentFlow, OfTheOscillatorAgreesWithDifferencesThroughImpactsStickAndSlip) {
  for (const double eps : {0.0, 0.2, 0.5}) {
    ImpactOscillatorSettings settings;
    settings.law.e = eps;
    const ImpactOscillator system(settings);
    RunOptions options{.t_end = 10.05, .rtol = 1e-12, .atol = 1e-14};
    options.impact.law = Restitution::poisson;
    NoObserver nobody;
    State<2> z = run_watched(system, system.initial_state(), options, nobody).final;
    z.q[1] += 1e-3;  // in flight: every direction is free
    const Followed<ImpactOscillator> f = follow(system, z, 0.45, Restitution::poisson);
    ASSERT_EQ(f.report.outcome, Outcome::reached_end);
    EXPECT_LT(worst(f, all(4)), 1e-6) << eps;
    EXPECT_LT(f.mismatch, 1e-11) << eps;
    EXPECT_GE(f.report.events.impacts, 2) << eps;
  }
}

// Friction that falls with the slip speed: the coefficient has a derivative too, also where slip begins and ends.
TEST(TangentFlow, OfTheOscillatorWithStribecksLawAgreesWithDifferences) {
  for (const double delta : {1.0, 2.0}) {
    ImpactOscillatorSettings settings;
    settings.law.mu_c = 0;
    settings.law.slip = Stribeck{.mu_0 = 0.5, .mu_c = 0.45, .v_s = 0.5, .delta = delta};
    const ImpactOscillator system(settings);
    RunOptions options{.t_end = 10.05, .rtol = 1e-12, .atol = 1e-14};
    options.impact.law = Restitution::poisson;
    NoObserver nobody;
    State<2> z = run_watched(system, system.initial_state(), options, nobody).final;
    z.q[1] += 1e-3;
    const Followed<ImpactOscillator> f = follow(system, z, 0.6, Restitution::poisson);
    ASSERT_EQ(f.report.outcome, Outcome::reached_end);
    EXPECT_LT(worst(f, all(4)), 1e-6) << delta;
    EXPECT_LT(f.mismatch, 1e-11) << delta;
    EXPECT_GE(f.report.events.impacts, 2) << delta;
    EXPECT_GE(f.report.events.stick, 2) << delta;
    EXPECT_GE(f.report.events.slip, 2) << delta;
  }
}

TEST(TangentFlow, LosesRankInStickExactly) {
  ImpactOscillatorSettings settings;
  const ImpactOscillator system(settings);
  State<2> z = system.initial_state();
  z.q[1] += 1e-3;
  const Followed<ImpactOscillator> f = follow(system, z, 0.5, Restitution::poisson);
  ASSERT_GT(f.report.events.stick, 0);
  EXPECT_EQ(f.rank, 1);
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd{Eigen::MatrixXd(f.derivative)};
  EXPECT_LT(svd.singularValues()[1], 1e-13 * svd.singularValues()[0]);
}

// A sinusoidal belt: the surface moves, and the time of an event matters.
TEST(TangentFlow, OfADrivenSystemKnowsThatEventsMoveInTime) {
  ImpactOscillatorSettings settings;
  settings.belt = Belt::sine;
  settings.law.e = 0.3;
  const ImpactOscillator system(settings);
  State<2> z{.t = 2.5, .q = {0.45, std::cos(0.45) + 2e-3}, .u = {0.1, -0.2}};
  const Followed<ImpactOscillator> f = follow(system, z, 0.6, Restitution::poisson);
  ASSERT_EQ(f.report.outcome, Outcome::reached_end);
  EXPECT_GE(f.report.events.total(), 4);
  EXPECT_LT(worst(f, all(4)), 1e-6);
}

TEST(TangentFlow, OfTheDimerGoesThroughItsDoubleImpacts) {
  const ContactLaw tip{.e = 0.65, .mu_s = 0.24, .mu_c = 0.12, .mu_s_i = 0.24, .mu_i = 0.08};
  const Dimer dimer({.shape = {.A_r = 3.9}, .f = 25, .Gamma = 0.9, .law = {tip, tip}});
  State<3> z = dimer.initial_state();
  z.u = {0.01, 0, 0.3};  // no impact at exactly zero slip
  const Followed<Dimer> f = follow(dimer, z, 0.155);
  ASSERT_EQ(f.report.outcome, Outcome::reached_end);
  EXPECT_GE(f.report.events.multiple_impacts, 2);
  EXPECT_LT(worst(f, all(6)), 1e-5);
}

TEST(TangentFlow, OfDiscAndBallGoesThroughFourContacts) {
  const DiscBall disc({});
  State<5> z = disc.initial_state();
  z.q[0] -= 1e-3;
  z.q[1] += 5e-4;
  z.q[3] += 5e-4;
  z.u[4] = 0.02;
  const Followed<Any> f = follow(Through<DiscBall>(disc).any, any_state(z), 0.2);
  ASSERT_EQ(f.report.outcome, Outcome::reached_end);
  EXPECT_LT(worst(f, all(10)), 1e-6);
  EXPECT_LT(f.mismatch, 1e-12);
}

TEST(TangentFlow, OfBlockAndRodAgreesWithDifferences) {
  const RockingBlock block({.law = {.e = 0.3, .mu_s = 0.6, .mu_c = 0.6, .mu_s_i = 0.6, .mu_i = 0.6}});
  State<3> z = block.initial_state();
  z.q[1] += 1e-3;
  z.u = {0.05, 0, -0.4};
  const Followed<Any> f = follow(Through<RockingBlock>(block).any, any_state(z), 0.35);
  ASSERT_EQ(f.report.outcome, Outcome::reached_end);
  EXPECT_GE(f.report.events.impacts + f.report.events.multiple_impacts, 2);
  EXPECT_LT(worst(f, all(6)), 1e-5);

  const PainleveRod rod(
      {.theta0 = 0.8, .v0 = 0.5, .law = {.e = 0.4, .mu_s = 0.3, .mu_c = 0.3, .mu_s_i = 0.3, .mu_i = 0.3}});
  State<3> y = rod.initial_state();
  y.q[1] += 1e-2;
  const Followed<Any> g = follow(Through<PainleveRod>(rod).any, any_state(y), 0.15);
  ASSERT_EQ(g.report.outcome, Outcome::reached_end);
  EXPECT_GE(g.report.events.impacts, 1);
  EXPECT_LT(worst(g, all(6)), 1e-6);
}

// Twice along the same way: the derivative of the whole is the product of those of the parts.
TEST(TangentFlow, ComposesOverTime) {
  ImpactOscillatorSettings settings;
  settings.law.e = 0.4;
  const ImpactOscillator system(settings);
  const State<2> z{.t = 0, .q = {0.42, std::cos(0.42) + 4e-3}, .u = {0.2, 0.1}};
  const Followed<ImpactOscillator> whole = follow(system, z, 0.31, Restitution::poisson);
  const Followed<ImpactOscillator> first = follow(system, z, 0.17, Restitution::poisson);
  const Followed<ImpactOscillator> second = follow(system, first.report.final, 0.14, Restitution::poisson);
  EXPECT_LT((second.derivative * first.derivative - whole.derivative).norm(), 1e-9 * whole.derivative.norm());
}

}  // namespace
}  // namespace carom
