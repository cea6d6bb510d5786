// SPDX-License-Identifier: Apache-2.0
// Sections 3 to 5 in the motions: which modes occur, what the cycle of the drift is made of.
#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "carom/theory/dimer_stick.hpp"
#include "papers/dimer/double_impact.hpp"
#include "papers/dimer/findings.hpp"

namespace carom::papers::dimer {

std::vector<MotionEvent> last_events(const MotionRecord& record, double cycles) {
  const double from = record.report.final.t - cycles * record.period();
  std::vector<MotionEvent> events;
  for (const MotionEvent& event : record.events)
    if (event.t > from) events.push_back(event);
  return events;
}

namespace {

void find_modes(const Evidence& evidence, Findings& findings) {
  long paradoxes = 0, mixed = 0, both_closed = 0;
  for (const auto& [name, run] : evidence.runs) {
    paradoxes += run.report.events.tangential_impacts + run.report.events.indeterminate;
    for (std::size_t k = 0; k + 1 < run.events.size(); ++k) {
      const MotionEvent& event = run.events[k];
      if (!is_closed(event.modes[0]) || !is_closed(event.modes[1])) continue;
      if (run.events[k + 1].t - event.t < 1e-9 * run.period()) continue;  // several events of one instant
      ++both_closed;
      const bool moving = std::abs(event.v_t_plus[0]) > 1e-9 || std::abs(event.v_t_plus[1]) > 1e-9;  // m/s
      mixed += moving && event.modes[0] != event.modes[1];
    }
  }
  double least = HUGE_VAL;
  for (double A_r = 2.1; A_r <= 8.5; A_r += 0.2)
    for (double theta = -30; theta <= 30; theta += 2) {
      const Dimer dimer(settings_of({.A_r = A_r}, evidence.options.base));
      const Vector<3> q(0, 0, theta * deg);
      const auto tip = contact_kinematics(dimer, 0, q, Vector<3>::Zero())[0];
      const double A = tip.normal.dot(dimer.inverse_mass(q) * tip.normal);
      const double B = tip.normal.dot(dimer.inverse_mass(q) * tip.tangent);
      least = std::min(least, (A - 0.24 * std::abs(B)) * dimer.body().m);
    }
  findings["no_painleve"] =
      claim(paradoxes == 0 && least > 0,
            fmt::format("{} such events in {} runs; smallest mÂ = {:.2f}", paradoxes, evidence.runs.size(), least));
  findings["seven_modes"] =
      claim(mixed == 0 && both_closed > 0, fmt::format("{} of {} phases with both tips closed", mixed, both_closed));
}

// One cycle from double impact to double impact: flight, single impacts of the staying tip, contact.
bool has_cycle_of_modes(const MotionRecord& record, std::string& detail) {
  const auto events = last_events(record, 3.2);
  int stage = 0;
  long singles = 0;
  double flight = 0, at = 0;
  const int tip = record.staying();
  for (const MotionEvent& event : events) {
    if (event.kind == EventKind::multiple_impact) {
      if (stage == 3) break;
      stage = event.v_n_plus[0] > 0 && event.v_n_plus[1] > 0 ? 1 : 0;
      at = event.t;
      singles = 0;
    } else if (event.kind == EventKind::impact && stage >= 1 && event.contacts[tip]) {
      if (stage == 1) flight = event.t - at;
      stage = 2;
      ++singles;
    } else if (event.kind == EventKind::close && stage == 2 && event.contacts[tip]) {
      stage = 3;
    }
  }
  detail +=
      fmt::format("A_r = {:g}: flight of {:.3f} T, {} single impacts, contact {:.0f} %; ", record.settings.shape.A_r,
                  flight / record.period(), singles, 100 * record.seen.contact_fraction);
  return stage == 3;
}

void find_double_impacts(const Evidence& evidence, Findings& findings) {
  bool turns = true, stops = true;
  long doubles = 0;
  double fastest = 0;
  for (const char* name : {"fig3", "fig12_39", "fig7", "fig12_57"}) {
    const MotionRecord& run = evidence.run(name);
    for (const MotionEvent& event : last_events(run, 10)) {
      if (event.kind != EventKind::multiple_impact) continue;
      ++doubles;
      if (run.settings.shape.A_r < 5) {
        turns = turns && event.v_t_minus[0] < 0 && event.v_t_plus[0] > 0;
      } else {
        fastest = std::max(fastest, std::abs(event.v_t_plus[0]));
        stops = stops && std::abs(event.v_t_plus[0]) < 1e-9;
      }
    }
  }
  findings["double_reverses_39"] = claim(turns && doubles > 0, "in all double impacts of the last ten cycles");
  findings["double_stops_57"] = claim(stops && doubles > 0, fmt::format("|v_t⁺| ≤ {:.0e} m/s", fastest));

  // The last double impact of each drift again, with its history.
  double largest = 0;
  std::string detail;
  for (const char* name : {"fig12_39", "fig12_57"}) {
    const MotionRecord& run = evidence.run(name);
    for (const MotionEvent& event : last_events(run, 1.5)) {
      if (event.kind != EventKind::multiple_impact) continue;
      const ImpactProblem<2> problem = lying_impact(dimer_body(run.settings.shape), run.settings.law[0],
                                                    std::min(event.v_n_minus[0], 0.0) > -1e-9 ? 0 : event.v_n_minus[0],
                                                    event.v_n_minus[1], event.v_t_minus[0]);
      const ImpactHistory history = traced_impact(problem);
      const double ratio = history.energy_ratio_at_rest >= 0 ? history.energy_ratio_at_rest : history.largest_share;
      largest = std::max(largest, ratio);
      detail += fmt::format("E₁/E₂ = {:.1e}, P₁/P₂ = {:.1e} at A_r = {:g}; ", ratio,
                            history.result.P_n[0] / history.result.P_n[1], run.settings.shape.A_r);
      break;
    }
  }
  if (!detail.empty()) detail.resize(detail.size() - 2);
  findings["resting_energy_small"] = claim(largest < 0.05, detail);
}

// (101): what an impact leaves of the normal velocity of a tip that then closes.
void find_closing(const Evidence& evidence, Findings& findings) {
  long closings = 0, approaching = 0, slow = 0;
  for (const auto& [name, run] : evidence.runs) {
    const Dimer dimer(run.settings);
    const double limit = run.settings.closing * dimer.amplitude() * dimer.omega();
    for (std::size_t k = 0; k + 1 < run.events.size(); ++k) {
      const MotionEvent &impact = run.events[k], &next = run.events[k + 1];
      if (!impact.is_impact() || next.kind != EventKind::close || next.t != impact.t) continue;
      for (int i = 0; i < 2; ++i) {
        if (!next.contacts[i] || !impact.contacts[i]) continue;
        ++closings;
        approaching += impact.v_n_plus[i] < -1e-12;  // m/s; a tip at rest has what rounding left
        slow += std::abs(impact.v_n_plus[i]) < limit;
      }
    }
  }
  findings["eq_101"] =
      claim(closings > 0 && approaching == closings,
            fmt::format("{} of {} tips that close still approach; {} are slower than Aω/100", approaching, closings,
                        slow))
          .but(misprint("δ̇ ≥ 0 in the output of an impact, |δ̇| < Aω/100", closings > 0 && slow == closings));
}

// Relative change of μ_st by the inertial term for a tip that rests, at a state given by tilt, its rate and the plate.
double inertial_change(const Dimer& dimer, const theory::DimerContact& contact) {
  const double F_n = theory::stick_forces(dimer.body(), contact).F_n;
  if (!(F_n > 0)) return std::nan("");
  const double without = theory::stick_in_single_impact(dimer.body(), contact.theta);
  return std::abs(theory::stick_in_contact(dimer.body(), contact, F_n) - without) / without;
}

void find_inertial_term(const Evidence& evidence, Findings& findings) {
  const MotionRecord& run = evidence.run("fig12_39");
  const Dimer dimer(run.settings);
  const auto acceleration = [&](double t) { return -dimer.omega() * dimer.omega() * dimer.plate(t); };
  double sum = 0, n = 0, at_reversal = 0;
  // θ̇ from the tips' vertical velocities, in the sampled cycles after the first ten.
  for (const Sample& sample : run.samples) {
    if (sample.t < 10 * run.period()) continue;
    if (std::abs(sample.x_n[0] - sample.plate) > 1e-9 || std::abs(sample.v_n[0]) > 1e-9) continue;
    const double theta_dot = (sample.v_n[1] - sample.v_n[0]) / (dimer.body().l * std::cos(sample.theta));
    const double change = inertial_change(dimer, {.theta = sample.theta,
                                                  .theta_dot = theta_dot,
                                                  .plate_acceleration = acceleration(sample.t),
                                                  .g = run.settings.g});
    if (!std::isfinite(change)) continue;
    sum += change;
    n += 1;
  }
  for (const MotionEvent& event : last_events(run, 10))
    if (event.kind == EventKind::slip)
      at_reversal = std::max(at_reversal, inertial_change(dimer, {.theta = event.before.q[2],
                                                                  .theta_dot = event.before.u[2],
                                                                  .plate_acceleration = acceleration(event.t),
                                                                  .g = run.settings.g}));
  if (n == 0) return;
  const double mean = sum / n;
  findings["inertial_term_small"] =
      claim(at_reversal < 0.1 && mean < 0.1 ? Holds::yes
            : at_reversal < 0.1             ? Holds::in_part
                                            : Holds::no,
            fmt::format("{:.2f} % where v_t passes zero, {:.0f} % on average over the contact phase", 100 * at_reversal,
                        100 * mean))
          .but(misprint("it is small where v_t passes zero, the only place where it counts", at_reversal < 0.01));
}

}  // namespace

void find_contact_states(const Evidence& evidence, Findings& findings) {
  find_modes(evidence, findings);
  find_double_impacts(evidence, findings);
  find_inertial_term(evidence, findings);
  find_closing(evidence, findings);
  std::string detail;
  const bool short_one = has_cycle_of_modes(evidence.run("fig12_39"), detail);
  const bool long_one = has_cycle_of_modes(evidence.run("fig12_57"), detail);
  detail.resize(detail.size() - 2);
  findings["cycle_of_modes"] = claim(short_one && long_one, detail);
}

}  // namespace carom::papers::dimer
