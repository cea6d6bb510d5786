// SPDX-License-Identifier: Apache-2.0
// Contact sets of any size against the enumeration of few contacts, and with numbers that carry derivatives.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <vector>

#include "carom/complementarity/contact_set.hpp"
#include "support/planar_contacts.hpp"

namespace carom {
namespace {

using testing_support::random_contact_problem;

// The largest violation of (1)–(4), written down once more and without the modes.
double violation(const ContactSetProblem<double>& p, const ContactSetForces<double>& f) {
  const int n = p.n;
  const Eigen::VectorXd z_n = f.z_n.head(n), z_t = f.z_t.head(n);
  const Eigen::VectorXd w_n = p.A.topLeftCorner(n, n) * z_n + p.B.topLeftCorner(n, n) * z_t + p.b_n.head(n);
  const Eigen::VectorXd w_t = p.B.topLeftCorner(n, n).transpose() * z_n + p.D.topLeftCorner(n, n) * z_t + p.b_t.head(n);
  double worst = 0;
  for (int i = 0; i < n; ++i) {
    worst = std::max({worst, std::abs(std::min(z_n[i], w_n[i]))});
    if (p.must_open[i]) worst = std::max(worst, std::abs(z_n[i]));
    const double slip_plus = std::abs(z_t[i] + p.mu[i] * z_n[i]), slip_minus = std::abs(z_t[i] - p.mu[i] * z_n[i]);
    if (p.slip[i] != 0) {
      worst = std::max(worst, p.slip[i] > 0 ? slip_plus : slip_minus);
      continue;
    }
    const double stick = std::max(std::abs(w_t[i]), std::abs(z_t[i]) - p.mu_s[i] * z_n[i]);
    const double begins = std::min(std::max(slip_plus, -w_t[i]), std::max(slip_minus, w_t[i]));
    const double nothing = std::max(std::abs(z_n[i]), std::abs(z_t[i]));
    worst = std::max(worst, std::min({stick, begins, nothing}));
  }
  return worst;
}

double difference(const ContactSetProblem<double>& p, const ContactSetForces<double>& a,
                  const ContactSetForces<double>& b) {
  double largest = 0;
  for (int i = 0; i < p.n; ++i)
    largest = std::max({largest, std::abs(a.omega_n[i] - b.omega_n[i]), std::abs(a.omega_t[i] - b.omega_t[i])});
  return largest;
}

struct Tally {
  int problems = 0, solved = 0, lost = 0, gained = 0, wrong = 0, other_motion = 0;
  double worst = 0;
};

// Both methods on the same problems. `gained`: redundant forces that enumeration, which keeps to one division of them,
// does not find; `other_motion`: another one although enumeration knew one set only.
Tally compare(std::uint64_t seed, int problems, int n, double mu_most, bool repeated, bool at_rest) {
  Tally tally;
  Random random(seed);
  ContactSetSolver large, few;
  for (tally.problems = 0; tally.problems < problems; ++tally.problems) {
    const ContactSetProblem<double> p = random_contact_problem(random, n, mu_most, repeated, at_rest);
    const ContactSetSelection& s = large.select(p, {}, {.most_enumerated = 0});
    const ContactSetSelection& all = few.select(p, {}, {.most_enumerated = 1 << 12});
    tally.solved += s.solved();
    tally.lost += all.solved() && !s.solved();
    tally.gained += s.solved() && !all.solved();
    if (!s.solved()) continue;
    const double off = std::max(violation(p, s.chosen), s.chosen.residual);
    tally.worst = std::max(tally.worst, off);
    tally.wrong += !(off < 1e-8);
    const bool one_known = all.consistent == 1 && difference(p, s.chosen, all.chosen) > 1e-7;
    tally.other_motion += one_known;
    tally.wrong += one_known && !s.chosen.redundant;
  }
  return tally;
}

TEST(ContactSetAgainstEnumeration, LosesNoneOfTwoThousandWithSixContactsAndModerateFriction) {
  int other_motions = 0;
  for (const bool repeated : {false, true})
    for (const bool at_rest : {true, false}) {
      const Tally t = compare(17, 500, 6, 0.5, repeated, at_rest);
      EXPECT_EQ(t.lost, 0);
      EXPECT_EQ(t.wrong, 0) << t.worst;
      EXPECT_GT(t.solved, 350);
      other_motions += t.other_motion + t.gained;
      RecordProperty(repeated ? "gained_repeated" : "gained", t.gained);
    }
  EXPECT_LT(other_motions, 20);
}

TEST(ContactSetAgainstEnumeration, SolvesAllOfSmallFriction) {
  for (const int n : {1, 2, 3, 4, 5}) {
    for (const bool repeated : {false, true})
      for (const bool at_rest : {true, false}) {
        const Tally t = compare(100 + n, 400, n, 0.1, repeated, at_rest);
        EXPECT_EQ(t.lost, 0) << n;
        EXPECT_EQ(t.wrong, 0) << n << ": " << t.worst;
      }
  }
}

TEST(ContactSetAgainstEnumeration, NeverCallsAWrongSetSolvedWhereFrictionIsLarge) {
  int lost = 0, solved = 0;
  for (const int n : {2, 4, 5, 6})
    for (const bool repeated : {false, true}) {
      const Tally t = compare(200 + n, 250, n, 1.0, repeated, false);
      EXPECT_EQ(t.wrong, 0) << n << ": " << t.worst;
      lost += t.lost;
      solved += t.solved;
    }
  EXPECT_LE(lost, solved / 200) << "of " << solved;
  RecordProperty("lost", lost);
}

TEST(ContactSetAgainstEnumeration, ManyContactsAtRestAlwaysHaveASolution) {
  Random random(5);
  ContactSetSolver solver;
  for (int k = 0; k < 60; ++k) {
    ContactSetProblem<double> p = random_contact_problem(random, 10 + k / 2, 0.6, k % 2 == 0, true);
    std::fill(p.must_open.begin(), p.must_open.end(), 0);
    const ContactSetSelection& s = solver.select(p);
    ASSERT_TRUE(s.solved()) << k << ": " << s.brief();
    EXPECT_LT(violation(p, s.chosen), 1e-8);
  }
}

TEST(RankRevealing, SystemsHaveTheSolutionOfSmallestNorm) {
  Random random(3);
  RankRevealingSystem system;
  for (int k = 0; k < 60; ++k) {
    const int n = 2 + static_cast<int>(random.index(30)), r = 1 + static_cast<int>(random.index(n));
    const auto draw = [&](int rows, int cols) {
      return Eigen::MatrixXd(Eigen::MatrixXd::NullaryExpr(rows, cols, [&] { return random.uniform(-1, 1); }));
    };
    const Eigen::MatrixXd left = draw(n, r);
    const bool symmetric = k % 2 == 0;
    const Eigen::MatrixXd a = left * (symmetric ? Eigen::MatrixXd(left.transpose()) : draw(r, n));
    Eigen::VectorXd z = a * draw(n, 1);
    const Eigen::VectorXd expected = a.completeOrthogonalDecomposition().solve(z), b = z;
    system.start(n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) system.row(i)[j] = a(i, j);
    ASSERT_EQ(system.factor(symmetric), r);
    system.solve(z.data());
    EXPECT_LT((a * z - b).norm(), 1e-8 * b.norm());
    EXPECT_LT((z - expected).norm(), 1e-5 * expected.norm());
    Eigen::MatrixXd e(n, n - r);
    system.null_space(e.data());
    if (r == n) continue;
    EXPECT_LT((e.transpose() * e - Eigen::MatrixXd::Identity(n - r, n - r)).norm(), 1e-10);
    EXPECT_LT((a * e).norm(), 1e-7 * a.norm());
  }
}

// ---- numbers that carry derivatives ----

using First = Dual<double>;
using Second = Dual<Dual<double>>;

// Entries that vary: value, and slopes drawn at random.
First varied(double x, Random& random, First*) { return {x, random.uniform(-1, 1)}; }
Second varied(double x, Random& random, Second*) {
  return {First(x, random.uniform(-1, 1)), First(random.uniform(-1, 1), random.uniform(-1, 1))};
}
void expect_near(double a, double b, double scale) { EXPECT_NEAR(a, b, 1e-8 * scale); }
template <class T>
void expect_near(const Dual<T>& a, const Dual<T>& b, double scale) {
  expect_near(a.value, b.value, scale);
  expect_near(a.slope, b.slope, 1e3 * scale);
}

template <class Real>
void derivatives_agree_with_the_small_solver() {
  constexpr int n = 4;
  Random random(8);
  ModeSystem system;
  int compared = 0;
  for (int k = 0; k < 200; ++k) {
    const ContactSetProblem<double> values = random_contact_problem(random, n, 0.4, false, true);
    ContactSetProblem<Real> p;
    FrictionalProblem<n, Real> few;
    p.resize(n);
    few.n = n;
    std::array<ContactMode, n> modes{};
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        few.A(i, j) = p.A(i, j) = varied(values.A(i, j), random, static_cast<Real*>(nullptr));
        few.B(i, j) = p.B(i, j) = varied(values.B(i, j), random, static_cast<Real*>(nullptr));
        few.D(i, j) = p.D(i, j) = varied(values.D(i, j), random, static_cast<Real*>(nullptr));
      }
      few.b_n[i] = p.b_n[i] = varied(values.b_n[i], random, static_cast<Real*>(nullptr));
      few.b_t[i] = p.b_t[i] = varied(values.b_t[i], random, static_cast<Real*>(nullptr));
      few.mu[i] = p.mu[i] = varied(values.mu[i], random, static_cast<Real*>(nullptr));
      few.mu_s[i] = p.mu_s[i] = values.mu_s[i];
      modes[i] = static_cast<ContactMode>(random.index(4));
    }
    FrictionalSolution<n, Real> expected;
    ContactSetForces<Real> found;
    if (!solve_modes(few, modes, expected) || expected.redundant) continue;
    ASSERT_TRUE(system.solve(p, modes, found));
    if (found.redundant) continue;
    double size = 1;
    for (int i = 0; i < n; ++i) size = std::max({size, value_of(abs(expected.z_n[i])), value_of(abs(expected.z_t[i]))});
    if (size > 50) continue;  // nearly singular
    for (int i = 0; i < n; ++i) {
      expect_near(found.z_n[i], expected.z_n[i], size);
      expect_near(found.z_t[i], expected.z_t[i], size);
      expect_near(found.omega_n[i], expected.omega_n[i], size);
    }
    ++compared;
  }
  EXPECT_GT(compared, 80);
}

TEST(ContactSetDerivatives, OfFirstOrderAreThoseOfTheSmallSolver) { derivatives_agree_with_the_small_solver<First>(); }
TEST(ContactSetDerivatives, OfSecondOrderAreThoseOfTheSmallSolver) {
  derivatives_agree_with_the_small_solver<Second>();
}

// g varies: each interface carries the mass above it times g′, the boxes stay.
TEST(ContactSetDerivatives, OfRedundantForcesHaveTheRightEffect) {
  const testing_support::PlanarContacts stack = testing_support::stack_of_boxes(10, 0.4);
  const ContactSetProblem<double> values = stack.problem();
  ContactSetProblem<First> p;
  p.resize(values.n);
  p.A = values.A.cast<First>();
  p.B = values.B.cast<First>();
  p.D = values.D.cast<First>();
  for (int i = 0; i < p.n; ++i) {
    p.b_n[i] = First(values.b_n[i], values.b_n[i] / stack.g);
    p.b_t[i] = First(values.b_t[i], values.b_t[i] / stack.g);
    p.mu[i] = p.mu_s[i] = values.mu[i];
  }
  ModeSystem system;
  ContactSetForces<First> f;
  const std::vector<ContactMode> modes(p.n, ContactMode::stick);
  ASSERT_TRUE(system.solve(p, modes, f));
  EXPECT_TRUE(f.redundant);
  double above = 0;
  for (int k = 9; k >= 0; --k) {
    above += stack.bodies[k].m;
    EXPECT_NEAR(f.z_n[2 * k].slope + f.z_n[2 * k + 1].slope, above, 1e-9);
    EXPECT_NEAR(f.omega_n[2 * k].slope, 0, 1e-9);
    EXPECT_NEAR(f.omega_t[2 * k].slope, 0, 1e-9);
  }
}

}  // namespace
}  // namespace carom
