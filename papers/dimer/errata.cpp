// SPDX-License-Identifier: Apache-2.0
// The misprints of the paper, each with numbers computed here that show it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "carom/theory/dimer_drift.hpp"
#include "carom/theory/dimer_slip.hpp"
#include "carom/theory/dimer_stick.hpp"
#include "papers/dimer/double_impact.hpp"
#include "papers/dimer/findings.hpp"

namespace carom::papers::dimer {

double displacement_by_quadrature(const theory::DriftCycle& c, bool printed_sine) {
  const double B = 2 * (c.A_r - 1), w = two_pi * c.f, A = c.Gamma * c.g / (w * w), T = 1 / c.f;
  const double t_1 = (pi + c.alpha) / w;
  const double forward = (c.mu * (B * B + 5.6) + 2 * B) / (2 * (B * B + c.mu * B + 0.8));
  const double backward = (c.mu * (B * B + 5.6) - 2 * B) / (2 * (B * B - c.mu * B + 0.8));
  const auto speed = [&](double t) {
    if (t < t_1) return forward * (c.g * (t_1 - t) + A * w * std::sin(w * t - c.alpha));
    const double phase = printed_sine ? w * (t - t_1) - c.alpha : w * t - c.alpha;
    return backward * (c.g * (t - t_1) - A * w * std::sin(phase));
  };
  double sum = 0;
  const int n = 20000;
  for (int half = 0; half < 2; ++half) {
    const double from = half == 0 ? 0 : t_1, h = (half == 0 ? t_1 : T - t_1) / n;
    for (int k = 0; k < n; ++k) sum += h * speed(from + (k + 0.5) * h);
  }
  return sum;
}

namespace {

// m Â of the left tip at θ = 0 from the mechanism: β₂/β₁.
double normal_inertia(const DimerSettings& base, double A_r) {
  const Dimer dimer(settings_of({.A_r = A_r}, base));
  const Vector<3> q = Vector<3>::Zero();
  const auto tip = contact_kinematics(dimer, 0, q, q)[0];
  return tip.normal.dot(dimer.inverse_mass(q) * tip.normal);
}

void add_exponent(std::vector<Erratum>& errata, const DimerSettings& base, const DimerBody& body) {
  const ContactLaw law = settings_of({.mu_i = 0.12}, base).law[0];
  const ImpactProblem<2> problem = lying_impact(body, law, -0.05, -0.1, -0.03);
  const ImpactHistory exact = traced_impact(problem);
  const SteppedImpact right = stepped_impact(problem, 0.6, 20000), wrong = stepped_impact(problem, 5.0 / 3, 20000);
  errata.push_back(
      {"(69), (79), (80), (95), (98), (107)", "exponent (η+1)/η = 5/3 of the energy ratio", "η/(η+1) = 3/5, from (68)",
       fmt::format("Double impact at A_r = 3.9 with (−0.05, −0.1) and v_t = −0.03 m/s: v_t⁺ = {:.5f} m/s; stepped "
                   "in the impulse with 3/5: {:.5f}, with 5/3: {:.5f}, as in two impacts one after the other.",
                   exact.result.v_t[0], right.v_t, wrong.v_t)});
}

// The equations of contact.
void add_contact_equations(std::vector<Erratum>& errata, const DimerSettings& base, const DimerBody& body) {
  {
    const double printed = body.beta_1 + (4 * body.m_b + body.m_r) * body.l * body.l / (4 * body.m_b + 2 * body.m_r);
    errata.push_back({"below (43)", "β₂ = β₁ + (4m_b + m_r)l²/(4m_b + 2m_r)", "β₂ = β₁ + l²/2, as in (126)",
                      fmt::format("A₁₁ of the mechanism is {:.3f} kg⁻¹; β₂/β: printed {:.3f}, correct {:.3f}.",
                                  normal_inertia(base, 3.9), printed / body.beta, body.beta_2 / body.beta)});
  }
  {
    const Dimer dimer(settings_of({}, base));
    const auto tip = contact_kinematics(dimer, 0, Vector<3>(0, 0, 0), Vector<3>(0, 0, 10))[0];
    errata.push_back(
        {"(43)", "H_τ = (−, +) lθ̇²/2", "(+, −) lθ̇²/2, as in (45)",
         fmt::format("Tangential drift of the left tip at θ̇ = 10 rad/s: {:+.3f} m/s², lθ̇²/2 = {:.3f} m/s².",
                     tip.tangential_drift, body.l * 50)});
  }
  {
    const double A = body.beta_2 / body.beta, B = -body.r * body.l / body.beta,
                 D = (body.beta_1 + 2 * body.r * body.r) / body.beta;
    const theory::StickForces forces = theory::stick_forces(body, {});
    errata.push_back(
        {"(29)", "A − C/D, H_n − H_τ/D", "A − BC/D, H_n − BH_τ/D",
         fmt::format(
             "Tip resting at θ = 0 on a still plate, times F_n = {:.4f} N: g = {:.3f} with BC/D, {:.3f} with C/D.",
             forces.F_n, (A - B * B / D) * forces.F_n, (A - B / D) * forces.F_n)});
  }
  errata.push_back({"(27), (31), (35), (39)", "complementarity with ẍ_n", "with ẍ_n − ÿ_p, as in (20)",
                    "A plate that falls faster than g would keep a resting tip."});
}

// The equations of impacts.
void add_impact_equations(std::vector<Erratum>& errata, const Evidence& evidence) {
  double worst = 0;
  for (const auto& [name, run] : evidence.runs) worst = std::max(worst, run.report.worst_impact_residual);
  errata.push_back({"(61), (62), (68)", "E₀ < 0; 1/Tra outside the integral", "stored energy positive, 1/Tra inside",
                    fmt::format("(68) takes a root of E; with the corrected form every impact here closes its energy "
                                "balance (largest residual {:.0e} of its energies).",
                                worst)});
  errata.push_back({"(57), (73)", "W_c,j; δ₁ dP", "W_c,i; the rate δ̇₁", "Reading."});
  errata.push_back({"(98)", "γ₂₁^(−1/(η+1)), (r)²", "γ₂₁^(1/(η+1)), (rl)²", "(95) and (48) have the right forms."});
}

// Backward slip in a single impact.
void add_slip(std::vector<Erratum>& errata, const DimerBody& body) {
  {
    const double gain = theory::slip_gain(body, 0, 0.12);
    errata.push_back(
        {"(111), (119), (112), (113)", "−[(β₁+β₄+β₅)μ − β₆]", "+[(β₁+β₄+β₅)μ − β₆]",
         fmt::format(
             "dv_t/dP_n of a backward slip at A_r = 3.9 from the mechanism: {:+.2f} kg⁻¹, it grows; the printed "
             "sign says it shrinks, (115) and (116) agree with the mechanism.",
             gain)});
  }
  {
    const double B_r = 5.8;
    errata.push_back({"(115)", "f/(2(B_r² + 1.6))", "f/(2m_b(B_r² + 1.6))",
                      fmt::format("At A_r = 3.9: {:.3f} printed, {:.2f} kg⁻¹ with 1/m_b (with the rod {:.2f}).",
                                  theory::slip_growth(B_r, 0.12) / (2 * (B_r * B_r + 1.6)),
                                  theory::slip_gain(B_r, 0.12, body.m_b), theory::slip_gain(body, 0, 0.12))});
  }
  {
    const auto roots = theory::growing_slip(0.12);
    const double root = std::sqrt(1 - 5.6 * 0.12 * 0.12), a = (2 - root) / 0.24, b = (2 + root) / 0.24;
    errata.push_back(
        {"(117)", "(2 ∓ √(1 − 5.6μ²))/(2μ)", "(1 ∓ √(1 − 5.6μ²))/μ",
         fmt::format(
             "For μ = 0.12: f({:.2f}) = {:.2f}, f({:.2f}) = {:.2f} as printed; f({:.3f}) = {:.0e}, f({:.2f}) = {:.0e}.",
             a, theory::slip_growth(a, 0.12), b, theory::slip_growth(b, 0.12), roots->B_r1,
             theory::slip_growth(roots->B_r1, 0.12), roots->B_r2, theory::slip_growth(roots->B_r2, 0.12))});
  }
}

// The approximate formula of the drift.
void add_drift_formula(std::vector<Erratum>& errata) {
  const theory::DriftCycle cycle{};
  const double sum = theory::forward_displacement(cycle) + theory::backward_displacement(cycle);
  const double quadrature = displacement_by_quadrature(cycle, false), printed = displacement_by_quadrature(cycle, true);
  errata.push_back(
      {"(135)", "sin(ω(t − t₁) − α), upper limit t₂", "sin(ω(t − t_s) − α), t",
       fmt::format(
           "Displacement of a cycle at α = π/6: (133) + (136) {:.4f} mm, quadrature {:.4f} mm, with the printed "
           "sine {:.4f} mm.",
           1e3 * sum, 1e3 * quadrature, 1e3 * printed)});
  const double scale = 100 * cycle.f * cycle.f / cycle.g;
  errata.push_back({"(138), (140)", "(π² + α²)(ac − bd)", "half of it",
                    fmt::format("κ_p at A_r = 3.9, α = π/6: quadrature {:.3f}, corrected {:.3f}, printed {:.3f}.",
                                scale * quadrature, theory::scaled_forward_drift(cycle),
                                theory::scaled_forward_drift_printed(cycle))});
}

}  // namespace

std::vector<Erratum> find_errata(const Evidence& evidence) {
  const DimerSettings& base = evidence.options.base;
  std::vector<Erratum> errata;
  const DimerBody body = body_of(base, 3.9);
  add_exponent(errata, base, body);
  add_contact_equations(errata, base, body);
  add_impact_equations(errata, evidence);
  add_slip(errata, body);
  errata.push_back({"(121)", "ω = 1/f", "ω = 2πf",
                    fmt::format("Γ = Aω²/g in (120): A = {:.4f} mm at 25 Hz with 2πf.",
                                1e3 * Dimer(settings_of({}, base)).amplitude())});
  errata.push_back({"section 6.1", "μ_st at A_r = 3.9 smaller than μ_s", "larger",
                    fmt::format("{:.3f} > {:.2f}.", theory::stick_in_single_impact(body, 0), base.law[0].mu_s)});
  add_drift_formula(errata);
  errata.push_back({"Figs 22–26", "captions: horizontal position", "vertical", "The text describes vertical motions."});
  errata.push_back({"Figs 27, 28", "h₀ = 4.9 mm and 0.25 mm", "contradict each other",
                    "Neither start leads to flutter here (section 6.3)."});
  errata.push_back({"(107)", "E₁₂", "E₂₁, as in (95)", "Harmless: |1 − x|/(1 + x) does not change under x → 1/x."});
  return errata;
}

}  // namespace carom::papers::dimer
