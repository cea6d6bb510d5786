// SPDX-License-Identifier: Apache-2.0
#include "papers/dimer/evidence.hpp"

#include <algorithm>
#include <cmath>

#include "carom/base/bad_input.hpp"
#include "carom/base/random.hpp"
#include "carom/theory/dimer_modes.hpp"

namespace carom::papers::dimer {

namespace {

bool drifts(const MotionRecord& record) {
  using observe::MotionKind;
  if (!record.ran()) return false;
  const auto& seen = record.seen;
  if (seen.kind == MotionKind::drift || seen.kind == MotionKind::pendulum) return true;
  // Without a period, or with a long one, as below A_r = 2.5: one tip low, the other bouncing once a cycle.
  const int staying = record.staying();
  return seen.orientation != observe::Orientation::none && std::abs(seen.bounces_per_cycle[1 - staying] - 1) < 0.05 &&
         seen.bounces_per_cycle[staying] < 0.5 && seen.mean_energy > 0;
}

// Starts as (h0, θ0): the paper's own, then scaled with the height of a flight.
std::vector<std::array<double, 2>> starts_for(double A_r, double f) {
  const double s = (25 / f) * (25 / f), tilt = s * 2.9 / (A_r - 1);
  const double mm = 1e-3;
  return {{0.25 * mm, 5 * deg},           {0.25 * mm * s, 5 * deg * tilt},
          {0.1 * mm * s, 4 * deg * tilt}, {0.25 * mm * s, 7 * deg * tilt},
          {0.5 * mm * s, 6 * deg * tilt}, {0.1 * mm * s, 6 * deg * tilt},
          {0.25 * mm, 3 * deg * tilt},    {0.25 * mm, 8 * deg * tilt},
          {1.0 * mm * s, 5 * deg * tilt}, {1.0 * mm * s, 8 * deg * tilt},
          {2.0 * mm * s, 5 * deg * tilt}, {0.25 * mm, 10 * deg * tilt}};
}

// The motion at another Γ. At ωt = 2πn the plate is at its mean level whatever Γ, so the state can be carried over.
MotionRecord carry_on(State<3> state, double Gamma, const DimerSettings& base) {
  const DimerSettings settings = settings_of({.A_r = 3.9, .Gamma = Gamma}, base);
  state.t = 0;
  return run_motion(settings, {.cycles = 200, .keep_events = false, .start = restart_from(Dimer(settings), state)});
}

}  // namespace

const MotionRecord& Evidence::run(const std::string& name) const {
  const auto found = runs.find(name);
  if (found == runs.end()) throw BadInput("there is no run `" + name + "`");
  return found->second;
}

DriftPoint drift_point(double A_r, double mu_i, double f, const DimerSettings& base, double cycles, double Gamma,
                       double e) {
  DriftPoint point{.A_r = A_r, .f = f, .mu_i = mu_i};
  for (const auto& [h0, theta0] : starts_for(A_r, f)) {
    ++point.starts;
    const Case wanted{.A_r = A_r, .mu_i = mu_i, .f = f, .Gamma = Gamma, .e = e, .h0 = h0, .theta0 = theta0};
    const MotionRecord record = run_motion(settings_of(wanted, base), {.cycles = cycles, .keep_events = false});
    point.found = drifts(record);
    if (!point.found) continue;
    point.kappa = record.seen.scaled_drift;
    point.seen = record.seen;
    return point;
  }
  return point;
}

Scan scan_drift(double mu_i, const std::vector<double>& A_r, const GatherOptions& options) {
  Scan scan;
  scan.A_r = A_r;
  const int n = static_cast<int>(A_r.size());
  for (auto& points : scan.points) points.resize(A_r.size());
  for_each_point(3 * n, options.effort, [&](int k) {
    scan.points[k % 3][k / 3] =
        drift_point(A_r[k / 3], mu_i, scan.f[k % 3], options.base, options.effort.quick ? 120 : 250);
  });
  return scan;
}

double find_sign_change(double mu_i, double f, double tolerance, const DimerSettings& base) {
  double low = 4.7, high = 5.09;
  while (high - low > tolerance) {
    const double middle = 0.5 * (low + high);
    (drift_point(middle, mu_i, f, base, 250).kappa > 0 ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

double find_reverse_end(double f, double tolerance, const DimerSettings& base, double from, double to) {
  double low = from, high = to;
  while (high - low > tolerance) {
    const double middle = 0.5 * (low + high);
    (drift_point(middle, 0.08, f, base, 250).kappa < -no_drift ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

double StartShare::share() const {
  return static_cast<double>(std::count(drifts.begin(), drifts.end(), true)) / static_cast<double>(drifts.size());
}

Difference difference(const StartShare& a, const StartShare& b) {
  double more = 0, fewer = 0;
  const double n = static_cast<double>(a.drifts.size());
  for (std::size_t k = 0; k < a.drifts.size(); ++k) {
    more += a.drifts[k] && !b.drifts[k];
    fewer += !a.drifts[k] && b.drifts[k];
  }
  // One more of either kind, so that none has an error too.
  return {.mean = (more - fewer) / n, .error = std::sqrt(more + fewer + 2) / n};
}

StartShare share_of_starts(double A_r, double f, int starts, const DimerSettings& base) {
  using observe::MotionKind;
  StartShare share{.A_r = A_r, .f = f, .drifts = {}};
  for (int k = 0; k < starts; ++k) {
    Random random(6718, static_cast<std::uint64_t>(k));
    const double h0 = random.uniform(0.1e-3, 2e-3), theta0 = random.uniform(1, 6) * deg;
    const MotionRecord record = run_motion(settings_of({.A_r = A_r, .f = f, .h0 = h0, .theta0 = theta0}, base),
                                           {.cycles = 120, .rtol = 1e-8, .keep_events = false});
    share.drifts.push_back(record.ran() &&
                           (record.seen.kind == MotionKind::drift || record.seen.kind == MotionKind::pendulum));
  }
  return share;
}

std::array<double, 2> find_drift_window(double step, const DimerSettings& base) {
  const MotionRecord seed = run_motion(settings_of({.A_r = 3.9}, base), {.cycles = 200, .keep_events = false});
  std::array<double, 2> ends{};
  for (int side = 0; side < 2; ++side) {
    double Gamma = 0.9;
    State<3> state = seed.report.final;
    for (;;) {
      const double next = Gamma + (side == 0 ? -step : step);
      if (next < 0.3 || next > 2) break;
      const MotionRecord record = carry_on(state, next, base);
      if (!record.ran() || record.seen.kind != observe::MotionKind::drift) break;
      state = record.report.final;
      Gamma = next;
    }
    ends[side] = Gamma;
  }
  return ends;
}

// A flutter: the tips hit the plate every other cycle, one period apart. Started on the estimate by two separate balls:
// the left one has just been hit at the phase of the stable two-cycle bounce, the right one is at the top of its
// flight.
static State<3> flutter_start(const DimerSettings& settings) {
  const Dimer dimer(settings);
  const double T = dimer.period(), g = settings.g, l = dimer.body().l;
  const double alpha = theory::stable_phase(settings.law[0].e, 2, settings.Gamma).value_or(pi / 4);
  const double t = (1.5 * pi - alpha - settings.phase) / dimer.omega();
  const double low = dimer.plate(t) + 1e-9;
  const double theta = std::asin(0.5 * g * T * T / l), theta_dot = -g * T / (l * std::cos(theta));
  State<3> state{.t = t, .q = dimer.from_shown({0, low + dimer.body().r, theta}), .u = {}};
  // The left tip rises at gT without slipping, the right one is at rest vertically.
  state.u = dimer.from_shown_velocity(state.q, {-dimer.body().r * theta_dot, g * T, theta_dot});
  return state;
}

std::vector<NamedRun> named_runs(const DimerSettings& base, bool quick) {
  const int fine = quick ? 100 : 240;
  const double mm = 1e-3;
  std::vector<NamedRun> runs;
  const auto add = [&](const char* name, const Case& wanted, MotionOptions options) {
    runs.push_back({name, settings_of(wanted, base), options});
  };
  const auto printed = [](const char* name) { return case_of(dimer_case(name)); };
  const MotionOptions drift{.cycles = 220, .sample_from = 0, .sample_to = 25, .samples_per_cycle = fine};
  add("fig3", printed("fig3"), drift);
  add("fig7", printed("fig7"), drift);
  add("fig12_39", printed("fig12"), drift);
  add("fig12_57", printed("fig12-dashed"), drift);
  add("fig16", printed("fig16"), drift);
  add("fig18", printed("fig18"), drift);
  const MotionOptions long_run{.cycles = 600, .sample_from = 0, .sample_to = 600, .samples_per_cycle = quick ? 40 : 80};
  add("jump_printed", printed("fig19"), {.cycles = 600, .keep_events = false});
  Case near = printed("fig19");
  near.theta0 = 6 * deg;
  add("jump_6deg", near, long_run);
  add("small_start", {.f = 50, .h0 = 0.25 * mm, .theta0 = 2 * deg}, {.cycles = 400, .keep_events = false});
  add("fig22", printed("fig22"), {.cycles = 80, .sample_from = 0, .sample_to = 25, .samples_per_cycle = fine});
  const MotionOptions strong{.cycles = 400, .sample_from = 0, .sample_to = 60, .samples_per_cycle = quick ? 80 : 200};
  add("fig23", printed("fig23"), strong);
  add("fig24", printed("fig24"), strong);
  add("fig25", printed("fig25"), strong);
  add("flutter_fig27", printed("fig27"), {.cycles = 600, .keep_events = false});
  add("flutter_fig28", printed("fig28"), {.cycles = 600, .keep_events = false});
  add("flutter_built", {.f = 50, .e = 0.8, .h0 = 0, .theta0 = 4 * deg}, long_run);
  runs.back().options.start = flutter_start(runs.back().settings);
  add("drift_e08", {.f = 50, .e = 0.8, .h0 = 0.25 * mm, .theta0 = 8 * deg}, {.cycles = 400, .keep_events = false});
  add("jump_e08", {.f = 50, .e = 0.8, .h0 = 0.25 * mm, .theta0 = 2 * deg}, {.cycles = 400, .keep_events = false});
  // The printed starts at another phase of the plate.
  for (const char* name : {"fig18", "fig19", "fig22", "fig25", "fig27", "fig28"}) {
    add(name, printed(name), {.cycles = 600, .keep_events = false});
    runs.back().name += "_phase";
    runs.back().settings.phase = plate_phase;
  }
  for (const double A_r : {3.9, 5.7}) {
    add(A_r < 5 ? "dorbolo_39" : "dorbolo_57", {.A_r = A_r, .mu_i = 0.1}, drift);
    NamedRun& run = runs.back();
    run.settings.law.fill(dorbolo_tip());
    run.options.law = Restitution::newton;
  }
  return runs;
}

// The last point of a scan in reverse drift, and the next one.
static std::array<double, 2> around_reverse_end(const Scan& scan, int which) {
  std::array<double, 2> ends{5.05, 8.5};
  for (std::size_t k = 0; k + 1 < scan.A_r.size(); ++k) {
    const DriftPoint& point = scan.points[which][k];
    if (point.A_r > 5.05 && point.found && point.kappa < -no_drift) ends = {point.A_r, scan.A_r[k + 1]};
  }
  return ends;
}

Evidence gather(const GatherOptions& options) {
  Evidence evidence{.options = options};
  const auto say = [&](const std::string& what) {
    if (options.effort.progress) options.effort.progress(what);
  };
  say("single motions");
  const std::vector<NamedRun> runs = named_runs(options.base, options.effort.quick);
  std::vector<MotionRecord> records(runs.size());
  for_each_point(static_cast<int>(runs.size()), options.effort,
                 [&](int k) { records[k] = run_motion(runs[k].settings, runs[k].options); });
  for (std::size_t k = 0; k < runs.size(); ++k) evidence.runs.emplace(runs[k].name, std::move(records[k]));

  say("drift against A_r");
  std::vector<double> A_r;
  const double step = options.effort.quick ? 0.2 : 0.05;
  for (int k = 0; 2.1 + k * step < 8.5 + 1e-9; ++k) A_r.push_back(2.1 + k * step);
  if (options.effort.quick)  // around the bend
    for (const double extra : {2.8, 2.85, 2.95, 3.0, 3.05, 3.15, 3.2}) A_r.push_back(extra);
  std::sort(A_r.begin(), A_r.end());
  evidence.fig11 = scan_drift(0.12, A_r, options);
  evidence.fig15 = scan_drift(0.08, A_r, options);

  say("ends of the forward and the reverse drift");
  const double tolerance = options.effort.quick ? 4e-3 : 5e-4;
  Searches& searches = evidence.searches;
  for_each_point(8, options.effort, [&](int k) {
    if (k < 2) {
      const double mu_i = k == 0 ? 0.12 : 0.08, at = find_sign_change(mu_i, 25, tolerance, options.base);
      (k == 0 ? searches.sign_change_012 : searches.sign_change_008) = at;
      for (int side = 0; side < 2; ++side)
        searches.beside_change[k][side] = drift_point(at + (side == 0 ? -0.01 : 0.01), mu_i, 25, options.base).kappa;
    }
    if (k >= 2 && k < 5) {
      const auto [from, to] = around_reverse_end(evidence.fig15, k - 2);
      searches.reverse_end[k - 2] = find_reverse_end(evidence.fig15.f[k - 2], tolerance, options.base, from, to);
    }
    if (k == 5) {
      const auto window = find_drift_window(options.effort.quick ? 0.02 : 0.005, options.base);
      searches.Gamma_low = window[0];
      searches.Gamma_high = window[1];
      for (std::size_t i = 0; i < searches.raised.size(); ++i)
        searches.after_raising[i] =
            carry_on(evidence.run("fig12_39").report.final, searches.raised[i], options.base).seen;
      searches.after_lowering = carry_on(evidence.run("fig12_39").report.final, 0.45, options.base).seen.motion;
    }
    if (k >= 6) searches.shortest[k - 6] = drift_point(k == 6 ? 2.0 : 2.05, 0.08, 25, options.base);
  });

  say("which starts drift");
  evidence.start_shares = {{.A_r = 2.4, .f = 25},  {.A_r = 2.4, .f = 75}, {.A_r = 3.9, .f = 25}, {.A_r = 4.9, .f = 25},
                           {.A_r = 5.05, .f = 25}, {.A_r = 5.7, .f = 25}, {.A_r = 4.9, .f = 50}, {.A_r = 5.05, .f = 50},
                           {.A_r = 4.9, .f = 75},  {.A_r = 5.02, .f = 75}};
  for_each_point(static_cast<int>(evidence.start_shares.size()), options.effort, [&](int k) {
    StartShare& share = evidence.start_shares[k];
    share = share_of_starts(share.A_r, share.f, options.effort.quick ? 64 : 256, options.base);
  });
  say("whose the differences are");
  evidence.tried = gather_causes(options.effort, options.base, options.printed_drift[0], options.printed_drift[1]);
  say("sensitivity studies");
  evidence.studies = run_studies(options);
  evidence.films = film_motions(options);
  say("basins of attraction");
  evidence.basins = map_starts(options);
  say("the two oracles");
  evidence.convergence = compare_oracles(options);
  return evidence;
}

}  // namespace carom::papers::dimer
