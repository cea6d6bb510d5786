// SPDX-License-Identifier: Apache-2.0
// Section 3 with the first set of parameters: rest, the slip cycle, the detached orbits, hysteresis (Figs 2 and 3), and
// the cascade of periods.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "papers/impact_oscillator/findings.hpp"
#include "papers/impact_oscillator/reproduce.hpp"

namespace carom::papers::impact_oscillator {

double last_slip(const MotionRecord& record) {
  double begin = -1, last = 0;
  for (const Change& change : record.changes) {
    if (change.to == 'P' || change.to == 'M') begin = change.t;
    if ((change.from == 'P' || change.from == 'M') && change.to == 'F' && begin > 0) last = change.t - begin;
  }
  return last;
}

Flight longest_flight(const MotionRecord& record) {
  Flight longest;
  double begin = -1, height = 0;
  for (const MotionPoint& x : record.points) {
    if (x.regime != 'F') {
      begin = -1;
      height = 0;
      continue;
    }
    if (begin < 0) begin = x.t;
    height = std::max(height, x.gap);
    if (x.t - begin > longest.duration) longest = {x.t - begin, height};
  }
  return longest;
}

namespace {

// Motions that stay on the belt: rest, and the slip cycle from its birth to its end.
void find_attached(const Evidence& evidence, Findings& findings) {
  const Rest& rest = evidence.rest;
  const Branches& branches = evidence.branches;

  bool all_rest = true;
  int rows = 0;
  for (const double eps : {0.0, 0.2})
    for (const bool up : {true, false})
      for (const SweepRow& row : evidence.sweep(Set::first, eps, up).rows)
        if (row.mu < 0.385) {
          all_rest = all_rest && row.rests && row.sequence == "P";
          ++rows;
        }
  findings["only_rest"] = claim(all_rest, fmt::format("{} values of four sweeps", rows));

  findings["hopf"] = measured(
      rest.hopf_1, fmt::format("ω = {:.4f} 1/s; {}", slip_equilibrium(settings_of(Set::first, rest.hopf_1, 0)).omega,
                               followed(branches.rest_1, study::SpecialKind::hopf)));
  const auto near = slip_cycle(settings_of(Set::first, 0.40979, 0)),
             far = slip_cycle(settings_of(Set::first, 0.4098, 0));
  const study::SpecialPoint* hopf = branches.rest_1.special(study::SpecialKind::hopf);
  double lyapunov = std::nan("");
  if (hopf)
    for (const auto& [key, value] : hopf->values)
      if (key == "first_lyapunov") lyapunov = value;
  if (near && far) {
    const auto slope = [&](const SlipCycle& c, double mu) { return c.amplitude * c.amplitude / (mu - rest.hopf_1); };
    const double a = slope(*near, 0.40979), b = slope(*far, 0.4098);
    const bool born = std::abs(b / a - 1) < 0.05 && far->multiplier < 1;
    findings["hopf_oscillation"] =
        claim(born && !(lyapunov > 0),
              fmt::format("amplitude²/(μ − μ_H) = {:.3f} at 0.40979, {:.3f} at 0.4098; multiplier {:.5f} at 0.4098{}",
                          a, b, far->multiplier,
                          std::isnan(lyapunov) ? "" : fmt::format("; first Lyapunov coefficient {:.4g}", lyapunov)));
  }
  const OrbitCase& cycle = evidence.orbit(Set::first, 0.4098, 0);
  std::string multiplier = far ? fmt::format("multiplier {:.6f} by the return map", far->multiplier) : "no return map";
  if (branches.slip_cycle && !branches.slip_cycle->multipliers.empty())
    multiplier += fmt::format(", {:.6f} by the orbit's derivative", branches.slip_cycle->multipliers[0].real());
  findings["slip_cycle"] =
      claim(cycle.record.seen.sequence == "P" && cycle.record.seen.periodic && far && far->multiplier < 1,
            fmt::format("period {:.6f} s, φ̇_max = {:.5f} rad/s, amplitude {:.5f} rad; {}", cycle.record.seen.period,
                        cycle.record.seen.phi_dot_max, cycle.record.seen.amplitude, multiplier));
  const Equilibrium three = slip_equilibrium(settings_of(Set::first, 0.3, 0));
  double off = 0;
  for (const double eps : {0.0, 0.2})
    off = std::max(off, std::abs(evidence.orbit(Set::first, 0.3, eps).record.report.final.q[0] - three.phi));
  findings["rest_at_03"] = claim(off < 1e-6 && three.stable(),
                                 fmt::format("φ = {:.6f} rad, growth rate {:.4f} 1/s", three.phi, three.growth));
  const study::SpecialPoint* last = branches.slip.special(study::SpecialKind::fold);
  findings["slip_end"] = measured(
      rest.end_of_slip,
      "lift-off, not stick; " + followed(branches.slip, study::SpecialKind::lift_off) +
          (last ? fmt::format("; the orbit goes on with a short flight, stable to a fold at {}", nine(last->parameter))
                : ""));
}

void find_hysteresis(const Evidence& evidence, Findings& findings) {
  const Rest& rest = evidence.rest;
  const Thresholds& at = evidence.thresholds;

  // Hysteresis and jump by sweeps: the last row at rest or in slip upwards, the first with flight.
  std::string jumps, loops;
  bool jumps_up = true, coexist = true;
  for (const double eps : {0.0, 0.2}) {
    const Sweep &up = evidence.sweep(Set::first, eps, true), &down = evidence.sweep(Set::first, eps, false);
    for (std::size_t k = 1; k < up.rows.size(); ++k) {
      const SweepRow &a = up.rows[k - 1], &b = up.rows[k];
      if (a.sequence.find('F') == std::string::npos && b.sequence.find('F') != std::string::npos) {
        jumps_up = jumps_up && b.phi_dot_max > 2 * std::max(a.phi_dot_max, 0.3) && b.impacts > 0;
        jumps +=
            fmt::format("{}ε = {:g}: φ̇_max from {:.3f} at {:.4f} to {:.3f} rad/s at {:.4f} ({})",
                        jumps.empty() ? "" : "; ", eps, a.phi_dot_max, a.mu, b.phi_dot_max, b.mu, spelled(b.sequence));
      }
    }
    double low = HUGE_VAL, high = 0;
    for (const SweepRow& d : down.rows) {
      const SweepRow& u = up.at(d.mu);
      if (std::abs(u.mu - d.mu) > 1e-9 || std::abs(u.phi_dot_max - d.phi_dot_max) < 0.1) continue;
      low = std::min(low, d.mu);
      high = std::max(high, d.mu);
    }
    coexist = coexist && high > low;
    loops += fmt::format("{}ε = {:g}: sweeps differ from {:.4f} to {:.4f}", loops.empty() ? "" : "; ", eps, low, high);
  }
  findings["jump"] = claim(jumps_up && !jumps.empty(), jumps);
  findings["hysteresis"] =
      claim(coexist, fmt::format("{}; detached orbits end at {} and {}, the slip cycle at {}", loops, nine(at.fold),
                                 nine(at.bounce_ends), nine(rest.end_of_slip)));
}

// What restitution changes.
void find_bouncing(const Evidence& evidence, Findings& findings) {
  const Rest& rest = evidence.rest;
  const Thresholds& at = evidence.thresholds;

  const OrbitCase &plastic = evidence.orbit(Set::first, 0.7, 0), &elastic = evidence.orbit(Set::first, 0.7, 0.2);
  const observe::OscillatorObservables &p = plastic.record.seen, &e = elastic.record.seen;
  findings["laws_differ"] = claim(std::abs(p.phi_dot_max / e.phi_dot_max - 1) > 0.05 && p.sequence != e.sequence,
                                  fmt::format("at μ = 0.7 φ̇_max = {:.4f} and {:.4f} rad/s, {} and {}", p.phi_dot_max,
                                              e.phi_dot_max, spelled(p.sequence), spelled(e.sequence)));
  bool bounces = true;
  for (const SweepRow& row : evidence.sweep(Set::first, 0.2, true).rows)
    if (row.mu > rest.end_of_slip + 1e-3)
      bounces = bounces && row.sequence == "F" && row.impacts == 1 && row.crossings == 1;
  const observe::OscillatorObservables& b = evidence.orbit(Set::first, 0.5, 0.2).record.seen;
  findings["bouncing"] = claim(bounces, fmt::format("period {:.9f} s, φ̇_max = {:.6f} rad/s whatever μ above {:.6f}",
                                                    b.period, b.phi_dot_max, at.bounce_slips));
}

// The detached orbits with stick, from the fold up.
void find_stick(const Evidence& evidence, Findings& findings) {
  const Rest& rest = evidence.rest;
  const Thresholds& at = evidence.thresholds;
  const Branches& branches = evidence.branches;

  findings["fold"] = measured(at.fold, followed(branches.stick_down, study::SpecialKind::nonsmooth_fold));
  bool above = evidence.orbit(Set::first, 0.391, 0).record.seen.sequence == "FPTP";
  for (const CascadePoint& point : evidence.cascade.points)
    if (at.fold + point.offset > evidence.cascade.published_split)
      above = above && point.exact == 1 && point.sequence == "FPTP";
  findings["fpts_above"] = claim(
      above, fmt::format("so it is from the fold up to {}, where slip before stick vanishes", nine(at.slip_before)));
  const Sweep& down = evidence.sweep(Set::first, 0, false);
  bool falls = true;
  for (const SweepRow& row : down.rows)
    if (row.mu < at.fold - 1e-6) falls = falls && row.rests;
  findings["attractor_ends"] = claim(falls, "at rest at every value of the downward sweep below the fold");
  findings["fts_up_to"] =
      measured(
          at.no_slip_after,
          fmt::format("{}; at {:.4f} the slip lasts {:.2e} s",
                      followed(branches.stick_up, study::SpecialKind::slip_impossible), published_value("fts_up_to"),
                      last_slip(evidence.orbit(Set::first, published_value("fts_up_to"), 0).record)))
          .but(unprinted({.name = "the shortest slip that the program counts",
                          .unit = "ms",
                          .value = 1e3 * evidence.resolution.shortest_slip,
                          .low = 0.01,
                          .high = 1},
                         evidence.resolution.slip_lost_at));
  bool fts = true, ft = true;
  for (const SweepRow& row : evidence.sweep(Set::first, 0, true).rows) {
    if (row.mu > rest.end_of_slip + 1e-3 && row.mu < at.no_slip_after - 1e-4)
      fts = fts && row.sequence == "FTP" && row.crossings == 1;
    if (row.mu > at.no_slip_after + 1e-4) ft = ft && row.sequence == "FT" && row.crossings == 1;
  }
  findings["fts"] = claim(fts, "at every value of the sweep up to " + nine(at.no_slip_after));
  findings["ft_above"] = claim(ft, "at every value of the sweep above " + nine(at.no_slip_after));
}

}  // namespace

void find_first_set(const Evidence& evidence, Findings& findings) {
  find_attached(evidence, findings);
  find_hysteresis(evidence, findings);
  find_bouncing(evidence, findings);
  find_stick(evidence, findings);
}

namespace {

// The kinds of bifurcations along all branches.
void find_bifurcations(const Evidence& evidence, Findings& findings) {
  int smooth = 0, nonsmooth = 0;
  std::string kinds;
  std::set<study::SpecialKind> met;
  for (const Branch* branch : evidence.branches.all())
    if (branch->result)
      for (const study::SpecialPoint& point : branch->result->special) {
        if (!met.insert(point.kind).second) continue;
        ++(is_smooth(point.kind) ? smooth : nonsmooth);
        kinds += fmt::format("{}{}", kinds.empty() ? "" : ", ", name(point.kind));
      }
  // Without branches: Hopf points by eigenvalues, fold and changes of regime by bisection.
  const bool located = std::isfinite(evidence.rest.hopf_1) && std::isfinite(evidence.thresholds.fold) &&
                       std::isfinite(evidence.thresholds.no_slip_after);
  findings["bifurcations"] =
      claim((smooth >= 1 && nonsmooth >= 2) || (kinds.empty() && located),
            kinds.empty() ? "Hopf points by eigenvalues; fold, first stick, first flight by bisection"
                          : "along the branches: " + kinds);
}

}  // namespace

void find_cascade(const Evidence& evidence, Findings& findings) {
  find_bifurcations(evidence, findings);
  const Cascade& c = evidence.cascade;
  const double published = c.published_split;
  bool one = true;
  int values = 0, longest = 0;
  double least = HUGE_VAL;
  for (const CascadePoint& point : c.points) {
    one = one && point.exact == 1 && point.sequence == "FPTP";
    least = std::min(least, point.offset);
    longest = std::max(longest, point.stepped);
    values += c.fold + point.offset < published;
  }
  for (const CascadePoint& point : c.chosen) one = one && point.exact == 1 && point.sequence == "FPTP";
  double low = HUGE_VAL, high = 0;
  for (const StepChoice& step : c.steps) {
    low = std::min(low, step.first_split);
    high = std::max(high, step.first_split);
  }
  const CascadeProgram& program = evidence.resolution.cascade;
  const std::string variant = fmt::format(
      "events looked for at the ends of steps, every one of the {} that split at {:g}", program.splitting, published);
  const bool splits = std::isfinite(program.step);
  const std::string exact =
      fmt::format("period one at {} values from μ_c + {:.0e} to {:.5f}, located events", values, least, published);
  Finding none{.value = {}, .holds = {}, .detail = {}};
  findings["first_split"] =
      one ? measured(c.fold,
                     fmt::format("the period is one down to the fold itself; by the step-end program {:.8f} with "
                                 "steps of 1 ms, from {:.6f} to {:.5f} with steps of {:.1f} to {:.0f} ms",
                                 c.ends[0], low, high, 1e3 * c.steps.front().step, 1e3 * c.steps.back().step))
                .but(unprinted({.name = "the step at whose ends events are looked for",
                                .unit = "ms",
                                .value = 1e3 * program.step,
                                .low = 1e3 * program.shortest_step,
                                .high = 1e3 * program.longest_step},
                               program.split, 0,
                               fmt::format("{} of {} steps split there", program.splitting, program.looked_at)))
          : none;
  findings["doubles"] =
      claim(!one, fmt::format("{}; stick lasts {:.2f} ms at {:.5f}", exact, 1e3 * c.stick_at_published, published))
          .but(follows_from(variant, splits && program.doubles, "period two below its first split"));
  const auto beside = beside_the_fold(evidence.branches.stick_down);
  const std::string unstable =
      beside ? fmt::format("; the unstable orbit beside the fold has the multiplier {:.4f} at {:.7f}", beside->second,
                           beside->first)
             : "";
  findings["adds"] =
      claim(!one,
            fmt::format("{}; λ = {:.4f}{}; step-end program: periods up to {}", exact, c.slope, unstable, longest))
          .but(follows_from(variant, splits && program.longest > 4, fmt::format("periods up to {}", program.longest)));
  double worst = 0;
  for (std::size_t k = 0; k < c.ends.size(); ++k)
    worst = std::max(worst, std::abs((c.ends[k] - c.fold) / (c.predicted[k] - c.fold) - 1));
  findings["period_i"] =
      claim(!one, fmt::format("{}; windows of the step-end program follow (λ − 1)/(λⁱ − 1) within {:.1f} %", exact,
                              100 * worst))
          .but(follows_from(variant, splits && program.whole_cycles && program.longest > 2));
  std::string windows = "its windows end at";
  bool falling = true;
  for (std::size_t k = 0; k < program.ends.size(); ++k) {
    windows += fmt::format(" {:.7f}", program.ends[k]);
    falling = falling && program.ends[k] > c.fold && (k == 0 || program.ends[k] < program.ends[k - 1]);
  }
  findings["accumulates"] =
      claim(c.period_at_fold > 10 * evidence.orbit(Set::first, 0.391, 0).record.seen.period,
            fmt::format("period {:.6f} s at μ_c + 1e-9; the program's windows accumulate at μ_c = {}", c.period_at_fold,
                        nine(c.fold)))
          .but(follows_from(variant, splits && falling && program.longest > 4, windows));

  findings["new_phenomenon"] =
      claim(!one, exact).but(follows_from(variant, splits && program.doubles && program.longest > 4));
}

}  // namespace carom::papers::impact_oscillator
