// SPDX-License-Identifier: Apache-2.0
#include "carom/analysis/continuation.hpp"

#include <chrono>
#include <cmath>

#include <fmt/core.h>

#include "carom/analysis/branch.hpp"
#include "carom/analysis/shooting.hpp"
#include "carom/base/bad_input.hpp"
#include "carom/catalog/request_checks.hpp"

namespace carom::study {

std::unique_ptr<FlowMap> map_with(const FlowMapFactory& factory, const ContinuationRequest& request, double parameter) {
  Parameters parameters = request.start.parameters;
  parameters.set(request.parameter, parameter);
  return factory(parameters);
}

std::string model_ends(const FlowMapFactory& factory, const ContinuationRequest& request, double parameter,
                       double travel) {
  try {
    map_with(factory, request, parameter + travel * 1e-5 * std::abs(request.to - request.from));
    return {};
  } catch (const BadInput& refusal) {
    return refusal.what();
  }
}

void say_if_cut(const ContinuationRequest& request, ContinuationResult& result) {
  if (static_cast<int>(result.branch.size()) < request.max_points || !result.reason.empty()) return;
  result.reason = fmt::format("the branch was cut after {} points, at {} = {:.9g}", result.branch.size(),
                              request.parameter, result.branch.back().parameter);
}

ContinuationResult follow_branch(const FlowMapFactory& factory, const ContinuationRequest& request) {
  const auto begun = std::chrono::steady_clock::now();
  if (!(request.max_points >= 2)) throw BadInput("a branch needs at least two points");
  Parameters first = request.start.parameters;
  first.set(request.parameter, request.from);
  ContinuationResult result;
  result =
      request.kind == BranchKind::equilibrium ? follow_equilibria(factory, request) : follow_orbits(factory, request);
  result.kind = request.kind;
  result.parameter = request.parameter;
  result.parameters = values_of(first);
  result.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  return result;
}

ContinuationResult follow_branch(const System& system, const ContinuationRequest& request) {
  if (!system.has_section()) throw BadInput(fmt::format("system '{}' has no branches to be followed", system.name()));
  check_analysis(request.start, system.card());
  check_range(request.parameter, request.from, request.to, system.card());
  system.check_configuration(request.start.parameters, request.start.q, request.start.t);
  // Equilibria need no section.
  const SectionChoice section = request.kind == BranchKind::orbit ? request.start.section : SectionChoice{};
  ContinuationResult result = follow_branch(system.flow_maps(request.start, section), request);
  result.system = system.name();
  result.section = text_of(section, system.card().coordinates);
  return result;
}

std::string_view name(SpecialKind kind) {
  switch (kind) {
    case SpecialKind::hopf: return "HB";
    case SpecialKind::fold: return "LP";
    case SpecialKind::period_doubling: return "PD";
    case SpecialKind::neimark_sacker: return "NS";
    case SpecialKind::lift_off: return "LO";
    case SpecialKind::first_stick: return "ST";
    case SpecialKind::slip_impossible: return "PV";
    case SpecialKind::other_regimes: return "SQ";
    case SpecialKind::nonsmooth_fold: return "NF";
  }
  return "unknown";
}

bool is_smooth(SpecialKind kind) {
  return kind == SpecialKind::hopf || kind == SpecialKind::fold || kind == SpecialKind::period_doubling ||
         kind == SpecialKind::neimark_sacker;
}

SpecialKind kind_of_change(const observe::RegimeRing& from, const observe::RegimeRing& to) {
  bool sticks = false, flights = false, detaches = false;
  for (std::size_t c = 0; c < from.contacts; ++c) {
    const auto differs = [&](ContactMode mode) { return from.phases(c, mode) != to.phases(c, mode); };
    sticks = sticks || differs(ContactMode::stick);
    flights = flights || differs(ContactMode::open);
    detaches = detaches ||
               from.goes(c, ContactMode::stick, ContactMode::open) != to.goes(c, ContactMode::stick, ContactMode::open);
  }
  if (detaches && !sticks && !flights) return SpecialKind::slip_impossible;
  if (sticks) return SpecialKind::first_stick;
  return flights ? SpecialKind::lift_off : SpecialKind::other_regimes;
}

std::string ContinuationResult::brief() const {
  std::string text = fmt::format("{}: {} points of {} in {:.2f} s", system, branch.size(),
                                 kind == BranchKind::equilibrium ? "equilibria" : "orbits", wall_seconds);
  for (const SpecialPoint& point : special)
    text += fmt::format(", {} at {} = {:.9g}", name(point.kind), parameter, point.parameter);
  return reason.empty() ? text : text + ": " + reason;
}

}  // namespace carom::study
