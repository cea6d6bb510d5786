// SPDX-License-Identifier: Apache-2.0
// The misprints, gaps and contradictions of the paper, each with numbers computed here where that is possible.
#include <fmt/format.h>

#include <cmath>

#include "carom/base/constants.hpp"
#include "carom/lattice/linear_response.hpp"
#include "papers/lattice/findings.hpp"
#include "papers/lattice/printed_formulas.hpp"
#include "papers/lattice/reproduce.hpp"

namespace carom::papers::lattice {

using study::with_error;
using theory::ObliqueImpact;

namespace {

ObliqueImpact at(double cot) { return {.cot_gamma = cot}; }

double integrated(const ObliqueImpact& c) { return theory::oblique_impact(c).beta; }

void add_results(std::vector<Erratum>& errata) {
  errata.push_back({"(3)", "−1 − μ₀(1 + e) cot γ (1 + mR²/I)", "−1 + μ₀(1 + e) cot γ (1 + mR²/I)",
                    fmt::format("cot γ = 0.5, μ₀ = 0.18, e = 0.8: {:.3f} printed, {:.3f} correct; the integration with "
                                "the same slope has {:.3f}.",
                                printed_3(0.18, 0.8, 0.5, 0.5), theory::walton_restitution({}, 0.5),
                                integrated({.cot_gamma = 0.5, .B = 3}))});
  {
    const ObliqueImpact c = at(2.5), low = at(1.34), high = at(5.39);
    errata.push_back(
        {"(8), A23", "minus before μβ_x/β_z; … + e + cos Ωt₃", "plus; … − e(1 + cos θ₃), θ₃ = Ωt₃/e + π/2(1 − 1/e)",
         fmt::format("cot γ = 2.5: {:.4f} printed, {:.4f} correct, {:.4f} event by event, {:.4f} by small steps. "
                     "The printed formula jumps at the borders, {:.2f} for {:.2f} at 1.34 and {:.2f} for {:.2f} at "
                     "5.39.",
                     printed_8(c), theory::closed_restitution(c).value_or(std::nan("")), integrated(c), march(c).beta,
                     printed_8(low), integrated(low), printed_8(high), integrated(high))});
  }
  {
    const ObliqueImpact c{.cot_gamma = 2.5, .mu = 0.3, .e = 0.4, .eta = 1.2, .B = 2.7};
    errata.push_back({"(7), A14", "minus before μβ_x/β_z always", "sign of −sin ωt₁",
                      fmt::format("Right for the paper's constants ({:.4f} and {:.4f} at cot γ = 8). At cot γ = 2.5, "
                                  "μ = 0.3, e = 0.4, η = 1.2, β_x = 2.7: {:.4f} printed, {:.4f} event by event, "
                                  "{:.4f} by small steps.",
                                  printed_7(at(8)), integrated(at(8)), printed_7(c), integrated(c), march(c).beta)});
  }
  const ObliqueImpact paper;
  errata.push_back(
      {"regimes of (7)–(9)", "cot γ = β_x/(β_z μ(1 + e))", "cot γ = 1/{μ[(1 + e)β_x/β_z − η²/e]}",
       fmt::format("{:.3f} as printed, above the other border {:.3f}, so that regime 2 is empty; {:.3f} with the "
                   "fraction upside down, as appendix A has it; the first stick of the integration is at {:.4f}. At "
                   "1.2 A20 asks for the arccos of {:.2f}.",
                   printed_border(paper), theory::stick_border(paper), meant_border(paper), theory::slip_border(paper),
                   cosine_A20(at(1.2)))});
  const ObliqueTimes t = times_of(at(2.5));
  errata.push_back({"section IV", "t_c: duration of the collision; t₃: slip to stick",
                    "t_c: end of compression, duration (1 + e)t_c; t₃: stick to slip",
                    fmt::format("cot γ = 2.5: Ωt_c = {:.3f}, separation at {:.3f}; {}.", pi / 2, t.t_f,
                                theory::oblique_impact(at(2.5)).brief())});
  errata.push_back({"section IV", "β_x = 3.02", "3 at most",
                    fmt::format("A2: {:.3f} for an infinite wall, {:.3f} for equal densities, {:.3f} for equal points "
                                "as simulated. With 3 instead of 3.02 β changes by up to {:.3f}.",
                                theory::tangential_response(1e12), theory::tangential_response(16 / pi),
                                theory::tangential_response(1), [] {
                                  double most = 0;
                                  for (double cot = 0.2; cot < 10; cot += 0.05)
                                    most = std::max(
                                        most, std::abs(integrated({.cot_gamma = cot, .B = 3}) - integrated(at(cot))));
                                  return most;
                                }())});
  const double eta = theory::stiffness_root(published_value("nu_band"));
  errata.push_back(
      {"section IV", "η = 1.015", fmt::format("{:.4f} for ν = 0.075 by A5", eta),
       fmt::format("1.015 is ν = 0.057 ({:.4f}). β at cot γ = 6: {:.3f} with 1.015, {:.3f} with {:.4f}.",
                   theory::stiffness_root(0.057), integrated(at(6)), integrated({.cot_gamma = 6, .eta = eta}), eta)});
}

void add_appendix(std::vector<Erratum>& errata) {
  const ObliqueImpact slip = at(1), regime_2 = at(2.5), late = at(1.6), stick = at(8);
  errata.push_back({"A8", "β_x η⁻²", "β_x",
                    fmt::format("Gross slip, cot γ = 1: {:.4f} printed, {:.4f} by (9) and event by event, {:.4f} by "
                                "small steps.",
                                printed_A8(slip), integrated(slip), march(slip).beta)});
  {
    const ObliqueImpact other{.cot_gamma = 2.5, .mu = 0.3, .e = 0.4, .eta = 1.2, .B = 2.7};
    errata.push_back({"A10", "F_x/(μF_z) = 1", "|F_x|/(μF_z) = 1",
                      fmt::format("Its right side at t₁: {:.4f} at cot γ = 8, {:.4f} at cot γ = 2.5, μ = 0.3, e = 0.4, "
                                  "η = 1.2, β_x = 2.7, where the friction has the other sign.",
                                  1 + residual_A10(stick, false), 1 + residual_A10(other, false))});
  }
  errata.push_back({"A16", "|dF_x/dt| = μ dF_z/dt", "dF_x/dt = −μ dF_z/dt",
                    fmt::format("At the t₂ of cot γ = 1.6, after t_c, where F_z falls: left less right {:.4f} with the "
                                "bars, {:.0e} without, in mv_nΩ²/β_z.",
                                residual_A16(late, true), std::abs(residual_A16(late, false)))});
  errata.push_back({"A12", "− μβ_x[p(t_f) − p(t₁)]/m", "+: friction is reversed in the last slip",
                    fmt::format("cot γ = 8: β = {:.4f} by A12, {:.4f} event by event, {:.4f} by small steps.",
                                printed_A12(stick), integrated(stick), march(stick).beta)});
  errata.push_back({"A22", "− μβ_x[p(t_f) − p(t₃)]/m", "+, for the same reason",
                    fmt::format("cot γ = 2.5: β = {:.4f} by A22, {:.4f} event by event, {:.4f} by small steps.",
                                printed_A22(regime_2), integrated(regime_2), march(regime_2).beta)});
  {
    // F_x of A9 with ω = β_x = m = 1, u = 0.3, v = 0.2.
    const auto force = [](double t) { return 0.3 * std::cos(t) - 0.2 * std::sin(t); };
    const double x = 0.7, h = 1e-5, slope = (force(x + h) - force(x - h)) / (2 * h);
    errata.push_back(
        {"A17", "+ mω³u sin ω(t − t₂)/β_x", "−",
         fmt::format("Derivative of A9 at ω = 1, u = 0.3, v = 0.2, t − t₂ = 0.7: {:.4f} printed, {:.4f} "
                     "correct, {:.4f} by differences.",
                     0.3 * std::sin(x) - 0.2 * std::cos(x), -0.3 * std::sin(x) - 0.2 * std::cos(x), slope)});
  }
  errata.push_back({"A18", "v_x(0) − μβ_x/β_z v_z(0)[1 − cos(…)], also after t_c",
                    "v_x(0) + μβ_x/β_z v_z(0)[1 − e cos(…)] after t_c, v_z(0) < 0",
                    fmt::format("v_x(t₂)/v_n at cot γ = 1.6, where t₂ > t_c: {:.4f} printed, {:.4f} correct, {:.4f} by "
                                "small steps. A20 is right, and needs the e.",
                                printed_A18(late), corrected_A18(late), march(late).v_2)});
  errata.push_back({"A24", "+ μβ_x(1 + e)p(t_c)/m", "−",
                    fmt::format("cot γ = 1: β = {:.4f} by A24, {:.4f} by A25 and event by event.", printed_A24(slip),
                                integrated(slip))});
  errata.push_back({"A7, text", "v_z(t_f) = −e", "−e v_z(0)", "By dimension."});
  {
    const double e = 0.8, t = 2.0, h = 1e-6;
    const auto theta = [e](double s) { return s / e + pi / 2 * (1 - 1 / e); };
    const auto u = [&](double s) { return -e * e * std::sin(theta(s)); };
    errata.push_back(
        {"Table I, velocity", "e² v_z(0) cos(…)", "e v_z(0) cos(…), as A7 has it",
         fmt::format("v_z = −du_z/dt at Ωt = 2, e = 0.8, over v_z(0): {:.4f} printed, {:.4f} correct, "
                     "{:.4f} by differences of the table's displacement.",
                     e * e * std::cos(theta(t)), e * std::cos(theta(t)), -(u(t + h) - u(t - h)) / (2 * h))});
  }
  errata.push_back({"B11", "u_xx", "u_xy", "By B8; with it B13 and B16 follow, and linear response agrees."});
}

void add_model(std::vector<Erratum>& errata, const Evidence& e) {
  const double rho = 1600 / pi, E = published_value("E_band");
  errata.push_back(
      {"section III", "k_a = 1.0 m c²/R²", "10⁴ for the printed modulus, 471 for c = √(E/ρ)",
       fmt::format("Bulk with k_a = 10⁴: E = {:.0f}({:.0f}). k_a = 1: sound at {:.3f} c, slower than the disk; of {} "
                   "pairs {}.",
                   e.E_bulk.mean, e.E_bulk.error, std::sqrt(1e-4 * e.E_bulk.mean / rho), e.literal.thrown(),
                   e.literal.failures())});
  errata.push_back({"section III", "c = √(E/ρ) with E = 9.54·10³ m c²/R²", "a contradiction for points of mass m",
                    fmt::format("√(E/ρ) = {:.2f} c in the disk (ρ = {:.0f} m/R²), {:.2f} c in the wall (100 m/R²).",
                                std::sqrt(E / rho), rho, std::sqrt(E / 100))});
  errata.push_back({"section V", "δ = 3.0·10⁻³ R has β₀ = 0.56", "3.0·10⁻² R",
                    fmt::format("δ = 0.003: β = {} (stiff), {} (soft) at cot γ = {:g}.",
                                with_error(e.stiff.finest.results.back().beta),
                                with_error(e.soft.finest.results.back().beta), e.soft.finest.cots.back())});
  errata.push_back({"section III", "square disk bound by Delaunay's triangles", "both diagonals of every cell",
                    fmt::format("k₂ = 3k₁/7: ν = {:.3f} with both, {:.3f} with the one that triangles have.",
                                stretch(stiffness(square_cell(1, 3.0 / 7))).nu,
                                std::abs(stretch(stiffness(square_cell(1, 3.0 / 7, Diagonals::one))).nu))});
  int failed = 0, leaky = 0, thrown = 0;
  for (const Variant& v : e.leaks) {
    failed += v.curve.failed();
    leaky += v.curve.leaky();
    thrown += v.curve.thrown();
  }
  errata.push_back(
      {"section III, Fig. 3", "force of a segment on a point above it", "of the nearest segment or vertex",
       fmt::format("No segment lies under a point above a peak: it falls through. Of {} pairs with the contact as "
                   "printed {} at least doubled their energy or came to no end, {} more changed it by 5 %; with the "
                   "nearest feature the median change is {:.0e} (stiff) and {:.0e} (soft).",
                   thrown, failed, leaky, e.stiff.random.median_energy_error(), e.soft.random.median_energy_error())});
  errata.push_back({"section III", "mass of the wall's points, its bottom, the outline's points not stated",
                    "they decide e and β₀", "See the two readings and the variants."});
}

}  // namespace

std::vector<Erratum> find_errata(const Evidence& evidence) {
  std::vector<Erratum> errata;
  add_results(errata);
  add_appendix(errata);
  add_model(errata, evidence);
  return errata;
}

}  // namespace carom::papers::lattice
