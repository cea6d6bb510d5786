// SPDX-License-Identifier: Apache-2.0
// Sections V and VI: the stationary drift, its comparison with the row, single collisions, lengths.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "carom/theory/rod_drift.hpp"
#include "carom/theory/rod_regimes.hpp"
#include "papers/rods/findings.hpp"

namespace carom::papers::rods {

using observe::RodMeasures;

double theory_drift(const study::RodRun& run, double phi, double eps) {
  return theory::mean_plate_velocity * plate_speed(run) *
         theory::rod_drift({.mu = run.mu_rb, .eps = eps}, phi * deg).c_x;
}

double closure_drift(const Point& p) {
  const theory::RodRow row{.shape = {.geometry = RodTip::thick, .l = p.run.l},
                           .mu = p.run.mu_rb,
                           .eps = p.mean(&RodMeasures::restitution),
                           .r = -p.mean(&RodMeasures::c_z) / p.mean(&RodMeasures::c_z_plus)};
  return p.mean(&RodMeasures::V_plate) * theory::rod_drift(row, p.tilt() * deg).c_x;
}

double saturation_length(const LengthCurve& curve) {
  double sum = 0, n = 0;
  for (const Point& p : curve.points)
    if (p.run.l > 4.9) {
      sum += p.drift();
      ++n;
    }
  const double limit = 0.9 * sum / n;
  for (std::size_t k = 1; k < curve.points.size(); ++k) {
    const Point &a = curve.points[k - 1], &b = curve.points[k];
    if (a.drift() < limit && b.drift() >= limit)
      return a.run.l + (limit - a.drift()) / (b.drift() - a.drift()) * (b.run.l - a.run.l);
  }
  return std::nan("");
}

void find_stationary(Findings& findings, const theory::RodRow& row) {
  const theory::RodRow paper;
  const auto residual = [&row](double phi, double c_x, double c_z) {
    const auto after = theory::collide(
        {.lever = rod_lever(row.shape, phi * deg), .mu = row.mu, .eps = row.eps, .c_x = c_x, .c_z = -c_z, .V_z = 1});
    return std::max(std::abs(after.c_x - c_x), std::abs(after.c_z - c_z));
  };
  double worst = 0;
  for (int phi = 1; phi <= 84; ++phi) {
    const double s = std::sin(phi * deg), c = std::cos(phi * deg), Q = 1 - paper.eps + 6 * s * s;
    const double stick = 6 * (1 + paper.eps) * s * c / Q;                                // (26)
    const double turn = (1 + paper.eps) * (paper.mu * (1 + 3 * c * c) + 3 * s * c) / Q;  // (29)
    const double c_x = phi * deg < printed_critical_angle(paper.mu) ? stick : turn;
    worst = std::max(worst, residual(phi, c_x, (1 + paper.eps) / Q));
  }
  findings["fixed_point"] = claim(worst < 1e-9, fmt::format("largest residual {:.0e} V_z", worst));
  double apart = 0;
  for (const double mu : {0.1, 0.3, 0.6}) {
    const theory::RodRow at{.mu = mu};
    const double phi = printed_critical_angle(mu);
    apart = std::max(apart, std::abs(theory::rod_drift_sticking(at, phi) - theory::rod_drift_reversing(at, phi)));
  }
  findings["continuous"] = claim(apart < 1e-9, fmt::format("largest difference {:.0e} V_z", apart));
  const double at_88 = theory::rod_drift(row, 88 * deg).c_x, printed_88 = theory::rod_drift_reversing(paper, 88 * deg);
  const auto range = theory::reversal_range(row.shape, row.mu);
  findings["fig_11"] = claim(std::abs(at_88 - printed_88) < 1e-9 ? Holds::yes : Holds::in_part,
                             fmt::format("at 88° {:.4f} V_z, (29) {:.4f} V_z; up to {:.2f}° (29) holds", at_88,
                                         printed_88, range->upper.value_or(pi / 2) / deg))
                           .but(misprint("(26) above the second critical angle",
                                         std::abs(at_88 - theory::rod_drift_sticking(paper, 88 * deg)) < 1e-9));
  double integral = 0;
  const int n = 720;
  for (int k = 0; k < n; ++k) {
    const double theta = 2 * pi * k / n;
    integral += std::cos(theta) * (1 + std::cos(theta)) / n;
  }
  findings["eq_31"] = measured(integral);
}

void find_drift(const Evidence& e, Findings& findings) {
  find_stationary(findings);
  double least = HUGE_VAL, most = -HUGE_VAL;
  bool negative = true;
  std::string list;
  for (const Point& p : e.row_gamma) {
    const double V = plate_share(p);
    if (p.run.Gamma <= 1.1 || p.run.Gamma > 1.55 || !std::isfinite(V)) continue;
    least = std::min(least, V / (p.run.Gamma - 1));
    most = std::max(most, V / (p.run.Gamma - 1));
    if (p.run.Gamma < 1.35) negative = negative && V < 0;
    list += fmt::format("{}{:+.2f} (c_x = {:.3f}) at {:g}", list.empty() ? "V_z/V₀ " : ", ", V, p.drift(), p.run.Gamma);
  }
  findings["V_small_gamma"] = claim(least > 0 && most < 1.9 * least, list)
                                  .but(misprint("V_z is negative at small Γ, as the conclusion says", negative));

  // Backward and forward drift with the plate going down, up, or with hardly any landings (fewer than one a rod).
  int back_down = 0, back_up = 0, back_rest = 0, forth_down = 0;
  const auto look = [&](const std::vector<Point>& points) {
    for (const Point& p : points) {
      if (p.run.Gamma > 1.65) continue;
      const bool lands = static_cast<double>(p.each.front().collisions) > p.run.N;
      const double V = plate_share(p);
      if (p.direction() == observe::DriftDirection::reverse) ++(!lands ? back_rest : V < 0 ? back_down : back_up);
      if (p.direction() == observe::DriftDirection::forward && lands && V < 0) ++forth_down;
    }
  };
  look(e.row_gamma);
  look(e.row_slow);
  for (const AccelerationCurve& curve : e.ring_gamma) look(curve.points);
  findings["reverse_by_V"] =
      claim(
          back_down + back_rest == 0   ? Holds::no
          : forth_down + back_rest > 0 ? Holds::in_part
                                       : Holds::yes,
          fmt::format(
              "backwards: {} points with V_z < 0, {} with V_z > 0, {} that hardly leave the plate; forwards with V_z < "
              "0: {} points",
              back_down, back_up, back_rest, forth_down))
          .but(misprint("where rods go backwards V_z is negative, or they hardly leave the plate; the "
                        "converse does not hold",
                        back_up == 0 && back_down + back_rest > 0 && forth_down + back_rest > 0));
}

namespace {

void find_single(const Evidence& e, Findings& findings) {
  const CollisionScan& scan = e.readings.front().scan;
  findings["fig_12"] = claim(scan.rms_c_x < 0.2 && scan.rms_c_z < 0.2,
                             fmt::format("{:.2f} in c_x′, {:.2f} in c_z′", scan.rms_c_x, scan.rms_c_z));
  const SoftCollision& upright = scan.each.front();
  const study::RodRun run = single_run(upright.phi);
  const auto map = theory::collide(
      {.lever = rod_lever(RodShape{}, run.phi), .mu = run.mu_rb, .eps = upright.eps, .c_x = run.c_x, .c_z = run.c_z});
  const double with_eps = map.c_z / run.c_x;
  findings["fig_12_upright"] =
      claim(upright.c_z > upright.map_c_z && std::abs(with_eps - upright.c_z) < 0.1,
            fmt::format("at 2° c_z′ = {:.2f} c_x, map {:.2f}, with the measured ε = {:.2f} {:.2f}", upright.c_z,
                        upright.map_c_z, upright.eps, with_eps));
  int same = 0, soft[3] = {}, rigid[3] = {};
  double longest = 0;
  for (const SoftCollision& c : scan.each) {
    same += static_cast<int>(c.regime) == static_cast<int>(c.soft_regime);
    ++soft[static_cast<int>(c.soft_regime)];
    if (static_cast<int>(c.regime) < 3) ++rigid[static_cast<int>(c.regime)];
    longest = std::max(longest, c.duration);
  }
  const double share = static_cast<double>(same) / static_cast<double>(scan.each.size());
  const bool all = soft[0] > 0 && soft[1] > 0 && soft[2] > 0;
  findings["fig_12_regimes"] =
      claim(all && share >= 0.6                           ? Holds::yes
            : soft[2] > 0 && (soft[0] > 0 || soft[1] > 0) ? Holds::in_part
                                                          : Holds::no,
            fmt::format("slide, slip–stick, slip–reversal: map {}, {}, {}; soft {}, {}, {}; the same in {:.0f} %",
                        rigid[0], rigid[1], rigid[2], soft[0], soft[1], soft[2], 100 * share));
  const double period = study::period_of(row_run(18));
  findings["short_contact"] = claim(longest < 0.05 * period, fmt::format("at most {:.4f} of {:.3f}: {:.1f} %", longest,
                                                                         period, 100 * longest / period));
}

void find_row_acceleration(const Evidence& e, Findings& findings) {
  double mean = 0, n = 0, off = 0, at_1 = 0, at_3 = 0, small = 0, m = 0, small_off = 0;
  double tilt_least = 90, tilt_most = 0;
  for (const Point& p : e.row_gamma) {
    const double gamma = p.run.Gamma;
    if (gamma > 1.99) {
      mean += p.drift() / gamma;
      ++n;
    }
    if (gamma > 1.09 && gamma < 1.51) {
      small += p.drift() / (gamma - 1);
      ++m;
    }
    if (std::abs(gamma - 1) < 1e-9) at_1 = p.drift();
    if (std::abs(gamma - 3) < 1e-9) at_3 = p.drift();
    if (gamma > 0.99) {
      tilt_least = std::min(tilt_least, p.tilt());
      tilt_most = std::max(tilt_most, p.tilt());
    }
  }
  mean /= n;
  small /= m;
  std::string list;
  for (const Point& p : e.row_gamma) {
    const double gamma = p.run.Gamma;
    if (gamma > 1.99) off = std::max(off, std::abs(p.drift() / gamma / mean - 1));
    if (gamma > 1.09 && gamma < 1.51) {
      const double scaled = p.drift() / (gamma - 1);
      small_off = std::max(small_off, std::abs(scaled / small - 1));
      list += fmt::format("{}{:.3f} at {:g}", list.empty() ? "c_x/(Γ − 1) " : ", ", scaled, gamma);
    }
  }
  // A line through the same points, and where it comes to zero.
  double sx = 0, sy = 0, sxx = 0, sxy = 0, syy = 0;
  for (const Point& p : e.row_gamma)
    if (p.run.Gamma > 1.09 && p.run.Gamma < 1.51) {
      const double x = p.run.Gamma, y = p.drift();
      sx += x, sy += y, sxx += x * x, sxy += x * y, syy += y * y;
    }
  const double cov = sxy - sx * sy / m, vx = sxx - sx * sx / m, vy = syy - sy * sy / m;
  const double zero = (sx - sy * vx / cov) / m, explained = cov * cov / (vx * vy);
  findings["fig_13b_linear"] = claim(off < 0.15, fmt::format("c_x/Γ = {:.4f}, within {:.0f} %", mean, 100 * off));
  findings["fig_13b_zero"] = claim(at_1 < 0.02 * at_3, fmt::format("{:.4f} at 1, {:.3f} at 3", at_1, at_3));
  findings["fig_13b_small"] =
      claim(small_off < 0.2   ? Holds::yes
            : small_off < 0.6 ? Holds::in_part
                              : Holds::no,
            list)
          .but(misprint(fmt::format("a line from Γ = {:.2f} on", zero), explained > 0.95 && zero > 1 && zero < 1.1,
                        fmt::format("it explains {:.1f} % of the variance up to 1.5", 100 * explained)));
  findings["fig_13b_tilt"] =
      claim(tilt_most - tilt_least < 3, fmt::format("{:.1f}° to {:.1f}°", tilt_least, tilt_most));
  const Point& hard = e.row_gamma.back();
  findings["closure_50"] = measured(100 * (1 + hard.mean(&RodMeasures::c_z) / hard.mean(&RodMeasures::c_z_plus)),
                                    fmt::format("Γ = {:g}", hard.run.Gamma));
}

// A rising line through 1.5 ≤ l ≤ 3 that passes zero between the sphere and l = 2.
bool grows_linearly(const LengthCurve& curve) {
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0, syy = 0;
  for (const Point& p : curve.points)
    if (p.run.l > 1.4 && p.run.l < 3.1) {
      const double x = p.run.l, y = p.drift();
      ++n;
      sx += x;
      sy += y;
      sxx += x * x;
      sxy += x * y;
      syy += y * y;
    }
  const double c = sxy - sx * sy / n, vx = sxx - sx * sx / n, vy = syy - sy * sy / n;
  const double slope = c / vx, zero = (sx - sy / slope) / n;
  return slope > 0 && c * c > 0.95 * vx * vy && zero > 1 && zero < 2;
}

void find_lengths(const Evidence& e, Findings& findings) {
  const LengthCurve& printed = e.length(particles::Inertia::printed, false);
  double largest = 0, mean = 0, n = 0, off = 0;
  for (const Point& p : printed.points) {
    largest = std::max(largest, p.drift());
    if (p.run.l > 3.9) {
      mean += p.drift();
      ++n;
    }
  }
  mean /= n;
  for (const Point& p : printed.points)
    if (p.run.l > 3.9) off = std::max(off, std::abs(p.drift() / mean - 1));
  // One variant for both: the footnote's moment of inertia is a misprint.
  const LengthCurve& fixed = e.length(particles::Inertia::exact, false);
  const LengthCurve& correct = grows_linearly(fixed) ? fixed : e.length(particles::Inertia::exact, true);
  const std::string variant = correct.rescaled ? "the correct moment of inertia, damping of constant restitution"
                                               : "the correct moment of inertia";
  const Point& sphere = printed.points.front();
  findings["fig_13c_sphere"] =
      claim(within_margin(std::abs(sphere.drift()), 2 * sphere.error(), 0.1 * largest),
            fmt::format("{:+.3f} ± {:.3f} at l = {:g}", sphere.drift(), sphere.error(), sphere.run.l));
  std::string lengths, growth;
  bool any = false;
  for (const LengthCurve& curve : e.lengths) {
    const char* what = curve.inertia == particles::Inertia::printed ? "printed I" : "correct I";
    const char* damping = curve.rescaled ? "γ rescaled" : "γ fixed";
    any = any || grows_linearly(curve);
    lengths += fmt::format("{}{:.1f} ({}, {})", lengths.empty() ? "" : ", ", saturation_length(curve), what, damping);
    std::string values;
    for (const Point& p : curve.points)
      if (p.run.l > 1.01 && p.run.l < 3.01) values += fmt::format("{}{:.3f}", values.empty() ? "" : "/", p.drift());
    growth += fmt::format("{}{} ({}, {})", growth.empty() ? "" : ", ", values, what, damping);
  }
  findings["fig_13c_linear"] = claim(grows_linearly(printed) ? Holds::yes
                                     : any                   ? Holds::in_part
                                                             : Holds::no,
                                     "c_x for l ≤ 3: " + growth)
                                   .but(follows_from(variant, grows_linearly(correct)));
  findings["fig_13c_saturates"] =
      measured(saturation_length(printed), lengths).but(follows_from(variant, saturation_length(correct)));
  findings["fig_13c_flat"] = claim(off < 0.15, fmt::format("{:.3f}, within {:.0f} %", mean, 100 * off));
}

}  // namespace

void find_discussion(const Evidence& e, Findings& findings) {
  find_single(e, findings);
  find_row_acceleration(e, findings);
  find_lengths(e, findings);
  double least = HUGE_VAL, most = 0;
  std::string list;
  const Point* top = nullptr;
  for (const Point& p : e.row_tilt) {
    const double phi = p.run.phi / deg, ratio = p.drift() / theory_drift(p.run, p.tilt());
    if (!top || p.drift() > top->drift()) top = &p;
    if (phi > 14.5 && phi < 50.5) {
      least = std::min(least, ratio);
      most = std::max(most, ratio);
    }
    if (std::abs(phi - 9) < 1e-6 || std::abs(phi - 18) < 1e-6 || std::abs(phi - 37) < 1e-6 || std::abs(phi - 60) < 1e-6)
      list += fmt::format(", {:.2f} at {:g}°", ratio, phi);
  }
  const theory::RodDriftMaximum peak = theory::rod_drift_maximum({});
  findings["fig_13a"] = claim(
      least > 0.5 && most < 2 && std::abs(top->tilt() - peak.phi / deg) < 7,
      fmt::format("simulation over theory {:.2f} to {:.2f}{}; maxima {} at {:.1f}°, {:.3f} at {:.1f}°", least, most,
                  list, with_error(*top), top->tilt(), theory_drift(top->run, peak.phi / deg), peak.phi / deg));
}

}  // namespace carom::papers::rods
