// SPDX-License-Identifier: Apache-2.0
// A ball that falls on a floor: the system whose answers are known in closed form.
//
// Model     q = (x, y, θ): centre and rotation.
//   (1)  M = diag(m, m, 2mr²/5),  h = (0, −m g, 0)
//   (2)  g_N = y − r,   γ_t = ẋ + r θ̇        (θ counted so that the lowest point moves with +r θ̇)
//   (3)  first impact t_1 = √(2h_0/g), then hops of 2 e^k t_1: impact k + 1 at t_1 (1 + 2e(1 − e^k)/(1 − e)),
//        accumulation at t_∞ = t_1 (1 + e)/(1 − e)
//
// Symbols   m mass [kg], r radius [m], h_0 initial gap [m], e restitution.
// Source    Elementary.
#pragma once

#include <array>
#include <cmath>
#include <string_view>

#include "carom/base/constants.hpp"
#include "carom/laws/contact_law.hpp"
#include "carom/model/mechanism.hpp"

namespace carom {

struct BouncingBallSettings {
  double m = 1;     // kg
  double r = 0.01;  // m
  double h0 = 1;    // m
  double g = gravity;
  ContactLaw law{.e = 0.9};
};

class BouncingBall {
 public:
  static constexpr int dof = 3;
  static constexpr int contact_count = 1;
  using Coordinates = Vector<3>;

  explicit BouncingBall(const BouncingBallSettings& settings) : settings_(settings) {}

  Matrix<3, 3> mass_matrix(const Coordinates&) const { return mass().asDiagonal(); }
  template <class Real>
  Matrix<3, 3, Real> inverse_mass(const Vector<3, Real>&) const {
    return Matrix<3, 3>(mass().cwiseInverse().asDiagonal()).template cast<Real>();
  }
  template <class Real>
  Vector<3, Real> force(Number<Real>, const Vector<3, Real>&, const Number<Vector<3, Real>>&) const {
    return {0.0, -settings_.m * settings_.g, 0.0};
  }
  double potential_energy(const Coordinates& q) const { return settings_.m * settings_.g * q[1]; }
  template <class Real>
  std::array<ContactKinematics<3, Real>, 1> contacts(Number<Real>, const Vector<3, Real>& q,
                                                     const Number<Vector<3, Real>>&) const {
    return {ContactKinematics<3, Real>{
        .gap = q[1] - settings_.r, .normal = {0.0, 1.0, 0.0}, .tangent = {1.0, 0.0, settings_.r}}};
  }
  // Of the lowest point, at (0, −r) from the centre.
  template <class Real>
  std::array<Real, 1> slip(Number<Real>, const Vector<3, Real>&, const Number<Vector<3, Real>>& u) const {
    const double height = -settings_.r;
    return {u[0] - u[2] * height};
  }
  const ContactLaw& contact_law(int) const { return settings_.law; }
  static std::string_view contact_name(int) { return "floor"; }
  Scales scales() const {
    const double height = std::max(settings_.h0, settings_.r);
    return {.length = settings_.r,
            .speed = std::sqrt(2 * settings_.g * height),
            .time = std::sqrt(2 * height / settings_.g)};
  }
  double closing_speed() const { return 0; }
  const BouncingBallSettings& settings() const { return settings_; }

  State<3> initial_state() const { return {.t = 0, .q = {0, settings_.r + settings_.h0, 0}, .u = Coordinates::Zero()}; }

 private:
  Coordinates mass() const { return {settings_.m, settings_.m, 0.4 * settings_.m * settings_.r * settings_.r}; }
  BouncingBallSettings settings_;
};

}  // namespace carom
