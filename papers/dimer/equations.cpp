// SPDX-License-Identifier: Apache-2.0
// Equations of the paper evaluated as they are printed, against the mechanism: its contact kinematics and mass matrix, which
// know nothing of the paper's β.
#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "carom/theory/dimer_drift.hpp"
#include "carom/theory/dimer_slip.hpp"
#include "carom/theory/dimer_stick.hpp"
#include "papers/dimer/printed_equations.hpp"

namespace carom::papers::dimer {

TipEquations of_mechanism(const Dimer& dimer, double theta, double theta_dot) {
  const Vector<3> q = dimer.from_shown({0, 0, theta});
  const Vector<3> u = dimer.from_shown_velocity(q, {0, 0, theta_dot});
  const auto tips = contact_kinematics(dimer, 0, q, u);
  const auto& inverse = dimer.inverse_mass(q);
  std::array<Vector<3>, 4> columns{tips[0].normal, tips[1].normal, tips[0].tangent, tips[1].tangent};
  TipEquations e;
  const Vector<3> free = inverse * dimer.force(0, q, u);
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) e.D(i, j) = columns[i].dot(inverse * columns[j]);
    e.H[i] = columns[i].dot(free) + (i < 2 ? tips[i].normal_drift : tips[i - 2].tangential_drift);
  }
  // The normal drift counts from the plate, whose acceleration at t = 0 is −ω²y_p.
  for (int i = 0; i < 2; ++i) e.H[i] -= dimer.omega() * dimer.omega() * dimer.plate(0);
  return e;
}

Dimer on_still_plate(const DimerSettings& base, double A_r, bool light_rod) {
  DimerSettings settings = settings_of({.A_r = A_r}, base);
  if (light_rod) settings.shape.rho_rod = 0;
  settings.Gamma = 0;
  return Dimer(settings);
}

double miss(double a, double b) { return std::abs(a - b) / std::max({std::abs(a), std::abs(b), 1e-12}); }

namespace {

// (7)–(13) as printed.
TipEquations as_printed(const DimerBody& b, double g, double theta, double theta_dot) {
  const double s = std::sin(theta), c = std::cos(theta), half = b.m_b + 0.5 * b.m_r, w2 = theta_dot * theta_dot;
  Matrix<3, 3> M;
  M << 2 * b.m_b + b.m_r, 0, -b.l * s * half, 0, 2 * b.m_b + b.m_r, b.l * c * half, -b.l * s * half, b.l * c * half,
      b.m_b * b.l * b.l + 0.25 * b.m_r * b.l * b.l + 2 * b.J_b + b.J_r;
  Matrix<3, 4> K;
  K << 0, 0, 1, 1, 1, 1, 0, 0, 0, b.l * c, b.r, b.r - b.l * s;
  const Vector<3> h(w2 * b.l * c * half, w2 * b.l * s * half, 0), Q(0, -g * (2 * b.m_b + b.m_r), -g * half * b.l * c);
  const Matrix<3, 3> inverse = M.inverse();
  TipEquations e;
  e.D = K.transpose() * inverse * K;
  e.H = K.transpose() * inverse * (h + Q);
  e.H[1] -= b.l * w2 * s;
  e.H[3] -= b.l * w2 * c;
  return e;
}

void find_motion_equations(const DimerSettings& base, Findings& findings) {
  double worst = 0, worst_bias = 0;
  for (const double A_r : {2.5, 3.9, 5.7})
    for (const double theta : {-0.2, 0.0, 0.1}) {
      const Dimer dimer = on_still_plate(base, A_r);
      const TipEquations exact = of_mechanism(dimer, theta, 7), printed = as_printed(dimer.body(), base.g, theta, 7);
      worst = std::max(worst, (exact.D - printed.D).cwiseAbs().maxCoeff() / exact.D.cwiseAbs().maxCoeff());
      worst_bias = std::max(worst_bias, (exact.H - printed.H).cwiseAbs().maxCoeff() / exact.H.cwiseAbs().maxCoeff());
    }
  findings["eq_6_15"] =
      claim(worst < 1e-10 && worst_bias < 1e-10,
            fmt::format("matrix to {:.0e}, accelerations without forces to {:.0e}", worst, worst_bias));
}

void find_flat_equations(const DimerSettings& base, Findings& findings) {
  const Dimer dimer = on_still_plate(base, 3.9);
  const DimerBody& b = dimer.body();
  const TipEquations exact = of_mechanism(dimer, 0, 10);
  const double beta_2 = b.beta_1 + (4 * b.m_b + b.m_r) * b.l * b.l / (4 * b.m_b + 2 * b.m_r);
  const double corrected = b.beta_1 + b.l * b.l / 2;
  findings["eq_42"] =
      claim(miss(exact.D(0, 0), beta_2 / b.beta) < 1e-9,
            fmt::format("A₁₁ = {:.3f} kg⁻¹, β₂/β = {:.3f}", exact.D(0, 0), beta_2 / b.beta))
          .but(misprint("β₂ = β₁ + l²/2, as (126) has it", miss(exact.D(0, 0), corrected / b.beta) < 1e-9));
  const double half = 0.5 * b.l * 100;
  findings["eq_43"] =
      claim(miss(exact.H[2], -half) < 1e-9, fmt::format("{:+.3f} m/s² against {:+.3f}", exact.H[2], -half))
          .but(misprint("(+, −), as (45) has it", miss(exact.H[2], half) < 1e-9 && miss(exact.H[3], -half) < 1e-9));
  const double rest_D = miss(exact.D(2, 0), -b.r * b.l / b.beta) + miss(exact.D(2, 1), b.r * b.l / b.beta) +
                        miss(exact.D(2, 2), (b.beta_1 + 2 * b.r * b.r) / b.beta) +
                        miss(exact.D(0, 1), (b.beta_1 - 0.5 * b.l * b.l) / b.beta);
  findings["eq_43_matrices"] = claim(rest_D < 1e-9, fmt::format("to {:.0e}", rest_D));

  // A tip at rest on a still plate: its normal force from the mechanism, by the two conditions of stick.
  const double A = exact.D(0, 0), B = exact.D(0, 2), D = exact.D(2, 2), C = exact.D(2, 0);
  const TipEquations resting = of_mechanism(dimer, 0, 0);
  const double F = theory::stick_forces(b, {}).F_n;
  const double printed = (A - C / D) * F + resting.H[0] - resting.H[2] / D;
  const double mended = (A - B * C / D) * F + resting.H[0] - B * resting.H[2] / D;
  findings["eq_29"] = claim(std::abs(printed) < 1e-9, fmt::format("ẍ_n = {:+.2f} m/s² instead of 0", printed))
                          .but(misprint("A − BC/D and H_n − BH_τ/D", std::abs(mended) < 1e-9));
  findings["eq_108"] =
      claim(miss(b.r * b.l / (b.beta_1 + 2 * b.r * b.r), theory::stick_in_single_impact(b, 0)) < 1e-9 &&
                miss(std::abs(C / D), theory::stick_in_single_impact(b, 0)) < 1e-9,
            fmt::format("{:.4f} both ways", std::abs(C / D)));
}

void find_slip_equations(const DimerSettings& base, Findings& findings) {
  const Dimer dimer = on_still_plate(base, 3.9, true);
  const DimerBody& b = dimer.body();
  const TipEquations exact = of_mechanism(dimer, 0, 0);
  const double mu = 0.12, B_r = b.l / b.r, f = mu * B_r * B_r - 2 * B_r + 5.6 * mu;
  const double gain = exact.D(2, 0) + mu * exact.D(2, 2);  // of a backward slip, per unit of dP_n
  const double printed = f / (2 * (B_r * B_r + 1.6));
  findings["eq_115"] = claim(miss(gain, printed) < 1e-9, fmt::format("{:.3f} against {:.2f} kg⁻¹", printed, gain))
                           .but(misprint("1/m_b before it", miss(gain, printed / b.m_b) < 1e-9));
  const auto f_at = [mu](double B) { return mu * B * B - 2 * B + 5.6 * mu; };
  const double root = std::sqrt(1 - 5.6 * mu * mu);
  const double p1 = (2 - root) / (2 * mu), p2 = (2 + root) / (2 * mu), c1 = (1 - root) / mu, c2 = (1 + root) / mu;
  findings["eq_117"] = claim(std::abs(f_at(p1)) < 1e-9 && std::abs(f_at(p2)) < 1e-9,
                             fmt::format("f = {:.2f} and {:.2f} there", f_at(p1), f_at(p2)))
                           .but(misprint(fmt::format("(1 ∓ √(1 − 5.6μ²))/μ, {:.3f} and {:.2f}", c1, c2),
                                         std::abs(f_at(c1)) < 1e-9 && std::abs(f_at(c2)) < 1e-9));
  const double k = 1.6 + B_r * B_r;
  const double worst = std::max({miss(exact.D(2, 2), (0.5 + 2 / k) / b.m_b), miss(exact.D(2, 0), -B_r / k / b.m_b),
                                 miss(exact.D(0, 0), (0.8 + B_r * B_r) / k / b.m_b)});
  findings["eq_125_126"] = claim(worst < 1e-9, fmt::format("to {:.0e}", worst));
}

void find_drift_equations(Findings& findings) {
  const theory::DriftCycle cycle{};
  const double B = 2 * (cycle.A_r - 1), mu = cycle.mu, w = two_pi * cycle.f, A = cycle.Gamma * cycle.g / (w * w);
  const double dt_p = (pi + cycle.alpha) / w, dt_n = (pi - cycle.alpha) / w;
  const double a = mu * (2.8 + 0.5 * B * B), stroke = A * (1 + std::cos(cycle.alpha));
  const double x_p = (a + B) / (0.8 + B * B + mu * B) * (stroke + 0.5 * cycle.g * dt_p * dt_p);
  const double x_n = (a - B) / (0.8 + B * B - mu * B) * (stroke + 0.5 * cycle.g * dt_n * dt_n);
  const double sum = displacement_by_quadrature(cycle, false), with_printed = displacement_by_quadrature(cycle, true);
  findings["eq_133_136"] = claim(miss(x_p + x_n, sum) < 1e-6,
                                 fmt::format("{:.4f} mm, by quadrature {:.4f} mm", 1e3 * (x_p + x_n), 1e3 * sum));
  findings["eq_135"] =
      claim(miss(x_p + x_n, with_printed) < 1e-6,
            fmt::format("{:.4f} mm by quadrature, (133) and (136) {:.4f} mm", 1e3 * with_printed, 1e3 * (x_p + x_n)))
          .but(misprint("sin(ω(t − t_s) − α)", miss(x_p + x_n, sum) < 1e-6));
}

}  // namespace

void find_equations(const DimerSettings& base, Findings& findings) {
  find_motion_equations(base, findings);
  find_flat_equations(base, findings);
  find_slip_equations(base, findings);
  find_drift_equations(findings);
  find_lying_equations(base, findings);
  find_impact_equations(base, findings);
  find_slip_integrals(base, findings);
}

}  // namespace carom::papers::dimer
