// SPDX-License-Identifier: Apache-2.0
#include "carom/analysis/orbit.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/core.h>

#include "carom/analysis/shooting.hpp"
#include "carom/base/bad_input.hpp"
#include "carom/catalog/request_checks.hpp"

namespace carom::study {
namespace {

double distance(const FlowMap& map, const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  const Eigen::VectorXd scale = map.scale(), change = map.difference(a, b);
  const std::vector<int> free = map.free_coordinates();
  double largest = 0;
  for (int k = 0; k < map.size(); ++k)
    if (std::find(free.begin(), free.end(), k) == free.end())
      largest = std::max(largest, std::abs(change[k]) / scale[k]);
  return largest;
}

// The number of steps after which point i comes back near to itself, from i on (or, if settled, up to i); 0: none.
int returns_after(const FlowMap& map, const std::vector<SectionPoint>& points, std::size_t from, double near) {
  int best = 0;
  double least = near;
  for (int n = 1; n <= 24 && from + static_cast<std::size_t>(n) < points.size(); ++n) {
    const double d = distance(map, points[from].z, points[from + static_cast<std::size_t>(n)].z);
    // A longer period must be clearly better than a shorter one, and not in its rounding.
    constexpr double rounding = 1e-10;
    if (best == 0 ? d < least : least > rounding && d < 0.03 * least) {
      best = n;
      least = d;
    }
  }
  return best;
}

// States at whole periods of the drive, as points of a section.
std::vector<SectionPoint> strobe(const FlowMap& map, double t, Eigen::VectorXd z, double period, int count,
                                 FlowResult& last) {
  std::vector<SectionPoint> points{{.t = t, .z = z}};
  for (int i = 0; i < count; ++i) {
    last = map.flow({.t = t, .z = z, .duration = period});
    if (!last.ok()) break;
    // The phase counts, not the time: every period begins at the same one.
    z = last.z;
    points.push_back({.t = t, .z = z, .modes = last.modes});
  }
  return points;
}

// Follows a driven motion to where it crosses its section: smoothly, if it does so before long.
Outcome go_to_section(const FlowMap& map, double period, double t, const Eigen::VectorXd& z, SectionPoint& begin,
                      std::string& reason) {
  const FlowResult ahead = map.flow({.t = t, .z = z, .duration = 24 * period, .max_points = 24});
  if (!ahead.ok()) {
    reason = ahead.reason;
    return ahead.outcome;
  }
  if (ahead.points.empty()) {
    reason = "the motion does not cross its section in 24 periods of the drive";
    return Outcome::section_not_crossed;
  }
  const auto smooth = std::find_if(ahead.points.begin(), ahead.points.end(),
                                   [](const SectionPoint& point) { return !point.by_impact; });
  begin = smooth != ahead.points.end() ? *smooth : ahead.points.front();
  if (!begin.by_impact && !map.begins_elsewhere()) put_on_section(map, begin.z);
  return Outcome::reached_end;
}

std::string not_crossed_again(const FlowMap& map) {
  if (const std::string own = map.own_section_text(); !own.empty())
    return fmt::format("it does not come to '{}' again", own);
  const SectionChoice section = map.section();
  const std::string place = map.coordinate_name(), name = section.rate ? rates_of({{.name = place}})[0].name : place;
  if (section.rate && section.level == 0)
    return fmt::format("{} does not change its sign from {} again", name,
                       section.direction > 0 ? "minus to plus" : "plus to minus");
  return fmt::format("{} does not {} through {:.6g} again", name, section.direction > 0 ? "rise" : "fall",
                     section.level);
}

// What moves need not be the coordinate that is watched, where the section is not at one.
bool is_own(const FlowMap& map) { return !map.own_section_text().empty(); }

// The first guess of a driven motion, from (t, z) on.
Outcome guess_driven(const FlowMap& map, const OrbitRequest& request, bool guessed, double t, Eigen::VectorXd z,
                     ClosedOrbit& orbit, int& crossings, std::string& reason) {
  const double drive = *map.drive_period();
  SectionPoint begin;
  if (!map.strobed()) {
    const Outcome way = go_to_section(map, drive, t, z, begin, reason);
    if (!succeeded(way)) return way;
    t = begin.t;
    z = begin.z;
  }
  // A phase far from events, so that none of them passes it when a parameter varies; and an orbit that only impacts bring to
  // its section does not begin in the instant of one.
  if (begin.by_impact || map.begins_elsewhere() || (map.strobed() && !guessed && !request.t))
    go_to_quiet(map, 2 * drive, 1e-9 * drive, t, z);
  FlowResult last;
  const int wanted = request.crossings > 0 ? request.crossings : 24;
  const std::vector<SectionPoint> points = strobe(map, t, z, drive, wanted, last);
  if (!last.ok()) {
    reason = last.reason;
    return last.outcome;
  }
  crossings = request.crossings > 0 ? request.crossings : returns_after(map, points, 0, guessed ? 1.0 : 0.05);
  if (crossings == 0) {
    reason = "the motion does not come back to its state within 24 periods of the drive";
    return Outcome::no_convergence;
  }
  const double turns = t / drive;
  orbit = {.z = z, .rounds = crossings, .phase = turns - std::floor(turns)};
  orbit.on_section = !begin.by_impact && !map.begins_elsewhere();
  keep_time(map, orbit);
  return Outcome::reached_end;
}

}  // namespace

Outcome first_guess(const FlowMap& map, const OrbitRequest& request, ClosedOrbit& orbit, int& crossings,
                    std::string& reason) {
  const bool guessed = !request.q.empty() || !request.u.empty();
  const std::optional<double> drive = map.drive_period();
  double t = request.t.value_or(map.start_time());
  Eigen::VectorXd z = guessed ? map.own(request.q, request.u) : map.start_at(t);
  if (!guessed && request.settle > 0) {
    double settle = request.settle;
    if (drive) settle = std::ceil(settle / *drive) * *drive;
    const FlowResult settled = map.flow({.t = t, .z = z, .duration = settle, .max_points = 1u << 22});
    if (!settled.ok()) {
      reason = settled.reason;
      return settled.outcome;
    }
    if (settled.outcome == Outcome::reached_end && settled.t < t + (1 - 1e-9) * settle) {
      reason = fmt::format("the motion ends after {:.6g} s, before it could repeat", settled.t - t);
      return Outcome::section_not_crossed;
    }
    z = settled.z;
    if (!drive) t = map.start_time();
  }
  if (drive) return guess_driven(map, request, guessed, t, z, orbit, crossings, reason);
  // Without a drive: on the section. A motion that has come to rest crosses it no more, or only in rounding.
  const double limit = std::max(request.settle, 200 * map.time_scale());
  const FlowResult ahead = map.flow({.t = t, .z = z, .duration = limit, .max_points = 26});
  if (!ahead.ok()) {
    reason = ahead.reason;
    return ahead.outcome;
  }
  const bool moves = (ahead.high - ahead.low) / map.scale()[map.section_coordinate()] > 1e-7 ||
                     (is_own(map) && speed_of(map, ahead.t, ahead.z) > 1e-7);
  if (ahead.points.size() < 2 || !moves) {
    reason = fmt::format("the motion {} in {:.6g} s: {}", moves ? "does not return to its section" : "has come to rest",
                         limit, not_crossed_again(map));
    return Outcome::section_not_crossed;
  }
  // The first point is a little noisier if the motion still settles; all the same it is on the orbit.
  const SectionPoint& first = ahead.points[0];
  crossings =
      request.crossings > 0 ? request.crossings : returns_after(map, ahead.points, 0, guessed ? HUGE_VAL : 0.05);
  if (crossings == 0) crossings = 1;
  if (static_cast<std::size_t>(crossings) >= ahead.points.size()) {
    reason = fmt::format("the motion crosses its section {} times only", ahead.points.size());
    return Outcome::section_not_crossed;
  }
  orbit = {.t = t, .z = first.z, .period = ahead.points[static_cast<std::size_t>(crossings)].t - first.t};
  orbit.on_section = !first.by_impact && !map.begins_elsewhere();
  if (orbit.on_section) {
    put_on_section(map, orbit.z);
    orbit.modes = first.modes;
  } else if (request.section.kind != SectionChoice::Kind::own || map.begins_elsewhere()) {
    // Not in the instant of an impact, which may fall to either end of the period.
    double begin = t;
    go_to_quiet(map, orbit.period, 1e-9 * orbit.period, begin, orbit.z);
  }
  if (request.period) orbit.period = *request.period;
  return Outcome::reached_end;
}

void shorten(const Shooting& shooting, const FlowMap& map, ClosedOrbit& orbit, int& crossings) {
  for (int n = 1; n < crossings; ++n) {
    if (crossings % n != 0) continue;
    ClosedOrbit shorter = orbit;
    if (map.drive_period()) {
      shorter.rounds = n;
      keep_time(map, shorter);
    } else {
      // The time of the crossing nearest to that part of the period.
      const double wanted = orbit.period * n / crossings;
      const std::vector<SectionPoint>& points = orbit.flow.points;
      const double from = map.begins_elsewhere() && !points.empty() ? points.front().t : orbit.t;
      double best = HUGE_VAL;
      for (const SectionPoint& point : points)
        if (std::abs(point.t - from - wanted) < std::abs(best - wanted)) best = point.t - from;
      shorter.period = best;
    }
    const FlowResult round = map.flow({.t = shorter.t, .z = orbit.z, .duration = shorter.period});
    std::string reason;
    if (!round.ok() || distance(map, round.z, orbit.z) > 1e-4 || !succeeded(shooting.close(shorter, reason)) ||
        distance(map, shorter.z, orbit.z) > 1e-4)
      continue;
    orbit = shorter;
    crossings = n;
    return;
  }
}

void describe(const ClosedOrbit& orbit, const FlowMap& map, OrbitResult& result) {
  result.t = orbit.t;
  map.shown(orbit.z, result.q, result.u);
  std::vector<double> q_end, u_end;
  map.shown(orbit.flow.z, q_end, u_end);
  result.advance.assign(result.q.size(), 0.0);
  for (int k : map.free_coordinates())
    if (static_cast<std::size_t>(k) < result.q.size())
      result.advance[static_cast<std::size_t>(k)] =
          q_end[static_cast<std::size_t>(k)] - result.q[static_cast<std::size_t>(k)];
  for (const auto& [k, turn] : map.turns())
    if (static_cast<std::size_t>(k) < result.q.size())
      result.advance[static_cast<std::size_t>(k)] = orbit.flow.z[k] - orbit.z[k];
  const SectionPoint* const passes =
      map.begins_elsewhere() && !orbit.flow.points.empty() ? &orbit.flow.points.front() : nullptr;
  if (passes && map.drive_period()) result.t = passes->t;
  if (passes) map.shown(passes->z, result.q, result.u);
  result.states.clear();
  for (int k = static_cast<int>(result.q.size()); k < map.dof(); ++k)
    result.states.emplace_back("", (passes ? passes->z : orbit.z)[map.dof() + k]);
  result.period = orbit.period;
  result.multipliers = multipliers_of(orbit, map);
  result.sequence = orbit.flow.sequence;
  // A neutral orbit is not called stable.
  result.stable = std::all_of(result.multipliers.begin(), result.multipliers.end(),
                              [](const std::complex<double>& m) { return std::abs(m) < 1 - 1e-9; });
  result.residual = orbit.residual;
  result.iterations = orbit.iterations;
  result.observables.clear();
  result.observables.emplace_back(map.coordinate_name() + "_dot_max", orbit.flow.maximum);
  result.observables.emplace_back("amplitude", 0.5 * (orbit.flow.high - orbit.flow.low));
  result.observables.emplace_back("flight_fraction", orbit.flow.flight / orbit.period);
  result.observables.emplace_back("impacts", static_cast<long>(orbit.flow.impacts));
  for (const auto& [name, value] : map.extras(result.advance, orbit.period))
    result.observables.emplace_back(name, value);
}

OrbitResult find_orbit(const FlowMapFactory& factory, const OrbitRequest& request) {
  const auto begun = std::chrono::steady_clock::now();
  OrbitResult result;
  result.parameters = values_of(request.parameters);
  const std::unique_ptr<FlowMap> map = factory(request.parameters);
  ClosedOrbit orbit;
  result.outcome = first_guess(*map, request, orbit, result.crossings, result.reason);
  if (result.found()) {
    const Shooting shooting([&](double) { return factory(request.parameters); }, map->scale(),
                            {.max_iterations = request.max_iterations}, request.interrupt);
    result.outcome = shooting.close(orbit, result.reason);
    if (result.found()) shorten(shooting, *map, orbit, result.crossings);
  }
  if (orbit.z.size() > 0) {
    if (orbit.flow.derivative.size() > 0)
      describe(orbit, *map, result);
    else
      map->shown(orbit.z, result.q, result.u);
  }
  if (!result.found()) {
    result.stable = false;
    result.multipliers.clear();
  } else if (0.5 * (orbit.flow.high - orbit.flow.low) < 1e-9 * map->scale()[map->section_coordinate()] &&
             !map->drive_period() && !(is_own(*map) && speed_of(*map, orbit.t, orbit.z) > 1e-7)) {
    result.outcome = Outcome::no_convergence;
    result.reason = "the iteration went to a state of rest, not to an orbit";
    result.stable = false;
    result.multipliers.clear();
  } else {
    result.reason.clear();
  }
  if (const auto drive = map->drive_period(); drive && result.found())
    result.crossings = static_cast<int>(std::lround(orbit.period / *drive));
  result.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  return result;
}

OrbitResult find_orbit(const System& system, const OrbitRequest& request) {
  if (!system.has_section())
    throw BadInput(fmt::format("system '{}' has no periodic orbits to be found", system.name()));
  check_analysis(request, system.card());
  system.check_configuration(request.parameters, request.q, request.t);
  OrbitResult result = find_orbit(system.flow_maps(request, request.section), request);
  result.system = system.name();
  const std::vector<Quantity> states = system.card_for(request.parameters).states;
  for (std::size_t j = 0; j < std::min(states.size(), result.states.size()); ++j)
    result.states[j].first = states[j].name;
  result.section = text_of(request.section, system.card().coordinates);
  return result;
}

void check_analysis(const OrbitRequest& request, const SystemCard& card) {
  check_finite("q", request.q, card.coordinates.size());
  check_finite("u", request.u, card.coordinates.size());
  if (!request.u.empty() && request.q.empty())
    throw BadInput("velocities (--u) without a configuration (--q) are no guess");
  if (request.t) check_finite("t", {*request.t}, 1);
  check_positive("--period", request.period, "s");
  if (request.period) check_between("--period", *request.period, 0, 1000);
  check_between("--settle", request.settle, 0, 1e6);
  check_between("--crossings", request.crossings, 0, 1000);
  check_motion(request);
}

std::string OrbitResult::brief() const {
  if (!found()) return fmt::format("{}: {}: {}", system, carom::name(outcome), reason);
  return fmt::format("{}: period {:.12g} s, {}, largest multiplier {:.8g}, {}, residual {:.1e}", system, period,
                     sequence, multipliers.empty() ? 0.0 : std::abs(multipliers[0]), stable ? "stable" : "unstable",
                     residual);
}

}  // namespace carom::study
