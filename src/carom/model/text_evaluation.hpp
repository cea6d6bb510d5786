// SPDX-License-Identifier: Apache-2.0
// What the evaluation of a text's programs needs beside them: memory that stays, and the inverse of a mass matrix.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "carom/base/dual.hpp"

namespace carom {

// Memory for evaluations, one of each kind a thread: it grows to the largest model and stays.
template <class Real>
struct Scratch {
  std::vector<Real> inputs, work, outputs;
  static Scratch& own(std::size_t inputs, std::size_t work, std::size_t outputs) {
    static thread_local Scratch scratch;
    if (scratch.inputs.size() < inputs) scratch.inputs.resize(inputs);
    if (scratch.work.size() < work) scratch.work.resize(work);
    if (scratch.outputs.size() < outputs) scratch.outputs.resize(outputs);
    return scratch;
  }
};

// In place, by Cholesky's factors; a is symmetric and positive definite. False where it is not.
template <class Real>
bool invert(int n, Real* a) {
  using std::sqrt;
  const auto at = [a, n](int i, int j) -> Real& { return a[i + j * n]; };
  for (int j = 0; j < n; ++j) {
    Real pivot = at(j, j);
    for (int k = 0; k < j; ++k) pivot -= at(j, k) * at(j, k);
    if (!(pivot > 0.0)) return false;
    at(j, j) = sqrt(pivot);
    for (int i = j + 1; i < n; ++i) {
      Real sum = at(i, j);
      for (int k = 0; k < j; ++k) sum -= at(i, k) * at(j, k);
      at(i, j) = sum / at(j, j);
    }
  }
  // L⁻¹ in the lower half, then its square.
  for (int j = 0; j < n; ++j) {
    at(j, j) = 1.0 / at(j, j);
    for (int i = j + 1; i < n; ++i) {
      Real sum = 0.0;
      for (int k = j; k < i; ++k) sum -= at(i, k) * at(k, j);
      at(i, j) = sum / at(i, i);
    }
  }
  for (int j = 0; j < n; ++j)
    for (int i = j; i < n; ++i) {
      Real sum = 0.0;
      for (int k = i; k < n; ++k) sum += at(k, i) * at(k, j);
      at(j, i) = sum;
    }
  for (int j = 0; j < n; ++j)
    for (int i = j + 1; i < n; ++i) at(i, j) = at(j, i);
  return true;
}

}  // namespace carom
