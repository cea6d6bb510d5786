// SPDX-License-Identifier: Apache-2.0
// A point mass above a plate y_p = −A sin ω t: the smallest mechanism with a moving surface, for closed forms.
#pragma once

#include <array>
#include <cmath>

#include "carom/base/constants.hpp"
#include "carom/laws/contact_law.hpp"
#include "carom/model/mechanism.hpp"

namespace carom::testing_support {

struct PlateBall {
  static constexpr int dof = 2;
  static constexpr int contact_count = 1;
  double m = 1, g = gravity, A = 0, omega = 1;
  double belt = 0;  // speed of the plate along x [m/s]
  double pull = 0;  // horizontal force [N]
  ContactLaw law{};

  Matrix<2, 2> mass_matrix(const Vector<2>&) const { return m * Matrix<2, 2>::Identity(); }
  Vector<2> force(double, const Vector<2>&, const Vector<2>&) const { return {pull, -m * g}; }
  double potential_energy(const Vector<2>& q) const { return m * g * q[1] - pull * q[0]; }
  double plate(double t) const { return -A * std::sin(omega * t); }
  double plate_velocity(double t) const { return -A * omega * std::cos(omega * t); }
  std::array<ContactKinematics<2>, 1> contacts(double t, const Vector<2>& q, const Vector<2>&) const {
    return {ContactKinematics<2>{.gap = q[1] - plate(t),
                                 .normal = {0, 1},
                                 .tangent = {1, 0},
                                 .normal_surface_velocity = -plate_velocity(t),
                                 .tangential_surface_velocity = -belt,
                                 .normal_drift = -A * omega * omega * std::sin(omega * t)}};
  }
  const ContactLaw& contact_law(int) const { return law; }
  Scales scales() const { return {.length = 0.01, .speed = 0.1, .time = 2 * pi / omega}; }
};

}  // namespace carom::testing_support
