// SPDX-License-Identifier: Apache-2.0
#include "carom/model/body_distance.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "carom/base/constants.hpp"

namespace carom {

using Node = expressions::Node;
using expressions::Operation;

namespace {

bool is_round(const Shape& shape) { return shape.kind == ShapeKind::disc || shape.kind == ShapeKind::point; }
bool is_chain(const Shape& shape) { return shape.kind == ShapeKind::line || shape.kind == ShapeKind::outline; }
bool is_hollow(const Shape& shape) { return shape.kind == ShapeKind::arc && shape.from < shape.to; }
bool is_bump(const Shape& shape) { return shape.kind == ShapeKind::arc && shape.from > shape.to; }

// Of three points in a row: above zero to the left.
double turn(const LocalPoint& a, const LocalPoint& b, const LocalPoint& c) {
  return (b.vx - a.vx) * (c.vy - b.vy) - (b.vy - a.vy) * (c.vx - b.vx);
}

double reach_of(const Shape& shape) {
  double reach = 0;
  for (const LocalPoint& p : shape.points)
    for (const LocalPoint& q : shape.points) reach = std::max(reach, std::hypot(p.vx - q.vx, p.vy - q.vy));
  return reach + 2 * shape.radius_value;
}

}  // namespace

Node Distances::length(const Point& a) { return g_.function(Operation::hypot, a.x, a.y); }

Node Distances::nearness(const Point& from, double size) {
  const Node square = g_.add(g_.square(from.x), g_.square(from.y));
  return g_.divide(number(1), g_.add(number(1), g_.multiply(number(1 / (size * size)), square)));
}

Distances::Edge Distances::edge(const LocalPoint& from, const LocalPoint& to) {
  const Node dx = g_.subtract(to.x, from.x), dy = g_.subtract(to.y, from.y);
  const Node size = g_.function(Operation::hypot, dx, dy);
  return {from, g_.divide(dx, size), g_.divide(dy, size), size, std::hypot(to.vx - from.vx, to.vy - from.vy)};
}

// Cut at concave corners, where solid to the right of the way turns left.
std::vector<Distances::Piece> Distances::pieces(const Shape& outline) {
  std::vector<LocalPoint> p = outline.points;
  const std::optional<LocalPoint> period = body_of(outline).period;
  const bool periodic = period && outline.kind == ShapeKind::outline;
  bool wraps = outline.closed;
  if (periodic) {
    const double seam = std::hypot(p.back().vx - p.front().vx - period->vx, p.back().vy - p.front().vy - period->vy);
    if (seam > 1e-9 * std::hypot(period->vx, period->vy))
      TextScope::refuse(
          outline.place, "outline",
          "the outline of a periodic surface ends where the next one begins, a period from its first point");
    p.pop_back();
    wraps = true;
  }
  const std::size_t n = p.size();
  const auto shifted = [&](std::size_t k) {
    LocalPoint point = p[k % n];
    if (!periodic) return point;
    const auto turns = static_cast<double>(k / n);
    point.x = g_.add(point.x, g_.multiply(number(turns), period->x));
    point.y = g_.add(point.y, g_.multiply(number(turns), period->y));
    point.vx += turns * period->vx;
    point.vy += turns * period->vy;
    return point;
  };
  const auto concave = [&](std::size_t k) { return turn(shifted(k + n - 1), shifted(k + n), shifted(k + n + 1)) > 0; };
  std::size_t begin = 0;
  if (wraps)
    while (begin < n && !concave(begin)) ++begin;
  std::vector<Piece> list(1);
  list[0].normal_left = true;
  if (wraps && begin == n) {  // convex all around
    for (std::size_t k = 0; k < n; ++k) list[0].edges.push_back(edge(shifted(k), shifted(k + 1)));
    list[0].closed = !periodic;
  } else {
    const std::size_t edges = wraps ? n : n - 1;
    for (std::size_t k = begin; k < begin + edges; ++k) {
      list.back().edges.push_back(edge(shifted(k), shifted(k + 1)));
      if (k + 1 == begin + edges) break;
      if (turn(shifted(k), shifted(k + 1), shifted(k + 2)) > 0) list.push_back({.normal_left = true});
    }
    if (!wraps && outline.kind == ShapeKind::outline) list.front().first_ends = list.back().last_ends = true;
  }
  for (Piece& piece : list)
    for (const Edge& one : piece.edges) piece.size += one.length_value;
  return list;
}

// What others can meet with their sides: convex corners and ends.
std::vector<Distances::Corner> Distances::corners(const Shape& outline) {
  std::vector<Corner> list;
  if (outline.kind == ShapeKind::line) return list;
  const std::vector<LocalPoint>& p = outline.points;
  const std::size_t n = p.size();
  const std::optional<LocalPoint> period = body_of(outline).period;
  const auto add = [&](const LocalPoint& at, std::optional<LocalPoint> before, std::optional<LocalPoint> after) {
    if (before && after && turn(*before, at, *after) >= 0) return;
    double x = 0, y = 0;
    const auto take = [&](const LocalPoint& from, const LocalPoint& to, double beyond) {
      const double dx = to.vx - from.vx, dy = to.vy - from.vy, size = std::hypot(dx, dy);
      x += -dy / size + beyond * dx / size;
      y += dx / size + beyond * dy / size;
    };
    if (before) take(*before, at, after ? 0 : 1);
    if (after) take(at, *after, before ? 0 : -1);
    list.push_back({at, Point{number(x), number(y)}});
  };
  const auto moved = [&](LocalPoint point, double turns) {
    point.vx += turns * period->vx;
    point.vy += turns * period->vy;
    return point;
  };
  for (std::size_t k = 0; k < n; ++k) {
    const bool first = k == 0, last = k + 1 == n;
    if (outline.closed)
      add(p[k], p[(k + n - 1) % n], p[(k + 1) % n]);
    else if (period && first)
      add(p[0], moved(p[n - 2], -1), p[1]);
    else if (!period || !last)
      add(p[k], first ? std::nullopt : std::optional(p[k - 1]), last ? std::nullopt : std::optional(p[k + 1]));
  }
  return list;
}

int Distances::copies_for(const Shape& outline, double reach) {
  const std::optional<LocalPoint> period = body_of(outline).period;
  if (!period || outline.kind != ShapeKind::outline) return 1;
  const double size = std::hypot(period->vx, period->vy);
  if (!(size > 0)) TextScope::refuse(outline.place, "period", "a period is longer than nothing");
  const double copies = 2 + 2 * std::ceil(reach / size);
  if (copies > 50)
    TextScope::refuse(
        outline.place, "period",
        "a body is more than twenty periods of this surface long: what it can touch is not counted any more");
  return static_cast<int>(copies);
}

std::vector<Distances::Corner> Distances::rounds(const Shape& shape) {
  if (is_chain(shape)) return corners(shape);
  std::vector<Corner> list;
  const bool cornered = shape.kind == ShapeKind::box || shape.kind == ShapeKind::polygon;
  for (const LocalPoint& point : shape.points)
    list.push_back({point, cornered ? std::optional(minus(point, shape.centroid)) : std::nullopt});
  return list;
}

std::vector<Candidate> Distances::candidates(const Shape& a, const Shape& b) {
  std::vector<Candidate> list;
  for (const Shape* shape : {&a, &b})
    if (body_of(*shape).period && shape->kind != ShapeKind::outline && shape->kind != ShapeKind::line)
      TextScope::refuse(shape->place, shape->full_name,
                        "of periodic surfaces outlines are understood, this is another shape");
  const auto add = [&](const Shape& round, const Shape& surface, bool turned) {
    const int pieces = is_chain(surface) ? static_cast<int>(this->pieces(surface).size()) : 1;
    const int copies = is_chain(surface) ? copies_for(surface, 0)
                       : is_chain(round) ? copies_for(round, reach_of(surface))
                                         : 1;
    const Node size = number(is_chain(round) ? reach_of(surface) : 1);
    for (const Corner& corner : rounds(round))
      for (int piece = 0; piece < pieces; ++piece)
        for (int copy = 0; copy < copies; ++copy)
          list.push_back({.round = &round,
                          .centre = corner.at,
                          .outward = corner.outward ? std::optional(Point{g_.multiply(size, corner.outward->x),
                                                                          g_.multiply(size, corner.outward->y)})
                                                    : std::nullopt,
                          .radius = is_chain(round) ? number(0) : round.radius,
                          .radius_value = is_chain(round) ? 0 : round.radius_value,
                          .bump = is_bump(round),
                          .surface = &surface,
                          .piece = piece,
                          .copy = copy,
                          .copies = copies,
                          .turned = turned});
  };
  const auto is_fixed = [](const Shape& shape) { return is_chain(shape) || shape.kind == ShapeKind::arc; };
  if (is_fixed(a) && is_fixed(b)) return list;  // they have no mass
  if (is_fixed(a) || is_fixed(b)) {
    const Shape &surface = is_fixed(b) ? b : a, &other = is_fixed(b) ? a : b;
    const bool turned = is_fixed(a);
    if (!is_bump(surface) || is_round(other)) add(other, surface, turned);
    if ((is_chain(surface) || is_bump(surface)) && !is_round(other)) add(surface, other, !turned);
    return list;
  }
  if (a.kind == ShapeKind::point && b.kind == ShapeKind::point) return list;
  if (is_round(b) && is_round(a)) {
    add(a, b, false);
  } else {
    if (!is_round(b)) add(a, b, false);
    if (!is_round(a)) add(b, a, true);
  }
  return list;
}

// ---- distances in the frame of the surface's body ------------------------------------------------------------------------

Distances::Near Distances::near_disc(const LocalPoint& centre, Node radius, Point at) {
  const Point d = minus(at, centre);
  const Node size = length(d);
  return {g_.subtract(size, radius), {g_.divide(d.x, size), g_.divide(d.y, size)}};
}

Distances::Near Distances::near_capsule(const Shape& capsule, Point at) {
  const Edge axis = edge(capsule.points[0], capsule.points[1]);
  const Point from = minus(at, capsule.points[0]), from_end = minus(at, capsule.points[1]);
  const Point along{axis.ux, axis.uy}, across{g_.negate(axis.uy), axis.ux};
  const Node s = dot(from, along), h = dot(from, across), nearby = nearness(from, axis.length_value);
  const Node first = length(from), last = length(from_end), side = g_.side(g_.multiply(h, nearby));
  const Node before = g_.less(g_.multiply(s, nearby), number(0));
  const Node behind = g_.less(g_.multiply(g_.subtract(axis.length, s), nearby), number(0));
  const Node distance = g_.select(before, first, g_.select(behind, last, g_.multiply(side, h)));
  const auto scaled = [&](const Point& v, Node by) { return Point{g_.divide(v.x, by), g_.divide(v.y, by)}; };
  const Point straight{g_.multiply(side, across.x), g_.multiply(side, across.y)};
  return {g_.subtract(distance, capsule.radius),
          choose(before, scaled(from, first), choose(behind, scaled(from_end, last), straight))};
}

Distances::Near Distances::near_box(const Shape& box, const Seen& seen) {
  const Point d = minus(seen.at, box.at);
  const Node c = box.turned_cos, s = box.turned_sin, half = number(0.5), zero = number(0);
  const auto in_box = [&](const Point& v) {
    return Point{g_.add(g_.multiply(c, v.x), g_.multiply(s, v.y)),
                 g_.subtract(g_.multiply(c, v.y), g_.multiply(s, v.x))};
  };
  const Point p = in_box(d);
  const Node nearby = nearness(d, reach_of(box));
  const Node sx = g_.side(g_.multiply(p.x, nearby)), sy = g_.side(g_.multiply(p.y, nearby));
  const Node ax = g_.subtract(g_.multiply(sx, p.x), g_.multiply(half, box.width));
  const Node ay = g_.subtract(g_.multiply(sy, p.y), g_.multiply(half, box.height));
  Node lead = g_.subtract(ax, ay);
  if (seen.outward) {
    const Point own = in_box(*seen.outward);
    lead = g_.subtract(lead, g_.multiply(number(tie), g_.subtract(g_.multiply(sx, own.x), g_.multiply(sy, own.y))));
  }
  const Node upper = g_.less(g_.multiply(lead, nearby), zero);
  Near result{g_.select(upper, ay, ax), choose(upper, {zero, sy}, {sx, zero})};
  if (seen.rounded) {
    const Node corner = g_.both(g_.less(zero, g_.multiply(ax, nearby)), g_.less(zero, g_.multiply(ay, nearby)));
    const Node size = g_.function(Operation::hypot, ax, ay);
    result.distance = g_.select(corner, size, result.distance);
    result.normal =
        choose(corner, {g_.multiply(sx, g_.divide(ax, size)), g_.multiply(sy, g_.divide(ay, size))}, result.normal);
  }
  result.normal = {g_.subtract(g_.multiply(c, result.normal.x), g_.multiply(s, result.normal.y)),
                   g_.add(g_.multiply(s, result.normal.x), g_.multiply(c, result.normal.y))};
  return result;
}

// (1)
Distances::Near Distances::near_piece(const Piece& piece, const Seen& seen) {
  const std::size_t n = piece.edges.size();
  const Point at = seen.at;
  const Node nearby = nearness(minus(at, piece.edges[0].from), piece.size);
  const auto below_zero = [&](Node value) { return g_.less(g_.multiply(value, nearby), number(0)); };
  std::vector<Node> along, above;
  std::vector<Point> normals;
  for (const Edge& one : piece.edges) {
    const Point from = minus(at, one.from);
    const Point normal = piece.normal_left ? Point{g_.negate(one.uy), one.ux} : Point{one.uy, g_.negate(one.ux)};
    along.push_back(dot(from, {one.ux, one.uy}));
    above.push_back(dot(from, normal));
    normals.push_back(normal);
  }
  const auto favour = [&](const Point& normal) {
    return seen.outward ? g_.multiply(number(tie), dot(*seen.outward, normal)) : number(0);
  };
  Node highest = above[0];
  Point normal = normals[0];
  for (std::size_t i = 1; i < n; ++i) {
    const Node lead = g_.subtract(g_.subtract(highest, favour(normal)), g_.subtract(above[i], favour(normals[i])));
    const Node next = below_zero(lead);
    normal = choose(next, normals[i], normal);
    highest = g_.select(next, above[i], highest);
  }
  const auto left_of = [&](std::size_t i) { return below_zero(along[i]); };
  const auto right_of = [&](std::size_t i) { return below_zero(g_.subtract(piece.edges[i].length, along[i])); };
  const Node before = left_of(0), behind = right_of(n - 1);
  Near result{highest, normal};
  if (!seen.rounded) {
    if (piece.first_ends) result.only = both(result.only, g_.opposite(before));
    if (piece.last_ends) result.only = both(result.only, g_.opposite(behind));
    if (piece.first_ends || piece.last_ends)
      result.only = both(result.only, below_zero(g_.subtract(number(-0.5 * piece.size), highest)));
    return result;
  }
  const auto round_corner = [&](Node condition, const Point& corner) {
    const Point from = minus(at, corner);
    const Node size = length(from);
    result.distance = g_.select(condition, size, result.distance);
    result.normal = choose(condition, {g_.divide(from.x, size), g_.divide(from.y, size)}, result.normal);
  };
  for (std::size_t i = piece.closed ? 0 : 1; i < n; ++i) {
    const std::size_t last = (i + n - 1) % n;
    round_corner(g_.both(left_of(i), right_of(last)), piece.edges[i].from);
  }
  if (!piece.first_ends && !piece.last_ends) return result;
  // Beyond an end, and behind the surface, the end is what is near: so that nothing jumps where the contact vanishes.
  const Node under = below_zero(highest);
  const Edge& final = piece.edges[n - 1];
  const Point start = piece.edges[0].from;
  const Point end{g_.add(final.from.x, g_.multiply(final.ux, final.length)),
                  g_.add(final.from.y, g_.multiply(final.uy, final.length))};
  Node beyond = piece.first_ends ? before : behind;
  if (piece.first_ends && piece.last_ends) {
    beyond = g_.either(before, behind);
    const Node first_nearer = below_zero(g_.subtract(length(minus(at, start)), length(minus(at, end))));
    round_corner(g_.both(g_.either(beyond, under), g_.opposite(first_nearer)), end);
    round_corner(g_.both(g_.either(beyond, under), first_nearer), start);
  } else {
    round_corner(g_.either(beyond, under), piece.first_ends ? start : end);
  }
  result.only = g_.either(g_.opposite(under), beyond);
  return result;
}

Node Distances::in_range(const Shape& arc, const Point& d) {
  const double low = std::min(arc.from, arc.to), high = std::max(arc.from, arc.to);
  const auto cross = [&](double angle, const Point& v) {
    return g_.subtract(g_.multiply(number(std::cos(angle)), v.y), g_.multiply(number(std::sin(angle)), v.x));
  };
  const Node after = g_.at_most(number(0), cross(low, d)), until = g_.at_most(cross(high, d), number(0));
  return high - low <= pi ? g_.both(after, until) : g_.either(after, until);
}

Distances::Near Distances::near_arc(const Shape& arc, Point at, bool rounded) {
  const Point d = minus(at, arc.points[0]);
  // The centre of a hollow is a place where things are; 1e-300 keeps the slope there finite, and changes no other number.
  const Node size = is_hollow(arc)
                        ? g_.function(Operation::sqrt, g_.sum({g_.square(d.x), g_.square(d.y), number(1e-300)}))
                        : length(d);
  const Node sign = number(is_hollow(arc) ? -1 : 1);
  Near result{g_.multiply(sign, g_.subtract(size, arc.radius)),
              {g_.multiply(sign, g_.divide(d.x, size)), g_.multiply(sign, g_.divide(d.y, size))}};
  if (std::abs(arc.to - arc.from) >= 2 * pi - 1e-12) return result;
  const Node within = in_range(arc, d);
  if (!rounded) {
    result.only = within;
    return result;
  }
  const Node in_front = g_.less(number(0), result.distance);
  const auto end = [&](double angle) {
    return minus(d,
                 {g_.multiply(arc.radius, number(std::cos(angle))), g_.multiply(arc.radius, number(std::sin(angle)))});
  };
  const Point first = end(arc.from), last = end(arc.to);
  const Node to_first = length(first), to_last = length(last), nearer = g_.less(to_first, to_last);
  const auto scaled = [&](const Point& v, Node by) { return Point{g_.divide(v.x, by), g_.divide(v.y, by)}; };
  const Node on_arc = g_.both(within, in_front);
  result.distance = g_.select(on_arc, result.distance, g_.select(nearer, to_first, to_last));
  result.normal = choose(on_arc, result.normal, choose(nearer, scaled(first, to_first), scaled(last, to_last)));
  result.only = g_.either(g_.opposite(within), in_front);
  return result;
}

Node Distances::reduce(const LocalPoint& period, const LocalPoint& about, int copy, int copies, Point& at) {
  const Node square = g_.add(g_.square(period.x), g_.square(period.y));
  const Node along = g_.divide(dot(minus(at, about), period), square);
  const Node u = g_.divide(g_.subtract(along, number(copy)), number(copies));
  const Node whole = g_.floor(g_.add(u, number(0.5)));
  const Node shift = g_.add(number(copy), g_.multiply(number(copies), whole));
  at = {g_.subtract(at.x, g_.multiply(shift, period.x)), g_.subtract(at.y, g_.multiply(shift, period.y))};
  return g_.less(g_.abs(g_.subtract(u, whole)), number(0.45));
}

Distances::Near Distances::near(const Candidate& candidate, Seen seen) {
  const Shape& surface = *candidate.surface;
  switch (surface.kind) {
    case ShapeKind::disc:
    case ShapeKind::point: return near_disc(surface.points[0], surface.radius, seen.at);
    case ShapeKind::capsule: return near_capsule(surface, seen.at);
    case ShapeKind::box: return near_box(surface, seen);
    case ShapeKind::arc: return near_arc(surface, seen.at, seen.rounded);
    case ShapeKind::polygon: {
      Piece piece{.closed = true};
      const std::size_t n = surface.points.size();
      for (std::size_t k = 0; k < n; ++k) piece.edges.push_back(edge(surface.points[k], surface.points[(k + 1) % n]));
      piece.size = reach_of(surface);
      return near_piece(piece, seen);
    }
    case ShapeKind::line:
    case ShapeKind::outline: break;
  }
  const Piece piece = pieces(surface)[static_cast<std::size_t>(candidate.piece)];
  if (candidate.copies == 1) return near_piece(piece, seen);
  const LocalPoint& first = piece.edges.front().from;
  const Edge& final = piece.edges.back();
  const LocalPoint middle{
      g_.multiply(number(0.5), g_.sum({first.x, final.from.x, g_.multiply(final.ux, final.length)})),
      g_.multiply(number(0.5), g_.sum({first.y, final.from.y, g_.multiply(final.uy, final.length)}))};
  const Node counts = reduce(*body_of(surface).period, middle, candidate.copy, candidate.copies, seen.at);
  Near result = near_piece(piece, seen);
  result.only = both(result.only, counts);
  return result;
}

Meeting Distances::meeting(const Candidate& candidate) {
  const Body &round = body_of(*candidate.round), &body = body_of(*candidate.surface);
  LocalPoint centre = candidate.centre;
  std::optional<Node> counts;
  if (is_chain(*candidate.round) && candidate.copies > 1) {
    // The copy of the corner that is nearest to the other body.
    Point middle = bodies_.turned_back(round, minus(bodies_.world(body, candidate.surface->at), round.at));
    const Point before = middle;
    counts = reduce(*round.period, centre, candidate.copy, candidate.copies, middle);
    const Point shift = minus(before, middle);
    centre.x = g_.add(centre.x, shift.x);
    centre.y = g_.add(centre.y, shift.y);
  }
  const Point at = bodies_.world(round, centre);
  Seen seen{.at = bodies_.turned_back(body, minus(at, body.at)), .rounded = candidate.radius_value > 0};
  if (candidate.outward) seen.outward = bodies_.turned_back(body, bodies_.turned(round, *candidate.outward));
  const Near found = near(candidate, seen);
  Meeting meeting{.gap = g_.subtract(found.distance, candidate.radius),
                  .normal = bodies_.turned(body, found.normal),
                  .only = found.only};
  meeting.place = {g_.subtract(at.x, g_.multiply(candidate.radius, meeting.normal.x)),
                   g_.subtract(at.y, g_.multiply(candidate.radius, meeting.normal.y))};
  if (counts) meeting.only = both(meeting.only, *counts);
  if (candidate.bump && std::abs(candidate.round->to - candidate.round->from) < 2 * pi - 1e-12) {
    const Point inwards = bodies_.turned_back(round, {g_.negate(meeting.normal.x), g_.negate(meeting.normal.y)});
    meeting.only = both(meeting.only, in_range(*candidate.round, inwards));
  }
  return meeting;
}

}  // namespace carom
