// SPDX-License-Identifier: Apache-2.0
#include "papers/impact_oscillator/motion.hpp"

#include <algorithm>
#include <cmath>

#include "carom/systems/impact_oscillator_engine.hpp"

namespace carom::papers::impact_oscillator {

namespace {

class Recorder {
 public:
  Recorder(const ImpactOscillator& system, const MotionOptions& options, MotionRecord& record)
      : system_(system), options_(options), record_(record), observer_(system) {}

  template <class Piece>
  void segment(const Piece& piece) {
    observer_.segment(piece);
    if (!(piece.t1() > piece.t0()) || piece.t1() < options_.settle) return;
    const char regime = letter(piece.modes()[0]);
    if (!record_.points.empty() && record_.points.back().regime != regime)
      record_.changes.push_back(
          {.t = piece.t0(), .from = record_.points.back().regime, .to = regime, .last = record_.points.back()});
    const double from = std::max(piece.t0(), options_.settle), step = options_.sample_step;
    take(piece, from, regime);
    for (double k = std::floor(from / step) + 1; k * step < piece.t1(); ++k) take(piece, k * step, regime);
    take(piece, piece.t1(), regime);
  }
  void event(const EventBatch<ImpactOscillator>& batch) {
    observer_.event(batch);
    if (batch.t < options_.settle) return;
    if (batch.impact) record_.impacts.push_back({.before = batch.before, .after = batch.after});
    if (batch.kind == EventKind::close && !record_.impacts.empty()) record_.impacts.back().closes = true;
  }
  bool stop() const { return false; }
  void conclude() { record_.seen = observer_.summary(); }

 private:
  static char letter(ContactMode mode) {
    return mode == ContactMode::open ? 'F' : mode == ContactMode::stick ? 'T' : slip_sign(mode) > 0 ? 'P' : 'M';
  }
  template <class Piece>
  void take(const Piece& piece, double t, char regime) {
    const State<2> state = piece.at(t);
    const Motion<ImpactOscillator> motion = piece.motion(state);
    const auto contact = contact_kinematics(system_, t, state.q, state.u)[0];
    record_.points.push_back({.t = t,
                              .phi = state.q[0],
                              .phi_dot = state.u[0],
                              .y = state.q[1],
                              .y_dot = state.u[1],
                              .gap = contact.gap,
                              .slip = contact.tangential_velocity(state.u),
                              .F_n = motion.F_n[0],
                              .F_t = motion.F_t[0],
                              .phi_ddot = motion.acceleration[0],
                              .y_ddot = motion.acceleration[1],
                              .regime = regime});
  }

  const ImpactOscillator& system_;
  const MotionOptions& options_;
  MotionRecord& record_;
  observe::OscillatorObserver observer_;
};

}  // namespace

RunOptions run_options(double t_end, double rtol) {
  RunOptions run{.t_end = t_end, .rtol = rtol, .atol = rtol / 100};
  run.impact.law = Restitution::poisson;
  return run;
}

MotionRecord run_motion(const ImpactOscillatorSettings& settings, const State<2>& start, const MotionOptions& options) {
  MotionRecord record{.settings = settings};
  const ImpactOscillator system(settings);
  Recorder recorder(system, options, record);
  record.report = run_watched(system, start, run_options(options.settle + options.keep, options.rtol), recorder);
  recorder.conclude();
  return record;
}

MotionRecord run_motion(const ImpactOscillatorSettings& settings, const MotionOptions& options) {
  return run_motion(settings, ImpactOscillator(settings).initial_state(), options);
}

std::vector<MotionPoint> last_period(const MotionRecord& record) {
  if (!record.seen.periodic || record.points.empty()) return record.points;
  const double from = record.points.back().t - record.seen.period - 1e-9;
  std::vector<MotionPoint> kept;
  for (const MotionPoint& point : record.points)
    if (point.t >= from) kept.push_back(point);
  if (!kept.empty()) {  // close it
    kept.push_back(kept.front());
    kept.back().t += record.seen.period;
    kept.back().regime = kept[kept.size() - 2].regime;
  }
  return kept;
}

std::vector<ImpactRecord> impacts_in_period(const MotionRecord& record) {
  if (!record.seen.periodic) return record.impacts;
  const double from = record.report.final.t - record.seen.period;
  std::vector<ImpactRecord> kept;
  for (const ImpactRecord& impact : record.impacts)
    if (impact.before.t >= from) kept.push_back(impact);
  return kept;
}

double orbit_distance(const std::vector<MotionPoint>& a, const std::vector<MotionPoint>& b) {
  double low = HUGE_VAL, high = -HUGE_VAL, slow = HUGE_VAL, fast = -HUGE_VAL;
  for (const MotionPoint& p : a) {
    low = std::min(low, p.phi);
    high = std::max(high, p.phi);
    slow = std::min(slow, p.phi_dot);
    fast = std::max(fast, p.phi_dot);
  }
  const double width = high - low, height = fast - slow;
  double worst = 0;
  for (const MotionPoint& p : a) {
    double nearest = HUGE_VAL;
    for (std::size_t k = 1; k < b.size(); ++k) {
      // The nearest point of the chord between two neighbours.
      const double x0 = (b[k - 1].phi - p.phi) / width, y0 = (b[k - 1].phi_dot - p.phi_dot) / height;
      const double dx = (b[k].phi - b[k - 1].phi) / width, dy = (b[k].phi_dot - b[k - 1].phi_dot) / height;
      const double length2 = dx * dx + dy * dy;
      const double s = length2 > 0 ? std::clamp(-(x0 * dx + y0 * dy) / length2, 0.0, 1.0) : 0;
      nearest = std::min(nearest, std::hypot(x0 + s * dx, y0 + s * dy));
    }
    worst = std::max(worst, nearest);
  }
  return worst;
}

}  // namespace carom::papers::impact_oscillator
