// SPDX-License-Identifier: Apache-2.0
#include "carom/theory/square_lattice.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <utility>
#include <vector>

#include "carom/base/bad_input.hpp"
#include "carom/base/constants.hpp"

namespace carom::theory {
namespace {

struct Bond {
  double k;
  Eigen::Vector2d along;
};

// A unit cell of that area deformed uniformly: energy of the bonds ½ Σ k (nᵀεn)² l², in (ε_xx, ε_yy, 2ε_xy).
ElasticConstants by_bonds(const std::vector<Bond>& bonds, double area, double theta) {
  Eigen::Matrix3d stiffness = Eigen::Matrix3d::Zero();
  for (const auto& [k, along] : bonds) {
    const Eigen::Vector2d n = along.normalized();
    const Eigen::Vector3d strain(n.x() * n.x(), n.y() * n.y(), n.x() * n.y());
    stiffness += k * along.squaredNorm() / area * strain * strain.transpose();
  }
  const double c = std::cos(theta), s = std::sin(theta);
  const Eigen::Vector3d strain = stiffness.inverse() * Eigen::Vector3d(c * c, s * s, c * s);
  const double along = strain.dot(Eigen::Vector3d(c * c, s * s, c * s));
  const double across = strain.dot(Eigen::Vector3d(s * s, c * c, -c * s));
  return {.E = 1 / along, .nu = -across / along};
}

TEST(SquareLattice, HasTheConstantsOfItsBonds) {
  for (const double k_2 : {0.05, 0.5, 1.0, 3.0}) {
    for (const double theta : {0.0, 0.3, pi / 4, 1.2, pi / 2, -0.5}) {
      const std::vector<Bond> bonds{{2, {1, 0}}, {2, {0, 1}}, {k_2, {1, 1}}, {k_2, {1, -1}}};
      const ElasticConstants ours = square_lattice(2, k_2, theta), theirs = by_bonds(bonds, 1, theta);
      EXPECT_NEAR(ours.E, theirs.E, 1e-13 * theirs.E);
      EXPECT_NEAR(ours.nu, theirs.nu, 1e-13);
    }
  }
}

TEST(SquareLattice, IsAlikeInAllDirectionsForEdgesTwiceAsStiff) {
  for (const double theta : {0.0, 0.2, pi / 4}) {
    EXPECT_NEAR(square_lattice(2, 1, theta).E, 8.0 / 3, 1e-15);
    EXPECT_NEAR(square_lattice(2, 1, theta).nu, 1.0 / 3, 1e-15);
  }
}

TEST(SquareLattice, TakesAPoissonRatioAlongAnEdge) {
  for (const double nu : {0.1, 0.3, 0.9}) EXPECT_NEAR(square_lattice(5, diagonal_spring(5, nu)).nu, nu, 1e-15);
  EXPECT_THROW(diagonal_spring(1, 1), BadInput);
}

TEST(SquareLattice, TriangularOneHasTheConstantsOfItsBonds) {
  const double h = std::sqrt(3.0) / 2;
  for (const double theta : {0.0, 0.4, 1.1}) {
    const ElasticConstants bonds = by_bonds({{7, {1, 0}}, {7, {0.5, h}}, {7, {-0.5, h}}}, h, theta);
    EXPECT_NEAR(triangular_lattice(7).E, bonds.E, 1e-13);
    EXPECT_NEAR(triangular_lattice(7).nu, bonds.nu, 1e-14);
  }
}

TEST(SquareLattice, RefusesSpringsThatDoNotHold) {
  EXPECT_THROW(square_lattice(0, 1), BadInput);
  EXPECT_THROW(square_lattice(1, 0), BadInput);
  EXPECT_THROW(triangular_lattice(-1), BadInput);
}

}  // namespace
}  // namespace carom::theory
