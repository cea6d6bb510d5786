// SPDX-License-Identifier: Apache-2.0
// Section 3 with the second set of parameters, Figs 4 and 5, and with the sinusoidal belt, Fig. 6.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/impact_oscillator/findings.hpp"
#include "papers/impact_oscillator/reproduce.hpp"

namespace carom::papers::impact_oscillator {

namespace {

UnprintedInput smallest_gap(const Evidence& evidence) {
  return {.name = "the smallest gap that counts as flight",
          .unit = "µm",
          .value = 1e6 * evidence.resolution.smallest_gap,
          .low = 0.1,
          .high = 100};
}

void find_branches(const Evidence& evidence, Findings& findings) {
  const Rest& rest = evidence.rest;
  const Thresholds& at = evidence.thresholds;
  const Branches& branches = evidence.branches;

  const double one = evidence.orbit(Set::first, 0.5, 0).record.seen.amplitude,
               two = evidence.orbit(Set::second, 0.5, 0).record.seen.amplitude;
  findings["nonlinear"] = claim(two > 2 * one, fmt::format("{:.4f} rad against {:.4f} rad", two, one));

  bool four = true, slips = true, complex = true, returns = false;
  for (const SweepRow& row : evidence.sweep(Set::second, 0, true).rows) {
    const double margin = 1e-3;
    const auto between = [&](double low, double high) { return row.mu > low + margin && row.mu < high - margin; };
    if (between(0, rest.hopf_2)) four = four && row.rests;
    if (between(rest.hopf_2, at.first_stick)) slips = slips && row.sequence == "P" && !row.rests;
    if (between(at.first_stick, at.first_flight)) four = four && row.sequence == "PT";
    if (between(at.first_flight, at.last_flight)) complex = complex && row.sequence == "FPTP" && row.crossings == 1;
    if (row.mu > at.last_flight + margin) returns = returns || row.sequence != "FPTP";
  }
  findings["four_branches"] =
      claim(four && slips && complex,
            fmt::format("rest to {:.6f}, slip to {:.6f}, slip–stick to {:.6f}, flight–slip–stick–slip to {:.6f}",
                        rest.hopf_2, at.first_stick, at.first_flight, at.last_flight));
  findings["slip_2"] = claim(slips, "at every value of the sweep between them");
  findings["hopf_2"] = measured(rest.hopf_2, followed(branches.rest_2, study::SpecialKind::hopf));
  findings["stick_2"] = measured(at.first_stick, followed(branches.second, study::SpecialKind::first_stick));
  const double published = published_value("flight_2");
  const OrbitCase& there = evidence.orbit(Set::second, published, 0);
  const Flight flight = longest_flight(there.record);
  findings["flight_2"] =
      measured(at.first_flight, fmt::format("{}; at {:g} the flight lasts {:.4f} s and is {:.1e} m high",
                                            followed(branches.second, study::SpecialKind::lift_off), published,
                                            flight.duration, flight.height))
          .but(unprinted(smallest_gap(evidence), evidence.resolution.flight_seen_at));
  const study::SpecialPoint* end = branches.second.special(study::SpecialKind::nonsmooth_fold);
  findings["complex_2"] =
      claim(complex ? (returns ? Holds::in_part : Holds::yes) : Holds::no,
            fmt::format("from {:.6f} to {:.6f}; then slip–stick{}, and rest is stable again above {:.6f}",
                        at.first_flight, at.last_flight,
                        end ? fmt::format(" up to a nonsmooth fold at {:.6f}", end->parameter) : "", rest.again_2))
          .but(misprint(fmt::format("flight–slip–stick–slip from {:.4f} to {:.4f}", at.first_flight, at.last_flight),
                        complex));
}

void find_birth_of_slip(const Evidence& evidence, Findings& findings) {
  const Rest& rest = evidence.rest;

  const Sweep &up = evidence.sweep(Set::second, 0, true), &down = evidence.sweep(Set::second, 0, false);
  double apart = 0;
  for (const SweepRow& row : up.rows)
    if (std::abs(row.mu - rest.hopf_2) < 0.02 && std::abs(row.mu - rest.hopf_2) > 1e-3)
      apart = std::max(apart, std::abs(row.phi_dot_max - down.at(row.mu).phi_dot_max));
  const auto near = slip_cycle(settings_of(Set::second, rest.hopf_2 + 2e-4, 0)),
             far = slip_cycle(settings_of(Set::second, rest.hopf_2 + 8e-4, 0));
  if (near && far) {
    const double growth = std::log(far->amplitude / near->amplitude) / std::log(4.0);
    findings["smooth_2"] =
        claim(apart < 0.01 && std::abs(growth - 0.5) < 0.075,
              fmt::format("sweeps up and down apart by {:.1e} rad/s; amplitude as (μ − μ_H)^{:.3f}", apart, growth));
  }
}

// How far the results with ε = 0 and 0.2 lie on one another.
void find_coincidence(const Evidence& evidence, Findings& findings) {
  const Thresholds& at = evidence.thresholds;
  const double published = published_value("flight_2");

  double maximum = 0, orbit = 0, at_maximum = 0, at_orbit = 0, below = 0, chatter = 0;
  const std::vector<Coincidence>& list = evidence.coincidence;
  double wider = list.front().mu, faster = wider;  // μ up to which the orbits grow in φ and in φ̇
  bool grows_wide = true, grows_fast = true;
  for (std::size_t k = 0; k < list.size(); ++k) {
    const Coincidence& c = list[k];
    if (c.maximum > maximum) {
      maximum = c.maximum;
      at_maximum = c.mu;
    }
    if (c.orbit > orbit) {
      orbit = c.orbit;
      at_orbit = c.mu;
    }
    if (!c.flies) below = std::max({below, c.maximum, c.orbit});
    chatter = std::max(chatter, c.chatter);
    if (k == 0) continue;
    grows_wide = grows_wide && c.amplitude > list[k - 1].amplitude;
    grows_fast = grows_fast && c.diameter > list[k - 1].diameter;
    if (grows_wide) wider = c.mu;
    if (grows_fast) faster = c.mu;
  }
  findings["coincide"] =
      claim(maximum < 1e-3, fmt::format("largest difference {:.1e} of φ̇_max, at μ = {:.3f}", maximum, at_maximum));
  findings["coincide_orbits"] =
      claim(orbit < 0.02  ? Holds::yes
            : orbit < 0.1 ? Holds::in_part
                          : Holds::no,
            fmt::format("largest distance {:.2f} % of the extent, at μ = {:.3f}", 100 * orbit, at_orbit));
  findings["impacts_only_above"] =
      claim(below < 1e-9 ? (std::abs(at.first_flight - published) < 5e-4 ? Holds::yes : Holds::in_part) : Holds::no,
            fmt::format("impacts from {:.6f} with ε = 0 and {:.6f} with 0.2; below, the orbits {}", at.first_flight,
                        at.first_flight_elastic, below > 0 ? fmt::format("differ by {:.0e}", below) : "are equal"))
          .but(unprinted(smallest_gap(evidence),
                         std::abs(evidence.resolution.flight_seen_at - published) < 5e-4 && below < 1e-9,
                         fmt::format("flights higher than it from {:.4f} on", evidence.resolution.flight_seen_at)));
  findings["chatter_short"] = claim(chatter < 0.05, fmt::format("at most {:.1f} % of the period", 100 * chatter));
  findings["larger_orbits"] =
      claim(grows_wide && grows_fast         ? Holds::yes
            : std::min(wider, faster) >= 0.5 ? Holds::in_part
                                             : Holds::no,
            fmt::format(
                "half the range of φ {:.3f} rad at μ = {:.3f}, growing up to {:.3f}, {:.3f} rad at {:.3f}; the range "
                "of φ̇ grows up to {:.3f}",
                list.front().amplitude, list.front().mu, wider, list.back().amplitude, list.back().mu, faster))
          .but(misprint(fmt::format("the larger μ, the larger the orbit, up to {:.3f}", std::min(wider, faster)),
                        std::min(wider, faster) >= 0.5));
}

}  // namespace

void find_second_set(const Evidence& evidence, Findings& findings) {
  find_branches(evidence, findings);
  find_birth_of_slip(evidence, findings);
  find_coincidence(evidence, findings);
}

void find_wiper(const Evidence& evidence, Findings& findings) {
  const Wiper& w = evidence.wiper;
  const WiperMotion &a = w.at(0.5, 0), &b = w.at(0.5, 0.2), &c = w.at(0.3, 0), &d = w.at(0.3, 0.2);
  const auto both = [](const char* text, double x, double y) { return fmt::format(fmt::runtime(text), x, y); };
  findings["hops_05"] =
      claim(a.flight > 0 && b.flight > 0,
            both("in flight for {:.1f} and {:.1f} % of the time (ε = 0 and 0.2)", 100 * a.flight, 100 * b.flight));
  findings["hops_only_05"] = claim(
      c.flight == 0 && d.flight == 0 && c.record.seen.impacts == 0,
      fmt::format("no flight; {} in a period of {:.4f} s", spelled(c.record.seen.sequence), c.record.seen.period));
  findings["flight_back"] = claim(
      std::min(a.flight_back, b.flight_back) > 0.5 && std::min(a.flight_hopping, b.flight_hopping) > 0.75,
      fmt::format(
          "ε = 0: flight {:.0f} %, stick {:.0f} %, slip {:.0f} % of the time with v < 0, flight {:.0f} % while it "
          "hops; ε = 0.2: {:.0f}, {:.0f}, {:.0f} and {:.0f} %",
          100 * a.flight_back, 100 * a.stick_back, 100 * a.slip_back, 100 * a.flight_hopping, 100 * b.flight_back,
          100 * b.stick_back, 100 * b.slip_back, 100 * b.flight_hopping));
  findings["short_slips"] =
      claim(std::max(a.longest_slip, b.longest_slip) < 0.05,
            fmt::format("ε = 0: {:.3f} s on average, {:.3f} s at most; ε = 0.2: {:.3f} and {:.3f} s", a.mean_slip,
                        a.longest_slip, b.mean_slip, b.longest_slip));
  findings["opposite_signs"] =
      claim(std::min(a.flight_against, b.flight_against) > 0.95,
            both("{:.1f} and {:.1f} % of the flight (ε = 0 and 0.2)", 100 * a.flight_against, 100 * b.flight_against));
  bool none_below = true, all_above = true;
  double most = 0, most_at = 0, last = 0;
  for (const HoppingPoint& point : w.friction) {
    if (point.mu < w.onset - 0.005) none_below = none_below && point.flight == 0 && point.flight_elastic == 0;
    if (point.mu > w.onset + 0.005) all_above = all_above && point.flight > 0 && point.flight_elastic > 0;
    if (point.flight > most) {
      most = point.flight;
      most_at = point.mu;
    }
    last = point.flight;
  }
  double first = 0;
  for (const HoppingPoint& point : w.friction)
    if (point.flight > 0) {
      first = point.flight;
      break;
    }
  findings["friction_helps"] =
      claim(none_below && all_above && w.onset > 0.3 && w.onset < 0.5 && a.flight > first,
            fmt::format(
                "hopping from μ = {:.4f} on; ε = 0: in flight {:.1f} % of the time at 0.5, most, {:.1f} %, at {:.2f}, "
                "{:.1f} % at 1",
                w.onset, 100 * a.flight, 100 * most, most_at, 100 * last));
}

Findings find_all(const Evidence& evidence) {
  Findings findings;
  find_model(evidence, findings);
  find_first_set(evidence, findings);
  find_cascade(evidence, findings);
  find_second_set(evidence, findings);
  find_wiper(evidence, findings);
  return findings;
}

}  // namespace carom::papers::impact_oscillator
