// SPDX-License-Identifier: Apache-2.0
// Sensitivity: how much the results depend on what the paper leaves open or rounds.
#include <algorithm>
#include <cmath>

#include "carom/base/random.hpp"
#include "carom/observe/dimer_observer.hpp"
#include "carom/systems/dimer_engine.hpp"
#include "papers/dimer/evidence.hpp"

namespace carom::papers::dimer {

namespace {

// Stops after each double impact that ends in stick, so that the velocity it leaves can be changed.
struct StickWatch {
  observe::DimerObserver observer;
  bool stuck = false;

  void segment(const Segment<Dimer>& segment) { observer.segment(segment); }
  void event(const EventBatch<Dimer>& batch) {
    observer.event(batch);
    if (batch.kind == EventKind::multiple_impact)
      for (int k = 0; k < batch.impact->n; ++k) stuck = stuck || batch.impact->sticks[k];
  }
  bool stop() const { return stuck; }
};

// Scaled drift if every double impact that ends in stick leaves the tangential velocity `leftover` instead of zero,
// towards the staying end: what a stepped stick may leave.
double drift_with_leftover(const DimerSettings& settings, double leftover, double cycles) {
  const Dimer dimer(settings);
  StickWatch watch{observe::DimerObserver(dimer)};
  RunOptions options;
  options.t_end = cycles * dimer.period() * (1 + 1e-12);
  options.rtol = 1e-8;
  options.atol = 1e-10;
  options.impact.flow.tolerance = 1e-9;
  options.ledger_tolerance = 1;  // the changed velocities are not booked
  State<3> state = dimer.initial_state();
  while (state.t < options.t_end) {
    watch.stuck = false;
    const RunReport<Dimer> report = run_watched(dimer, state, options, watch);
    if (!succeeded(report.outcome)) return std::nan("");
    state = report.final;
    if (!watch.stuck) continue;
    state.u[0] += state.q[2] >= 0 ? leftover : -leftover;
    state = restart_from(dimer, state);
  }
  const observe::DimerObservables seen = watch.observer.summary();
  const int staying = seen.orientation == observe::Orientation::right_stays ? 1 : 0;
  const bool drift = seen.bounces_per_cycle[staying] < 0.1 && std::abs(seen.bounces_per_cycle[1 - staying] - 1) < 0.1;
  return drift ? seen.scaled_drift : std::nan("");
}

// A start within 0.1 mm and 0.1° of the one printed; the first is the printed one itself.
Case nudged(Case start, int k) {
  if (k == 0) return start;
  Random random(20081107, static_cast<std::uint64_t>(k));
  start.h0 += random.uniform(-0.1e-3, 0.1e-3);
  start.theta0 += random.uniform(-0.1, 0.1) * deg;
  return start;
}

double share_of(observe::MotionKind wanted, const Case& start, int starts, const DimerSettings& base) {
  int hits = 0;
  for (int k = 0; k < starts; ++k) {
    const MotionRecord record =
        run_motion(settings_of(nudged(start, k), base), {.cycles = 150, .rtol = 1e-8, .keep_events = false});
    hits += record.ran() && record.seen.kind == wanted;
  }
  return static_cast<double>(hits) / starts;
}

}  // namespace

Studies run_studies(const GatherOptions& options) {
  Studies studies;
  const bool quick = options.effort.quick;
  studies.closing = quick
                        ? std::vector<double>{0.001, 0.003, 0.01, 0.03}
                        : std::vector<double>{0.0003, 0.001, 0.002, 0.003, 0.005, 0.007, 0.01, 0.015, 0.02, 0.03, 0.05};
  studies.closing_drift.resize(studies.closing.size());
  studies.jump_e = quick ? std::vector<double>{0.645, 0.65, 0.655, 0.66}
                         : std::vector<double>{0.64, 0.645, 0.6475, 0.65, 0.6525, 0.655, 0.6575, 0.66, 0.665, 0.67};
  studies.jump_share.resize(studies.jump_e.size());
  studies.flutter_e = quick ? std::vector<double>{0.79, 0.80, 0.81, 0.82}
                            : std::vector<double>{0.78, 0.785, 0.79, 0.795, 0.8, 0.805, 0.81, 0.815, 0.82, 0.83, 0.84};
  studies.flutter_share.resize(studies.flutter_e.size());
  studies.starts_per_e = quick ? 12 : 40;
  const double step = quick ? 0.25 : 0.1;
  for (int k = 0; 5.1 + k * step < 8.6; ++k) studies.leftover_A_r.push_back(5.1 + k * step);
  for (auto& kappa : studies.leftover_kappa) kappa.resize(studies.leftover_A_r.size());
  for (int k = 0; k <= (quick ? 10 : 40); ++k) studies.bend_A_r.push_back(2.5 + (quick ? 0.1 : 0.025) * k);
  for (auto& kappa : studies.bend_kappa) kappa.resize(studies.bend_A_r.size());

  const int n_closing = static_cast<int>(studies.closing.size()), n_jump = static_cast<int>(studies.jump_e.size());
  const int n_flutter = static_cast<int>(studies.flutter_e.size()), n_A = static_cast<int>(studies.leftover_A_r.size());
  const int n_bend = static_cast<int>(studies.bend_A_r.size());
  const std::array<double, 3> f{25, 50, 75};
  for_each_point(n_closing + n_jump + n_flutter + 3 * n_A + 2 * n_bend + 2, options.effort, [&](int k) {
    if (k < n_closing) {
      DimerSettings settings = settings_of({.A_r = 3.9}, options.base);
      settings.closing = studies.closing[k];
      studies.closing_drift[k] = 1e3 * run_motion(settings, {.cycles = 200, .keep_events = false}).seen.drift;
      return;
    }
    k -= n_closing;
    if (k < n_jump) {
      const Case start{.f = 50, .e = studies.jump_e[k], .h0 = 10.25e-3, .theta0 = 8 * deg};
      studies.jump_share[k] = share_of(observe::MotionKind::jump, start, studies.starts_per_e, options.base);
      return;
    }
    k -= n_jump;
    if (k < n_flutter) {
      const Case start{.f = 50, .e = studies.flutter_e[k], .h0 = 4.9e-3, .theta0 = 4 * deg};
      studies.flutter_share[k] = share_of(observe::MotionKind::flutter, start, studies.starts_per_e, options.base);
      return;
    }
    k -= n_flutter;
    if (k < 3 * n_A) {
      const int which = k % 3, at = k / 3;
      const double A_r = studies.leftover_A_r[at], s = (25 / f[which]) * (25 / f[which]), tilt = s * 2.9 / (A_r - 1);
      double kappa = std::nan("");
      const std::array<std::array<double, 2>, 3> starts{
          {{0.25e-3, 5 * deg}, {0.25e-3 * s, 5 * deg * tilt}, {0.1e-3 * s, 4 * deg * tilt}}};
      for (const auto& [h0, theta0] : starts) {
        kappa = drift_with_leftover(settings_of({.A_r = A_r, .f = f[which], .h0 = h0, .theta0 = theta0}, options.base),
                                    studies.leftover[which], quick ? 80 : 150);
        if (std::isfinite(kappa)) break;
      }
      studies.leftover_kappa[which][at] = kappa;
      return;
    }
    k -= 3 * n_A;
    if (k < 2 * n_bend) {
      const DriftPoint point =
          drift_point(studies.bend_A_r[k / 2], 0.08, 25, options.base, 120, 0.9, studies.bend_e[k % 2]);
      studies.bend_kappa[k % 2][k / 2] = point.found ? point.kappa : std::nan("");
      return;
    }
    k -= 2 * n_bend;
    DimerSettings settings = settings_of({.A_r = 3.9}, options.base);
    settings.shape.rho_rod = k == 0 ? 0 : 2500;
    const double drift = 1e3 * run_motion(settings, {.cycles = 200, .keep_events = false}).seen.drift;
    (k == 0 ? studies.rod_massless : studies.rod_glass) = drift;
  });
  return studies;
}

}  // namespace carom::papers::dimer
