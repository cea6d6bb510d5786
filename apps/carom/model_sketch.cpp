// SPDX-License-Identifier: Apache-2.0
#include "model_sketch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/base/constants.hpp"
#include "carom/draw/sketch.hpp"

namespace carom::app {
namespace {

using report::Point;
using report::Polyline;

constexpr double margin = 40;  // px

// From the world into the picture: as large as it fits, y up.
class View {
 public:
  explicit View(const BodyPicture& picture) {
    const auto take = [&](const PicturePoint& p, double radius = 0) {
      low_x_ = std::min(low_x_, p.x - radius);
      high_x_ = std::max(high_x_, p.x + radius);
      low_y_ = std::min(low_y_, p.y - radius);
      high_y_ = std::max(high_y_, p.y + radius);
    };
    for (const PictureShape& shape : picture.shapes)
      if (shape.massive || shape.kind != ShapeKind::line)
        for (const PicturePoint& p : shape.points) take(p, shape.radius);
    for (const PicturePoint& p : picture.masses) take(p);
    for (const PictureJoint& joint : picture.joints) {
      take(joint.first);
      take(joint.second);
    }
    for (const PictureSpring& spring : picture.springs) {
      take(spring.first);
      take(spring.second);
    }
    // A line without end is shown as far as what else there is goes.
    for (const PictureShape& shape : picture.shapes)
      if (shape.kind == ShapeKind::line && low_x_ <= high_x_) {
        const PicturePoint middle{0.5 * (low_x_ + high_x_), 0.5 * (low_y_ + high_y_)};
        take(on_line(shape, middle));
      }
    if (!(low_x_ <= high_x_)) low_x_ = low_y_ = -1, high_x_ = high_y_ = 1;
    const double width = high_x_ - low_x_, height = high_y_ - low_y_, size = std::max({width, height, 1e-12});
    if (width < 0.05 * size) low_x_ -= 0.2 * size, high_x_ += 0.2 * size;
    if (height < 0.05 * size) low_y_ -= 0.2 * size, high_y_ += 0.2 * size;
    scale_ =
        std::min((canvas_width - 2 * margin) / (high_x_ - low_x_), (most_height - 2 * margin) / (high_y_ - low_y_));
    height_ = scale_ * (high_y_ - low_y_) + 2 * margin;
  }

  Point at(const PicturePoint& p) const {
    const double left = 0.5 * (canvas_width - scale_ * (high_x_ - low_x_));
    return {left + scale_ * (p.x - low_x_), margin + scale_ * (high_y_ - p.y)};
  }
  double length(double metres) const { return scale_ * metres; }
  double height() const { return height_; }
  // The part of a line that can be seen.
  std::pair<PicturePoint, PicturePoint> seen(const PictureShape& line) const {
    const PicturePoint middle{0.5 * (low_x_ + high_x_), 0.5 * (low_y_ + high_y_)}, foot = on_line(line, middle);
    const double dx = line.points[1].x - line.points[0].x, dy = line.points[1].y - line.points[0].y;
    const double size = std::hypot(dx, dy);
    const double reach =
        0.5 * std::abs(dx / size) * (high_x_ - low_x_) + 0.5 * std::abs(dy / size) * (high_y_ - low_y_);
    return {{foot.x - reach * dx / size, foot.y - reach * dy / size},
            {foot.x + reach * dx / size, foot.y + reach * dy / size}};
  }

  static constexpr double canvas_width = 720, most_height = 560;

 private:
  static PicturePoint on_line(const PictureShape& line, const PicturePoint& p) {
    const PicturePoint& a = line.points[0];
    const double dx = line.points[1].x - a.x, dy = line.points[1].y - a.y;
    const double s = ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy);
    return {a.x + s * dx, a.y + s * dy};
  }

  double low_x_ = std::numeric_limits<double>::infinity(), high_x_ = -low_x_, low_y_ = low_x_, high_y_ = -low_x_;
  double scale_ = 1, height_ = 0;
};

void draw_shape(const PictureShape& shape, const View& view, report::Sketch& sketch) {
  Polyline points;
  for (const PicturePoint& p : shape.points) points.push_back(view.at(p));
  PicturePoint named = shape.points[0];
  switch (shape.kind) {
    case ShapeKind::disc: sketch.draw(report::Disc{points[0], view.length(shape.radius)}); break;
    case ShapeKind::capsule:
      sketch.draw(report::Body{report::capsule(points[0], points[1], view.length(shape.radius))});
      named = {0.5 * (shape.points[0].x + shape.points[1].x), 0.5 * (shape.points[0].y + shape.points[1].y)};
      break;
    case ShapeKind::box:
    case ShapeKind::polygon:
      points.push_back(points.front());
      sketch.draw(report::Body{points});
      named = {};
      for (const PicturePoint& p : shape.points) {
        named.x += p.x / static_cast<double>(shape.points.size());
        named.y += p.y / static_cast<double>(shape.points.size());
      }
      break;
    case ShapeKind::point: sketch.draw(report::Disc{points[0], 2.5, {}}); break;
    case ShapeKind::line: {
      const auto [from, to] = view.seen(shape);
      sketch.draw(report::Ground{view.at(from), view.at(to)});
      named = from;
      break;
    }
    case ShapeKind::outline:
      if (shape.closed) points.push_back(points.front());
      for (std::size_t k = 0; k + 1 < points.size(); ++k) sketch.draw(report::Ground{points[k], points[k + 1]});
      break;
    case ShapeKind::arc: {
      constexpr int parts = 48;
      const auto on_arc = [&](int k) {
        const double angle = shape.from + (shape.to - shape.from) * k / parts;
        return PicturePoint{shape.points[0].x + shape.radius * std::cos(angle),
                            shape.points[0].y + shape.radius * std::sin(angle)};
      };
      for (int k = 0; k < parts; ++k) sketch.draw(report::Ground{view.at(on_arc(k)), view.at(on_arc(k + 1))});
      named = on_arc(0);
      break;
    }
  }
  const Point at = view.at(named);
  sketch.draw(report::Label{{at.x + 4, at.y - 10}, shape.name, report::Anchor::start});
}

}  // namespace

std::string model_sketch(const BodyPicture& picture) {
  const View view(picture);
  report::Sketch sketch{.id = "start", .title = picture.title, .caption = "The start.", .height = view.height()};
  for (const PictureShape& shape : picture.shapes) draw_shape(shape, view, sketch);
  for (const PictureSpring& spring : picture.springs)
    sketch.draw(report::Spring{view.at(spring.first), view.at(spring.second), spring.name});
  for (const PictureJoint& joint : picture.joints) {
    const Point first = view.at(joint.first), second = view.at(joint.second);
    if (joint.kind == JointKind::rod || joint.kind == JointKind::rope)
      sketch.draw(report::Stroke{{first, second},
                                 {report::Colour::automatic,
                                  joint.kind == JointKind::rope ? report::Dash::dashed : report::Dash::solid, 1.5}});
    if (joint.kind == JointKind::slider) {
      const Point far{second.x + 40 * joint.axis.x, second.y - 40 * joint.axis.y};
      sketch.draw(report::Arrow{second, far, ""});
    }
    if (joint.kind == JointKind::hinge) sketch.draw(report::Disc{second, 4, {}});
    sketch.draw(report::Label{{second.x + 8, second.y + 10}, joint.name, report::Anchor::start});
  }
  for (std::size_t k = 0; k < picture.masses.size(); ++k) {
    const Point at = view.at(picture.masses[k]);
    sketch.draw(report::Stroke{{{at.x - 3, at.y}, {at.x + 3, at.y}}})
        .draw(report::Stroke{{{at.x, at.y - 3}, {at.x, at.y + 3}}});
    const bool named = std::any_of(picture.shapes.begin(), picture.shapes.end(),
                                   [&](const PictureShape& shape) { return shape.name == picture.mass_names[k]; });
    if (!named) sketch.draw(report::Label{{at.x + 6, at.y}, picture.mass_names[k], report::Anchor::start});
  }
  for (const PictureContact& contact : picture.touching) {
    const Point at = view.at(contact.at);
    sketch.draw(report::Disc{at, 3, {report::Colour::automatic, 1}});
    sketch.draw(report::Label{{at.x + 6, at.y + 10}, contact.name, report::Anchor::start});
  }
  return render(sketch);
}

}  // namespace carom::app
