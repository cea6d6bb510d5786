// SPDX-License-Identifier: Apache-2.0
// The laws that act at one contact.
//
// Model
//   Friction in contact phases   |F_t| ≤ μ_s F_n at γ_t = 0;   F_t = −μ(|γ_t|) F_n sign γ_t in slip       (1)
//   Slip friction                μ(v) = μ_c (Coulomb), or another law of slip_friction.hpp                 (1a)
//   Coulomb in impacts           (1) with the constants μ_s,i and μ_i, on the impulses dP_n, dP_t           (2)
//   Energetic restitution        W_restitution = e² (E_0 + W_compression)  (Stronge)                       (3)
//   Poisson restitution          P_expansion = e P_compression                                             (4)
//   Newton restitution           γ_n⁺ = −e γ_n⁻                                                            (5)
//   Compliance                   F_n = k x^η in compression, x the deformation                             (6)
//   Tangential restitution       e ε_T P_t,compression is given back in expansion, by Poisson's law only     (7)
//   Friction of (4) and (5)      on the velocity at the end of a phase, or along the path of the impulse        (8)
//
// Symbols   e coefficient of restitution; μ friction coefficients; k stiffness [N/m^η]; η exponent (3/2: Hertz);
//           ε_T tangential restitution, 0 … 1.
// Source    liu_zhao_brogliato_2008 eqs 21–23, 57–69; stronge_2000; pfeiffer_glocker_1996.
// Differs   Impacts have coefficients of friction of their own; the paper has one static value for both.
// Limits    μ_s ≥ μ(0) and μ_s,i ≥ μ_i (otherwise states exist in which neither stick nor slip is possible); check()
//           of check_contact_law.hpp tells. Impacts know nothing of μ(v).
#pragma once

#include <string_view>
#include <type_traits>
#include <variant>

#include "carom/laws/slip_friction.hpp"

namespace carom {

struct ContactLaw {
  double e = 0;             // coefficient of restitution, 0 … 1
  double mu_s = 0;          // static friction in contact phases
  double mu_c = 0;          // slip friction in contact phases, where it is constant
  double mu_s_i = 0;        // static friction in impacts
  double mu_i = 0;          // slip friction in impacts
  double stiffness = 1;     // k [N/m^η]; only ratios matter for rigid impacts
  double exponent = 1.5;    // η
  double eps_T = 0;         // tangential restitution of Poisson's law, 0 … 1; the other laws have none
  bool along_path = false;  // (8), where one contact is hit: friction at every instant (impact/path_impact.hpp)
  SlipFriction slip{};      // (1a)

  bool has_constant_slip() const { return std::holds_alternative<Coulomb>(slip); }
  // μ(v) of contact phases at a slip speed v ≥ 0, for numbers of any kind.
  template <class Real>
  Real slip_coefficient(const Real& speed) const {
    if (has_constant_slip()) return mu_c;
    return std::visit(
        [&](const auto& law) -> Real {
          if constexpr (std::is_same_v<decltype(law), const Coulomb&>)
            return mu_c;
          else
            return law.coefficient(speed);
        },
        slip);
  }

  bool operator==(const ContactLaw&) const = default;
};

enum class Restitution { energetic, poisson, newton };

constexpr std::string_view name(Restitution law) {
  switch (law) {
    case Restitution::energetic: return "energetic";
    case Restitution::poisson: return "poisson";
    case Restitution::newton: return "newton";
  }
  return "unknown";
}

}  // namespace carom
