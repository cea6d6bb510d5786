// SPDX-License-Identifier: Apache-2.0
#include "carom/lattice/linear_response.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <string>

#include "carom/base/bad_input.hpp"
#include "carom/base/constants.hpp"

namespace carom {
namespace {

TEST(LinearResponse, TriangularLatticeIsAlikeInAllDirections) {
  const Eigen::Matrix3d C = stiffness(triangular_cell(5));
  for (const double theta : {0.0, 0.3, 1.0}) {
    EXPECT_NEAR(stretch(C, theta).E, 2 * 5 / std::sqrt(3.0), 1e-12);
    EXPECT_NEAR(stretch(C, theta).nu, 1.0 / 3, 1e-13);
  }
}

TEST(LinearResponse, SquareLatticeHasItsClosedForm) {
  for (const double k_2 : {0.1, 0.5, 2.0}) {
    const double k_1 = 1.5;
    const Eigen::Matrix3d C = stiffness(square_cell(k_1, k_2));
    EXPECT_NEAR(C(0, 0), k_1 + k_2, 1e-14);
    EXPECT_NEAR(C(0, 1), k_2, 1e-14);
    EXPECT_NEAR(C(2, 2), k_2, 1e-14);
    for (const double theta : {0.0, 0.4, pi / 4, 1.3}) {
      const double s = std::pow(std::cos(theta) * std::sin(theta), 2), turned = s * (k_1 * k_1 - 4 * k_2 * k_2);
      const double compliance = (k_1 + k_2) / (k_1 * (k_1 + 2 * k_2)) + s * (k_1 - 2 * k_2) / (k_1 * k_2);
      EXPECT_NEAR(stretch(C, theta).E, 1 / compliance, 1e-12);
      EXPECT_NEAR(stretch(C, theta).nu, (k_2 * k_2 + turned) / (k_2 * (k_1 + k_2) + turned), 1e-12);
    }
  }
  EXPECT_NEAR(stretch(stiffness(square_cell(1, 0.5, Diagonals::one))).nu, 0, 1e-14);
}

// The triangular lattice again, as a cell of two points with one of them moved: the strains are no longer uniform, and
// the same lattice in a larger cell has the same constants.
TEST(LinearResponse, DoesNotDependOnTheChoiceOfTheCell) {
  const double h = std::sqrt(3.0);
  PeriodicCell two{.a_x = 1, .b_y = h, .x = {0, 0.5}, .y = {0, h / 2}};
  two.springs = {{0, 0, 1, 0, 1}, {1, 1, 1, 0, 1}, {0, 1, 0, 0, 1}, {0, 1, -1, 0, 1}, {1, 0, 0, 1, 1}, {1, 0, 1, 1, 1}};
  EXPECT_LT((stiffness(two) - stiffness(triangular_cell(1))).norm(), 1e-13);
  two.x[1] += 0.07;
  two.y[1] -= 0.04;
  const Eigen::Matrix3d moved = stiffness(two);
  for (PeriodicSpring& spring : two.springs) {
    std::swap(spring.first, spring.second);
    spring.shift_a = -spring.shift_a;
    spring.shift_b = -spring.shift_b;
  }
  EXPECT_LT((stiffness(two) - moved).norm(), 1e-13);
  EXPECT_GT((moved - stiffness(triangular_cell(1))).norm(), 1e-3);
}

TEST(LinearResponse, ManyCellsAsOneHaveTheSameConstants) {
  for (const int n : {2, 3, 12}) {
    EXPECT_LT((stiffness(repeated(triangular_cell(1), n)) - stiffness(triangular_cell(1))).norm(), 1e-12) << n;
    for (const Diagonals diagonals : {Diagonals::both, Diagonals::one}) {
      const PeriodicCell one = square_cell(1, 0.3, diagonals);
      EXPECT_LT((stiffness(repeated(one, n)) - stiffness(one)).norm(), 1e-12) << n;
    }
  }
  const PeriodicCell random = random_cell(16, 1, Random(2));
  EXPECT_LT((stiffness(repeated(random, 2)) - stiffness(random)).norm(), 1e-11);
  EXPECT_THROW(repeated(random, 0), BadInput);
}

TEST(LinearResponse, SeriesOfSpringsIsSofterByRelaxation) {
  // Rows of springs 3 and 6 in series, 2 together over a length of 2; columns, and weak diagonals that keep the shape.
  PeriodicCell cell{.a_x = 2, .b_y = 1, .x = {0, 1}, .y = {0, 0}};
  const double weak = 1e-6;
  cell.springs = {{0, 1, 0, 0, 3},    {1, 0, 1, 0, 6},    {0, 0, 0, 1, 1},     {1, 1, 0, 1, 1},
                  {0, 1, 0, 1, weak}, {1, 0, 0, 1, weak}, {0, 1, -1, 1, weak}, {1, 0, 1, 1, weak}};
  EXPECT_NEAR(stretch(stiffness(cell)).E, 2 * 2, 1e-4);
}

TEST(LinearResponse, RandomLatticesHaveAPoissonRatioNearAQuarter) {
  double nu = 0, E = 0;
  for (int seed = 1; seed <= 4; ++seed) {
    const Eigen::Matrix3d C = stiffness(random_cell(900, 1, Random(static_cast<std::uint64_t>(seed))));
    for (const double theta : {0.0, pi / 4, pi / 2}) {
      nu += stretch(C, theta).nu / 12;
      E += stretch(C, theta).E / 12;
    }
  }
  RecordProperty("nu", std::to_string(nu));
  RecordProperty("E", std::to_string(E));
  EXPECT_GT(nu, 0.24);
  EXPECT_LT(nu, 0.32);
  EXPECT_GT(E, 1.0);
  EXPECT_LT(E, 1.25);
}

TEST(LinearResponse, RandomCellHasThreeSpringsAPoint) {
  const PeriodicCell cell = random_cell(400, 1, Random(3));
  EXPECT_EQ(cell.x.size(), 400u);
  EXPECT_EQ(cell.springs.size(), 1200u) << "Euler: a triangulated torus has three sides a point";
}

TEST(LinearResponse, RefusesALatticeThatYields) {
  PeriodicCell bare = square_cell(1, 1);
  bare.springs.resize(2);
  EXPECT_THROW(stiffness(bare), BadInput);
}

}  // namespace
}  // namespace carom
