// SPDX-License-Identifier: Apache-2.0
// One rod while the forces of its surroundings are summed on it.
#pragma once

#include "carom/particles/soft_contact.hpp"
#include "carom/particles/space.hpp"

namespace carom::particles {

template <class Space>
struct RodBody {
  using Vec = typename Space::Vec;
  Vec r, u, v;
  typename Space::Spin w;  // with the rotation about the own axis
  Vec F;
  typename Space::Spin T;

  // A rigid surface that moves with `surface_velocity` presses at `arm` from the centre. The force is added and returned.
  [[gnu::always_inline]] Vec press(Vec arm, double overlap, Vec n, Vec surface_velocity, const SoftContact& law,
                                   typename Space::Tangent& spring, ContactPower& power, bool& slips) {
    const Vec relative = v + cross(w, arm) - surface_velocity;
    const Vec force = law.template force<Space>(overlap, n, relative, spring, power, slips);
    F = F + force;
    T = T + moment(arm, force);
    return force;
  }
};

}  // namespace carom::particles
