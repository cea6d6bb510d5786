// SPDX-License-Identifier: Apache-2.0
#include "carom/base/dense.hpp"

#include <Eigen/Dense>

namespace carom {

Eigen::VectorXcd eigenvalues(const Eigen::MatrixXd& A) {
  if (A.size() == 0) return {};  // contacts may leave nothing free
  return A.eigenvalues();
}

Eigenpairs eigenpairs(const Eigen::MatrixXd& A) {
  const Eigen::EigenSolver<Eigen::MatrixXd> solver(A);
  return {.values = solver.eigenvalues(), .vectors = solver.eigenvectors()};
}

SymmetricEigenpairs symmetric_eigenpairs(const Eigen::MatrixXd& A) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(A);
  return {.values = solver.eigenvalues(), .vectors = solver.eigenvectors()};
}

SingularValues singular_values(const Eigen::MatrixXd& A) {
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(A, Eigen::ComputeFullU | Eigen::ComputeFullV);
  return {.U = svd.matrixU(), .V = svd.matrixV(), .values = svd.singularValues()};
}

Eigen::VectorXd free_direction(const Eigen::MatrixXd& A) { return singular_values(A).V.col(A.cols() - 1); }

Eigen::VectorXd solve_least_squares(const Eigen::MatrixXd& A, const Eigen::VectorXd& b) {
  return A.colPivHouseholderQr().solve(b);
}

Eigen::VectorXcd solve_regular(const Eigen::MatrixXcd& A, const Eigen::VectorXcd& b) {
  return A.partialPivLu().solve(b);
}

}  // namespace carom
