// SPDX-License-Identifier: Apache-2.0
// Bands of springs, to be pulled at their ends: random, triangular and square.
//
// Model     A rectangle, length × width, with its centre at the origin and its ends at x = ±length/2.
//           Random: the points and springs of random_wall (lattice_builders.hpp), none of them held.
//           Ordered: rows of points along the pull, at the spacing s that N points on the area would have,
//   (1)  triangular: s = √(2A/(√3 N)), rows s √3/2 apart, every other one moved by s/2;   square: s = √(A/N)
//           rounded to whole cells: length, width and N are those of the band that was cut, near those asked for.
// Symbols   A = length · width [R²]; N number of points; k_1 springs, k_2 diagonals of square cells [m c²/R²].
// Source    kuninaka_hayakawa_2003, section III and Fig. 4(a).
// Differs   The paper says 348 points and no more; length and width are ours.
// Limits    Ordered bands are cut along a row of their lattice.
#pragma once

#include <cstdint>
#include <vector>

#include "carom/base/random.hpp"
#include "carom/lattice/lattice_builders.hpp"
#include "carom/lattice/periodic_cell.hpp"

namespace carom {

struct Band {
  SpringNetwork network = {};
  std::vector<double> x = {}, y = {};
  double length = 0, width = 0;
  std::vector<std::uint32_t> left = {}, right = {};  // points of the ends, one a row in ordered bands
  std::vector<std::uint32_t> bottom = {}, top = {};  // points of the long edges
};

struct OrderedBand {
  int N = 348;
  double length = 3, width = 1;
  double k_1 = 1, k_2 = 0.5, k_b = 0;
  Diagonals diagonals = Diagonals::both;
};

// All throw BadInput for lengths and numbers of points that make no band.
Band random_band(const RandomBody& body, Random random, double length = 3, double width = 1);
Band triangular_band(const OrderedBand& band);
Band square_band(const OrderedBand& band);

}  // namespace carom
