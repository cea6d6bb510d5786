// SPDX-License-Identifier: Apache-2.0
#include "papers/lattice/printed_formulas.hpp"

#include <algorithm>
#include <cmath>

#include "carom/base/constants.hpp"

namespace carom::papers::lattice {

using theory::ObliqueImpact;
using theory::ObliqueRegime;

namespace {

const double none = std::nan("");

double omega_of(const ObliqueImpact& c) { return std::sqrt(c.B) / c.eta; }

// θ of the normal force at the time t.
double theta_of(const ObliqueImpact& c, double t) { return t <= pi / 2 ? t : t / c.e + pi / 2 * (1 - 1 / c.e); }

double impulse(const ObliqueImpact& c, double t) {
  return 1 - (t <= pi / 2 ? 1 : c.e) * std::cos(theta_of(c, t));  // Table I
}

// v_x at t₃, over v_n.
double velocity_at_3(const ObliqueImpact& c, const ObliqueTimes& t) {
  const double eps = t.t_2 <= pi / 2 ? 1 : c.e, theta = theta_of(c, t.t_2), D = omega_of(c) * (t.t_3 - t.t_2);
  const double v = 1 / c.cot_gamma - c.mu * c.B * (1 - eps * std::cos(theta));
  const double u = -c.mu * c.eta * c.eta * std::sin(theta);
  return v * std::cos(D) + omega_of(c) * u * std::sin(D);
}

}  // namespace

ObliqueTimes times_of(const ObliqueImpact& c) {
  const theory::ObliqueResult result = oblique_impact(c);
  ObliqueTimes t{none, none, none, result.phases.back().t_end};
  if (result.regime == ObliqueRegime::stick) t.t_1 = result.phases[0].t_end;
  if (result.regime == ObliqueRegime::slip_stick) {
    t.t_2 = result.phases[1].t_begin;
    t.t_3 = result.phases[1].t_end;
  }
  return t;
}

double printed_3(double mu_0, double e, double inertia, double cot_gamma) {
  return -1 - mu_0 * (1 + e) * cot_gamma * (1 + 1 / inertia);
}

double printed_7(const ObliqueImpact& c) {
  const double t_1 = times_of(c).t_1, theta = t_1 / c.e + pi / 2 * (1 - 1 / c.e);
  return -std::cos(omega_of(c) * t_1) - c.mu * c.B * c.e * (1 + std::cos(theta)) * c.cot_gamma;
}

double printed_8(const ObliqueImpact& c) {
  const ObliqueTimes t = times_of(c);
  const double D = omega_of(c) * (t.t_3 - t.t_2);
  return -std::cos(D) - c.mu * c.B *
                            (std::cos(D) - std::cos(t.t_2) * std::cos(D) + std::sin(t.t_2) * std::sin(D) / omega_of(c) +
                             c.e + std::cos(t.t_3)) *
                            c.cot_gamma;
}

double printed_A12(const ObliqueImpact& c) {
  const ObliqueTimes t = times_of(c);
  return -std::cos(omega_of(c) * t.t_1) + c.mu * c.B * (1 + c.e - impulse(c, t.t_1)) * c.cot_gamma;
}

double printed_A22(const ObliqueImpact& c) {
  const ObliqueTimes t = times_of(c);
  return (-velocity_at_3(c, t) + c.mu * c.B * (1 + c.e - impulse(c, t.t_3))) * c.cot_gamma;
}

double printed_A24(const ObliqueImpact& c) { return -1 - c.mu * c.B * (1 + c.e) * c.cot_gamma; }

double printed_A8(const ObliqueImpact& c) { return -1 + c.mu * c.B / (c.eta * c.eta) * (1 + c.e) * c.cot_gamma; }

double printed_A18(const ObliqueImpact& c) {
  return 1 / c.cot_gamma + c.mu * c.B * (1 - std::cos(theta_of(c, times_of(c).t_2)));
}

double corrected_A18(const ObliqueImpact& c) { return 1 / c.cot_gamma - c.mu * c.B * impulse(c, times_of(c).t_2); }

double velocity_at_stick(const ObliqueImpact& c) {
  // Slip at full friction until t₂: the impulse of the normal force by Simpson's rule.
  const double t_2 = times_of(c).t_2;
  const int n = 20000;
  const auto integral = [&](double from, double to) {
    const double h = (to - from) / n;
    double sum = 0;
    for (int k = 0; k < n; ++k) {
      const auto force = [&](double t) { return std::sin(theta_of(c, t)); };
      sum += h / 6 * (force(from + k * h) + 4 * force(from + (k + 0.5) * h) + force(from + (k + 1) * h));
    }
    return sum;
  };
  const double half = std::min(t_2, pi / 2);
  return 1 / c.cot_gamma - c.mu * c.B * (integral(0, half) + (t_2 > half ? integral(half, t_2) : 0));
}

double residual_A19(const ObliqueImpact& c) {
  const double t_2 = times_of(c).t_2, h = 1e-5;
  if (std::abs(t_2 - pi / 2) < 2 * h) return 0;
  const auto force = [&](double t) { return std::sin(theta_of(c, t)); };  // −m v_z(0)Ω/β_z = 1
  const double printed = t_2 <= pi / 2 ? std::cos(t_2) : std::cos(theta_of(c, t_2)) / c.e;
  const double rate = (8 * (force(t_2 + h) - force(t_2 - h)) - (force(t_2 + 2 * h) - force(t_2 - 2 * h))) / (12 * h);
  return printed - rate;
}

double residual_A21(const ObliqueImpact& c) {
  const ObliqueTimes t = times_of(c);
  const double D = omega_of(c) * (t.t_3 - t.t_2);
  const double u = -c.mu * c.eta * c.eta * std::sin(theta_of(c, t.t_2)), v = corrected_A18(c);
  return std::abs(u / c.mu * std::cos(D) - v / (omega_of(c) * c.mu) * std::sin(D)) -
         c.eta * c.eta * std::sin(theta_of(c, t.t_3));
}

double slope_A17(double sign) {
  double worst = 0;
  for (double x = 0.1; x < 1.5; x += 0.2)
    for (const double u : {-0.3, 0.2})
      for (const double v : {-0.4, 0.5}) {
        const auto force = [&](double t) { return u * std::cos(t) - v * std::sin(t); };
        const double h = 1e-5, rate = (force(x + h) - force(x - h)) / (2 * h);
        worst = std::max(worst, std::abs(sign * u * std::sin(x) - v * std::cos(x) - rate));
      }
  return worst;
}

TableOne table_one(double e) {
  // Ω = m = β_z = 1, v_z(0) = 1 in the place of its size: signs as printed, u_z = −v_z(0) sin …, v_z = −du_z/dt.
  const auto theta = [e](double t) { return t / e + pi / 2 * (1 - 1 / e); };
  const auto u = [&](double t, bool late) { return late ? -e * e * std::sin(theta(t)) : -std::sin(t); };
  const auto v = [&](double t, bool late, double factor) { return late ? factor * std::cos(theta(t)) : std::cos(t); };
  const auto F = [&](double t, bool late) { return late ? -std::sin(theta(t)) : -std::sin(t); };
  const auto p = [&](double t, bool late) { return -(1 - (late ? e * std::cos(theta(t)) : std::cos(t))); };
  TableOne off;
  const double h = 1e-5;
  for (const bool late : {false, true})
    for (int k = 1; k < 20; ++k) {
      const double t = late ? pi / 2 + e * pi / 2 * k / 20 : pi / 2 * k / 20;
      const auto rate = [&](const auto& of) { return (of(t + h) - of(t - h)) / (2 * h); };
      const double from_u = -rate([&](double s) { return u(s, late); });
      if (late) {
        off.printed = std::max(off.printed, std::abs(v(t, late, e * e) - from_u));
        off.corrected = std::max(off.corrected, std::abs(v(t, late, e) - from_u));
      } else {
        off.rest = std::max(off.rest, std::abs(v(t, late, e) - from_u));
      }
      off.rest = std::max({off.rest, std::abs(F(t, late) - rate([&](double s) { return v(s, late, e); })),
                           std::abs(F(t, late) - rate([&](double s) { return p(s, late); }))});
    }
  return off;
}

double cosine_A20(const ObliqueImpact& c) {
  const double r = 1 / (c.mu * c.cot_gamma), eta2 = c.eta * c.eta;
  return (r - c.B) / (r <= c.B ? eta2 - c.B : eta2 / c.e - c.e * c.B);
}

double printed_border(const ObliqueImpact& c) { return c.B / (c.mu * (1 + c.e)); }
double meant_border(const ObliqueImpact& c) { return 1 / (c.B * c.mu * (1 + c.e)); }

Marched march(const ObliqueImpact& c, int steps) {
  const double t_f = pi / 2 * (1 + c.e), h = t_f / steps, v_0 = 1 / c.cot_gamma, eta2 = c.eta * c.eta;
  double v = v_0, u = 0;
  bool slipped = true, ever_stuck = false;
  Marched result{.beta = 0, .v_2 = none};
  for (int k = 0; k < steps; ++k) {
    const double most = c.mu * eta2 * std::sin(theta_of(c, (k + 0.5) * h)), before = v;
    u -= h * v;
    const bool slips = std::abs(u) > most;
    if (slips) u = std::copysign(most, u);
    v += h * c.B * u / eta2;
    if (slipped && !slips && !ever_stuck) {
      result.v_2 = k > 0 ? before : none;
      ever_stuck = true;
    }
    slipped = slips;
  }
  result.beta = -v / v_0;
  return result;
}

double gyration_radius(double width, double height) { return std::sqrt((width * width + height * height) / 12); }

}  // namespace carom::papers::lattice
