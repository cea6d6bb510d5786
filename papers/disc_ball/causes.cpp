// SPDX-License-Identifier: Apache-2.0
// Whose the differences are.
#include "papers/disc_ball/causes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/disc_ball/findings.hpp"

namespace carom::papers::disc_ball {

DiscBallSettings stepped_variant(int number) {
  DiscBallSettings settings = variant_settings(number);
  settings.ground.stiffness = variant_stiffness_ratio * settings.face.stiffness;
  return settings;
}

namespace {

constexpr long table_steps = 10000;

SteppedHit variant_of(const DiscBallSettings& settings) {
  return stepped_hit(settings, table_steps, FaceFriction::reversed);
}

VariantCase case_of(int number) {
  VariantCase c;
  const DiscBallSettings settings = stepped_variant(number);
  c.hit = variant_of(settings);
  DiscBallSettings higher = settings, faster = settings;
  higher.b += 0.05e-3;
  faster.v_b += 0.5e-3;
  const SteppedHit by_b = variant_of(higher), by_v = variant_of(faster);
  for (int i = 0; i < 3; ++i) {
    const Quantity q = quantities[i];
    c.spread[i] = std::abs(by_b.value(q) - c.hit.value(q)) + std::abs(by_v.value(q) - c.hit.value(q));
  }
  Vector<5> u;
  // Steps leave a little of the slip where the ground sticks.
  u << 0, 0, c.hit.sticks ? -settings.r * c.hit.theta_dot : c.hit.y_d_dot, c.hit.z_d_dot, c.hit.theta_dot;
  c.motion = run_after(settings, u, {.sample_step = 1e-3});
  return c;
}

// Table 5 by the variant, at the speed of case 2, with the ground of case 5.
Boundaries table_5(double mu_s_more, double mu_more, double mu_D_more) {
  DiscBallSettings base = stepped_variant(5);
  base.v_b = settings_of(2).v_b;
  base.ground.mu_s_i += mu_s_more;
  base.ground.mu_i += mu_more;
  base.face.mu_i += mu_D_more;
  const auto at = [&](double ratio) {
    DiscBallSettings settings = base;
    settings.b = ratio * settings.r;
    return variant_of(settings);
  };
  const double closing = DiscBall(base).closing_speed();
  const auto lifted = [&](double ratio) { return at(ratio).delta_A > closing; };
  const auto sticks = [&](double ratio) { return at(ratio).sticks; };
  Boundaries found{.lifts_until = bisect(1e-3, 0.2, lifted), .leaves = bisect(0.26, 0.9, lifted)};
  double first = 0, last = 0;
  for (double ratio = 0.2; ratio < 0.3; ratio += 0.003)
    if (sticks(ratio)) {
      if (first == 0) first = ratio;
      last = ratio;
    }
  found.stick_low = first > 0 ? bisect(first - 0.003, first, sticks) : std::nan("");
  found.stick_high = first > 0 ? bisect(last, last + 0.003, sticks) : std::nan("");
  return found;
}

}  // namespace

CauseEvidence gather_causes(const Effort& effort) {
  CauseEvidence found;
  std::array<Boundaries, 4> tables;
  std::array<double, 3> least{};
  const std::array<double, 3> speeds{0.275, 0.433, 0.353};
  for_each_point(15, effort, [&](int k) {
    if (k < 8) found.cases[k + 2] = case_of(k + 2);
    if (k == 8) tables[0] = table_5(0, 0, 0);
    if (k == 9) tables[1] = table_5(0.005, 0, 0);
    if (k == 10) tables[2] = table_5(0, 0.0005, 0);
    if (k == 11) tables[3] = table_5(0, 0, 0.005);
    if (k < 12) return;
    DiscBallSettings settings = stepped_variant(2);
    settings.v_b = speeds[k - 12];
    least[k - 12] = HUGE_VAL;
    for (double ratio = -0.6; ratio < -0.005; ratio += 0.02) {
      settings.b = ratio * settings.r;
      least[k - 12] = std::min(least[k - 12], variant_of(settings).delta_A / DiscBall(settings).closing_speed());
    }
  });
  found.lifts_below = *std::min_element(least.begin(), least.end());
  found.table_5 = tables[0];
  for (int k = 1; k < 4; ++k) {
    const auto add = [&](double Boundaries::*end) {
      found.table_5_spread.*end += std::abs(tables[k].*end - tables[0].*end);
    };
    for (double Boundaries::*end :
         {&Boundaries::lifts_until, &Boundaries::stick_low, &Boundaries::stick_high, &Boundaries::leaves})
      add(end);
  }
  return found;
}

namespace {

// Table 4: the simulated columns, and the measured ones.
void explain_table_4(const Evidence& evidence, Findings& findings) {
  // (3.1) gives v₁ of case 9 from the two others of its row.
  const DiscBallSettings s = settings_of(9);
  const double v1_9 = simulated_in(9, Quantity::v2) + (s.h2 - s.h1) * simulated_in(9, Quantity::theta_dot);
  for (int k = 2; k <= 9; ++k) {
    const VariantCase& variant = evidence.tried.cases[k];
    for (int i = 0; i < 3; ++i) {
      const Quantity q = quantities[i];
      const bool slip_of_pen = k == 9 && q == Quantity::v1;
      const double printed = slip_of_pen ? v1_9 : simulated_in(k, q), ours = variant.hit.value(q);
      Finding& simulated = findings.at(fmt::format("sim_{}_{}", quantity_names[i], k));
      if (slip_of_pen)
        simulated.cause = misprint(fmt::format("{:.4f}, by (3.1) from θ̇ and v₂ of the same row", v1_9),
                                   std::abs(ours - v1_9) <= 5e-4, fmt::format("{}: {:.4f}", variant_name, ours));
      else
        simulated.cause = follows_from(variant_name, ours, variant.spread[i]);
      const Measurement measured = measured_in(k, q);
      Finding& experiment = findings.at(fmt::format("exp_{}_{}", quantity_names[i], k));
      if (printed < measured.low() || printed > measured.high())
        experiment.cause = against_experiment(printed);
      else
        experiment.cause = follows_from(variant_name, ours, 0, "the paper's own simulation meets the measurement too");
    }
  }
}

// The pattern of contact at a height of the hit, as Table 5 divides them.
std::string mode_at(double ratio, const Boundaries& at) {
  if (ratio < 0) return "I";
  if (ratio == 0) return "II";
  if (ratio < at.lifts_until || ratio > at.leaves) return "III";
  return ratio < at.stick_low ? "IV" : ratio < at.stick_high ? "V" : "VI";
}

void explain_patterns(const Evidence& evidence, Findings& findings) {
  const Boundaries &P = evidence.tried.table_5, &spread = evidence.tried.table_5_spread;
  const std::string by = std::string(variant_name) + ", ground of case 5";
  findings.at("bound_III_IV").cause = follows_from(by, P.lifts_until, spread.lifts_until);
  findings.at("bound_IV_V").cause = follows_from(by, P.stick_low, spread.stick_low);
  findings.at("bound_V_VI").cause = follows_from(by, P.stick_high, spread.stick_high);
  findings.at("bound_VI_III").cause = follows_from(by, P.leaves, spread.leaves);
  const double width = P.stick_high - P.stick_low;
  findings.at("stick_region").cause =
      follows_from(by, width > 0 && width < 0.1 && P.stick_high < P.leaves,
                   fmt::format("v_τ = 0 for b/r from {:.4f} to {:.4f}, with A on the ground up to {:.4f}", P.stick_low,
                               P.stick_high, P.leaves));
  findings.at("lifts_below").cause =
      follows_from(variant_name, evidence.tried.lifts_below > 1,
                   fmt::format("least speed of A for b < 0: {:.2f} g T_c", evidence.tried.lifts_below));
  // There the pull at D and the turn by the hit cancel; μ_D is printed as 0.07.
  const DiscBallSettings s = stepped_variant(2);
  const double by_mu = (DiscBall(s).inertia() / (s.m_d * s.h) - s.h) / s.r;
  findings.at("fixed_point").cause =
      follows_from("variant P in closed form, μ_D(I/(m_d h) − h)/r", s.face.mu_i * by_mu, 0.005 * by_mu);
  for (int k = 2; k <= 9; ++k) {
    const MotionRecord& motion = evidence.tried.cases[k].motion;
    const double ratio = settings_of(k).b / variant_radius;
    const std::string mode = mode_at(ratio, P);
    findings.at(fmt::format("mode_{}", k)).cause = follows_from(
        by, mode == printed_mode(k), fmt::format("by its boundaries b/r = {:.3f} is mode {}", ratio, mode));
    findings.at(fmt::format("sequence_{}", k)).cause =
        follows_from(variant_name, sequence_holds(k, motion) == Holds::yes, motion.sequence);
  }
}

void explain_parameters(const Evidence& evidence, Findings& findings) {
  const Material m = material_constants();
  // The modulus of the paper is printed with three digits.
  const double digits = 0.005 / 1.20;
  const char* soft = "the steel taken as rigid, E* = Y_p/(1 − ν²)";
  findings.at("k_D").cause = follows_from(soft, m.k_D_soft / 1e8, digits * m.k_D_soft / 1e8);
  findings.at("k_Tc").cause = follows_from(soft, m.k_Tc_soft * 1e4, 0.4 * digits * m.k_Tc_soft * 1e4);
  findings.at("k_ABC").cause = follows_from("1.333 for 4/3", m.k_ABC / 1e10 * 1.333 * 3 / 4);
  const double T_c = DiscBall(settings_of(2)).T_c();
  const bool lasts = evidence.at(2).duration > 0.75 * T_c && evidence.at(2).duration < 1.25 * T_c;
  const std::string by_hit = fmt::format("the hit of case 2 lasts {:.3f} ms", 1e3 * evidence.at(2).duration);
  findings.at("T_c").cause = misprint(fmt::format("{:.1f} ms, by (4.1) itself", 1e3 * T_c), lasts, by_hit);
  findings.at("samples").cause =
      misprint(fmt::format("{:.0f}, at the 50 kHz of section 3(b)", 50e3 * T_c), lasts, by_hit);
  const DiscBallSettings p = settings_of(2);
  const double tube = p.m_b - p.m_d / (pi * p.r * p.r * 2 * p.h) * 4 * pi / 3 * std::pow(p.r_b, 3);
  findings.at("same_steel").cause = unprinted({.name = "mass of the tube welded to the ball",
                                               .unit = "g",
                                               .value = 1e3 * tube,
                                               .low = 0,
                                               .high = 0.1 * 1e3 * p.m_b},
                                              true, "a tenth of the ball is taken as the limit");
}

}  // namespace

void find_causes(const Evidence& evidence, Findings& findings) {
  explain_table_4(evidence, findings);
  explain_patterns(evidence, findings);
  explain_parameters(evidence, findings);
}

}  // namespace carom::papers::disc_ball
