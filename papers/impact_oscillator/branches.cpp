#include "papers/impact_oscillator/branches.hpp"

#include <cmath>

#include <fmt/format.h>

#include "carom/base/bad_input.hpp"
#include "carom/study/catalog.hpp"
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
  bool slip_start = false;  // from the slip cycle
};

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
    if (effort.quick) request.max_points = 250;
    branch.result = oscillator().continuation(request);
    if (branch.result->branch.empty())
      branch.failure = std::string(name(branch.result->outcome)) + ": " + branch.result->reason;
  } catch (const BadInput& refused) {
    branch.failure = refused.what();
  }
}

std::optional<study::OrbitResult> orbit(const study::OrbitRequest& request) {
  try {
    study::OrbitResult result = oscillator().orbit(request);
    if (result.found()) return result;
  } catch (const BadInput&) {
    // Stays open.
  }
  return {};
}

}  // namespace

const study::SpecialPoint* Branch::special(const std::string& type, int n) const {
  if (!result) return nullptr;
  for (const study::SpecialPoint& point : result->special)
    if (point.type == type && n-- == 0) return &point;
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
  for (const study::BranchPoint& point : branch.result->branch) {
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

Branches follow_branches(const Effort& effort) {
  using study::BranchKind;
  Branches b;
  const std::vector<Plan> plans{
      {&b.rest_1, "equilibrium", Set::first, 0, BranchKind::equilibrium, 0.3, 0.45},
      {&b.rest_2, "equilibrium", Set::second, 0, BranchKind::equilibrium, 0.3, 0.45},
      {&b.slip, "slip cycle", Set::first, 0, BranchKind::orbit, 0.4098, 0.40984, true},
      {&b.stick_down, "orbit with stick, downwards", Set::first, 0, BranchKind::orbit, 0.5, 0.385},
      {&b.stick_up, "orbit with stick, upwards", Set::first, 0, BranchKind::orbit, 0.5, 0.8},
      {&b.bouncing, "bouncing orbit", Set::first, 0.2, BranchKind::orbit, 0.5, 0.385},
      {&b.second, "orbits of the second set", Set::second, 0, BranchKind::orbit, 0.356, 0.6, true}};
  for_each_point(static_cast<int>(plans.size()) + 2, effort, [&](int k) {
    if (k == 0) b.slip_cycle = orbit(at(Set::first, 0.4098, 0, slip_guess(Set::first, 0.4098), effort));
    if (k == 1) b.bounce = orbit(at(Set::first, 0.5, 0.2, {}, effort));
    if (k >= 2) follow(plans[static_cast<std::size_t>(k - 2)], effort);
  });
  return b;
}

}  // namespace carom::papers::impact_oscillator
