// SPDX-License-Identifier: Apache-2.0
// Curves in pixels: thinned to what a picture can show, cut at the frame, tested for overlap.
#pragma once

#include <span>
#include <vector>

namespace carom::report {

struct Point {
  double x = 0;
  double y = 0;
  bool operator==(const Point&) const = default;
};

struct Box {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;

  double width() const { return right - left; }
  double height() const { return bottom - top; }
  bool contains(Point p) const { return p.x >= left && p.x <= right && p.y >= top && p.y <= bottom; }
  Box grown(double by) const { return {left - by, top - by, right + by, bottom + by}; }
  bool overlaps(const Box& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
};

using Polyline = std::vector<Point>;

// Of every run of points in one pixel column the first, the lowest, the highest and the last: spikes survive, and what
// is left has at most four points for each column that the curve enters.
Polyline thin(std::span<const Point> points, double column_width = 1);

// Leaves out points that lie within `tolerance` of the line between those kept; both ends stay.
Polyline straighten(std::span<const Point> points, double tolerance = 0.05);

// The parts of the line inside the box.
std::vector<Polyline> clip_line(std::span<const Point> points, const Box& box);

// The part of the polygon inside the box (Sutherland and Hodgman).
Polyline clip_polygon(std::span<const Point> points, const Box& box);

// One point for each cell of `cell` px, the first that fell there.
Polyline one_per_cell(std::span<const Point> points, double cell);

// Whether the segment has a point in the box.
bool crosses(Point a, Point b, const Box& box);

}  // namespace carom::report
