// SPDX-License-Identifier: Apache-2.0
// Section 7: the assumptions of the approximate formula, measured, and the formula against the simulated drift.
#include <fmt/format.h>

#include <cmath>

#include "carom/theory/dimer_drift.hpp"
#include "papers/dimer/findings.hpp"

namespace carom::papers::dimer {

namespace {

// Mean |κ_p − κ|/κ over the forward branch of Fig. 15 at 25 Hz.
double forward_deviation(const Evidence& evidence, double alpha) {
  double sum = 0, n = 0;
  for (const DriftPoint& point : evidence.fig15.points[0]) {
    if (!point.found || point.A_r < 3.1 - 1e-9 || point.A_r > 4.95) continue;
    const double formula = theory::scaled_forward_drift({.A_r = point.A_r, .mu = 0.12, .alpha = alpha, .Gamma = 0.9});
    sum += std::abs(formula - point.kappa) / point.kappa;
    n += 1;
  }
  return n > 0 ? sum / n : std::nan("");
}

void find_assumptions(const Evidence& evidence, Findings& findings) {
  const auto &s12 = evidence.run("fig3").seen, &s08 = evidence.run("fig12_39").seen;
  const auto &l12 = evidence.run("fig7").seen, &l08 = evidence.run("fig12_57").seen;
  bool one = true;
  for (const auto* seen : {&s12, &s08, &l12, &l08}) one = one && seen->period_cycles == 1;
  findings["period_is_T"] = claim(one, "period one in the four cases");
  const bool at_39 = s08.contact_fraction > 0.95, at_57 = l08.contact_fraction > 0.95;
  findings["left_always_stays"] = claim(at_39 && at_57   ? Holds::yes
                                        : at_39 || at_57 ? Holds::in_part
                                                         : Holds::no,
                                        fmt::format("in contact for {:.0f} % at 3.9, {:.0f} % at 5.7",
                                                    100 * s08.contact_fraction, 100 * l08.contact_fraction));
  const double tilt = std::max({s12.theta_max, s08.theta_max, l12.theta_max, l08.theta_max});
  findings["tilt_small"] = claim(tilt < 6 * deg, fmt::format("at most {:.2f}°", tilt / deg));
  const double f = evidence.run("fig12_39").settings.f;
  findings["alpha_hit"] = measured(s08.alpha / deg, fmt::format("with μ_i = 0.12: {:.1f}°", s12.alpha / deg));
  const auto from_interval = [f](const observe::DimerObservables& seen) { return two_pi * seen.dt_p * f - pi; };
  findings["alpha_intervals"] =
      measured(from_interval(s08) / deg, fmt::format("with μ_i = 0.12: {:.1f}°", from_interval(s12) / deg));
  findings["starts_before_top"] =
      claim(s08.alpha > 0 && s08.alpha < pi / 2 && s08.dt_p > 0, fmt::format("{:.1f}° before", s08.alpha / deg));
  findings["reversal_008"] = measured(s08.reversal_phase / deg, "before it");
  findings["reversal_012"] = measured(s12.reversal_phase / deg, "before it");
  findings["forward_longer"] =
      claim(s08.dt_p > s08.dt_n, fmt::format("{:.3f} T against {:.3f} T", s08.dt_p * f, s08.dt_n * f));
  findings["reversal_negative_mode"] =
      claim(l08.reversal_phase > 10 * deg, fmt::format("{:.0f}° before it", l08.reversal_phase / deg));
}

void find_agreement(const Evidence& evidence, Findings& findings) {
  const auto kappa_of_sum = [](double f) {
    const theory::DriftCycle cycle{.f = f};
    return 100 * (theory::forward_displacement(cycle) + theory::backward_displacement(cycle)) * f * f / cycle.g;
  };
  const auto kappa_by_quadrature = [](double f) { return displacement_by_quadrature({.f = f}, false) * f * f; };
  double spread = 0;
  for (const double f : {50.0, 75.0})
    spread = std::max(spread, std::abs(kappa_by_quadrature(f) / kappa_by_quadrature(25) - 1));
  findings["frequency_free"] = claim(spread < 1e-6, fmt::format("spread {:.0e}", spread));
  const double sum = kappa_of_sum(25), printed = theory::scaled_forward_drift_printed({});
  const double ratio = printed / sum;
  findings["formula_140"] =
      claim(std::abs(ratio - 1) < 1e-9 ? Holds::yes
            : ratio > 0.5 && ratio < 2 ? Holds::in_part
                                       : Holds::no,
            fmt::format("(140) = {:.3f}, the sum = {:.3f}: {:+.0f} %", printed, sum, 100 * (ratio - 1)))
          .but(misprint("half of (π² + α²)(ac − bd)", std::abs(theory::scaled_forward_drift({}) / sum - 1) < 1e-9));
  const double at_0 = forward_deviation(evidence, 0), at_30 = forward_deviation(evidence, pi / 6);
  findings["formula_improves"] = claim(
      at_30 < at_0, fmt::format("mean deviation {:.0f} % with α = π/6, {:.0f} % with 0", 100 * at_30, 100 * at_0));
  findings["formula_coincides"] = claim(at_30 < 0.15  ? Holds::yes
                                        : at_30 < 0.4 ? Holds::in_part
                                                      : Holds::no,
                                        fmt::format("mean deviation {:.0f} %", 100 * at_30));
  const double k_39 = evidence.run("fig12_39").seen.scaled_drift, k_57 = evidence.run("fig12_57").seen.scaled_drift;
  const double p = std::abs(theory::scaled_forward_drift({.A_r = 3.9}) / k_39 - 1);
  const double n = std::abs(theory::scaled_backward_drift({.A_r = 5.7}) / k_57 - 1);
  findings["formula_negative_off"] =
      claim(n > p, fmt::format("{:.0f} % at 5.7 against {:.0f} % at 3.9", 100 * n, 100 * p));
}

}  // namespace

void find_formula(const Evidence& evidence, Findings& findings) {
  find_assumptions(evidence, findings);
  find_agreement(evidence, findings);
}

Findings find_all(const Evidence& evidence) {
  Findings findings;
  find_coefficients(evidence.options.base, findings);
  find_equations(evidence.options.base, findings);
  find_contact_states(evidence, findings);
  find_drift(evidence, findings);
  find_drift_curves(evidence, findings);
  find_other_motions(evidence, findings);
  find_formula(evidence, findings);
  find_causes(evidence, findings);
  return findings;
}

}  // namespace carom::papers::dimer
