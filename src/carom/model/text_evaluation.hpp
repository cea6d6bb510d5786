// SPDX-License-Identifier: Apache-2.0
// What the evaluation of a text's programs needs beside them: memory that stays, and the inverse of a mass matrix.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
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

// The same of a matrix that falls into blocks, each given by its rows: block by block, with zeros between them.
template <class Real>
bool invert(int n, Real* a, const std::vector<std::vector<int>>& blocks) {
  if (blocks.size() < 2) return invert(n, a);
  static thread_local std::vector<Real> own;
  for (const std::vector<int>& rows : blocks) {
    const std::size_t size = rows.size();
    own.resize(size * size);
    for (std::size_t j = 0; j < size; ++j)
      for (std::size_t i = 0; i < size; ++i) own[i + j * size] = a[rows[i] + rows[j] * n];
    if (!invert(static_cast<int>(size), own.data())) return false;
    for (std::size_t j = 0; j < size; ++j)
      for (std::size_t i = 0; i < size; ++i) a[rows[i] + rows[j] * n] = own[i + j * size];
  }
  return true;
}

// The blocks of an n × n matrix of which is_zero(i, j) tells the entries that are always zero.
template <class IsZero>
std::vector<std::vector<int>> blocks_of(int n, const IsZero& is_zero) {
  std::vector<std::vector<int>> blocks;
  std::vector<bool> seen(static_cast<std::size_t>(n));
  for (int first = 0; first < n; ++first) {
    if (seen[static_cast<std::size_t>(first)]) continue;
    std::vector<int> rows{first};
    seen[static_cast<std::size_t>(first)] = true;
    for (std::size_t k = 0; k < rows.size(); ++k)
      for (int j = 0; j < n; ++j)
        if (!seen[static_cast<std::size_t>(j)] && !is_zero(rows[k], j)) {
          seen[static_cast<std::size_t>(j)] = true;
          rows.push_back(j);
        }
    std::sort(rows.begin(), rows.end());
    blocks.push_back(std::move(rows));
  }
  return blocks;
}

}  // namespace carom
