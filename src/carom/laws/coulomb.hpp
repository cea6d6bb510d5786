// SPDX-License-Identifier: Apache-2.0
// Coulomb's law of slip: the coefficient does not depend on the speed.
//
// Model
//   (1)  μ(v) = μ_c
// Symbols   v = |γ_t| slip speed [m/s]; μ_c slip coefficient, 1.
// Source    pfeiffer_glocker_1996.
// Limits    It has no number of its own: μ_c is `mu_c` of the contact's law (laws/contact_law.hpp), where it is read without
//           asking for the speed.
#pragma once

#include <string_view>

namespace carom {

struct Coulomb {
  static constexpr std::string_view name = "coulomb";

  bool operator==(const Coulomb&) const = default;
};

}  // namespace carom
