// SPDX-License-Identifier: Apache-2.0
// The laws by which friction in slip depends on the slip speed, μ(v) with v = |γ_t| [m/s]: this is where they are listed.
//
// A law is a small struct in a file of its own, with
//   name                the word for it
//   coefficient(speed)  μ(v), a template over the kind of number (base/dual.hpp): multipliers need its derivatives
//   fault()             empty, or a sentence about what is wrong with its numbers
//   operator==
// and a place in the list. Coulomb, the first, is the default, and its number is `mu_c` of the contact's law.
//
// Limits    A law sees the speed alone. A coefficient that depends on time or place (a surface rough here and smooth there, an
//           expression in a file of a model) needs the contact's kinematics: engine/slip_coefficient.hpp is the one place
//           that would hand them over, and what it returns may carry any derivatives already.
#pragma once

#include <string_view>
#include <variant>

#include "carom/laws/coulomb.hpp"
#include "carom/laws/stribeck.hpp"

namespace carom {

using SlipFriction = std::variant<Coulomb, Stribeck>;

inline std::string_view name(const SlipFriction& friction) {
  return std::visit([](const auto& law) { return law.name; }, friction);
}

}  // namespace carom
