// SPDX-License-Identifier: Apache-2.0
// Stribeck's law of slip: friction falls from its value at rest to a lower one, and may rise again with the speed.
//
// Model
//   (1)  μ(v) = μ_c + (μ_0 − μ_c) exp(−(v/v_s)^δ) + k_v v
//   (2)  μ′(v) = −(μ_0 − μ_c) (δ/v_s) (v/v_s)^(δ−1) exp(−(v/v_s)^δ) + k_v
//   Where μ′ < 0 friction feeds energy into vibrations: steady slip under a load F_n is stable only with a damping above
//   −μ′ F_n, and stick–slip follows where there is less.
//
// Symbols   v = |γ_t| slip speed [m/s]; μ_0 coefficient as slip begins, μ_c at speeds above v_s, without the viscous part, 1;
//           v_s Stribeck's speed [m/s]; δ exponent, 1 (1: Tustin, 2: Gauss); k_v viscous part [s/m].
// Source    bo_pavelescu_1982; armstrong_dupont_canudas_1994.
// Differs   The coefficient of static friction is not μ_0 but μ_s of the contact's law: with μ_s > μ_0 friction drops at once
//           where slip begins, with μ_s = μ_0 it falls continuously.
// Limits    Friction follows the speed without delay: no memory, no creep before slip. At v = 0 derivatives above the order
//           δ do not exist unless δ is 1 or 2; with δ < 1 there is none, and a motion that comes out of stick has no
//           multipliers.
#pragma once

#include <cmath>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace carom {

struct Stribeck {
  static constexpr std::string_view name = "stribeck";
  double mu_0 = 0;     // as slip begins, v = 0
  double mu_c = 0;     // well above v_s
  double v_s = 0;      // m/s; must be given
  double delta = 1;    // δ
  double viscous = 0;  // k_v [s/m]

  // (1) for numbers of any kind, speed ≥ 0.
  template <class Real>
  Real coefficient(const Real& speed) const {
    using std::exp, std::pow;
    const Real x = speed / v_s;
    // The usual exponents without pow, whose higher derivatives fail at zero.
    const Real power = delta == 1 ? x : delta == 2 ? Real(x * x) : Real(pow(x, delta));
    return mu_c + (mu_0 - mu_c) * exp(-power) + viscous * speed;
  }

  // Empty, or what is wrong with its numbers.
  std::string fault() const {
    if (!(v_s > 0)) return fmt::format("Stribeck's speed must be above zero, but v_s = {} m/s", v_s);
    if (!(delta > 0)) return fmt::format("Stribeck's exponent must be above zero, but delta = {}", delta);
    if (!(mu_c >= 0)) return fmt::format("slip friction cannot be negative, but mu_c = {}", mu_c);
    if (!(mu_0 >= mu_c)) return fmt::format("Stribeck's law falls from mu_0 to mu_c, but {} is below {}", mu_0, mu_c);
    if (!(viscous >= 0)) return fmt::format("viscous friction cannot be negative, but viscous = {} s/m", viscous);
    return "";
  }

  bool operator==(const Stribeck&) const = default;
};

}  // namespace carom
