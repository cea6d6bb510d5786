// SPDX-License-Identifier: Apache-2.0
#include "carom/lattice/highest_frequency.hpp"

#include <cmath>
#include <cstddef>

#include "carom/base/random.hpp"

namespace carom {

double highest_frequency(const SpringNetwork& network, const std::vector<Point>& r) {
  const std::size_t n = network.points(), springs = network.springs();
  std::vector<Point> pull_i(springs), pull_j(springs);  // n √(k/m) of both ends
  for (std::size_t s = 0; s < springs; ++s) {
    const std::size_t i = network.first[s], j = network.second[s];
    const double d_x = r[j].x - r[i].x, d_y = r[j].y - r[i].y, length = std::sqrt(d_x * d_x + d_y * d_y);
    if (length == 0) continue;
    const double root = std::sqrt(network.k_a[s]) / length;
    const double at_i = root * std::sqrt(network.inverse_mass[i]), at_j = root * std::sqrt(network.inverse_mass[j]);
    pull_i[s] = {at_i * d_x, at_i * d_y};
    pull_j[s] = {at_j * d_x, at_j * d_y};
  }
  std::vector<Point> w(n), next(n);
  Random random(1);
  for (Point& p : w) p = {random.uniform() - 0.5, random.uniform() - 0.5};
  double square = 0;  // ω²
  for (int k = 0; k < 100; ++k) {
    next.assign(n, {});
    for (std::size_t s = 0; s < springs; ++s) {
      const std::size_t i = network.first[s], j = network.second[s];
      const Point &p = pull_i[s], &q = pull_j[s];
      const double pull = q.x * w[j].x + q.y * w[j].y - p.x * w[i].x - p.y * w[i].y;  // (1)
      next[i].x -= pull * p.x;
      next[i].y -= pull * p.y;
      next[j].x += pull * q.x;
      next[j].y += pull * q.y;
    }
    double norm = 0, product = 0, old = 0;
    for (std::size_t i = 0; i < n; ++i) {
      norm += next[i].x * next[i].x + next[i].y * next[i].y;
      product += next[i].x * w[i].x + next[i].y * w[i].y;
      old += w[i].x * w[i].x + w[i].y * w[i].y;
    }
    if (!(norm > 0)) return 0;
    const double before = square, scale = 1 / std::sqrt(norm);
    square = product / old;  // (2)
    for (std::size_t i = 0; i < n; ++i) w[i] = {scale * next[i].x, scale * next[i].y};
    if (k > 10 && std::abs(square - before) < 1e-3 * square) break;
  }
  return std::sqrt(square);
}

}  // namespace carom
