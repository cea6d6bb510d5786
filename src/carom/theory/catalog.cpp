// SPDX-License-Identifier: Apache-2.0
#include "carom/theory/catalog.hpp"

#include <cmath>
#include <optional>

#include "carom/base/bad_input.hpp"
#include "carom/base/constants.hpp"
#include "carom/systems/dimer_body.hpp"
#include "carom/theory/dimer_drift.hpp"
#include "carom/theory/dimer_modes.hpp"
#include "carom/theory/dimer_slip.hpp"
#include "carom/theory/dimer_stick.hpp"
#include "carom/theory/disc_painleve.hpp"
#include "carom/theory/formula_inputs.hpp"
#include "carom/theory/oblique_formulas.hpp"
#include "carom/theory/rod_formulas.hpp"

namespace carom::theory {

namespace {

ParameterSpec gravity_input() { return input("g", gravity, "m/s2", {.min = 1e-3, .max = 1e3}, "gravity"); }

Formula dimer_drift() {
  const DriftCycle usual;
  ParameterTable inputs{
      input("A_r", usual.A_r, "1", {.min = 2, .max = 1000}, "aspect ratio: length over ball diameter"),
      input("mu", usual.mu, "1", {.min = 0, .max = 1.7}, "slip coefficient of friction"),
      input("alpha", usual.alpha, "rad", {.min = -pi, .max = pi}, "phase by which the hit precedes the plate's top"),
      input("Gamma", usual.Gamma, "1", {.min = 0, .max = 100}, "acceleration of the plate over gravity"),
      input("f", usual.f, "Hz", {.min = 1e-3, .max = 1e6}, "frequency of the plate"),
      gravity_input(),
  };
  const auto evaluate = [](const Parameters& p) -> Answer {
    const DriftCycle cycle{
        .A_r = p["A_r"], .mu = p["mu"], .alpha = p["alpha"], .Gamma = p["Gamma"], .f = p["f"], .g = p["g"]};
    const double x_p = forward_displacement(cycle);
    const double x_n = backward_displacement(cycle);
    return {{"kappa_p", scaled_forward_drift(cycle)},
            {"kappa_n", scaled_backward_drift(cycle)},
            {"x_p", x_p},
            {"x_n", x_n},
            {"drift_p", (x_p + x_n) * cycle.f},
            {"drift_n", x_n * cycle.f},
            {"kappa_p_printed", scaled_forward_drift_printed(cycle)}};
  };
  return {.name = "dimer-drift",
          .summary = "mean drift of the dimer from a sliding pendulum: scaled (kappa), per cycle (x), as speed (drift)",
          .source = "liu_zhao_brogliato_2008 (133)-(141); kappa_p_printed is (140) as printed",
          .inputs = std::move(inputs),
          .evaluate = evaluate};
}

Formula dimer_stick() {
  ParameterTable inputs(dimer_shape_parameters());
  const DoubleImpact impact;
  inputs.add(input("theta", 0, "rad", {.min = -pi / 2, .max = pi / 2, .min_open = true, .max_open = true},
                   "tilt, positive with the left tip low"));
  inputs.add(word("tip", {"left", "right"}, "the tip that hits or rests (mu_st, mu_st_contact)"));
  inputs.add(input("E_21", impact.E_21, "1", {.min = 0, .max = 1e12},
                   "energy stored at the right tip over that at the left (mu_st_double)"));
  inputs.add(input("gamma_21", impact.gamma_21, "1", {.min = 1e-12, .max = 1e12},
                   "contact stiffness of the right tip over that of the left (mu_st_double)"));
  inputs.add(input("eta", impact.eta, "1", {.min = 0, .max = 100, .min_open = true},
                   "exponent of the contact force (mu_st_double)"));
  inputs.add(input("theta_dot", 0, "rad/s", {.min = -1e6, .max = 1e6}, "angular speed (mu_st_contact)"));
  inputs.add(input("plate_acceleration", 0, "m/s2", {.min = -1e6, .max = 1e6},
                   "upward acceleration of the plate (mu_st_contact)"));
  inputs.add(
      input("F_n", 0, "N", {.min = 0, .max = 1e9}, "normal force on the tip (mu_st_contact); 0: that of sticking"));
  inputs.add(gravity_input());
  const auto evaluate = [](const Parameters& p) -> Answer {
    const DimerBody body = dimer_body(dimer_shape(p));
    const DimerTip tip = p.word("tip") == "left" ? DimerTip::left : DimerTip::right;
    const DimerContact contact{
        .theta = p["theta"], .theta_dot = p["theta_dot"], .plate_acceleration = p["plate_acceleration"], .g = p["g"]};
    const double F_n = p["F_n"] > 0 ? p["F_n"] : stick_forces(body, contact, tip).F_n;
    Answer answer{{"mu_st", stick_in_single_impact(body, contact.theta, tip)},
                  {"mu_st_double",
                   stick_in_double_impact(body, {.E_21 = p["E_21"], .gamma_21 = p["gamma_21"], .eta = p["eta"]})}};
    if (F_n > 0) answer.emplace_back("mu_st_contact", stick_in_contact(body, contact, F_n, tip));
    answer.emplace_back("F_n", F_n);
    return answer;
  };
  return {.name = "dimer-stick",
          .summary = "friction a tip of the dimer needs to stick: in a single impact, a double impact, in contact",
          .source = "liu_zhao_brogliato_2008 (105)-(107)",
          .inputs = std::move(inputs),
          .evaluate = evaluate};
}

Formula dimer_slip() {
  ParameterTable inputs{
      input("mu", 0.12, "1", {.min = 1e-6, .max = 100}, "slip coefficient of friction"),
      input("A_r", 3.9, "1", {.min = 1, .max = 1000}, "aspect ratio at which f is evaluated"),
  };
  const auto evaluate = [](const Parameters& p) -> Answer {
    const double mu = p["mu"];
    Answer answer;
    if (const std::optional<SlipRange> range = growing_slip(mu)) {
      answer = {
          {"B_r1", range->B_r1}, {"B_r2", range->B_r2}, {"A_r1", 1 + range->B_r1 / 2}, {"A_r2", 1 + range->B_r2 / 2}};
    }
    answer.emplace_back("f", slip_growth(2 * (p["A_r"] - 1), mu));
    answer.emplace_back("mu_limit", slip_growth_limit());
    return answer;
  };
  return {.name = "dimer-slip",
          .summary = "lengths B_r = l/r between which a backward slip grows in a single impact; none for mu > mu_limit",
          .source = "liu_zhao_brogliato_2008 (115)-(117)",
          .inputs = std::move(inputs),
          .evaluate = evaluate};
}

Formula dimer_modes() {
  ParameterTable inputs{
      input("e", 0.65, "1", {.min = 0, .max = 1, .min_open = true}, "restitution coefficient"),
      whole(input("n", 1, "1", {.min = 1, .max = 1000}, "plate cycles between two hits")),
      input("Gamma", 0.9, "1", {.min = 0, .max = 1e4}, "acceleration of the plate over gravity, for alpha"),
  };
  const auto evaluate = [](const Parameters& p) -> Answer {
    const double e = p["e"];
    const int n = static_cast<int>(p["n"]);
    const BouncingWindow window = bouncing_window(e, n);
    const ModeEnergies energies;
    Answer answer{{"Gamma_min", window.Gamma_min}, {"Gamma_max", window.Gamma_max}};
    if (const std::optional<double> alpha = stable_phase(e, n, p["Gamma"])) answer.emplace_back("alpha", *alpha);
    answer.emplace_back("E_d", energies.drift);
    answer.emplace_back("E_j", energies.jump);
    answer.emplace_back("E_f", energies.flutter);
    answer.emplace_back("E_j_over_E_d", energies.jump / energies.drift);
    answer.emplace_back("E_f_over_E_d", energies.flutter / energies.drift);
    return answer;
  };
  return {.name = "dimer-modes",
          .summary = "drives Gamma that sustain a hit every n cycles, its phase alpha; mode energies over m g^2 T^2",
          .source = "liu_zhao_brogliato_2008 (122)-(124); window of the bouncing ball: theory/dimer_modes.hpp",
          .inputs = std::move(inputs),
          .evaluate = evaluate};
}

Formula disc_painleve_formula() {
  ParameterTable inputs{
      input("r", 0.0375, "m", {.min = 0, .max = 1e3, .min_open = true}, "radius of the disc"),
      input("h", 0.003, "m", {.min = 0, .max = 1e3, .min_open = true}, "half its thickness"),
  };
  const auto evaluate = [](const Parameters& p) -> Answer {
    const DiscPainleve bound = disc_painleve(p["r"], p["h"]);
    return {{"mu_min", bound.mu_min}, {"mu_least", bound.mu_least}, {"theta", bound.theta}};
  };
  return {
      .name = "disc-painleve",
      .summary = "friction above which an upright disc that slides on its rim has no contact force; least at any tilt",
      .source = "liu_zhang_zhao_brogliato_2013 (2.38)-(2.42)",
      .inputs = std::move(inputs),
      .evaluate = evaluate};
}

// The promise of the catalog: every number is finite.
Formula checked(Formula formula) {
  formula.evaluate = [name = formula.name, evaluate = std::move(formula.evaluate)](const Parameters& parameters) {
    Answer answer = evaluate(parameters);
    for (const auto& [key, value] : answer) {
      const double* number = std::get_if<double>(&value);
      if (number && !std::isfinite(*number))
        throw BadInput("formula '" + name + "' has no finite " + key + " for these inputs");
    }
    return answer;
  };
  return formula;
}

}  // namespace

const std::vector<Formula>& formulas() {
  static const std::vector<Formula> all = [] {
    std::vector<Formula> list{dimer_drift(),       dimer_stick(),           dimer_slip(),
                              dimer_modes(),       disc_painleve_formula(), rod_collision_formula(),
                              rod_drift_formula(), rod_regimes_formula(),   oblique_impact_formula(),
                              walton_formula(),    square_lattice_formula()};
    for (Formula& formula : list) formula = checked(std::move(formula));
    return list;
  }();
  return all;
}

const Formula& formula(std::string_view name) {
  std::vector<std::string> names;
  for (const Formula& candidate : formulas()) {
    if (candidate.name == name) return candidate;
    names.push_back(candidate.name);
  }
  std::string message = "unknown formula '" + std::string(name) + "'";
  if (const std::optional<std::string> nearest = nearest_name(name, names)) {
    message += "; did you mean '" + *nearest + "'?";
  } else {
    message += "; there are ";
    for (std::size_t i = 0; i < names.size(); ++i) message += (i ? ", " : "") + names[i];
  }
  throw BadInput(message);
}

}  // namespace carom::theory
