// SPDX-License-Identifier: Apache-2.0
// Linear algebra of matrices whose size is known only at run time: Eigen's decompositions, compiled once. Each takes
// seconds to compile, and the studies use the same few.
#pragma once

#include <Eigen/Core>

namespace carom {

Eigen::VectorXcd eigenvalues(const Eigen::MatrixXd& A);

struct Eigenpairs {
  Eigen::VectorXcd values;
  Eigen::MatrixXcd vectors;  // columns of length 1
};
Eigenpairs eigenpairs(const Eigen::MatrixXd& A);

struct SymmetricEigenpairs {
  Eigen::VectorXd values;  // rising
  Eigen::MatrixXd vectors;
};
SymmetricEigenpairs symmetric_eigenpairs(const Eigen::MatrixXd& A);

// A = U Σ Vᵀ with square U and V.
struct SingularValues {
  Eigen::MatrixXd U, V;
  Eigen::VectorXd values;  // falling
};
SingularValues singular_values(const Eigen::MatrixXd& A);

// The direction that A, with one column more than rows, leaves free; its sign is arbitrary.
Eigen::VectorXd free_direction(const Eigen::MatrixXd& A);

// The x of least |A x − b|, by QR with pivots; A may have more rows than columns.
Eigen::VectorXd solve_least_squares(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);

// A x = b for a regular A.
Eigen::VectorXcd solve_regular(const Eigen::MatrixXcd& A, const Eigen::VectorXcd& b);

}  // namespace carom
