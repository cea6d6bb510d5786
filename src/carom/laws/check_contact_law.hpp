// SPDX-License-Identifier: Apache-2.0
// Whether the friction of a contact's law makes sense.
//
// Model
//   (1)  μ_s ≥ μ(0),   μ_s,i ≥ μ_i
//   Otherwise there are loads between the two under which a contact at rest can neither stick nor slip.
// Limits    Parameters of systems in the catalog are checked where they are read, by their own names.
#pragma once

#include <string>

#include <fmt/format.h>

#include "carom/base/bad_input.hpp"
#include "carom/laws/contact_law.hpp"

namespace carom {

// Empty, or a sentence about what is wrong.
inline std::string fault(const ContactLaw& law) {
  if (!law.has_constant_slip()) {
    const std::string own = std::visit(
        [](const auto& slip) {
          if constexpr (requires { slip.fault(); })
            return slip.fault();
          else
            return std::string();
        },
        law.slip);
    if (!own.empty()) return own;
    if (law.mu_c != 0)
      return fmt::format("mu_c = {} is Coulomb's coefficient, but slip follows the law '{}', which has its own",
                         law.mu_c, name(law.slip));
  }
  const double at_rest = law.slip_coefficient(0.0);
  if (!(at_rest >= 0)) return fmt::format("slip friction cannot be negative, but it is {} at rest", at_rest);
  if (!(law.mu_s >= at_rest))
    return fmt::format("static friction must be at least the slip friction at rest, but mu_s = {} is below {}",
                       law.mu_s, at_rest);
  if (!(law.mu_s_i >= law.mu_i))
    return fmt::format("static friction in impacts must be at least slip friction, but mu_s_i = {} is below mu_i = {}",
                       law.mu_s_i, law.mu_i);
  return "";
}

inline void check(const ContactLaw& law) {
  if (const std::string text = fault(law); !text.empty()) throw BadInput(text);
}

}  // namespace carom
