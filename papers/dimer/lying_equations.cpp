// SPDX-License-Identifier: Apache-2.0
// The dimer that lies on its plate, by the equations as printed: (44)–(51), and their counterparts in impacts.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "carom/complementarity/frictional_problem.hpp"
#include "papers/dimer/printed_equations.hpp"

namespace carom::papers::dimer {

namespace {

// Loads that are nobody's solution, so that every entry of a matrix counts.
constexpr std::array<std::array<double, 4>, 3> loads{{{1, 0.3, -0.2, 0.4}, {0.1, 2, 0.7, 0.1}, {0.5, 0.6, 0.2, -0.9}}};

// (47) or (97): what forces or impulses do to the normals of the tips, with β₂ as given.
Vector<2> printed_normals(const DimerBody& b, double beta_2, const std::array<double, 4>& F) {
  const double F_t = F[2] + F[3], rl = b.r * b.l;
  return Vector<2>((beta_2 * F[0] + b.beta_3 * F[1] - rl * F_t) / b.beta,
                   (b.beta_3 * F[0] + beta_2 * F[1] + rl * F_t) / b.beta);
}

// The largest miss of (47) over the loads.
double miss_of_normals(const Dimer& dimer, const TipEquations& exact, double beta_2) {
  double worst = 0;
  for (const auto& F : loads) {
    const Vector<4> change = exact.D * Eigen::Map<const Vector<4>>(F.data());
    const Vector<2> printed = printed_normals(dimer.body(), beta_2, F);
    for (int i = 0; i < 2; ++i) worst = std::max(worst, miss(change[i], printed[i]));
  }
  return worst;
}

// The dimer lies, its tips at rest along the plate, which accelerates upwards: what its contacts choose.
FrictionalSolution<2> lying_at_rest(const Dimer& dimer, const TipEquations& e, double plate) {
  FrictionalProblem<2> p;
  p.n = 2;
  p.A = e.D.topLeftCorner<2, 2>();
  p.B = e.D.topRightCorner<2, 2>();
  p.D = e.D.bottomRightCorner<2, 2>();
  for (int i = 0; i < 2; ++i) {
    p.b_n[i] = e.H[i] - plate;
    p.b_t[i] = e.H[2 + i];
    p.mu_s[i] = dimer.contact_law(i).mu_s;
    p.mu[i] = dimer.contact_law(i).mu_c;
  }
  p.set_default_tolerances();
  return select_modes(p, Preference::contact).chosen;
}

}  // namespace

void find_lying_equations(const DimerSettings& base, Findings& findings) {
  const Dimer dimer = on_still_plate(base, 3.9);
  const DimerBody& b = dimer.body();
  const double rate = 10, rl = b.r * b.l, kappa = rl / (b.beta_1 + 2 * b.r * b.r);
  const TipEquations exact = of_mechanism(dimer, 0, rate);
  double sums = 0, differences = 0, sticks = 0;
  for (const auto& F : loads) {
    const Vector<4> a = exact.D * Eigen::Map<const Vector<4>>(F.data()) + exact.H;
    const double sum = 2 * rl / b.beta * (F[1] - F[0]) + 2 * (b.beta_1 + 2 * b.r * b.r) / b.beta * (F[2] + F[3]);
    sums = std::max(sums, miss(a[2] + a[3], sum));
    differences = std::max(differences, miss(a[2] - a[3], b.l * rate * rate));
    // With the sum of (46), or (93), in the place of its own, a tip that does not turn is not accelerated.
    const double F_t = kappa * (F[0] - F[1]);
    const Vector<4> held = exact.D * Vector<4>(F[0], F[1], F_t, 0);
    sticks = std::max(sticks, std::abs(held[2]) / (std::abs(exact.D(2, 0)) * (F[0] + F[1])));
  }
  findings["eq_44_45"] =
      claim(sums < 1e-9 && differences < 1e-9, fmt::format("sum to {:.0e}, difference to {:.0e}", sums, differences));
  findings["eq_46"] = claim(sticks < 1e-9, fmt::format("v̇_t to {:.0e}", sticks));

  const double beta_2 = b.beta_1 + (4 * b.m_b + b.m_r) * b.l * b.l / (4 * b.m_b + 2 * b.m_r);
  const double printed = miss_of_normals(dimer, exact, beta_2), mended = miss_of_normals(dimer, exact, b.beta_2);
  findings["eq_47_97"] = claim(printed < 1e-9, fmt::format("off by {:.0f} %, as (42) is", 100 * printed))
                             .but(misprint("β₂ = β₁ + l²/2, as (126) has it", mended < 1e-9));
  // (48): (46) put into (47).
  const auto forces_48 = [&](double b_2) {
    const double s = rl * rl / (b.beta_1 + 2 * b.r * b.r);
    double worst = 0;
    for (const auto& F : loads) {
      const Vector<4> held = exact.D * Vector<4>(F[0], F[1], kappa * (F[0] - F[1]), 0);
      worst = std::max(worst, miss(held[0], ((b_2 - s) * F[0] + (b.beta_3 + s) * F[1]) / b.beta));
    }
    return worst;
  };
  findings["eq_48"] = claim(forces_48(beta_2) < 1e-9, fmt::format("off by {:.0f} %", 100 * forces_48(beta_2)))
                          .but(misprint("β₂ = β₁ + l²/2, as (126) has it", forces_48(b.beta_2) < 1e-9));

  // (49)–(51) with what the contacts choose, over accelerations of the plate for which it stays.
  double largest = 0;
  bool all_stick = true;
  const TipEquations still = of_mechanism(dimer, 0, 0);
  for (double plate = -0.9 * base.g; plate < base.g; plate += 0.1 * base.g) {
    const FrictionalSolution<2> chosen = lying_at_rest(dimer, still, plate);
    largest = std::max(largest, std::abs(chosen.z_t[0] + chosen.z_t[1]) / (chosen.z_n[0] + chosen.z_n[1]));
    all_stick = all_stick && chosen.modes[0] == ContactMode::stick && chosen.modes[1] == ContactMode::stick;
  }
  findings["eq_49_51"] =
      claim(all_stick && largest < base.law[0].mu_s, fmt::format("μ_st = {:.0e}: it always sticks", largest));
}

}  // namespace carom::papers::dimer
