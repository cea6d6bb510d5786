// SPDX-License-Identifier: Apache-2.0
// Vectors and matrices of fixed size, of doubles or of numbers that carry derivatives (dual.hpp).
#pragma once

#include <type_traits>

#include <Eigen/Core>

namespace carom {

template <int Size, class Real = double>
using Vector = Eigen::Matrix<Real, Size, 1>;
template <int Rows, int Cols, class Real = double>
using Matrix = Eigen::Matrix<Real, Rows, Cols>;

// An argument whose kind of number is settled by the others: q decides.
template <class T>
using Number = std::type_identity_t<T>;

}  // namespace carom
