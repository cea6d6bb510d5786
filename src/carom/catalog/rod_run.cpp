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

template <class Space>
RodRunResult run_in(const RodRun& run, const RodHooks& hooks, particles::RodState<Space> start) {
  const auto begun = std::chrono::steady_clock::now();
  const particles::RodOptions options = options_of(run);
  const double overlap = particles::overlap_of(start, options);
  if (hooks.resume.empty() && overlap > 1e-9)
    throw BadInput(fmt::format("the start has an overlap of {:.3g} diameters: rods in one another fly apart", overlap));
  RodSimulation<Space> simulation(options, std::move(start));
  simulation.record_collisions(true);
  const double period = period_of(run);
  const double t_end = run.cycles * period, t_measure = run.transient * period;
  if (!(period / run.dt < 1e12 && t_end / run.dt < 1e15 && t_measure / run.dt < 1e15))
    throw BadInput(fmt::format("a run of {:g} cycles of {:.3g} each would take {:.2g} steps of dt = {:g}: too many",
                               run.cycles, period, t_end / run.dt, run.dt));
  // Whole numbers of steps between samples, so that the steps of a run do not depend on how it is cut.
  const long chunk = std::max(1L, std::lround(period / samples_per_period / run.dt));
  const long last = std::max(1L, std::lround(t_end / run.dt));
  const auto measure_from = static_cast<long>(std::ceil(t_measure / run.dt / static_cast<double>(chunk))) * chunk;

  observe::RodObserver observer(simulation.size(), period, run.Gamma > 0 ? options.drive.speed() : 1);
  Along along;
  double energy_start = simulation.energy().total(), next_frame = 0;
  if (!hooks.resume.empty()) {
    ArchiveReader reader(hooks.resume);
    std::vector<char> bytes;
    reader(bytes, energy_start, next_frame);
    observer.archive(reader);
    along.archive(reader);
    reader.finish();
    const std::size_t n = simulation.size();
    const auto fits = [n](const std::vector<double>& values) { return values.empty() || values.size() == n; };
    if (!observer.consistent() || !fits(along.position) || !fits(along.angle) || !std::isfinite(next_frame))
      throw BadInput("the saved state contradicts itself");
    simulation.restore(std::string(bytes.begin(), bytes.end()));
  }
  RodRunResult result;
  result.t_start = simulation.t();
  result.energy_start = energy_start;
  const auto give_frame = [&] {
    if (!hooks.frame || !(hooks.frame_interval > 0) || simulation.t() < next_frame * period * (1 - 1e-12)) return;
    hooks.frame(frame_of(simulation));
    next_frame = hooks.frame_interval * (std::floor(simulation.t() / period / hooks.frame_interval * (1 + 1e-12)) + 1);
  };
  if (hooks.resume.empty()) give_frame();
  // Not too long until the next look at the interrupt, however many the rods are.
  const long patience = std::max(1L, 4000000L / static_cast<long>(simulation.size()));
  const long fine = hooks.frame && hooks.frame_interval > 0
                        ? std::clamp(std::lround(hooks.frame_interval * period / run.dt), 1L, chunk)
                        : chunk;
  while (simulation.steps() < last) {
    const long to_sample = chunk - simulation.steps() % chunk;
    if (!simulation.advance(std::min({to_sample, fine, patience, last - simulation.steps()}))) {
      result.outcome =
          simulation.failure().find("finite") != std::string::npos ? Outcome::not_finite : Outcome::left_model;
      result.reason = simulation.failure();
      break;
    }
    const bool measured = simulation.steps() > measure_from;
    if (hooks.collision && (measured || hooks.collisions_from_start))
      for (const auto& collision : simulation.collisions()) hooks.collision(collision);
    if (measured || run.geometry == RodGeometry::single) observer.collisions(simulation.collisions());
    if (run.geometry == RodGeometry::single)
      result.collisions.insert(result.collisions.end(), simulation.collisions().begin(), simulation.collisions().end());
    simulation.clear_collisions();
    if (simulation.steps() % chunk == 0 && simulation.steps() >= measure_from) {
      along.read(simulation, run);
      observer.sample(simulation.t(), along.position, along.tilt, along.towards);
    }
    give_frame();
    if (hooks.progress) hooks.progress(simulation.t(), t_end);
    if (hooks.interrupt && hooks.interrupt->load(std::memory_order_relaxed)) {
      result.outcome = Outcome::interrupted;
      break;
    }
    if (run.geometry == RodGeometry::single && !result.collisions.empty()) break;
  }
  result.t_end = simulation.t();
  result.steps = simulation.steps();
  result.list_builds = simulation.list_builds();
  result.measures = observer.measures();
  result.final = frame_of(simulation);
  if (result.outcome != Outcome::not_finite) {
    result.energy = simulation.energy();
    const particles::RodEnergy& e = result.energy;
    const double exchanged = std::abs(e.drive_work) + e.normal_loss + std::abs(e.friction_loss) + e.kinetic;
    const double gap = e.total() - energy_start - e.drive_work + e.normal_loss + e.friction_loss;
    result.energy_error = exchanged > 0 ? std::abs(gap) / exchanged : 0;
  }
  if (hooks.keep_state && (succeeded(result.outcome) || result.outcome == Outcome::interrupted)) {
    const std::string bytes = simulation.saved();
    ArchiveWriter writer;
    writer(std::vector<char>(bytes.begin(), bytes.end()), energy_start, next_frame);
    observer.archive(writer);
    along.archive(writer);
    result.state = std::move(writer).bytes();
  }
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
  if (run.geometry == RodGeometry::annulus)
    return run_in<Spatial>(run, hooks,
                           particles::annulus_start({.N = run.N, .tilt = run.start_tilt, .seed = run.seed}, options));
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
