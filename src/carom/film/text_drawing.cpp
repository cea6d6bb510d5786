// SPDX-License-Identifier: Apache-2.0
#include "carom/film/text_drawing.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/base/constants.hpp"
#include "carom/expressions/program.hpp"
#include "carom/model/body_distance.hpp"
#include "carom/model/body_mechanism.hpp"
#include "carom/model/text_items.hpp"
#include "carom/model/text_scope.hpp"

namespace carom::study {
namespace {

using expressions::Node;
using report::Colour;
using report::FilmPart;
using report::FilmPoint;
using report::PartKind;

constexpr std::size_t most_parts = 3000, most_places = 200;

TextSettings settings_of(const Parameters& parameters, const std::vector<TextQuantity>& quantities) {
  TextSettings settings;
  for (const TextQuantity& quantity : quantities) {
    if (!parameters.table().find(quantity.name) || !parameters.is_set(quantity.name)) continue;
    if (quantity.kind == TextQuantity::Kind::list)
      settings.lists[quantity.name] = parameters.list(quantity.name);
    else
      settings.numbers[quantity.name] = parameters[quantity.name];
  }
  return settings;
}

// Poses as expressions, and the parts that are fixed to them.
class TextPicture {
 public:
  TextPicture(const ModelText& text, const TextSettings& settings) : scope_(text, settings) {
    if (scope_.bodies()) add_bodies(*scope_.bodies());
    const TextItem items = read_items(text.text, text.file);
    if (const TextItem* drawing = find_item(items, "drawing")) add_drawing(*drawing);
  }

  Drawing drawing() {
    drawing_.poses = static_cast<int>(outputs_.size() / 3);
    std::vector<Node> inputs{scope_.time()};
    for (const std::vector<Node>& list : {scope_.coordinates(), scope_.rates(), scope_.states()})
      inputs.insert(inputs.end(), list.begin(), list.end());
    expressions::Switches switches;
    auto program = std::make_shared<const expressions::Program>(scope_.graph(), outputs_, inputs, switches);
    const std::size_t n = scope_.coordinates().size(), m = scope_.states().size();
    drawing_.place = [program, n, m](const DrawnState& s, double* pose) {
      std::vector<double> in{s.t}, work(program->work_size());
      in.insert(in.end(), s.q, s.q + n);
      in.insert(in.end(), s.u, s.u + n);
      if (m > 0) in.insert(in.end(), s.z, s.z + m);
      program->evaluate(in.data(), work.data(), pose);
    };
    if (drawing_.parts.empty())
      drawing_.missing = "the model has no bodies and no [drawing], so the film shows its columns alone";
    return std::move(drawing_);
  }

 private:
  expressions::Graph& g() { return scope_.graph(); }
  Node number(double value) { return g().constant(value); }
  int pose(Node x, Node y, std::optional<Node> angle = {}) {
    outputs_.insert(outputs_.end(), {x, y, angle ? *angle : number(0)});
    return static_cast<int>(outputs_.size() / 3) - 1;
  }
  // At a place of the world, with y along a normal.
  int contact_pose(Node x, Node y, Node nx, Node ny) {
    return pose(x, y, g().function(expressions::Operation::atan2, g().negate(nx), ny));
  }
  void add(FilmPart part, const expressions::Place& at = {}) {
    if (drawing_.parts.size() >= most_parts)
      TextScope::refuse(at, part.name, fmt::format("a drawing has at most {} parts", most_parts));
    drawing_.parts.push_back(std::move(part));
  }

  // ---- bodies -------------------------------------------------------------------------------------------------------

  void add_bodies(Bodies& bodies) {
    std::vector<int> poses;
    for (const Body& body : bodies.bodies()) {
      poses.push_back(pose(body.at.x, body.at.y, body.particle ? std::optional<Node>() : body.angle));
      const Colour colour = body.massive ? Colour::blue : Colour::ink;
      if (body.massive && body.shapes.empty())
        add({.kind = PartKind::point,
             .name = body.name,
             .pose = poses.back(),
             .points = {{body.com.vx, body.com.vy}},
             .colour = colour});
      for (const Shape& shape : body.shapes) {
        add_shape(shape, poses.back(), colour);
        // A body of points alone would be dots that hang together by nothing.
        if (body.massive && shape.kind == ShapeKind::point)
          add({.kind = PartKind::link,
               .name = body.name,
               .pose = poses.back(),
               .second = poses.back(),
               .points = {{body.com.vx, body.com.vy}, {shape.points[0].vx, shape.points[0].vy}},
               .colour = colour});
      }
      if (body.period) repeat_shapes(body, poses.back());
    }
    const auto local = [](const Point& p, Bodies& all) {
      return FilmPoint{*all.scope().known(p.x), *all.scope().known(p.y)};
    };
    for (const Joint& joint : bodies.joints()) {
      FilmPart part{.kind = PartKind::point,
                    .name = joint.name,
                    .pose = poses[static_cast<std::size_t>(joint.second)],
                    .colour = Colour::ink};
      switch (joint.text->kind) {
        case JointKind::hinge:
          part.points = {local(joint.at_second, bodies)};
          add_arm(bodies.bodies()[static_cast<std::size_t>(joint.first)], poses, local(joint.at_first, bodies));
          add_arm(bodies.bodies()[static_cast<std::size_t>(joint.second)], poses, local(joint.at_second, bodies));
          break;
        case JointKind::rod:
        case JointKind::rope:
          part.kind = joint.text->kind == JointKind::rod ? PartKind::link : PartKind::rope;
          part.second = part.pose;
          part.pose = poses[static_cast<std::size_t>(joint.first)];
          part.points = {local(joint.at_first, bodies), local(joint.at_second, bodies)};
          break;
        case JointKind::slider:
        case JointKind::weld: continue;
      }
      add(std::move(part));
    }
    for (const Spring& spring : bodies.springs())
      add({.kind = PartKind::spring,
           .name = spring.name,
           .pose = pose(spring.first.x, spring.first.y),
           .second = pose(spring.second.x, spring.second.y),
           .points = {{0, 0}, {0, 0}},
           .colour = Colour::purple});
    add_contacts(bodies);
  }

  // Arrows stand where shapes can touch; of crowds, in which every two bodies can, none are drawn.
  void add_contacts(Bodies& bodies) {
    const std::vector<ShapePair> pairs = bodies.pairs();
    std::size_t places = 0;
    for (const ShapePair& pair : pairs) places += pair.candidates.size();
    if (places > most_places) return;
    for (const ShapePair& pair : pairs)
      for (const BodyContact& contact : bodies.contacts_of(pair))
        if (contact.at && contact.normal)
          drawing_.contacts.push_back(
              {contact.name, contact_pose(contact.at->x, contact.at->y, contact.normal->x, contact.normal->y)});
  }

  // To its joint, of a body that has no size.
  void add_arm(const Body& body, const std::vector<int>& poses, const FilmPoint& joint) {
    const bool sized = std::any_of(body.shapes.begin(), body.shapes.end(),
                                   [](const Shape& shape) { return shape.kind != ShapeKind::point; });
    if (!body.massive || sized) return;
    const int pose = poses[static_cast<std::size_t>(number_of(body))];
    add({.kind = PartKind::link,
         .name = body.name,
         .pose = pose,
         .second = pose,
         .points = {{body.com.vx, body.com.vy}, joint},
         .colour = Colour::blue});
  }
  int number_of(const Body& body) { return static_cast<int>(&body - scope_.bodies()->bodies().data()); }

  void add_shape(const Shape& shape, int pose, Colour colour, const FilmPoint& moved = {0, 0}) {
    FilmPart part{.kind = PartKind::polygon,
                  .name = shape.full_name,
                  .pose = pose,
                  .radius = shape.radius_value,
                  .colour = colour};
    for (const LocalPoint& p : shape.points) part.points.push_back({p.vx + moved[0], p.vy + moved[1]});
    switch (shape.kind) {
      case ShapeKind::disc: part.kind = PartKind::disc; break;
      case ShapeKind::capsule: part.kind = PartKind::capsule; break;
      case ShapeKind::point: part.kind = PartKind::point; break;
      case ShapeKind::line: part.kind = PartKind::ground; break;
      case ShapeKind::box:
      case ShapeKind::polygon: break;
      case ShapeKind::outline:
        part.kind = PartKind::chain;
        if (shape.closed) part.points.push_back(part.points.front());
        break;
      case ShapeKind::arc: {
        part.kind = PartKind::chain;
        const FilmPoint centre = part.points[0];
        part.points.clear();
        constexpr int pieces = 48;
        for (int k = 0; k <= pieces; ++k) {
          const double angle = shape.from + (shape.to - shape.from) * k / pieces;
          part.points.push_back(
              {centre[0] + shape.radius_value * std::cos(angle), centre[1] + shape.radius_value * std::sin(angle)});
        }
        break;
      }
    }
    add(std::move(part), shape.place);
  }

  // For ever, as far as a film will see.
  void repeat_shapes(const Body& body, int pose) {
    constexpr int copies = 12;
    for (const Shape& shape : body.shapes)
      if (shape.kind != ShapeKind::line)
        for (int k = -copies; k <= copies; ++k)
          if (k != 0) add_shape(shape, pose, Colour::ink, {k * body.period->vx, k * body.period->vy});
  }

  // ---- [drawing] ------------------------------------------------------------------------------------------------------

  struct Place {
    Node x = {}, y = {};
  };
  Place place(const TextItem& table, std::string_view key, bool optional = false) {
    const TextItem* item = find_item(table, key);
    if (!item) {
      if (optional) return {number(0), number(0)};
      refuse_at(table.place, "", fmt::format("what is drawn needs '{}', such as [\"x\", \"y\"]", key));
    }
    return place(*item);
  }
  Place place(const TextItem& item) {
    if (item.kind != ItemKind::list || item.items.size() != 2) refuse_kind(item, "a place such as [\"x\", \"y\"]");
    return {scope_.number(said_value(item.items[0])), scope_.number(said_value(item.items[1]))};
  }
  std::optional<Node> angle(const TextItem& table) {
    const TextItem* item = find_item(table, "angle");
    return item ? std::optional(scope_.number(said_value(*item))) : std::nullopt;
  }
  double size(const TextItem& item, const char* what) {
    const double value = scope_.quantity(said_value(item), "m", what);
    if (!(value > 0) || !std::isfinite(value))
      refuse_at(item.place, item.said.text, fmt::format("{} is above 0", what));
    return value;
  }
  double size(const TextItem& table, std::string_view key, const char* what) {
    const TextItem* item = find_item(table, key);
    if (!item) refuse_at(table.place, "", fmt::format("what is drawn needs '{}'", key));
    return size(*item, what);
  }
  std::string name(const TextItem& table) {
    const TextItem* item = find_item(table, "name");
    return item ? plain_text(*item) : "";
  }

  void add_drawing(const TextItem& section) {
    require_known_keys(section, {"disc", "box", "polygon", "segment", "spring", "ground", "contact"}, "in [drawing]");
    for (const TextItem& kind : section.items)
      for (const TextItem& one : require_tables(kind)) add_drawn(kind.key, one);
  }

  void add_drawn(const std::string& kind, const TextItem& one) {
    if (kind == "disc") {
      require_known_keys(one, {"at", "radius", "angle", "name"}, "of a disc in [drawing]");
      const Place at = place(one, "at");
      add({.kind = PartKind::disc,
           .name = name(one),
           .pose = pose(at.x, at.y, angle(one)),
           .radius = size(one, "radius", "the radius of a disc"),
           .colour = Colour::blue},
          one.place);
    } else if (kind == "box") {
      require_known_keys(one, {"at", "size", "angle", "name"}, "of a box in [drawing]");
      const Place at = place(one, "at");
      const TextItem* sizes = find_item(one, "size");
      if (!sizes || sizes->kind != ItemKind::list || sizes->items.size() != 2)
        refuse_at(one.place, "", "a box in [drawing] needs size = [width, height]");
      const double a = size(sizes->items[0], "the width of a box") / 2,
                   b = size(sizes->items[1], "the height of a box") / 2;
      add({.kind = PartKind::polygon,
           .name = name(one),
           .pose = pose(at.x, at.y, angle(one)),
           .points = {{-a, -b}, {a, -b}, {a, b}, {-a, b}},
           .colour = Colour::blue},
          one.place);
    } else if (kind == "polygon") {
      add_polygon(one);
    } else if (kind == "contact") {
      add_contact(one);
    } else {
      add_between(kind, one);
    }
  }

  // Its corners move: links from each to the next.
  void add_polygon(const TextItem& one) {
    require_known_keys(one, {"points", "name"}, "of a polygon in [drawing]");
    const TextItem* points = find_item(one, "points");
    if (!points || points->kind != ItemKind::list || points->items.size() < 2)
      refuse_at(one.place, "", "a polygon in [drawing] needs points = [[x, y], [x, y], …]");
    std::vector<int> corners;
    for (const TextItem& point : points->items) {
      const Place at = place(point);
      corners.push_back(pose(at.x, at.y));
    }
    for (std::size_t k = 0; k < corners.size(); ++k)
      add({.kind = PartKind::link,
           .name = name(one),
           .pose = corners[k],
           .second = corners[(k + 1) % corners.size()],
           .points = {{0, 0}, {0, 0}},
           .colour = Colour::blue},
          one.place);
  }

  void add_contact(const TextItem& one) {
    require_known_keys(one, {"name", "at", "normal"}, "of a contact in [drawing]");
    const Place at = place(one, "at"), normal = place(one, "normal");
    if (name(one).empty()) refuse_at(one.place, "", "a contact in [drawing] needs the name of the contact");
    drawing_.contacts.push_back({name(one), contact_pose(at.x, at.y, normal.x, normal.y)});
  }

  void add_between(const std::string& kind, const TextItem& one) {
    require_known_keys(one, {"from", "to", "width", "name"}, fmt::format("of a {} in [drawing]", kind));
    const Place from = place(one, "from"), to = place(one, "to");
    const int first = pose(from.x, from.y);
    if (kind == "ground") {
      // Turned along it: its frame begins at `from`.
      outputs_.back() =
          g().function(expressions::Operation::atan2, g().subtract(to.y, from.y), g().subtract(to.x, from.x));
      add({.kind = PartKind::ground,
           .name = name(one),
           .pose = first,
           .points = {{0, 0}, {1, 0}},
           .colour = Colour::ink},
          one.place);
      return;
    }
    const bool spring = kind == "spring";
    FilmPart part{.kind = spring ? PartKind::spring : PartKind::link,
                  .name = name(one),
                  .pose = first,
                  .second = pose(to.x, to.y),
                  .points = {{0, 0}, {0, 0}},
                  .colour = spring ? Colour::purple : Colour::blue};
    if (const TextItem* width = find_item(one, "width")) part.radius = size(*width, "the width of a segment") / 2;
    add(std::move(part), one.place);
  }

  TextScope scope_;
  std::vector<Node> outputs_;
  Drawing drawing_;
};

}  // namespace

Drawing text_drawing(const System& system, const Parameters& parameters) {
  const ModelText text = read_model_text(system.card().source, system.name());
  TextSettings settings;
  {
    const TextScope defaults(text, {});
    settings = settings_of(parameters, defaults.quantities());
  }
  return TextPicture(text, settings).drawing();
}

}  // namespace carom::study
