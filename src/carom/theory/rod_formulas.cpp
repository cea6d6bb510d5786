// SPDX-License-Identifier: Apache-2.0
#include "carom/theory/rod_formulas.hpp"

#include <cmath>
#include <optional>

#include "carom/base/bad_input.hpp"
#include "carom/base/constants.hpp"
#include "carom/theory/formula_inputs.hpp"
#include "carom/theory/rod_collision.hpp"
#include "carom/theory/rod_drift.hpp"
#include "carom/theory/rod_regimes.hpp"

namespace carom::theory {
namespace {

constexpr double usual_tilt = pi / 10;  // 18°

ParameterSpec tilt(double min) {
  return input("phi", usual_tilt, "rad", {.min = min, .max = pi / 2}, "tilt from the vertical, > 0 towards +x");
}
ParameterSpec friction(bool needed) {
  return input("mu", RodCollision{}.mu, "1", {.min = 0, .max = 100, .min_open = needed}, "friction of rod and plate");
}
ParameterSpec restitution() {
  return input("eps", RodCollision{}.eps, "1", {.min = 0, .max = 1}, "coefficient of restitution");
}

void add_shape(ParameterTable& inputs) {
  const RodShape shape;
  inputs.add(input("l", shape.l, "1", {.min = 1e-3, .max = 1e6}, "length of the rod, from end to end"));
  inputs.add(input("d", shape.d, "1", {.min = 1e-3, .max = 1e6}, "its diameter; a thin rod has none"));
  inputs.add(word("geometry", rod_tips(),
                  "thin: touches with the end of its axis; thick: with a round cap; flat: with an edge"));
  inputs.add(word("inertia", {"thin", "exact"}, "thin: k^2 = l^2/12; exact: of the spherocylinder or cylinder"));
}

RodShape shape_of(const Parameters& p) {
  return {.geometry = rod_tip(p.word("geometry")), .l = p["l"], .d = p["d"], .inertia = rod_inertia(p.word("inertia"))};
}

Restitution law_of(const std::string& word) {
  return word == "poisson" ? Restitution::poisson : word == "energetic" ? Restitution::energetic : Restitution::newton;
}

}  // namespace

Formula rod_collision_formula() {
  const Range speeds{.min = -1e6, .max = 1e6};
  ParameterTable inputs{tilt(-pi / 2),
                        friction(false),
                        restitution(),
                        input("c_x", 1, "1", speeds, "velocity of the centre along the plate, before"),
                        input("c_z", -2, "1", speeds, "velocity of the centre upwards, before"),
                        input("omega", 0, "1", speeds, "rate of the tilt, before"),
                        input("V_z", 0, "1", speeds, "velocity of the plate")};
  add_shape(inputs);
  inputs.add(word("law", {"newton", "poisson", "energetic"}, "restitution: of velocities, impulses or works"));
  const auto evaluate = [](const Parameters& p) -> Answer {
    const RodShape shape = shape_of(p);
    if (shape.geometry == RodTip::flat && p["phi"] < 0)
      throw BadInput("a flat rod stands on the edge of the side it leans to: take its mirror image, phi >= 0");
    const RodCollision collision{.lever = rod_lever(shape, p["phi"]),
                                 .mu = p["mu"],
                                 .eps = p["eps"],
                                 .c_x = p["c_x"],
                                 .c_z = p["c_z"],
                                 .omega = p["omega"],
                                 .V_z = p["V_z"]};
    const Restitution law = law_of(p.word("law"));
    const RodCollisionResult r = law == Restitution::newton ? collide(collision) : collide_by_impulses(collision, law);
    return {{"c_x", r.c_x},
            {"c_z", r.c_z},
            {"omega", r.omega},
            {"regime", std::string(name(r.regime))},
            {"energy_ratio", r.energy_ratio()},
            {"energy_before", r.energy_before},
            {"energy_after", r.energy_after},
            {"P_x", r.P_x},
            {"P_z", r.P_z},
            {"u_minus", r.u_minus},
            {"v_minus", r.v_minus},
            {"u_plus", r.u_plus},
            {"v_plus", r.v_plus}};
  };
  return {.name = "rod-collision",
          .summary = "velocities of a rod after it hit a plate (mass 1, energies in the plate's frame), and the regime",
          .source = "volfson_kudrolli_tsimring_2004 (5)-(22), corrected: theory/rod_collision.hpp",
          .inputs = std::move(inputs),
          .evaluate = evaluate};
}

Formula rod_drift_formula() {
  ParameterTable inputs{
      tilt(0), friction(true), restitution(),
      input("r", 1, "1", {.min = 0, .max = 100}, "speed at which a rod comes down over that at which it left"),
      input("V_z_over_V0", mean_plate_velocity, "1", {.min = -1, .max = 1},
            "mean velocity of the plate at a collision over its amplitude")};
  add_shape(inputs);
  const auto evaluate = [](const Parameters& p) -> Answer {
    const RodRow row{.shape = shape_of(p), .mu = p["mu"], .eps = p["eps"], .r = p["r"]};
    const RodDrift drift = rod_drift(row, p["phi"]);
    Answer answer{{"c_x_over_V_z", drift.c_x},
                  {"c_z_over_V_z", drift.c_z},
                  {"regime", std::string(name(drift.regime))},
                  {"c_x_over_V0", drift.c_x * p["V_z_over_V0"]},
                  {"c_z_over_V0", drift.c_z * p["V_z_over_V0"]}};
    // With eps r >= 1 upright rods have none.
    if (row.eps * row.r < 1) {
      const RodDriftMaximum most = rod_drift_maximum(row);
      answer.emplace_back("phi_max", most.phi);
      answer.emplace_back("c_x_over_V_z_max", most.c_x);
    }
    return answer;
  };
  return {
      .name = "rod-drift",
      .summary = "drift of a row of tilted rods on a vibrated plate, over the plate's velocity; its maximum (phi_max)",
      .source = "volfson_kudrolli_tsimring_2004 (24)-(31), with r and other shapes: theory/rod_drift.hpp",
      .inputs = std::move(inputs),
      .evaluate = evaluate};
}

Formula rod_regimes_formula() {
  const double ratio = 2;
  ParameterTable inputs{
      friction(true), restitution(),
      input("ratio", ratio, "1", {.min = 1e-6, .max = 1e6}, "-c_z/c_x before the collision"),
      input("q", (1 + RodCollision{}.eps) * ratio, "1", {.min = 1e-6, .max = 1e7}, "(1 + eps) ratio, unless set"),
      tilt(0)};
  add_shape(inputs);
  const auto evaluate = [](const Parameters& p) -> Answer {
    if (p.is_set("q") && p.is_set("ratio")) throw BadInput("q is (1 + eps) ratio: give q, or eps and ratio");
    const RodShape shape = shape_of(p);
    const double mu = p["mu"], phi = p["phi"], q = p.is_set("q") ? p["q"] : (1 + p["eps"]) * p["ratio"];
    Answer answer{{"q", q}};
    if (const std::optional<RodReversalRange> range = reversal_range(shape, mu)) {
      answer.emplace_back("phi_lower", range->lower);
      if (range->upper) answer.emplace_back("phi_upper", *range->upper);
    }
    const RodReversalLimit limit = reversal_limit(shape);
    answer.emplace_back("mu_max", limit.mu);
    answer.emplace_back("phi_mu_max", limit.phi);
    int i = 0;
    for (const double border : slide_borders(shape, mu, q))
      answer.emplace_back("phi_slide_" + std::to_string(++i), border);
    const auto slide = [&](const char* key, double at) {
      if (const double bound = slide_friction(shape, at, q); std::isfinite(bound)) answer.emplace_back(key, bound);
    };
    slide("mu_slide_upright", 0);
    slide("mu_slide_lying", pi / 2);
    slide("mu_slide", phi);
    answer.emplace_back("mu_reversal", reversal_friction(shape, phi));
    answer.emplace_back("regime", std::string(name(rod_regime(shape, phi, mu, q))));
    return answer;
  };
  return {.name = "rod-regimes",
          .summary =
              "tilts between which a rod's slip turns back, tilts where slide ends (phi_slide), and phi's own regime",
          .source = "volfson_kudrolli_tsimring_2004 (14)-(23), both roots: theory/rod_regimes.hpp",
          .inputs = std::move(inputs),
          .evaluate = evaluate};
}

}  // namespace carom::theory
