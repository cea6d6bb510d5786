// SPDX-License-Identifier: Apache-2.0
#include "carom/model/body_pairs.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace carom {

using Node = expressions::Node;
using expressions::Graph;
using expressions::Operation;
using expressions::Program;
using expressions::SwitchForm;

namespace {

// What has no size of its own that could be another's: its formulas hold for it alone.
bool is_particular(const Shape& shape) {
  return shape.kind == ShapeKind::line || shape.kind == ShapeKind::outline || shape.kind == ShapeKind::arc;
}

// Visits every size of a candidate that may differ among those of its kind.
template <class Visit>
void visit_sizes(Candidate& candidate, const Shape& round, Shape& surface, const Visit& visit) {
  if (!is_particular(round)) {
    visit(candidate.centre.x);
    visit(candidate.centre.y);
    visit(candidate.radius);
    if (candidate.outward) {
      visit(candidate.outward->x);
      visit(candidate.outward->y);
    }
  }
  if (is_particular(surface)) return;
  for (LocalPoint& point : surface.points) {
    visit(point.x);
    visit(point.y);
  }
  visit(surface.at.x);
  visit(surface.at.y);
  visit(surface.radius);
  if (surface.kind != ShapeKind::box) return;
  for (Node* size : {&surface.width, &surface.height, &surface.turned_cos, &surface.turned_sin}) visit(*size);
}

std::string key_of(const Candidate& candidate) {
  const auto identity = [](const Shape& shape) {
    return is_particular(shape) ? fmt::format("{}", static_cast<const void*>(&shape))
                                : fmt::format("{}:{}", static_cast<int>(shape.kind), shape.points.size());
  };
  std::string key = fmt::format("{} {} {} {} {} {} {} {}", identity(*candidate.round), identity(*candidate.surface),
                                candidate.radius_value > 0, candidate.outward.has_value(), candidate.bump,
                                candidate.piece, candidate.copy, candidate.copies);
  if (is_particular(*candidate.round)) key += fmt::format(" {} {}", candidate.centre.x.index, candidate.centre.y.index);
  return key;
}

}  // namespace

double reach_about_frame(const Shape& shape) {
  if (shape.kind == ShapeKind::line) return HUGE_VAL;
  double reach = 0;
  for (const LocalPoint& point : shape.points) reach = std::max(reach, std::hypot(point.vx, point.vy));
  return reach + shape.radius_value;
}

void BodyPairs::add_frame(FrameEquations equations) {
  equations.first_output = outputs_;
  if (equations.free < 0) outputs_ += 9 + equations.slopes.size();
  frames_.push_back(std::move(equations));
}

std::vector<Node> BodyPairs::frame_outputs() const {
  std::vector<Node> list;
  for (const FrameEquations& frame : frames_) {
    if (frame.free >= 0) continue;
    for (const std::array<Node, 3>* part : {&frame.place, &frame.pushed, &frame.drift})
      list.insert(list.end(), part->begin(), part->end());
    list.insert(list.end(), frame.slopes.begin(), frame.slopes.end());
  }
  return list;
}

void BodyPairs::add(Bodies& bodies, const std::string& name, const ContactLaw& law, double belt, const Shape& a,
                    const Shape& b, const std::vector<Candidate>& candidates) {
  if (laws_.empty() || !(laws_.back() == law)) laws_.push_back(law);
  const auto frame = [this](const Shape& shape) { return frame_numbers_.at(shape.body); };
  pair_numbers_.emplace(name, static_cast<int>(pairs_.size()));
  pairs_.push_back({.name = name,
                    .first = count(),
                    .count = static_cast<int>(candidates.size()),
                    .a = frame(a),
                    .b = frame(b),
                    .reach_a = reach_about_frame(a),
                    .reach_b = reach_about_frame(b)});
  const bool periodic = bodies.bodies()[static_cast<std::size_t>(a.body)].period.has_value() ||
                        bodies.bodies()[static_cast<std::size_t>(b.body)].period.has_value();
  if (periodic) pairs_.back().reach_a = HUGE_VAL;
  for (const Candidate& candidate : candidates) {
    Contact contact{.kind = kind_for(bodies, candidate),
                    .round = frame(*candidate.round),
                    .surface = frame(*candidate.surface),
                    .law = static_cast<int>(laws_.size()) - 1,
                    .belt = belt,
                    .first_constant = constants_.size(),
                    .reach = std::hypot(candidate.centre.vx, candidate.centre.vy) + candidate.radius_value};
    if (candidate.copies > 1) contact.reach = HUGE_VAL;
    Candidate own = candidate;
    Shape surface = *candidate.surface;
    visit_sizes(own, *candidate.round, surface,
                [&](const Node& size) { constants_.push_back(*bodies.scope().known(size)); });
    contacts_.push_back(contact);
  }
}

int BodyPairs::kind_for(Bodies& bodies, const Candidate& candidate) {
  const auto [found, is_new] = kind_numbers_.emplace(key_of(candidate), static_cast<int>(kinds_.size()));
  if (is_new) kinds_.push_back(derived(bodies, candidate));
  return found->second;
}

// Distances of a candidate whose frames, rates and sizes are inputs.
BodyPairs::Kind BodyPairs::derived(Bodies& bodies, const Candidate& candidate) {
  Graph& g = bodies.graph();
  std::vector<Node> inputs;
  const auto input = [&](const char* what) { return inputs.emplace_back(g.input(fmt::format("{} of a pair", what))); };
  std::array<Node, 6> place, rate;
  for (Node& node : place) node = input("place");
  for (Node& node : rate) node = input("rate");
  Kind kind;
  Candidate own = candidate;
  Shape round_shape = *candidate.round, surface_shape = *candidate.surface;
  own.round = &round_shape;
  own.surface = &surface_shape;
  visit_sizes(own, round_shape, surface_shape, [&](Node& size) {
    size = input("size");
    ++kind.constants;
  });
  const auto stand_in = [&](const Shape& shape, std::size_t first) {
    Body body{.name = "", .period = bodies.bodies()[static_cast<std::size_t>(shape.body)].period};
    body.at = {place[first], place[first + 1]};
    body.angle = place[first + 2];
    body.cos = g.function(Operation::cos, body.angle);
    body.sin = g.function(Operation::sin, body.angle);
    return body;
  };
  const Body round = stand_in(round_shape, 0), surface = stand_in(surface_shape, 3);
  Distances distances(bodies, {round_shape.body, &round}, {surface_shape.body, &surface});
  const Meeting meeting = distances.meeting(own);

  // t is n turned by −90°; of which body n is the normal changes nothing: both n and the difference turn their signs.
  const Point t{meeting.normal.y, g.negate(meeting.normal.x)};
  const auto velocity = [&](std::size_t first, const Body& body) {
    const Node x = g.subtract(rate[first], g.multiply(rate[first + 2], g.subtract(meeting.place.y, body.at.y)));
    const Node y = g.add(rate[first + 1], g.multiply(rate[first + 2], g.subtract(meeting.place.x, body.at.x)));
    return g.add(g.multiply(t.x, x), g.multiply(t.y, y));
  };
  const Node slip = g.subtract(velocity(0, round), velocity(3, surface));
  std::vector<Node> outputs{meeting.gap}, tangent, turning, sliding;
  for (std::size_t k = 0; k < 6; ++k) {
    const Node slope = g.derivative(meeting.gap, place[k]);
    outputs.push_back(slope);
    for (std::size_t l = 0; l < 6; ++l)
      turning.push_back(g.multiply(g.derivative(slope, place[l]), g.multiply(rate[k], rate[l])));
    tangent.push_back(g.derivative(slip, rate[k]));
    sliding.push_back(g.multiply(g.derivative(slip, place[k]), rate[k]));
  }
  outputs.push_back(g.sum(std::move(turning)));
  outputs.insert(outputs.end(), tangent.begin(), tangent.end());
  outputs.push_back(g.sum(std::move(sliding)));

  kind.vanishes = meeting.only.has_value();
  kind.periodic = candidate.copies > 1;
  const Node exists = meeting.only.value_or(g.truth(true));
  kind.kinematics = Program(g, outputs, inputs, kind.switches);
  kind.gap = Program(g, std::vector<Node>{meeting.gap}, inputs, kind.switches);
  kind.exists = Program(g, std::vector<Node>{exists}, inputs, kind.switches);
  outputs.push_back(exists);
  kind.guards = expressions::Guards(g, kind.switches, outputs, inputs);
  for (const expressions::Switch& one : kind.switches) kind.forms.push_back(one.form);
  most_inputs_ = std::max(most_inputs_, inputs.size());
  most_work_ = std::max({most_work_, kind.kinematics.work_size(), kind.gap.work_size(), kind.exists.work_size(),
                         kind.guards.work_size() + kind.guards.size()});
  most_outputs_ = std::max({most_outputs_, kind.kinematics.output_count(), kind.guards.size()});
  return kind;
}

std::string BodyPairs::name(int i) const {
  const auto after =
      std::upper_bound(pairs_.begin(), pairs_.end(), i, [](int k, const Pair& p) { return k < p.first; });
  const Pair& pair = *std::prev(after);
  return pair.count == 1 ? pair.name : fmt::format("{}:{}", pair.name, i - pair.first + 1);
}

int BodyPairs::number_called(const std::string& name) const {
  const std::size_t colon = name.rfind(':');
  if (const auto whole = pair_numbers_.find(name); whole != pair_numbers_.end()) {
    const Pair& pair = pairs_[static_cast<std::size_t>(whole->second)];
    return pair.count == 1 ? pair.first : -1;
  }
  if (colon == std::string::npos) return -1;
  const auto found = pair_numbers_.find(name.substr(0, colon));
  if (found == pair_numbers_.end()) return -1;
  const Pair& pair = pairs_[static_cast<std::size_t>(found->second)];
  for (int k = 0; k < pair.count && pair.count > 1; ++k)
    if (name.substr(colon + 1) == std::to_string(k + 1)) return pair.first + k;
  return -1;
}

double BodyPairs::smallest_reach() const {
  double smallest = HUGE_VAL;
  for (const Pair& pair : pairs_) smallest = std::min({smallest, pair.reach_a, pair.reach_b});
  return std::isfinite(smallest) ? smallest : 0;
}

bool BodyPairs::exists(int i, const std::vector<Frame<double>>& frames, const int* sides) const {
  return !kind_of(i).vanishes || run(kind_of(i).exists, i, frames, sides)[0] != 0;
}

void BodyPairs::live_sides(int i, const std::vector<Frame<double>>& frames, int* sides) const {
  const Kind& kind = kind_of(i);
  if (kind.forms.empty()) return;
  static thread_local std::vector<double> work;
  if (work.size() < most_work_) work.resize(most_work_);
  kind.guards.live_sides(inputs(i, frames), work.data(), sides);
  for (std::size_t k = 0; k < kind.forms.size(); ++k)
    if (kind.forms[k] == SwitchForm::sides && sides[k] == 0) sides[k] = 1;
}

int BodyPairs::side_beyond(int i, int k, const std::vector<Frame<double>>& frames, const int* sides) const {
  const Kind& kind = kind_of(i);
  if (kind.forms[static_cast<std::size_t>(k)] == SwitchForm::sides) return -sides[k];
  std::vector<double> work(most_work_), guards(most_outputs_);
  kind.guards.values(inputs(i, frames), sides, work.data(), guards.data());
  return guards[static_cast<std::size_t>(k)] - sides[k] < 0.5 ? sides[k] - 1 : sides[k] + 1;
}

int BodyPairs::near(const std::vector<Frame<double>>& middle, const std::vector<Frame<Interval>>& range, int first,
                    int room, int* numbers) const {
  struct Reach {
    double shift = 0, turn = 0;
  };
  static thread_local std::vector<Reach> moves;
  moves.resize(frames_.size());
  for (std::size_t f = 0; f < frames_.size(); ++f) {
    const auto half = [&](std::size_t j) {
      return std::max(range[f].place[j].high - middle[f].place[j], middle[f].place[j] - range[f].place[j].low);
    };
    moves[f] = {std::hypot(half(0), half(1)), half(2)};
  }
  int count = 0;
  for (const Pair& pair : pairs_) {
    const auto a = static_cast<std::size_t>(pair.a), b = static_cast<std::size_t>(pair.b);
    const double apart = std::hypot(middle[a].place[0] - middle[b].place[0], middle[a].place[1] - middle[b].place[1]);
    if (apart > pair.reach_a + pair.reach_b + moves[a].shift + moves[b].shift) continue;
    for (int i = pair.first; i < pair.first + pair.count; ++i) {
      const Contact& contact = at(i);
      const Reach &round = moves[static_cast<std::size_t>(contact.round)],
                  &surface = moves[static_cast<std::size_t>(contact.surface)];
      const double turn = surface.turn > 0 ? surface.turn * (apart + contact.reach + round.shift + surface.shift) : 0;
      const double change = round.shift + (round.turn > 0 ? round.turn * contact.reach : 0) + surface.shift + turn;
      if (!kind_of(i).periodic && gap(i, middle, nullptr) > change * (1 + 1e-9)) continue;
      if (count < room) numbers[count] = first + i;
      ++count;
    }
  }
  return count;
}

}  // namespace carom
