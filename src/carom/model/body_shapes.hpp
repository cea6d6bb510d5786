// SPDX-License-Identifier: Apache-2.0
// Shapes in the frame of their body, as nodes of a graph with the numbers that decide about them; their areas and moments.
//
// Model     Uniform shapes of density ρ [kg/m²]: m = ρ Σ A_i, the centre of mass at Σ A_i c_i/Σ A_i, and about it
//           J = ρ Σ (J_i + A_i |c_i − c|²), with J_i the polar moment of area of shape i about its own centroid:
//             disc π r⁴/2;  box A (a² + b²)/12;  polygon Σ d_j (p_j² + p_j·p_{j+1} + p_{j+1}²)/12 about the origin,
//             d_j = p_j × p_{j+1};  capsule a box of d × 2r and two halves of a disc.
// Source    Elementary.
// Limits    Shapes of one body that overlap count twice.
#pragma once

#include <string>
#include <vector>

#include "carom/model/body_text.hpp"
#include "carom/model/text_scope.hpp"

namespace carom {

struct Point {
  expressions::Node x = {}, y = {};
};

// A place in the frame of a body, with its numbers.
struct LocalPoint {
  expressions::Node x = {}, y = {};
  double vx = 0, vy = 0;
  operator Point() const { return {x, y}; }
};

struct Shape {
  using Node = expressions::Node;
  ShapeKind kind = ShapeKind::disc;
  std::string name = {};       // its own, or empty
  std::string full_name = {};  // "bird.beak", "plate"
  int body = 0;
  expressions::Place place = {};
  std::vector<LocalPoint> points = {};  // a centre; centres; corners, counterclockwise where they enclose it
  Node radius = {};
  double radius_value = 0;
  double from = 0, to = 0;                // of an arc [rad]
  bool closed = false;                    // an outline that comes back to where it began
  LocalPoint at = {};                     // what its name means
  Node width = {}, height = {};           // of a box …
  Node turned_cos = {}, turned_sin = {};  // … and how it is turned
  Node area = {}, moment = {};            // of area about its centroid
  LocalPoint centroid = {};
};

// How numbers in a shape are understood.
class ShapeReader {
 public:
  using Node = expressions::Node;
  ShapeReader(TextScope& scope, expressions::Scope* inner) : scope_(scope), inner_(inner) {}
  Shape read(const ShapeText& text);
  LocalPoint point(const PlaceText& text, const char* what);
  // A number of a unit that follows from parameters.
  Node number(const Said& said, const char* unit, const std::string& what);
  double value(Node node) const { return *scope_.known(node); }

 private:
  LocalPoint local(Node x, Node y) { return {x, y, value(x), value(y)}; }
  Node positive(const Said& said, const char* unit, const std::string& what);
  void read_polygon(const ShapeText& text, Shape& shape);
  void read_chain(const ShapeText& text, Shape& shape);
  void take_polygon_moments(Shape& shape);

  TextScope& scope_;
  expressions::Scope* inner_;
};

}  // namespace carom
