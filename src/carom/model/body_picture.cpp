// SPDX-License-Identifier: Apache-2.0
#include "carom/model/body_picture.hpp"

#include <cmath>

#include "carom/model/body_mechanism.hpp"
#include "carom/model/body_pairs.hpp"

namespace carom {

BodyPicture body_picture(const ModelText& text) {
  BodyPicture picture{.title = text.title};
  TextScope scope(text, {});
  Bodies* const bodies = scope.bodies();
  if (!bodies) return picture;
  const auto number = [&](expressions::Node node) { return bodies->value_at_start(node); };
  const auto place = [&](const Body& body, const Point& local) {
    const Point at = bodies->world(body, local);
    return PicturePoint{number(at.x), number(at.y)};
  };
  for (const Body& body : bodies->bodies()) {
    if (body.massive) {
      picture.masses.push_back(place(body, body.com));
      picture.mass_names.push_back(body.name);
    }
    for (const Shape& shape : body.shapes) {
      const double turned = number(body.angle);
      PictureShape drawn{.kind = shape.kind,
                         .name = shape.full_name,
                         .massive = body.massive,
                         .radius = shape.radius_value,
                         .from = shape.from + turned,
                         .to = shape.to + turned,
                         .closed = shape.closed};
      for (const LocalPoint& point : shape.points) drawn.points.push_back(place(body, point));
      picture.shapes.push_back(std::move(drawn));
    }
  }
  for (const Joint& joint : bodies->joints()) {
    const Body& first = bodies->bodies()[static_cast<std::size_t>(joint.first)];
    const Body& second = bodies->bodies()[static_cast<std::size_t>(joint.second)];
    const Point axis = bodies->turned(first, joint.axis);
    picture.joints.push_back({.kind = joint.text->kind,
                              .name = joint.name,
                              .first = place(first, joint.at_first),
                              .second = place(second, joint.at_second),
                              .axis = {number(axis.x), number(axis.y)}});
  }
  for (const Spring& spring : bodies->springs())
    picture.springs.push_back({spring.name,
                               {number(spring.first.x), number(spring.first.y)},
                               {number(spring.second.x), number(spring.second.y)}});
  for (const ShapePair& pair : bodies->pairs()) {
    const Body& a = bodies->bodies()[static_cast<std::size_t>(pair.a->body)];
    const Body& b = bodies->bodies()[static_cast<std::size_t>(pair.b->body)];
    const double apart = std::hypot(number(a.at.x) - number(b.at.x), number(a.at.y) - number(b.at.y));
    if (!b.period && !a.period && apart > 1.001 * (reach_about_frame(*pair.a) + reach_about_frame(*pair.b))) continue;
    for (const BodyContact& contact : bodies->contacts_of(pair))
      if (std::abs(number(*contact.gap)) < 1e-9)
        picture.touching.push_back({contact.name, {number(contact.at->x), number(contact.at->y)}});
  }
  return picture;
}

}  // namespace carom
