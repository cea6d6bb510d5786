// SPDX-License-Identifier: Apache-2.0
#include "carom/impact/certificate.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/impact/chain_impact.hpp"
#include "carom/impact/solve_impact.hpp"
#include "support/dimer_fixtures.hpp"
#include "support/random_impacts.hpp"

namespace carom {
namespace {

using namespace testing_support;

// Both tips on the plate, each with a law of its own: one body, so that the tips share their tangential velocity.
ImpactProblem<2> flat_dimer(double v_left, double v_right, double v_t, double e_left, double e_right, double mu) {
  ImpactProblem<2> p = lying_impact(3.9, v_left, v_right, v_t);
  const double e[] = {e_left, e_right};
  for (int i = 0; i < 2; ++i) p.law[i] = {.e = e[i], .mu_s_i = mu, .mu_i = mu};
  return p;
}

// Relative to the fastest speed: tips of one body that part from one another along it.
double stretch(const ImpactProblem<2>& p, const ImpactResult<2>& r) {
  return std::abs(r.v_t[0] - r.v_t[1]) / std::max({-p.v_n.minCoeff(), p.v_n.maxCoeff(), std::abs(p.v_t[0])});
}

TEST(PoissonsLaw, LeavesATipWithoutExpansionToTheMotionOfTheOther) {
  // The right tip sticks in compression and gives nothing back; the expansion of the left one then moves it.
  const double l = 5.8 * 4.75e-3, rate = -2.7438;
  const ImpactProblem<2> p = flat_dimer(0, rate * l, -0.009 + 4.75e-3 * rate, 0.5, 0, 0.3);
  const ImpactResult<2> r = solve_impact(p, {.law = Restitution::poisson});
  ASSERT_EQ(r.failure, ImpactFailure::none);
  EXPECT_LT(stretch(p, r), 1e-14);
  EXPECT_LT(r.residual, 1e-13);
}

TEST(PoissonsLaw, MovesFlatDimersWithUnequalRestitutionAsOneBody) {
  Random random(11);
  int moved = 0;
  for (int i = 0; i < 2001; ++i) {
    const double mu = random.uniform(0, 0.6);
    const double e_left = i % 3 == 0 ? 0.0 : random.uniform(), e_right = i % 3 == 1 ? 0.0 : random.uniform();
    const ImpactProblem<2> p = flat_dimer(random.uniform(-1, 0.2), random.uniform(-1, 0.2),
                                          random.uniform(-1, 1) * (i % 2 == 0 ? 1 : 0.05), e_left, e_right, mu);
    if (!approaches(p)) continue;
    const ImpactResult<2> r = solve_impact(p, {.law = Restitution::poisson});
    ASSERT_EQ(r.failure, ImpactFailure::none) << describe(p);
    ASSERT_LT(stretch(p, r), 1e-12) << describe(p);
    ASSERT_LT(r.residual, 1e-11) << describe(p);
    ASSERT_LT(energy_imbalance(p, r), 1e-11) << describe(p);
    for (int k = 0; k < 2; ++k) {
      ASSERT_GE(r.v_n[k], 0) << describe(p);
      ASSERT_TRUE(!r.sticks[k] || r.v_t[k] == 0) << describe(p);
    }
    moved += !r.sticks[0] && r.sequence[0].size > 0 && r.sequence[0].modes[0] == ContactMode::stick;
  }
  EXPECT_GT(moved, 10) << "tips that stuck in compression and move at the end should be among these";
}

TEST(Certificate, OfEveryLawKnowsAResultThatIsNotItsImpulses) {
  Random random(12);
  for (int i = 0; i < 300; ++i) {
    const ImpactProblem<2> p = random_body_impact<2>(random, 1 + random.index(2), random.index(2) == 0);
    if (!approaches(p)) continue;
    for (const Restitution law : {Restitution::energetic, Restitution::newton, Restitution::poisson}) {
      const ImpactResult<2> r = solve_impact(p, {.law = law});
      if (r.failure != ImpactFailure::none) continue;
      ASSERT_LT(certificate(p, r), 1e-8) << name(law) << "\n" << describe(p);
      ASSERT_GE(r.residual, certificate(p, r)) << "what the certificate finds is in the residual";
      for (int k = 0; k < p.n; ++k) {
        for (Vector<2> ImpactResult<2>::*number : {&ImpactResult<2>::v_n, &ImpactResult<2>::v_t}) {
          ImpactResult<2> doctored = r;
          (doctored.*number)[k] += 1e-2;
          ASSERT_GT(certificate(p, doctored), 1e-5) << "a velocity that the impulses do not give";
        }
        for (Vector<2> ImpactResult<2>::*number : {&ImpactResult<2>::P_n, &ImpactResult<2>::P_t}) {
          ImpactResult<2> doctored = r;
          (doctored.*number)[k] += 1e-2;
          ASSERT_GT(certificate(p, doctored), 1e-5) << "an impulse that the velocities do not show";
        }
        for (Vector<2> ImpactResult<2>::*number :
             {&ImpactResult<2>::W_compression, &ImpactResult<2>::W_restitution, &ImpactResult<2>::friction_work}) {
          ImpactResult<2> doctored = r;
          (doctored.*number)[k] += 1e-2;
          ASSERT_GT(certificate(p, doctored), 1e-5) << "a work that no energy shows";
        }
      }
    }
  }
}

TEST(Certificate, OfOneContactKnowsThemToo) {
  const double A = 2, B = 0.5, D = 3;
  SingleImpact r = solve_single_impact(A, B, D, -1, 0.4, 0.6, 0.3, 0.2);
  EXPECT_LT(certificate(A, B, D, -1.0, 0.4, r), 1e-14);
  r.v_t += 1e-6;
  EXPECT_GT(certificate(A, B, D, -1.0, 0.4, r), 5e-7);
}

TEST(Certificate, OfAChainKnowsThemToo) {
  const ContactLaw law{.e = 0.8, .stiffness = 1e6};
  const ChainImpactProblem p{.inverse_mass = {1, 2, 1, 0}, .v = {1, 0, -0.2, 0}, .law = {law, law, law}};
  ChainImpact impact;
  const ChainImpactResult r = impact.solve(p);
  ASSERT_EQ(r.failure, ImpactFailure::none);
  EXPECT_LT(certificate(p.inverse_mass, p.v, r), 1e-9);
  EXPECT_GE(r.residual, certificate(p.inverse_mass, p.v, r));
  ChainImpactResult faster = r, pushed = r, lossy = r;
  faster.v[1] += 1e-4;
  pushed.P[1] += 1e-4;
  lossy.W_compression[0] += 1e-3;
  for (const ChainImpactResult& doctored : {faster, pushed, lossy})
    EXPECT_GT(certificate(p.inverse_mass, p.v, doctored), 1e-5);
}

TEST(Certificate, CountsWhatWasPutToRestAndSaidSo) {
  // A velocity of 1e-9 reported as rest is within what the result declares, and no more than that is.
  ImpactProblem<1> p;
  p.n = 1;
  p.A << 1;
  p.B << 0;
  p.D << 1;
  p.v_n << -1;
  p.v_t << 0;
  p.law[0] = {.e = 0};
  ImpactResult<1> r = solve_impact(p);
  r.P_n[0] += 1e-9;
  EXPECT_NEAR(certificate(p, r), 1e-9, 1e-12);
  r.rest_speed = 2e-9;
  EXPECT_LT(certificate(p, r), 1e-15);
  r.rest_speed = 5e-10;
  EXPECT_NEAR(certificate(p, r), 5e-10, 1e-12);
}

}  // namespace
}  // namespace carom
