// SPDX-License-Identifier: Apache-2.0
// Section III, Figs 4 and 5: drift in the annulus against tilt, acceleration and friction; its arrangements.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/rods/findings.hpp"

namespace carom::papers::rods {

using observe::RodMeasures;

namespace {

// The point of a list nearest to a tilt.
const Point& near_tilt(const std::vector<Point>& points, double tilt) {
  return *std::min_element(points.begin(), points.end(), [tilt](const Point& a, const Point& b) {
    return std::abs(a.tilt() - tilt) < std::abs(b.tilt() - tilt);
  });
}

// Share of the variance of c_x that a line in Γ explains, Γ ≥ 2.
double line_share(const AccelerationCurve& curve) {
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0, syy = 0;
  for (const Point& p : curve.points)
    if (p.run.Gamma > 1.99) {
      const double x = p.run.Gamma, y = p.drift();
      ++n;
      sx += x;
      sy += y;
      sxx += x * x;
      sxy += x * y;
      syy += y * y;
    }
  const double c = sxy - sx * sy / n;
  return c * c / ((sxx - sx * sx / n) * (syy - sy * sy / n));
}

// Share of neighbours around the annulus that stand on different sides of the middle radius.
double alternating_share(const Point& p) {
  const double middle = 0.5 * (p.run.R_i + p.run.R_o);
  std::vector<std::pair<double, bool>> rods;
  for (const particles::Vec3& r : p.last.r) rods.push_back({std::atan2(r.y, r.x), std::hypot(r.x, r.y) > middle});
  std::sort(rods.begin(), rods.end());
  int differ = 0;
  for (std::size_t k = 0; k < rods.size(); ++k) differ += rods[k].second != rods[(k + 1) % rods.size()].second;
  return static_cast<double>(differ) / static_cast<double>(rods.size());
}

double steep_share(const Point& p) {
  std::vector<double> tilt;
  for (const particles::Vec3& u : p.last.u) tilt.push_back(std::acos(std::min(1.0, std::abs(u.z))));
  const auto [least, most] = std::minmax_element(tilt.begin(), tilt.end());
  const double middle = 0.5 * (*least + *most);
  return static_cast<double>(std::count_if(tilt.begin(), tilt.end(), [&](double t) { return t > middle; })) /
         static_cast<double>(tilt.size());
}

void find_tilt(const Evidence& e, Findings& findings) {
  const auto& ring = e.ring_tilt;
  findings["tilt_55"] = measured(e.ring(55).tilt());
  findings["tilt_44"] = measured(e.ring(44).tilt());
  double mean = 0, off = 0;
  for (int k = 0; k < 3; ++k) mean += ring[k].drift() / ring[k].tilt() / 3;
  for (int k = 0; k < 3; ++k) off = std::max(off, std::abs(ring[k].drift() / ring[k].tilt() / mean - 1));
  findings["small_linear"] =
      claim(off < 0.15, fmt::format("c_x/φ = {:.4f} per degree, within {:.0f} %, {:.0f}° to {:.0f}°", mean, 100 * off,
                                    ring[0].tilt(), ring[2].tilt()));
  const Point& top =
      *std::max_element(ring.begin(), ring.end(), [](const Point& a, const Point& b) { return a.drift() < b.drift(); });
  findings["first_maximum"] = measured(top.tilt(), with_error(top));
  bool second = false;
  for (std::size_t k = 1; k + 1 < ring.size(); ++k) {
    const Point &a = ring[k - 1], &p = ring[k], &b = ring[k + 1];
    if (p.tilt() > 28 && p.tilt() < 42 && p.drift() - a.drift() > std::hypot(p.error(), a.error()) &&
        p.drift() - b.drift() > std::hypot(p.error(), b.error()))
      second = true;
  }
  const Point &p19 = near_tilt(ring, 19.5), &p28 = near_tilt(ring, 28), &p36 = near_tilt(ring, 35.5);
  const auto slope = [](const Point& a, const Point& b) { return (b.drift() - a.drift()) / (b.tilt() - a.tilt()); };
  const double first = slope(p19, p28), then = slope(p28, p36);
  findings["second_maximum"] =
      claim(second                                   ? Holds::yes
            : std::abs(then) < 0.5 * std::abs(first) ? Holds::in_part
                                                     : Holds::no,
            fmt::format("{:.3f} at {:.0f}°, {:.3f} at {:.0f}°; slope {:.4f} per degree after {:.4f}", p28.drift(),
                        p28.tilt(), p36.drift(), p36.tilt(), then, first))
          .but({.detail = "the fall stops, at the end of long flights as in the row; a rise was not found"});
  const Point& p30 = near_tilt(ring, 30);
  findings["slowdown"] =
      claim(p30.drift() < 0.8 * top.drift(),
            fmt::format("{:.0f} % of the maximum at {:.0f}°", 100 * p30.drift() / top.drift(), p30.tilt()));
  const double end = e.ring(23).drift() / top.drift();
  double row_top = 0;
  for (const Point& p : e.row_tilt) row_top = std::max(row_top, p.drift());
  const double row_end = e.row_tilt.back().drift() / row_top;
  findings["decay"] = claim(end < 0.1   ? Holds::yes
                            : end < 0.5 ? Holds::in_part
                                        : Holds::no,
                            fmt::format("{:.0f} % of the maximum at {:.0f}°", 100 * end, e.ring(23).tilt()))
                          .but(follows_from("the row, whose tilt no wall bounds", row_end < 0.1,
                                            fmt::format("{:.0f} % of its maximum at {:.0f}°", 100 * row_end,
                                                        e.row_tilt.back().tilt())));
}

void find_arrangement(const Evidence& e, Findings& findings) {
  const Point& dense = e.ring(55);
  const double alternating = alternating_share(dense);
  findings["uniform"] = claim(alternating >= 0.8, fmt::format("{:.0f} %", 100 * alternating));
  const Point *widest = nullptr, *half = nullptr;
  for (const Point& p : e.ring_tilt) {
    if (p.tilt() > 18 && p.tilt() < 30 && (!widest || p.tilt_spread() > widest->tilt_spread())) widest = &p;
    if (p.run.N >= 42 && p.run.N <= 45 && (!half || p.tilt_spread() > half->tilt_spread())) half = &p;
  }
  findings["non_uniform"] = claim(widest->tilt_spread() > 2 * dense.tilt_spread(),
                                  fmt::format("standard deviation {:.1f}° at N = {}, {:.1f}° at N = 55",
                                              widest->tilt_spread(), widest->run.N, dense.tilt_spread()));
  findings["half_of_rods"] = measured(steep_share(*half), fmt::format("N = {}", half->run.N));
  std::string list;
  bool faster = true;
  for (const Point& p : e.ring_spin) {
    const double ratio = p.drift() / e.ring(p.run.N).drift();
    faster = faster && ratio > 1.1;
    list += fmt::format("{}N = {}: {}, {:.2f} times as fast", list.empty() ? "" : "; ", p.run.N, with_error(p), ratio);
  }
  findings["spin"] = claim(faster, list);
}

}  // namespace

void find_annulus(const Evidence& e, Findings& findings) {
  find_tilt(e, findings);
  find_arrangement(e, findings);
  double least = 1;
  for (const AccelerationCurve& curve : e.ring_gamma) least = std::min(least, line_share(curve));
  findings["linear_above"] = claim(least > 0.9    ? Holds::yes
                                   : least > 0.75 ? Holds::in_part
                                                  : Holds::no,
                                   fmt::format("at least {:.0f} %", 100 * least));
  const auto at = [](const AccelerationCurve& curve, double gamma) -> const Point& {
    return *std::min_element(curve.points.begin(), curve.points.end(), [gamma](const Point& a, const Point& b) {
      return std::abs(a.run.Gamma - gamma) < std::abs(b.run.Gamma - gamma);
    });
  };
  for (const AccelerationCurve& curve : e.ring_gamma)
    if (curve.N == 50) {
      const Point &rough = at(curve, 1.25), &smooth = at(e.ring_gamma_smooth, 1.25);
      findings["wall_threshold"] =
          claim(smooth.drift() > 10 * std::abs(rough.drift()) && smooth.drift() > 3 * smooth.error(),
                fmt::format("{:.4f} ± {:.4f} against {:.5f} ± {:.5f}", smooth.drift(), smooth.error(), rough.drift(),
                            rough.error()));
    }
  const auto& walls = e.ring_mu_wall;
  Holds falls = Holds::yes;  // each step by two errors
  std::string list;
  double at_03 = 0, error_03 = 0;
  for (std::size_t k = 0; k < walls.size(); ++k) {
    if (k > 0) {
      const double down = walls[k - 1].drift() - walls[k].drift();
      const double error = 2 * std::hypot(walls[k].error(), walls[k - 1].error());
      falls = down < -error || falls == Holds::no ? Holds::no : down < error ? Holds::undecided : falls;
    }
    if (std::abs(walls[k].run.mu_rw - 0.3) < 1e-9) at_03 = walls[k].drift(), error_03 = walls[k].error();
    list += fmt::format("{}{:.3f} ({:g})", k ? ", " : "", walls[k].drift(), walls[k].run.mu_rw);
  }
  findings["wall_monotonic"] = claim(falls, "c_x (μ_rw) " + list);
  const double factor = walls.front().drift() / walls.back().drift();
  findings["wall_tenfold"] = claim(factor > 10, fmt::format("{:.1f}", factor));
  const double ratio = walls.front().drift() / at_03;
  findings["wall_ratio"] = estimated(
      ratio, 2 * ratio * std::hypot(walls.front().error() / walls.front().drift(), error_03 / at_03), "two errors");

  const auto& plate = e.ring_mu_plate;
  double usual = 0, at_06 = 0, error_06 = 0;
  for (const Point& p : plate) {
    if (std::abs(p.run.mu_rb - 0.3) < 1e-9) usual = p.drift();
    if (std::abs(p.run.mu_rb - 0.6) < 1e-9) at_06 = p.drift(), error_06 = p.error();
  }
  const double none = std::abs(plate.front().drift() / usual);
  const Point &row_none = e.row_mu_plate.front(), &row_large = e.row_mu_plate.back();
  findings["plate_needed"] =
      claim(none < 0.02  ? Holds::yes
            : none < 0.2 ? Holds::in_part
                         : Holds::no,
            fmt::format("{:+.4f} with moving walls, {:+.4f} with walls at rest, {:+.4f} in the "
                        "row, the momentum of its start; at 0.3 {:.3f}",
                        plate.front().drift(), e.ring_mu_plate_standing.drift(), row_none.drift(), usual))
          .but(follows_from("side walls at rest", std::abs(e.ring_mu_plate_standing.drift()) < 0.02 * usual,
                            "walls that shake with the plate drive the rods by their own friction"));
  findings["plate_saturates"] =
      claim(within_margin(std::abs(plate.back().drift() / at_06 - 1),
                          2 * std::hypot(plate.back().error(), error_06) / at_06, 0.1),
            fmt::format("{:.3f} at 0.6, {:.3f} at 1. In the row at 18° it falls: {:.3f} at 0.3, {:.3f} at 1", at_06,
                        plate.back().drift(), e.row(18).drift(), row_large.drift()));
}

}  // namespace carom::papers::rods
