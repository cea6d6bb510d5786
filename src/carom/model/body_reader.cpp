// SPDX-License-Identifier: Apache-2.0
#include "carom/model/body_reader.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "carom/model/model_names.hpp"

namespace carom {
namespace {

using expressions::quoted;

std::optional<Repetition> range_of(const TextItem& table) {
  const TextItem* range = find_item(table, "for");
  return range ? std::optional(read_repetition(*range)) : std::nullopt;
}

PlaceText pair_of(const TextItem& item, std::string_view like) {
  if (item.kind != ItemKind::list) refuse_kind(item, fmt::format("two numbers such as {}", like));
  const std::vector<Said> list = said_list(item);
  if (list.size() != 2)
    refuse_at(item.place, item.key, fmt::format("a place has two numbers, such as {}; here are {}", like, list.size()));
  return {.x = list[0], .y = list[1], .place = item.place};
}

// [x, y], or the name of a point.
PlaceText place_of(const TextItem& item) {
  if (item.kind != ItemKind::text) return pair_of(item, "[0, \"1 cm\"], or is the name of a point, \"bird.beak\"");
  return {.name = said_text(item), .place = item.said.place};
}

// Two places, one on each of two bodies.
void two_places(const TextItem& item, PlaceText& first, PlaceText& second) {
  if (item.kind != ItemKind::list || item.items.size() != 2)
    refuse_at(item.place, item.key,
              "two places are needed here, one on each body in its own frame, such as [[0, 1], \"bird.beak\"]");
  first = place_of(item.items[0]);
  second = place_of(item.items[1]);
}

void two_bodies(const TextItem& table, const std::string& what, Said& first, Said& second) {
  const TextItem* item = find_item(table, "bodies");
  if (!item)
    refuse_at(table.place, "", fmt::format("{} needs bodies = [\"one\", \"other\"]; \"ground\" is the world", what));
  if (item->kind != ItemKind::list || item->items.size() != 2)
    refuse_at(item->place, "bodies", fmt::format("'bodies' are the names of two, such as [\"ground\", \"bird\"]"));
  first = said_text(item->items[0]);
  second = said_text(item->items[1]);
}

constexpr std::array<std::pair<std::string_view, ShapeKind>, 8> shape_kinds = {{{"disc", ShapeKind::disc},
                                                                                {"box", ShapeKind::box},
                                                                                {"capsule", ShapeKind::capsule},
                                                                                {"polygon", ShapeKind::polygon},
                                                                                {"point", ShapeKind::point},
                                                                                {"line", ShapeKind::line},
                                                                                {"outline", ShapeKind::outline},
                                                                                {"arc", ShapeKind::arc}}};

std::vector<PlaceText> points_of(const TextItem& item, std::size_t least, std::size_t most, const char* like) {
  if (item.kind != ItemKind::list) refuse_kind(item, fmt::format("an array of points, {}", like));
  std::vector<PlaceText> points;
  for (const TextItem& one : item.items) points.push_back(pair_of(one, "[0, \"1 cm\"]"));
  if (points.size() < least || points.size() > most)
    refuse_at(item.place, item.key,
              fmt::format("{} has {} {} points, here are {}", quoted(item.key),
                          least == most           ? "just"
                          : points.size() < least ? "at least"
                                                  : "at most",
                          points.size() < least ? least : most, points.size()));
  return points;
}

void read_sizes(const TextItem& item, ShapeText& shape) {
  constexpr std::size_t many = 1000;
  const auto two_sizes = [&](const char* like) {
    const PlaceText pair = pair_of(item, like);
    shape.sizes = {pair.x, pair.y};
  };
  switch (shape.kind) {
    case ShapeKind::disc: shape.sizes = {said_value(item)}; break;
    case ShapeKind::box: two_sizes("[\"2 cm\", \"1 cm\"], width and height"); break;
    case ShapeKind::capsule: two_sizes("[\"2 cm\", \"5 mm\"], the distance of its centres and its radius"); break;
    case ShapeKind::point: shape.at = pair_of(item, "[\"1 cm\", 0]"); break;
    case ShapeKind::polygon: shape.points = points_of(item, 3, many, "[[0, 0], [1, 0], [0, 1]]"); break;
    case ShapeKind::line: shape.points = points_of(item, 2, 2, "[[-1, 0], [1, 0]]"); break;
    case ShapeKind::outline: shape.points = points_of(item, 2, many, "[[-1, 1], [0, 0], [1, 1]]"); break;
    case ShapeKind::arc: {
      require_table(item, "{ radius = 1, from = \"180 deg\", to = \"360 deg\" }");
      require_known_keys(item, {"radius", "from", "to"}, "in 'arc'");
      for (const char* key : {"radius", "from", "to"}) {
        const TextItem* value = find_item(item, key);
        if (!value) refuse_at(item.place, "arc", fmt::format("'arc' needs {}", quoted(key)));
        shape.sizes.push_back(said_value(*value));
      }
    }
  }
}

ShapeText read_shape(const TextItem& item) {
  require_table(item, "{ disc = \"5 mm\" }");
  std::vector<std::string> words, keys = {"at", "name", "angle"};
  for (const auto& [word, kind] : shape_kinds) words.emplace_back(word);
  keys.insert(keys.end(), words.begin(), words.end());
  require_known_keys(item, keys, "in a shape");
  const TextItem& of = *one_of(item, words, "a shape");
  ShapeText shape{.place = of.key_place};
  shape.kind = std::find_if(shape_kinds.begin(), shape_kinds.end(), [&](const auto& one) {
                 return one.first == of.key;
               })->second;
  if (const TextItem* at = find_item(item, "at")) {
    if (shape.kind == ShapeKind::point)
      refuse_at(at->key_place, "at", "a point stands where it says: 'at' is not needed");
    shape.at = pair_of(*at, "[0, \"1 cm\"]");
  }
  read_sizes(of, shape);
  if (const TextItem* angle = find_item(item, "angle")) shape.angle = said_value(*angle);
  if (const TextItem* name = find_item(item, "name")) {
    shape.name = plain_text(*name);
    require_plain_name(shape.name, name->said.place, "the name of a shape", shape.name);
    for (const char* taken : {"x", "y", "angle", "com"})
      if (shape.name == taken)
        refuse_at(name->said.place, shape.name, fmt::format("{} is a place of every body already", quoted(shape.name)));
  }
  return shape;
}

void read_motion(const TextItem& item, BodyText& body) {
  require_table(item, "{ y = \"A*sin(omega*t)\" }");
  require_known_keys(item, {"x", "y", "angle"}, "in 'motion'");
  body.has_motion = true;
  read_said<BodyText>(item, body,
                      {{"x", &BodyText::move_x}, {"y", &BodyText::move_y}, {"angle", &BodyText::move_angle}});
}

void check_body(const TextItem& table, const BodyText& body) {
  const bool massive = body.mass.given() || body.density.given();
  const auto refuse_key_of = [&](std::initializer_list<const char*> keys, const std::string& why) {
    for (const char* key : keys)
      if (const TextItem* item = find_item(table, key))
        refuse_at(item->key_place, key, fmt::format("{} {}", quoted(key), why));
  };
  one_of(table, {"mass", "density"}, "a body", true);
  if (massive) {
    refuse_key_of({"motion", "belt", "period"},
                  "belongs to bodies without mass; this one moves by the forces that act on it");
    for (const ShapeText& shape : body.shapes)
      if (shape.kind == ShapeKind::line || shape.kind == ShapeKind::outline || shape.kind == ShapeKind::arc)
        refuse_at(shape.place, "", "lines, outlines and arcs are shapes of bodies without mass; this one has mass");
  } else {
    refuse_key_of({"inertia", "com"}, "needs a mass or a density: without one a body is moved as it is told");
    refuse_key_of({"velocity", "spin"}, "belongs to bodies with mass; one without is moved by its 'motion'");
  }
}

BodyText read_body(const TextItem& table) {
  require_known_keys(table, body_keys(), "in [[body]]");
  BodyText body;
  body.repeated = range_of(table);
  std::tie(body.name, body.place) = repeated_name(table, "a body", body.repeated);
  if (body.name == "ground") refuse_at(body.place, body.name, "'ground' is the world, which needs no [[body]]");
  using B = BodyText;
  read_said<B>(table, body,
               {{"mass", &B::mass},
                {"inertia", &B::inertia},
                {"density", &B::density},
                {"angle", &B::angle},
                {"spin", &B::spin},
                {"belt", &B::belt}});
  const auto pair = [&](const char* key, PlaceText& to) {
    if (const TextItem* item = find_item(table, key)) to = pair_of(*item, "[0, \"1 cm\"]");
  };
  pair("position", body.position);
  pair("com", body.com);
  pair("velocity", body.velocity);
  pair("period", body.period);
  if (const TextItem* motion = find_item(table, "motion")) read_motion(*motion, body);
  if (const TextItem* shapes = find_item(table, "shape")) {
    if (shapes->kind == ItemKind::list)
      for (const TextItem& one : shapes->items) body.shapes.push_back(read_shape(one));
    else
      body.shapes.push_back(read_shape(*shapes));
  }
  check_body(table, body);
  return body;
}

constexpr std::array<std::pair<std::string_view, JointKind>, 5> joint_kinds = {{{"hinge", JointKind::hinge},
                                                                                {"slider", JointKind::slider},
                                                                                {"weld", JointKind::weld},
                                                                                {"rod", JointKind::rod},
                                                                                {"rope", JointKind::rope}}};

std::vector<std::string> keys_of_joint(JointKind kind) {
  switch (kind) {
    case JointKind::hinge: return {"k", "rest", "c", "friction", "limits", "e", "motor", "torque"};
    case JointKind::slider: return {"axis", "k", "rest", "c", "friction", "limits", "e", "motor", "torque"};
    case JointKind::weld: return {};
    case JointKind::rod: return {"length"};
    case JointKind::rope: return {"length", "e"};
  }
  return {};
}

void check_joint_keys(const TextItem& table, JointKind kind, std::string_view word) {
  const std::vector<std::string> own = keys_of_joint(kind);
  for (const TextItem& item : table.items) {
    const bool is_common =
        item.key == "name" || item.key == "for" || item.key == "kind" || item.key == "bodies" || item.key == "at";
    if (is_common || std::find(own.begin(), own.end(), item.key) != own.end()) continue;
    refuse_at(item.key_place, item.key,
              fmt::format("{} does not belong to a joint of the kind {}", quoted(item.key), word));
  }
  one_of(table, {"motor", "torque"}, "a joint", true);
  const auto needs = [&](const char* key, const char* other, const char* why) {
    if (const TextItem* item = find_item(table, key); item && !find_item(table, other))
      refuse_at(item->key_place, key, fmt::format("{} needs {}, {}", quoted(key), quoted(other), why));
  };
  needs("rest", "k", "the stiffness of its spring");
  if (kind != JointKind::rope) needs("e", "limits", "the stops that it belongs to");
}

JointText read_joint(const TextItem& table) {
  require_known_keys(table, joint_keys(), "in [[joint]]");
  JointText joint;
  joint.repeated = range_of(table);
  std::tie(joint.name, joint.place) = repeated_name(table, "a joint", joint.repeated);
  const TextItem* kind = find_item(table, "kind");
  if (!kind) refuse_at(table.place, "", "a joint needs a kind: hinge, slider, weld, rod or rope");
  const Said word = said_text(*kind);
  std::vector<std::string> words;
  for (const auto& [known, of] : joint_kinds) {
    words.emplace_back(known);
    if (word.text == known) joint.kind = of;
  }
  if (std::find(words.begin(), words.end(), word.text) == words.end())
    refuse_at(word.place, word.text,
              fmt::format("a joint is one of {}, not {}{}", fmt::join(words, ", "), quoted(word.text),
                          expressions::offer_nearest(word.text, words)));
  check_joint_keys(table, joint.kind, word.text);
  two_bodies(table, "a joint", joint.first, joint.second);
  const TextItem* at = find_item(table, "at");
  if (joint.kind == JointKind::rod || joint.kind == JointKind::rope) {
    if (!at) refuse_at(table.place, "", fmt::format("a {} needs two places: at = [[0, 1], \"bird.beak\"]", word.text));
    two_places(*at, joint.at, joint.at_second);
  } else if (at) {
    joint.at = place_of(*at);
  } else if (joint.kind == JointKind::hinge) {
    refuse_at(table.place, "", "a hinge needs its place in the world at the start: at = [0, 1]");
  }
  if (const TextItem* axis = find_item(table, "axis"))
    joint.axis = pair_of(*axis, "[1, 0]");
  else if (joint.kind == JointKind::slider)
    refuse_at(table.place, "", "a slider needs its axis, such as axis = [1, 0]");
  using J = JointText;
  read_said<J>(table, joint,
               {{"k", &J::k},
                {"rest", &J::rest},
                {"c", &J::c},
                {"friction", &J::friction},
                {"e", &J::e},
                {"motor", &J::motor},
                {"torque", &J::torque},
                {"length", &J::length}});
  if (const TextItem* limits = find_item(table, "limits")) {
    const PlaceText both = pair_of(*limits, "[\"-20 deg\", \"30 deg\"]");
    joint.low = both.x;
    joint.high = both.y;
  }
  return joint;
}

SpringText read_spring(const TextItem& table) {
  require_known_keys(table, spring_keys(), "in [[spring]]");
  SpringText spring;
  spring.repeated = range_of(table);
  std::tie(spring.name, spring.place) = repeated_name(table, "a spring", spring.repeated);
  two_bodies(table, "a spring", spring.first, spring.second);
  const TextItem* at = find_item(table, "at");
  if (!at) refuse_at(table.place, "", "a spring needs two places: at = [[0, 1], \"bird.beak\"]");
  two_places(*at, spring.at, spring.at_second);
  using S = SpringText;
  read_said<S>(table, spring, {{"k", &S::k}, {"rest", &S::rest}, {"c", &S::c}, {"tension", &S::tension}});
  if (!spring.k.given() && !spring.c.given() && !spring.tension.given())
    refuse_at(table.place, "", "a spring needs k (its stiffness), c (its damping) or tension, a law of its own");
  return spring;
}

void read_law_keys(const TextItem& table, ContactText& contact) {
  using C = ContactText;
  read_said<C>(table, contact,
               {{"e", &C::e},
                {"eps_T", &C::eps_T},
                {"mu", &C::mu},
                {"mu_s", &C::mu_s},
                {"mu_i", &C::mu_i},
                {"mu_s_i", &C::mu_s_i},
                {"k", &C::k},
                {"eta", &C::eta},
                {"roll", &C::roll},
                {"only", &C::only}});
}

}  // namespace

void read_bodies(const TextItem& item, ModelText& model) {
  for (const TextItem& table : require_tables(item)) model.bodies.bodies.push_back(read_body(table));
}

void read_joints(const TextItem& item, ModelText& model) {
  for (const TextItem& table : require_tables(item)) model.bodies.joints.push_back(read_joint(table));
}

void read_springs(const TextItem& item, ModelText& model) {
  for (const TextItem& table : require_tables(item)) model.bodies.springs.push_back(read_spring(table));
}

void read_touching(const TextItem& item, ModelText& model) {
  std::vector<std::string> keys = touch_law_keys();
  keys.insert(keys.end(), {"all", "pairs"});
  require_known_keys(require_section(item), keys, "in [contacts]");
  TouchText touch{.place = item.key_place};
  read_law_keys(item, touch.keys);
  one_of(item, {"all", "pairs"}, "[contacts]", true);
  if (const TextItem* all = find_item(item, "all")) model.bodies.touch_all = yes_or_no(*all);
  if (const TextItem* pairs = find_item(item, "pairs")) {
    if (pairs->kind != ItemKind::list) refuse_kind(*pairs, "an array of pairs such as [[\"bird.beak\", \"pole\"]]");
    for (const TextItem& one : pairs->items) {
      if (one.kind != ItemKind::list || one.items.size() != 2)
        refuse_at(one.place, "pairs", "a pair are two names, such as [\"bird.beak\", \"pole\"]");
      model.bodies.pairs.emplace_back(said_text(one.items[0]), said_text(one.items[1]));
    }
  }
  model.bodies.touches.insert(model.bodies.touches.begin(), std::move(touch));
}

void read_touch(const TextItem& table, ModelText& model) {
  std::vector<std::string> keys = touch_law_keys();
  keys.insert(keys.end(), {"between", "touch", "for"});
  for (const TextItem& item : table.items)
    for (const char* own : {"gap", "slip", "slide", "load", "turn", "name"})
      if (item.key == own)
        refuse_at(item.key_place, item.key,
                  fmt::format("{} follows from the shapes where a contact is 'between' bodies", quoted(item.key)));
  require_known_keys(table, keys, "in a [[contact]] between bodies");
  TouchText touch{.place = table.place, .repeated = range_of(table)};
  const TextItem& between = *find_item(table, "between");
  if (between.kind != ItemKind::list || between.items.size() != 2)
    refuse_at(between.place, "between", "'between' are two names, such as [\"domino*\", \"plate\"]");
  touch.first = said_text(between.items[0]);
  touch.second = said_text(between.items[1]);
  read_law_keys(table, touch.keys);
  if (const TextItem* answer = find_item(table, "touch")) touch.touch = yes_or_no(*answer);
  model.bodies.touches.push_back(std::move(touch));
}

void check_bodies(const ModelText& model) {
  const BodiesText& all = model.bodies;
  if (!all.any()) {
    const auto refuse = [](const expressions::Place& place, const char* what) {
      refuse_at(place, "", fmt::format("{} needs bodies, and there is no [[body]]", what));
    };
    if (!all.joints.empty()) refuse(all.joints.front().place, "a joint");
    if (!all.springs.empty()) refuse(all.springs.front().place, "a spring");
    if (!all.touches.empty()) refuse(all.touches.front().place, "a contact between shapes");
  }
  std::map<std::string_view, std::pair<const char*, int>> known;
  const auto add = [&](const auto& list, const char* what) {
    for (const auto& one : list) {
      const auto [first, is_new] = known.emplace(one.name, std::pair(what, one.place.line));
      if (!is_new)
        refuse_at(one.place, one.name,
                  fmt::format("{} is the name of {} in line {} already", quoted(one.name), first->second.first,
                              first->second.second));
    }
  };
  add(all.bodies, "a body");
  add(all.joints, "a joint");
  add(all.springs, "a spring");
}

}  // namespace carom
