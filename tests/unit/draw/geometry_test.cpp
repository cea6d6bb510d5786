// SPDX-License-Identifier: Apache-2.0
#include "carom/draw/geometry.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace carom::report {
namespace {

Polyline sampled_sine(std::size_t n, double width) {
  Polyline line;
  for (std::size_t i = 0; i < n; ++i) {
    const double x = width * static_cast<double>(i) / static_cast<double>(n - 1);
    line.push_back({x, 100 + 50 * std::sin(0.05 * x)});
  }
  return line;
}

TEST(Thinning, KeepsASpikeOfOnePointAmongTensOfThousands) {
  Polyline line = sampled_sine(50000, 600);
  line[31415].y = 999;
  line[27182].y = -999;
  const Polyline thinned = thin(line);
  EXPECT_LE(thinned.size(), 4u * 601u);
  EXPECT_TRUE(std::find(thinned.begin(), thinned.end(), line[31415]) != thinned.end());
  EXPECT_TRUE(std::find(thinned.begin(), thinned.end(), line[27182]) != thinned.end());
  EXPECT_EQ(thinned.front(), line.front());
  EXPECT_EQ(thinned.back(), line.back());
}

TEST(Thinning, LeavesALineThatIsSparseAlreadyAsItIs) {
  const Polyline line = sampled_sine(100, 600);
  EXPECT_EQ(thin(line), line);
}

RC_GTEST_PROP(Thinning, KeepsTheExtremesOfEveryPixelColumn, ()) {
  Polyline line;
  double x = 0;
  for (int i = *rc::gen::inRange(1, 300); i > 0; --i) {
    x += *rc::gen::inRange(0, 50) * 0.01;
    line.push_back({x, *rc::gen::inRange(-1000, 1000) * 0.1});
  }
  const Polyline thinned = thin(line);
  for (double column = 0; column <= x; ++column) {
    const auto range = [&](const Polyline& points) {
      double low = 1e9, high = -1e9;
      for (const Point& p : points) {
        if (std::floor(p.x) != column) continue;
        low = std::min(low, p.y);
        high = std::max(high, p.y);
      }
      return std::pair{low, high};
    };
    RC_ASSERT(range(thinned) == range(line));
  }
}

TEST(Straightening, NeedsTwoPointsForALineAndStaysWithinTheToleranceOfACurve) {
  const Polyline ramp{{0, 0}, {1, 1}, {2, 2}, {5, 5}, {9, 9}};
  EXPECT_EQ(straighten(ramp), (Polyline{{0, 0}, {9, 9}}));
  EXPECT_EQ(straighten(Polyline{{0, 0}, {9, 0}, {3, 0}}).size(), 3u) << "there and back again is not a straight line";
  const Polyline curve = sampled_sine(600, 600);
  const Polyline kept = straighten(curve, 0.05);
  EXPECT_LT(kept.size(), curve.size() / 2);
  for (const Point& p : curve) {
    const auto after = std::find_if(kept.begin() + 1, kept.end(), [&](Point q) { return q.x >= p.x; });
    const Point a = *(after - 1), b = *after;
    const double slope = (b.y - a.y) / (b.x - a.x);
    EXPECT_NEAR(p.y, a.y + slope * (p.x - a.x), 0.051 * std::hypot(1, slope));
  }
}

TEST(Clipping, CutsALineWhereItLeavesTheBoxAndKeepsItsSlope) {
  const auto parts = clip_line(Polyline{{-10, 5}, {5, 5}, {5, 20}, {6, 20}, {6, 1e7}, {8, 8}}, Box{0, 0, 10, 10});
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[0], (Polyline{{0, 5}, {5, 5}, {5, 10}}));
  EXPECT_EQ(parts[1].back(), (Point{8, 8}));
  EXPECT_NEAR(parts[1].front().y, 10, 1e-9);
}

TEST(Clipping, CutsAPolygonAtAllSides) {
  const Polyline cut = clip_polygon(Polyline{{-5, -5}, {15, -5}, {15, 15}, {-5, 15}}, Box{0, 0, 10, 10});
  EXPECT_EQ(cut.size(), 4u);
  for (const Point& p : cut) EXPECT_TRUE((Box{0, 0, 10, 10}.contains(p)));
  EXPECT_TRUE(clip_polygon(Polyline{{20, 20}, {30, 20}, {30, 30}}, Box{0, 0, 10, 10}).empty());
}

TEST(Clouds, KeepOnePointACell) {
  EXPECT_EQ(one_per_cell(Polyline{{0.1, 0.1}, {0.4, 0.2}, {0.6, 0.1}, {-0.1, 0.1}}, 0.5).size(), 3u);
}

}  // namespace
}  // namespace carom::report
