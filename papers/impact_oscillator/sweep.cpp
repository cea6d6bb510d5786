// SPDX-License-Identifier: Apache-2.0
#include "papers/impact_oscillator/sweep.hpp"

#include <algorithm>
#include <cmath>

namespace carom::papers::impact_oscillator {

const SweepRow& Sweep::at(double mu) const {
  return *std::min_element(rows.begin(), rows.end(), [mu](const SweepRow& a, const SweepRow& b) {
    return std::abs(a.mu - mu) < std::abs(b.mu - mu);
  });
}

void run_sweep(Sweep& sweep) {
  State<2> state = ImpactOscillator(settings_of(sweep.set, sweep.from, sweep.eps)).initial_state();
  for (int k = 0; k < sweep.count; ++k) {
    SweepRow row{.mu = sweep.from + (sweep.to - sweep.from) * k / (sweep.count - 1)};
    const ImpactOscillatorSettings settings = settings_of(sweep.set, row.mu, sweep.eps);
    MotionRecord record;
    const bool pushed = state.u.norm() < sweep.push;
    if (pushed) {
      state.q = ImpactOscillator(settings).on_belt(state.q[0]);
      state.u = {sweep.push, -settings.l * std::sin(state.q[0]) * sweep.push};
    }
    double before = -1;
    for (double t = 0; t < sweep.longest; t += sweep.chunk) {
      state.t = 0;
      record = run_motion(settings, state, {.settle = sweep.chunk, .keep = 0});
      state = record.report.final;
      const double size = record.seen.amplitude, change = size - before;
      // A small push that dies away leaves the blade at rest.
      row.rests = record.rests() || (pushed && before > 0 && change < 0 && size < 0.01);
      if (row.rests || std::abs(change) < 1e-6 * size) break;
      before = size;
    }
    row.phi_dot_max = row.rests ? 0 : record.seen.phi_dot_max;
    row.amplitude = row.rests ? 0 : record.seen.amplitude;
    row.period = record.seen.period;
    row.impacts = record.seen.impacts;
    row.crossings = record.seen.crossings;
    // At rest the belt slips under the blade, forwards of it or backwards.
    row.sequence = !row.rests ? record.seen.sequence : slip_sign(record.report.modes[0]) > 0 ? "P" : "M";
    sweep.rows.push_back(row);
  }
}

}  // namespace carom::papers::impact_oscillator
