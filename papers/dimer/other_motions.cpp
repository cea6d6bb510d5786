// SPDX-License-Identifier: Apache-2.0
// Section 6.3: rest, hop, jump, flutter and what lies between; the simulation of reference 38 in section 6.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/dimer/findings.hpp"

namespace carom::papers::dimer {

namespace {

using observe::MotionKind;

// Hits of a tip after a flight of more than a fifth of a period: time in cycles and speed.
struct Hit {
  double cycle, speed;
};
std::vector<Hit> bounces(const MotionRecord& run, int tip) {
  std::vector<Hit> hits;
  double last = -HUGE_VAL;
  for (const MotionEvent& event : run.events) {
    if (!event.is_impact() || !event.contacts[tip]) continue;
    const double cycle = event.t * run.settings.f;
    if (cycle - last > 0.2 && event.v_n_minus[tip] < 0) hits.push_back({cycle, -event.v_n_minus[tip]});
    last = cycle;
  }
  return hits;
}

// Share of the steps between consecutive hits in which a faster and a slower hit take turns, in cycles from … to.
double alternation(const std::vector<Hit>& hits, double from, double to) {
  int turns = 0, steps = 0;
  for (std::size_t k = 1; k + 1 < hits.size(); ++k) {
    if (hits[k - 1].cycle < from || hits[k + 1].cycle > to) continue;
    ++steps;
    const double a = hits[k].speed - hits[k - 1].speed, b = hits[k + 1].speed - hits[k].speed;
    turns += a * b < 0 && std::min(std::abs(a), std::abs(b)) > 0.02 * hits[k].speed;
  }
  return steps > 0 ? double(turns) / steps : 0;
}

// Longest run of cycles in which one tip hits once a cycle and the other once in two.
double longest_T_2T(const MotionRecord& run) {
  double longest = 0;
  for (int slow = 0; slow < 2; ++slow) {
    const auto slow_hits = bounces(run, slow), fast_hits = bounces(run, 1 - slow);
    double begin = -1;
    for (std::size_t k = 0; k + 1 < slow_hits.size(); ++k) {
      const double gap = slow_hits[k + 1].cycle - slow_hits[k].cycle;
      const auto between = std::count_if(fast_hits.begin(), fast_hits.end(), [&](const Hit& hit) {
        return hit.cycle > slow_hits[k].cycle && hit.cycle <= slow_hits[k + 1].cycle;
      });
      if (std::abs(gap - 2) < 0.3 && between == 2) {
        if (begin < 0) begin = slow_hits[k].cycle;
        longest = std::max(longest, slow_hits[k + 1].cycle - begin);
      } else {
        begin = -1;
      }
    }
  }
  return longest;
}

void find_jump(const Evidence& evidence, Findings& findings) {
  const MotionRecord& printed = evidence.run("jump_printed");
  findings["jump_from_printed"] =
      claim(printed.ran() && printed.seen.kind == MotionKind::jump, "ends in: " + in_words(printed.seen));
  const MotionRecord& jump = evidence.run("jump_6deg");
  findings["jump_exists"] = claim(jump.ran() && jump.seen.kind == MotionKind::jump, in_words(jump.seen));
  double low = HUGE_VAL, high = -HUGE_VAL;
  const double from = jump.report.final.t - 4 * jump.period();
  for (const Sample& sample : jump.samples)
    if (sample.t > from) {
      low = std::min(low, sample.x_t[0]);
      high = std::max(high, sample.x_t[0]);
    }
  const double swing = high - low, moved = std::abs(jump.seen.drift) * jump.period();
  findings["jump_to_and_fro"] =
      claim(jump.seen.kind == MotionKind::jump && moved < 0.01 * swing,
            fmt::format("swing of {:.2e} mm, net {:.0e} mm a cycle", 1e3 * swing, 1e3 * moved));
  const MotionRecord& small = evidence.run("small_start");
  findings["small_start_drifts"] = claim(small.ran() && small.seen.kind == MotionKind::drift, in_words(small.seen));
}

void find_flutter(const Evidence& evidence, Findings& findings) {
  for (const char* figure : {"fig27", "fig28"}) {
    const MotionRecord& run = evidence.run(std::string("flutter_") + figure);
    findings[std::string("flutter_from_") + figure] =
        claim(run.ran() && run.seen.kind == MotionKind::flutter, "ends in: " + in_words(run.seen));
  }
  const MotionRecord& flutter = evidence.run("flutter_built");
  const bool found = flutter.ran() && flutter.seen.kind == MotionKind::flutter;
  findings["flutter_exists"] = claim(found, in_words(flutter.seen));
  double low = 0, high = 0;
  const double from = flutter.report.final.t - 4 * flutter.period();
  for (const Sample& sample : flutter.samples)
    if (sample.t > from) {
      low = std::min(low, sample.theta);
      high = std::max(high, sample.theta);
    }
  findings["flutter_tilt"] = claim(
      found && low < 0 && high > 0 && std::abs(high + low) < 0.01 * high && flutter.seen.period_cycles == 2,
      fmt::format("from {:.2f}° to {:+.2f}°, period {} cycles", low / deg, high / deg, flutter.seen.period_cycles));
}

void find_energies(const Evidence& evidence, Findings& findings) {
  const MotionRecord &drift = evidence.run("drift_e08"), &jump = evidence.run("jump_e08"),
                     &flutter = evidence.run("flutter_built");
  const bool all = drift.seen.kind == MotionKind::drift && jump.seen.kind == MotionKind::jump &&
                   flutter.seen.kind == MotionKind::flutter;
  if (!all) {
    findings["energy_jump"] = findings["energy_flutter"] =
        Finding{.value = {}, .holds = {}, .detail = "a motion was not found"};
    return;
  }
  findings["energy_jump"] = measured(jump.seen.mean_energy / drift.seen.mean_energy, "50 Hz, Γ = 0.9, e = 0.8");
  findings["energy_flutter"] = measured(flutter.seen.mean_energy / drift.seen.mean_energy, "50 Hz, Γ = 0.9, e = 0.8");
}

void find_Gamma(const Evidence& evidence, Findings& findings) {
  findings["Gamma_low"] = measured(evidence.searches.Gamma_low);
  findings["Gamma_high"] = measured(evidence.searches.Gamma_high);
  findings["rest_low_Gamma"] =
      claim(evidence.searches.after_lowering == "rest", "ends in " + evidence.searches.after_lowering);
  // Above the range: no drift, and more energy than its own.
  const double drifting = evidence.run("fig12_39").seen.mean_energy;
  int unstable = 0;
  std::string motions;
  for (std::size_t i = 0; i < evidence.searches.raised.size(); ++i) {
    const observe::DimerObservables& seen = evidence.searches.after_raising[i];
    unstable += seen.kind != MotionKind::drift && seen.mean_energy > drifting;
    motions += fmt::format("Γ = {:g}: {}, {:.1f} times the energy; ", evidence.searches.raised[i], seen.motion,
                           seen.mean_energy / drifting);
  }
  motions.resize(motions.size() - 2);
  findings["above_Gamma_high"] = claim(unstable == static_cast<int>(evidence.searches.raised.size()) ? Holds::yes
                                       : unstable > 0                                                ? Holds::in_part
                                                                                                     : Holds::no,
                                       motions);
  const MotionRecord& rest = evidence.run("fig22");
  const double last = rest.events.empty() ? HUGE_VAL : rest.events.back().t * rest.settings.f;
  findings["rest_fig22"] = claim(rest.ran() && rest.seen.kind == MotionKind::rest && last < 25,
                                 fmt::format("{}; last event after {:.1f} cycles", rest.seen.motion, last));

  const MotionRecord& fig23 = evidence.run("fig23");
  double best = 0;
  int bouncing = 1;
  for (int tip = 0; tip < 2; ++tip) {
    const double early = alternation(bounces(fig23, tip), 1, 16);
    if (early <= best) continue;
    best = early;
    bouncing = tip;
  }
  const double later = alternation(bounces(fig23, bouncing), 100, 400);
  findings["alternating_fig23"] = claim(
      best >= 0.8 && later >= 0.8    ? Holds::yes
      : std::max(best, later) >= 0.6 ? Holds::in_part
                                     : Holds::no,
      fmt::format("a faster and a slower hit in turn in {:.0f} % of the first 15 cycles, {:.0f} % of cycles 100–400; "
                  "the end: {}",
                  100 * best, 100 * later, fig23.seen.motion));
  const MotionRecord& fig24 = evidence.run("fig24");
  const double rhythm = longest_T_2T(fig24);
  findings["t_2t_fig24"] =
      claim(rhythm >= 10  ? Holds::yes
            : rhythm >= 4 ? Holds::in_part
                          : Holds::no,
            fmt::format("longest such stretch {:.0f} of 400 cycles; the end: {}", rhythm, fig24.seen.motion));

  const MotionRecord& hop = evidence.run("fig25");
  const double height = std::max(hop.seen.peak_gap[0], hop.seen.peak_gap[1]);
  findings["hop_fig25"] =
      claim(hop.ran() && hop.seen.kind == MotionKind::hop && hop.seen.period_cycles == 1 &&
                height < Dimer(hop.settings).amplitude(),
            fmt::format("{}, period {}, {:.3f} mm high", hop.seen.motion, hop.seen.period_cycles, 1e3 * height));
  // Regular samples of cycles 40 to 60: the share of the time with a gap above a tenth of the largest.
  double off = 0, all = 0;
  for (const double t : hop.book_times) all += t > 40 * hop.period();
  std::size_t at = 0;
  for (const Sample& sample : hop.samples) {
    if (at >= hop.book_times.size()) break;
    if (sample.t != hop.book_times[at]) continue;
    ++at;
    off += sample.t > 40 * hop.period() && sample.x_n[0] - sample.plate > 0.1 * height;
  }
  findings["hop_half_cycle"] = measured(all > 0 ? off / all : std::nan(""),
                                        fmt::format("in contact for {:.1f} %", 100 * hop.seen.contact_fraction));
}

}  // namespace

void find_other_motions(const Evidence& evidence, Findings& findings) {
  find_jump(evidence, findings);
  find_flutter(evidence, findings);
  find_energies(evidence, findings);
  find_Gamma(evidence, findings);
  const MotionRecord &a = evidence.run("dorbolo_39"), &b = evidence.run("dorbolo_57");
  const bool forward = a.seen.drift > 0, backward = b.seen.drift < 0;
  findings["dorbolo"] =
      claim(forward && backward   ? Holds::yes
            : forward || backward ? Holds::in_part
                                  : Holds::no,
            fmt::format("{:+.2f} mm/s at 3.9, {:+.2f} mm/s at 5.7", 1e3 * a.seen.drift, 1e3 * b.seen.drift));
}

}  // namespace carom::papers::dimer
