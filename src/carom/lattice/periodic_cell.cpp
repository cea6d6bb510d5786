// SPDX-License-Identifier: Apache-2.0
#include "carom/lattice/periodic_cell.hpp"

#include <array>
#include <cmath>
#include <string>

#include "carom/base/bad_input.hpp"
#include "carom/lattice/delaunay.hpp"
#include "carom/lattice/scattered_points.hpp"

namespace carom {

PeriodicCell triangular_cell(double k) {
  return {.a_x = 1,
          .a_y = 0,
          .b_x = 0.5,
          .b_y = std::sqrt(3.0) / 2,
          .x = {0},
          .y = {0},
          .springs = {{0, 0, 1, 0, k}, {0, 0, 0, 1, k}, {0, 0, -1, 1, k}}};
}

PeriodicCell square_cell(double k_1, double k_2, Diagonals diagonals) {
  PeriodicCell cell{.x = {0}, .y = {0}, .springs = {{0, 0, 1, 0, k_1}, {0, 0, 0, 1, k_1}, {0, 0, 1, 1, k_2}}};
  if (diagonals == Diagonals::both) cell.springs.push_back({0, 0, -1, 1, k_2});
  return cell;
}

PeriodicCell repeated(const PeriodicCell& cell, int n) {
  if (n < 1) throw BadInput("a cell is repeated once at least, got " + std::to_string(n));
  PeriodicCell many{.a_x = n * cell.a_x, .a_y = n * cell.a_y, .b_x = n * cell.b_x, .b_y = n * cell.b_y};
  const auto points = static_cast<std::uint32_t>(cell.x.size());
  // Cell (a, b) and how many times its index went around.
  struct Place {
    int index, around;
  };
  const auto wrap = [n](int index) {
    const int around = index >= 0 ? index / n : -((n - 1 - index) / n);
    return Place{index - around * n, around};
  };
  const auto first_of = [&](int a, int b) { return static_cast<std::uint32_t>(b * n + a) * points; };
  for (int b = 0; b < n; ++b)
    for (int a = 0; a < n; ++a) {
      for (std::uint32_t i = 0; i < points; ++i) {
        many.x.push_back(cell.x[i] + a * cell.a_x + b * cell.b_x);
        many.y.push_back(cell.y[i] + a * cell.a_y + b * cell.b_y);
      }
      for (const PeriodicSpring& spring : cell.springs) {
        const Place to_a = wrap(a + spring.shift_a), to_b = wrap(b + spring.shift_b);
        many.springs.push_back({first_of(a, b) + spring.first, first_of(to_a.index, to_b.index) + spring.second,
                                to_a.around, to_b.around, spring.k});
      }
    }
  return many;
}

PeriodicCell random_cell(int N, double k, Random random, double spacing) {
  if (N < 16) throw BadInput("a random cell needs 16 points at least, got N = " + std::to_string(N));
  const double side = std::sqrt(static_cast<double>(N));
  PeriodicCell cell{.a_x = side, .b_y = side};
  const ScatterBox box{.width = side, .height = side, .distance = spacing, .periodic = true};
  const auto anywhere = [](double, double) { return true; };
  scatter_points(box, 0, static_cast<std::size_t>(N), anywhere, random, cell.x, cell.y);
  // The cell with a copy on each side: every side of a triangle that begins in the middle and leads up, or right.
  std::vector<double> x, y;
  std::vector<std::array<int, 2>> shifts;
  for (const int b : {0, -1, 1})
    for (const int a : {0, -1, 1}) {
      shifts.push_back({a, b});
      for (std::size_t i = 0; i < cell.x.size(); ++i) {
        x.push_back(cell.x[i] + a * side);
        y.push_back(cell.y[i] + b * side);
      }
    }
  const auto n = static_cast<std::uint32_t>(N);
  for (const auto& [i, j] : edges_of(delaunay(x, y))) {
    if (i >= n) continue;  // neither end in the middle, whose points come first
    const auto [a, b] = shifts[j / n];
    if (j < n || b > 0 || (b == 0 && a > 0)) cell.springs.push_back({i, j % n, a, b, k});
  }
  return cell;
}

}  // namespace carom
