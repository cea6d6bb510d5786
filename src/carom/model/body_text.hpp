// SPDX-License-Identifier: Apache-2.0
// What the text of a model file says about bodies, joints, springs and what touches what, before any of it is understood:
// plain lists in the order of the file, every value with its place, like the rest of model_text.hpp.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "carom/model/said.hpp"

namespace carom {

// A place [x, y], or the name of a point on a body.
struct PlaceText {
  Said x = {}, y = {}, name = {};
  expressions::Place place = {};
  bool given() const { return x.given() || name.given(); }
};

enum class ShapeKind { disc, box, capsule, polygon, point, line, outline, arc };

struct ShapeText {
  ShapeKind kind = ShapeKind::disc;
  expressions::Place place = {};
  std::string name = {};
  PlaceText at = {};
  Said angle = {};                     // by which it is turned in its body
  std::vector<Said> sizes = {};        // radius; width and height; distance and radius; radius, from and to
  std::vector<PlaceText> points = {};  // of a polygon, a line, an outline
};

struct BodyText {
  std::string name = {};
  expressions::Place place = {};
  std::optional<Repetition> repeated = {};
  Said mass = {}, inertia = {}, density = {}, angle = {}, spin = {}, belt = {};
  PlaceText position = {}, com = {}, velocity = {}, period = {};
  Said move_x = {}, move_y = {}, move_angle = {};  // motion
  bool has_motion = false;
  std::vector<ShapeText> shapes = {};
};

enum class JointKind { hinge, slider, weld, rod, rope };

struct JointText {
  std::string name = {};
  expressions::Place place = {};
  std::optional<Repetition> repeated = {};
  JointKind kind = JointKind::hinge;
  Said first = {}, second = {};  // bodies
  PlaceText at = {}, at_second = {}, axis = {};
  Said k = {}, rest = {}, c = {}, friction = {}, low = {}, high = {}, e = {}, motor = {}, torque = {}, length = {};
};

struct SpringText {
  std::string name = {};
  expressions::Place place = {};
  std::optional<Repetition> repeated = {};
  Said first = {}, second = {};
  PlaceText at = {}, at_second = {};
  Said k = {}, rest = {}, c = {}, tension = {};
};

// Laws of contacts between shapes: those of all, or of some by their names.
struct TouchText {
  expressions::Place place = {};
  std::optional<Repetition> repeated = {};
  Said first = {}, second = {};  // names, with * for anything; not given: of all
  std::optional<bool> touch = {};
  ContactText keys = {};
};

struct BodiesText {
  std::vector<BodyText> bodies = {};
  std::vector<JointText> joints = {};
  std::vector<SpringText> springs = {};
  bool touch_all = false;
  std::vector<std::pair<Said, Said>> pairs = {};
  std::vector<TouchText> touches = {};  // the first of them that of [contacts], if there is one
  bool close_start = false;             // a start that does not fit its joints is brought onto them
  bool any() const { return !bodies.empty(); }
};

}  // namespace carom
