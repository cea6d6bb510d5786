// SPDX-License-Identifier: Apache-2.0
// A piece of a lattice that repeats itself: what bulk constants are taken from.
//
// Model     Points in the parallelogram of the vectors a, b; a spring joins point i of a cell to point j of the cell
//           `shift_a` along a and `shift_b` along b, unstretched.
// Source    kuninaka_hayakawa_2003, section III, for the lattices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "carom/base/random.hpp"

namespace carom {

struct PeriodicSpring {
  std::uint32_t first = 0, second = 0;
  int shift_a = 0, shift_b = 0;
  double k = 1;
};

struct PeriodicCell {
  double a_x = 1, a_y = 0, b_x = 0, b_y = 1;
  std::vector<double> x = {}, y = {};
  std::vector<PeriodicSpring> springs = {};
  double area() const { return a_x * b_y - a_y * b_x; }
};

enum class Diagonals { both, one };

PeriodicCell triangular_cell(double k);
PeriodicCell square_cell(double k_1, double k_2, Diagonals diagonals = Diagonals::both);

// n × n of the cells as one: the same lattice. Throws BadInput for n < 1.
PeriodicCell repeated(const PeriodicCell& cell, int n);

// N random points of density 1 in a square, none nearer than `spacing`, with the springs of Delaunay's triangles.
// Throws BadInput when they do not fit.
PeriodicCell random_cell(int N, double k, Random random, double spacing = 0.7);

}  // namespace carom
