// SPDX-License-Identifier: Apache-2.0
#include "carom/model/body_shapes.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "carom/base/constants.hpp"

namespace carom {

using Node = expressions::Node;
using expressions::Graph;
using expressions::Operation;

namespace {

double cross(const LocalPoint& a, const LocalPoint& b, const LocalPoint& c) {
  return (b.vx - a.vx) * (c.vy - b.vy) - (b.vy - a.vy) * (c.vx - b.vx);
}

double apart(const LocalPoint& a, const LocalPoint& b) { return std::hypot(b.vx - a.vx, b.vy - a.vy); }

}  // namespace

Node ShapeReader::number(const Said& said, const char* unit, const std::string& what) {
  const double value = scope_.quantity(said, unit, what, inner_);
  if (!std::isfinite(value)) TextScope::refuse(said, fmt::format("{} is a finite number, and this is {}", what, value));
  return scope_.number(said, inner_);
}

Node ShapeReader::positive(const Said& said, const char* unit, const std::string& what) {
  const Node node = number(said, unit, what);
  if (!(value(node) > 0)) TextScope::refuse(said, fmt::format("{} is above 0, and this is {}", what, value(node)));
  return node;
}

LocalPoint ShapeReader::point(const PlaceText& text, const char* what) {
  if (!text.given()) return local(scope_.graph().constant(0), scope_.graph().constant(0));
  return local(number(text.x, "m", what), number(text.y, "m", what));
}

// Counterclockwise, convex, no three corners in a line.
void ShapeReader::read_polygon(const ShapeText& text, Shape& shape) {
  const auto refuse = [&](const std::string& sentence) { TextScope::refuse(text.place, "polygon", sentence); };
  std::vector<LocalPoint>& p = shape.points;
  double area = 0;
  for (std::size_t k = 0; k < p.size(); ++k) {
    const LocalPoint& next = p[(k + 1) % p.size()];
    area += p[k].vx * next.vy - p[k].vy * next.vx;
  }
  if (area < 0) std::reverse(p.begin(), p.end());
  double turned = 0;
  for (std::size_t k = 0; k < p.size(); ++k) {
    const LocalPoint &a = p[k], &b = p[(k + 1) % p.size()], &c = p[(k + 2) % p.size()];
    const double sides = apart(a, b) * apart(b, c);
    if (!(sides > 0)) refuse("two corners of this polygon, one after the other, are in the same place");
    const double sine = cross(a, b, c) / sides;
    if (!(sine > 1e-9))
      refuse(std::abs(sine) <= 1e-9 ? "three corners of this polygon are in one line: leave out the one between"
                                    : "a polygon of a body is convex: write this one as several shapes, or as an "
                                      "outline of a body without mass");
    turned += std::atan2(cross(a, b, c), (b.vx - a.vx) * (c.vx - b.vx) + (b.vy - a.vy) * (c.vy - b.vy));
  }
  if (std::abs(turned - 2 * pi) > 1e-6) refuse("the edges of this polygon cross one another");
}

void ShapeReader::read_chain(const ShapeText& text, Shape& shape) {
  std::vector<LocalPoint>& p = shape.points;
  double size = 0;
  for (const LocalPoint& one : p) size = std::max(size, apart(p[0], one));
  if (shape.kind == ShapeKind::outline && p.size() > 3 && apart(p.front(), p.back()) <= 1e-12 * size) {
    shape.closed = true;
    p.pop_back();
  }
  for (std::size_t k = 0; k + 1 < p.size() + (shape.closed ? 1 : 0); ++k)
    if (!(apart(p[k], p[(k + 1) % p.size()]) > 1e-12 * size))
      TextScope::refuse(text.place, "",
                        fmt::format("points {} and {} of this shape are in the same place", k + 1, k + 2));
  // Corners that turn by nothing are none.
  for (std::size_t k = p.size(); k-- > 0;) {
    if (shape.kind != ShapeKind::outline || p.size() < 3 || (!shape.closed && (k == 0 || k + 1 == p.size()))) continue;
    const LocalPoint &a = p[(k + p.size() - 1) % p.size()], &b = p[k], &c = p[(k + 1) % p.size()];
    const double along = (b.vx - a.vx) * (c.vx - b.vx) + (b.vy - a.vy) * (c.vy - b.vy);
    if (std::abs(cross(a, b, c)) > 1e-12 * apart(a, b) * apart(b, c)) continue;
    if (along < 0) TextScope::refuse(text.place, "outline", "this outline turns back on itself");
    p.erase(p.begin() + static_cast<std::ptrdiff_t>(k));
  }
}

void ShapeReader::take_polygon_moments(Shape& shape) {
  Graph& g = scope_.graph();
  std::vector<Node> area, x, y, moment;
  const auto mul = [&g](Node a, Node b) { return g.multiply(a, b); };
  const std::vector<LocalPoint>& p = shape.points;
  // About the first corner, so that what is far from the frame's origin loses no digits.
  for (std::size_t k = 1; k + 1 < p.size(); ++k) {
    const Node ax = g.subtract(p[k].x, p[0].x), ay = g.subtract(p[k].y, p[0].y);
    const Node bx = g.subtract(p[k + 1].x, p[0].x), by = g.subtract(p[k + 1].y, p[0].y);
    const Node d = g.subtract(mul(ax, by), mul(ay, bx));
    area.push_back(d);
    x.push_back(mul(d, g.add(ax, bx)));
    y.push_back(mul(d, g.add(ay, by)));
    moment.push_back(mul(d, g.sum({g.square(ax), g.square(ay), mul(ax, bx), mul(ay, by), g.square(bx), g.square(by)})));
  }
  shape.area = g.divide(g.sum(area), g.constant(2));
  const Node six = mul(g.constant(6), shape.area);
  const Node cx = g.divide(g.sum(x), six), cy = g.divide(g.sum(y), six);
  shape.centroid = local(g.add(p[0].x, cx), g.add(p[0].y, cy));
  shape.moment =
      g.subtract(g.divide(g.sum(moment), g.constant(12)), mul(shape.area, g.add(g.square(cx), g.square(cy))));
}

Shape ShapeReader::read(const ShapeText& text) {
  Graph& g = scope_.graph();
  Shape shape{.kind = text.kind, .name = text.name, .place = text.place};
  shape.at = point(text.at, "a place on a body");
  const Node angle = text.angle.given() ? number(text.angle, "rad", "the angle of a shape") : g.constant(0);
  const Node c = g.function(Operation::cos, angle), s = g.function(Operation::sin, angle);
  shape.turned_cos = c;
  shape.turned_sin = s;
  shape.radius = shape.area = shape.moment = g.constant(0);
  const auto mul = [&g](Node a, Node b) { return g.multiply(a, b); };
  const auto add_point = [&](Node x, Node y) {
    shape.points.push_back(
        local(g.add(shape.at.x, g.subtract(mul(c, x), mul(s, y))), g.add(shape.at.y, g.add(mul(s, x), mul(c, y)))));
  };
  const Node zero = g.constant(0), half = g.constant(0.5);
  shape.centroid = shape.at;
  switch (text.kind) {
    case ShapeKind::disc:
      shape.radius = positive(text.sizes[0], "m", "the radius of a disc");
      shape.points = {shape.at};
      shape.area = mul(g.constant(pi), g.square(shape.radius));
      shape.moment = mul(mul(shape.area, g.square(shape.radius)), half);
      break;
    case ShapeKind::point: shape.points = {shape.at}; break;
    case ShapeKind::box: {
      shape.width = positive(text.sizes[0], "m", "the width of a box");
      shape.height = positive(text.sizes[1], "m", "the height of a box");
      const Node a = mul(half, shape.width), b = mul(half, shape.height);
      add_point(g.negate(a), g.negate(b));
      add_point(a, g.negate(b));
      add_point(a, b);
      add_point(g.negate(a), b);
      shape.area = mul(shape.width, shape.height);
      shape.moment = g.divide(mul(shape.area, g.add(g.square(shape.width), g.square(shape.height))), g.constant(12));
      break;
    }
    case ShapeKind::capsule: {
      const Node d = positive(text.sizes[0], "m", "the distance of a capsule's centres");
      const Node r = positive(text.sizes[1], "m", "the radius of a capsule");
      shape.radius = r;
      add_point(g.negate(mul(half, d)), zero);
      add_point(mul(half, d), zero);
      const Node box = mul(g.constant(2), mul(r, d)), discs = mul(g.constant(pi), g.square(r));
      shape.area = g.add(box, discs);
      shape.moment = g.sum({g.divide(mul(box, g.add(g.square(d), mul(g.constant(4), g.square(r)))), g.constant(12)),
                            mul(mul(discs, g.square(r)), half), mul(mul(discs, g.square(d)), g.constant(0.25)),
                            mul(g.constant(4.0 / 3), mul(d, mul(g.square(r), r)))});
      break;
    }
    case ShapeKind::polygon:
    case ShapeKind::line:
    case ShapeKind::outline:
      for (const PlaceText& one : text.points) {
        const LocalPoint p = point(one, "a corner");
        add_point(p.x, p.y);
      }
      if (text.kind == ShapeKind::polygon) {
        read_polygon(text, shape);
        take_polygon_moments(shape);
      } else {
        read_chain(text, shape);
      }
      break;
    case ShapeKind::arc:
      shape.radius = positive(text.sizes[0], "m", "the radius of an arc");
      shape.points = {shape.at};
      shape.from = value(number(text.sizes[1], "rad", "an angle of an arc")) + value(angle);
      shape.to = value(number(text.sizes[2], "rad", "an angle of an arc")) + value(angle);
      if (shape.from == shape.to) TextScope::refuse(text.sizes[2], "this arc ends where it begins");
      break;
  }
  shape.radius_value = value(shape.radius);
  return shape;
}

}  // namespace carom
