// SPDX-License-Identifier: Apache-2.0
// Bodies, joints and springs of a model's text as expressions of coordinates: the same graph, and the same machinery behind
// it, as for equations that somebody wrote.
//
// Model
//   (1)  Coordinates are relative along the tree of joints: a hinge leaves the angle between two bodies, a slider the length
//        along its axis, a weld nothing; a body that no joint leads to has x, y, angle of its frame, a particle x and y. They
//        stand in the order of the bodies in the file.
//   (2)  Frames: x_B = x_P + R(θ_P) a_P − R(θ_B) a_B of body B hinged to P at a_P = a_B; θ_B = θ_P ± φ.
//   (3)  T = Σ m/2 |ẋ_c|² + J/2 θ̇²,  V = −Σ m g·x_c + Σ k/2 (s − s₀)²,  Q = −c ṡ ∂s/∂q and so on, s an angle or a length
//   (4)  What closes a loop, a rod or a motor is a constraint c(t, q) = 0; stops and ropes are contacts, dry friction in a
//        joint is friction under a given load.
// Tree      From what has no mass outwards, joints in the order of the file; parts that hang on nothing begin with their first
//           body. Joints that are left over close loops.
// Source    Elementary.
// Limits    What has no mass is at rest or moves as functions of time.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "carom/model/body_shapes.hpp"

namespace carom {

struct BodyCoordinate {
  using Node = expressions::Node;
  std::string name = {}, unit = {};
  Node place = {}, rate = {};
  double start = 0, speed = 0;
};

struct Body {
  using Node = expressions::Node;
  std::string name = {};
  const BodyText* text = nullptr;  // of the ground nothing
  bool massive = false, particle = false;
  Node mass = {}, inertia = {};
  LocalPoint com = {};
  Point start = {};
  Node start_angle = {};
  double vx = 0, vy = 0, spin = 0;  // at the start
  Point at = {};                    // the frame
  Node angle = {}, cos = {}, sin = {};
  Node belt = {};
  std::optional<LocalPoint> period = {};
  std::vector<Shape> shapes = {};
  int parent = -1, joint = -1;  // −1: none
  int rigid = 0;                // the body that this one is welded to, by way of others; itself
  bool placed = false;
  std::vector<int> coordinates = {};
};

struct Joint {
  using Node = expressions::Node;
  std::string name = {};
  const JointText* text = nullptr;
  std::optional<std::pair<std::string, long>> index = {};  // of a repetition
  int first = 0, second = 0;
  Point at_first = {}, at_second = {};  // in the frames of the bodies
  Point axis = {};                      // in the frame of the first
  Node start_turn = {};                 // the second's angle minus the first's, at the start
  bool in_tree = false;
  Node value = {};  // angle or length
};

struct Spring {
  std::string name = {};
  const SpringText* text = nullptr;
  std::optional<std::pair<std::string, long>> index = {};
  expressions::Node length = {};
  Point first = {}, second = {};  // its ends
  expressions::Place place = {};
};

// A force along a length or an angle.
struct ForceAlong {
  expressions::Node along = {}, force = {};
};

struct BodyConstraint {
  std::string name = {};
  expressions::Node value = {};
  expressions::Place place = {};
};

using NamedIndex = std::pair<std::string, long>;

struct BodyContact {
  using Node = expressions::Node;
  std::string name = {};
  expressions::Place place = {};
  std::optional<Node> gap = {};   // or
  std::optional<Node> load = {};  // always closed, under this load
  std::optional<Node> slip = {};
  std::optional<Node> turn = {};  // relative rate of turning
  std::optional<Node> only = {};
  std::optional<Point> at = {};      // in the world
  std::optional<Point> normal = {};  // of its surface there, towards the first of the two
  ContactText keys = {};
  std::vector<NamedIndex> indices = {};  // with which its keys are read
};

class Bodies {
 public:
  using Node = expressions::Node;

  Bodies(TextScope& scope, const ModelText& text, double t);

  const std::vector<BodyCoordinate>& coordinates() const { return coordinates_; }
  // bird.x, bird.beak.x_dot, hip.angle, tail.length
  std::optional<Node> find(std::string_view name);
  std::vector<std::string> names() const;

  // Once all names are known.
  Node kinetic();
  Node potential();
  std::vector<ForceAlong> forces();
  std::vector<BodyConstraint> constraints();
  std::vector<BodyContact> contacts();
  // Whether the text says how fast bodies move at the start; if it does not, motors and loops decide.
  bool gives_speeds() const { return gives_speeds_; }

  const std::vector<Body>& bodies() const { return bodies_; }
  const std::vector<Joint>& joints() const { return joints_; }
  const std::vector<Spring>& springs() const { return springs_; }
  expressions::Graph& graph() { return scope_.graph(); }
  TextScope& scope() { return scope_; }

  Point world(const Body& body, const Point& local);
  // A direction, or a place relative to another.
  Point turned(const Body& body, const Point& local);
  Point turned_back(const Body& body, const Point& world);
  Node rate(Node place);
  double value_at_start(Node node);
  // A name with what stands between its braces counted.
  std::string filled(const Said& said, expressions::Scope* inner);

  static constexpr std::size_t most_bodies = 1000, most_shapes = 3000, most_joints = 3000;

 private:
  void add_body(const BodyText& text, expressions::Scope* inner, const std::string& name);
  void settle_mass(const BodyText& text, expressions::Scope* inner, Body& body);
  void settle_motion(const BodyText& text, expressions::Scope* inner, Body& body);
  void add_joint(const JointText& text, expressions::Scope* inner, const std::string& name);
  void add_spring(const SpringText& text, expressions::Scope* inner, const std::string& name);
  Point place_on(const Body& body, const PlaceText& place, expressions::Scope* inner);
  int body_called(const Said& said, expressions::Scope* inner);
  Node at_start(const Said& said, expressions::Scope* inner, const char* unit, const std::string& what);
  Node now_at_start(Node node);
  void grow_tree();
  void find_rigid();
  void hang(int body, int joint);
  void add_coordinates();
  void add_coordinate(Body& body, const std::string& name, const char* unit, double start, double speed);
  void place_free(Body& body);
  void place_by_joint(Body& body);
  void set_angle(Body& body, Node angle);
  void value_joint(Joint& joint);
  void check_speeds();
  double number(Node node) { return *scope_.known(node); }
  std::optional<Node> place_called(std::string_view name);
  std::optional<LocalPoint> point_called(const Body& body, std::string_view name) const;
  void add_loop(const Joint& joint, std::vector<BodyConstraint>& list);
  void add_stops(const Joint& joint, std::vector<BodyContact>& list);
  template <class Act>
  void with_index(const std::optional<NamedIndex>& index, const Act& act);
  Node text_number(const Said& said, expressions::Scope* inner, const char* unit, const std::string& what);

  TextScope& scope_;
  const ModelText& text_;
  double t_start_;
  std::vector<Body> bodies_;  // the ground first
  std::vector<Joint> joints_;
  std::vector<Spring> springs_;
  std::vector<int> order_;  // in which frames follow from one another
  std::map<std::string, int, std::less<>> body_numbers_, joint_numbers_, spring_numbers_;
  std::vector<BodyCoordinate> coordinates_;
  std::map<std::uint32_t, int> coordinate_of_input_;
  std::size_t shape_count_ = 0;
  bool gives_speeds_ = false;
};

}  // namespace carom
