// SPDX-License-Identifier: Apache-2.0
// The misprints, gaps and contradictions of the paper, each with numbers computed here where that is possible.
#include <fmt/format.h>

#include <cmath>

#include "carom/theory/rod_drift.hpp"
#include "carom/theory/rod_regimes.hpp"
#include "papers/rods/findings.hpp"
#include "papers/rods/printed_collision.hpp"
#include "papers/rods/reproduce.hpp"

namespace carom::papers::rods {

namespace {

using observe::RodMeasures;

// Moment of inertia of a spherocylinder about its middle by quadrature over slices, in reduced units.
double inertia_by_slices(double h) {
  const int n = 20000;
  const double half = 0.5 * (h + 1), step = 2 * half / n, density = 6 / pi;
  double sum = 0;
  for (int k = 0; k < n; ++k) {
    const double z = -half + (k + 0.5) * step, beyond = std::max(0.0, std::abs(z) - 0.5 * h);
    const double r2 = 0.25 - beyond * beyond;
    sum += density * pi * r2 * (z * z + 0.25 * r2) * step;
  }
  return sum;
}

void add_formulas(std::vector<Erratum>& errata) {
  const auto at = [](double phi, double mu, double c_z) {
    return theory::RodCollision{.lever = rod_lever(RodShape{}, phi * deg), .mu = mu, .eps = 0.65, .c_x = 1, .c_z = c_z};
  };
  {
    const theory::RodCollision c = at(20, 0.05, -0.2);
    const PrintedVelocity printed = printed_velocity(c);
    const auto right = theory::collide(c), marched = march_impulse(c);
    errata.push_back(
        {"(12), (13)", "denominator μ(k² + Z²) + XZ; ω_x", "k² + X² + μXZ; ωX",
         fmt::format("φ = 20°, μ = 0.05, ε = 0.65, c = (1, −0.2), {}: c′ = ({:.4f}, {:.4f}) printed, ({:.4f}, "
                     "{:.4f}) correct, ({:.4f}, {:.4f}) by small impulses.",
                     name(right.regime), printed.slide_c_x, printed.slide_c_z, right.c_x, right.c_z, marched.c_x,
                     marched.c_z)});
  }
  {
    const theory::RodCollision c = at(40, 0.4, -2);
    const auto right = theory::collide(c), marched = march_impulse(c);
    errata.push_back({"(21)", "+ (c_x − ωZ) 2μk²(k² + X²)/…", "minus, as B11 has it",
                      fmt::format("φ = 40°, μ = 0.4, ε = 0.65, c = (1, −2), {}: c_x′ = {:.4f} printed, {:.4f} correct, "
                                  "{:.4f} by small impulses.",
                                  name(right.regime), printed_velocity(c).reversal_c_x, right.c_x, marched.c_x)});
  }
  const RodShape thin;
  const auto range = theory::reversal_range(thin, 0.3), rough = theory::reversal_range(thin, 0.7);
  const theory::RodReversalLimit limit = theory::reversal_limit(thin);
  errata.push_back({"(23)", "one critical angle", "two: tan φ_c = [3 ∓ √(9 − 16μ²)]/(2μ)",
                    fmt::format("μ = 0.3: {:.3f}° by (23), and {:.3f}°, above which rods stick again.",
                                printed_critical_angle(0.3) / deg, range->upper.value_or(0) / deg)});
  errata.push_back(
      {"after (23)", "φ_c = π/2 at μ = 3/5, no reversal above", "π/4; reversal up to μ = 3/4",
       fmt::format(
           "(23) gives {:.3f}° at 3/5. At μ = 0.7 slip reverses from {:.1f}° to {:.1f}°; the last at μ = {:.4f}, "
           "{:.2f}° = arctan 2.",
           printed_critical_angle(0.6) / deg, rough->lower / deg, rough->upper.value_or(0) / deg, limit.mu,
           limit.phi / deg)});
  const double q = 1.8 * 2;
  errata.push_back({"before (23)", "slide only for μ < μ_c = −c_x/[4c_z(1 + ε)]",
                    "at φ → 0; at 90° the border is 16 μ_c",
                    fmt::format("ε = 0.8, −c_z/c_x = 2: {:.4f} at 0°, {:.4f} at 90°.",
                                theory::slide_friction(thin, 1e-6, q), theory::slide_friction(thin, 89.99 * deg, q))});
  const theory::RodRow row;
  errata.push_back({"(27), (29), Fig. 11", "slip–reversal for all φ > φ_c",
                    "up to the second critical angle, then (26)",
                    fmt::format("μ = 0.3, ε = 0.65 at 88°: c_x = {:.4f} V_z, (29) has {:.4f} V_z.",
                                theory::rod_drift(row, 88 * deg).c_x, theory::rod_drift_reversing(row, 88 * deg))});
  errata.push_back({"Fig. 11, caption", "branches of (18), (21)", "of (24)/(26) and (27)/(29)",
                    "(18) and (21) are for one collision and depend on the velocity before it."});
  errata.push_back({"(4)", "α not defined", "α = l²/4k²", "3 for a thin rod, by (2) and (3)."});
  {
    const theory::RodCollision c = at(10, 0.4, -2);
    const PrintedStop printed = printed_stop(c, particles::make_rod(9.5).mass);
    errata.push_back(
        {"(B3), first line", "no 1/m before the integral", "1/m",
         fmt::format("φ = 10°, μ = 0.4, ε = 0.65, c = (1, −2), mass {:g}: v_f = {:.4f} printed, {:.4f} "
                     "correct, {:.4f} by small impulses.",
                     particles::make_rod(9.5).mass, printed.v_f_B3_first, printed.v_f_B3, march_impulse(c).v_plus)});
  }
}

void add_bodies(std::vector<Erratum>& errata, const Evidence& e) {
  const double h = 8.5, printed = 0.1 + 15 * h / 32 + h * h + h * h * h / 8;
  errata.push_back(
      {"footnote 12", "I = 1/10 + 15h/32 + h² + h³/8", "1/10 + 9h/32 + h²/4 + h³/8",
       fmt::format("h = 8.5: {:.2f} printed, {:.2f} correct, {:.2f} by slices. The caps were shifted by h "
                   "instead of h/2. The mass 1 + 3h/2 is right.",
                   printed, particles::make_rod(h + 1, particles::Inertia::exact).inertia, inertia_by_slices(h))});
  const auto reading = [&e](const char* name) -> const CollisionScan& {
    for (const Reading& r : e.readings)
      if (r.name == name) return r.scan;
    return e.readings.front().scan;
  };
  const auto eps = [](const CollisionScan& s) {
    return fmt::format("{:.2f} ({:.2f} to {:.2f})", s.eps_mean, s.eps_least, s.eps_most);
  };
  const CollisionScan& used = e.readings.front().scan;
  errata.push_back({"appendix A", "damping γ M_e δ v", "γ M_e √δ v",
                    fmt::format("Mean restitution over tilts, with its range: {} printed, {} with √δ; section III has "
                                "{:g}–{:g}.",
                                eps(reading("damping δ¹, as printed")), eps(used), published_entry("eps_md").low,
                                published_entry("eps_md").high)});
  errata.push_back({"appendix A", "m is the mass of a virtual sphere and of the rod",
                    "unit of mass the sphere, rod 1 + 3h/2",
                    fmt::format("With a rod of unit mass and the printed γ the restitution is {}.",
                                eps(reading("rod of unit mass")))});
  const CollisionScan& soft = reading("k_t = (2/7) k_n");
  errata.push_back(
      {"appendix A", "k_t = 95 k_n", "as printed, with its spring k_t δ s",
       fmt::format("No misprint for 2/7: with that the single collisions are {:.2f} c_x from the map (rms), with "
                   "95 {:.2f} c_x. At overlaps of 0.003, 95 δ is 0.3.",
                   soft.rms_c_x, used.rms_c_x)});
}

void add_contradictions(std::vector<Erratum>& errata, const Evidence& e) {
  errata.push_back({"section III", "short flights last one period", "less than one, as section VI says",
                    fmt::format("Mean flight at 34° {:.2f} periods, at 50° {:.2f}.",
                                e.tip_34.mean(&RodMeasures::flight_time), e.row(50).mean(&RodMeasures::flight_time))});
  errata.push_back({"Fig. 1, caption", "N = 50 has φ = 13°", "about 15° by the paper's own tilts of N = 55 and 44",
                    fmt::format("Simulated: {:.1f}° (55), {:.1f}° (50), {:.1f}° (44).", e.ring(55).tilt(),
                                e.ring(50).tilt(), e.ring(44).tilt())});
  errata.push_back({"text", "Fig. 4(e); Fig. 6(a) and 6(b) for c_x; Fig. 13(b) for μ_rw; Fig. 3(c)",
                    "Fig. 5; Fig. 6(c); Fig. 4(c); Fig. 3(b)", "By the captions."});
  errata.push_back({"section III", "\"experiments in quasi-2D\"", "simulations", "There is no quasi-2-D experiment."});
  errata.push_back({"Fig. 9, caption", "rod and sphere", "rod and plate", "By the text."});
  errata.push_back(
      {"Fig. 6, caption", "experimental d = 0.6 cm", "0.635 cm in section II",
       fmt::format("Velocity units {:.2f} and {:.2f} cm/s. The row is simulated with 0.6 cm here, the annulus "
                   "with 0.635 cm.",
                   in_cm_per_s(e.row_tilt[0].run, 1), in_cm_per_s(e.ring_film.run, 1))});
  const Point& standing = e.ring_gamma_standing.points.front();
  double moving = std::nan("");
  for (const AccelerationCurve& curve : e.ring_gamma)
    for (const Point& p : curve.points)
      if (curve.N == 50 && std::abs(p.run.Gamma - standing.run.Gamma) < 1e-9) moving = p.drift();
  errata.push_back({"sections III, VI", "motion of the side walls not stated", "it decides the onset of motion",
                    fmt::format("N = 50, Γ = {:g}: c_x = {:.5f} with moving walls, {:.4f} with walls at rest.",
                                standing.run.Gamma, moving, standing.drift())});
}

}  // namespace

std::vector<Erratum> find_errata(const Evidence& evidence) {
  std::vector<Erratum> errata;
  add_formulas(errata);
  add_bodies(errata, evidence);
  add_contradictions(errata, evidence);
  return errata;
}

}  // namespace carom::papers::rods
