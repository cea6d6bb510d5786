// SPDX-License-Identifier: Apache-2.0
#include "papers/disc_ball/motion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/systems/disc_ball_engine.hpp"

namespace carom::papers::disc_ball {

namespace {

class Recorder {
 public:
  Recorder(const DiscBall& system, const MotionOptions& options, MotionRecord& record)
      : system_(system), options_(options), record_(record), observer_(system) {}

  template <class Piece>
  void segment(const Piece& piece) {
    observer_.segment(piece);
    if (!(piece.t1() > piece.t0())) return;
    take(piece, piece.t0());
    const double step = options_.sample_step;
    for (double k = std::floor(piece.t0() / step) + 1; k * step < piece.t1(); ++k) take(piece, k * step);
    take(piece, piece.t1());
    const double end = piece.t1();
    if (std::sin(piece.at(end).q[4]) < 1e-9) record_.t_flat = end;
  }
  void event(const EventBatch<DiscBall>& batch) { observer_.event(batch); }
  bool stop() const { return false; }

  void conclude() {
    record_.seen = observer_.observables();
    record_.phases = observer_.phases().list();
    if (!std::isfinite(record_.smallest_load)) record_.smallest_load = 0;
  }

 private:
  template <class Piece>
  void take(const Piece& piece, double t) {
    const State<5> state = piece.at(t);
    MotionSample sample{.t = t,
                        .v1 = system_.gauge_velocity(state.q, state.u, system_.settings().h1),
                        .v_tau_A = contact_kinematics(system_, t, state.q, state.u)[0].tangential_velocity(state.u),
                        .theta = state.q[4],
                        .force_ratio = std::numeric_limits<double>::quiet_NaN()};
    const auto& modes = piece.modes();
    if (is_closed(modes[0]) && !is_closed(modes[1]) && !is_closed(modes[2])) {
      const Motion<DiscBall> motion = piece.motion(state);
      sample.force_ratio = motion.F_t[0] / motion.F_n[0];
      record_.smallest_load = std::min(record_.smallest_load, motion.F_n[0]);
    }
    record_.samples.push_back(sample);
  }

  const DiscBall& system_;
  const MotionOptions& options_;
  MotionRecord& record_;
  observe::DiscBallObserver observer_;
};

MotionRecord run_from(const DiscBallSettings& settings, const State<5>* start, const MotionOptions& options) {
  MotionRecord record{.settings = settings};
  record.t_flat = std::numeric_limits<double>::quiet_NaN();
  record.smallest_load = HUGE_VAL;
  const DiscBall system(settings);
  RunOptions run;
  run.t_end = 1;
  run.rtol = options.rtol;
  run.atol = options.rtol / 100;
  run.impact.flow.tolerance = std::clamp(options.rtol / 10, 1e-13, 1e-8);
  Recorder recorder(system, options, record);
  record.report = run_watched(system, start ? *start : system.initial_state(), run, recorder);
  recorder.conclude();
  record.sequence = observe::sequence_of(record.phases, start ? 0 : 1);
  return record;
}

}  // namespace

std::vector<std::string> MotionRecord::contact_phases(const std::string& contact) const {
  std::vector<std::string> list;
  for (const observe::Phase& phase : phases)
    if (phase.contact == contact && phase.kind != observe::PhaseKind::impact) list.push_back(phase.phase);
  return list;
}

MotionRecord run_motion(const DiscBallSettings& settings, const MotionOptions& options) {
  return run_from(settings, nullptr, options);
}

MotionRecord run_after(const DiscBallSettings& settings, const Vector<5>& u_plus, const MotionOptions& options) {
  const DiscBall system(settings);
  State<5> start = system.initial_state();
  start.u = u_plus;
  start.q[0] = -1;  // the ball, out of the way and at rest
  start.u[0] = start.u[1] = 0;
  const auto contacts = contact_kinematics(system, 0, start.q, start.u);
  double slowest = HUGE_VAL;
  for (int i = 0; i < 3; ++i) slowest = std::min(slowest, contacts[i].normal_velocity(start.u));
  if (slowest < system.closing_speed()) start.u[3] -= slowest;
  return run_from(settings, &start, options);
}

}  // namespace carom::papers::disc_ball
