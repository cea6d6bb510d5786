// SPDX-License-Identifier: Apache-2.0
// Energies and forces of bodies, joints and springs; loops, rods and motors as constraints; stops, ropes and dry friction as
// contacts.
#include <cmath>

#include <fmt/format.h>

#include "carom/model/body_mechanism.hpp"

namespace carom {

using Node = expressions::Node;
using expressions::Graph;
using expressions::Operation;
using expressions::quoted;
using expressions::Scope;

template <class Act>
void Bodies::with_index(const std::optional<NamedIndex>& index, const Act& act) {
  if (!index) return act(nullptr);
  Scope inner(&scope_.names());
  inner.add(index->first, graph().constant(static_cast<double>(index->second)));
  act(&inner);
}

// (3)
Node Bodies::kinetic() {
  Graph& g = graph();
  std::vector<Node> terms{g.constant(0)};
  const Node half = g.constant(0.5);
  for (const Body& body : bodies_) {
    if (!body.massive) continue;
    const Point com = world(body, body.com);
    const Node vx = rate(com.x), vy = rate(com.y);
    terms.push_back(g.multiply(g.multiply(half, body.mass), g.add(g.square(vx), g.square(vy))));
    if (body.particle) continue;
    terms.push_back(g.multiply(g.multiply(half, body.inertia), g.square(rate(body.angle))));
  }
  return g.sum(std::move(terms));
}

Node Bodies::potential() {
  Graph& g = graph();
  std::vector<Node> terms{g.constant(0)};
  if (!text_.gravity.empty()) {
    // [gx, gy] is a direction, and g may be set to another size.
    const Node size = scope_.number({.text = "g", .place = text_.gravity[0].place});
    Node gx = g.constant(0), gy = g.negate(size);
    if (text_.gravity.size() == 2) {
      const Node x = scope_.number(text_.gravity[0]), y = scope_.number(text_.gravity[1]);
      const Node length = g.function(Operation::hypot, x, y);
      if (number(length) > 0) {
        const bool own = std::abs(number(size) - number(length)) <= 1e-15 * number(length);
        gx = own ? x : g.multiply(size, g.divide(x, length));
        gy = own ? y : g.multiply(size, g.divide(y, length));
      }
    }
    for (const Body& body : bodies_) {
      if (!body.massive) continue;
      const Point com = world(body, body.com);
      terms.push_back(g.negate(g.multiply(body.mass, g.add(g.multiply(gx, com.x), g.multiply(gy, com.y)))));
    }
  }
  const auto add_spring = [&](Node k, Node stretch) {
    terms.push_back(g.multiply(g.multiply(g.constant(0.5), k), g.square(stretch)));
  };
  for (const Joint& joint : joints_) {
    if (!joint.text->k.given()) continue;
    with_index(joint.index, [&](Scope* inner) {
      const bool hinge = joint.text->kind == JointKind::hinge;
      const Node k = text_number(joint.text->k, inner, hinge ? "N m/rad" : "N/m", "the stiffness of a joint");
      const Node rest = joint.text->rest.given()
                            ? text_number(joint.text->rest, inner, hinge ? "rad" : "m", "the rest of a joint")
                            : g.constant(0);
      add_spring(k, g.subtract(joint.value, rest));
    });
  }
  for (const Spring& spring : springs_) {
    if (!spring.text->k.given() || spring.text->tension.given()) continue;
    with_index(spring.index, [&](Scope* inner) {
      const Node k = text_number(spring.text->k, inner, "N/m", "the stiffness of a spring");
      const Node rest = spring.text->rest.given()
                            ? text_number(spring.text->rest, inner, "m", "the length of a spring at rest")
                            : g.constant(value_at_start(spring.length));
      add_spring(k, g.subtract(spring.length, rest));
    });
  }
  return g.sum(std::move(terms));
}

std::vector<ForceAlong> Bodies::forces() {
  Graph& g = graph();
  std::vector<ForceAlong> list;
  for (const Joint& joint : joints_)
    with_index(joint.index, [&](Scope* inner) {
      const JointText& text = *joint.text;
      const bool hinge = text.kind == JointKind::hinge;
      if (text.c.given()) {
        const Node c = text_number(text.c, inner, hinge ? "N m s/rad" : "N s/m", "the damping of a joint");
        list.push_back({joint.value, g.negate(g.multiply(c, rate(joint.value)))});
      }
      if (text.torque.given()) list.push_back({joint.value, scope_.number(text.torque, inner)});
    });
  for (const Spring& spring : springs_)
    with_index(spring.index, [&](Scope* inner) {
      const SpringText& text = *spring.text;
      Scope own(inner ? inner : &scope_.names());
      const Node speed = rate(spring.length);
      if (text.c.given()) {
        const Node c = text_number(text.c, inner, "N s/m", "the damping of a spring");
        list.push_back({spring.length, g.negate(g.multiply(c, speed))});
        own.add("c", c);
      }
      if (!text.tension.given()) return;
      if (text.k.given()) own.add("k", text_number(text.k, inner, "N/m", "the stiffness of a spring"));
      own.add("rest", text.rest.given() ? text_number(text.rest, inner, "m", "the length of a spring at rest")
                                        : g.constant(value_at_start(spring.length)));
      own.add("length", spring.length);
      own.add("length_dot", speed);
      list.push_back({spring.length, g.negate(scope_.number(text.tension, &own))});
    });
  return list;
}

// (4): joints that the tree leaves over.
void Bodies::add_loop(const Joint& joint, std::vector<BodyConstraint>& list) {
  Graph& g = graph();
  const Body &first = bodies_[static_cast<std::size_t>(joint.first)],
             &second = bodies_[static_cast<std::size_t>(joint.second)];
  const Point a = world(first, joint.at_first), b = world(second, joint.at_second);
  const Point apart{g.subtract(b.x, a.x), g.subtract(b.y, a.y)};
  const auto add = [&](const char* what, Node value) { list.push_back({joint.name + what, value, joint.text->place}); };
  const JointKind kind = joint.text->kind;
  const bool turns = !first.particle && !second.particle;
  if (!turns && kind == JointKind::hinge) {
    const Point own = first.particle ? joint.at_first : joint.at_second;
    if (number(own.x) != 0 || number(own.y) != 0)
      TextScope::refuse(joint.text->place, joint.name,
                        fmt::format("hinge {} is not at the place of its particle, which has no angle: take a rod",
                                    quoted(joint.name)));
  }
  if (kind == JointKind::slider) {
    const Point axis = turned(first, joint.axis);
    add(" across", g.subtract(g.multiply(axis.x, apart.y), g.multiply(axis.y, apart.x)));
  } else {
    add(" x", apart.x);
    add(" y", apart.y);
  }
  if (kind != JointKind::hinge && turns)
    add(" angle", g.subtract(g.subtract(second.angle, first.angle), joint.start_turn));
}

std::vector<BodyConstraint> Bodies::constraints() {
  Graph& g = graph();
  std::vector<BodyConstraint> list;
  for (const Joint& joint : joints_) {
    const JointText& text = *joint.text;
    const JointKind kind = text.kind;
    if (!joint.in_tree && kind != JointKind::rod && kind != JointKind::rope) add_loop(joint, list);
    with_index(joint.index, [&](Scope* inner) {
      if (kind == JointKind::rod) {
        const Node length = text.length.given() ? text_number(text.length, inner, "m", "the length of a rod")
                                                : g.constant(value_at_start(joint.value));
        if (!(number(length) > 0)) TextScope::refuse(text.length, "the length of a rod is above 0");
        list.push_back({joint.name, g.subtract(joint.value, length), text.place});
      }
      if (!text.motor.given()) return;
      if (expressions::reads_as_quantity(text.motor.text))
        scope_.quantity(text.motor, kind == JointKind::hinge ? "rad" : "m", "a motor's law", inner);
      const Node law = scope_.number(text.motor, inner);
      for (const Node input : g.inputs_of(law))
        if (input != scope_.time() && !g.is_steady(input))
          TextScope::refuse(text.motor,
                            fmt::format("a motor prescribes a function of time, and this depends on '{}'; a law "
                                        "of the motion is a 'torque'",
                                        g.input_name(input)));
      list.push_back({joint.name + " motor", g.subtract(joint.value, law), text.place});
    });
  }
  return list;
}

void Bodies::add_stops(const Joint& joint, std::vector<BodyContact>& list) {
  Graph& g = graph();
  const JointText& text = *joint.text;
  const bool hinge = text.kind == JointKind::hinge;
  with_index(joint.index, [&](Scope* inner) {
    const auto stop = [&](const char* which, Node gap) {
      BodyContact contact{.name = joint.name + which, .place = text.place, .gap = gap};
      contact.keys.e = text.e;
      if (joint.index) contact.indices.push_back(*joint.index);
      list.push_back(std::move(contact));
    };
    if (text.low.given()) {
      const auto limit = [&](const Said& said) {
        (void)scope_.quantity(said, hinge ? "rad" : "m", "a limit of a joint", inner);
        return scope_.number(said, inner);
      };
      const Node low = limit(text.low), high = limit(text.high);
      if (!(number(low) < number(high))) TextScope::refuse(text.low, "the first limit of a joint is below the second");
      if (std::isfinite(number(low))) stop(":low", g.subtract(joint.value, low));
      if (std::isfinite(number(high))) stop(":high", g.subtract(high, joint.value));
    }
    if (text.kind == JointKind::rope) {
      const Node length = text.length.given() ? text_number(text.length, inner, "m", "the length of a rope")
                                              : g.constant(value_at_start(joint.value));
      stop("", g.subtract(length, joint.value));
    }
    if (!text.friction.given()) return;
    if (expressions::reads_as_quantity(text.friction.text))
      scope_.quantity(text.friction, hinge ? "N m" : "N", "the friction of a joint", inner);
    BodyContact contact{.name = joint.name,
                        .place = text.place,
                        .load = scope_.number(text.friction, inner),
                        .slip = rate(joint.value)};
    contact.keys.mu = {"1", text.friction.place};
    list.push_back(std::move(contact));
  });
}

}  // namespace carom
