// SPDX-License-Identifier: Apache-2.0
#include "carom/catalog/rod_run.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/core.h>

#include "carom/base/archive.hpp"
#include "carom/base/bad_input.hpp"
#include "carom/base/constants.hpp"

namespace carom::study {
namespace {

using particles::Planar;
using particles::RodSimulation;
using particles::Spatial;
using particles::Vec2;
using particles::Vec3;

constexpr int samples_per_period = 20;
constexpr double cycles_to_fall = 25;  // of flat-ended rods in the annulus, with round ends

Vec3 in_space(Vec2 v) { return {v.x, 0, v.z}; }
Vec3 in_space(Vec3 v) { return v; }
double size_of(double w) { return w; }
double size_of(Vec3 w) { return std::sqrt(dot(w, w)); }

template <class Space>
RodFrame frame_of(const RodSimulation<Space>& simulation) {
  RodFrame frame;
  frame.t = simulation.t();
  const auto plate = simulation.options().drive.at(frame.t);
  frame.plate_z = plate.z;
  frame.plate_V = plate.V;
  const auto& state = simulation.state();
  for (std::size_t i = 0; i < simulation.size(); ++i) {
    frame.r.push_back(in_space(Space::at(state.r, i)));
    frame.u.push_back(in_space(Space::at(state.u, i)));
    frame.v.push_back(in_space(Space::at(state.v, i)));
    frame.omega.push_back(size_of(Space::at(state.w, i)));
  }
  return frame;
}

// Positions along the drift and tilts of all rods. Around an annulus, the angle is followed through whole turns.
struct Along {
  std::vector<double> position, tilt, towards, angle;

  void read(const RodSimulation<Planar>& simulation, const RodRun&) {
    const auto& state = simulation.state();
    const std::size_t n = simulation.size();
    position = state.r.of[0];
    tilt.resize(n);
    for (std::size_t i = 0; i < n; ++i) tilt[i] = std::atan2(state.u.of[0][i], state.u.of[1][i]);
    towards = tilt;
  }

  void read(const RodSimulation<Spatial>& simulation, const RodRun& run) {
    const auto& state = simulation.state();
    const std::size_t n = simulation.size();
    const double radius = 0.5 * (run.R_i + run.R_o);
    tilt.resize(n);
    towards.resize(n);
    const bool first = angle.size() != n;
    if (first) {
      angle.assign(n, 0);
      position.assign(n, 0);
    }
    for (std::size_t i = 0; i < n; ++i) {
      const Vec3 r = Spatial::at(state.r, i), u = Spatial::at(state.u, i);
      const double now = std::atan2(r.y, r.x);
      if (!first) position[i] += radius * std::remainder(now - angle[i], 2 * pi);
      angle[i] = now;
      const double rho = std::hypot(r.x, r.y), sign = u.z < 0 ? -1 : 1;
      tilt[i] = std::acos(std::min(1.0, std::abs(u.z)));
      towards[i] = std::atan2(sign * (u.y * r.x - u.x * r.y) / rho, std::abs(u.z));
    }
  }

  template <class Archive>
  void archive(Archive& a) {
    a(position, angle);
  }
};

// Whole numbers of steps between samples, so that the steps of a run do not depend on how it is cut.
struct Steps {
  long chunk = 1;         // from sample to sample
  long last = 1;          // of the run
  long measure_from = 0;  // the first that is measured
};

Steps steps_of(const RodRun& run) {
  const double period = period_of(run);
  const double t_end = run.cycles * period, t_measure = run.transient * period;
  if (!(period / run.dt < 1e12 && t_end / run.dt < 1e15 && t_measure / run.dt < 1e15))
    throw BadInput(fmt::format("a run of {:g} cycles of {:.3g} each would take {:.2g} steps of dt = {:g}: too many",
                               run.cycles, period, t_end / run.dt, run.dt));
  Steps steps;
  steps.chunk = std::max(1L, std::lround(period / samples_per_period / run.dt));
  steps.last = std::max(1L, std::lround(t_end / run.dt));
  steps.measure_from =
      static_cast<long>(std::ceil(t_measure / run.dt / static_cast<double>(steps.chunk))) * steps.chunk;
  return steps;
}

// One run from its start or from where an earlier one ended.
template <class Space>
class RodRunner {
  using Clock = std::chrono::steady_clock;

 public:
  RodRunner(const RodRun& run, const RodHooks& hooks, particles::RodState<Space> start)
      : run_(run),
        hooks_(hooks),
        options_(options_of(run)),
        steps_(steps_of(run)),
        period_(period_of(run)),
        simulation_(options_, checked(std::move(start))),
        observer_(simulation_.size(), period_, run.Gamma > 0 ? options_.drive.speed() : 1) {
    simulation_.record_collisions(true);
    energy_start_ = simulation_.energy().total();
    if (!hooks.resume.empty()) resume();
  }

  RodRunResult finish() {
    result_.t_start = simulation_.t();
    result_.energy_start = energy_start_;
    if (hooks_.resume.empty()) give_frame();
    advance();
    result_.t_end = simulation_.t();
    result_.steps = simulation_.steps();
    result_.list_builds = simulation_.list_builds();
    result_.measures = observer_.measures();
    result_.final = frame_of(simulation_);
    if (result_.outcome != Outcome::not_finite) balance();
    if (hooks_.keep_state && (succeeded(result_.outcome) || result_.outcome == Outcome::interrupted))
      result_.state = state();
    return std::move(result_);
  }

 private:
  particles::RodState<Space> checked(particles::RodState<Space> start) const {
    const double overlap = particles::overlap_of(start, options_);
    const bool falls = run_.geometry == RodGeometry::annulus && run_.ends != particles::Ends::round;
    if (hooks_.resume.empty() && overlap > (falls ? 0.05 : 1e-9))
      throw BadInput(
          fmt::format("the start has an overlap of {:.3g} diameters: rods in one another fly apart", overlap));
    return start;
  }

  void resume() {
    ArchiveReader reader(hooks_.resume);
    std::vector<char> bytes;
    reader(bytes, energy_start_, next_frame_);
    observer_.archive(reader);
    along_.archive(reader);
    reader.finish();
    const std::size_t n = simulation_.size();
    const auto fits = [n](const std::vector<double>& values) { return values.empty() || values.size() == n; };
    if (!observer_.consistent() || !fits(along_.position) || !fits(along_.angle) || !std::isfinite(next_frame_))
      throw BadInput("the saved state contradicts itself");
    simulation_.restore(std::string(bytes.begin(), bytes.end()));
  }

  std::string state() {
    const std::string bytes = simulation_.saved();
    ArchiveWriter writer;
    writer(std::vector<char>(bytes.begin(), bytes.end()), energy_start_, next_frame_);
    observer_.archive(writer);
    along_.archive(writer);
    return std::move(writer).bytes();
  }

  void keep_state_at_times() {
    const auto now = Clock::now();
    if (!hooks_.checkpoint || std::chrono::duration<double>(now - kept_).count() < hooks_.checkpoint_seconds) return;
    kept_ = now;
    hooks_.checkpoint(state(), simulation_.t());
  }

  void give_frame() {
    if (!hooks_.frame || !(hooks_.frame_interval > 0) || simulation_.t() < next_frame_ * period_ * (1 - 1e-12)) return;
    hooks_.frame(frame_of(simulation_));
    next_frame_ =
        hooks_.frame_interval * (std::floor(simulation_.t() / period_ / hooks_.frame_interval * (1 + 1e-12)) + 1);
  }

  void advance() {
    // Not too long until the next look at the interrupt, however many the rods are.
    const long patience = std::max(1L, 4000000L / static_cast<long>(simulation_.size()));
    const long fine = hooks_.frame && hooks_.frame_interval > 0
                          ? std::clamp(std::lround(hooks_.frame_interval * period_ / run_.dt), 1L, steps_.chunk)
                          : steps_.chunk;
    while (simulation_.steps() < steps_.last) {
      const long to_sample = steps_.chunk - simulation_.steps() % steps_.chunk;
      if (!simulation_.advance(std::min({to_sample, fine, patience, steps_.last - simulation_.steps()}))) {
        result_.outcome = simulation_.outcome();
        result_.reason = simulation_.failure();
        return;
      }
      look();
      give_frame();
      if (hooks_.progress) hooks_.progress(simulation_.t(), run_.cycles * period_);
      if (hooks_.interrupt && hooks_.interrupt->load(std::memory_order_relaxed)) {
        result_.outcome = Outcome::interrupted;
        return;
      }
      if (single() && !result_.collisions.empty()) return;
      keep_state_at_times();
    }
  }

  void look() {
    const bool measured = simulation_.steps() > steps_.measure_from;
    if (hooks_.collision && (measured || hooks_.collisions_from_start))
      for (const auto& collision : simulation_.collisions()) hooks_.collision(collision);
    if (measured || single()) observer_.collisions(simulation_.collisions());
    if (single())
      result_.collisions.insert(result_.collisions.end(), simulation_.collisions().begin(),
                                simulation_.collisions().end());
    simulation_.clear_collisions();
    if (simulation_.steps() % steps_.chunk == 0 && simulation_.steps() >= steps_.measure_from) {
      along_.read(simulation_, run_);
      observer_.sample(simulation_.t(), along_.position, along_.tilt, along_.towards);
    }
  }

  // The energy at the end, and what its ledger leaves open.
  void balance() {
    result_.energy = simulation_.energy();
    const particles::RodEnergy& e = result_.energy;
    const double exchanged = std::abs(e.drive_work) + e.normal_loss + std::abs(e.friction_loss) + e.kinetic;
    const double gap = e.total() - energy_start_ - e.drive_work + e.normal_loss + e.friction_loss;
    result_.energy_error = exchanged > 0 ? std::abs(gap) / exchanged : 0;
  }

  bool single() const { return run_.geometry == RodGeometry::single; }

  const RodRun& run_;
  const RodHooks& hooks_;
  const particles::RodOptions options_;
  const Steps steps_;
  const double period_;
  RodSimulation<Space> simulation_;
  observe::RodObserver observer_;
  Along along_;
  double energy_start_ = 0, next_frame_ = 0;
  Clock::time_point kept_ = Clock::now();
  RodRunResult result_;
};

template <class Space>
RodRunResult run_in(const RodRun& run, const RodHooks& hooks, particles::RodState<Space> start) {
  const auto begun = std::chrono::steady_clock::now();
  RodRunResult result = RodRunner<Space>(run, hooks, std::move(start)).finish();
  result.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  return result;
}

}  // namespace

RodRun annulus_run() {
  RodRun run;
  run.geometry = RodGeometry::annulus;
  run.N = 50;
  run.l = 8;
  run.d = 0.00635;
  run.transient = 50;
  run.cycles = 150;
  return run;
}

double period_of(const RodRun& run) { return 1 / (run.f * std::sqrt(run.d / gravity)); }
double velocity_unit(const RodRun& run) { return std::sqrt(gravity * run.d); }

particles::RodOptions options_of(const RodRun& run) {
  particles::RodOptions options;
  options.rod = particles::make_rod(run.l, run.inertia, run.mass);
  options.law = run.law;
  options.mu_rod = run.mu_rr;
  options.mu_plate = run.mu_rb;
  options.mu_wall = run.mu_rw;
  options.mu_rod_static = run.mu_s_rr;
  options.mu_plate_static = run.mu_s_rb;
  options.mu_wall_static = run.mu_s_rw;
  options.ends = run.ends;
  options.spin = run.spin;
  options.gravity = run.gravity;
  options.drive = {.Gamma = run.Gamma, .Omega = 2 * pi / period_of(run)};
  if (run.geometry == RodGeometry::periodic) options.container.period_x = run.L > 0 ? run.L : run.N / std::cos(run.phi);
  if (run.geometry == RodGeometry::annulus)
    options.container = {.walls = run.walls, .inner_radius = run.R_i, .outer_radius = run.R_o};
  options.dt = run.dt;
  options.integrator = run.integrator;
  options.threads = run.threads;
  return options;
}

std::optional<std::string> step_warning(const RodRun& run) {
  const double largest = particles::largest_safe_step(options_of(run));
  if (run.dt <= largest) return std::nullopt;
  return fmt::format("dt = {:g} is too large for the stiffness of the contacts; the largest safe step is about {:.1g}",
                     run.dt, largest);
}

RodRunResult run_rods(const RodRun& run, const RodHooks& hooks) {
  const particles::RodOptions options = options_of(run);
  if (run.geometry == RodGeometry::annulus) {
    const particles::AnnulusStart start{.N = run.N, .tilt = run.start_tilt, .seed = run.seed};
    return run_in<Spatial>(run, hooks,
                           run.ends == particles::Ends::round || !hooks.resume.empty()
                               ? particles::annulus_start(start, options)
                               : particles::fallen_start(start, options, cycles_to_fall * period_of(run)));
  }
  if (run.geometry == RodGeometry::single)
    return run_in<Planar>(
        run, hooks,
        particles::single_start({.tilt = run.phi, .c_x = run.c_x, .c_z = run.c_z, .omega = run.omega}, options));
  const double period = options.container.period_x, reach = run.l + options.skin;
  if (!(period > 2 * reach))
    throw BadInput(
        fmt::format("the length L = {:.4g} is too short: a rod must not meet two images of another, which needs "
                    "more than {:.4g}",
                    period, 2 * reach));
  if (!(period >= run.N))
    throw BadInput(fmt::format("{} rods of diameter 1 do not stand side by side in a length of {:.4g}", run.N, period));
  const double tilt = std::copysign(std::acos(run.N / period), run.L > 0 ? 1 : run.phi);
  return run_in<Planar>(run, hooks,
                        particles::row_start({.N = run.N, .period = period, .tilt = tilt, .seed = run.seed}, options));
}

}  // namespace carom::study
