// SPDX-License-Identifier: Apache-2.0
#include "papers/impact_oscillator/branches.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "carom/analysis/continuation.hpp"
#include "carom/base/bad_input.hpp"
#include "carom/catalog/catalog.hpp"
#include "papers/impact_oscillator/equilibrium.hpp"
#include "papers/impact_oscillator/motion.hpp"
#include "papers/impact_oscillator/slip_cycle.hpp"

namespace carom::papers::impact_oscillator {

namespace {

const study::System& oscillator() { return study::system("impact-oscillator"); }

Parameters parameters_of(Set set, double mu, double eps) {
  const ImpactOscillatorSettings s = settings_of(set, mu, eps);
  Parameters parameters = oscillator().defaults();
  parameters.set("m1", s.m1);
  parameters.set("k_phi", s.k_phi);
  parameters.set("mu", mu);
  parameters.set("eps", eps);
  parameters.set("start_phi", s.start_phi);
  return parameters;
}

study::OrbitRequest at(Set set, double mu, double eps, const std::optional<State<2>>& guess, const Effort& effort) {
  study::OrbitRequest request{.parameters = parameters_of(set, mu, eps)};
  if (guess) {
    request.q = {guess->q[0], guess->q[1]};
    request.u = {guess->u[0], guess->u[1]};
  }
  request.interrupt = effort.interrupt;
  return request;
}

// The slip cycle settles too slowly for a run to find it: its return map does.
std::optional<State<2>> slip_guess(Set set, double mu) {
  const auto cycle = slip_cycle(settings_of(set, mu, 0));
  if (!cycle) return {};
  return cycle->state;
}

struct Plan {
  Branch* branch;
  const char* name;
  Set set;
  double eps;
  study::BranchKind kind;
  double from, to;
  bool slip_start = false;          // from the slip cycle
  bool until_stable_again = false;  // end where the branch, having become unstable, would meet a stable orbit again
  bool fine = false;                // shorter steps
};

// Beyond it the branch repeats what others show: it would meet a stable orbit again, or has shrunk to rest and grows the
// other way.
void end_where_stable_again(study::ContinuationResult& result) {
  bool unstable = false;
  double largest = 0, before = 0;
  std::size_t end = 0;
  for (; end < result.branch.size(); ++end) {
    const study::BranchPoint& point = result.branch[end];
    const double size = observable(point.observables, "phi_dot_max");
    unstable = unstable || !point.stable;
    if (unstable && (point.stable || (size > before && before < 0.2 * largest))) break;
    largest = std::max(largest, size);
    before = size;
  }
  if (end == result.branch.size()) return;
  result.branch.resize(end);
  result.outcome = Outcome::reached_end;
  result.reason.clear();
  // Of the special points those up to the fold are on the part that is left.
  const auto fold = std::find_if(result.special.begin(), result.special.end(), [](const study::SpecialPoint& point) {
    return point.kind == study::SpecialKind::nonsmooth_fold;
  });
  if (fold != result.special.end()) result.special.erase(fold + 1, result.special.end());
}

// The points of a branch with its special points among them, where corners are.
std::vector<study::BranchPoint> with_special(const study::ContinuationResult& result) {
  std::vector<study::BranchPoint> points;
  std::size_t next = 0;
  const std::vector<study::BranchPoint>& b = result.branch;
  for (std::size_t k = 0; k < b.size(); ++k) {
    points.push_back(b[k]);
    if (k + 1 == b.size()) break;
    while (next < result.special.size()) {
      const study::SpecialPoint& s = result.special[next];
      const double p = s.parameter;
      const bool between = (p - b[k].parameter) * (p - b[k + 1].parameter) <= 0;
      const bool changes = b[k].sequence != b[k + 1].sequence && s.from == b[k].sequence && s.to == b[k + 1].sequence;
      if (!between && !changes) break;
      if (s.kind != study::SpecialKind::hopf || result.kind == study::BranchKind::equilibrium)
        points.push_back(s.point);
      points.back().parameter = p;
      ++next;
    }
  }
  return points;
}

void follow(const Plan& plan, const Effort& effort) {
  Branch& branch = *plan.branch;
  branch.name = plan.name;
  branch.set = plan.set;
  branch.eps = plan.eps;
  try {
    study::ContinuationRequest request{.start = at(plan.set, plan.from, plan.eps,
                                                   plan.slip_start ? slip_guess(plan.set, plan.from) : std::nullopt,
                                                   effort)};
    request.kind = plan.kind;
    request.parameter = "mu";
    request.from = plan.from;
    request.to = plan.to;
    // The unstable orbits between flight and slip have a curve of their own to follow.
    if (plan.fine) request.max_step = std::abs(plan.to - plan.from) / 60;
    request.max_points = 120;
    branch.result = study::follow_branch(oscillator(), request);
    if (plan.until_stable_again) end_where_stable_again(*branch.result);
    if (branch.result->branch.empty())
      branch.failure = std::string(name(branch.result->outcome)) + ": " + branch.result->reason;
  } catch (const BadInput& refused) {
    branch.failure = refused.what();
  }
}

std::optional<study::OrbitResult> orbit(const study::OrbitRequest& request) {
  try {
    study::OrbitResult result = study::find_orbit(oscillator(), request);
    if (result.found()) return result;
  } catch (const BadInput&) {
    // Stays open.
  }
  return {};
}

}  // namespace

const study::SpecialPoint* Branch::special(study::SpecialKind kind, int n) const {
  if (!result) return nullptr;
  for (const study::SpecialPoint& point : result->special)
    if (point.kind == kind && n-- == 0) return &point;
  return nullptr;
}

double observable(const std::vector<std::pair<std::string, study::Value>>& list, const std::string& name) {
  for (const auto& [key, value] : list)
    if (key == name) {
      if (const double* number = std::get_if<double>(&value)) return *number;
      if (const long* number = std::get_if<long>(&value)) return static_cast<double>(*number);
    }
  return std::nan("");
}

std::vector<Stretch> stretches(const Branch& branch) {
  std::vector<Stretch> list;
  if (!branch.followed()) return list;
  const bool rests = branch.result->kind == study::BranchKind::equilibrium;
  for (const study::BranchPoint& point : with_special(*branch.result)) {
    const double height = rests ? 0 : observable(point.observables, "phi_dot_max");
    if (list.empty() || list.back().stable != point.stable) {
      Stretch next{.stable = point.stable};
      // Neighbouring stretches meet in the last point of the first.
      if (!list.empty()) {
        next.mu.push_back(list.back().mu.back());
        next.phi_dot_max.push_back(list.back().phi_dot_max.back());
      }
      list.push_back(next);
    }
    list.back().mu.push_back(point.parameter);
    list.back().phi_dot_max.push_back(height);
  }
  return list;
}

std::optional<std::pair<double, double>> beside_the_fold(const Branch& branch) {
  if (!branch.followed()) return {};
  for (const study::BranchPoint& point : branch.result->branch)
    if (!point.stable && !point.multipliers.empty()) return std::pair{point.parameter, point.multipliers[0].real()};
  return {};
}

std::string nine(double value) { return std::isfinite(value) ? fmt::format("{:.9f}", value) : "–"; }

std::string followed(const Branch& branch, study::SpecialKind kind, int n) {
  const study::SpecialPoint* point = branch.special(kind, n);
  return point ? fmt::format("by continuation {}", nine(point->parameter)) : "not followed by continuation";
}

Branches follow_branches(const Effort& effort) {
  using study::BranchKind;
  Branches b;
  const std::vector<Plan> plans{
      {&b.rest_1, "equilibrium", Set::first, 0, BranchKind::equilibrium, 0.3, 0.6},
      {&b.rest_2, "equilibrium", Set::second, 0, BranchKind::equilibrium, 0.3, 0.75},
      {&b.slip, "slip cycle", Set::first, 0, BranchKind::orbit, 0.4098, 0.41, true},
      {&b.stick_down, "orbit with stick, downwards", Set::first, 0, BranchKind::orbit, 0.5, 0.385, false, true, true},
      {&b.stick_up, "orbit with stick, upwards", Set::first, 0, BranchKind::orbit, 0.5, 0.9},
      {&b.bouncing, "bouncing orbit", Set::first, 0.2, BranchKind::orbit, 0.5, 0.385, false, true},
      {&b.second, "orbits of the second set", Set::second, 0, BranchKind::orbit, 0.356, 0.75, true, true}};
  for_each_point(static_cast<int>(plans.size()) + 2, effort, [&](int k) {
    if (k == 0) b.slip_cycle = orbit(at(Set::first, 0.4098, 0, slip_guess(Set::first, 0.4098), effort));
    if (k == 1) b.bounce = orbit(at(Set::first, 0.5, 0.2, {}, effort));
    if (k >= 2) follow(plans[static_cast<std::size_t>(k - 2)], effort);
  });
  return b;
}

}  // namespace carom::papers::impact_oscillator
