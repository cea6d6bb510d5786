// SPDX-License-Identifier: Apache-2.0
// Vectors and matrices, of doubles or of numbers that carry derivatives (dual.hpp), and the sizes that they may have.
//
// Sizes     n ≥ 0            known to the compiler
//           at_most(n)       known at run time, up to n: memory for n is part of the object, nothing comes from the heap
//           Eigen::Dynamic   any size, on the heap
//   A computation written for a size serves all three: rows(size) is what Eigen's blocks want to know of it,
//   `y.template head<rows(size)>(n)`, and joined(a, b) the size of two vectors one after the other.
#pragma once

#include <type_traits>

#include <Eigen/Core>

namespace carom {

constexpr int at_most(int n) { return -n; }  // n > 1
constexpr bool is_bounded(int size) { return size < Eigen::Dynamic; }
constexpr bool is_fixed(int size) { return size >= 0; }
constexpr int capacity(int size) { return size < 0 ? -size : size; }
constexpr int rows(int size) { return is_bounded(size) ? Eigen::Dynamic : size; }
constexpr int most_rows(int size) { return is_bounded(size) ? capacity(size) : size; }
constexpr int joined(int a, int b) {
  return is_fixed(a) && is_fixed(b)                   ? a + b
         : a == Eigen::Dynamic || b == Eigen::Dynamic ? Eigen::Dynamic
                                                      : at_most(capacity(a) + capacity(b));
}

// The size of so many vectors of one size, one after the other.
constexpr int repeated(int times, int size) {
  return is_fixed(size) ? times * size : size == Eigen::Dynamic ? size : at_most(times * capacity(size));
}

template <int Rows, int Cols, class Real = double>
using Matrix = Eigen::Matrix<Real, rows(Rows), rows(Cols), Rows == 1 && Cols != 1 ? Eigen::RowMajor : Eigen::ColMajor,
                             most_rows(Rows), most_rows(Cols)>;
template <int Size, class Real = double>
using Vector = Matrix<Size, 1, Real>;

// Zeros: of a fixed size, or n of them.
template <int Size, class Real = double>
Vector<Size, Real> zeros(int n = is_fixed(Size) ? Size : 0) {
  return Vector<Size, Real>::Constant(n, Real(0.0));
}

// An argument whose kind of number is settled by the others: q decides.
template <class T>
using Number = std::type_identity_t<T>;

}  // namespace carom
