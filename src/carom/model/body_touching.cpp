// SPDX-License-Identifier: Apache-2.0
// Which shapes touch, by which law, and what their contacts are called.
#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "carom/model/body_distance.hpp"

namespace carom {

using Node = expressions::Node;
using expressions::Graph;
using expressions::quoted;
using expressions::Scope;

namespace {

// * stands for any letters, none too.
bool matches(std::string_view pattern, std::string_view name) {
  std::size_t p = 0, k = 0, star = std::string_view::npos, resume = 0;
  while (k < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = k;
    } else if (p < pattern.size() && pattern[p] == name[k]) {
      ++p;
      ++k;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      k = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

struct Rule {
  std::string first = {}, second = {};
  const TouchText* text = nullptr;  // of a pair of [contacts] nothing
  std::optional<NamedIndex> index = {};
  bool literal = false, used = false;
  Said said_first = {}, said_second = {};
};

struct Pair {
  const Shape* a = nullptr;
  const Shape* b = nullptr;
  bool touch = false;
  std::vector<const Rule*> rules = {};
};

bool names(const Body& body, const Shape& shape, const std::string& pattern) {
  return matches(pattern, body.name) || matches(pattern, shape.full_name);
}

void overlay(ContactText& keys, const ContactText& own) {
  using C = ContactText;
  for (Said C::*const member :
       {&C::e, &C::eps_T, &C::mu, &C::mu_s, &C::mu_i, &C::mu_s_i, &C::k, &C::eta, &C::roll, &C::only})
    if ((own.*member).given()) keys.*member = own.*member;
}

class Touching {
 public:
  Touching(Bodies& bodies, const BodiesText& text) : bodies_(bodies), text_(text) {}

  std::vector<ShapePair> pairs() {
    if (!text_.touch_all && text_.pairs.empty() && text_.touches.empty()) return {};
    read_rules();
    find_pairs();
    refuse_unused();
    Distances distances(bodies_);
    std::vector<ShapePair> list;
    std::size_t count = 0;
    for (const Pair& pair : pairs_) {
      list.push_back({.a = pair.a,
                      .b = pair.b,
                      .name = pair.a->full_name + "/" + pair.b->full_name,
                      .candidates = distances.candidates(*pair.a, *pair.b)});
      take_keys(pair, list.back());
      count += list.back().candidates.size();
      if (count > most_places)
        TextScope::refuse(
            pair.a->place, "",
            fmt::format("the shapes of this model can touch in more than {} places: name the pairs that can "
                        "meet in [contacts] pairs, or leave some out by [[contact]] between with touch = false",
                        most_places));
    }
    return list;
  }

  static constexpr std::size_t most_places = 50'000, most_pairs = 2'000'000;

 private:
  void read_rules() {
    TextScope& scope = bodies_.scope();
    const auto add = [&](const Said& first, const Said& second, const TouchText* text, Scope* inner) {
      Rule rule{.text = text, .said_first = first, .said_second = second};
      rule.first = bodies_.filled(first, inner);
      rule.second = bodies_.filled(second, inner);
      rule.literal = (rule.first + rule.second).find('*') == std::string::npos;
      if (inner && text->repeated) {
        const Node node = std::get<Node>(*inner->find(text->repeated->index).meaning);
        rule.index = NamedIndex{text->repeated->index, std::lround(*scope.known(node))};
      }
      rules_.push_back(std::move(rule));
    };
    for (const auto& [first, second] : text_.pairs) add(first, second, nullptr, nullptr);
    for (const TouchText& touch : text_.touches)
      if (touch.first.given())
        scope.repeat(touch.repeated, "",
                     [&](Scope* inner, const std::string&) { add(touch.first, touch.second, &touch, inner); });
  }

  void find_pairs() {
    std::set<std::pair<int, int>> jointed;
    for (const Joint& joint : bodies_.joints()) jointed.insert(std::minmax(joint.first, joint.second));
    const std::vector<Body>& bodies = bodies_.bodies();
    std::size_t looked_at = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i)
      for (std::size_t j = i + 1; j < bodies.size(); ++j) {
        if (!bodies[i].massive && !bodies[j].massive) continue;
        if (bodies[i].rigid == bodies[j].rigid) continue;
        const bool joined = jointed.contains({static_cast<int>(i), static_cast<int>(j)});
        for (const Shape& one : bodies[i].shapes)
          for (const Shape& other : bodies[j].shapes) {
            if (++looked_at > most_pairs)
              TextScope::refuse(one.place, one.full_name,
                                fmt::format("this model has more than {} pairs of shapes", most_pairs));
            // What has mass is first, then the order of the file.
            const bool swap = !bodies[i].massive;
            look_at(swap ? other : one, swap ? one : other, joined);
          }
      }
  }

  void look_at(const Shape& a, const Shape& b, bool joined) {
    const std::vector<Body>& bodies = bodies_.bodies();
    const Body &first = bodies[static_cast<std::size_t>(a.body)], &second = bodies[static_cast<std::size_t>(b.body)];
    Pair pair{.a = &a, .b = &b, .touch = text_.touch_all && !joined};
    for (Rule& rule : rules_) {
      const bool straight = names(first, a, rule.first) && names(second, b, rule.second);
      const bool turned = !straight && names(second, b, rule.first) && names(first, a, rule.second);
      if (!straight && !turned) continue;
      rule.used = true;
      const bool listed = rule.text == nullptr;
      const bool asked = rule.text && rule.text->touch.has_value();
      if (asked)
        pair.touch = *rule.text->touch;
      else if (rule.literal || !joined)
        pair.touch = listed || !excluded_before(pair);
      pair.a = straight ? &a : &b;
      pair.b = straight ? &b : &a;
      pair.rules.push_back(&rule);
    }
    if (pair.touch) pairs_.push_back(std::move(pair));
  }

  // Whether an earlier rule has said that they do not touch: laws alone do not bring it back.
  static bool excluded_before(const Pair& pair) {
    bool excluded = false;
    for (const Rule* rule : pair.rules)
      if (rule->text && rule->text->touch) excluded = !*rule->text->touch;
    return excluded && !pair.touch;
  }

  void refuse_unused() {
    std::vector<std::string> known;
    for (const Body& body : bodies_.bodies()) {
      if (&body != &bodies_.bodies().front()) known.push_back(body.name);
      for (const Shape& shape : body.shapes)
        if (shape.full_name != body.name && known.size() < 500) known.push_back(shape.full_name);
    }
    for (const Rule& rule : rules_) {
      if (rule.used) continue;
      for (const auto& side : {std::pair(&rule.first, &rule.said_first), std::pair(&rule.second, &rule.said_second)}) {
        const std::string& pattern = *side.first;
        const bool found =
            std::any_of(known.begin(), known.end(), [&](const std::string& name) { return matches(pattern, name); });
        if (!found)
          TextScope::refuse(*side.second, fmt::format("there is no body and no shape {}{}", quoted(pattern),
                                                      expressions::offer_nearest(pattern, known)));
      }
      if (rule.literal)
        TextScope::refuse(rule.said_first,
                          fmt::format("{} and {} have no two shapes of different bodies, one with mass, that "
                                      "could touch",
                                      quoted(rule.first), quoted(rule.second)));
    }
  }

  // The last that gives a key wins.
  void take_keys(const Pair& pair, ShapePair& list) const {
    for (const TouchText& touch : text_.touches)
      if (!touch.first.given()) overlay(list.keys, touch.keys);
    for (const Rule* rule : pair.rules) {
      if (rule->text) overlay(list.keys, rule->text->keys);
      const auto same = [&](const NamedIndex& one) { return rule->index && one.first == rule->index->first; };
      list.indices.erase(std::remove_if(list.indices.begin(), list.indices.end(), same), list.indices.end());
      if (rule->index) list.indices.push_back(*rule->index);
    }
  }

  Bodies& bodies_;
  const BodiesText& text_;
  std::vector<Rule> rules_;
  std::vector<Pair> pairs_;
};

}  // namespace

std::vector<ShapePair> Bodies::pairs() { return Touching(*this, text_.bodies).pairs(); }

std::vector<BodyContact> Bodies::contacts_of(const ShapePair& pair) {
  Graph& g = graph();
  Distances distances(*this);
  const Body &a = bodies_[static_cast<std::size_t>(pair.a->body)], &b = bodies_[static_cast<std::size_t>(pair.b->body)];
  std::vector<BodyContact> list;
  for (const Candidate& candidate : pair.candidates) {
    const Meeting meeting = distances.meeting(candidate);
    BodyContact contact{.name = pair.name, .place = pair.a->place, .keys = pair.keys, .indices = pair.indices};
    if (pair.candidates.size() > 1) contact.name += fmt::format(":{}", list.size() + 1);
    contact.gap = meeting.gap;
    contact.only = meeting.only;
    contact.at = meeting.place;
    // n is the outward normal of b; t is n turned by −90°.
    Point n = meeting.normal;
    if (candidate.turned) n = {g.negate(n.x), g.negate(n.y)};
    contact.normal = n;
    const Point t{n.y, g.negate(n.x)};
    const Node turn_a = rate(a.angle), turn_b = rate(b.angle);
    const auto velocity = [&](const Body& body, Node turn) {
      const Node x = g.subtract(rate(body.at.x), g.multiply(turn, g.subtract(meeting.place.y, body.at.y)));
      const Node y = g.add(rate(body.at.y), g.multiply(turn, g.subtract(meeting.place.x, body.at.x)));
      return g.add(g.multiply(t.x, x), g.multiply(t.y, y));
    };
    contact.slip = g.subtract(g.subtract(velocity(a, turn_a), velocity(b, turn_b)), g.add(a.belt, b.belt));
    contact.turn = g.subtract(turn_a, turn_b);
    list.push_back(std::move(contact));
  }
  return list;
}

std::vector<BodyContact> Bodies::stops() {
  std::vector<BodyContact> list;
  for (const Joint& joint : joints_) add_stops(joint, list);
  return list;
}

}  // namespace carom
