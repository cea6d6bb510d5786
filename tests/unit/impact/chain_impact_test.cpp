// SPDX-License-Identifier: Apache-2.0
// Chains: against published numbers, against the general flow, and what must hold of any of them.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "carom/base/random.hpp"
#include "carom/impact/chain_impact.hpp"
#include "carom/impact/solve_impact.hpp"

namespace carom {
namespace {

ChainImpactProblem chain(int N, double e, double exponent = 1.5, double stiffness = 1) {
  ChainImpactProblem p;
  p.inverse_mass.assign(static_cast<std::size_t>(N), 1.0);
  p.v.assign(static_cast<std::size_t>(N), 0.0);
  p.v[0] = 1;
  p.law.assign(static_cast<std::size_t>(N) - 1, ContactLaw{.e = e, .stiffness = stiffness, .exponent = exponent});
  return p;
}

double momentum(const ChainImpactProblem& p, const std::vector<double>& v) {
  double sum = 0;
  for (std::size_t b = 0; b < v.size(); ++b) sum += v[b] / p.inverse_mass[b];
  return sum;
}
double energy(const ChainImpactProblem& p, const std::vector<double>& v) {
  double sum = 0;
  for (std::size_t b = 0; b < v.size(); ++b) sum += 0.5 * v[b] * v[b] / p.inverse_mass[b];
  return sum;
}

TEST(ChainImpact, OfFiveEqualHertzianBallsGivesTheKnownVelocities) {
  ChainImpact impact;
  const std::vector<double> known{-0.0710850171, -0.0302737641, -0.0144636290, 0.1270449861, 0.9887774241};
  for (const double tolerance : {1e-9, 1e-11}) {
    const ChainImpactResult& r = impact.solve(chain(5, 1), {.tolerance = tolerance});
    ASSERT_EQ(r.failure, ImpactFailure::none);
    for (std::size_t b = 0; b < 5; ++b) EXPECT_NEAR(r.v[b], known[b], tolerance < 1e-10 ? 1e-10 : 1e-9);
  }
}

TEST(ChainImpact, OfAHundredBallsEndsAndKeepsEnergyAndMomentum) {
  ChainImpact impact;
  const ChainImpactProblem p = chain(100, 1);
  const ChainImpactResult& r = impact.solve(p);
  ASSERT_EQ(r.failure, ImpactFailure::none);
  EXPECT_NEAR(energy(p, r.v), 0.5, 1e-10);
  EXPECT_NEAR(momentum(p, r.v), 1, 1e-12);
  EXPECT_LT(r.residual, 1e-10);
  for (std::size_t b = 1; b < 100; ++b) EXPECT_GE(r.v[b], r.v[b - 1] - 1e-12);
  // A solitary wave: long chains end alike.
  EXPECT_NEAR(r.v.back(), impact.solve(chain(60, 1)).v.back(), 1e-6);
}

TEST(ChainImpact, OfTwoBallsIsNewtonsForAnyCompliance) {
  ChainImpact impact;
  for (const double e : {0.0, 0.3, 0.9, 1.0})
    for (const double exponent : {1.0, 1.5, 2.3})
      for (const double stiffness : {1e-4, 1e6}) {
        ChainImpactProblem p = chain(2, e, exponent, stiffness);
        p.inverse_mass = {0.5, 3.0};
        const ChainImpactResult& r = impact.solve(p);
        EXPECT_NEAR(r.v[1] - r.v[0], e, 2e-9) << e << " " << exponent << " " << stiffness;
        EXPECT_NEAR(r.P[0], (1 + e) / 3.5, 1e-9);
        EXPECT_NEAR(r.W_restitution[0], e * e * r.W_compression[0], 1e-9);
      }
}

// Random masses, laws and velocities: the general flow knows nothing of chains.
TEST(ChainImpact, AgreesWithTheGeneralFlow) {
  Random random(5);
  ChainImpact impact;
  int compared = 0;
  for (int k = 0; k < 300; ++k) {
    ChainImpactProblem p = chain(5, 1);
    const bool wall = random.index(3) == 0;
    for (std::size_t b = 0; b < 5; ++b) {
      p.inverse_mass[b] = std::exp(random.uniform(-1, 1));
      p.v[b] = random.uniform(-1, 1);
    }
    if (wall) p.inverse_mass[0] = p.v[0] = 0;
    for (ContactLaw& law : p.law) {
      law.e = random.index(3) == 0 ? 1.0 : random.uniform(0.2, 1);
      law.stiffness = std::exp(random.uniform(-2, 2));
      law.exponent = random.index(2) == 0 ? 1.5 : 1.0;
    }
    ImpactProblem<4> q;
    q.n = 4;
    q.A.setZero();
    q.B.setZero();
    q.D.setIdentity();
    for (int c = 0; c < 4; ++c) {
      const auto i = static_cast<std::size_t>(c);
      q.A(c, c) = p.inverse_mass[i] + p.inverse_mass[i + 1];
      if (c > 0) q.A(c, c - 1) = q.A(c - 1, c) = -p.inverse_mass[i];
      q.v_n[c] = p.v[i + 1] - p.v[i];
      q.v_t[c] = 0;
      q.law[i] = p.law[i];
    }
    const ImpactResult<4> general = solve_impact(q, {.flow = {.tolerance = 1e-11}});
    const ChainImpactResult& own = impact.solve(p, {.tolerance = 1e-11});
    ASSERT_EQ(own.failure, ImpactFailure::none);
    if (general.steps > 400 || own.steps > 400) continue;  // dies away: ends within its rest level
    ++compared;
    for (int c = 0; c < 4; ++c) {
      const auto i = static_cast<std::size_t>(c);
      ASSERT_NEAR(own.v[i + 1] - own.v[i], general.v_n[c], 1e-8) << "case " << k << " contact " << c;
      ASSERT_NEAR(own.P[i], general.P_n[c], 1e-8);
      ASSERT_NEAR(own.W_compression[i], general.W_compression[c], 1e-8);
      ASSERT_NEAR(own.W_restitution[i], general.W_restitution[c], 1e-8);
    }
  }
  EXPECT_GT(compared, 200);
}

TEST(ChainImpact, NeverGainsEnergyAndAlwaysParts) {
  Random random(9);
  ChainImpact impact;
  for (int k = 0; k < 150; ++k) {
    const int N = 2 + static_cast<int>(random.index(9));
    ChainImpactProblem p = chain(N, 1);
    bool approach = false;
    for (std::size_t b = 0; b < p.v.size(); ++b) {
      p.inverse_mass[b] = std::exp(random.uniform(-3, 3));
      p.v[b] = random.uniform(-1, 1);
      approach = approach || (b > 0 && p.v[b] < p.v[b - 1]);
    }
    for (ContactLaw& law : p.law) {
      law.e = random.index(4) == 0 ? 0.0 : random.uniform();
      law.stiffness = std::exp(random.uniform(-5, 5));
      law.exponent = random.uniform(1, 3);
    }
    const ChainImpactResult& r = impact.solve(p);
    ASSERT_EQ(r.failure, ImpactFailure::none) << "case " << k;
    ASSERT_LE(energy(p, r.v), energy(p, p.v) * (1 + 1e-9)) << "case " << k;
    ASSERT_NEAR(momentum(p, r.v), momentum(p, p.v), 1e-9);
    ASSERT_LT(r.residual, 1e-8) << "case " << k;
    for (std::size_t c = 0; c + 1 < p.v.size(); ++c) ASSERT_GE(r.v[c + 1] - r.v[c], -1e-11) << "case " << k;
  }
}

TEST(ChainImpact, DoesNotDependOnTheAbsoluteStiffnessOrOnTheSideItIsSeenFrom) {
  ChainImpact impact;
  ChainImpactProblem p = chain(6, 0.8);
  p.law[2].stiffness = 7;
  p.inverse_mass[3] = 0.2;
  const std::vector<double> v = impact.solve(p, {.tolerance = 1e-12}).v;
  ChainImpactProblem stiff = p;
  for (ContactLaw& law : stiff.law) law.stiffness *= 1e9;
  const std::vector<double> w = impact.solve(stiff, {.tolerance = 1e-12}).v;
  ChainImpactProblem mirror = p;
  std::reverse(mirror.inverse_mass.begin(), mirror.inverse_mass.end());
  std::reverse(mirror.law.begin(), mirror.law.end());
  std::reverse(mirror.v.begin(), mirror.v.end());
  for (double& speed : mirror.v) speed = -speed;
  const std::vector<double> m = impact.solve(mirror, {.tolerance = 1e-12}).v;
  for (std::size_t b = 0; b < 6; ++b) {
    EXPECT_NEAR(v[b], w[b], 1e-11);
    EXPECT_NEAR(v[b], -m[5 - b], 1e-10);
  }
}

TEST(ChainImpact, ReleasesStoredEnergy) {
  ChainImpact impact;
  ChainImpactProblem p = chain(2, 0.5);
  p.v = {0, 0};
  p.E0 = {2.0};
  const ChainImpactResult& r = impact.solve(p);
  EXPECT_NEAR(energy(p, r.v), 0.25 * 2.0, 1e-9);
}

TEST(ChainImpact, OfTwoBallsTakesTheTimeOfHertz) {
  // (1 + e) (x_max/v) (2/5) √π Γ(2/5)/Γ(9/10), with the reduced mass.
  ChainImpact impact;
  for (const double e : {0.6, 1.0}) {
    ChainImpactProblem p = chain(2, e, 1.5, 3e5);
    p.inverse_mass = {2, 3};
    double s = 0;
    impact.solve(p, {}, [&s](const ChainSample& sample) { s = sample.s; });
    const double x_max = std::pow(1.25 / (5 * 3e5), 0.4);
    const double exact = (1 + e) * x_max * 0.4 * std::sqrt(std::acos(-1.0)) * std::tgamma(0.4) / std::tgamma(0.9);
    EXPECT_NEAR(s, exact, 2e-10 * exact) << e;
  }
}

}  // namespace
}  // namespace carom
