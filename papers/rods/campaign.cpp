// SPDX-License-Identifier: Apache-2.0
#include "papers/rods/campaign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "carom/base/constants.hpp"
#include "papers/rods/cases.hpp"

namespace carom::papers::rods {

using observe::DriftDirection;
using observe::RodMeasures;

double Point::mean(double RodMeasures::*what) const {
  double sum = 0;
  for (const RodMeasures& m : each) sum += m.*what;
  return each.empty() ? std::nan("") : sum / static_cast<double>(each.size());
}

double Point::mean(observe::MeanValue RodMeasures::*what) const {
  double sum = 0, weight = 0;
  for (const RodMeasures& m : each)
    if ((m.*what).n > 0) {
      sum += (m.*what).mean * static_cast<double>((m.*what).n);
      weight += static_cast<double>((m.*what).n);
    }
  return weight > 0 ? sum / weight : std::nan("");
}

double Point::error() const {
  const auto n = static_cast<double>(each.size());
  double blocks = 0, spread = 0;
  const double middle = drift();
  for (const RodMeasures& m : each) {
    blocks += m.drift_error * m.drift_error;
    spread += (m.drift - middle) * (m.drift - middle);
  }
  return std::max(std::sqrt(blocks) / n, n > 1 ? std::sqrt(spread / (n - 1) / n) : 0.0);
}

double Point::tilt() const { return mean(&RodMeasures::tilt) / deg; }
double Point::tilt_spread() const { return mean(&RodMeasures::tilt_spread) / deg; }

double Point::phase_density(int bin) const {
  double sum = 0;
  for (const RodMeasures& m : each) sum += m.landing_phase[bin];
  return sum / static_cast<double>(each.size());
}

DriftDirection Point::direction() const {
  for (const RodMeasures& m : each)
    if (m.direction != each.front().direction) return DriftDirection::none;
  return each.empty() ? DriftDirection::none : each.front().direction;
}

namespace {

// Everything that a run depends on: figures share points.
std::string key_of(const study::RodRun& r) {
  const particles::ContactLaw& law = r.law;
  return fmt::format(
      "{} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {} {}",
      static_cast<int>(r.geometry), r.N, r.l, r.d, r.phi, r.L, r.f, r.Gamma, r.mu_rr, r.mu_rb, r.mu_rw, law.k_n,
      law.k_t, law.gamma_n, law.gamma_t, static_cast<int>(law.damping_power), static_cast<int>(law.spring_power),
      static_cast<int>(law.slip_adjustment), static_cast<int>(law.lever_arm), law.clamp, static_cast<int>(r.inertia),
      static_cast<int>(r.mass), r.spin, static_cast<int>(r.walls), r.R_i, r.R_o, static_cast<int>(r.integrator),
      r.gravity, r.start_tilt, r.dt, r.cycles, r.transient, r.seed, r.mu_s_rr, r.mu_s_rb, r.mu_s_rw,
      static_cast<int>(r.ends));
}

}  // namespace

void run_points(const std::vector<Point*>& points, const Effort& effort) {
  struct Task {
    study::RodRun run;
    Film film = {};
    study::RodRunResult result = {};
    std::vector<study::RodFrame> frames = {};
  };
  std::vector<Task> tasks;
  std::map<std::string, std::size_t> index;
  const auto task_of = [&](const Point& point, int seed) -> Task& {
    study::RodRun run = point.run;
    run.seed += static_cast<std::uint64_t>(seed);
    const auto [place, is_new] = index.try_emplace(key_of(run), tasks.size());
    if (is_new) tasks.push_back({.run = run});
    return tasks[place->second];
  };
  for (Point* point : points)
    for (int seed = 0; seed < point->seeds; ++seed) {
      Task& task = task_of(*point, seed);
      if (seed == 0 && point->film.interval > 0) task.film = point->film;
    }
  for_each_point(static_cast<int>(tasks.size()), effort, [&](int k) {
    Task& task = tasks[k];
    study::RodHooks hooks;
    hooks.interrupt = effort.interrupt;
    const Film film = task.film;
    const double period = study::period_of(task.run);
    if (film.interval > 0) {
      hooks.frame_interval = film.interval;
      hooks.frame = [&task, film, period](const study::RodFrame& frame) {
        const double cycle = frame.t / period;
        if (cycle > film.from - 1e-9 && cycle < film.to + 1e-9) task.frames.push_back(frame);
      };
    }
    task.result = study::run_rods(task.run, hooks);
  });
  for (Point* point : points) {
    point->each.clear();
    point->failures.clear();
  }
  for (Point* point : points)
    for (int seed = 0; seed < point->seeds; ++seed) {
      const Task& task = task_of(*point, seed);
      point->each.push_back(task.result.measures);
      point->energy_error = std::max(point->energy_error, task.result.energy_error);
      if (task.result.outcome != Outcome::reached_end) point->failures.push_back(task.result.reason);
      if (seed > 0) continue;
      if (point->film.interval > 0) point->frames = task.frames;
      point->last = task.result.final;
    }
}

void run_sweeps(const std::vector<Sweep>& sweeps, const Effort& effort) {
  for_each_point(static_cast<int>(sweeps.size()), effort, [&](int k) {
    std::vector<Point*> order;
    for (Point& point : *sweeps[k].points) order.push_back(&point);
    if (sweeps[k].down) std::reverse(order.begin(), order.end());
    std::string state;
    double now = 0;
    for (Point* point : order) {
      study::RodRun run = point->run;
      const double measured = run.cycles - run.transient, settle = 0.5 * run.transient;
      study::RodHooks hooks;
      hooks.interrupt = effort.interrupt;
      hooks.resume = state;
      hooks.keep_state = true;
      now = run.cycles = state.empty() ? run.transient : now + settle;
      run.transient = now + 1;  // not measured
      const study::RodRunResult before = study::run_rods(run, hooks);
      state = hooks.resume = before.state;
      hooks.keep_state = false;
      run.transient = now;
      run.cycles = now + 0.5 * measured;
      const bool fine = before.outcome == Outcome::reached_end;
      const study::RodRunResult result = fine ? study::run_rods(run, hooks) : before;
      point->each = {result.measures};
      point->energy_error = result.energy_error;
      if (result.outcome != Outcome::reached_end) point->failures.push_back(result.reason);
      if (!fine) return;
    }
  });
}

std::vector<double> tilts(const std::vector<Point>& points) {
  std::vector<double> list;
  list.reserve(points.size());
  for (const Point& p : points) list.push_back(p.tilt());
  return list;
}
TipPath tip_path(const Point& point, int rod) {
  TipPath path;
  const double H = 0.5 * (point.run.l - 1), period = study::period_of(point.run);
  const double radius = 0.5 * (point.run.R_i + point.run.R_o);
  const bool ring = point.run.geometry == study::RodGeometry::annulus;
  double angle = 0;
  for (const study::RodFrame& frame : point.frames) {
    const particles::Vec3 tip = frame.r[rod] - H * frame.u[rod];
    path.t.push_back(frame.t / period);
    path.z.push_back(tip.z - 0.5);
    path.plate.push_back(frame.plate_z);
    if (!ring) {
      path.x.push_back(tip.x);
      continue;
    }
    const double now = std::atan2(tip.y, tip.x);
    path.x.push_back(path.x.empty() ? 0 : path.x.back() + radius * std::remainder(now - angle, 2 * pi));
    angle = now;
  }
  const auto n = static_cast<double>(path.t.size());
  double st = 0, sx = 0, stt = 0, stx = 0, sxx = 0;
  for (std::size_t k = 0; k < path.t.size(); ++k) {
    const double t = (path.t[k] - path.t[0]) * period, x = path.x[k];
    st += t;
    sx += x;
    stt += t * t;
    stx += t * x;
    sxx += x * x;
  }
  const double vt = stt - st * st / n, vx = sxx - sx * sx / n, cov = stx - st * sx / n;
  path.slope = cov / vt;
  path.r2 = cov * cov / (vt * vx);
  path.wobble = std::sqrt(std::max(0.0, vx - cov * cov / vt) / n);
  return path;
}

}  // namespace carom::papers::rods
