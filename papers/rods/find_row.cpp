// SPDX-License-Identifier: Apache-2.0
// Section III, Figs 6 to 8: velocities before and after collisions in the row, flights, landing phases.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/rods/findings.hpp"

namespace carom::papers::rods {

using observe::RodMeasures;

double plate_share(const Point& point) { return point.mean(&RodMeasures::V_plate) / plate_speed(point.run); }

double distance_from_H(const Point& point) {
  double sum = 0;
  const double width = 2 * pi / 24;
  for (int bin = 0; bin < 24; ++bin) {
    const double a = bin * width, b = a + width;
    const double H = (b - a + std::sin(b) - std::sin(a)) / (2 * pi) / width;
    sum += 0.5 * std::abs(point.phase_density(bin) - H) * width;
  }
  return sum;
}

namespace {

struct Extent {
  double least = HUGE_VAL, most = -HUGE_VAL;
  void add(double x) {
    least = std::min(least, x);
    most = std::max(most, x);
  }
};

Holds close_to_one(const Extent& x) {
  return x.least > 0.75 && x.most < 1.25 ? Holds::yes : x.least > 0.5 && x.most < 1.5 ? Holds::in_part : Holds::no;
}

double nominal(const Point& p) { return p.run.phi / deg; }

// Before and after collisions.
void find_velocities(const Evidence& e, Findings& findings) {
  const auto& row = e.row_tilt;
  Extent tilt, omega, c_x, c_z, V;
  double mean_V = 0, V_top = 0;
  for (const Point& p : row) {
    tilt.add(p.tilt() - nominal(p));
    omega.add(std::abs(p.mean(&RodMeasures::omega) / p.mean(&RodMeasures::omega_plus)));
    c_x.add(p.mean(&RodMeasures::c_x) / p.mean(&RodMeasures::c_x_plus));
    if (plate_share(p) > V.most) V_top = nominal(p);
    c_z.add(-p.mean(&RodMeasures::c_z) / p.mean(&RodMeasures::c_z_plus));
    V.add(plate_share(p));
  }
  // The tilt from which on c_x is close, up to the largest.
  Extent close;
  double from = HUGE_VAL;
  for (std::size_t k = row.size(); k-- > 0;) {
    Extent wider = close;
    wider.add(row[k].mean(&RodMeasures::c_x) / row[k].mean(&RodMeasures::c_x_plus));
    if (close_to_one(wider) != Holds::yes) break;
    close = wider;
    from = nominal(row[k]);
  }
  for (std::size_t k = 1; k < row.size(); ++k)
    mean_V += 0.5 * (plate_share(row[k]) + plate_share(row[k - 1])) * (row[k].tilt() - row[k - 1].tilt()) /
              (row.back().tilt() - row.front().tilt());
  findings["cosine"] = claim(std::max(std::abs(tilt.least), std::abs(tilt.most)) < 1,
                             fmt::format("differences {:+.2f}° to {:+.2f}°", tilt.least, tilt.most));
  findings["omega_small"] = claim(omega.most < 0.5    ? Holds::yes
                                  : omega.most < 0.75 ? Holds::in_part
                                                      : Holds::no,
                                  fmt::format("|ω|/|ω′| {:.2f} to {:.2f}", omega.least, omega.most));
  findings["c_x_close"] = claim(close_to_one(c_x), fmt::format("c_x/c_x′ {:.2f} to {:.2f}", c_x.least, c_x.most))
                              .but(misprint(fmt::format("from a tilt of {:.0f}° on", from), from < 19,
                                            fmt::format("{:.2f} to {:.2f} there", close.least, close.most)));
  findings["c_z_close"] =
      claim(close_to_one(c_z), fmt::format("−c_z/c_z′ {:.2f} to {:.2f}", c_z.least, c_z.most))
          .but(misprint("up to 50 % apart, as section VI has it", c_z.least > 0.495 && c_z.most < 1.505));
  findings["V_half"] =
      measured(mean_V, fmt::format("V₀ = {:.2f} cm/s", in_cm_per_s(row[0].run, plate_speed(row[0].run))));
  findings["V_weak"] =
      claim(V.most < 1.3 * V.least ? Holds::yes
            : V.most < 2 * V.least ? Holds::in_part
                                   : Holds::no,
            fmt::format("{:.2f} to {:.2f} V₀", V.least, V.most))
          .but(misprint("within a factor of two, largest at the bump", V.most < 2 * V.least && V_top > 30 && V_top < 41,
                        fmt::format("largest at {:.0f}°", V_top)));
}

// The drift over the tilt: its bump, and no sharp drop.
void find_bump(const Evidence& e, Findings& findings) {
  const auto& row = e.row_tilt;
  const Point &from = e.effort.quick ? e.row(24) : e.row(27), &to = e.effort.quick ? e.row(40) : e.row(45);
  double excess = -HUGE_VAL;
  const Point *bump = nullptr, *dip = nullptr;
  for (const Point& p : row) {
    if (p.tilt() <= from.tilt() || p.tilt() >= to.tilt()) continue;
    const double line =
        from.drift() + (to.drift() - from.drift()) * (p.tilt() - from.tilt()) / (to.tilt() - from.tilt());
    if (p.drift() - line > excess) {
      excess = p.drift() - line;
      bump = &p;
    }
  }
  for (const Point& p : row)
    if (p.tilt() > from.tilt() && p.tilt() < bump->tilt() && (!dip || p.drift() < dip->drift())) dip = &p;
  findings["bump"] =
      measured(nominal(*bump), fmt::format("{:.3f} ± {:.3f} there, least before it {:.3f} ± {:.3f} at {:.0f}°",
                                           bump->drift(), bump->error(), dip->drift(), dip->error(), nominal(*dip)))
          .but({.detail = "where landings in the upstroke are most; no reading of appendix A was found to move it"});
  findings["no_sharp_drop"] = claim(e.row(24).drift() > 0.75 * e.row(18).drift(),
                                    fmt::format("{:.3f} at 18°, {:.3f} at 24°", e.row(18).drift(), e.row(24).drift()));
}

void find_flights(const Evidence& e, Findings& findings) {
  const auto& row = e.row_tilt;
  const double T9 = e.tip_9.mean(&RodMeasures::flight_time), T34 = e.tip_34.mean(&RodMeasures::flight_time);
  const double long9 = e.tip_9.mean(&RodMeasures::long_flights);
  findings["flights"] = claim(
      T9 > 1 && T34 < 1 && long9 > 0.5,
      fmt::format("mean flight {:.2f} T at 9°, {:.2f} T at 34°; {:.0f} % longer than T at 9°", T9, T34, 100 * long9));
  double change = std::nan("");
  for (std::size_t k = 1; k < row.size(); ++k) {
    const double a = row[k - 1].mean(&RodMeasures::long_flights), b = row[k].mean(&RodMeasures::long_flights);
    if (a > 0.5 && b <= 0.5)
      change = nominal(row[k - 1]) + (a - 0.5) / (a - b) * (nominal(row[k]) - nominal(row[k - 1]));
  }
  double one_period = std::nan("");
  for (std::size_t k = 1; k < row.size(); ++k) {
    const double a = row[k - 1].mean(&RodMeasures::flight_time), b = row[k].mean(&RodMeasures::flight_time);
    if (a > 1 && b <= 1) one_period = nominal(row[k - 1]) + (a - 1) / (a - b) * (nominal(row[k]) - nominal(row[k - 1]));
  }
  findings["flight_change"] = measured(change, fmt::format("shares {:.0f} % at 9°, {:.0f} % at 40°",
                                                           100 * e.row(9).mean(&RodMeasures::long_flights),
                                                           100 * e.row(40).mean(&RodMeasures::long_flights)))
                                  .but(follows_from("where the mean flight is one period", one_period));
}

// On which strokes, and at which phases, the rods land.
void find_landings(const Evidence& e, Findings& findings) {
  Extent distance;
  double downward_large = 0, downward_most = 0, holds_to = 0;
  for (const Point& p : e.row_tilt) {
    const double down = p.mean(&RodMeasures::downward);
    if (nominal(p) > 34.5 && nominal(p) < 41) downward_large = std::max(downward_large, down);
    if (nominal(p) > 55) downward_most = std::max(downward_most, down);
    distance.add(distance_from_H(p));
    if (distance.most < 0.15) holds_to = nominal(p);
  }
  const double small = e.row(9).mean(&RodMeasures::downward);
  findings["landing"] =
      claim(small > 0.15 && downward_large < 0.05 ? (downward_most < 0.1 ? Holds::yes : Holds::in_part) : Holds::no,
            fmt::format("{:.0f} % at 9°, at most {:.1f} % at 35° to 40°, {:.0f} % at 60° to 70°", 100 * small,
                        100 * downward_large, 100 * downward_most))
          .but(misprint("at tilts of 35° to 40°", small > 0.15 && downward_large < 0.05));
  findings["H"] = claim(distance.most < 0.15    ? Holds::yes
                        : distance.least < 0.15 ? Holds::in_part
                                                : Holds::no,
                        fmt::format("{:.2f} to {:.2f}", distance.least, distance.most))
                      .but(misprint(fmt::format("up to a tilt of {:.0f}°", holds_to), holds_to > 14));
}

void find_row_over_ring(const Evidence& e, Findings& findings) {
  const auto largest = [](const std::vector<Point>& points) {
    double most = 0;
    for (const Point& p : points) most = std::max(most, in_cm_per_s(p.run, p.drift()));
    return most;
  };
  const double row_most = largest(e.row_tilt), ring_most = largest(e.ring_tilt);
  findings["row_over_ring"] =
      measured(row_most / ring_most,
               fmt::format("{:.2f} and {:.2f} cm/s; annulus with μ_rw = 0 {:.2f} cm/s, with rods free to turn about "
                           "their axes {:.2f} cm/s",
                           row_most, ring_most, in_cm_per_s(e.ring_mu_wall.front().run, e.ring_mu_wall.front().drift()),
                           largest(e.ring_spin)));
}

}  // namespace

void find_row(const Evidence& e, Findings& findings) {
  find_velocities(e, findings);
  find_bump(e, findings);
  find_flights(e, findings);
  find_landings(e, findings);
  find_row_over_ring(e, findings);
}

}  // namespace carom::papers::rods
