// SPDX-License-Identifier: Apache-2.0
#include "carom/lattice/band.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "carom/base/bad_input.hpp"
#include "carom/base/number_text.hpp"

namespace carom {
namespace {

void check_sides(double length, double width) {
  if (!(length > 0 && width > 0 && std::isfinite(length * width)))
    throw BadInput("the length and width of a band must be above 0, got " + number_text(length) + " and " +
                   number_text(width));
}

struct Step {
  int across, along;  // rows up, points along the row, from a point of an even row
  double k;
};

// Rows of points `along` apart, the rows `up` apart, the odd ones moved by `shift`.
Band rows_of_points(const OrderedBand& options, double along, double up, double shift, const std::vector<Step>& steps) {
  const int columns = static_cast<int>(std::lround(options.length / along)) + 1;
  const int rows = static_cast<int>(std::lround(options.width / up)) + 1;
  if (columns < 4 || rows < 2)
    throw BadInput("N = " + std::to_string(options.N) + " points make no band of length " +
                   number_text(options.length) + " and width " + number_text(options.width) +
                   ": it needs two rows of four points at least");
  Band band;
  band.length = (columns - 1) * along;
  band.width = (rows - 1) * up;
  const auto at = [columns](int row, int column) { return static_cast<std::uint32_t>(row * columns + column); };
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      band.network.add_point();
      band.x.push_back(column * along - band.length / 2 + (row % 2 == 0 ? -shift / 2 : shift / 2));
      band.y.push_back(row * up - band.width / 2);
    }
    band.left.push_back(at(row, 0));
    band.right.push_back(at(row, columns - 1));
  }
  for (int column = 0; column < columns; ++column) {
    band.bottom.push_back(at(0, column));
    band.top.push_back(at(rows - 1, column));
  }
  for (int row = 0; row < rows; ++row) {
    // The neighbours above a point of a row that is moved lie one further along.
    const int further = shift != 0 && row % 2 == 1 ? 1 : 0;
    for (int column = 0; column < columns; ++column) {
      for (const Step& step : steps) {
        const int to_row = row + step.across, to = column + step.along + (step.across == 1 ? further : 0);
        if (to_row >= rows || to < 0 || to >= columns) continue;
        const std::uint32_t i = at(row, column), j = at(to_row, to);
        const double d_x = band.x[j] - band.x[i], d_y = band.y[j] - band.y[i];
        band.network.add_spring(i, j, std::sqrt(d_x * d_x + d_y * d_y), step.k, options.k_b);
      }
    }
  }
  return band;
}

double spacing_of(const OrderedBand& band, double area_of_a_point) {
  check_sides(band.length, band.width);
  if (band.N < 8) throw BadInput("an ordered band needs 8 points at least, got N = " + std::to_string(band.N));
  return std::sqrt(band.length * band.width / band.N / area_of_a_point);  // (1)
}

}  // namespace

Band triangular_band(const OrderedBand& options) {
  const double h = std::sqrt(3.0) / 2, s = spacing_of(options, h), k = options.k_1;
  return rows_of_points(options, s, s * h, s / 2, {{0, 1, k}, {1, -1, k}, {1, 0, k}});
}

Band square_band(const OrderedBand& options) {
  const double s = spacing_of(options, 1), k_1 = options.k_1, k_2 = options.k_2;
  std::vector<Step> steps{{0, 1, k_1}, {1, 0, k_1}, {1, 1, k_2}};
  if (options.diagonals == Diagonals::both) steps.push_back({1, -1, k_2});
  return rows_of_points(options, s, s, 0, steps);
}

Band random_band(const RandomBody& options, Random random, double length, double width) {
  check_sides(length, width);
  if (options.delta != 0)
    throw BadInput("a band has straight edges: its roughness delta must be 0, got " + number_text(options.delta));
  LatticeBody wall = random_wall(options, random, WallBottom::free, length, width);
  if (wall.x.size() > static_cast<std::size_t>(options.N))
    throw BadInput("N = " + std::to_string(options.N) + " points are too few for a band of length " +
                   number_text(length) + " and width " + number_text(width) + ": its outline alone has " +
                   std::to_string(wall.x.size()));
  Band band{.length = length, .width = width, .top = std::move(wall.surface)};
  for (std::uint32_t i = 0; i < wall.network.points(); ++i) {
    if (wall.network.inverse_mass[i] == 0) (wall.x[i] < 0 ? band.left : band.right).push_back(i);
    if (wall.y[i] == -width) band.bottom.push_back(i);
    wall.network.inverse_mass[i] = 1 / wall.network.mass[i];
    wall.y[i] += width / 2;
  }
  band.network = std::move(wall.network);
  band.x = std::move(wall.x);
  band.y = std::move(wall.y);
  return band;
}

}  // namespace carom
