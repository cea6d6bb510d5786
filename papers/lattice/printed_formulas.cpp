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

namespace {

// The integral of the normal force by Simpson's rule, in mv_n/β_z.
double impulse_by_steps(const ObliqueImpact& c, double from, double to) {
  const int n = 2000;
  double sum = 0;
  const auto add = [&](double low, double high) {
    const double h = (high - low) / n;
    const auto force = [&](double t) { return std::sin(theta_of(c, t)); };
    for (int k = 0; k < n; ++k)
      sum += h / 6 * (force(low + k * h) + 4 * force(low + (k + 0.5) * h) + force(low + (k + 1) * h));
  };
  const double turn = pi / 2;
  if (from < turn) add(from, std::min(to, turn));
  if (to > turn) add(std::max(from, turn), to);
  return sum;
}

// Slip at full friction until t.
double velocity_in_slip(const ObliqueImpact& c, double t) {
  return 1 / c.cot_gamma - c.mu * c.B * impulse_by_steps(c, 0, t);
}

}  // namespace

double velocity_at_stick(const ObliqueImpact& c) { return velocity_in_slip(c, times_of(c).t_2); }

double residual_A1(double mass_ratio) {
  const double M = 1, kappa = 1, eta2 = 1.04, disk_arm = -1, wall_arm = 1;
  const double k = gyration_radius(8, 2), I = 0.5 * M, wall = mass_ratio * M, wall_I = wall * k * k;
  const double m = 1 / (1 / M + 1 / wall);
  const double beta_x = 1 + m * disk_arm * disk_arm / I + m * wall_arm * wall_arm / wall_I;  // A2
  double worst = 0;
  for (const double u_x : {-0.3, 0.2, 1.1})
    for (const double u_z : {0.1, 0.7}) {
      // v + u̇ = 0: the springs push the disk by F and the wall by −F, and m v̇ is minus what A1 has for m ü.
      const double F_x = kappa / eta2 * u_x, F_z = kappa * u_z;
      const double turn = disk_arm * F_x / I, wall_turn = -wall_arm * F_x / wall_I;
      const double a_x = F_x / M + turn * disk_arm + F_x / wall - wall_turn * wall_arm, a_z = F_z / M + F_z / wall;
      worst = std::max(worst,
                       std::hypot(a_x - kappa * beta_x / eta2 * u_x / m, a_z - kappa * u_z / m) / std::hypot(a_x, a_z));
    }
  return worst;
}

double residual_A9() {
  const double omega = 1.7, beta_x = 3.02, m = 0.8, u_2 = -0.3, v_2 = 0.4, h = 1e-4;
  const auto force = [&](double u) { return m / beta_x * omega * omega * u; };
  double u = u_2, v = v_2, worst = 0;
  for (int k = 0; k < 20000; ++k) {
    // Runge and Kutta's step of u̇ = −v, v̇ = β_x F_x/m.
    const auto rate = [&](double x) { return beta_x / m * force(x); };
    const double u1 = -v, v1 = rate(u), u2 = -(v + h / 2 * v1), v2 = rate(u + h / 2 * u1);
    const double u3 = -(v + h / 2 * v2), v3 = rate(u + h / 2 * u2), u4 = -(v + h * v3), v4 = rate(u + h * u3);
    u += h / 6 * (u1 + 2 * u2 + 2 * u3 + u4);
    v += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4);
    const double t = (k + 1) * h, c = std::cos(omega * t), s = std::sin(omega * t);
    worst = std::max({worst, std::abs(u_2 * c - v_2 * s / omega - u), std::abs(omega * u_2 * s + v_2 * c - v),
                      std::abs(m / beta_x * omega * (omega * u_2 * c - v_2 * s) - force(u))});
  }
  return worst;
}

double residual_A10(const ObliqueImpact& c, bool with_bars) {
  const double t_1 = times_of(c).t_1, r = 1 / (c.mu * c.cot_gamma), omega = omega_of(c);
  const double ratio = -r / (c.eta * c.eta) / omega * std::sin(omega * t_1) / std::sin(theta_of(c, t_1));
  return (with_bars ? std::abs(ratio) : ratio) - 1;
}

bool starts_in_stick_A11(const ObliqueImpact& c) { return 1 / c.cot_gamma < c.mu * c.eta * c.eta; }

double residual_A13(const ObliqueImpact& c) {
  const ObliqueTimes t = times_of(c);
  const double theta = t.t_1 / c.e + pi / 2 * (1 - 1 / c.e);
  return c.e * (1 + std::cos(theta)) - impulse_by_steps(c, t.t_1, t.t_f);
}

double residual_A15(const ObliqueImpact& c) {
  double worst = 0;
  for (const double part : {0.5, 1.0}) {
    const double t = part * times_of(c).t_2;
    worst = std::max(worst, std::abs(1 / c.cot_gamma - c.mu * c.B * impulse(c, t) - velocity_in_slip(c, t)));
  }
  return worst;
}

double residual_A16(const ObliqueImpact& c, bool with_bars) {
  const double t_2 = times_of(c).t_2, omega = omega_of(c), theta = theta_of(c, t_2);
  const double tangential = -omega * omega / c.B * velocity_at_stick(c);  // A17 at t₂
  const double normal = t_2 <= pi / 2 ? std::cos(theta) : std::cos(theta) / c.e;
  return with_bars ? std::abs(tangential) - c.mu * normal : tangential + c.mu * normal;
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
