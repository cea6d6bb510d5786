// SPDX-License-Identifier: Apache-2.0
// Sections 6.1 and 6.2: the drift at A_r = 3.9, 5.7, 2.5 and 6.5.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/dimer/findings.hpp"

namespace carom::papers::dimer {

namespace {

using observe::MotionKind;

// Displacement of the staying tip over 120 ms of the settled motion, 3 periods of 40 ms.
double displacement_in_120_ms(const MotionRecord& run) {
  const double cycles = 0.12 * run.settings.f;
  double from = std::nan(""), to = std::nan("");
  for (const Sample& sample : run.samples) {
    const double cycle = sample.t * run.settings.f;
    if (std::abs(cycle - 20) < 1e-6) from = sample.x_t[run.staying()];
    if (std::abs(cycle - 20 - cycles) < 1e-6) to = sample.x_t[run.staying()];
  }
  return (run.staying() == 0 ? 1 : -1) * (to - from);
}

bool steady_drift(const MotionRecord& run) {
  return run.ran() && run.seen.kind == MotionKind::drift && run.seen.period_cycles == 1 &&
         run.seen.orientation == observe::Orientation::left_stays;
}

int first_regular_cycle(const MotionRecord& run) {
  const int cycles = static_cast<int>(std::floor(run.report.final.t * run.settings.f + 1e-6));
  std::vector<int> doubles(cycles + 1, 0);
  for (const MotionEvent& event : run.events)
    if (event.kind == EventKind::multiple_impact) ++doubles[static_cast<int>(event.t * run.settings.f)];
  int first = cycles;
  for (int k = cycles - 1; k >= 0 && doubles[k] == 1; --k) first = k;
  return first;
}

bool ever_sticks(const MotionRecord& run) {
  for (const MotionEvent& event : last_events(run, 10))
    for (int i = 0; i < 2; ++i)
      if (event.sticks[i] || event.modes[i] == ContactMode::stick) return true;
  return run.seen.stick_fraction > 0;
}

// Cycles of the last ten in which stick in contact is followed by backward slip.
int broken_sticks(const MotionRecord& run) {
  int count = 0;
  bool stuck = false;
  for (const MotionEvent& event : last_events(run, 10)) {
    const ContactMode mode = event.modes[run.staying()];
    if (event.kind == EventKind::stick) stuck = mode == ContactMode::stick;
    if (event.kind == EventKind::slip && stuck && is_slip(mode)) {
      ++count;
      stuck = false;
    }
  }
  return count;
}

void find_39(const Evidence& evidence, Findings& findings) {
  const MotionRecord& run = evidence.run("fig3");
  const std::string brief = in_words(run.seen);
  findings["drift_mode_39"] = claim(steady_drift(run), brief);
  findings["tilt_constant_39"] =
      claim(run.ran() && run.tilt_variation < 1e-3,
            fmt::format("largest tilt {:.3f}°, spread {:.1e}", run.seen.theta_max / deg, run.tilt_variation));
  const int first = first_regular_cycle(run);
  findings["settles_quickly"] = claim(first <= 10, fmt::format("regular from cycle {} on", first + 1));
  findings["no_stick_39"] = claim(!ever_sticks(run), "none in the last ten cycles");
  findings["drift_39_012"] = measured(1e3 * run.seen.drift);
}

void find_57(const Evidence& evidence, Findings& findings) {
  const MotionRecord& run = evidence.run("fig7");
  findings["drift_mode_57"] =
      claim(steady_drift(run) && run.tilt_variation < 1e-3,
            in_words(run.seen) + fmt::format(", spread of the tilt {:.1e}", run.tilt_variation));
  const double forward = run.seen.dt_p * run.settings.f;
  findings["backward_57"] =
      claim(run.seen.drift < 0 && forward < 0.02,
            fmt::format("{:.3f} mm/s, forward for {:.1f} % of the cycle", 1e3 * run.seen.drift, 100 * forward));
  const int broken = broken_sticks(run);
  findings["stick_then_slip_57"] =
      claim(broken >= 9, fmt::format("in {} of the last ten cycles, sticking for {:.0f} % of the time", broken,
                                     100 * run.seen.stick_fraction));
}

void find_less_friction(const Evidence& evidence, Findings& findings) {
  const MotionRecord& short_one = evidence.run("fig12_39");
  const MotionRecord& long_one = evidence.run("fig12_57");
  findings["drift_39_008"] = measured(1e3 * short_one.seen.drift);
  findings["drift_57_008"] = measured(1e3 * long_one.seen.drift);
  findings["displacement_39"] = measured(1e3 * displacement_in_120_ms(short_one));
  findings["displacement_57"] = measured(1e3 * displacement_in_120_ms(long_one));
  const double change_39 = short_one.seen.drift / evidence.run("fig3").seen.drift - 1;
  const double change_57 = long_one.seen.drift / evidence.run("fig7").seen.drift - 1;
  findings["mu_i_matters_39"] =
      claim(std::abs(change_39) > 0.5 && std::abs(change_57) < 0.01,
            fmt::format("{:+.0f} % at 3.9, {:+.2f} % at 5.7", 100 * change_39, 100 * change_57));
}

// The fit of μ_i: what gives the published speed, which the paper took from the experiment.
void find_fit(const Evidence& evidence, Findings& findings) {
  const double mu_i = evidence.tried.fig14.mu_i, mu_c = evidence.options.base.law[0].mu_c;
  findings["mu_i_fit"] = measured(mu_i, fmt::format("{:.2f} mm/s with it", evidence.tried.fig14.drift_39));
  findings["mu_i_below_mu_c"] = claim(std::isfinite(mu_i) && mu_i < mu_c - 0.005,
                                      fmt::format("{:.4f} against μ_c = {:g}, with which it is {:.2f} mm/s", mu_i, mu_c,
                                                  1e3 * evidence.run("fig3").seen.drift));
}

void find_shortest_and_longest(const Evidence& evidence, Findings& findings) {
  const MotionRecord& run = evidence.run("fig16");
  const int low = run.staying();
  const double height = run.seen.peak_gap[low] / run.seen.peak_gap[1 - low];
  findings["left_leaves_25"] =
      claim(height > 0.05 && height < 0.5, fmt::format("gaps up to {:.2f} mm and {:.2f} mm",
                                                       1e3 * run.seen.peak_gap[low], 1e3 * run.seen.peak_gap[1 - low]));
  findings["contact_short_25"] =
      claim(run.seen.contact_fraction < 0.2, fmt::format("{:.0f} % of the cycle", 100 * run.seen.contact_fraction));
  const MotionRecord& pendulum = evidence.run("fig18");
  findings["pendulum_65"] =
      claim(pendulum.ran() && pendulum.seen.kind == MotionKind::pendulum, in_words(pendulum.seen));
}

}  // namespace

void find_drift(const Evidence& evidence, Findings& findings) {
  find_39(evidence, findings);
  find_57(evidence, findings);
  find_less_friction(evidence, findings);
  find_shortest_and_longest(evidence, findings);
  find_fit(evidence, findings);
}

}  // namespace carom::papers::dimer
