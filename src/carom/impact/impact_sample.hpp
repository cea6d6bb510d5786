// SPDX-License-Identifier: Apache-2.0
// What a trace receives of an impact.
#pragma once

#include <functional>
#include <vector>

#include "carom/base/vector.hpp"
#include "carom/laws/contact_mode.hpp"

namespace carom {

// One point of an impact, in SI units; its lists have an entry for each contact, in the order of the problem.
struct ImpactSample {
  double s = 0;  // time since the first touch [s], for the stiffness given
  Vector<Eigen::Dynamic> x, F_n, F_t, E, v_n, v_t, P_n, P_t;
  std::vector<ContactMode> mode;
};

using ImpactTrace = std::function<void(const ImpactSample&)>;  // empty: not traced

}  // namespace carom
