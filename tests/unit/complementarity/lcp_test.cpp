// SPDX-License-Identifier: Apache-2.0
#include "carom/complementarity/lcp.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <Eigen/Dense>
#include <vector>

namespace carom {
namespace {

template <int n>
LinearComplementarity<n> problem(const Matrix<n, n>& M, const Vector<n>& q) {
  LinearComplementarity<n> p;
  p.n = n;
  p.M = M;
  p.q = q;
  return p;
}

// Numbers in [−1, 1] that shrink towards zero.
double draw() { return *rc::gen::inRange(-1000, 1001) / 1000.0; }

template <int n>
Matrix<n, n> draw_matrix() {
  Matrix<n, n> m;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) m(i, j) = draw();
  return m;
}

// C Cᵀ + D + S with D > 0 diagonal and S skew: a P matrix, not symmetric.
template <int n>
Matrix<n, n> draw_p_matrix() {
  const Matrix<n, n> c = draw_matrix<n>(), s = draw_matrix<n>();
  Matrix<n, n> m = c * c.transpose() + s - s.transpose();
  for (int i = 0; i < n; ++i) m(i, i) += 0.05 + 0.5 * (1 + draw());
  return m;
}

template <int n>
Vector<n> draw_vector() {
  Vector<n> v;
  for (int i = 0; i < n; ++i) v[i] = draw();
  return v;
}

TEST(Lcp, OfOneUnknownIsAQuestionOfSign) {
  const LcpSolution<1> pressed = solve_lcp_by_lemke(problem<1>(Matrix<1, 1>(4.0), Vector<1>(-2.0)));
  ASSERT_TRUE(pressed.solved());
  EXPECT_DOUBLE_EQ(pressed.z[0], 0.5);
  EXPECT_EQ(pressed.w[0], 0);
  const LcpSolution<1> open = solve_lcp_by_lemke(problem<1>(Matrix<1, 1>(4.0), Vector<1>(2.0)));
  ASSERT_TRUE(open.solved());
  EXPECT_EQ(open.z[0], 0);
  EXPECT_EQ(open.w[0], 2);
}

TEST(Lcp, OfTwoUnknownsHasItsClosedForm) {
  // Both pressed: z = −M⁻¹ q. The textbook example of cottle_pang_stone_1992: M = (2 1; 1 2), q = (−5, −6).
  Matrix<2, 2> M;
  M << 2, 1, 1, 2;
  const LinearComplementarity<2> both = problem<2>(M, {-5, -6});
  for (const LcpSolution<2>& s : {solve_lcp_by_lemke(both), solve_lcp_by_enumeration(both), solve_lcp(both)}) {
    ASSERT_TRUE(s.solved());
    EXPECT_NEAR(s.z[0], 4.0 / 3, 1e-14);
    EXPECT_NEAR(s.z[1], 7.0 / 3, 1e-14);
    EXPECT_LT(s.residual, 1e-14);
  }
  // Pressing one lifts the other.
  const LcpSolution<2> one = solve_lcp_by_lemke(problem<2>(M, {-4, -1}));
  ASSERT_TRUE(one.solved());
  EXPECT_NEAR(one.z[0], 2, 1e-15);
  EXPECT_EQ(one.z[1], 0);
  EXPECT_NEAR(one.w[1], 1, 1e-15);
}

TEST(Lcp, EnumerationCountsTheSolutionsOfAnIndeterminateProblem) {
  // M < 0 with q > 0: open and pressed are both solutions (the Painlevé paradox in one line).
  const LcpSolution<1> two = solve_lcp_by_enumeration(problem<1>(Matrix<1, 1>(-1.0), Vector<1>(1.0)));
  EXPECT_TRUE(two.solved());
  EXPECT_EQ(two.solutions, 2);
  const LcpSolution<1> none = solve_lcp_by_enumeration(problem<1>(Matrix<1, 1>(-1.0), Vector<1>(-1.0)));
  EXPECT_EQ(none.outcome, LcpOutcome::no_solution);
  EXPECT_EQ(none.solutions, 0);
}

TEST(Lemke, ReportsARayWhereNoSolutionExists) {
  const LcpSolution<1> single = solve_lcp_by_lemke(problem<1>(Matrix<1, 1>(-1.0), Vector<1>(-1.0)));
  EXPECT_EQ(single.outcome, LcpOutcome::ray);
  EXPECT_GE(single.residual, 1);  // the certificate does not hide it
  // Positive semidefinite and infeasible: z_0 − z_1 ≥ 1 and z_1 − z_0 ≥ 1 contradict each other.
  Matrix<2, 2> M;
  M << 1, -1, -1, 1;
  const LcpSolution<2> pair = solve_lcp_by_lemke(problem<2>(M, {-1, -1}));
  EXPECT_EQ(pair.outcome, LcpOutcome::ray);
  EXPECT_EQ(solve_lcp_by_enumeration(problem<2>(M, {-1, -1})).outcome, LcpOutcome::no_solution);
}

TEST(Lemke, ReportsNumbersThatAreNotFinite) {
  EXPECT_FALSE(solve_lcp_by_lemke(problem<1>(Matrix<1, 1>(1.0), Vector<1>(std::nan("")))).solved());
  EXPECT_FALSE(solve_lcp_by_enumeration(problem<1>(Matrix<1, 1>(1.0), Vector<1>(std::nan("")))).solved());
}

// With the first of the tied rows instead of the lexicographic one, Lemke's method repeats its bases for ever on both
// problems (the first is Kostreva's).
TEST(Lemke, EndsWhereTheFirstOfTiedRowsWouldCycle) {
  Matrix<3, 3> M;
  M << 1, 2, 0, 0, 1, 2, 2, 0, 1;
  const LcpSolution<3> s = solve_lcp_by_lemke(problem<3>(M, {-1, -1, -1}));
  ASSERT_TRUE(s.solved());
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(s.z[i], 1.0 / 3, 1e-14);

  Matrix<6, 6> N;
  N << 1, 0, -2, 2, -1, 0,  //
      2, 1, -1, 2, 1, 0,    //
      2, -2, 2, -2, -1, 1,  //
      0, 2, 0, 1, 1, -1,    //
      0, -2, 2, -1, 2, 2,   //
      1, 1, -1, 0, 0, 2;
  Vector<6> q;
  q << -1, -1, 0, -1, 0, 0;
  const LcpSolution<6> t = solve_lcp_by_lemke(problem<6>(N, q));
  ASSERT_TRUE(t.solved());
  EXPECT_LT(t.residual, 1e-13);
}

// Lemke's method on Murty's matrices visits 2ⁿ bases: it is slow there, but it must arrive.
TEST(Lemke, ArrivesOnTheMatricesOfMurty) {
  constexpr int n = 8;
  Matrix<n, n> M = Matrix<n, n>::Identity();
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) M(i, j) = 2;
  const LcpSolution<n> s = solve_lcp_by_lemke(problem<n>(M, Vector<n>::Constant(-1)));
  ASSERT_TRUE(s.solved());
  for (int i = 0; i < n; ++i) EXPECT_NEAR(s.z[i], i == n - 1 ? 1 : 0, 1e-13);
}

TEST(Lemke, SolvesRedundantContacts) {
  // A beam on three supports: rank two, the loads are not unique, the velocities are.
  Matrix<3, 2> W;
  W << 1, -1, 1, 0, 1, 1;
  const Matrix<3, 3> M = W * W.transpose();
  const LcpSolution<3> s = solve_lcp_by_lemke(problem<3>(M, {-1, -1, -1}));
  ASSERT_TRUE(s.solved());
  EXPECT_LT(s.residual, 1e-13);
  EXPECT_NEAR(s.z.sum(), 1, 1e-13);
  EXPECT_LT(s.w.cwiseAbs().maxCoeff(), 1e-13);
}

RC_GTEST_PROP(LemkeProperty, AgreesWithEnumerationOnPMatrices, ()) {
  constexpr int n = 6;
  const LinearComplementarity<n> p = problem<n>(draw_p_matrix<n>(), draw_vector<n>());
  const LcpSolution<n> lemke = solve_lcp_by_lemke(p), all = solve_lcp_by_enumeration(p);
  RC_ASSERT(lemke.solved());
  RC_ASSERT(all.solutions == 1);  // a P matrix has exactly one solution
  RC_ASSERT(lemke.residual < 1e-10);
  RC_ASSERT((lemke.z - all.z).cwiseAbs().maxCoeff() < 1e-8 * (1 + all.z.cwiseAbs().maxCoeff()));
}

RC_GTEST_PROP(LemkeProperty, EndsOnDegenerateProblems, ()) {
  // Few small integers: ties in every ratio test.
  constexpr int n = 7;
  Matrix<n, n> M;
  Vector<n> q;
  for (int i = 0; i < n; ++i) {
    q[i] = *rc::gen::inRange(-1, 2);
    for (int j = 0; j < i; ++j) {
      M(i, j) = *rc::gen::inRange(-1, 2);
      M(j, i) = -M(i, j);
    }
    M(i, i) = *rc::gen::inRange(0, 2);
  }
  // Positive semidefinite (skew plus a diagonal ≥ 0): a ray and "no solution" mean the same.
  const LcpSolution<n> lemke = solve_lcp_by_lemke(problem<n>(M, q)), all = solve_lcp_by_enumeration(problem<n>(M, q));
  RC_ASSERT(lemke.outcome == LcpOutcome::solved || lemke.outcome == LcpOutcome::ray);
  RC_ASSERT(lemke.solved() == all.solved());
  if (lemke.solved()) RC_ASSERT(lemke.residual < 1e-12);
}

RC_GTEST_PROP(LemkeProperty, HoldsTheConditionsOnLargePositiveSemidefiniteProblems, ()) {
  constexpr int n = 18, rank = 7;
  Matrix<n, rank> W;
  Vector<rank> v;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < rank; ++j) W(i, j) = draw() + (j == i % rank ? 2 : 0);
  for (int j = 0; j < rank; ++j) v[j] = draw();
  const Matrix<n, n> M = W * W.transpose();
  // q in the range of W: feasible, as in an impact of a mechanism with fewer coordinates than contacts.
  const LcpSolution<n> s = solve_lcp_by_lemke(problem<n>(M, Vector<n>(W * v)));
  RC_ASSERT(s.solved());
  RC_ASSERT(s.residual < 1e-7);
}

TEST(SmallSystem, GivesTheSolutionOfSmallestNorm) {
  // Against Eigen's complete orthogonal decomposition, for all ranks of 5 × 5 matrices.
  std::srand(7);
  for (int rank = 1; rank <= 5; ++rank) {
    for (int sample = 0; sample < 20; ++sample) {
      const Eigen::MatrixXd left = Eigen::MatrixXd::Random(5, rank), right = Eigen::MatrixXd::Random(rank, 5);
      const Eigen::MatrixXd a = left * right;
      const Eigen::VectorXd b = a * Eigen::VectorXd::Random(5);
      SmallSystem<5> system;
      system.n = 5;
      for (int i = 0; i < 5; ++i) {
        system.rhs[i] = b[i];
        for (int j = 0; j < 5; ++j) system.a[i][j] = a(i, j);
      }
      std::array<double, 5> z{};
      EXPECT_EQ(system.solve(z), rank);
      const Eigen::VectorXd expected = a.completeOrthogonalDecomposition().solve(b);
      for (int i = 0; i < 5; ++i) EXPECT_NEAR(z[i], expected[i], 1e-8 * (1 + expected.norm()));
    }
  }
}

TEST(SmallSystem, OfZerosHasTheZeroSolution) {
  SmallSystem<3> system{};
  system.n = 3;
  std::array<double, 3> z{1, 1, 1};
  EXPECT_EQ(system.solve(z), 0);
  EXPECT_EQ(z, (std::array<double, 3>{0, 0, 0}));
}

}  // namespace
}  // namespace carom
