// SPDX-License-Identifier: Apache-2.0
#include "carom/lattice/linear_response.hpp"

#include <Eigen/Dense>
#include <Eigen/SparseCholesky>
#include <cmath>
#include <vector>

#include "carom/base/bad_input.hpp"

namespace carom {
namespace {

[[noreturn]] void refuse() { throw BadInput("the lattice does not hold its shape: it yields without resistance"); }

}  // namespace

Eigen::Matrix3d stiffness(const PeriodicCell& cell) {
  // Point 0 stays: moving all points alike costs nothing.
  const Eigen::Index unknowns = 2 * (static_cast<Eigen::Index>(cell.x.size()) - 1);
  Eigen::Matrix3d C = Eigen::Matrix3d::Zero();
  Eigen::MatrixXd F = Eigen::MatrixXd::Zero(unknowns, 3);
  std::vector<Eigen::Triplet<double>> entries;
  for (const PeriodicSpring& spring : cell.springs) {
    const Eigen::Vector2d d(
        cell.x[spring.second] - cell.x[spring.first] + spring.shift_a * cell.a_x + spring.shift_b * cell.b_x,
        cell.y[spring.second] - cell.y[spring.first] + spring.shift_a * cell.a_y + spring.shift_b * cell.b_y);
    const double length = d.norm();
    const Eigen::Vector2d n = d / length;
    const Eigen::Vector3d g(n.x() * n.x(), n.y() * n.y(), n.x() * n.y());
    C += spring.k * length * length * g * g.transpose();
    if (spring.first == spring.second) continue;
    const Eigen::Index at[2] = {2 * (static_cast<Eigen::Index>(spring.first) - 1),
                                2 * (static_cast<Eigen::Index>(spring.second) - 1)};
    const double sign[2] = {-1, 1};
    for (int p = 0; p < 2; ++p) {
      if (at[p] < 0) continue;
      F.middleRows<2>(at[p]) += spring.k * length * sign[p] * n * g.transpose();
      for (int q = 0; q < 2; ++q) {
        if (at[q] < 0) continue;
        const Eigen::Matrix2d block = spring.k * sign[p] * sign[q] * n * n.transpose();
        for (int i = 0; i < 2; ++i)
          for (int j = 0; j < 2; ++j) entries.emplace_back(at[p] + i, at[q] + j, block(i, j));
      }
    }
  }
  if (unknowns > 0) {
    Eigen::SparseMatrix<double> K(unknowns, unknowns);
    K.setFromTriplets(entries.begin(), entries.end());
    const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> solver(K);
    if (solver.info() != Eigen::Success) refuse();
    const Eigen::VectorXd pivots = solver.vectorD();
    if (!(pivots.minCoeff() > 1e-12 * pivots.maxCoeff())) refuse();
    const Eigen::MatrixXd u = solver.solve(F);
    C -= F.transpose() * u;  // (2)
  }
  C /= cell.area();
  const Eigen::Vector3d strengths =
      Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(C, Eigen::EigenvaluesOnly).eigenvalues();
  if (!(strengths.minCoeff() > 1e-12 * strengths.maxCoeff())) refuse();
  return C;
}

StretchResponse stretch(const Eigen::Matrix3d& stiffness, double theta) {
  const double c = std::cos(theta), s = std::sin(theta);
  const Eigen::Vector3d along(c * c, s * s, c * s), across(s * s, c * c, -c * s);
  const Eigen::Vector3d strain = stiffness.inverse() * along;
  const double E = 1 / along.dot(strain);  // (3)
  return {.E = E, .nu = -E * across.dot(strain)};
}

}  // namespace carom
