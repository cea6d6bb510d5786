// SPDX-License-Identifier: Apache-2.0
#include "carom/theory/oblique_formulas.hpp"

#include <cmath>

#include "carom/base/bad_input.hpp"
#include "carom/base/constants.hpp"
#include "carom/theory/formula_inputs.hpp"
#include "carom/theory/oblique_impact.hpp"
#include "carom/theory/square_lattice.hpp"
#include "carom/theory/walton.hpp"

namespace carom::theory {
namespace {

ParameterSpec incidence() {
  return input("cot_gamma", 1, "1", {.min = 1e-9, .max = 1e9}, "normal over tangential speed before");
}
ParameterSpec restitution(double min) { return input("e", 0.8, "1", {.min = min, .max = 1}, "normal restitution"); }

}  // namespace

Formula oblique_impact_formula() {
  const ObliqueImpact usual;
  ParameterTable inputs{
      incidence(),
      input("mu", usual.mu, "1", {.min = 0, .max = 100}, "friction"),
      restitution(1e-6),
      input("eta", usual.eta, "1", {.min = 0.1, .max = 10}, "root of normal over tangential stiffness"),
      input("B", usual.B, "1", {.min = 0.1, .max = 10},
            "tangential over normal acceleration by equal forces, beta_x/beta_z"),
      input("nu", 0.075, "1", {.min = -1, .max = 1, .min_open = true, .max_open = true},
            "Poisson's ratio; if set, gives eta"),
      input("mass_ratio", 16 / pi, "1", {.min = 0, .max = 1e12},
            "mass of a free wall 8R x 2R over that of the disk; if set, gives B"),
  };
  const auto evaluate = [](const Parameters& p) -> Answer {
    if (p.is_set("nu") && p.is_set("eta")) throw BadInput("eta follows from nu: give one of them");
    if (p.is_set("mass_ratio") && p.is_set("B")) throw BadInput("B follows from mass_ratio: give one of them");
    const ObliqueImpact impact{.cot_gamma = p["cot_gamma"],
                               .mu = p["mu"],
                               .e = p["e"],
                               .eta = p.is_set("nu") ? stiffness_root(p["nu"]) : p["eta"],
                               .B = p.is_set("mass_ratio") ? tangential_response(p["mass_ratio"]) : p["B"]};
    const ObliqueResult result = oblique_impact(impact);
    std::vector<std::string> phases;
    for (const ObliquePhase& phase : result.phases) phases.emplace_back(name(phase.mode));
    Answer answer{{"beta", result.beta},
                  {"phases", phases},
                  {"regime", std::string(name(result.regime))},
                  {"eta", impact.eta},
                  {"B", impact.B}};
    if (impact.mu > 0) {
      answer.emplace_back("cot_gamma_slip", slip_border(impact));
      answer.emplace_back("cot_gamma_stick", stick_border(impact));
    }
    if (const auto most = oblique_maximum(impact)) {
      answer.emplace_back("cot_gamma_max", most->cot_gamma);
      answer.emplace_back("beta_max", most->beta);
    }
    return answer;
  };
  return {
      .name = "oblique-impact",
      .summary = "tangential restitution beta of elastic bodies that stick and slip; borders and maximum between them",
      .source = "kuninaka_hayakawa_2003 (7)-(9), corrected, any number of phases: theory/oblique_impact.hpp",
      .inputs = std::move(inputs),
      .evaluate = evaluate};
}

Formula walton_formula() {
  const Walton usual;
  ParameterTable inputs{
      incidence(),
      input("mu_0", usual.mu_0, "1", {.min = 0, .max = 100}, "friction"),
      input("beta_0", usual.beta_0, "1", {.min = -1, .max = 1}, "the most tangential restitution"),
      restitution(0),
      input("inertia", usual.inertia, "1", {.min = 1e-3, .max = 1},
            "moment of inertia over m R^2: disk 0.5, sphere 0.4"),
      input("B", ObliqueImpact{}.B, "1", {.min = 0.1, .max = 10}, "beta_x/beta_z of oblique-impact, for mu"),
  };
  const auto evaluate = [](const Parameters& p) -> Answer {
    const Walton walton{.mu_0 = p["mu_0"], .beta_0 = p["beta_0"], .e = p["e"], .inertia = p["inertia"]};
    const double border = walton_border(walton), cot = p["cot_gamma"];
    Answer answer{{"beta", walton_restitution(walton, cot)},
                  {"regime", std::string(!(cot >= border) ? "slip" : "stick")},
                  {"mu", friction_from_walton(walton.mu_0, walton.inertia, p["B"])}};
    if (std::isfinite(border)) answer.emplace_back("cot_gamma_0", border);
    return answer;
  };
  return {.name = "walton",
          .summary = "tangential restitution beta by Walton's three numbers; where slip ends (cot_gamma_0)",
          .source = "kuninaka_hayakawa_2003 (3), (10), corrected: theory/walton.hpp",
          .inputs = std::move(inputs),
          .evaluate = evaluate};
}

Formula square_lattice_formula() {
  const Range springs{.min = 1e-9, .max = 1e9};
  ParameterTable inputs{
      input("k_1", 1, "1", springs, "springs along the edges of the cells"),
      input("k_2", 0.5, "1", springs, "springs along both diagonals"),
      input("theta", 0, "rad", {.min = -pi, .max = pi}, "direction of the pull from an edge"),
  };
  const auto evaluate = [](const Parameters& p) -> Answer {
    const ElasticConstants constants = square_lattice(p["k_1"], p["k_2"], p["theta"]);
    return {{"E", constants.E}, {"nu", constants.nu}};
  };
  return {.name = "square-lattice",
          .summary = "Young's modulus and Poisson's ratio of a square lattice of springs",
          .source = "kuninaka_hayakawa_2003 (5), (6)",
          .inputs = std::move(inputs),
          .evaluate = evaluate};
}

}  // namespace carom::theory
