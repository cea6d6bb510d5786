// SPDX-License-Identifier: Apache-2.0
// What a trace receives of an impact.
#pragma once

#include <array>

#include "carom/laws/contact_mode.hpp"
#include "carom/model/contact_kinematics.hpp"

namespace carom {

struct NoTrace {
  static constexpr bool active = false;
  template <class... Args>
  void operator()(const Args&...) const {}
};

// One point of an impact, in SI units, as a trace receives it.
template <int N>
struct ImpactSample {
  double s = 0;  // time since the first touch [s], for the stiffness given
  Vector<N> x, F_n, F_t, E, v_n, v_t, P_n, P_t;
  std::array<ContactMode, N> mode{};
};

}  // namespace carom
