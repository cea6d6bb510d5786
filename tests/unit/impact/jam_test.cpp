// SPDX-License-Identifier: Apache-2.0
#include "carom/impact/jam.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/impact/solve_impact.hpp"
#include "support/random_impacts.hpp"

namespace carom {
namespace {

using namespace testing_support;

ImpactProblem<1> sliding(double A, double B, double D, double v_t, double e, double mu, double mu_s) {
  ImpactProblem<1> p;
  p.n = 1;
  p.A << A;
  p.B << B;
  p.D << D;
  p.v_n << 0;
  p.v_t << v_t;
  p.law[0] = {.e = e, .mu_s_i = mu_s, .mu_i = mu};
  return p;
}
// Painlevé's rod of 1 kg at tan θ = 2, sliding with its tip ahead.
ImpactProblem<1> painleves_rod(double e) { return sliding(1.6, -1.2, 3.4, -1, e, 1.6, 1.6); }

TEST(Jam, GivesByPoissonsLawEOfItsImpulseOfCompression) {
  for (const double e : {0.0, 0.5, 1.0}) {
    for (const bool along_path : {false, true}) {
      ImpactProblem<1> p = painleves_rod(e);
      p.law[0].along_path = along_path;
      const ImpactResult<1> r = solve_impact(p, {.law = Restitution::poisson});
      ASSERT_EQ(r.failure, ImpactFailure::none);
      EXPECT_NEAR(r.P_n[0], (1 + e) * 0.3, 1e-15);
      EXPECT_NEAR(r.v_n[0], (1.6 - 1.44 / 3.4) * e * 0.3, 1e-15);
      EXPECT_EQ(r.v_t[0], 0);
      EXPECT_TRUE(r.sticks[0]);
      EXPECT_EQ(r.sequence[0].modes[0], ContactMode::slip_minus);
      EXPECT_EQ(r.sequence[0].modes[1], ContactMode::stick);
      EXPECT_LT(r.residual, 1e-15);
    }
  }
}

TEST(Jam, IsByPoissonsLawWhatTheEnergeticLawSaysOnlyWithoutRestitution) {
  const auto impulse = [](double e, Restitution law) { return solve_impact(painleves_rod(e), {.law = law}).P_n[0]; };
  EXPECT_EQ(impulse(0, Restitution::poisson), impulse(0, Restitution::energetic));
  EXPECT_GT(impulse(0.5, Restitution::poisson), impulse(0.5, Restitution::energetic) + 0.05);
}

TEST(Jam, HasNoAnswerByNewtonsLawWhichIsNamed) {
  for (const bool along_path : {false, true}) {
    ImpactProblem<1> p = painleves_rod(0.5);
    p.law[0].along_path = along_path;
    const ImpactResult<1> r = solve_impact(p, {.law = Restitution::newton});
    EXPECT_EQ(r.failure, ImpactFailure::law_has_no_answer);
    EXPECT_NE(name(r.failure).find("Newton's law has no answer"), std::string_view::npos);
    EXPECT_EQ(r.P_n[0], 0);
    EXPECT_EQ(r.v_t[0], -1);
  }
}

TEST(Jam, IsNoneWhereSlipIsPossible) {
  // The other way; and where static friction alone would hold what slip friction lets go: A/|B| between μ and μ_s.
  const ImpactProblem<1> other_way = sliding(1.6, -1.2, 3.4, 1, 0.5, 1.6, 1.6);
  const ImpactProblem<1> held = sliding(1.6, -1.2, 3.4, -1, 0.5, 1.3, 1.6);
  for (const ImpactProblem<1>& p : {other_way, held}) {
    for (const Restitution law : {Restitution::energetic, Restitution::newton, Restitution::poisson}) {
      const ImpactResult<1> r = solve_impact(p, {.law = law});
      EXPECT_EQ(r.failure, ImpactFailure::none) << name(law);
      EXPECT_EQ(r.P_n[0], 0) << name(law);
      EXPECT_EQ(r.v_t[0], p.v_t[0]) << name(law);
    }
  }
}

TEST(Jam, EndsItsCompressionInRestByBothFormsOfPoissonsLaw) {
  Random random(13);
  int jams = 0;
  for (int i = 0; i < 20000; ++i) {
    const double a = log_uniform(random, 0.3, 3), d = log_uniform(random, 0.3, 3);
    const double b = random.uniform(-0.95, 0.95) * std::sqrt(a * d), mu = random.uniform(0, 3),
                 v = random.uniform(-1, 1);
    ImpactProblem<1> p = sliding(a, b, d, v, random.uniform(), mu, mu * random.uniform(1, 1.5));
    if (!is_jammed(p)) continue;
    ++jams;
    const ImpactResult<1> r = solve_impact(p, {.law = Restitution::poisson}), end = solve_poisson_impact(p);
    const double P_c = b * v / (a * d - b * b);
    ASSERT_EQ(r.failure, ImpactFailure::none) << describe(p);
    ASSERT_NEAR(r.P_n[0], (1 + p.law[0].e) * P_c, 1e-11 * P_c) << describe(p);
    ASSERT_NEAR(end.P_n[0], r.P_n[0], 1e-11 * P_c) << describe(p);
    ASSERT_NEAR(end.P_t[0], r.P_t[0], 1e-11 * P_c) << describe(p);
    ASSERT_LE(energy_change(p, r), 0) << describe(p);
    ASSERT_LT(r.residual, 1e-11) << describe(p);
  }
  EXPECT_GT(jams, 1000);
}

TEST(Jam, OfTwoContactsIsSolvedByPoissonsLawAndNotByNewtons) {
  // Two rods that do not know of each other: one slides freely, the other jams.
  ImpactProblem<2> p;
  p.n = 2;
  p.A << 1.6, 0, 0, 1.6;
  p.B << -1.2, 0, 0, -1.2;
  p.D << 3.4, 0, 0, 3.4;
  p.v_n << 0, 0;
  p.v_t << -1, 1;
  for (ContactLaw& law : p.law) law = {.e = 0.5, .mu_s_i = 1.6, .mu_i = 1.6};
  const ImpactResult<2> r = solve_impact(p, {.law = Restitution::poisson});
  ASSERT_EQ(r.failure, ImpactFailure::none);
  EXPECT_NEAR(r.P_n[0], 0.45, 1e-14);
  EXPECT_EQ(r.P_n[1], 0);
  EXPECT_EQ(r.v_t[0], 0);
  EXPECT_EQ(r.v_t[1], 1);
  EXPECT_EQ(solve_impact(p, {.law = Restitution::newton}).failure, ImpactFailure::law_has_no_answer);
}

TEST(Jam, HasItsImpulseWithATraceToo) {
  int samples = 0;
  EXPECT_EQ(solve_impact(painleves_rod(0.5), {}, [&samples](const ImpactSample&) { ++samples; }).P_n[0],
            solve_impact(painleves_rod(0.5)).P_n[0]);
  EXPECT_EQ(samples, 0) << "nothing is deformed at its beginning, so that it has no history in time";
}

}  // namespace
}  // namespace carom
