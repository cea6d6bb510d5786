// SPDX-License-Identifier: Apache-2.0
// The misprints, gaps and contradictions of the paper, each with numbers computed here where that is possible.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/impact_oscillator/findings.hpp"
#include "papers/impact_oscillator/poisson_impact.hpp"
#include "papers/impact_oscillator/reproduce.hpp"

namespace carom::papers::impact_oscillator {

namespace {

void add_unprinted(std::vector<Erratum>& errata, const Evidence& evidence) {
  const Rest& rest = evidence.rest;
  errata.push_back(
      {"section 3", "velocity of the constant belt not given", "v = −1 m/s",
       fmt::format("With v > 0 rest in slip is {} for every μ below 3. The size decides where stick begins: "
                   "with 1 m/s at {:.6f} in the second set, and the fold at {:.6f} in the first.",
                   rest.unstable_forwards ? "not stable" : "stable", evidence.thresholds.first_stick,
                   evidence.thresholds.fold)});
  errata.push_back({"section 3", "acceleration of gravity not given", "g = 10 m/s²",
                    fmt::format("Hopf points: {:.6f} and {:.6f} with 10, {:.6f} and {:.6f} with 9.81 m/s².",
                                rest.hopf_1, rest.hopf_2, rest.hopf_1_real, rest.hopf_2_real)});
  const MotionRecord& bouncing = evidence.orbit(Set::first, 0.5, 0.2).record;
  const State<2>& hit = bouncing.impacts.back().before;
  const auto contact = contact_kinematics(ImpactOscillator(bouncing.settings), hit.t, hit.q, hit.u)[0];
  const double n = contact.normal_velocity(hit.u);
  const PhasedImpact impact = poisson_impact(bouncing.settings, hit.q[0], n, contact.tangential_velocity(hit.u));
  errata.push_back(
      {"section 2.3", "tangential restitution not mentioned", "none",
       fmt::format("Only ε_N occurs. The bouncing orbit sticks in both phases of its impact, and its normal "
                   "velocities have the ratio {:.5f}: Poisson's law, not Newton's, which would give {:g}.",
                   -impact.n / n, bouncing.settings.law.e)});
  std::string chatter;
  for (const ChatterTolerance& c : evidence.chatter)
    if (c.tolerance > 0)
      chatter += fmt::format("{}{:g} s: {:.0f} impacts in a period, orbit off by {:.1e} of its extent",
                             chatter.empty() ? "" : "; ", c.tolerance, c.impacts, c.orbit);
  errata.push_back({"section 2.3", "tolerance that ends chattering not given", "of no consequence below 1 ms",
                    "Second set, μ = 0.5, ε = 0.2, against chatter summed to its limit. " + chatter + "."});
  const Wiper& w = evidence.wiper;
  errata.push_back(
      {"section 3, Fig. 6", "initial state and ε_N not given", "of no consequence for the statements",
       fmt::format("Starts at φ = 0.2, 0.39 and 0.6 end in the same motion to {:.0e}, with period {:.4f} s; it "
                   "hops with ε = 0 and with ε = 0.2 ({:.0f} and {:.0f} % of the time in flight).",
                   w.start_spread, w.at(0.5, 0).record.seen.period, 100 * w.at(0.5, 0).flight,
                   100 * w.at(0.5, 0.2).flight)});
}

void add_misprints(std::vector<Erratum>& errata, const Evidence& evidence) {
  double ratio = 0;
  for (const Change& change : evidence.orbit(Set::first, 0.5, 0).record.changes)
    if (change.from == 'T') ratio = std::abs(change.last.F_t) / change.last.F_n;
  errata.push_back({"section 2.2.2", "|λ_T| ≤ λ_N", "|λ_T| ≤ μ λ_N",
                    fmt::format("At μ = 0.5 stick ends with |λ_T|/λ_N = {:.6f}.", ratio)});
  errata.push_back({"section 3", "c_y in N/(ms), k_φ in Nm", "N s/m and N m/rad",
                    "Forces are c_y ẏ and moments k_φ (φ − φ_0) by (1)."});
  errata.push_back({"section 3", "section φ̇ = 0, φ̈ > 0 for diagrams of φ̇_max",
                    "φ̇_max is the largest φ̇ between successive points of the section",
                    "On the section itself φ̇ is zero."});
  const double printed = published_value("fts_up_to");
  const MotionRecord& there = evidence.orbit(Set::first, printed, 0).record;
  errata.push_back({"section 3", "μ = 6450",
                    fmt::format("0.6450 is meant; the event is at {:.6f}", evidence.thresholds.no_slip_after),
                    fmt::format("At {:.4f} the motion is still {}, with a last slip of {:.2e} s.", printed,
                                spelled(there.seen.sequence), last_slip(there))});
  const Flight flight = longest_flight(evidence.orbit(Set::second, published_value("flight_2"), 0).record);
  errata.push_back(
      {"section 3, second set", fmt::format("flight from {:g}", published_value("flight_2")),
       fmt::format("{:.6f}", evidence.thresholds.first_flight),
       fmt::format("At the printed value a flight of {:.4f} s, {:.1e} m high: it looks like a tolerance in "
                   "the gap.",
                   flight.duration, flight.height)});
  errata.push_back({"section 3", fmt::format("Hopf point {:g}", published_value("hopf")),
                    fmt::format("{:.7f}, cut off rather than rounded", evidence.rest.hopf_1), "Eigenvalues of slip."});
}

void add_contradictions(std::vector<Erratum>& errata, const Evidence& evidence) {
  const Cascade& c = evidence.cascade;
  double low = HUGE_VAL, high = 0;
  for (const StepChoice& step : c.steps) {
    low = std::min(low, step.first_split);
    high = std::max(high, step.first_split);
  }
  errata.push_back(
      {"section 3, Fig. 2(c)", "period-adding cascade", "period one down to the fold",
       fmt::format("The stick that is said to vanish at {:.5f} lasts {:.2f} ms there. A program that looks at "
                   "step ends only splits first between {:.6f} and {:.5f}, by its step; the published value "
                   "lies {}.",
                   c.published_split, 1e3 * c.stick_at_published, low, high,
                   c.published_split > low && c.published_split < high ? "inside" : "outside")});
  const Resolution& r = evidence.resolution;
  errata.push_back(
      {"section 3", "0.38965, 0.6450 and 0.453 of one program",
       r.one_step_does() ? "one step has two of them" : "three resolutions, no single step",
       fmt::format("The step-end program splits first at {:.6f} with steps of {:.2f} ms; slips shorter than {:.2f} ms "
                   "are gone above {:.6f}; flights higher than {:.0e} m begin at {:.5f}. With steps of {:.2f} ms it "
                   "splits first at {:.6f}; slips shorter than {:.2f} ms are gone above {:.4f}; the flight at {:g} "
                   "lasts {:.0f} ms.",
                   r.cascade.split, 1e3 * r.cascade.step, 1e3 * r.shortest_slip, r.slip_lost_at, r.smallest_gap,
                   r.flight_seen_at, 1e3 * r.shortest_slip, r.split_of_slip_step, 1e3 * r.cascade.step,
                   r.slip_lost_of_cascade_step, published_value("flight_2"), 1e3 * r.flight_duration)});
  const MotionRecord& high_friction = evidence.orbit(Set::first, 0.7, 0).record;
  double normal = 0;
  for (const Change& change : high_friction.changes)
    if (change.from == 'T' && change.to == 'F') normal = change.last.F_n;
  errata.push_back(
      {"section 2.3", "m₁ detaches when λ_N = 0", "out of stick also with λ_N > 0, where slip is impossible",
       fmt::format("At μ = 0.7 stick ends in flight with λ_N = {:.3f} N. Slip is impossible where μ exceeds "
                   "|tan φ| + (m₁/m₂)/|tan φ|, at least 2√(m₁/m₂) = {:.4f}.",
                   normal, 2 * std::sqrt(high_friction.settings.m1 / high_friction.settings.m2))});
  errata.push_back(
      {"section 3, second set", "flight–slip–stick–slip for all larger μ",
       fmt::format("up to {:.4f}", evidence.thresholds.last_flight),
       fmt::format("Rest is stable again above {:.6f}, where the blade hangs upright: μ = k_φ φ_0/((m₁ + m₂) g l).",
                   evidence.rest.again_2)});
}

}  // namespace

std::vector<Erratum> find_errata(const Evidence& evidence) {
  std::vector<Erratum> errata;
  add_unprinted(errata, evidence);
  add_misprints(errata, evidence);
  add_contradictions(errata, evidence);
  return errata;
}

}  // namespace carom::papers::impact_oscillator
