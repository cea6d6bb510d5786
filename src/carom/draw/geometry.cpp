// SPDX-License-Identifier: Apache-2.0
#include "carom/draw/geometry.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <unordered_set>
#include <utility>

namespace carom::report {
namespace {

double distance_to_segment(Point p, Point a, Point b) {
  const double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
  const double along = square == 0 ? 0 : std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / square, 0.0, 1.0);
  return std::hypot(p.x - a.x - along * dx, p.y - a.y - along * dy);
}

// Liang and Barsky: the part of the segment inside the box.
std::optional<std::pair<Point, Point>> clip_segment(Point a, Point b, const Box& box) {
  const double dx = b.x - a.x, dy = b.y - a.y;
  const std::array<std::pair<double, double>, 4> sides{
      {{-dx, a.x - box.left}, {dx, box.right - a.x}, {-dy, a.y - box.top}, {dy, box.bottom - a.y}}};
  double enter = 0, leave = 1;
  for (const auto& [outward, room] : sides) {
    if (outward == 0) {
      if (room < 0) return std::nullopt;
    } else if (outward < 0) {
      enter = std::max(enter, room / outward);
    } else {
      leave = std::min(leave, room / outward);
    }
  }
  if (enter > leave) return std::nullopt;
  const auto at = [&](double t) { return Point{a.x + t * dx, a.y + t * dy}; };
  return std::pair{enter == 0 ? a : at(enter), leave == 1 ? b : at(leave)};
}

}  // namespace

Polyline thin(std::span<const Point> points, double column_width) {
  Polyline out;
  const auto column = [&](std::size_t i) { return std::floor(points[i].x / column_width); };
  for (std::size_t begin = 0; begin < points.size();) {
    std::size_t end = begin + 1, lowest = begin, highest = begin;
    for (; end < points.size() && column(end) == column(begin); ++end) {
      if (points[end].y < points[lowest].y) lowest = end;
      if (points[end].y > points[highest].y) highest = end;
    }
    std::array kept{begin, std::min(lowest, highest), std::max(lowest, highest), end - 1};
    for (std::size_t i = 0; i < kept.size(); ++i) {
      if (i == 0 || kept[i] != kept[i - 1]) out.push_back(points[kept[i]]);
    }
    begin = end;
  }
  return out;
}

Polyline straighten(std::span<const Point> points, double tolerance) {
  constexpr std::size_t window = 64;  // keeps the cost linear
  if (points.size() < 3) return {points.begin(), points.end()};
  Polyline out{points.front()};
  std::size_t anchor = 0;
  for (std::size_t next = 2; next < points.size(); ++next) {
    bool straight = next - anchor < window;
    for (std::size_t i = anchor + 1; straight && i < next; ++i) {
      straight = distance_to_segment(points[i], points[anchor], points[next]) <= tolerance;
    }
    if (straight) continue;
    anchor = next - 1;
    out.push_back(points[anchor]);
  }
  out.push_back(points.back());
  return out;
}

std::vector<Polyline> clip_line(std::span<const Point> points, const Box& box) {
  std::vector<Polyline> out;
  if (points.size() == 1 && box.contains(points[0])) out.push_back({points[0]});
  bool open = false;  // the last piece ended inside the box
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const auto piece = clip_segment(points[i], points[i + 1], box);
    if (!piece) {
      open = false;
      continue;
    }
    if (!open) out.push_back({piece->first});
    out.back().push_back(piece->second);
    open = piece->second == points[i + 1];
  }
  return out;
}

Polyline clip_polygon(std::span<const Point> points, const Box& box) {
  struct Side {
    double Point::*axis;
    double limit;
    double sign;  // inside is sign·(value − limit) ≥ 0
  };
  const std::array<Side, 4> sides{
      {{&Point::x, box.left, 1}, {&Point::x, box.right, -1}, {&Point::y, box.top, 1}, {&Point::y, box.bottom, -1}}};
  Polyline kept(points.begin(), points.end());
  for (const Side& side : sides) {
    const Polyline all = std::exchange(kept, {});
    const auto depth = [&](Point p) { return side.sign * (p.*side.axis - side.limit); };
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Point a = all[i], b = all[(i + 1) % all.size()];
      const double in = depth(a), out = depth(b);
      if (in >= 0) kept.push_back(a);
      if ((in >= 0) != (out >= 0)) {
        const double t = in / (in - out);
        kept.push_back({a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)});
      }
    }
  }
  return kept;
}

Polyline one_per_cell(std::span<const Point> points, double cell) {
  Polyline out;
  std::unordered_set<std::uint64_t> taken;
  for (const Point& p : points) {
    const auto column = static_cast<std::uint32_t>(static_cast<std::int32_t>(std::floor(p.x / cell)));
    const auto row = static_cast<std::uint32_t>(static_cast<std::int32_t>(std::floor(p.y / cell)));
    if (taken.insert((std::uint64_t{column} << 32) | row).second) out.push_back(p);
  }
  return out;
}

bool crosses(Point a, Point b, const Box& box) { return clip_segment(a, b, box).has_value(); }

}  // namespace carom::report
