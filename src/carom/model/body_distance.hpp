// SPDX-License-Identifier: Apache-2.0
// Where two shapes can touch: candidates of contact, each with its distance, the outward normal of one of the shapes and the
// place of the contact, as expressions that are continuous as far as they are followed.
//
// Model     Every candidate is a round (a centre with a radius; a corner is one of radius 0) against a surface:
//   (1)  convex surface of edges i with signed distances g_i and places s_i along them:  d = max_i g_i, which is the distance
//        where an edge is nearest, and has the sign of it everywhere; for a radius above 0, where s_i > l_i and s_{i+1} < 0,
//        d = |x − corner|: continuous with its slope
//   (2)  gap = d − r
//   Two shapes with corners meet in the corners of each against the surface of the other. An outline is cut at its concave
//   corners into convex pieces; its convex corners and its ends meet the surfaces of others.
// Ties      Where a corner lies exactly on the corner of the other shape two edges are as good: boxes of the same size on one
//           another. The one that faces the corner's own shape is taken, by as much as rounding may hide (10⁻¹¹ of the size).
// Far       Switches between edges are divided by the square of the distance: of what has flown far away rounding must not
//           decide ten thousand times which edge it is nearest to.
// Ends      of outlines and arcs: a corner that slides off is off (`only`); a round one rolls around the end. What comes from
//           behind is not held.
// Periods   A periodic outline is met in copies that are far from where one takes over from the next.
// Source    ericson_2004 chapter 5 (regions of nearest features); elementary.
// Limits    A corner that has gone into a surface deeper than half of what the surface is long is not held any more.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "carom/model/body_mechanism.hpp"

namespace carom {

struct Meeting {
  using Node = expressions::Node;
  Node gap = {};
  Point normal = {};  // of the surface, outwards, in the world
  Point place = {};   // in the world
  std::optional<Node> only = {};
};

// A candidate before it is written out.
struct Candidate {
  using Node = expressions::Node;
  const Shape* round = nullptr;
  LocalPoint centre = {};
  std::optional<Point> outward = {};  // of a corner: from the inside of its shape
  Node radius = {};
  double radius_value = 0;
  bool bump = false;  // the round is an arc: part of a disc
  const Shape* surface = nullptr;
  int piece = 0, copy = 0, copies = 1;
  bool turned = false;  // the surface is that of the first shape of the pair
};

// Two shapes that may touch, by the same law in all places where they can.
struct ShapePair {
  const Shape* a = nullptr;
  const Shape* b = nullptr;
  std::string name = {};
  ContactText keys = {};
  std::vector<NamedIndex> indices = {};  // with which its keys are read
  std::vector<Candidate> candidates = {};
};

class Distances {
 public:
  using Node = expressions::Node;
  explicit Distances(Bodies& bodies) : bodies_(bodies), g_(bodies.graph()) {}
  // In place of the frames that two bodies have, those given: what is derived then holds for others like them.
  struct StandIn {
    int body = -1;
    const Body* frame = nullptr;
  };
  Distances(Bodies& bodies, StandIn round, StandIn surface)
      : bodies_(bodies), g_(bodies.graph()), stand_ins_{round, surface} {}

  std::vector<Candidate> candidates(const Shape& a, const Shape& b);
  Meeting meeting(const Candidate& candidate);

 private:
  struct Edge {
    LocalPoint from = {};
    Node ux = {}, uy = {}, length = {};
    double length_value = 0;
  };
  // Some edges in a row that enclose a convex body.
  struct Piece {
    std::vector<Edge> edges = {};
    bool closed = false, first_ends = false, last_ends = false;
    bool normal_left = false;
    double size = 0;
  };
  struct Near {
    Node distance = {};
    Point normal = {};  // in the frame of the surface's body
    std::optional<Node> only = {};
  };
  const Body& body_of(const Shape& shape) const {
    for (const StandIn& one : stand_ins_)
      if (one.body == shape.body) return *one.frame;
    return bodies_.bodies()[static_cast<std::size_t>(shape.body)];
  }
  Node number(double value) { return g_.constant(value); }
  Node dot(const Point& a, const Point& b) { return g_.add(g_.multiply(a.x, b.x), g_.multiply(a.y, b.y)); }
  Point minus(const Point& a, const Point& b) { return {g_.subtract(a.x, b.x), g_.subtract(a.y, b.y)}; }
  Point choose(Node condition, const Point& a, const Point& b) {
    return {g_.select(condition, a.x, b.x), g_.select(condition, a.y, b.y)};
  }
  Node both(std::optional<Node> a, Node b) { return a ? g_.both(*a, b) : b; }
  Node length(const Point& a);
  // 1 nearby, and falling with the square of the distance beyond a size.
  Node nearness(const Point& from, double size);
  static constexpr double tie = 1e-11;
  Edge edge(const LocalPoint& from, const LocalPoint& to);
  std::vector<Piece> pieces(const Shape& outline);
  struct Corner {
    LocalPoint at = {};
    std::optional<Point> outward = {};
  };
  std::vector<Corner> corners(const Shape& outline);
  int copies_for(const Shape& outline, double reach);
  std::vector<Corner> rounds(const Shape& shape);
  // The place of the round, and its outward direction, in the frame of the surface's body.
  struct Seen {
    Point at = {};
    std::optional<Point> outward = {};
    bool rounded = false;
  };
  Near near(const Candidate& candidate, Seen seen);
  Near near_box(const Shape& box, const Seen& seen);
  Near near_capsule(const Shape& capsule, Point at);
  Near near_piece(const Piece& piece, const Seen& seen);
  Near near_disc(const LocalPoint& centre, Node radius, Point at);
  Near near_arc(const Shape& arc, Point at, bool rounded);
  Node in_range(const Shape& arc, const Point& direction);
  // The place in the copy of a periodic surface that is nearest; whether that copy counts.
  Node reduce(const LocalPoint& period, const LocalPoint& about, int copy, int copies, Point& at);

  Bodies& bodies_;
  expressions::Graph& g_;
  std::array<StandIn, 2> stand_ins_ = {};
};

}  // namespace carom
