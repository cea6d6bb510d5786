// SPDX-License-Identifier: Apache-2.0
#include "carom/analysis/bifurcation.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <mutex>

#include <fmt/core.h>

#include "carom/analysis/hopf.hpp"
#include "carom/analysis/shooting.hpp"
#include "carom/base/bad_input.hpp"
#include "carom/base/dense.hpp"
#include "carom/base/parallel_for.hpp"
#include "carom/catalog/request_checks.hpp"

namespace carom::study {
namespace {

// Where the section is a coordinate at a level, its rate is what varies.
bool lists_rate(const FlowMap& map) {
  const SectionChoice section = map.section();
  return section.kind == SectionChoice::Kind::crossing && !section.rate;
}

// A sweep in one direction: each value goes on from the state that the value before left.
class Sweep {
 public:
  Sweep(const FlowMapFactory& factory, const BifurcationRequest& request, bool up, std::function<void()> tell)
      : factory_(factory), request_(request), up_(up), tell_(std::move(tell)) {}

  std::vector<BifurcationRow> rows;
  bool interrupted = false;
  std::string reason;  // why a value has no motion

  void run() {
    const double low = std::min(request_.from, request_.to), high = std::max(request_.from, request_.to);
    Eigen::VectorXd z;
    double t = 0;
    for (int i = 0; i < request_.points; ++i) {
      if (request_.run.interrupt && request_.run.interrupt->load(std::memory_order_relaxed)) {
        interrupted = true;
        return;
      }
      const double part = request_.points > 1 ? static_cast<double>(i) / (request_.points - 1) : 0.0;
      const double value = up_ ? low + part * (high - low) : high - part * (high - low);
      Parameters parameters = request_.run.parameters;
      BifurcationRow row{.up = up_, .parameter = value};
      try {
        parameters.set(request_.parameter, value);
        const std::unique_ptr<FlowMap> map = factory_(parameters);
        // Surfaces may have moved to where the motion was.
        if (z.size() > 0 && map->smallest_gap(t, z) < -1e-9 * map->scale().head(map->dof()).minCoeff()) z.resize(0);
        if (z.size() == 0) begin(*map, t, z);
        settle(*map, t, z, row);
      } catch (const BadInput& refusal) {
        row.outcome = Outcome::left_model;
        reason = refusal.what();
      }
      if (!succeeded(row.outcome) && row.outcome != Outcome::section_not_crossed) z.resize(0);
      rows.push_back(row);
      tell_();
    }
  }

 private:
  void begin(const FlowMap& map, double& t, Eigen::VectorXd& z) const {
    t = request_.run.t.value_or(map.start_time());
    z = request_.run.q.empty() && request_.run.u.empty() ? map.start_at(t) : map.own(request_.run.q, request_.run.u);
  }

  void settle(const FlowMap& map, double& t, Eigen::VectorXd& z, BifurcationRow& row) const {
    const std::optional<double> drive = map.drive_period();
    const bool strobed = map.strobed();
    const int k = map.section_coordinate();
    const double q_scale = map.scale()[k], period = drive.value_or(map.time_scale());
    const double whole = request_.settle > 0 ? request_.settle : 200 * period;
    // A state that has come to rest would stay there, stable or not.
    z[map.dof() + k] += request_.kick * map.scale()[map.dof() + k];
    map.put_on_constraints(t, map.flow({.t = t, .z = z, .duration = 1e-9 * period}).first_modes, z);
    // In pieces, until the points of the section repeat.
    std::vector<SectionPoint> points;
    double passed = 0;
    int found = 0;
    const double piece = drive ? *drive * std::max(1.0, std::round(whole / 8 / *drive)) : whole / 8;
    // Oscillations that still grow or die get more time, and those that may yet repeat after fewer points.
    double range = 0, range_before = 0;
    bool fades = false, settles = false;
    while (found == 0 && (passed < whole ||
                          (passed < 8 * whole &&
                           (settles || (range > 1e-6 * q_scale && std::abs(range - range_before) > 1e-4 * range))))) {
      if (!go_on(map, t, z, piece, points, row)) return;
      passed += piece;
      found = repeats(map, points, 1e-9, &settles);
      if (found == 0 && !settles) repeats(map, points, 1e-5, &settles);
      range_before = range;
      range = points.empty() ? 0 : points.back().high - points.back().low;
      fades = !points.empty() && range < range_before;  // without points it may as well have gone far away
    }
    // Points that hardly differ may still drift; a period is one only if the oscillation neither grows nor dies.
    if (found == 0 && std::abs(range - range_before) <= 1e-4 * range) found = repeats(map, points, 1e-5);
    if (points.size() < static_cast<std::size_t>(request_.keep) && found == 0 && !points.empty()) {
      const double more = 1 + std::ceil(static_cast<double>(request_.keep) / static_cast<double>(points.size()));
      if (!go_on(map, t, z, more * piece, points, row)) return;
      // The pieces were too short to show that the points repeat.
      found = repeats(map, points, 1e-9);
    }
    map.shown(z, row.q, row.u);
    double low = HUGE_VAL, high = -HUGE_VAL;
    const std::size_t kept = std::min<std::size_t>(
        points.size(), found > 0 ? static_cast<std::size_t>(found) : static_cast<std::size_t>(request_.keep));
    for (std::size_t i = points.size() - kept; i < points.size(); ++i) {
      low = std::min(low, points[i].low);
      high = std::max(high, points[i].high);
      row.section.push_back(listed(map, points[i].z));
      row.maximum.push_back(points[i].maximum);
    }
    const double speed = speed_of(map, t, z);
    // What moves need not be the coordinate that is watched, where the section is another one.
    const bool moves = high - low > 1e-6 * q_scale || (!map.own_section_text().empty() && speed > 1e-6);
    if (!drive && (kept == 0 || !moves || (fades && found == 0 && range < 1e-2 * q_scale))) {
      // At rest, or on the way to it: the kick has not grown.
      row.equilibrium = speed < 1e-2 || fades;
      row.outcome = row.equilibrium ? Outcome::reached_end : Outcome::section_not_crossed;
      row.section.assign(1, listed(map, z));
      row.maximum.assign(1, 0.0);
      const FlowResult regime = map.flow({.t = t, .z = z, .duration = period});
      row.sequence = regime.sequence;
    } else if (found > 0) {
      row.period = found;
      const SectionPoint& end = points.back();
      row.period_time =
          strobed ? found * *drive : end.t - points[points.size() - 1 - static_cast<std::size_t>(found)].t;
      Eigen::VectorXd begin = end.z;
      if (!end.modes.empty() && !map.begins_elsewhere()) map.put_on_constraints(end.t, end.modes, begin);
      const FlowResult round = map.flow({.t = end.t, .z = begin, .duration = row.period_time});
      row.sequence = round.sequence;
    }
    if (drive && kept == 0) row.outcome = Outcome::section_not_crossed;
    if (request_.lyapunov) row.lyapunov = exponent(map, t, z, points, whole, row);
    if (!drive) t = map.start_time();
    if (drive && !strobed) t = std::fmod(t, *drive);  // only the phase counts
  }

  // What a diagram shows of a point: that coordinate which its section leaves open.
  static double listed(const FlowMap& map, const Eigen::VectorXd& z) {
    std::vector<double> q, u;
    map.shown(z, q, u);
    return (lists_rate(map) ? u : q)[static_cast<std::size_t>(map.section_coordinate())];
  }

  // Of a state of rest and of an orbit from their eigenvalues and multipliers; of other motions from the growth of a direction.
  double exponent(const FlowMap& map, double t, const Eigen::VectorXd& z, const std::vector<SectionPoint>& points,
                  double whole, const BifurcationRow& row) const {
    if (row.equilibrium) {
      const Eigen::VectorXd q = map.at_rest(z);
      const Eigen::VectorXcd values = eigenvalues(reduced_jacobian(map, q, map.modes_at_rest(q)));
      return values.size() > 0 ? values.real().maxCoeff() : -HUGE_VAL;
    }
    if (row.period > 0) {
      const SectionPoint& end = points.back();
      ClosedOrbit orbit{.t = map.strobed() ? t : end.t, .z = map.strobed() ? z : end.z, .period = row.period_time};
      orbit.on_section = !end.by_impact && !map.begins_elsewhere();
      if (map.begins_elsewhere())
        go_to_quiet(map, orbit.period, 1e-9 * orbit.period, orbit.t, orbit.z);
      else if (!map.strobed() && !end.modes.empty())
        map.put_on_constraints(orbit.t, end.modes, orbit.z);
      orbit.flow = map.flow({.t = orbit.t, .z = orbit.z, .duration = orbit.period, .derivative = true});
      const std::vector<std::complex<double>> multipliers = multipliers_of(orbit, map);
      const double largest = multipliers.empty() ? 0 : std::abs(multipliers[0]);
      const double own = std::log(largest) / orbit.period;  // −∞ where nothing is left
      return map.drive_period() ? own : std::max(own, 0.0);
    }
    return map.lyapunov_exponent(t, z, 4 * whole);
  }

  bool go_on(const FlowMap& map, double& t, Eigen::VectorXd& z, double duration, std::vector<SectionPoint>& points,
             BifurcationRow& row) const {
    points.clear();
    if (map.strobed()) {
      const double drive = *map.drive_period();
      const long cycles = std::lround(duration / drive);
      for (long i = 0; i < cycles; ++i) {
        const FlowResult flow = map.flow({.t = t, .z = z, .duration = drive});
        if (!take(flow, row)) return false;
        z = flow.z;
        points.push_back({.t = t, .z = after_impact(map, drive, t, z), .maximum = flow.maximum, .low = flow.low, .high = flow.high});
      }
      return true;
    }
    const FlowResult flow = map.flow({.t = t, .z = z, .duration = duration});
    if (!take(flow, row)) return false;
    t = flow.t;
    z = flow.z;
    points = flow.points;
    // The first point has seen only a part of the way to it.
    if (points.size() > 1) points.erase(points.begin());
    return true;
  }
  static bool take(const FlowResult& flow, BifurcationRow& row) {
    row.outcome = flow.outcome;
    return flow.ok();
  }

  // The least number of points after which the last ones repeat; 0 as long as it may still become a smaller one (`settles`):
  // on the way to an orbit, points that turn around it can be nearer to the last but one than to the last.
  static int repeats(const FlowMap& map, const std::vector<SectionPoint>& points, double tolerance,
                     bool* settles = nullptr) {
    const Eigen::VectorXd scale = map.scale();
    const std::vector<int> free = map.free_coordinates();
    const auto distance = [&](const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
      const Eigen::VectorXd change = map.difference(a, b);
      double largest = 0;
      for (int i = 0; i < map.size(); ++i)
        if (std::find(free.begin(), free.end(), i) == free.end())
          largest = std::max(largest, std::abs(change[i]) / scale[i]);
      return largest;
    };
    const int count = static_cast<int>(points.size());
    const auto repeat_after = [&](int n, double within) {
      for (int i = 0; i < std::max(n, 2); ++i)
        if (!(distance(points[static_cast<std::size_t>(count - 1 - i)].z,
                       points[static_cast<std::size_t>(count - 1 - i - n)].z) < within))
          return false;
      return true;
    };
    const double nearly = std::max(1e2 * tolerance, 1e-6);
    if (settles) *settles = false;
    for (int n = 1; 2 * n + 1 < count && n <= 64; ++n) {
      if (!repeat_after(n, tolerance)) continue;
      for (int m = 1; m < n; ++m)
        if (n % m == 0 && repeat_after(m, nearly)) {
          if (settles) *settles = true;
          return 0;
        }
      return n;
    }
    return 0;
  }

  const FlowMapFactory& factory_;
  const BifurcationRequest& request_;
  bool up_;
  std::function<void()> tell_;
};

}  // namespace

BifurcationResult sweep_section(const FlowMapFactory& factory, const BifurcationRequest& request) {
  const auto begun = std::chrono::steady_clock::now();
  if (request.points < 1) throw BadInput("a diagram needs at least one point");
  if (request.keep < 1) throw BadInput("at least one point of the section must be kept");
  BifurcationResult result;
  Parameters first = request.run.parameters;
  first.set(request.parameter, request.from);
  result.parameters = values_of(first);
  result.parameter = request.parameter;
  const std::unique_ptr<FlowMap> map = factory(first);
  result.rate = map->coordinate_name() + "_dot";
  result.coordinate = lists_rate(*map) ? result.rate : map->coordinate_name();
  const bool both = request.direction == SweepDirection::both;
  const int all = request.points * (both ? 2 : 1);
  std::atomic<int> done{0};
  std::mutex lock;
  const auto tell = [&] {
    const int now = ++done;
    if (!request.progress) return;
    const std::lock_guard guard(lock);
    request.progress(now, all);
  };
  // A direction is a chain and needs its own thread; two directions are two.
  Sweep up(factory, request, true, tell), down(factory, request, false, tell);
  std::vector<Sweep*> asked;
  if (both || request.direction == SweepDirection::up) asked.push_back(&up);
  if (both || request.direction == SweepDirection::down) asked.push_back(&down);
  parallel_for(asked.size(), {.threads = request.threads}, [&](std::size_t k) { asked[k]->run(); });
  for (const Sweep* sweep : {&up, &down}) {
    result.rows.insert(result.rows.end(), sweep->rows.begin(), sweep->rows.end());
    if (!sweep->reason.empty()) {
      result.outcome = Outcome::left_model;
      result.reason = sweep->reason;
    }
  }
  if (std::none_of(result.rows.begin(), result.rows.end(),
                   [](const BifurcationRow& row) { return succeeded(row.outcome); }) &&
      !result.rows.empty() && succeeded(result.outcome)) {
    result.outcome = result.rows.back().outcome;
    result.reason =
        result.outcome == Outcome::section_not_crossed ? "no motion crosses the section" : "no motion settles";
  }
  if (up.interrupted || down.interrupted) result.outcome = Outcome::interrupted;
  result.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  return result;
}

BifurcationResult sweep_section(const System& system, const BifurcationRequest& request) {
  if (!system.has_section())
    throw BadInput(fmt::format("system '{}' has no section and so no bifurcation diagram", system.name()));
  check_request(request.run, system.card());
  check_range(request.parameter, request.from, request.to, system.card());
  system.check_configuration(request.run.parameters, request.run.q, request.run.t);
  BifurcationResult result = sweep_section(system.flow_maps(request.run, request.section), request);
  result.system = system.name();
  return result;
}

std::string BifurcationResult::brief() const {
  const auto failed =
      std::count_if(rows.begin(), rows.end(), [](const BifurcationRow& row) { return !succeeded(row.outcome); });
  return fmt::format("{}: {} values of {}, {} failed, in {:.2f} s", system, rows.size(), parameter, failed,
                     wall_seconds);
}

}  // namespace carom::study
