// SPDX-License-Identifier: Apache-2.0
// Vectors and matrices, of doubles or of numbers that carry derivatives (dual.hpp), and the sizes that they may have.
//
// Sizes     n ≥ 0            known to the compiler
//           at_most(n)       known at run time, up to n: memory for n is part of the object, nothing comes from the heap
//           Eigen::Dynamic   any size, on the heap
//   A computation written for a size serves all three: rows(size) is what Eigen's blocks want to know of it,
//   `y.template head<rows(size)>(n)`, and joined(a, b) the size of two vectors one after the other.
#pragma once

#include <cstddef>
#include <new>
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

// A x. Eigen's product for sizes known at run time is made for large ones; few columns are added up one by one, as they are
// where the sizes are fixed, and with the same bits.
template <class A, class X>
auto times(const Eigen::MatrixBase<A>& a, const Eigen::MatrixBase<X>& x) {
  if constexpr (A::RowsAtCompileTime == Eigen::Dynamic && A::MaxRowsAtCompileTime != Eigen::Dynamic) {
    using Column = Eigen::Matrix<typename A::Scalar, Eigen::Dynamic, 1, Eigen::ColMajor, A::MaxRowsAtCompileTime, 1>;
    constexpr Eigen::Index few = 12;
    const typename Eigen::internal::nested_eval<X, Eigen::Dynamic>::type right(x.derived());
    Column sum(a.rows());
    if (a.cols() > few || a.cols() == 0) {
      sum.noalias() = a.derived() * right;
    } else {
      for (Eigen::Index i = 0; i < a.rows(); ++i) sum[i] = a(i, 0) * right[0];
      for (Eigen::Index k = 1; k < a.cols(); ++k)
        for (Eigen::Index i = 0; i < a.rows(); ++i) sum[i] += a(i, k) * right[k];
    }
    return sum;
  } else {
    return a.derived() * x.derived();
  }
}

// Room for N numbers, to be filled in.
template <class Real, int N>
class Room {
 public:
  Real* data() { return std::launder(reinterpret_cast<Real*>(bytes_)); }

 private:
  alignas(Real) std::byte bytes_[sizeof(Real) * static_cast<std::size_t>(N)];
};

// An argument whose kind of number is settled by the others: q decides.
template <class T>
using Number = std::type_identity_t<T>;

}  // namespace carom
