// SPDX-License-Identifier: Apache-2.0
// How the numbers of a contact's law (laws/contact_law.hpp) change with a parameter of its mechanism: ∂/∂p of each.
//
// Limits    Laws by which friction depends on the slip speed (laws/slip_friction.hpp) have none: who asks for one is refused.
#pragma once

#include "carom/laws/contact_law.hpp"

namespace carom {

struct LawSlope {
  double e = 0, mu_s = 0, mu_c = 0, mu_s_i = 0, mu_i = 0, stiffness = 0, exponent = 0, eps_T = 0;

  // Does it change what an impact does?
  bool changes_impacts() const {
    return e != 0 || mu_s_i != 0 || mu_i != 0 || stiffness != 0 || exponent != 0 || eps_T != 0;
  }
  bool operator==(const LawSlope&) const = default;
};

// The law where its parameter is further by `step`.
inline ContactLaw further(ContactLaw law, const LawSlope& slope, double step) {
  law.e += slope.e * step;
  law.mu_s += slope.mu_s * step;
  law.mu_c += slope.mu_c * step;
  law.mu_s_i += slope.mu_s_i * step;
  law.mu_i += slope.mu_i * step;
  law.stiffness += slope.stiffness * step;
  law.exponent += slope.exponent * step;
  law.eps_T += slope.eps_T * step;
  return law;
}

}  // namespace carom
