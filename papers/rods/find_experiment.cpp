// SPDX-License-Identifier: Apache-2.0
// Section II, Figs 1 and 2: the experiment beside simulations of its annulus; the contact law of section III.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "carom/particles/rod_start.hpp"
#include "carom/theory/rod_drift.hpp"
#include "papers/rods/findings.hpp"
#include "papers/rods/reproduce.hpp"

namespace carom::papers::rods {

using observe::DriftDirection;
using observe::RodMeasures;

std::string with_error(const Point& point) {
  return fmt::format("{:.3f} ± {:.3f} ({:.2f} ± {:.2f} cm/s)", point.drift(), point.error(),
                     in_cm_per_s(point.run, point.drift()), in_cm_per_s(point.run, point.error()));
}

namespace {

double at_gamma(const AccelerationCurve& curve, double gamma) {
  for (std::size_t k = 1; k < curve.points.size(); ++k) {
    const Point &a = curve.points[k - 1], &b = curve.points[k];
    if (gamma <= b.run.Gamma)
      return a.drift() + (b.drift() - a.drift()) * (gamma - a.run.Gamma) / (b.run.Gamma - a.run.Gamma);
  }
  return curve.points.back().drift();
}

std::string onset_text(const AccelerationCurve& curve) {
  const auto at = onset(curve);
  return fmt::format("{} (N = {})", at ? fmt::format("{:.2f}", *at) : "none", curve.N);
}

std::string onsets(const Evidence& e) {
  std::string text;
  for (const AccelerationCurve& curve : e.ring_gamma) text += (text.empty() ? "" : ", ") + onset_text(curve);
  for (const AccelerationCurve& curve : e.ring_down) text += "; Γ falling " + onset_text(curve);
  for (const AccelerationCurve& curve : e.ring_up) text += "; Γ rising " + onset_text(curve);
  text += "; rods that roll " + onset_text(e.ring_rolling);
  const auto& standing = e.ring_gamma_standing.points;
  return text + fmt::format("; walls at rest: c_x = {:.3f} already at Γ = {:g}", standing.front().drift(),
                            standing.front().run.Gamma);
}

// Of the numbers of rods that were computed the one whose onset is nearest to both numbers in print.
const AccelerationCurve* curve_of_onset(const Evidence& e) {
  const AccelerationCurve* nearest = nullptr;
  double least = HUGE_VAL;
  for (const AccelerationCurve& curve : e.ring_gamma) {
    const auto at = onset(curve);
    if (!at) continue;
    const double off =
        std::max(std::abs(*at - published_value("onset_experiment")), std::abs(*at - published_value("threshold")));
    if (off >= least) continue;
    least = off;
    nearest = &curve;
  }
  return nearest;
}

}  // namespace

std::optional<double> onset(const AccelerationCurve& curve) {
  const double limit = 0.05 * at_gamma(curve, 3.3);
  for (std::size_t k = curve.points.size(); k-- > 1;) {
    const Point &a = curve.points[k - 1], &b = curve.points[k];
    if (a.drift() <= limit && b.drift() > limit)
      return a.run.Gamma + (limit - a.drift()) / (b.drift() - a.drift()) * (b.run.Gamma - a.run.Gamma);
  }
  return {};
}

namespace {

// By the paper's own cos φ ∝ N, through the two tilts that it prints of its simulation of the annulus.
Cause tilt_by_own(int N) {
  const double at_55 = std::cos(published_value("tilt_55") * deg), at_44 = std::cos(published_value("tilt_44") * deg);
  Cause cause = against_experiment(std::acos(std::min(1.0, at_55 + (at_44 - at_55) * (55 - N) / 11.0)) / deg);
  cause.by = "the paper's own cos φ ∝ N through its simulated 9° (N = 55) and 22° (N = 44)";
  return cause;
}

void find_tilts(const Evidence& e, Findings& findings) {
  findings["max_tilt"] =
      measured(largest_tilt(Ends::one_flat), fmt::format("{:.1f}° with two round ends, {:.1f}° with two flat ones",
                                                         largest_tilt(Ends::round), largest_tilt(Ends::flat)));
  findings["tilt_23"] = measured(e.ring(23).tilt());
  double upright = 0, count = 0;
  for (const Point& p : e.ring_sense)
    if (p.run.N == 56) {
      upright += p.tilt();
      ++count;
    }
  findings["tilt_56"] =
      measured(upright / count,
               fmt::format("{} rods would fit", particles::most_rods(e.ring_film.run.R_i, e.ring_film.run.R_o)))
          .but(tilt_by_own(56));
  findings["tilt_50"] = measured(e.ring(50).tilt()).but(tilt_by_own(50));
}

// One rod of the annulus, watched.
void find_steps(const Evidence& e, Findings& findings) {
  double most = 0;
  for (int bin = 0; bin < 24; ++bin) most = std::max(most, e.ring_film.phase_density(bin) * 2 * pi / 24);
  const double down = e.ring_film.mean(&RodMeasures::downward);
  findings["upstroke"] =
      claim(down < 0.25 && most < 1.0 / 3,
            fmt::format("{:.0f} % on the downstroke; the fullest of 24 bins has {:.0f} %", 100 * down, 100 * most));
  const TipPath tip = tip_path(e.ring_film, 0);
  findings["tip_line"] = claim(tip.r2 > 0.98 && tip.wobble > 0.01,
                               fmt::format("explained {:.1f} %, the rest {:.3f} d", 100 * tip.r2, tip.wobble));
  findings["tip_slope"] = claim(std::abs(tip.slope / e.ring_film.drift() - 1) < 0.1,
                                fmt::format("{:.4f} against {:.4f}", tip.slope, e.ring_film.drift()));
  findings["eps_experiment"] = measured(e.readings.front().scan.each.front().eps);
}

void find_drift_along_tilt(const Evidence& e, Findings& findings) {
  const auto& ring = e.ring_tilt;
  const Point& top =
      *std::max_element(ring.begin(), ring.end(), [](const Point& a, const Point& b) { return a.drift() < b.drift(); });
  const auto above = [&top](const Point& p) {
    return top.drift() - p.drift() > 3 * std::hypot(top.error(), p.error());
  };
  findings["peak"] =
      claim(above(ring.front()) && above(ring.back()),
            fmt::format("{} at {:.1f}°; {:.3f} at {:.1f}°, {:.3f} at {:.1f}°", with_error(top), top.tilt(),
                        ring.front().drift(), ring.front().tilt(), ring.back().drift(), ring.back().tilt()));
  int runs = 0, left = 0;
  bool always = true;
  for (const Point& p : ring) {
    always = always && p.direction() == DriftDirection::forward;
    runs += p.seeds;
  }
  for (const Point& p : e.ring_sense) {
    always = always && p.direction() == DriftDirection::forward;
    left += p.mean(&RodMeasures::signed_tilt) < 0;
  }
  findings["along_tilt"] = claim(always, fmt::format("{} of {} runs lean to the left and drift there", left,
                                                     runs + static_cast<int>(e.ring_sense.size())));
}

// Motion against the tilt. Rods of the experiment roll about their axes: so do those that are judged.
void find_reverse(const Evidence& e, Findings& findings) {
  const AccelerationCurve& rolling = e.ring_rolling;
  const double largest = at_gamma(rolling, 3.3);
  double tilt = std::nan(""), last = 0, fastest = 0;
  int backwards = 0, slow = 0;
  for (const Point& p : rolling.points) {
    slow += p.run.Gamma < 2;
    if (p.direction() != DriftDirection::reverse) continue;
    ++backwards;
    tilt = p.tilt();
    last = std::max(last, p.run.Gamma);
    fastest = std::max(fastest, -p.drift() / largest);
  }
  double stiff_tilt = HUGE_VAL, row_tilt = HUGE_VAL;
  int stiff = 0, row = 0;
  for (const AccelerationCurve& curve : e.ring_gamma)
    for (const Point& p : curve.points)
      if (p.direction() == DriftDirection::reverse) {
        ++stiff;
        stiff_tilt = std::min(stiff_tilt, p.tilt());
      }
  for (const Point& p : e.row_slow)
    if (p.direction() == DriftDirection::reverse) {
      ++row;
      row_tilt = std::min(row_tilt, p.tilt());
    }
  findings["reverse"] =
      claim(backwards == 0               ? Holds::no
            : last < 2 && fastest < 0.03 ? Holds::yes
                                         : Holds::in_part,
            fmt::format("{} of {} runs below Γ = 2, up to Γ = {:g}, at most {:.1f} % of the drift at 3.3; rods that do "
                        "not roll: {} runs in the annulus, {} in the row",
                        backwards, slow, last, 100 * fastest, stiff, row));
  findings["reverse_tilt"] =
      measured(std::isnan(tilt) ? stiff_tilt : tilt,
               fmt::format("N = {}; rods that do not roll: in the annulus {}, in the row {}", rolling.N,
                           stiff ? fmt::format("from {:.0f}° on", stiff_tilt) : "none",
                           row ? fmt::format("from {:.0f}° on", row_tilt) : "none"));
}

// Drift over the acceleration: where it begins, and where it goes against the tilt.
void find_ring_acceleration(const Evidence& e, Findings& findings) {
  for (const AccelerationCurve& curve : e.ring_gamma)
    if (curve.N == 50) {
      findings["onset_experiment"] = measured(onset(curve).value_or(std::nan("")), onsets(e));
      // One number of rods for both, and its onset as simulated; each has to be what is printed.
      if (const AccelerationCurve* other = curve_of_onset(e))
        findings["onset_experiment"].cause = unprinted(
            {.name = "number of rods", .unit = "", .value = static_cast<double>(other->N), .low = 23, .high = 56},
            *onset(*other));
      findings["threshold"] = findings["onset_experiment"];
    }
  const double onset_printed = published_value("onset_experiment") - published_entry("onset_experiment").tolerance;
  double still = -HUGE_VAL, at_least = -HUGE_VAL;
  int forward = 0, fast = 0;
  for (const AccelerationCurve& curve : e.ring_gamma)
    for (const Point& p : curve.points) {
      const double largest = curve.points.back().drift();
      if (p.run.Gamma < onset_printed) {
        still = std::max(still, (p.drift() + 2 * p.error()) / largest);
        at_least = std::max(at_least, (p.drift() - 2 * p.error()) / largest);
      }
      if (p.run.Gamma > 2.2) {
        ++fast;
        forward += p.direction() == DriftDirection::forward;
      }
    }
  findings["below_onset"] = claim(still < 0.03      ? Holds::yes
                                  : at_least < 0.03 ? Holds::undecided
                                  : at_least < 0.25 ? Holds::in_part
                                                    : Holds::no,
                                  fmt::format("at most {:.1f} %, two errors included", 100 * still));
  find_reverse(e, findings);
  findings["forward_mostly"] = claim(forward == fast, fmt::format("{} of {}", forward, fast));
}

// Rods with flat ends, by the theory.
void find_flat_ends(const Evidence& e, Findings& findings) {
  const auto drift_of = [](RodTip geometry) {
    return theory::rod_drift({.shape = {.geometry = geometry, .l = 8}}, 28 * deg).c_x;
  };
  const double flat = drift_of(RodTip::flat), round = drift_of(RodTip::thick);
  const auto simulated = [&e](particles::Ends ends) -> const Point& {
    return *std::find_if(e.ring_ends.begin(), e.ring_ends.end(),
                         [ends](const Point& p) { return p.run.ends == ends && p.run.Gamma > 3.2; });
  };
  const Point &on_edge = simulated(particles::Ends::flat_below), &on_cap = simulated(particles::Ends::round);
  const double apart = on_edge.drift() - on_cap.drift(), error = 2 * std::hypot(on_edge.error(), on_cap.error());
  findings["flat_slower"] =
      claim(
          apart + error < 0                        ? Holds::yes
          : apart - error > -0.05 * on_cap.drift() ? Holds::no
                                                   : Holds::undecided,
          fmt::format("{} on flat ends at {:.1f}°, {} on round ones at {:.1f}° (N = 41, rolling, μ_s = 0.36, μ = 0.25)",
                      with_error(on_edge), on_edge.tilt(), with_error(on_cap), on_cap.tilt()))
          .but(against_experiment(flat > round,
                                  fmt::format("the paper simulates round ends only; its own formula has c_x/V_z = "
                                              "{:.3f} for flat and {:.3f} for round ones",
                                              flat, round)));
  double low = 0, high = 45;
  while (high - low > 1e-9) {
    const double middle = 0.5 * (low + high);
    (rod_lever_x(RodShape{.geometry = RodTip::flat, .l = 8}, middle * deg) < 0 ? low : high) = middle;
  }
  findings["flat_least_tilt"] = measured(low, "below it the formula has the drift turn round");
}

void find_frequencies(const Evidence& e, Findings& findings) {
  double mean = 0, off = 0;
  bool alike = true;
  std::string list;
  const auto n = static_cast<double>(e.ring_frequency.size());
  for (const Point& p : e.ring_frequency) mean += p.drift() / plate_speed(p.run) / n;
  for (const Point& p : e.ring_frequency) {
    const double scaled = p.drift() / plate_speed(p.run);
    alike = alike && p.direction() == DriftDirection::forward;
    off = std::max(off, std::abs(scaled / mean - 1));
    list += fmt::format("{}{:.3f} at {:g} Hz", list.empty() ? "c_x/V₀ " : ", ", scaled, p.run.f);
  }
  findings["frequency"] = claim(alike && off < 0.25 ? Holds::yes : alike ? Holds::in_part : Holds::no, list);
}

}  // namespace

void find_experiment(const Evidence& e, Findings& findings) {
  find_tilts(e, findings);
  find_steps(e, findings);
  find_drift_along_tilt(e, findings);
  find_ring_acceleration(e, findings);
  find_flat_ends(e, findings);
  find_frequencies(e, findings);
}

namespace {

// Collisions within 2 %, and drift within 10 % as far as its error tells: an equivalence test.
Holds gear_like(double collisions, double apart, double error) {
  return collisions > 0.02 ? Holds::no : within_margin(apart, error, 0.1);
}

}  // namespace

Holds within_margin(double apart, double error, double margin) {
  return apart - error > margin ? Holds::no : apart + error < margin ? Holds::yes : Holds::undecided;
}

void find_contact(const Evidence& e, Findings& findings) {
  const CollisionScan& scan = e.readings.front().scan;
  const std::string range = fmt::format("{:.2f} to {:.2f}", scan.eps_least, scan.eps_most);
  findings["eps_md"] = measured(scan.eps_mean, range);
  const double spread = scan.eps_most - scan.eps_least;
  // Over the tilts of the annulus, 9° to 53°, and with which reading of the contact law.
  const auto spread_of = [](const CollisionScan& of, double low, double high) {
    double least = 2, most = 0;
    for (const SoftCollision& c : of.each)
      if (c.phi >= low && c.phi <= high) {
        least = std::min(least, c.eps);
        most = std::max(most, c.eps);
      }
    return most - least;
  };
  std::string readings;
  const Reading* slight = nullptr;
  for (const Reading& reading : e.readings) {
    const double here = spread_of(reading.scan, 0, 90);
    readings += fmt::format("{}{} {:.2f}", readings.empty() ? "spread " : ", ", reading.name, here);
    if (here < 0.1 && reading.scan.eps_mean > 0.645 && reading.scan.eps_mean < 0.705) slight = &reading;
  }
  findings["eps_slightly"] = claim(spread < 0.1   ? Holds::yes
                                   : spread < 0.3 ? Holds::in_part
                                                  : Holds::no,
                                   range)
                                 .but(follows_from(slight ? slight->name : "no reading of appendix A that was tried",
                                                   slight != nullptr, readings));
  double worst = 0;
  for (std::size_t k = 0; k < scan.each.size(); ++k)
    worst = std::max({worst, std::abs(scan.each[k].c_x - e.gear_scan.each[k].c_x),
                      std::abs(scan.each[k].c_z - e.gear_scan.each[k].c_z)});
  const Point& leapfrog = e.row(18);
  const double apart = std::abs(leapfrog.drift() - e.row_gear.drift());
  findings["gear"] =
      claim(gear_like(worst, apart / leapfrog.drift(),
                      2 * std::hypot(leapfrog.error(), e.row_gear.error()) / leapfrog.drift()),
            fmt::format("collisions differ by {:.4f} c_x; drift {:.3f} ± {:.3f} and {:.3f} ± {:.3f}{}", worst,
                        e.row_gear.drift(), e.row_gear.error(), leapfrog.drift(), leapfrog.error(),
                        e.row_fine.seeds > 0 ? fmt::format("; leapfrog with the paper's step {:.3f} ± {:.3f}",
                                                           e.row_fine.drift(), e.row_fine.error())
                                             : ""));
}

Findings find_all(const Evidence& evidence) {
  Findings findings;
  find_experiment(evidence, findings);
  find_contact(evidence, findings);
  find_annulus(evidence, findings);
  find_row(evidence, findings);
  find_collision(findings);
  find_drift(evidence, findings);
  find_discussion(evidence, findings);
  return findings;
}

}  // namespace carom::papers::rods
