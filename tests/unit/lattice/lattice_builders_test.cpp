// SPDX-License-Identifier: Apache-2.0
#include "carom/lattice/lattice_builders.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>

#include "carom/base/bad_input.hpp"
#include "carom/base/constants.hpp"
#include "carom/lattice/delaunay.hpp"

namespace carom {
namespace {

double nearest_distance(const LatticeBody& body) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < body.x.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      least = std::min(least, std::hypot(body.x[i] - body.x[j], body.y[i] - body.y[j]));
  return least;
}

double twice_area(const std::vector<double>& x, const std::vector<double>& y, const Triangle& t) {
  return (x[t[1]] - x[t[0]]) * (y[t[2]] - y[t[0]]) - (x[t[2]] - x[t[0]]) * (y[t[1]] - y[t[0]]);
}

TEST(Delaunay, CirclesOfItsTrianglesAreEmpty) {
  Random random(4);
  std::vector<double> x, y;
  for (int i = 0; i < 150; ++i) {
    x.push_back(random.uniform());
    y.push_back(random.uniform());
  }
  const std::vector<Triangle> triangles = delaunay(x, y);
  double area = 0;
  std::set<std::uint32_t> seen;
  for (const Triangle& t : triangles) {
    EXPECT_GT(twice_area(x, y, t), 0);
    area += twice_area(x, y, t) / 2;
    seen.insert(t.begin(), t.end());
    for (std::size_t p = 0; p < x.size(); ++p) {
      if (std::count(t.begin(), t.end(), p)) continue;
      double m[3][3];
      for (std::size_t k = 0; k < 3; ++k) {
        m[k][0] = x[t[k]] - x[p];
        m[k][1] = y[t[k]] - y[p];
        m[k][2] = m[k][0] * m[k][0] + m[k][1] * m[k][1];
      }
      const double inside = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
                            m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
                            m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
      EXPECT_LT(inside, 1e-15);
    }
  }
  EXPECT_EQ(seen.size(), x.size());
  EXPECT_LT(area, 1);
  EXPECT_GT(area, 0.85);
}

TEST(Delaunay, TriangulatesCellsWithFourPointsOnACircle) {
  std::vector<double> x, y;
  for (int j = 0; j < 5; ++j)
    for (int i = 0; i < 6; ++i) {
      x.push_back(i);
      y.push_back(j);
    }
  const std::vector<Triangle> triangles = delaunay(x, y);
  EXPECT_EQ(triangles.size(), 2u * 5 * 4);
  double area = 0;
  for (const Triangle& t : triangles) area += twice_area(x, y, t) / 2;
  EXPECT_NEAR(area, 20, 1e-12);
  EXPECT_EQ(edges_of(triangles).size(), 5u * 5 + 6 * 4 + 20);
}

TEST(Delaunay, RefusesPointsOnALine) {
  EXPECT_THROW(delaunay({0, 1}, {0, 1}), BadInput);
  EXPECT_THROW(delaunay({0, 1, 2, 3}, {0, 1, 2, 3}), BadInput);
}

TEST(LatticeBuilders, TriangularDiskHasItsNumberOfPointsAndSixNeighbours) {
  for (const double orientation : {0.0, 0.3}) {
    const LatticeBody disk = ordered_disk(Cells::triangular, {.orientation = orientation, .k_a = 2, .k_b = 3});
    EXPECT_NEAR(static_cast<double>(disk.x.size()), 1600, 25);
    const double s = std::sqrt(2 * pi / (std::sqrt(3.0) * 1600));
    EXPECT_NEAR(nearest_distance(disk), s, 1e-12);
    std::vector<int> neighbours(disk.x.size());
    for (std::size_t k = 0; k < disk.network.springs(); ++k) {
      EXPECT_NEAR(disk.network.rest[k], s, 1e-12);
      ++neighbours[disk.network.first[k]];
      ++neighbours[disk.network.second[k]];
    }
    for (std::size_t i = 0; i < disk.x.size(); ++i) {
      EXPECT_LE(std::hypot(disk.x[i], disk.y[i]), 1 + 1e-12);
      if (std::hypot(disk.x[i], disk.y[i]) < 1 - 1.01 * s) {
        EXPECT_EQ(neighbours[i], 6);
      }
    }
    EXPECT_NEAR(spring_energy(disk.network, state_at_rest(disk.x, disk.y).r), 0, 1e-25);
  }
}

TEST(LatticeBuilders, OrientationTurnsTheDisk) {
  const auto angles = [](const LatticeBody& disk) {
    std::set<long> seen;  // of the springs, in millionths of a turn, from 0 to a half
    for (std::size_t s = 0; s < disk.network.springs(); ++s) {
      const std::uint32_t i = disk.network.first[s], j = disk.network.second[s];
      const double turn = std::atan2(disk.y[j] - disk.y[i], disk.x[j] - disk.x[i]) / two_pi;
      seen.insert(std::lround(1e6 * (turn < -1e-9 ? turn + 0.5 : turn > 0.5 - 1e-9 ? turn - 0.5 : turn)));
    }
    return seen;
  };
  EXPECT_EQ(angles(ordered_disk(Cells::square, {.N = 100})), (std::set<long>{0, 125000, 250000, 375000}));
  EXPECT_EQ(angles(ordered_disk(Cells::square, {.N = 100, .orientation = pi / 6})),
            (std::set<long>{83333, 208333, 333333, 458333}));
  EXPECT_EQ(angles(ordered_disk(Cells::triangular, {.N = 100, .orientation = pi / 6})),
            (std::set<long>{83333, 250000, 416667}));
}

TEST(LatticeBuilders, SurfaceOfAnOrderedDiskIsWhereNeighboursAreMissing) {
  for (const Cells cells : {Cells::triangular, Cells::square}) {
    const LatticeBody disk = ordered_disk(cells, {});
    const double s = disk.network.rest.front();
    std::set<std::uint32_t> surface(disk.surface.begin(), disk.surface.end());
    EXPECT_EQ(surface.size(), disk.surface.size());
    for (std::uint32_t i = 0; i < disk.x.size(); ++i) {
      if (surface.count(i)) {
        EXPECT_GT(std::hypot(disk.x[i], disk.y[i]), 1 - 1.5 * s);
      } else {
        EXPECT_LT(std::hypot(disk.x[i], disk.y[i]), 1 - 0.5 * s);
      }
    }
  }
}

TEST(LatticeBuilders, LayerPutsARoundRoughSurfaceAroundALattice) {
  for (const Cells cells : {Cells::triangular, Cells::square}) {
    const OrderedDisk options{.k_a = 4, .k_2 = 1, .delta = 0.03, .layer = true};
    const LatticeBody disk = ordered_disk(cells, options, Random(1));
    EXPECT_NEAR(static_cast<double>(disk.x.size()), 1600, 12);  // sites come in twelves
    EXPECT_EQ(disk.surface.size(), 132u);
    double squares = 0;
    for (const std::uint32_t i : disk.surface) squares += std::pow(std::hypot(disk.x[i], disk.y[i]) - 1, 2);
    EXPECT_NEAR(std::sqrt(squares / 132), 0.03, 0.007);
    EXPECT_EQ(spring_energy(disk.network, state_at_rest(disk.x, disk.y).r), 0);
    // Every point is held by springs, those inside as the lattice has it.
    std::vector<int> springs(disk.x.size());
    long soft = 0;
    for (std::size_t k = 0; k < disk.network.springs(); ++k) {
      ++springs[disk.network.first[k]];
      ++springs[disk.network.second[k]];
      soft += disk.network.k_a[k] == 1;
    }
    for (std::size_t i = 0; i < disk.x.size(); ++i) {
      EXPECT_GE(springs[i], 3) << i;
      if (std::hypot(disk.x[i], disk.y[i]) < 0.85) {
        EXPECT_EQ(springs[i], cells == Cells::square ? 8 : 6);
      }
    }
    if (cells == Cells::square)
      EXPECT_GT(soft, 2500);
    else
      EXPECT_EQ(soft, 0);
  }
}

TEST(LatticeBuilders, SquareDiskHasBothDiagonals) {
  const LatticeBody disk = ordered_disk(Cells::square, {.N = 400, .k_a = 4, .k_2 = 1});
  const double s = std::sqrt(pi / 400);
  int edges = 0, diagonals = 0;
  for (std::size_t k = 0; k < disk.network.springs(); ++k) {
    const bool diagonal = disk.network.k_a[k] == 1;
    EXPECT_NEAR(disk.network.rest[k], diagonal ? s * std::sqrt(2.0) : s, 1e-12);
    ++(diagonal ? diagonals : edges);
  }
  EXPECT_GT(diagonals, 1.8 * 400 * 0.9);
  EXPECT_GT(edges, diagonals);
}

TEST(LatticeBuilders, RandomDiskKeepsItsDistances) {
  const LatticeBody disk = random_disk({}, Random(1));
  EXPECT_EQ(disk.x.size(), 1600u);
  EXPECT_EQ(disk.surface.size(), 132u);
  EXPECT_GE(nearest_distance(disk), 0.7 * std::sqrt(pi / 1600) * (1 - 1e-12));
  for (const std::uint32_t i : disk.surface) EXPECT_NEAR(std::hypot(disk.x[i], disk.y[i]), 1, 1e-15);
  // Euler: 3N − 3 − (points of the outline).
  EXPECT_EQ(disk.network.springs(), 3u * 1600 - 3 - 132);
  EXPECT_EQ(spring_energy(disk.network, state_at_rest(disk.x, disk.y).r), 0);
  const LatticeBody again = random_disk({}, Random(1)), other = random_disk({}, Random(2));
  EXPECT_EQ(disk.x, again.x);
  EXPECT_NE(disk.x, other.x);
}

TEST(LatticeBuilders, RoughnessMovesTheSurfaceAfterTheTriangles) {
  const LatticeBody smooth = random_disk({.N = 900}, Random(5)),
                    rough = random_disk({.N = 900, .delta = 0.03}, Random(5));
  EXPECT_EQ(smooth.network.first, rough.network.first);
  EXPECT_EQ(smooth.network.second, rough.network.second);
  double squares = 0;
  for (const std::uint32_t i : rough.surface) squares += std::pow(std::hypot(rough.x[i], rough.y[i]) - 1, 2);
  EXPECT_NEAR(std::sqrt(squares / static_cast<double>(rough.surface.size())), 0.03, 0.007);
  std::size_t moved = 0;
  for (std::size_t i = 0; i < smooth.x.size(); ++i) moved += smooth.x[i] != rough.x[i] || smooth.y[i] != rough.y[i];
  EXPECT_EQ(moved, rough.surface.size());
  EXPECT_EQ(spring_energy(rough.network, state_at_rest(rough.x, rough.y).r), 0);
}

TEST(LatticeBuilders, RandomWallHoldsItsSides) {
  const LatticeBody wall = random_wall({.delta = 0.03}, Random(1));
  EXPECT_EQ(wall.x.size(), 1600u);
  EXPECT_EQ(wall.surface.size(), 76u);
  EXPECT_TRUE(std::is_sorted(wall.surface.begin(), wall.surface.end(),
                             [&](std::uint32_t i, std::uint32_t j) { return wall.x[i] < wall.x[j]; }));
  int held = 0;
  for (std::size_t i = 0; i < wall.x.size(); ++i) {
    EXPECT_EQ(wall.network.inverse_mass[i] == 0, std::abs(wall.x[i]) == 4) << i;
    held += wall.network.inverse_mass[i] == 0;
  }
  EXPECT_EQ(held, 2 * 20);
  EXPECT_EQ(wall.network.springs(), 3u * 1600 - 3 - (2 * 75 + 2 * 19));
}

TEST(LatticeBuilders, FixedBottomHoldsItsPoints) {
  const LatticeBody wall = random_wall({}, Random(1), WallBottom::fixed);
  for (std::size_t i = 0; i < wall.x.size(); ++i)
    EXPECT_EQ(wall.network.inverse_mass[i] == 0, std::abs(wall.x[i]) == 4 || wall.y[i] == -2) << i;
}

TEST(LatticeBuilders, PointsThatAreNearInSpaceAreNearInNumber) {
  const LatticeBody disk = random_disk({.N = 6400}, Random(1));
  double apart = 0;
  for (std::size_t k = 0; k < disk.network.springs(); ++k) {
    EXPECT_LT(disk.network.first[k], disk.network.second[k]);
    apart += (disk.network.second[k] - disk.network.first[k]) / static_cast<double>(disk.network.springs());
  }
  EXPECT_LT(apart, 200);
  EXPECT_TRUE(std::is_sorted(disk.network.first.begin(), disk.network.first.end()));
}

TEST(LatticeBuilders, RefusesPointsThatDoNotFit) {
  EXPECT_THROW(random_disk({.N = 100, .spacing = 1.1}, Random(1)), BadInput);
  EXPECT_THROW(random_disk({.N = 3}, Random(1)), BadInput);
  EXPECT_THROW(random_disk({.delta = -1}, Random(1)), BadInput);
  EXPECT_THROW(ordered_disk(Cells::triangular, {.N = 1}), BadInput);
  EXPECT_THROW(ordered_disk(Cells::triangular, {.N = 40, .layer = true}), BadInput);
  EXPECT_EQ(random_disk({.N = 100, .spacing = 0}, Random(1)).x.size(), 100u);
}

}  // namespace
}  // namespace carom
