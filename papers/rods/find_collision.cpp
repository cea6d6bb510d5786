// SPDX-License-Identifier: Apache-2.0
// Section IV: the formulas as printed against the impulse added step by step; critical angles; Fig. 10.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "carom/theory/rod_regimes.hpp"
#include "papers/rods/findings.hpp"
#include "papers/rods/printed_collision.hpp"

namespace carom::papers::rods {

using theory::RodCollision;
using theory::RodCollisionResult;
using theory::RodRegime;

PrintedVelocity printed_velocity(const RodCollision& c) {
  const double X = c.lever.X, Z = c.lever.Z, k2 = c.lever.k2, mu = c.mu;
  const double u = c.c_x - c.omega * Z, v = c.c_z - c.V_z + c.omega * X;
  const double S = mu * (k2 + Z * Z) + X * Z, D = k2 + X * X - mu * X * Z;
  return {.slide_c_x = c.c_x + mu * (1 + c.eps) * k2 * v / S,                                                // (12)
          .slide_c_z = c.c_z - (1 + c.eps) * k2 * v / S,                                                     // (13)
          .reversal_c_x = c.c_x + u * 2 * mu * k2 * (k2 + X * X) / (S * D) - v * mu * k2 * (1 + c.eps) / D,  // (21)
          .corrected_c_x = c.c_x - u * 2 * mu * k2 * (k2 + X * X) / (S * D) - v * mu * k2 * (1 + c.eps) / D};
}

double printed_critical_angle(double mu) {
  return 0.5 * std::acos((std::sqrt(9 - 16 * mu * mu) - 5 * mu * mu) / (3 * (1 + mu * mu)));
}

namespace {

// Collisions over tilts, frictions and velocities, forward slip and approach only.
std::vector<RodCollision> sample_collisions() {
  std::vector<RodCollision> list;
  for (double phi = 4; phi < 90; phi += 9)
    for (const double mu : {0.05, 0.15, 0.3, 0.45, 0.7, 1.0})
      for (const double eps : {0.5, 0.8})
        for (const double down : {0.1, 0.4, 1.0, 3.0})
          for (const double omega : {-0.05, 0.0, 0.05})
            for (const double V : {0.0, 0.3}) {
              const RodCollision c{.lever = rod_lever(RodShape{}, phi * deg),
                                   .mu = mu,
                                   .eps = eps,
                                   .c_x = 1,
                                   .c_z = -down,
                                   .omega = omega,
                                   .V_z = V};
              const double u = c.c_x - omega * c.lever.Z, v = c.c_z - V + omega * c.lever.X;
              if (u > 0.05 && v < -0.05) list.push_back(c);
            }
  return list;
}

struct Worst {
  double off = 0;
  int n = 0;
  void add(double a, double b, double scale) {
    off = std::max(off, std::abs(a - b) / scale);
    ++n;
  }
  std::string brief() const { return fmt::format("largest difference {:.1e} in {} collisions", off, n); }
  Finding finding() const { return claim(off < 1e-3, brief()); }
};

// (15) against the march: the vertical velocity where the slip stops.
double stopping_velocity(const RodCollision& c, double step) {
  const double X = c.lever.X, Z = c.lever.Z, k2 = c.lever.k2;
  double u = c.c_x - c.omega * Z, v = c.c_z - c.V_z + c.omega * X;
  while (u > 0) {
    u -= ((k2 + Z * Z) * c.mu + X * Z) / k2 * step;
    v += (k2 + X * X + X * Z * c.mu) / k2 * step;
  }
  return v;
}

void find_formulas(Findings& findings) {
  Worst slide, printed_12, stop, stick, printed_reversal, reversal_z, corrected_21, friction_free;
  Worst printed_8, printed_B3, corrected_B3, printed_B4, printed_B6, printed_B8, printed_B10, printed_B11;
  bool same_regimes = true, slows = true;
  for (const RodCollision& c : sample_collisions()) {
    const RodCollisionResult map = theory::collide(c), marched = march_impulse(c, 1e-4);
    const PrintedVelocity printed = printed_velocity(c);
    const double scale = 1 + std::abs(c.c_z);
    const PrintedSlide by_8 = printed_slide(c);
    const PrintedStop by_B = printed_stop(c);
    same_regimes = same_regimes && (by_8.u_star > 0) == (marched.regime == RodRegime::slide);
    const double X = c.lever.X, Z = c.lever.Z, k2 = c.lever.k2, S = c.mu * (k2 + Z * Z) + X * Z;
    switch (map.regime) {
      case RodRegime::slide:
        slide.add(map.c_x, marched.c_x, scale);
        slide.add(map.c_z, marched.c_z, scale);
        printed_8.add(by_8.c_x, marched.c_x, scale);
        printed_8.add(by_8.c_z, marched.c_z, scale);
        printed_12.add(printed.slide_c_x, marched.c_x, scale);
        printed_12.add(printed.slide_c_z, marched.c_z, scale);
        slows = slows && marched.c_x < c.c_x;
        break;
      case RodRegime::slip_stick: {
        stick.add(by_B.c_x_18, marched.c_x, scale);
        stick.add(by_B.c_z_19, marched.c_z, scale);
        printed_B3.add(printed_stop(c, particles::make_rod(9.5).mass).v_f_B3_first, marched.v_plus, scale);
        corrected_B3.add(by_B.v_f_B3, marched.v_plus, scale);
        printed_B4.add(by_B.stick_c_x, marched.c_x, scale);
        printed_B4.add(by_B.stick_c_z, marched.c_z, scale);
        RodCollision rougher = c;
        rougher.mu = c.mu + 0.05;
        const RodCollisionResult other = march_impulse(rougher, 1e-4);
        if (other.regime == RodRegime::slip_stick) {
          friction_free.add(other.c_x, marched.c_x, scale);
          friction_free.add(other.c_z, marched.c_z, scale);
        }
        break;
      }
      case RodRegime::slip_reversal:
        printed_reversal.add(printed.reversal_c_x, marched.c_x, scale);
        corrected_21.add(printed.corrected_c_x, marched.c_x, scale);
        printed_B8.add(by_B.reversal_c_x, marched.c_x, scale);
        printed_B8.add(by_B.reversal_c_z, marched.c_z, scale);
        printed_B10.add(by_B.u_f, marched.u_plus, scale);
        printed_B6.add(by_B.u_f_B6, marched.u_plus, scale);
        printed_B6.add(by_B.v_f_B7, marched.v_plus, scale);
        printed_B11.add(by_B.B11, marched.c_x, scale);
        printed_B11.add(by_B.B12, marched.c_z, scale);
        reversal_z.add(by_B.c_z_22, marched.c_z, scale);
        break;
      case RodRegime::stick: break;
    }
    if (map.regime != RodRegime::slide)
      stop.add(map.v_minus + (k2 + X * X + c.mu * X * Z) / S * map.u_minus, stopping_velocity(c, 1e-4), scale);
  }
  findings["eq_8_9"] = printed_8.finding();
  if (!same_regimes) findings["eq_8_9"] = claim(false, "(14) and the impulse tell other regimes");
  findings["eq_12_13"] = printed_12.finding().but(
      misprint("the denominator k² + X² + μXZ of (8), and ωX for ω_x", slide.off < 1e-3, slide.brief()));
  findings["eq_15"] = stop.finding();
  findings["eq_18_19"] = stick.finding();
  findings["stick_no_mu"] = friction_free.finding();
  findings["eq_21"] = printed_reversal.finding().but(
      misprint("minus before the term with c_x − ωZ, as (B11) has it", corrected_21.off < 1e-3, corrected_21.brief()));
  findings["eq_B3"] = printed_B3.finding().but(
      misprint("1/m before the integral, as the second line has it", corrected_B3.off < 1e-3, corrected_B3.brief()));
  findings["eq_B4"] = printed_B4.finding();
  findings["eq_B6"] = printed_B6.finding();
  findings["eq_B8"] = printed_B8.finding();
  findings["eq_B10"] = printed_B10.finding();
  findings["eq_B11"] = printed_B11.finding();
  const ContactPointLaw law = contact_point_law();
  findings["eq_5_6"] = claim(law.projections < 1e-12, fmt::format("largest difference {:.0e}", law.projections));
  findings["eq_4"] = claim(law.vector < 1e-12, fmt::format("largest difference {:.0e} with α = l²/4k²", law.vector));
  findings["eq_22"] = reversal_z.finding();
  findings["no_slide"] = claim(slows, fmt::format("{} slides", slide.n / 2));
}

}  // namespace

void find_collision(Findings& findings) {
  find_formulas(findings);
  const RodShape thin;
  double worst = 0;
  for (double mu = 0.02; mu < 0.745; mu += 0.02)
    worst = std::max(worst, std::abs(printed_critical_angle(mu) - theory::reversal_range(thin, mu)->lower));
  const double small = printed_critical_angle(0.01) / 0.01;
  findings["phi_c"] = claim(worst < 1e-9 && std::abs(small - 4.0 / 3) < 1e-3,
                            fmt::format("largest difference {:.0e} rad; φ_c/μ = {:.5f} at μ = 0.01", worst, small));
  const auto range = theory::reversal_range(thin, 0.3);
  // The regimes themselves, at a friction of 0.3, on both sides of the two roots.
  const auto reverses = [&](double phi) { return theory::rod_regime(thin, phi, 0.3, 1e6) == RodRegime::slip_reversal; };
  const double upper = range->upper.value_or(pi / 2);
  const bool between = reverses(range->lower + 1e-6) && reverses(upper - 1e-6) && !reverses(range->lower - 1e-6) &&
                       (!range->upper || !reverses(upper + 1e-6));
  findings["reversal_above"] =
      claim(range->upper ? Holds::in_part : Holds::yes,
            fmt::format("reversal from {:.3f}° to {:.3f}°", range->lower / deg, upper / deg))
          .but(misprint(fmt::format("between the two roots of XZ = μ(k² + Z²), {:.3f}° and {:.3f}°", range->lower / deg,
                                    upper / deg),
                        between));
  const auto at_06 = theory::reversal_range(thin, 0.6);
  findings["phi_c_90"] = measured(printed_critical_angle(0.6) / deg)
                             .but(misprint("the lower root at μ = 3/5", at_06 ? at_06->lower / deg : std::nan("")));
  const auto beyond = theory::reversal_range(thin, 0.7);
  const theory::RodReversalLimit limit = theory::reversal_limit(thin);
  findings["none_above"] =
      claim(!beyond, fmt::format("at μ = 0.7 from {:.1f}° to {:.1f}°; the last at μ = {:.4f}, {:.2f}°",
                                 beyond ? beyond->lower / deg : 0, beyond ? beyond->upper.value_or(pi / 2) / deg : 0,
                                 limit.mu, limit.phi / deg))
          .but(misprint("none for μ > 3/4", std::abs(limit.mu - 0.75) < 1e-9 && theory::reversal_range(thin, 0.7499) &&
                                                !theory::reversal_range(thin, 0.7501)));
  findings["mu_large"] = claim(!theory::reversal_range(thin, limit.mu + 1e-6) && !theory::reversal_range(thin, 2),
                               fmt::format("above μ = {:.4f}", limit.mu));
  std::string bounds, areas;
  bool bound_holds = true, shrinks = true, sixteen = true;
  double last = 2;
  for (const double ratio : {1.0, 2.0, 10.0}) {
    const double q = 1.8 * ratio, mu_c = 1 / (4 * q), flat = theory::slide_friction(thin, 89.99 * deg, q);
    bound_holds = bound_holds && flat <= mu_c;
    sixteen = sixteen && std::abs(theory::slide_friction(thin, 1e-6, q) / mu_c - 1) < 1e-3 &&
              std::abs(flat / (16 * mu_c) - 1) < 1e-2;
    bounds += fmt::format("{}{:.4f} at 0°, {:.3f} at 90° for {:g}", bounds.empty() ? "" : "; ",
                          theory::slide_friction(thin, 1e-6, q), flat, ratio);
    int count[4] = {};
    for (int i = 0; i < 90; ++i)
      for (int j = 0; j < 80; ++j)
        ++count[static_cast<int>(theory::rod_regime(thin, (i + 0.5) * deg, 0.01 * (j + 0.5), q))];
    const double slide = count[0] / 7200.0;
    shrinks = shrinks && slide < last;
    last = slide;
    areas += fmt::format("{}{:.1f}, {:.1f}, {:.1f} % for {:g}", areas.empty() ? "slide, stick, reversal: " : "; ",
                         100 * slide, count[1] / 72.0, count[2] / 72.0, ratio);
  }
  findings["slide_bound"] = claim(bound_holds ? Holds::yes : Holds::in_part, bounds)
                                .but(misprint("μ < μ_c at small φ, μ < 16 μ_c towards 90°", sixteen));
  findings["fig_10"] = claim(shrinks, areas);
}

}  // namespace carom::papers::rods
