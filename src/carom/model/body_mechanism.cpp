// SPDX-License-Identifier: Apache-2.0
#include "carom/model/body_mechanism.hpp"

#include <algorithm>
#include <cmath>
#include <deque>

#include <fmt/format.h>

#include "carom/base/bad_input.hpp"

namespace carom {

using Node = expressions::Node;
using expressions::Graph;
using expressions::Operation;
using expressions::quoted;
using expressions::Scope;

namespace {

std::optional<NamedIndex> index_of(TextScope& scope, const std::optional<Repetition>& repeated, Scope* inner) {
  if (!repeated || !inner) return std::nullopt;
  const Node node = std::get<Node>(*inner->find(repeated->index).meaning);
  return NamedIndex{repeated->index, std::lround(*scope.known(node))};
}

}  // namespace

Bodies::Bodies(TextScope& scope, const ModelText& text, double t) : scope_(scope), text_(text), t_start_(t) {
  Graph& g = graph();
  const Node zero = g.constant(0), one = g.constant(1);
  bodies_.push_back({.name = "ground",
                     .com = {zero, zero},
                     .start = {zero, zero},
                     .start_angle = zero,
                     .at = {zero, zero},
                     .angle = zero,
                     .cos = one,
                     .sin = zero,
                     .belt = zero,
                     .placed = true});
  body_numbers_["ground"] = 0;
  const BodiesText& all = text.bodies;
  const auto require_new = [](auto& numbers, const std::string& name, std::size_t number,
                              const expressions::Place& place) {
    if (!numbers.emplace(name, static_cast<int>(number)).second)
      TextScope::refuse(place, name, fmt::format("{} is a name already", quoted(name)));
  };
  for (const BodyText& body : all.bodies)
    scope_.repeat(body.repeated, body.name, [&](Scope* inner, const std::string& name) {
      if (bodies_.size() > most_bodies)
        TextScope::refuse(body.place, name,
                          fmt::format("a model has at most {} bodies, and this has more", most_bodies));
      require_new(body_numbers_, name, bodies_.size(), body.place);
      add_body(body, inner, name);
    });
  for (const JointText& joint : all.joints)
    scope_.repeat(joint.repeated, joint.name, [&](Scope* inner, const std::string& name) {
      if (joints_.size() >= most_joints)
        TextScope::refuse(joint.place, name,
                          fmt::format("a model has at most {} joints, and this has more", most_joints));
      if (body_numbers_.contains(name))
        TextScope::refuse(joint.place, name, fmt::format("{} is the name of a body already", quoted(name)));
      require_new(joint_numbers_, name, joints_.size(), joint.place);
      add_joint(joint, inner, name);
    });
  grow_tree();
  find_rigid();
  add_coordinates();
  for (const int b : order_)
    bodies_[static_cast<std::size_t>(b)].joint < 0 ? place_free(bodies_[static_cast<std::size_t>(b)])
                                                   : place_by_joint(bodies_[static_cast<std::size_t>(b)]);
  for (Joint& joint : joints_) value_joint(joint);
  for (const SpringText& spring : all.springs)
    scope_.repeat(spring.repeated, spring.name, [&](Scope* inner, const std::string& name) {
      if (springs_.size() >= most_joints)
        TextScope::refuse(spring.place, name,
                          fmt::format("a model has at most {} springs, and this has more", most_joints));
      if (body_numbers_.contains(name) || joint_numbers_.contains(name))
        TextScope::refuse(spring.place, name, fmt::format("{} is a name already", quoted(name)));
      require_new(spring_numbers_, name, springs_.size(), spring.place);
      add_spring(spring, inner, name);
    });
  check_speeds();
}

// ---- reading -----------------------------------------------------------------------------------------------------------

// A number of a start: time in it is the time of the start.
Node Bodies::at_start(const Said& said, Scope* inner, const char* unit, const std::string& what) {
  Graph& g = graph();
  if (!said.given()) return g.constant(0);
  if (expressions::reads_as_quantity(said.text)) scope_.quantity(said, unit, what, inner);
  (void)scope_.start_value(said, inner);
  return now_at_start(scope_.number(said, inner));
}

Node Bodies::now_at_start(Node node) {
  Graph& g = graph();
  return g.depends_on(node, scope_.time()) ? g.substitute(node, {{scope_.time().index, g.constant(t_start_)}}) : node;
}

// "link{i+1}": what stands between the braces is counted.
std::string Bodies::filled(const Said& said, Scope* inner) {
  std::string name;
  std::size_t at = 0;
  while (true) {
    const std::size_t open = said.text.find('{', at);
    name += said.text.substr(at, open == std::string::npos ? open : open - at);
    if (open == std::string::npos) return name;
    const std::size_t close = said.text.find('}', open);
    if (close == std::string::npos) TextScope::refuse(said, "a brace is not closed");
    const Said index{said.text.substr(open + 1, close - open - 1),
                     expressions::place_within(said.place, said.text, open + 1)};
    if (!index.given()) TextScope::refuse(said, "there is nothing between these braces");
    const double value = scope_.constant(index, inner);
    if (value != std::floor(value) || std::abs(value) > 1e9)
      TextScope::refuse(index, fmt::format("an index in a name is a whole number, and this is {}", value));
    name += std::to_string(static_cast<long>(value));
    at = close + 1;
  }
}

int Bodies::body_called(const Said& said, Scope* inner) {
  const std::string name = filled(said, inner);
  if (const auto found = body_numbers_.find(name); found != body_numbers_.end()) return found->second;
  std::vector<std::string> names;
  for (const auto& [known, number] : body_numbers_) names.push_back(known);
  TextScope::refuse(said, fmt::format("there is no body {}{}", quoted(name), expressions::offer_nearest(name, names)));
}

void Bodies::add_body(const BodyText& text, Scope* inner, const std::string& name) {
  Graph& g = graph();
  Body body{.name = name, .text = &text};
  body.massive = text.mass.given() || text.density.given();
  body.start = {at_start(text.position.x, inner, "m", "a position"),
                at_start(text.position.y, inner, "m", "a position")};
  body.start_angle = at_start(text.angle, inner, "rad", "an angle");
  body.vx = number(at_start(text.velocity.x, inner, "m/s", "a velocity"));
  body.vy = number(at_start(text.velocity.y, inner, "m/s", "a velocity"));
  body.spin = number(at_start(text.spin, inner, "rad/s", "a spin"));
  gives_speeds_ = gives_speeds_ || text.velocity.given() || text.spin.given();
  ShapeReader reader(scope_, inner);
  int unnamed = 0;
  for (const ShapeText& shape : text.shapes) unnamed += shape.name.empty();
  int number_of_shape = 0;
  for (const ShapeText& said : text.shapes) {
    if (++shape_count_ > most_shapes)
      TextScope::refuse(said.place, "", fmt::format("a model has at most {} shapes, and this has more", most_shapes));
    Shape shape = reader.read(said);
    ++number_of_shape;
    shape.body = static_cast<int>(bodies_.size());
    shape.full_name = !shape.name.empty() ? name + "." + shape.name
                      : unnamed == 1      ? name
                                          : fmt::format("{}.{}", name, number_of_shape);
    for (const Shape& other : body.shapes)
      if (!shape.name.empty() && other.name == shape.name)
        TextScope::refuse(said.place, shape.name,
                          fmt::format("two shapes of {} are called {}", name, quoted(shape.name)));
    body.shapes.push_back(std::move(shape));
  }
  body.belt = g.constant(0);
  body.mass = body.inertia = g.constant(0);
  if (body.massive) {
    settle_mass(text, inner, body);
  } else {
    body.com = reader.point(text.com, "a centre of mass");
    settle_motion(text, inner, body);
  }
  bodies_.push_back(std::move(body));
}

void Bodies::settle_mass(const BodyText& text, Scope* inner, Body& body) {
  Graph& g = graph();
  ShapeReader reader(scope_, inner);
  const auto above_zero = [&](const Said& said, const char* unit, const char* what) {
    const Node node = reader.number(said, unit, what);
    if (!(number(node) > 0))
      TextScope::refuse(said,
                        fmt::format("{} of body {} is above 0, and this is {}", what, quoted(body.name), number(node)));
    return node;
  };
  std::vector<Node> areas, x, y;
  for (const Shape& shape : body.shapes) {
    areas.push_back(shape.area);
    x.push_back(g.multiply(shape.area, shape.centroid.x));
    y.push_back(g.multiply(shape.area, shape.centroid.y));
  }
  const Node area = areas.empty() ? g.constant(0) : g.sum(areas);
  const bool has_area = number(area) > 0;
  if (text.density.given() && !has_area)
    TextScope::refuse(
        text.density,
        fmt::format("a density needs an area, and the shapes of body {} have none: give a mass", quoted(body.name)));
  Node density = {};
  if (text.density.given()) {
    density = above_zero(text.density, "kg/m2", "the density");
    body.mass = g.multiply(density, area);
  } else {
    body.mass = above_zero(text.mass, "kg", "the mass");
    if (has_area) density = g.divide(body.mass, area);
  }
  if (text.com.given() || !has_area || text.inertia.given()) {
    body.com = reader.point(text.com, "the centre of mass");
  } else {
    const Node cx = g.divide(g.sum(x), area), cy = g.divide(g.sum(y), area);
    body.com = {cx, cy, number(cx), number(cy)};
  }
  if (text.inertia.given()) {
    body.inertia = above_zero(text.inertia, "kg m2", "the inertia");
    return;
  }
  body.particle = !has_area;
  if (body.particle) {
    if (text.com.given()) TextScope::refuse(text.com.place, "com", "a particle is where it is: it has no 'com'");
    if (text.spin.given()) TextScope::refuse(text.spin, "a particle has no angle, and so no spin");
    return;
  }
  std::vector<Node> moments;
  for (const Shape& shape : body.shapes) {
    const Node dx = g.subtract(shape.centroid.x, body.com.x), dy = g.subtract(shape.centroid.y, body.com.y);
    moments.push_back(g.add(shape.moment, g.multiply(shape.area, g.add(g.square(dx), g.square(dy)))));
  }
  body.inertia = g.multiply(density, g.sum(moments));
}

// What has no mass: at rest, or where its motion says.
void Bodies::settle_motion(const BodyText& text, Scope* inner, Body& body) {
  Graph& g = graph();
  const auto moved = [&](const Said& said, Node rest, const char* unit) {
    if (!said.given()) return rest;
    if (expressions::reads_as_quantity(said.text)) scope_.quantity(said, unit, "a motion", inner);
    const Node node = scope_.number(said, inner);
    for (const Node input : g.inputs_of(node))
      if (input != scope_.time() && !g.is_steady(input))
        TextScope::refuse(said,
                          fmt::format("a motion is a function of time, and this depends on '{}'", g.input_name(input)));
    return node;
  };
  body.at = {moved(text.move_x, body.start.x, "m"), moved(text.move_y, body.start.y, "m")};
  set_angle(body, moved(text.move_angle, body.start_angle, "rad"));
  body.placed = true;
  body.start = {now_at_start(body.at.x), now_at_start(body.at.y)};
  body.start_angle = now_at_start(body.angle);
  const auto speed = [&](Node place) { return value_at_start(g.derivative(place, scope_.time())); };
  body.vx = speed(body.at.x);
  body.vy = speed(body.at.y);
  body.spin = speed(body.angle);
  if (text.belt.given()) body.belt = scope_.number(text.belt, inner);
  if (text.period.given()) body.period = ShapeReader(scope_, inner).point(text.period, "a period");
}

Point Bodies::place_on(const Body& body, const PlaceText& place, Scope* inner) {
  if (!place.name.given())
    return {text_number(place.x, inner, "m", "a place"), text_number(place.y, inner, "m", "a place")};
  const std::string name = filled(place.name, inner);
  const std::size_t dot = name.find('.');
  if (name.substr(0, dot) != body.name)
    TextScope::refuse(place.name, fmt::format("this place is on {}, and a point of that body is named {}",
                                              quoted(body.name), quoted(body.name + ".NAME")));
  const std::optional<LocalPoint> point =
      point_called(body, dot == std::string::npos ? std::string_view() : std::string_view(name).substr(dot + 1));
  if (point) return *point;
  std::vector<std::string> names = {"com"};
  for (const Shape& shape : body.shapes)
    if (!shape.name.empty()) names.push_back(shape.name);
  const std::string said = dot == std::string::npos ? "" : name.substr(dot + 1);
  TextScope::refuse(place.name, fmt::format("body {} has no point {}{}", quoted(body.name), quoted(said),
                                            expressions::offer_nearest(said, names)));
}

Node Bodies::text_number(const Said& said, Scope* inner, const char* unit, const std::string& what) {
  return ShapeReader(scope_, inner).number(said, unit, what);
}

void Bodies::add_joint(const JointText& text, Scope* inner, const std::string& name) {
  Graph& g = graph();
  Joint joint{.name = name, .text = &text, .index = index_of(scope_, text.repeated, inner)};
  joint.first = body_called(text.first, inner);
  joint.second = body_called(text.second, inner);
  const Body &first = bodies_[static_cast<std::size_t>(joint.first)],
             &second = bodies_[static_cast<std::size_t>(joint.second)];
  if (joint.first == joint.second)
    TextScope::refuse(text.second, fmt::format("joint {} connects {} with itself", quoted(name), quoted(first.name)));
  if (!first.massive && !second.massive)
    TextScope::refuse(text.place, name,
                      fmt::format("neither {} nor {} has a mass: joint {} has nothing to move", quoted(first.name),
                                  quoted(second.name), quoted(name)));
  joint.start_turn = g.subtract(second.start_angle, first.start_angle);
  joint.axis = {g.constant(0), g.constant(0)};
  const auto back = [&](const Body& body, Point world) {
    const Node c = g.function(Operation::cos, body.start_angle), s = g.function(Operation::sin, body.start_angle);
    return Point{g.add(g.multiply(c, world.x), g.multiply(s, world.y)),
                 g.subtract(g.multiply(c, world.y), g.multiply(s, world.x))};
  };
  const auto local = [&](const Body& body, Point world) {
    return back(body, {g.subtract(world.x, body.start.x), g.subtract(world.y, body.start.y)});
  };
  if (text.kind == JointKind::rod || text.kind == JointKind::rope) {
    joint.at_first = place_on(first, text.at, inner);
    joint.at_second = place_on(second, text.at_second, inner);
  } else {
    Point at = second.start;
    if (text.at.name.given()) {
      const Body& on = text.at.name.text.starts_with(first.name + ".") ? first : second;
      const Point place = place_on(on, text.at, inner);
      const Node c = g.function(Operation::cos, on.start_angle), s = g.function(Operation::sin, on.start_angle);
      at = {g.add(on.start.x, g.subtract(g.multiply(c, place.x), g.multiply(s, place.y))),
            g.add(on.start.y, g.add(g.multiply(s, place.x), g.multiply(c, place.y)))};
    } else if (text.at.given()) {
      at = {at_start(text.at.x, inner, "m", "the place of a joint"),
            at_start(text.at.y, inner, "m", "the place of a joint")};
    }
    joint.at_first = local(first, at);
    joint.at_second = local(second, at);
    if (text.kind == JointKind::slider) {
      const Node x = at_start(text.axis.x, inner, "1", "an axis"), y = at_start(text.axis.y, inner, "1", "an axis");
      const Node length = g.function(Operation::hypot, x, y);
      if (!(number(length) > 0)) TextScope::refuse(text.axis.place, "axis", "the axis of a slider has no direction");
      joint.axis = back(first, {g.divide(x, length), g.divide(y, length)});
    }
  }
  joints_.push_back(std::move(joint));
}

void Bodies::add_spring(const SpringText& text, Scope* inner, const std::string& name) {
  Graph& g = graph();
  const Body& first = bodies_[static_cast<std::size_t>(body_called(text.first, inner))];
  const Body& second = bodies_[static_cast<std::size_t>(body_called(text.second, inner))];
  const Point a = world(first, place_on(first, text.at, inner)),
              b = world(second, place_on(second, text.at_second, inner));
  springs_.push_back({.name = name,
                      .text = &text,
                      .index = index_of(scope_, text.repeated, inner),
                      .length = g.function(Operation::hypot, g.subtract(b.x, a.x), g.subtract(b.y, a.y)),
                      .first = a,
                      .second = b,
                      .place = text.place});
  if (scope_.known(springs_.back().length))
    TextScope::refuse(text.place, name, fmt::format("the length of spring {} never changes", quoted(name)));
  if (!(value_at_start(springs_.back().length) > 0))
    TextScope::refuse(text.place, name,
                      fmt::format("spring {} has no length at the start, and so no direction", quoted(name)));
}

// ---- places ------------------------------------------------------------------------------------------------------------

Point Bodies::turned(const Body& body, const Point& local) {
  Graph& g = graph();
  return {g.subtract(g.multiply(body.cos, local.x), g.multiply(body.sin, local.y)),
          g.add(g.multiply(body.sin, local.x), g.multiply(body.cos, local.y))};
}

Point Bodies::turned_back(const Body& body, const Point& world) {
  Graph& g = graph();
  return {g.add(g.multiply(body.cos, world.x), g.multiply(body.sin, world.y)),
          g.subtract(g.multiply(body.cos, world.y), g.multiply(body.sin, world.x))};
}

Point Bodies::world(const Body& body, const Point& local) {
  const Point arm = turned(body, local);
  return {graph().add(body.at.x, arm.x), graph().add(body.at.y, arm.y)};
}

Node Bodies::rate(Node place) {
  Graph& g = graph();
  std::vector<Node> terms{g.derivative(place, scope_.time())};
  for (const Node input : g.inputs_of(place))
    if (const auto found = coordinate_of_input_.find(input.index); found != coordinate_of_input_.end())
      terms.push_back(
          g.multiply(g.derivative(place, input), coordinates_[static_cast<std::size_t>(found->second)].rate));
  return g.sum(std::move(terms));
}

double Bodies::value_at_start(Node node) {
  return graph().value(node, [this](Node input) {
    if (input == scope_.time()) return t_start_;
    for (const BodyCoordinate& one : coordinates_) {
      if (one.place == input) return one.start;
      if (one.rate == input) return one.speed;
    }
    const std::optional<double> known = scope_.known(input);
    return known.value_or(0);
  });
}

void Bodies::set_angle(Body& body, Node angle) {
  body.angle = angle;
  body.cos = graph().function(Operation::cos, angle);
  body.sin = graph().function(Operation::sin, angle);
}

void Bodies::hang(int body, int joint) {
  Body& one = bodies_[static_cast<std::size_t>(body)];
  Joint& by = joints_[static_cast<std::size_t>(joint)];
  one.joint = joint;
  one.parent = by.first == body ? by.second : by.first;
  one.placed = true;
  by.in_tree = true;
  order_.push_back(body);
}

// (1): breadth first, so that chains are short.
void Bodies::grow_tree() {
  std::vector<std::vector<int>> joints_of(bodies_.size());
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    const JointKind kind = joints_[j].text->kind;
    if (kind == JointKind::rod || kind == JointKind::rope) continue;
    joints_of[static_cast<std::size_t>(joints_[j].first)].push_back(static_cast<int>(j));
    joints_of[static_cast<std::size_t>(joints_[j].second)].push_back(static_cast<int>(j));
  }
  std::deque<int> waiting;
  const auto spread = [&] {
    while (!waiting.empty()) {
      const int body = waiting.front();
      waiting.pop_front();
      for (const int j : joints_of[static_cast<std::size_t>(body)]) {
        const Joint& joint = joints_[static_cast<std::size_t>(j)];
        const int other = joint.first == body ? joint.second : joint.first;
        if (bodies_[static_cast<std::size_t>(other)].placed) continue;
        hang(other, j);
        waiting.push_back(other);
      }
    }
  };
  for (std::size_t b = 0; b < bodies_.size(); ++b)
    if (!bodies_[b].massive) waiting.push_back(static_cast<int>(b));
  spread();
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    if (bodies_[b].placed) continue;
    bodies_[b].placed = true;
    order_.push_back(static_cast<int>(b));
    waiting.push_back(static_cast<int>(b));
    spread();
  }
}

void Bodies::add_coordinate(Body& body, const std::string& name, const char* unit, double start, double speed) {
  Graph& g = graph();
  if (coordinates_.size() >= TextScope::most_coordinates)
    TextScope::refuse(body.text->place, body.name,
                      fmt::format("a model has at most {} coordinates, and the bodies of this one have more",
                                  TextScope::most_coordinates));
  const Node place = g.input(name), rate = g.input(name + "_dot");
  coordinate_of_input_[place.index] = static_cast<int>(coordinates_.size());
  body.coordinates.push_back(static_cast<int>(coordinates_.size()));
  coordinates_.push_back({name, unit, place, rate, start, speed});
}

void Bodies::add_coordinates() {
  for (Body& body : bodies_) {
    if (!body.massive) continue;
    if (body.joint < 0) {
      add_coordinate(body, body.name + ".x", "m", number(body.start.x), body.vx);
      add_coordinate(body, body.name + ".y", "m", number(body.start.y), body.vy);
      if (!body.particle) add_coordinate(body, body.name + ".angle", "rad", number(body.start_angle), body.spin);
      continue;
    }
    const Joint& joint = joints_[static_cast<std::size_t>(body.joint)];
    const Body &first = bodies_[static_cast<std::size_t>(joint.first)],
               &second = bodies_[static_cast<std::size_t>(joint.second)];
    if (joint.text->kind == JointKind::hinge)
      add_coordinate(body, joint.name + ".angle", "rad", number(joint.start_turn), second.spin - first.spin);
    if (joint.text->kind == JointKind::slider) {
      const double c = std::cos(number(first.start_angle)), s = std::sin(number(first.start_angle));
      const double ax = number(joint.axis.x), ay = number(joint.axis.y);
      const double dx = number(second.start.x) - number(first.start.x),
                   dy = number(second.start.y) - number(first.start.y);
      const double vx = second.vx - first.vx + first.spin * dy, vy = second.vy - first.vy - first.spin * dx;
      add_coordinate(body, joint.name + ".length", "m", 0, vx * (c * ax - s * ay) + vy * (s * ax + c * ay));
    }
  }
}

void Bodies::place_free(Body& body) {
  const auto place = [&](std::size_t k) { return coordinates_[static_cast<std::size_t>(body.coordinates[k])].place; };
  body.at = {place(0), place(1)};
  set_angle(body, body.particle ? body.start_angle : place(2));
}

// (2)
void Bodies::place_by_joint(Body& body) {
  Graph& g = graph();
  const Joint& joint = joints_[static_cast<std::size_t>(body.joint)];
  const Body& parent = bodies_[static_cast<std::size_t>(body.parent)];
  const bool is_second = &bodies_[static_cast<std::size_t>(joint.second)] == &body;
  const auto along = [&](Node base, Node step) { return is_second ? g.add(base, step) : g.subtract(base, step); };
  const Point own = is_second ? joint.at_second : joint.at_first,
              on_parent = is_second ? joint.at_first : joint.at_second;
  const bool hinge = joint.text->kind == JointKind::hinge;
  const Node turn = hinge ? coordinates_[static_cast<std::size_t>(body.coordinates[0])].place : joint.start_turn;
  set_angle(body, along(parent.angle, turn));
  Point anchor = world(parent, on_parent);
  if (joint.text->kind == JointKind::slider) {
    // The axis is the same direction in both frames but for the turn between them, which stays.
    const Node length = coordinates_[static_cast<std::size_t>(body.coordinates[0])].place;
    const Point axis = turned(is_second ? parent : body, joint.axis);
    anchor = {along(anchor.x, g.multiply(axis.x, length)), along(anchor.y, g.multiply(axis.y, length))};
  }
  const Point arm = turned(body, own);
  body.at = {g.subtract(anchor.x, arm.x), g.subtract(anchor.y, arm.y)};
}

// Along the tree; what a loop welds moves with its constraints.
void Bodies::find_rigid() {
  for (std::size_t b = 0; b < bodies_.size(); ++b) bodies_[b].rigid = static_cast<int>(b);
  for (const int b : order_) {
    Body& body = bodies_[static_cast<std::size_t>(b)];
    if (body.joint >= 0 && joints_[static_cast<std::size_t>(body.joint)].text->kind == JointKind::weld)
      body.rigid = bodies_[static_cast<std::size_t>(body.parent)].rigid;
  }
}

void Bodies::value_joint(Joint& joint) {
  Graph& g = graph();
  const Body &first = bodies_[static_cast<std::size_t>(joint.first)],
             &second = bodies_[static_cast<std::size_t>(joint.second)];
  const Point a = world(first, joint.at_first), b = world(second, joint.at_second);
  const Point apart{g.subtract(b.x, a.x), g.subtract(b.y, a.y)};
  switch (joint.text->kind) {
    case JointKind::hinge:
    case JointKind::weld: joint.value = g.subtract(second.angle, first.angle); break;
    case JointKind::slider: {
      const Point axis = turned(first, joint.axis);
      joint.value = g.add(g.multiply(axis.x, apart.x), g.multiply(axis.y, apart.y));
      break;
    }
    case JointKind::rod:
    case JointKind::rope: {
      joint.value = g.function(Operation::hypot, apart.x, apart.y);
      if (!(value_at_start(joint.value) > 0))
        TextScope::refuse(joint.text->place, joint.name,
                          fmt::format("{} has no length at the start", quoted(joint.name)));
      break;
    }
  }
  if (!joint.in_tree) return;
  if (joint.text->kind != JointKind::hinge && joint.text->kind != JointKind::slider) return;
  const Body& carried =
      second.joint >= 0 && &joints_[static_cast<std::size_t>(second.joint)] == &joint ? second : first;
  joint.value = coordinates_[static_cast<std::size_t>(carried.coordinates[0])].place;
}

// What a text says about the velocity of a body that a joint carries must be what the joint leaves of it.
void Bodies::check_speeds() {
  for (const Body& body : bodies_) {
    if (!body.massive || body.joint < 0) continue;
    const auto check = [&](bool given, const expressions::Place& place, Node node, double said, const char* what) {
      if (!given) return;
      const double moves = value_at_start(rate(node));
      if (std::abs(moves - said) <= 1e-9 * (1 + std::abs(said))) return;
      TextScope::refuse(
          place, body.name,
          fmt::format("{} of body {} is said to be {}, but its joint {} leaves it {}", what, quoted(body.name), said,
                      quoted(joints_[static_cast<std::size_t>(body.joint)].name), moves));
    };
    check(body.text->velocity.given(), body.text->velocity.place, body.at.x, body.vx, "the velocity along x");
    check(body.text->velocity.given(), body.text->velocity.place, body.at.y, body.vy, "the velocity along y");
    check(body.text->spin.given(), body.text->spin.place, body.angle, body.spin, "the spin");
  }
}

}  // namespace carom
