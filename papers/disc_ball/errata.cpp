// SPDX-License-Identifier: Apache-2.0
// The misprints and contradictions of the paper, each with numbers computed here where that is possible.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/disc_ball/findings.hpp"

namespace carom::papers::disc_ball {

namespace {

void add_equations(std::vector<Erratum>& errata) {
  const DiscBallSettings p = settings_of(2);
  const DiscBall system(p);
  const double theta = 1.0, s = std::sin(theta), c = std::cos(theta), I = system.inertia();
  Vector<5> q = system.touching();
  q[4] = theta;
  const auto A = contact_kinematics(system, 0, q, Vector<5>::Zero())[0];
  const double exact = A.normal.dot(system.inverse_mass(q) * A.normal);
  const auto with = [&](double arm) { return 1 / p.m_d + arm * arm / I; };
  errata.push_back({"(2.35)", "(hc − rs)²", "(hs − rc)², as in (2.36)",
                    fmt::format("WᵀM⁻¹W of A at θ = 1: {:.3f} kg⁻¹; printed {:.3f}, correct {:.3f}.", exact,
                                with(p.h * c - p.r * s), with(p.h * s - p.r * c))});
  errata.push_back({"(2.20)", "F_τ = −μF_n sign(τ); ≤ μ_s F_n in stick", "sign(v_τ), and |F_τ| ≤ μ_s F_n",
                    "τ is a unit vector and has no sign; a one-sided bound would allow any force backwards."});
  errata.push_back(
      {"(2.37)", "(hc + rs)θ̇²/(m g)", "(hc + rs)θ̇²/g, as in (2.36)", "With m in it the term has the unit 1/kg."});
  const auto term = [&](double rate) { return (p.r) * rate * rate / p.g; };
  errata.push_back({"(2.37), as a rule", "the right side is 1 less the centrifugal term",
                    "offered both ways; the default takes 1",
                    fmt::format("Upright the term is {:.1f} % at 4.6 rad/s and {:.1f} % at 6.1 rad/s.", 100 * term(4.6),
                                100 * term(6.1))});
  errata.push_back({"text to (2.43)", "critical rate goes to infinity at θ = 0", "finite, √(g/h)",
                    fmt::format("{:.1f} rad/s.", std::sqrt(p.g / p.h))});
}

void add_parameters(std::vector<Erratum>& errata, const Evidence& evidence) {
  const Material m = material_constants();
  const double plane = 0.91;
  errata.push_back({"section 3(e)", "E* as a sum of compliances", "the reciprocal of the sum",
                    fmt::format("The sum is {:.3e} Pa⁻¹; its reciprocal {:.4e} Pa gives k_D = {:.4e}.",
                                plane / 206e9 + plane / 1.2e9, m.E_D, m.k_D)});
  errata.push_back({"Table 3, k_D", "1.9640e8", fmt::format("{:.5e}", m.k_D),
                    fmt::format("{:+.2f} %; with the steel taken as rigid {:.5e}, {:+.2f} %.",
                                100 * (1.9640e8 / m.k_D - 1), m.k_D_soft, 100 * (1.9640e8 / m.k_D_soft - 1))});
  errata.push_back({"Table 3, k of A, B, C", "2.9217e10 N/m", fmt::format("{:.5e} N m^(−3/2)", m.k_ABC),
                    fmt::format("1.333 for 4/3 gives {:.5e}.", m.k_ABC * 1.333 * 0.75)});
  errata.push_back(
      {"(4.1), k_Tc", "4.7531e-4 m^(−1/5) s^(4/5)", "unit m^(1/5) s^(4/5)",
       fmt::format("{:.4e} with both moduli, {:.4e} with the steel taken as rigid.", m.k_Tc, m.k_Tc_soft)});
  const double T_c = 4.7531e-4 * std::pow(0.3, -0.2);
  errata.push_back({"text to (4.1)", "T_c about 0.1 ms", "0.6 ms",
                    fmt::format("(4.1) at 0.3 m/s: {:.3f} ms; the hit of case 2 lasts {:.3f} ms.", 1e3 * T_c,
                                1e3 * evidence.at(2).duration)});
  errata.push_back({"text to (4.1)", "sampling rate 50 Hz", "50 kHz, as in section 3(b)",
                    fmt::format("Five samples are 0.1 ms; T_c has {:.0f}.", T_c * 50e3)});
}

void add_tables(std::vector<Erratum>& errata, const Evidence& evidence) {
  const DiscBallSettings p = settings_of(9);
  const double v2 = simulated_in(9, Quantity::v2), rate = simulated_in(9, Quantity::theta_dot);
  errata.push_back({"Table 4, case 9, simulated v₁", "0.1670", "0.1750",
                    fmt::format("v₂ + (r − h₁)θ̇ = {:.4f} with r = 37.5 mm, {:.4f} with 37.55 mm.",
                                v2 + (p.r - p.h1) * rate, v2 + (variant_radius - p.h1) * rate)});
  std::string inputs;
  for (const int k : {6, 7, 8, 9}) {
    const InferredInput& in = evidence.at(k).inferred;
    inputs += fmt::format("{}case {}: {:.2f} mm, {:.4f} m/s", inputs.empty() ? "" : "; ", k, 1e3 * in.b, in.v_b);
  }
  errata.push_back({"Table 2, cases 6, 7, 8", "15.5 mm, 0.311; 18.5 mm, 0.305; −2.5 mm, 0.353 m/s",
                    "simulated: 16.5 mm, 0.353; 17.0 mm, 0.295; −3.0 mm, 0.353 m/s (inferred)",
                    "Solved for θ̇ and v₂ under variant P: " + inputs + ". The control, case 9, comes out as printed."});
  const Boundaries &P = evidence.variant, &P5 = evidence.variant_case5;
  errata.push_back(
      {"Table 5, mode V", "0.244 to 0.254, friction of the ground unstated", "that of case 5",
       fmt::format("Variant P: {:.4f} to {:.4f} with μ = 0.185, μ_s = 0.23; {:.4f} to {:.4f} with 0.14, 0.15.",
                   P5.stick_low, P5.stick_high, P.stick_low, P.stick_high)});
  const DiscBallSettings central = settings_of(1);
  errata.push_back(
      {"Table 5, mode II (b = 0)", "slip at A, B and C", "cannot last: the disc tips over its leading edge",
       fmt::format("μr = {:.2f} mm > h = {:.0f} mm; the run of case 1: {}.", 1e3 * central.ground.mu_c * central.r,
                   1e3 * central.h, evidence.at(1).motion.sequence)});
  double worst[3] = {};
  int at[3] = {};
  for (int k = 2; k <= 9; ++k)
    for (int i = 0; i < 3; ++i) {
      const double off = std::abs(simulated_in(k, quantities[i]) / measured_in(k, quantities[i]).mean - 1);
      if (off > worst[i]) {
        worst[i] = off;
        at[i] = k;
      }
    }
  errata.push_back({"text to Table 4", "error below 5 % in any case", "not so",
                    fmt::format("θ̇ {:.0f} % (case {}), v₁ {:.0f} % (case {}), v₂ {:.0f} % (case {}).", 100 * worst[0],
                                at[0], 100 * worst[1], at[1], 100 * worst[2], at[2])});
  errata.push_back({"Table 4, case 3, lower bound of θ̇", "0.507", "probably 0.0507",
                    "The other bounds of θ̇ lie between 0.013 and 0.242; 0.507 would be a third of the mean."});
  double mean_off = 0;
  int mean_case = 0;
  for (int k = 2; k <= 9; ++k) {
    const double from_gauges = (measured_in(k, Quantity::v1).mean - measured_in(k, Quantity::v2).mean) / (p.h2 - p.h1);
    const double off = std::abs(from_gauges / measured_in(k, Quantity::theta_dot).mean - 1);
    if (off > mean_off) {
      mean_off = off;
      mean_case = k;
    }
  }
  errata.push_back({"Table 4, measured", "means of v₁, v₂ and θ̇", "they contradict (3.1)",
                    fmt::format("(v₁ − v₂)/(h₂ − h₁) is off the mean of θ̇ by up to {:.1f} % (case {}).", 100 * mean_off,
                                mean_case)});
  errata.push_back({"section 4(c), case 6", "mode VI, no impacts", "A leaves the ground",
                    fmt::format("Variant P with the inferred inputs: δ̇_A = {:.2f} g T_c; {}.",
                                evidence.at(6).variant.delta_A / DiscBall(variant_settings(6)).closing_speed(),
                                evidence.at(6).variant_motion.sequence)});
}

}  // namespace

std::vector<Erratum> find_errata(const Evidence& evidence) {
  std::vector<Erratum> errata;
  add_equations(errata);
  add_parameters(errata, evidence);
  add_tables(errata, evidence);
  return errata;
}

}  // namespace carom::papers::disc_ball
