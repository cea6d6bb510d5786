// SPDX-License-Identifier: Apache-2.0
// Points on a Poincaré section: a bounded memory of them, and whether they repeat.
//
// Model     Points z_0 … z_k with a distance d. The motion has the period n if
//   (1)  d(z_{k−j}, z_{k−j−n}) ≤ tolerance   for j = 0 … max(n, 3) − 1,
//           that is if the last n steps (at least three) all repeat what happened n steps before. The smallest n
//           counts.
// Limits    A transient that changes by less than the tolerance in a step is taken for periodic; a period longer than
//           half the memory cannot be seen.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "carom/base/constants.hpp"

namespace carom::observe {

// The last `Capacity` values that were pushed; no allocation after construction.
template <class Value, int Capacity>
class Ring {
 public:
  void push(const Value& value) {
    values_[next_] = value;
    next_ = (next_ + 1) % Capacity;
    size_ = std::min(size_ + 1, Capacity);
  }
  void clear() { next_ = size_ = 0; }
  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  static constexpr int capacity() { return Capacity; }
  // back = 0: the newest; back = size() − 1: the oldest.
  const Value& newest(int back = 0) const {
    return values_[static_cast<std::size_t>((next_ - 1 - back + 2 * Capacity) % Capacity)];
  }

 private:
  std::array<Value, static_cast<std::size_t>(Capacity)> values_{};
  int next_ = 0, size_ = 0;
};

// (1): the smallest period up to max_period of `count` points; 0 if none. distance(a, b) measures the points that lie
// a and b steps back from the newest.
template <class Distance>
int find_period(int count, int max_period, double tolerance, Distance&& distance) {
  for (int n = 1; n <= max_period; ++n) {
    const int comparisons = std::max(n, 3);
    if (comparisons + n > count) return 0;
    bool repeats = true;
    for (int j = 0; j < comparisons && repeats; ++j) repeats = distance(j, j + n) <= tolerance;
    if (repeats) return n;
  }
  return 0;
}

// An angle brought into (−π, π].
inline double wrapped(double angle) {
  const double rest = std::remainder(angle, two_pi);
  return rest <= -pi ? rest + two_pi : rest;
}

// The mean of angles that may straddle ±π: the direction of the sum of their unit vectors. NaN of none.
class MeanAngle {
 public:
  void add(double angle) {
    cos_ += std::cos(angle);
    sin_ += std::sin(angle);
    ++count_;
  }
  int count() const { return count_; }
  double value() const { return count_ > 0 ? std::atan2(sin_, cos_) : std::numeric_limits<double>::quiet_NaN(); }

 private:
  double cos_ = 0, sin_ = 0;
  int count_ = 0;
};

}  // namespace carom::observe
