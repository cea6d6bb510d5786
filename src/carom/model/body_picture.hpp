// SPDX-License-Identifier: Apache-2.0
// The start of a model of bodies in numbers, for a picture: shapes, joints and springs where they are in the world.
#pragma once

#include <string>
#include <vector>

#include "carom/model/model_text.hpp"

namespace carom {

struct PicturePoint {
  double x = 0, y = 0;  // [m]
};

struct PictureShape {
  ShapeKind kind = ShapeKind::disc;
  std::string name = {};
  bool massive = false;
  std::vector<PicturePoint> points = {};  // corners; a centre; centres
  double radius = 0, from = 0, to = 0;    // of an arc, angles in the world
  bool closed = false;
};

struct PictureJoint {
  JointKind kind = JointKind::hinge;
  std::string name = {};
  PicturePoint first = {}, second = {};
  PicturePoint axis = {};  // of a slider
};

struct PictureSpring {
  std::string name = {};
  PicturePoint first = {}, second = {};
};

struct PictureContact {
  std::string name = {};
  PicturePoint at = {};
};

struct BodyPicture {
  std::string title = {};
  std::vector<PictureShape> shapes = {};
  std::vector<PicturePoint> masses = {};  // centres of mass
  std::vector<std::string> mass_names = {};
  std::vector<PictureJoint> joints = {};
  std::vector<PictureSpring> springs = {};
  std::vector<PictureContact> touching = {};  // that are closed at the start
  bool empty() const { return shapes.empty() && joints.empty() && springs.empty() && masses.empty(); }
};

BodyPicture body_picture(const ModelText& text);

}  // namespace carom
