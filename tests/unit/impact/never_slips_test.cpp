// SPDX-License-Identifier: Apache-2.0
// Impacts of contacts that never slip, μ = ∞, by every law: the limit of large μ.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <string>

#include "carom/base/random.hpp"
#include "carom/impact/solve_impact.hpp"

namespace carom {
namespace {

constexpr double infinite = HUGE_VAL;

ContactLaw law_with(double e, double mu) { return {.e = e, .mu_s_i = mu, .mu_i = mu}; }

TEST(NeverSlips, ARoughBallStopsItsSlipAtOnceAndBounces) {
  const double m = 2, v_n = -3, v_t = 4, e = 0.6;  // a solid ball: D = 7/(2m)
  const SingleImpact r = solve_single_impact(1 / m, 0, 3.5 / m, v_n, v_t, e, infinite, infinite);
  ASSERT_TRUE(r.resolved);
  EXPECT_DOUBLE_EQ(r.v_n, -e * v_n);
  EXPECT_EQ(r.v_t, 0);
  EXPECT_TRUE(r.sticks);
  EXPECT_DOUBLE_EQ(r.P_n, -(1 + e) * v_n * m);
  EXPECT_DOUBLE_EQ(r.P_t, -v_t * m / 3.5);
  EXPECT_DOUBLE_EQ(r.friction_work, -0.5 * v_t * v_t * m / 3.5);
  EXPECT_LT(r.residual, 1e-15);
  EXPECT_EQ(r.sequence.size, 1);
  EXPECT_EQ(r.sequence.modes[0], ContactMode::stick);
}

// Friction lifts so much that the contact is parted before it has come to rest: γ_n⁺ = −e γ_n⁻ without a normal impulse.
TEST(NeverSlips, AContactThatFrictionPartsLeavesWithoutANormalImpulse) {
  const double A = 1, B = -0.8, D = 1, v_n = -0.1, v_t = 2, e = 0.5;  // P_t < 0, B P_t > 0
  const double P_t = (1 + e) * v_n / -B;
  for (const Restitution law : {Restitution::energetic, Restitution::poisson, Restitution::newton})
    for (const bool along_path : {true, false}) {
      ImpactProblem<1> p;
      p.n = 1;
      p.A(0, 0) = A;
      p.B(0, 0) = B;
      p.D(0, 0) = D;
      p.v_n[0] = v_n;
      p.v_t[0] = v_t;
      p.law[0] = law_with(e, infinite);
      p.law[0].along_path = along_path;
      const ImpactResult<1> r = solve_impact(p, {.law = law});
      ASSERT_EQ(r.failure, ImpactFailure::none) << name(law);
      EXPECT_NEAR(r.v_n[0], -e * v_n, 1e-15) << name(law);
      EXPECT_NEAR(r.v_t[0], v_t + D * P_t, 1e-15);
      EXPECT_EQ(r.P_n[0], 0);
      EXPECT_NEAR(r.P_t[0], P_t, 1e-15);
      EXPECT_FALSE(r.sticks[0]);
      EXPECT_LT(r.residual, 1e-14);
      EXPECT_LT(r.friction_work[0], 0);
    }
}

TEST(NeverSlips, ASlipThatPressesIsAJamOfAnyStrength) {
  const double A = 1, B = 0.01, D = 1, v_t = 1, e = 0.5;
  EXPECT_TRUE(is_jam(A, B, infinite, 0.0, v_t));
  EXPECT_FALSE(is_jam(A, -B, infinite, 0.0, v_t));
  EXPECT_FALSE(is_jam(A, 0.0, infinite, 0.0, v_t));
  const SingleImpact r = solve_single_impact(A, B, D, 0, v_t, e, infinite, infinite);
  EXPECT_EQ(r.v_t, 0);
  EXPECT_NEAR(r.v_n, e * B * v_t / D, 1e-15);  // compressed from −B γ_t⁻/D, in stick
  EXPECT_LT(r.residual, 1e-14);
  const SingleImpact none = solve_single_impact(A, -B, D, 0, v_t, e, infinite, infinite);
  EXPECT_EQ(none.v_t, v_t);
  EXPECT_EQ(none.P_t, 0);
}

// Of velocities, and of the friction work of all contacts together: how contacts that stop each other share it depends on the
// way to rest.
template <int N>
double largest_difference_of(const ImpactResult<N>& a, const ImpactResult<N>& b) {
  double largest = 0, work = 0;
  for (int i = 0; i < a.n; ++i) {
    largest = std::max({largest, std::abs(a.v_n[i] - b.v_n[i]), std::abs(a.v_t[i] - b.v_t[i])});
    work += a.friction_work[i] - b.friction_work[i];
  }
  return std::max(largest, std::abs(work));
}

// n contacts of a body with more freedoms than constraints; some contacts never slip.
template <int n>
ImpactProblem<n> random_impact(Random& random, double mu_most) {
  const int dof = 2 * n + 1;
  const auto draw = [&](int rows, int cols) {
    return Eigen::MatrixXd(Eigen::MatrixXd::NullaryExpr(rows, cols, [&] { return random.uniform(-1, 1); }));
  };
  const Eigen::MatrixXd root = draw(dof, dof);
  const Eigen::MatrixXd inverse = root * root.transpose() / dof + 0.5 * Eigen::MatrixXd::Identity(dof, dof);
  const Eigen::MatrixXd W = draw(dof, n), T = draw(dof, n);
  ImpactProblem<n> p;
  p.n = n;
  p.A = W.transpose() * inverse * W;
  p.B = W.transpose() * inverse * T;
  p.D = T.transpose() * inverse * T;
  for (int i = 0; i < n; ++i) {
    p.v_n[i] = random.uniform(-1, i == 0 ? -0.2 : 0.3);
    p.v_t[i] = random.uniform(-1, 1);
    const bool never = i == 0 || random.index(2) == 0;
    p.law[i] = law_with(random.uniform(0.1, 0.95), never ? infinite : random.uniform(0, mu_most));
  }
  return p;
}

template <int n>
ImpactProblem<n> with_friction(ImpactProblem<n> p, double mu) {
  for (int i = 0; i < n; ++i)
    if (std::isinf(p.law[i].mu_i)) p.law[i].mu_i = p.law[i].mu_s_i = mu;
  return p;
}

struct Comparison {
  int agree = 0, differ = 0, failed = 0, parted = 0, large_failed = 0;
  std::string brief() const {
    return std::to_string(agree) + " agree, " + std::to_string(differ) + " differ, " + std::to_string(failed) +
           " failed, " + std::to_string(parted) + " parted, " + std::to_string(large_failed) +
           " failed with a large mu";
  }
};

// The difference falls with a power of 1/μ: `constant` bounds it.
template <int n>
Comparison compare_with_large_friction(std::uint64_t seed, int count, Restitution law, bool along_path, double eps_T,
                                       std::initializer_list<double> mus, double constant, double power = 1) {
  Random random(seed);
  Comparison c;
  for (int k = 0; k < count; ++k) {
    ImpactProblem<n> p = random_impact<n>(random, 0.4);
    for (ContactLaw& l : p.law) {
      l.along_path = along_path;
      l.eps_T = eps_T;
    }
    const ImpactResult<n> r = solve_impact(p, {.law = law});
    if (r.failure != ImpactFailure::none) {
      ++c.failed;
      continue;
    }
    EXPECT_LT(r.residual, 1e-8) << k;
    for (int i = 0; i < n; ++i) {
      if (std::isinf(p.law[i].mu_i) && r.P_n[i] > 1e-6 && eps_T == 0) {
        EXPECT_TRUE(r.sticks[i] || n > 1) << k;
      }
      c.parted += std::isinf(p.law[i].mu_i) && r.P_n[i] == 0 && r.P_t[i] != 0;
    }
    bool agrees = true;
    for (const double mu : mus) {
      const ImpactResult<n> large = solve_impact(with_friction(p, mu), {.law = law});
      if (large.failure != ImpactFailure::none) {
        ++c.large_failed;
        continue;
      }
      agrees = agrees && (largest_difference_of(r, large) < constant * std::pow(mu, -power) + 1e-12 ||
                          r.indeterminate || large.indeterminate);
    }
    ++(agrees ? c.agree : c.differ);
  }
  return c;
}

TEST(NeverSlips, OneContactIsTheLimitOfLargeFrictionByEveryLaw) {
  for (const Restitution law : {Restitution::energetic, Restitution::poisson, Restitution::newton})
    for (const bool along_path : {false, true}) {
      const Comparison c = compare_with_large_friction<1>(3, 400, law, along_path, 0, {1e6, 1e7, 1e8, 1e9}, 3e3);
      EXPECT_EQ(c.failed, 0) << name(law) << ": " << c.brief();
      EXPECT_EQ(c.large_failed, 0) << name(law) << ": " << c.brief();
      EXPECT_EQ(c.differ, 0) << name(law) << along_path << ": " << c.brief();
      EXPECT_GT(c.parted, 10);
    }
}

TEST(NeverSlips, OneContactWithATangentialRestitutionToo) {
  for (const bool along_path : {false, true}) {
    const Comparison c =
        compare_with_large_friction<1>(4, 400, Restitution::poisson, along_path, 0.7, {1e6, 1e7, 1e8, 1e9}, 3e3);
    EXPECT_EQ(c.failed, 0) << c.brief();
    EXPECT_EQ(c.differ, 0) << along_path << ": " << c.brief();
  }
}

// Of sets with as many sticking contacts that with the smaller load is chosen, and that of a contact that hardly presses
// is the smaller one: of 300 impacts one has a large μ slip where μ = ∞ sticks.
TEST(NeverSlips, SeveralContactsAreTheLimitOfLargeFrictionByNewtonsAndPoissonsLaws) {
  for (const Restitution law : {Restitution::poisson, Restitution::newton}) {
    const Comparison two = compare_with_large_friction<2>(5, 300, law, false, 0, {1e6, 1e8}, 1e4);
    EXPECT_EQ(two.failed, 0) << name(law) << ": " << two.brief();
    EXPECT_LE(two.differ, 1) << name(law) << ": " << two.brief();
    const Comparison four = compare_with_large_friction<4>(6, 60, law, false, 0, {1e6, 1e8}, 1e4);
    EXPECT_EQ(four.failed, 0) << name(law) << ": " << four.brief();
    EXPECT_EQ(four.differ, 0) << name(law) << ": " << four.brief();
  }
}

// A flow takes a time of μ^(−2/5) to stop a slip under Hertz's law, and meanwhile the other contacts press on.
TEST(NeverSlips, SeveralContactsAreTheLimitOfLargeFrictionByTheEnergeticLaw) {
  const Comparison two = compare_with_large_friction<2>(7, 300, Restitution::energetic, false, 0, {1e6, 1e8}, 4, 0.4);
  EXPECT_EQ(two.failed, 0) << two.brief();
  EXPECT_LE(two.differ, 6) << two.brief();  // long chatter between contacts that skim
  const Comparison three = compare_with_large_friction<3>(8, 60, Restitution::energetic, false, 0, {1e6}, 4, 0.4);
  EXPECT_EQ(three.failed, 0) << three.brief();
  EXPECT_LE(three.differ, 3) << three.brief();
}

// Two equal feet of a body that comes down flat and sideways: one tangential velocity, stopped at once.
TEST(NeverSlips, TwoFeetOfABodyStopTogetherAndDoNotSlipAnyMore) {
  const double m = 2, I = 0.5, half = 0.7, height = 0.4, e = 0.6;
  ImpactProblem<2> p;
  p.n = 2;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      const double a = i == 0 ? -half : half, b = j == 0 ? -half : half;
      p.A(i, j) = 1 / m + a * b / I;
      p.B(i, j) = a * height / I;
      p.D(i, j) = 1 / m + height * height / I;
    }
  p.v_n.setConstant(-1);
  p.v_t.setConstant(0.3);
  p.law.fill(law_with(e, infinite));
  const ImpactResult<2> r = solve_impact(p);
  ASSERT_EQ(r.failure, ImpactFailure::none);
  EXPECT_LT(r.residual, 1e-9);
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(r.sticks[i]);
    EXPECT_EQ(r.v_t[i], 0);
    EXPECT_GE(r.P_n[i], 0);
    EXPECT_EQ(r.sequence[i].size, 1);
    EXPECT_EQ(r.sequence[i].modes[0], ContactMode::stick);
  }
  EXPECT_LT(r.friction_work.sum(), 0);
  EXPECT_LT(largest_difference_of(r, solve_impact(with_friction(p, 1e8))), 1e-3);
}

TEST(NeverSlips, ManyContactsHaveAnAnswerWithItsCertificate) {
  Random random(9);
  int solved = 0;
  for (int k = 0; k < 24; ++k) {
    ImpactProblem<8> p = random_impact<8>(random, 0.4);
    for (int i = 0; i < 8; ++i) p.B.row(i) *= 0.2;  // weakly coupled: friction parts nothing
    p.D *= 2;
    for (const Restitution law : {Restitution::energetic, Restitution::poisson, Restitution::newton}) {
      const ImpactResult<8> r = solve_impact(p, {.law = law});
      if (r.failure != ImpactFailure::none) continue;
      ++solved;
      EXPECT_LT(r.residual, 1e-7) << k << ", " << name(law);
      EXPECT_TRUE(std::isfinite(r.v_n.sum() + r.v_t.sum()));
    }
  }
  EXPECT_GT(solved, 60);
}

using Number1 = Dual<double>;

template <int n>
ImpactProblem<n, Number1> varied(const ImpactProblem<n>& p, double d_n, double d_t) {
  ImpactProblem<n, Number1> q;
  q.n = p.n;
  q.A = p.A.template cast<Number1>();
  q.B = p.B.template cast<Number1>();
  q.D = p.D.template cast<Number1>();
  for (int i = 0; i < n; ++i) {
    q.v_n[i] = Number1(p.v_n[i], d_n);
    q.v_t[i] = Number1(p.v_t[i], d_t);
    q.law[i] = p.law[i];
  }
  return q;
}

template <int n>
void derivatives_are_differences(std::uint64_t seed, Restitution law, bool along_path) {
  Random random(seed);
  int compared = 0;
  for (int k = 0; k < 40; ++k) {
    ImpactProblem<n> p = random_impact<n>(random, 0.4);
    for (ContactLaw& l : p.law) l.along_path = along_path;
    const double d_n = 0.3, d_t = 1.0, h = 1e-6;
    const auto at = [&](double s) {
      ImpactProblem<n> q = p;
      q.v_n.array() += s * d_n;
      q.v_t.array() += s * d_t;
      return solve_impact(q, {.law = law});
    };
    const ImpactResult<n, Number1> r = solve_impact(varied(p, d_n, d_t), {.law = law});
    const ImpactResult<n> plus = at(h), minus = at(-h), here = at(0);
    if (r.failure != ImpactFailure::none || plus.steps != minus.steps || here.steps != plus.steps) continue;
    ++compared;
    for (int i = 0; i < n; ++i) {
      EXPECT_NEAR(r.v_n[i].value, here.v_n[i], 1e-9) << k;
      EXPECT_NEAR(r.v_n[i].slope, (plus.v_n[i] - minus.v_n[i]) / (2 * h), 1e-4) << k << name(law);
      EXPECT_NEAR(r.v_t[i].slope, (plus.v_t[i] - minus.v_t[i]) / (2 * h), 1e-4) << k << name(law);
    }
  }
  EXPECT_GT(compared, 20);
}

TEST(NeverSlips, ImpactsOfOneContactCarryDerivatives) {
  for (const Restitution law : {Restitution::energetic, Restitution::poisson, Restitution::newton})
    for (const bool along_path : {false, true}) derivatives_are_differences<1>(11, law, along_path);
}

}  // namespace
}  // namespace carom
