// SPDX-License-Identifier: Apache-2.0
#include "carom/model/text_drive.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "carom/base/constants.hpp"
#include "carom/base/random.hpp"
#include "carom/expressions/program.hpp"

namespace carom {
namespace {

using expressions::Operation;

constexpr double same_ratio = 1e-9;

// The smallest time that holds both a whole number of times.
std::optional<double> common_multiple(double a, double b) {
  constexpr int most = 1000;
  for (int n = 1; n <= most; ++n) {
    const double times = n * a / b, whole = std::round(times);
    if (whole >= 1 && whole <= most && std::abs(times - whole) < same_ratio * whole) return n * a;
  }
  return std::nullopt;
}

// The number of a state among all, of what an event sets; −1: a coordinate or a rate.
int state_number(TextEquations& equations, int target) {
  const int first = equations.freedom() + equations.coordinates();
  return target < first ? -1 : target - first;
}

// Does an event change or end the motion, or give the section its points? Others keep values, or are only logged.
bool matters(TextEquations& equations, const EventEquations& event, const std::vector<bool>& kept) {
  const bool is_section =
      equations.section_event && equations.section_event->own_event == &event - equations.events.data();
  return is_section || event.stops || std::any_of(event.set.begin(), event.set.end(), [&](const auto& set) {
           const int state = state_number(equations, set.first);
           return state < 0 || !kept[static_cast<std::size_t>(state)];
         });
}

}  // namespace

TimeDependence::TimeDependence(expressions::Graph& graph, const std::vector<Node>& expressions,
                               std::vector<Node> inputs, std::vector<double> near, std::vector<double> clocks)
    : graph_(graph), inputs_(std::move(inputs)), near_(std::move(near)), clocks_(std::move(clocks)) {
  for (const Node node : expressions)
    if (graph_.depends_on(node, inputs_[0])) roots_.push_back(node);
  std::sort(roots_.begin(), roots_.end());
  roots_.erase(std::unique(roots_.begin(), roots_.end()), roots_.end());
}

std::vector<double> TimeDependence::candidates() const {
  std::vector<double> periods = clocks_;
  for (const Node node : graph_.order(roots_)) {
    if (!graph_.depends_on(node, inputs_[0])) continue;
    double own = 0;  // of the function, in its argument
    switch (graph_.operation(node)) {
      case Operation::sin:
      case Operation::cos: own = two_pi; break;
      case Operation::tan: own = 0.5 * two_pi; break;
      case Operation::floor: own = 1; break;
      default: continue;
    }
    const Node rate = graph_.derivative({graph_.parts(node).a}, inputs_[0]);
    if (!graph_.inputs_of(rate).empty()) continue;
    const double k = std::abs(graph_.value(rate, [](Node) { return 0.0; }));
    if (k > 0 && std::isfinite(k)) periods.push_back(own / k);
  }
  return periods;
}

bool TimeDependence::repeats_after(double period, double over) const {
  for (const double clock : clocks_)
    if (const double times = period / clock;
        std::round(times) < 1 || std::abs(times - std::round(times)) > same_ratio * times)
      return false;
  if (roots_.empty()) return true;
  expressions::Switches own;
  const expressions::Program program(graph_, roots_, inputs_, own);
  const std::size_t count = roots_.size();
  std::vector<double> at(inputs_.size()), work(program.work_size()), low(count), high(count), now(count), later(count);
  const auto evaluate = [&](double t, std::vector<double>& values) {
    at[0] = t;
    program.evaluate(at.data(), work.data(), values.data());
  };
  constexpr int looks = 64;
  for (int look = 0; look < looks; ++look) {
    Random random(1, static_cast<std::uint64_t>(look));
    const double t = random.uniform(0, over);
    for (std::size_t k = 1; k < at.size(); ++k)
      at[k] = near_[k] + random.uniform(-0.1, 0.1) * std::max(std::abs(near_[k]), look % 2 == 0 ? 1e-3 : 1.0);
    evaluate(t, now);
    low = high = now;
    for (const double part : {0.31, 0.57, 0.83}) {  // how much they change at all
      evaluate(t + part * over, later);
      for (std::size_t k = 0; k < count; ++k) {
        low[k] = std::min(low[k], later[k]);
        high[k] = std::max(high[k], later[k]);
      }
    }
    evaluate(t + period, later);
    for (std::size_t k = 0; k < count; ++k)
      if (std::isfinite(now[k]) || std::isfinite(later[k]))
        if (!(std::abs(later[k] - now[k]) <= 1e-6 * (high[k] - low[k]) + 1e-12 * std::abs(now[k]))) return false;
  }
  return true;
}

std::optional<double> TimeDependence::period() const {
  std::optional<double> together;
  for (const double one : candidates()) {
    together = together ? common_multiple(*together, one) : one;
    if (!together) return std::nullopt;
  }
  if (!together || !repeats_after(*together, *together)) return std::nullopt;
  constexpr int most_parts = 12;
  for (int parts = most_parts; parts > 1; --parts)
    if (repeats_after(*together / parts, *together)) return *together / parts;
  return together;
}

namespace {

// What decides about the motion beside events.
std::vector<expressions::Node> deciding(TextEquations& equations) {
  using Node = expressions::Node;
  std::vector<Node> all = equations.force;
  all.insert(all.end(), equations.mass.begin(), equations.mass.end());
  for (const ContactEquations& contact : equations.contacts) {
    for (const Node node : {contact.gap, contact.load, contact.slip_velocity, contact.mu, contact.mu_s})
      all.push_back(node);
    if (contact.only) all.push_back(*contact.only);
  }
  // A motor that goes on turning comes back to the same place of its circle: its rate counts.
  for (const ConstraintEquations& constraint : equations.constraints) {
    all.push_back(constraint.surface);
    all.push_back(constraint.drift);
    all.insert(all.end(), constraint.row.begin(), constraint.row.end());
  }
  for (const std::optional<Node>& node : {equations.crossing, equations.section_only})
    if (node) all.push_back(*node);
  return all;
}

// Also what events that matter are set off by, and the values that they set but those of kept states.
void add_events(TextEquations& equations, const std::vector<bool>& kept, std::vector<expressions::Node>& all) {
  for (const EventEquations& event : equations.events) {
    if (!matters(equations, event, kept)) continue;
    for (const std::optional<expressions::Node>& node : {event.when, event.only})
      if (node) all.push_back(*node);
    for (const auto& [target, value] : event.set)
      if (const int state = state_number(equations, target); state < 0 || !kept[static_cast<std::size_t>(state)])
        all.push_back(value);
  }
}

}  // namespace

namespace {

// Does a state that is kept live by itself, as one does that an event maps, z → 1 − μ z²? A counter, z → z + c, does not, nor
// what is only written.
class OwnLife {
 public:
  OwnLife(TextEquations& equations, const std::vector<bool>& kept)
      : states_(equations.scope().states()), reaches_(states_.size(), std::vector<bool>(states_.size(), false)) {
    for (const EventEquations& event : equations.events)
      for (const auto& [target, value] : event.set)
        if (const int state = state_number(equations, target); state >= 0 && kept[at(state)])
          add(equations.graph(), event, value, at(state));
    for (std::size_t k = 0; k < states_.size(); ++k)
      for (std::size_t i = 0; i < states_.size(); ++i)
        for (std::size_t j = 0; j < states_.size(); ++j)
          if (reaches_[i][k] && reaches_[k][j]) reaches_[i][j] = true;
  }
  bool has(std::size_t j) const { return reaches_[j][j]; }

 private:
  using Node = expressions::Node;
  static std::size_t at(int state) { return static_cast<std::size_t>(state); }

  void add(expressions::Graph& graph, const EventEquations& event, Node value, std::size_t to) {
    for (std::size_t from = 0; from < states_.size(); ++from) {
      const auto uses = [&](const std::optional<Node>& node) { return node && graph.depends_on(*node, states_[from]); };
      const bool counts = from == to && graph.is_constant(graph.derivative(value, states_[to]), 1);
      if (uses(event.when) || uses(event.only) || (uses(value) && !counts)) reaches_[from][to] = true;
    }
  }

  const std::vector<Node>& states_;
  std::vector<std::vector<bool>> reaches_;
};

}  // namespace

std::vector<bool> kept_states(TextEquations& equations) {
  const std::vector<expressions::Node>& states = equations.scope().states();
  expressions::Graph& graph = equations.graph();
  std::vector<bool> is_set(states.size(), false), kept(states.size());
  for (const EventEquations& event : equations.events)
    for (const auto& [target, value] : event.set)
      if (const int state = state_number(equations, target); state >= 0) is_set[static_cast<std::size_t>(state)] = true;
  for (std::size_t j = 0; j < states.size(); ++j) kept[j] = graph.is_steady(states[j]);
  for (bool changed = true; changed;) {
    changed = false;
    std::vector<expressions::Node> all = deciding(equations);
    add_events(equations, kept, all);
    const OwnLife life(equations, kept);
    for (std::size_t j = 0; j < states.size(); ++j) {
      const auto uses = [&](expressions::Node node) { return graph.depends_on(node, states[j]); };
      if (!kept[j] || !is_set[j] || !(life.has(j) || std::any_of(all.begin(), all.end(), uses))) continue;
      kept[j] = false;
      changed = true;
    }
  }
  return kept;
}

TimeDependence time_dependence(TextEquations& equations, std::vector<double> near) {
  const std::vector<bool> kept = kept_states(equations);
  std::vector<expressions::Node> all = deciding(equations);
  add_events(equations, kept, all);
  std::vector<double> clocks;
  for (const EventEquations& event : equations.events)
    if (event.trigger.kind == EventTrigger::Kind::clock && matters(equations, event, kept))
      clocks.push_back(event.trigger.period);
  std::vector<expressions::Node> inputs = equations.inputs();
  inputs.push_back(equations.slip_input());
  near.push_back(0);
  return TimeDependence(equations.graph(), all, std::move(inputs), std::move(near), std::move(clocks));
}

}  // namespace carom
