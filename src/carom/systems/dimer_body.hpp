// SPDX-License-Identifier: Apache-2.0
// The body of the bouncing dimer: two equal balls joined by a light rod, and the constants of its contact equations.
//
// Model
//   (1) l = 2(A_r − 1) r,  rod length l_r = l − 2r
//   (2) m_b = ρ_b 4πr³/3,  m_r = ρ_r πd²l_r/4,  J_b = 2m_b r²/5,  J_r = m_r l_r²/12
//   (3) m = 2m_b + m_r,  I = m_b l²/2 + 2J_b + J_r   (about the centre of mass, which is the middle of the rod)
//   (4) β = 2I,  β₁ = β/m,  β₂ = β₁ + l²/2,  β₃ = β₁ − l²/2
//   (5) β₄ = l² sin²θ/2,  β₅ = 2rl sin θ + 2r²,  β₆ = (l² sin θ/2 + rl) cos θ
//   With the arms of the left tip a = −(l/2) cos θ and b = r + (l/2) sin θ, its entries of the Delassus matrix are
//   (6) 1/m + a²/I = (β₁ + l² cos²θ/2)/β,  ab/I = −β₆/β,  1/m + b²/I = (β₁ + β₄ + β₅)/β.
//   The right tip is the mirror image: θ → −θ and the tangent reversed.
// Symbols
//   A_r aspect ratio, length over ball diameter (1) · r radius of a ball (m) · l distance of the ball centres (m)
//   ρ_b, ρ_r densities of ball and rod (kg/m³) · d diameter of the rod (m) · m_b, m_r, m masses of a ball, the rod, the
//   whole (kg) · J_b, J_r, I moments of inertia (kg m²) · β (kg m²) · β₁ … β₆ (m²) · θ tilt, > 0: left tip low (rad)
// Source
//   liu_zhao_brogliato_2008: below (2), (7), below (43), (103)
// Differs
//   β₂ is printed below (43) as β₁ + (4m_b + m_r) l²/(4m_b + 2m_r), which contradicts its own equation (126); (4)
//   follows from (6) at θ = 0.
// Limits
//   The rod is slender in J_r and reaches from ball to ball, so A_r ≥ 2. The density given for glass, 1000 kg/m³, is
//   that of the source; ordinary glass has 2500.
#pragma once

#include <cmath>
#include <vector>

#include "carom/base/bad_input.hpp"
#include "carom/base/constants.hpp"
#include "carom/base/parameters.hpp"

namespace carom {

// What the dimer is made of.
struct DimerShape {
  double A_r = 3.9;
  double r = 4.75e-3;
  double rho_ball = 7800;
  double rho_rod = 1000;
  double d_rod = 4e-3;
};

// Its constants, computed by dimer_body().
struct DimerBody {
  double A_r = 0, r = 0, rho_ball = 0, rho_rod = 0, d_rod = 0;
  double l = 0, l_r = 0;
  double m_b = 0, m_r = 0, J_b = 0, J_r = 0;
  double m = 0, I = 0;
  double beta = 0, beta_1 = 0, beta_2 = 0, beta_3 = 0;

  // (5), for the left tip; of −θ for the right one.
  double beta_4(double theta) const { return l * l * std::sin(theta) * std::sin(theta) / 2; }
  double beta_5(double theta) const { return 2 * r * l * std::sin(theta) + 2 * r * r; }
  double beta_6(double theta) const { return (l * l * std::sin(theta) / 2 + r * l) * std::cos(theta); }
};

inline DimerBody dimer_body(const DimerShape& shape) {
  // Written so that a NaN fails too.
  if (!(shape.A_r >= 2)) throw BadInput("the dimer needs A_r >= 2: below that its balls overlap");
  if (!(shape.r > 0)) throw BadInput("the dimer needs a ball radius r > 0");
  if (!(shape.rho_ball > 0)) throw BadInput("the dimer needs a ball density rho_ball > 0");
  if (!(shape.rho_rod >= 0)) throw BadInput("the dimer needs a rod density rho_rod >= 0");
  if (!(shape.d_rod >= 0)) throw BadInput("the dimer needs a rod diameter d_rod >= 0");

  DimerBody body{
      .A_r = shape.A_r, .r = shape.r, .rho_ball = shape.rho_ball, .rho_rod = shape.rho_rod, .d_rod = shape.d_rod};
  const double r = body.r;
  body.l = 2 * (body.A_r - 1) * r;  // (1)
  body.l_r = body.l - 2 * r;
  body.m_b = body.rho_ball * 4 * pi * r * r * r / 3;  // (2)
  body.m_r = body.rho_rod * pi * body.d_rod * body.d_rod * body.l_r / 4;
  body.J_b = 2 * body.m_b * r * r / 5;
  body.J_r = body.m_r * body.l_r * body.l_r / 12;
  body.m = 2 * body.m_b + body.m_r;  // (3)
  body.I = body.m_b * body.l * body.l / 2 + 2 * body.J_b + body.J_r;
  body.beta = 2 * body.I;  // (4)
  body.beta_1 = body.beta / body.m;
  body.beta_2 = body.beta_1 + body.l * body.l / 2;
  body.beta_3 = body.beta_1 - body.l * body.l / 2;
  return body;
}

// The parameters that a user may set, and the shape that they make.
inline std::vector<ParameterSpec> dimer_shape_parameters() {
  const DimerShape shape;
  std::vector<ParameterSpec> specs(5);
  const auto fill = [](ParameterSpec& spec, const char* name, double value, const char* unit, const char* meaning) {
    spec.name = name;
    spec.value = value;
    spec.unit = unit;
    spec.meaning = meaning;
  };
  fill(specs[0], "A_r", shape.A_r, "1", "aspect ratio: length over ball diameter");
  specs[0].min = 2;
  specs[0].max = 1000;
  fill(specs[1], "r", shape.r, "m", "radius of the balls");
  specs[1].min = 1e-6;
  specs[1].max = 100;
  fill(specs[2], "rho_ball", shape.rho_ball, "kg/m3", "density of the balls");
  specs[2].min = 1;
  specs[2].max = 1e5;
  fill(specs[3], "rho_rod", shape.rho_rod, "kg/m3", "density of the rod; 0 for a massless rod");
  specs[3].min = 0;
  specs[3].max = 1e5;
  fill(specs[4], "d_rod", shape.d_rod, "m", "diameter of the rod");
  specs[4].min = 0;
  specs[4].max = 100;
  return specs;
}

inline DimerShape dimer_shape(const Parameters& parameters) {
  return {.A_r = parameters["A_r"],
          .r = parameters["r"],
          .rho_ball = parameters["rho_ball"],
          .rho_rod = parameters["rho_rod"],
          .d_rod = parameters["d_rod"]};
}

}  // namespace carom
