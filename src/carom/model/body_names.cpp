// SPDX-License-Identifier: Apache-2.0
// What names such as bird.beak.x and hip.angle_dot mean.
#include "carom/model/body_mechanism.hpp"

namespace carom {

using Node = expressions::Node;

std::optional<LocalPoint> Bodies::point_called(const Body& body, std::string_view name) const {
  if (name == "com") return body.com;
  for (const Shape& shape : body.shapes)
    if (!shape.name.empty() && shape.name == name) return shape.at;
  return std::nullopt;
}

std::optional<Node> Bodies::place_called(std::string_view name) {
  const std::size_t dot = name.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const std::string_view owner = name.substr(0, dot), what = name.substr(dot + 1);
  if (const auto found = body_numbers_.find(owner); found != body_numbers_.end()) {
    const Body& body = bodies_[static_cast<std::size_t>(found->second)];
    if (what == "x") return body.at.x;
    if (what == "y") return body.at.y;
    if (what == "angle" && !body.particle) return body.angle;
    const std::size_t last = what.rfind('.');
    if (last == std::string_view::npos) return std::nullopt;
    const std::optional<LocalPoint> point = point_called(body, what.substr(0, last));
    if (point && what.substr(last) == ".x") return world(body, *point).x;
    if (point && what.substr(last) == ".y") return world(body, *point).y;
  } else if (const auto at = joint_numbers_.find(owner); at != joint_numbers_.end()) {
    const Joint& joint = joints_[static_cast<std::size_t>(at->second)];
    const JointKind kind = joint.text->kind;
    const bool turns = kind == JointKind::hinge || kind == JointKind::weld;
    if (what == (turns ? "angle" : "length")) return joint.value;
  } else if (const auto spring = spring_numbers_.find(owner); spring != spring_numbers_.end()) {
    if (what == "length") return springs_[static_cast<std::size_t>(spring->second)].length;
  }
  return std::nullopt;
}

std::optional<Node> Bodies::find(std::string_view name) {
  constexpr std::string_view dot = "_dot";
  if (!name.ends_with(dot)) return place_called(name);
  const std::optional<Node> place = place_called(name.substr(0, name.size() - dot.size()));
  return place ? std::optional(rate(*place)) : std::nullopt;
}

std::vector<std::string> Bodies::names() const {
  std::vector<std::string> list;
  constexpr std::size_t most = 500;
  const auto add = [&](const std::string& name) {
    if (list.size() < most) list.insert(list.end(), {name, name + "_dot"});
  };
  for (std::size_t b = 1; b < bodies_.size(); ++b) {
    const Body& body = bodies_[b];
    add(body.name + ".x");
    add(body.name + ".y");
    if (!body.particle) add(body.name + ".angle");
    for (const Shape& shape : body.shapes)
      if (!shape.name.empty()) {
        add(shape.full_name + ".x");
        add(shape.full_name + ".y");
      }
  }
  for (const Joint& joint : joints_)
    add(joint.name +
        (joint.text->kind == JointKind::hinge || joint.text->kind == JointKind::weld ? ".angle" : ".length"));
  for (const Spring& spring : springs_) add(spring.name + ".length");
  return list;
}

}  // namespace carom
