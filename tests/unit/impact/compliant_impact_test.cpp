// SPDX-License-Identifier: Apache-2.0
#include "carom/impact/compliant_impact.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "carom/base/constants.hpp"
#include "carom/engine/contact_impact.hpp"
#include "carom/impact/solve_impact.hpp"
#include "carom/systems/dimer.hpp"
#include "support/random_impacts.hpp"

namespace carom {
namespace {

using namespace testing_support;

// The dimer flat on its plate, with the velocities of its tips.
ImpactProblem<2> dimer_landing(double A_r, double e, double mu_s, double mu, double v_1, double v_2, double v_t) {
  DimerSettings settings;
  settings.shape.A_r = A_r;
  settings.Gamma = 0;
  for (ContactLaw& law : settings.law) law = {.e = e, .mu_s_i = mu_s, .mu_i = mu};
  const Dimer dimer(settings);
  const Vector<3> q(0, dimer.body().r, 0);
  const double rate = (v_2 - v_1) / dimer.body().l;
  const Vector<3> u(v_t - dimer.body().r * rate, (v_1 + v_2) / 2, rate);
  ImpactProblem<2> p = impact_problem(dimer, local_inertia(dimer, 0, q, u), {0, 1}, 2, u);
  p.v_n = {v_1, v_2};
  p.v_t = {v_t, v_t};
  return p;
}

// The energy form of the distributing law by small steps of one impulse clock, for two contacts with one tangential
// velocity: dP_i ∝ k_i^(1/(η+1)) ((η+1) E_i)^(η/(η+1)), dE_i = −γ_i dP_i/τ_i.
Vector<3> energy_form(const ImpactProblem<2>& p, double ds) {
  Vector<2> v = p.v_n, E;
  double v_t = p.v_t[0];
  const double eta = p.law[0].exponent;
  const double a = p.A(0, 0);
  for (int i = 0; i < 2; ++i) E[i] = 1e-16 * v.squaredNorm() / a;
  bool resting = v_t == 0;
  while (E.maxCoeff() > 0 || v.minCoeff() < 0) {
    Vector<2> F;
    for (int i = 0; i < 2; ++i)
      F[i] = E[i] > 0 ? std::pow(p.law[i].stiffness, 1 / (eta + 1)) * std::pow((eta + 1) * E[i], eta / (eta + 1)) : 0.0;
    const double load = F.sum(), needed = -(p.B.col(0).dot(F)) / p.D(0, 0), mu = p.law[0].mu_i;
    double F_t;
    if (!resting)
      F_t = v_t > 0 ? -mu * load : mu * load;
    else if (std::abs(needed) <= p.law[0].mu_s_i * load)
      F_t = needed;
    else
      F_t = needed > 0 ? mu * load : -mu * load;
    const Vector<2> dv = (p.A * F + p.B.col(0) * F_t) * ds;
    for (int i = 0; i < 2; ++i) {
      const double middle = v[i] + dv[i] / 2, tau = middle < 0 ? 1 : p.law[i].e * p.law[i].e;
      E[i] -= middle * F[i] * ds / tau;
      if (E[i] <= 0 && middle > 0)
        E[i] = 0;
      else if (middle < 0)
        E[i] = std::max(E[i], 1e-16 * v.squaredNorm() / a);
    }
    v += dv;
    const double before = v_t;
    v_t += (p.B.col(0).dot(F) + p.D(0, 0) * F_t) * ds;
    if (!resting && before * v_t <= 0) {
      v_t = 0;
      resting = true;
    } else if (resting && F_t != needed) {
      resting = false;
    }
  }
  return {v[0], v[1], v_t};
}

TEST(DoubleImpact, OfTheDimerHasItsPublishedDataCorrected) {
  const ImpactResult<2> r = solve_impact(dimer_landing(3.9, 0.65, 0.24, 0.12, -0.05, -0.1, -0.03));
  EXPECT_NEAR(r.v_n[0], 0.03287469, 5e-9);
  EXPECT_NEAR(r.v_n[1], 0.06561897, 5e-9);
  EXPECT_NEAR(r.v_t[0], -0.00082413, 5e-9);
  EXPECT_EQ(r.failure, ImpactFailure::none);
  EXPECT_LT(r.residual, 1e-9);
}

TEST(DoubleImpact, DoesNotDependOnTheAbsoluteStiffness) {
  const ImpactProblem<2> p = dimer_landing(3.9, 0.65, 0.24, 0.12, -0.05, -0.1, -0.03);
  const ImpactResult<2> reference = solve_impact(p);
  for (const double factor : {1e-3, 7.0, 1e4, 1e9}) {
    ImpactProblem<2> scaled = p;
    for (ContactLaw& law : scaled.law) law.stiffness *= factor;
    const ImpactResult<2> r = solve_impact(scaled);
    EXPECT_NEAR((r.v_n - reference.v_n).norm(), 0, 1e-13);
    EXPECT_NEAR((r.v_t - reference.v_t).norm(), 0, 1e-13);
  }
}

TEST(DoubleImpact, IsHomogeneousOfDegreeOne) {
  const ImpactResult<2> reference = solve_impact(dimer_landing(3.9, 0.65, 0.24, 0.12, -0.05, -0.1, -0.03));
  for (const double s : {1e-6, 0.3, 17.0, 1e5}) {
    const ImpactResult<2> r = solve_impact(dimer_landing(3.9, 0.65, 0.24, 0.12, -0.05 * s, -0.1 * s, -0.03 * s));
    EXPECT_LT((r.v_n / s - reference.v_n).norm(), 1e-12 * 0.1);
    EXPECT_LT((r.v_t / s - reference.v_t).norm(), 1e-12 * 0.1);
    EXPECT_LT((r.P_n / s - reference.P_n).norm(), 1e-12 * reference.P_n.norm());
  }
}

TEST(DoubleImpact, OfTheMirroredBodyIsTheMirrorImage) {
  for (const double A_r : {2.5, 3.9, 5.7}) {
    const ImpactResult<2> r = solve_impact(dimer_landing(A_r, 0.65, 0.24, 0.12, -0.05, -0.1, -0.03));
    const ImpactResult<2> mirrored = solve_impact(dimer_landing(A_r, 0.65, 0.24, 0.12, -0.1, -0.05, 0.03));
    EXPECT_NEAR(r.v_n[0], mirrored.v_n[1], 1e-13);
    EXPECT_NEAR(r.v_n[1], mirrored.v_n[0], 1e-13);
    EXPECT_NEAR(r.v_t[0], -mirrored.v_t[0], 1e-13);
  }
}

TEST(DoubleImpact, AgreesWithSmallStepsOfTheEnergyForm) {
  const std::array<std::array<double, 4>, 4> cases{
      {{3.9, -0.05, -0.1, -0.03}, {3.9, -0.1, -0.1, 0.05}, {5.7, -0.02, -0.1, -0.01}, {3.1, -0.08, -0.01, 0.04}}};
  for (const auto& [A_r, v_1, v_2, v_t] : cases) {
    const ImpactProblem<2> p = dimer_landing(A_r, 0.65, 0.24, 0.12, v_1, v_2, v_t);
    const ImpactResult<2> r = solve_impact(p);
    const double duration = std::pow(1 / p.A(0, 0), 0.4) * std::pow(0.1, -0.2);
    const Vector<3> brute = energy_form(p, 1e-5 * duration);
    EXPECT_NEAR(r.v_n[0], brute[0], 2e-4 * 0.1) << A_r << " " << v_1;
    EXPECT_NEAR(r.v_n[1], brute[1], 2e-4 * 0.1) << A_r << " " << v_1;
    EXPECT_NEAR(r.v_t[0], brute[2], 2e-4 * 0.1) << A_r << " " << v_1;
  }
}

// β₃ rule: a resting tip is pressed by the blow on the other one iff ∓(β₃ ∓ μ r l) says so.
TEST(DoubleImpact, LoadsARestingTipExactlyWhereTheCouplingPressesIt) {
  for (const double A_r : {3.0, 3.9, 4.5, 5.7, 7.0}) {
    for (const double v_t : {-0.03, 0.03}) {
      const double mu = 0.12;
      const ImpactProblem<2> p = dimer_landing(A_r, 0.65, 0.24, mu, 0, -0.1, v_t);
      const DimerBody body = dimer_body({.A_r = A_r});
      const bool pressed = body.beta_3 + (v_t > 0 ? 1 : -1) * mu * body.r * body.l < 0;
      const ImpactResult<2> r = solve_impact(p);
      EXPECT_EQ(r.W_compression[0] > 0, pressed) << "A_r " << A_r << " v_t " << v_t;
      EXPECT_LT(r.residual, 1e-9);
    }
  }
}

TEST(DoubleImpact, TakesNoHarmFromRoundingAtARestingTip) {
  for (const double A_r : {3.9, 5.7}) {
    const ImpactResult<2> exact = solve_impact(dimer_landing(A_r, 0.65, 0.24, 0.12, 0, -0.1, -0.03));
    for (const double rounding : {-1e-17, 1e-17, -1e-15}) {
      const ImpactResult<2> r = solve_impact(dimer_landing(A_r, 0.65, 0.24, 0.12, rounding, -0.1, -0.03));
      EXPECT_EQ(r.failure, ImpactFailure::none);
      EXPECT_LT((r.v_n - exact.v_n).norm(), 1e-9);
      EXPECT_LT(std::abs(r.v_t[0] - exact.v_t[0]), 1e-9);
      EXPECT_LT(r.residual, 1e-9);
    }
  }
}

TEST(DoubleImpact, OfASymmetricLandingStaysSymmetric) {
  for (const double e : {0.0, 0.3, 0.65, 1.0}) {
    const ImpactResult<2> r = solve_impact(dimer_landing(3.9, e, 0.24, 0.12, -0.1, -0.1, 0));
    EXPECT_NEAR(r.v_n[0], 0.1 * e, 1e-11);
    EXPECT_NEAR(r.v_n[1], r.v_n[0], 1e-11);
    EXPECT_NEAR(r.P_n[0], r.P_n[1], 1e-10 * r.P_n[0]);
    EXPECT_EQ(r.v_t[0], 0);
  }
}

TEST(DoubleImpact, BreaksStickWhenOneContactEnds) {
  // κ = r l/(β₁ + 2r²) > μ_s: both tips hold the body while both press, one alone does not.
  const DimerBody body = dimer_body({.A_r = 3.9});
  const double kappa = body.r * body.l / (body.beta_1 + 2 * body.r * body.r);
  ASSERT_GT(kappa, 0.24);
  const ImpactResult<2> r = solve_impact(dimer_landing(3.9, 0.65, 0.24, 0.12, -0.06, -0.1, -1e-4));
  bool stuck = false;
  for (int i = 0; i < r.sequence[1].size; ++i) stuck = stuck || r.sequence[1].modes[i] == ContactMode::stick;
  EXPECT_TRUE(stuck);
  EXPECT_TRUE(is_slip(r.sequence[1].modes[r.sequence[1].size - 1]));
  EXPECT_NE(r.v_t[0], 0);
}

TEST(DoubleImpact, WithOneMuchStifferContactTendsToOneAfterTheOther) {
  for (const double ratio : {1e4, 1e-4}) {
    ImpactProblem<2> p = dimer_landing(3.9, 0.65, 0.24, 0.12, -0.05, -0.1, -0.03);
    p.law[1].stiffness = ratio;
    const ImpactResult<2> r = solve_impact(p);
    EXPECT_EQ(violation(p, r), "");
    EXPECT_LT(r.steps, 5000);
  }
}

TEST(DoubleImpact, TakesItsOwnRestitutionAtEachContact) {
  ImpactProblem<2> p = dimer_landing(3.9, 0.65, 0.24, 0.12, -0.05, -0.1, -0.03);
  p.law[0].e = 0;
  p.law[1].e = 0.9;
  const ImpactResult<2> r = solve_impact(p);
  EXPECT_EQ(r.W_restitution[0], 0);
  EXPECT_NEAR(r.W_restitution[1], 0.81 * r.W_compression[1], 1e-9 * r.W_compression[1]);
  EXPECT_EQ(violation(p, r), "");
}

TEST(DoubleImpact, TakesItsOwnExponentAtEachContact) {
  for (const double exponent : {1.0, 1.2, 2.0, 3.0}) {
    ImpactProblem<2> p = dimer_landing(3.9, 0.65, 0.24, 0.12, -0.05, -0.1, -0.03);
    p.law[0].exponent = exponent;
    EXPECT_EQ(violation(p, solve_impact(p)), "") << exponent;
  }
}

TEST(DoubleImpact, ReleasesStoredEnergyOfAContactAtRest) {
  ImpactProblem<2> p = dimer_landing(3.9, 0.8, 0, 0, 0, 0, 0);
  p.E0[0] = 1e-6;
  const ImpactResult<2> r = solve_impact(p);
  EXPECT_EQ(violation(p, r), "");
  EXPECT_NEAR(r.W_restitution[0], 0.64 * (1e-6 + r.W_compression[0]), 1e-15);
  EXPECT_GT(r.v_n[0], 0);
}

TEST(DoubleImpact, WithoutApproachIsNothing) {
  const ImpactResult<2> r = solve_impact(dimer_landing(3.9, 0.65, 0.24, 0.12, 0, 0.1, -0.03));
  EXPECT_EQ(r.P_n.norm(), 0);
  EXPECT_EQ(r.v_n[1], 0.1);
  EXPECT_EQ(r.v_t[0], -0.03);
}

TEST(DoubleImpact, DoesNotCareHowFastItSlipsBesidesItsSign) {
  // Grazing: the tangential velocity a million times the normal one.
  for (const double v_t : {-1e5, 1e5}) {
    const ImpactProblem<2> p = dimer_landing(3.9, 0.65, 0.24, 0.12, -0.05, -0.1, v_t);
    const ImpactResult<2> r = solve_impact(p);
    EXPECT_EQ(r.failure, ImpactFailure::none);
    const ImpactResult<2> slower = solve_impact(dimer_landing(3.9, 0.65, 0.24, 0.12, -0.05, -0.1, v_t * 1e-5));
    EXPECT_NEAR(r.v_n[0], slower.v_n[0], 1e-9);
    EXPECT_NEAR(r.P_t.sum(), slower.P_t.sum(), 1e-9);
  }
}

TEST(CompliantFlow, OfOneContactIsTheClosedForm) {
  Random random(10);
  int compared = 0;
  for (int i = 0; i < 300; ++i) {
    const ImpactProblem<1> p = random_body_impact<1>(random, 1, false);
    if (!approaches(p) || p.law[0].e < 0.05) continue;
    const ImpactResult<1> closed = solve_impact(p);
    const ImpactTrace idle = [](const ImpactSample&) {};  // keeps it from the short cut
    const ImpactResult<1> flow = CompliantImpact<1>(p, {}).solve(idle);
    ASSERT_EQ(flow.failure, ImpactFailure::none);
    ASSERT_NEAR(flow.v_n[0], closed.v_n[0], 2e-8) << describe(p);
    ASSERT_NEAR(flow.v_t[0], closed.v_t[0], 2e-8) << describe(p);
    ASSERT_NEAR(flow.P_n[0], closed.P_n[0], 2e-8 * closed.P_n[0]) << describe(p);
    ++compared;
  }
  EXPECT_GT(compared, 100);
}

template <int N>
ImpactProblem<N> permuted(const ImpactProblem<N>& p, const std::array<int, N>& order) {
  ImpactProblem<N> q = p;
  for (int i = 0; i < N; ++i) {
    q.v_n[i] = p.v_n[order[i]];
    q.v_t[i] = p.v_t[order[i]];
    q.law[i] = p.law[order[i]];
    for (int j = 0; j < N; ++j) {
      q.A(i, j) = p.A(order[i], order[j]);
      q.B(i, j) = p.B(order[i], order[j]);
      q.D(i, j) = p.D(order[i], order[j]);
    }
  }
  return q;
}

TEST(CompliantFlow, DoesNotDependOnTheOrderOfItsContacts) {
  Random random(11);
  int compared = 0;
  for (int i = 0; i < 200; ++i) {
    ImpactProblem<3> p = random_body_impact<3>(random, 3, i % 2 == 0);
    if (!approaches(p)) continue;
    const std::array<int, 3> order{2, 0, 1};
    const ImpactResult<3> r = solve_impact(p), s = solve_impact(permuted<3>(p, order));
    if (r.steps > 200) continue;  // an impact that dies away ends within its rest level, in any order
    ++compared;
    for (int k = 0; k < 3; ++k) {
      ASSERT_NEAR(s.v_n[k], r.v_n[order[k]], 1e-13) << describe(p);
      ASSERT_NEAR(s.P_n[k], r.P_n[order[k]], 1e-13) << describe(p);
    }
  }
  EXPECT_GT(compared, 100);
}

TEST(CompliantFlow, OfTwoContactsOfOneBodyDoesNotDependOnTheirOrderToTwelveDigits) {
  for (const double v_t : {-0.03, 0.0, 0.2}) {
    const ImpactProblem<2> p = dimer_landing(3.9, 0.65, 0.24, 0.12, -0.05, -0.1, v_t);
    const ImpactResult<2> r = solve_impact(p), s = solve_impact(permuted<2>(p, {1, 0}));
    EXPECT_NEAR(r.v_n[0], s.v_n[1], 1e-13);
    EXPECT_NEAR(r.v_n[1], s.v_n[0], 1e-13);
    EXPECT_NEAR(r.v_t[0], s.v_t[1], 1e-13);
  }
}

TEST(CompliantFlow, ConvergesWithItsTolerance) {
  Random random(12);
  for (int i = 0; i < 40; ++i) {
    const ImpactProblem<3> p = random_body_impact<3>(random, 3, false);
    if (!approaches(p)) continue;
    const ImpactResult<3> r = solve_impact(p), finer = solve_impact(p, {.flow = {.tolerance = 1e-12}});
    if (r.steps > 300) continue;
    EXPECT_LT((r.v_n - finer.v_n).norm(), 1e-7) << describe(p);
  }
}

// A contact that begins while another is loaded has friction from its first moment.
TEST(CompliantFlow, GivesFrictionToContactsThatBeginUnderTheLoadOfOthers) {
  ImpactProblem<2> p;
  p.n = 2;
  p.A << 2, -1, -1, 2;
  p.B.setZero();
  p.D << 3, 0, 0, 3;  // two tangential directions of their own
  p.v_n = {-1, 0.2};
  p.v_t = {1, 5};
  p.law[0] = {.e = 0.5, .mu_s_i = 0.3, .mu_i = 0.3};
  p.law[1] = {.e = 0.5, .mu_s_i = 0.3, .mu_i = 0.3};
  const ImpactResult<2> r = solve_impact(p);
  ASSERT_GT(r.P_n[1], 0.01);
  EXPECT_NEAR(r.P_t[1], -0.3 * r.P_n[1], 1e-8) << "it slips all the time";
  EXPECT_EQ(violation(p, r), "");
}

// A contact without restitution that is pressed again has lost what it had stored.
TEST(CompliantFlow, CountsTheWorkOfEveryCompressionOfAPlasticContact) {
  ImpactProblem<2> p;
  p.n = 2;
  p.A << 2, -1.5, -1.5, 2;
  p.B.setZero();
  p.D.setIdentity();
  p.v_n = {-1, -0.2};
  p.v_t.setZero();
  p.law[0] = {.e = 0.9, .stiffness = 0.05};
  p.law[1] = {.e = 0.0, .stiffness = 20};
  const ImpactResult<2> r = solve_impact(p);
  EXPECT_EQ(violation(p, r), "");
  EXPECT_GT(r.W_compression[1], 0.2 * 0.2 / 4);
}

// Two walls and friction can hold a body that was driven between them: it ends at rest under the forces it keeps.
TEST(CompliantFlow, EndsAWedgedBodyAtRestWithEnergyLeft) {
  ImpactProblem<2> p;
  p.n = 2;
  // A particle between two walls inclined by ±80° to the horizontal: normals (±sin, cos), tangents (cos, ∓sin).
  const double s = std::sin(80 * deg), c = std::cos(80 * deg);
  Matrix<2, 2> w, t;
  w << s, -s, c, c;
  t << c, c, -s, s;
  p.A = w.transpose() * w;
  p.B = w.transpose() * t;
  p.D = t.transpose() * t;
  const Vector<2> u(0, -1);
  p.v_n = w.transpose() * u;
  p.v_t = t.transpose() * u;
  for (ContactLaw& law : p.law) law = {.e = 0.5, .mu_s_i = 1, .mu_i = 0.8};
  const ImpactResult<2> r = solve_impact(p);
  EXPECT_EQ(r.failure, ImpactFailure::none);
  EXPECT_NEAR(r.v_n.norm(), 0, 1e-8);
  EXPECT_GT(r.E_left.sum(), 0.01);
  EXPECT_EQ(violation(p, r), "");
}

// Of a mass on a spring k x^η: compression takes (x_max/v) ∫₀¹ dξ/√(1 − ξ^(η+1)), expansion e times as long.
double contact_time(double m, double v, double k, double eta, double e) {
  const double n = eta + 1, x_max = std::pow(0.5 * n * m * v * v / k, 1 / n);
  return (1 + e) * x_max / v * std::sqrt(pi) * std::tgamma(1 / n) / (n * std::tgamma(1 / n + 0.5));
}

TEST(CompliantImpact, TakesTheTimeOfItsClosedForm) {
  for (const double eta : {1.0, 1.5}) {
    for (const double e : {1.0, 0.6}) {
      ImpactProblem<1> p;
      p.n = 1;
      p.A << 1 / 0.2;
      p.B << 0;
      p.D << 7.0;
      p.v_n << -1.3;
      p.v_t << 0.4;
      p.law[0] = {.e = e, .mu_s_i = 0.1, .mu_i = 0.1, .stiffness = 3e5, .exponent = eta};
      double s = 0;
      const ImpactResult<1> r = solve_impact(p, {}, [&s](const ImpactSample& sample) { s = sample.s; });
      ASSERT_EQ(r.failure, ImpactFailure::none);
      const double exact = contact_time(0.2, 1.3, 3e5, eta, e);
      EXPECT_NEAR(s, exact, 2e-10 * exact) << eta << " " << e;
    }
  }
}

}  // namespace
}  // namespace carom
