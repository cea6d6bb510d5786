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
