// SPDX-License-Identifier: Apache-2.0
// Sections 1 and 2: equations, regimes, transitions and the impact law, checked against positions in the plane and
// along the recorded orbits.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "papers/impact_oscillator/findings.hpp"
#include "papers/impact_oscillator/poisson_impact.hpp"

namespace carom::papers::impact_oscillator {

namespace {

using Point = std::array<double, 2>;

// m₁ and m₂ in the plane.
Point tip(double l, const Vector<2>& q) { return {l * std::sin(q[0]), q[1] - l * std::cos(q[0])}; }
Point hinge(const Vector<2>& q) { return {0, q[1]}; }

// A fixed list of states that has no pattern: fractional parts of multiples of irrational numbers.
struct Sample {
  Vector<2> q, u, a;
};
Sample sample(int k) {
  const auto fraction = [k](double irrational) { return std::fmod((k + 1) * irrational, 1.0) - 0.5; };
  return {.q = {2 * fraction(0.6180339887), 1 + 0.4 * fraction(0.7548776662)},
          .u = {8 * fraction(0.4142135624), 4 * fraction(0.7320508076)},
          .a = {60 * fraction(0.2360679775), 30 * fraction(0.6457513111)}};
}

// (1) by virtual power: Σ m ẍ·∂x/∂q_k + the forces of springs, dampers and gravity, against M a − h of the mechanism.
double worst_of_equations(const ImpactOscillatorSettings& p) {
  const ImpactOscillator system(p);
  double worst = 0;
  for (int k = 0; k < 40; ++k) {
    const Sample s = sample(k);
    const double dt = 1e-4, d = 1e-6;
    const auto at = [&s](double t) { return Vector<2>(s.q + t * s.u + 0.5 * t * t * s.a); };
    Vector<2> power = Vector<2>::Zero();
    const auto add = [&](double mass, const auto& place) {
      const Point x0 = place(at(-dt)), x1 = place(at(0)), x2 = place(at(dt));
      for (int i = 0; i < 2; ++i) {
        Vector<2> step = Vector<2>::Zero();
        step[i] = d;
        const Point forth = place(Vector<2>(s.q + step)), back = place(Vector<2>(s.q - step));
        for (int j = 0; j < 2; ++j) {
          const double acceleration = (x0[j] - 2 * x1[j] + x2[j]) / (dt * dt) + (j == 1 ? p.g : 0);
          power[i] += mass * acceleration * (forth[j] - back[j]) / (2 * d);
        }
      }
    };
    add(p.m1, [&p](const Vector<2>& q) { return tip(p.l, q); });
    add(p.m2, [](const Vector<2>& q) { return hinge(q); });
    power[0] += p.c_phi * s.u[0] + p.k_phi * (s.q[0] - p.phi0);
    power[1] += p.c_y * s.u[1] + p.k_y * (s.q[1] - p.y0);
    const Vector<2> printed = system.mass_matrix(s.q) * s.a - system.force(0, s.q, s.u);
    worst = std::max(worst, (power - printed).norm() / printed.norm());
  }
  return worst;
}

double worst_of_gaps(const ImpactOscillatorSettings& p) {
  const ImpactOscillator system(p);
  double worst = 0;
  for (int k = 0; k < 40; ++k) {
    const Sample s = sample(k);
    const double dt = 1e-6;
    const Point before = tip(p.l, s.q - dt * s.u), now = tip(p.l, s.q), after = tip(p.l, s.q + dt * s.u);
    const auto contact = contact_kinematics(system, 0, s.q, s.u)[0];
    worst = std::max({worst, std::abs(contact.gap - now[1]),
                      std::abs(contact.tangential_velocity(s.u) - ((after[0] - before[0]) / (2 * dt) - p.v))});
  }
  return worst;
}

// Both rows of (1) as printed with λ_N = λ_T = 0, over the largest of their terms.
double flight_residual(const ImpactOscillatorSettings& p, const MotionPoint& x) {
  const double s = std::sin(x.phi), c = std::cos(x.phi);
  const std::array<double, 5> one{p.m1 * p.l * p.l * x.phi_ddot, p.m1 * p.l * s * x.y_ddot, p.c_phi * x.phi_dot,
                                  p.k_phi * (x.phi - p.phi0), p.m1 * p.g * p.l * s};
  const std::array<double, 5> two{p.m1 * p.l * s * x.phi_ddot, (p.m1 + p.m2) * x.y_ddot,
                                  p.c_y * x.y_dot + p.k_y * (x.y - p.y0), p.m1 * p.l * x.phi_dot * x.phi_dot * c,
                                  (p.m1 + p.m2) * p.g};
  double worst = 0;
  for (const auto& row : {one, two}) {
    double sum = 0, most = 0;
    for (const double term : row) {
      sum += term;
      most = std::max(most, std::abs(term));
    }
    worst = std::max(worst, std::abs(sum) / most);
  }
  return worst;
}

struct AlongOrbits {
  double least_gap = HUGE_VAL;
  double flight_residual = 0;      // of (1) without forces at the contact, over the largest term
  double on_belt = 0;              // residual of (2)
  double slip_law = 0;             // |λ_T + σ μ λ_N|/λ_N
  double stick_slip = 0;           // |γ_t| in stick
  double stick_advance = 0;        // residual of l sin φ = … + v Δt
  double slip_at_stick = 0;        // |γ_t| where slip ends in stick
  double ratio_off = 0;            // | |λ_T|/(μ λ_N) − 1 | where stick ends in slip
  double force_at_leave_slip = 0;  // λ_N/max λ_N where slip ends in flight
  double elastic_off = 0, plastic_rebound = 0, least_rebound = HUGE_VAL;  // m/s
  long points = 0, impacts = 0, elastic_impacts = 0;
  bool chatters = true;
};

void look(const MotionRecord& record, AlongOrbits& seen) {
  const ImpactOscillatorSettings& p = record.settings;
  const ImpactOscillator system(p);
  double largest = 0;
  for (const MotionPoint& x : record.points) largest = std::max(largest, x.F_n);
  double stuck_since = -1, stuck_at = 0;
  for (const MotionPoint& x : record.points) {
    ++seen.points;
    seen.least_gap = std::min(seen.least_gap, x.gap);
    const double s = std::sin(x.phi), c = std::cos(x.phi);
    if (x.regime == 'F') {
      seen.flight_residual = std::max(seen.flight_residual, flight_residual(p, x));
      stuck_since = -1;
      continue;
    }
    seen.on_belt = std::max({seen.on_belt, std::abs(x.y - p.l * c), std::abs(x.y_dot + p.l * x.phi_dot * s),
                             std::abs(x.y_ddot + p.l * (x.phi_dot * x.phi_dot * c + x.phi_ddot * s)) / 100});
    if (x.regime == 'T') {
      seen.stick_slip = std::max(seen.stick_slip, std::abs(x.slip));
      if (stuck_since < 0) {
        stuck_since = x.t;
        stuck_at = p.l * s;
      }
      if (p.belt == Belt::constant)
        seen.stick_advance = std::max(seen.stick_advance, std::abs(p.l * s - stuck_at - p.v * (x.t - stuck_since)));
      continue;
    }
    stuck_since = -1;
    const double sigma = x.regime == 'P' ? 1 : -1;
    if (x.F_n > 1e-3 * largest)
      seen.slip_law = std::max(seen.slip_law, std::abs(x.F_t + sigma * p.law.mu_c * x.F_n) / x.F_n);
  }
  for (const Change& change : record.changes) {
    const MotionPoint& x = change.last;
    const bool slips = change.from == 'P' || change.from == 'M';
    if (slips && change.to == 'T') seen.slip_at_stick = std::max(seen.slip_at_stick, std::abs(x.slip));
    if (slips && change.to == 'F')
      seen.force_at_leave_slip = std::max(seen.force_at_leave_slip, std::abs(x.F_n) / largest);
    if (change.from == 'T' && (change.to == 'P' || change.to == 'M'))
      seen.ratio_off = std::max(seen.ratio_off, std::abs(std::abs(x.F_t) / (p.law.mu_s * x.F_n) - 1));
  }
  int since_contact = 0;
  for (const ImpactRecord& impact : record.impacts) {
    const auto before = contact_kinematics(system, impact.before.t, impact.before.q, impact.before.u)[0];
    const auto after = contact_kinematics(system, impact.after.t, impact.after.q, impact.after.u)[0];
    const double rebound = after.normal_velocity(impact.after.u);
    ++seen.impacts;
    const PhasedImpact law = poisson_impact(p, impact.before.q[0], before.normal_velocity(impact.before.u),
                                            before.tangential_velocity(impact.before.u));
    seen.elastic_off = std::max(
        {seen.elastic_off, std::abs(law.n - rebound), std::abs(law.t - after.tangential_velocity(impact.after.u))});
    if (p.law.e > 0) {
      ++seen.elastic_impacts;
      ++since_contact;
      seen.least_rebound = std::min(seen.least_rebound, rebound);
      if (impact.closes) {
        // The first record may begin in the middle of a chatter.
        if (since_contact < 2 && &impact != &record.impacts.front()) seen.chatters = false;
        since_contact = 0;
      }
    } else {
      seen.plastic_rebound = std::max(seen.plastic_rebound, std::abs(rebound));
    }
  }
}

void find_ends_of_stick(const Evidence& evidence, const AlongOrbits& seen, Findings& findings) {
  // Where stick ends, at μ = 0.5 in slip and at 0.7 in flight.
  double ratio = 0, normal = 0, largest = 0;
  for (const Change& change : evidence.orbit(Set::first, 0.5, 0).record.changes)
    if (change.from == 'T') ratio = std::abs(change.last.F_t) / change.last.F_n;
  const MotionRecord& high = evidence.orbit(Set::first, 0.7, 0).record;
  for (const MotionPoint& x : high.points) largest = std::max(largest, x.F_n);
  bool slip_impossible = false;
  double painleve = 0;
  for (const Change& change : high.changes)
    if (change.from == 'T' && change.to == 'F') {
      normal = change.last.F_n;
      const double slope = std::abs(std::tan(change.last.phi));
      painleve = slope + high.settings.m1 / high.settings.m2 / slope;
      slip_impossible = high.settings.law.mu_c > painleve;
    }
  findings["stick_bound"] =
      claim(std::abs(ratio - 1) < 1e-6, fmt::format("at μ = 0.5 stick ends with |λ_T|/λ_N = {:.6f}", ratio))
          .but(misprint("|λ_T| ≤ μ λ_N", std::abs(ratio / 0.5 - 1) < 1e-6,
                        fmt::format("|λ_T|/(μ λ_N) = {:.6f} where stick ends", ratio / 0.5)));
  findings["detach"] =
      claim(seen.force_at_leave_slip < 1e-6 ? (normal < 1e-6 * largest ? Holds::yes : Holds::in_part) : Holds::no,
            fmt::format(
                "out of slip λ_N = {:.1e} of the largest; out of stick at μ = 0.7 with λ_N = {:.3f} N of {:.3f} N",
                seen.force_at_leave_slip, normal, largest))
          .but(misprint("out of stick the tip may leave with λ_N > 0, where slip is impossible, "
                        "μ > |tan φ| + (m₁/m₂)/|tan φ|",
                        slip_impossible, fmt::format("{:.4f} at that end of stick", painleve)));
}

void find_impacts(const Evidence& evidence, const AlongOrbits& seen, Findings& findings) {
  findings["poisson"] = claim(seen.elastic_off < 1e-9 && seen.elastic_impacts > 0,
                              fmt::format("{} impacts, {} of them with ε = 0.2; largest difference {:.1e} m/s",
                                          seen.impacts, seen.elastic_impacts, seen.elastic_off));
  findings["plastic"] = claim(seen.plastic_rebound < 1e-9,
                              fmt::format("largest normal velocity after it {:.1e} m/s", seen.plastic_rebound));
  findings["chatter"] =
      claim(seen.least_rebound > 0 && seen.chatters,
            fmt::format("{} impacts; least normal velocity after one {:.1e} m/s, where chatter is summed to its limit",
                        seen.elastic_impacts, seen.least_rebound));
  double worst = 0, coarsest = 0;
  std::string list;
  for (const ChatterTolerance& c : evidence.chatter) {
    if (c.tolerance <= 1e-3) {
      worst = std::max({worst, c.maximum, c.period, c.orbit});
      coarsest = c.tolerance;
    }
    if (c.tolerance > 0)
      list +=
          fmt::format("{}{:g} s: {:.0f} impacts, φ̇_max {:+.1e}, period {:.1e}, orbit {:.1e}", list.empty() ? "" : "; ",
                      c.tolerance, c.impacts, c.phi_dot_max / evidence.chatter[0].phi_dot_max - 1, c.period, c.orbit);
  }
  findings["chatter_end"] = claim(worst < 1e-2, fmt::format("at most {:.1e} up to {:g} s; {}", worst, coarsest, list));
}

}  // namespace

void find_model(const Evidence& evidence, Findings& findings) {
  const ImpactOscillatorSettings one = settings_of(Set::first, 0.5, 0), two = settings_of(Set::second, 0.5, 0);
  const double equations = std::max(worst_of_equations(one), worst_of_equations(two));
  findings["eq_1"] = claim(equations < 1e-5, fmt::format("largest relative difference {:.1e}", equations));
  const double gaps = std::max(worst_of_gaps(one), worst_of_gaps(two));
  findings["gaps"] = claim(gaps < 1e-8, fmt::format("largest difference {:.1e}", gaps));

  AlongOrbits seen;
  for (const OrbitCase& c : evidence.orbits) look(c.record, seen);
  for (const WiperMotion& m : evidence.wiper.motions) look(m.record, seen);
  findings["impenetrable"] = claim(
      seen.least_gap > -1e-9, fmt::format("least gap {:.1e} m in {} recorded points", seen.least_gap, seen.points));
  findings["flight_free"] =
      claim(seen.flight_residual < 1e-9, fmt::format("largest residual {:.1e} of (1) as printed, λ_N = λ_T = 0; least "
                                                     "gap {:.1e} m",
                                                     seen.flight_residual, seen.least_gap));
  findings["eq_2"] = claim(seen.on_belt < 1e-9, fmt::format("largest residual {:.1e}", seen.on_belt));
  findings["degrees_of_freedom"] =
      claim(seen.on_belt < 1e-9 && seen.stick_slip < 1e-9,
            fmt::format("residuals {:.1e} on the belt, {:.1e} m/s in stick", seen.on_belt, seen.stick_slip));
  findings["slip_law"] = claim(seen.slip_law < 1e-9, fmt::format("largest relative residual {:.1e}", seen.slip_law));
  findings["stick_follows_belt"] =
      claim(seen.stick_advance < 1e-9, fmt::format("largest residual {:.1e} m", seen.stick_advance));
  findings["slip_to_stick"] =
      claim(seen.slip_at_stick < 1e-9, fmt::format("largest |γ_t| there {:.1e} m/s", seen.slip_at_stick));
  findings["stick_to_slip"] =
      claim(seen.ratio_off < 1e-6, fmt::format("|λ_T|/(μ λ_N) is one to {:.1e}", seen.ratio_off));

  find_ends_of_stick(evidence, seen, findings);
  find_impacts(evidence, seen, findings);
}

}  // namespace carom::papers::impact_oscillator
