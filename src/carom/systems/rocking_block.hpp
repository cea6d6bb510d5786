// SPDX-License-Identifier: Apache-2.0
// A rectangular block that rocks from corner to corner on a floor at rest.
//
// Model     q = (x, y, θ): centre and tilt. For corner i with s_1 = −1 (left), s_2 = +1 (right), at (s_i a/2, −b/2):
//   (1)  M = diag(m, m, I),  I = m (a² + b²)/12,   h = (0, −m g, 0)
//   (2)  g_i = y + s_i (a/2) sin θ − (b/2) cos θ
//   (3)  w_i = (0, 1, p_i),  n_i = (1, 0, r_i),   p_i = s_i (a/2) cos θ + (b/2) sin θ,  r_i = −s_i (a/2) sin θ + (b/2) cos θ
//        ζ_n = r_i θ̇²,  ζ_t = −p_i θ̇²
//   (4)  tan α = a/b,  R = ½√(a² + b²),  I_0 = I + m R² = 4mR²/3,  p = √(m g R/I_0) = √(3g/4R)
//   (5)  about a fixed corner, θ > 0:  θ̈ = −p² sin(α − θ): falls back for θ < α, topples for θ > α
//
// Change of pivot   At θ = 0 the block turns about the old corner with θ̇⁻, and the new one comes down with a θ̇⁻. The
//        contact inertia, with s = sin α, c = cos α, in units of 1/m:
//   (6)  A_ii = 1 + 3s²,  A_12 = 1 − 3s²,  B_i = 3 s_i s c,  D = 1 + 3c²
//   (7)  sticking needs |P_t|/P_n = μ_st = 3sc/(1 + 3c²) = 3 tan α/(4 + tan² α); the new corner then sees A = 4/(1 + 3c²)
//        and raises the old one, which takes no impulse, if 1 + 3 cos 2α > 0, that is s² < 2/3
//   (8)  θ̇⁺/θ̇⁻ = 1 − (1 + e) (3/2) s²                                   s² ≤ 2/3, μ_s ≥ μ_st
//   (9)  θ̇⁺/θ̇⁻ = 1 − (1 + e) 6s(s − μc)/(1 + 3s² − 3μsc)                  μ < μ_st, 1 − 3s² + 3μsc ≥ 0: the corner slips
//        With e = 0 (8) is Housner's ratio of the rates; the ratio of the energies is its square. One contact that sticks
//        or slips from rest on: the energetic law, Poisson's and Newton's agree. For e > 0 both corners are in the air
//        after the impact. A block with s² > 2/3 presses its old corner down too and with e = 0 stops dead.
//   (10) Slender block, small angles, from rest at θ_0: first impact at T/4, T = (4/p) arcosh(1/(1 − θ_0/α)); from an
//        impact that leaves θ̇ to the next (2/p) artanh(θ̇/(p α)). Infinitely many impacts end in a finite time.
//
// Symbols   m mass [kg]; a width, b height [m]; e restitution, μ friction, η exponent of the contact force of both corners;
//           θ > 0: left corner low; α angle of slenderness [rad]; p frequency parameter [1/s].
// Source    housner_1963 (8 with e = 0, 10).
// Differs   Housner has the impulse at the new corner alone as an assumption; here the law of impact at both corners says
//           when that is so.
// Limits    Only the lower corners touch, so |θ| < π/2: a toppled block has left the model.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "carom/base/constants.hpp"
#include "carom/laws/contact_law.hpp"
#include "carom/model/mechanism.hpp"

namespace carom {

struct RockingBlockSettings {
  double m = 1;             // kg
  double a = 0.1;           // width [m]
  double b = 0.4;           // height [m]
  double theta0 = 5 * deg;  // start: tilt [rad]
  double omega0 = 0;        // start: rate of the tilt, about the corner that touches [rad/s]
  double g = gravity;
  ContactLaw law{.e = 0, .mu_s = 0.6, .mu_c = 0.6, .mu_s_i = 0.6, .mu_i = 0.6};
};

class RockingBlock {
 public:
  static constexpr int dof = 3;
  static constexpr int contact_count = 2;
  using Coordinates = Vector<3>;

  explicit RockingBlock(const RockingBlockSettings& settings) : settings_(settings) {
    const double m = settings.m, I = m * (settings.a * settings.a + settings.b * settings.b) / 12;
    mass_ = Coordinates(m, m, I).asDiagonal();
    inverse_mass_ = Coordinates(1 / m, 1 / m, 1 / I).asDiagonal();
  }

  const Matrix<3, 3>& mass_matrix(const Coordinates&) const { return mass_; }
  const Matrix<3, 3>& inverse_mass(const Coordinates&) const { return inverse_mass_; }
  template <class Real>
  Matrix<3, 3, Real> inverse_mass(const Vector<3, Real>&) const {
    return inverse_mass_.template cast<Real>();
  }
  template <class Real>
  Vector<3, Real> force(Number<Real>, const Vector<3, Real>&, const Number<Vector<3, Real>>&) const {
    return {0.0, -settings_.m * settings_.g, 0.0};
  }
  double potential_energy(const Coordinates& q) const { return settings_.m * settings_.g * q[1]; }

  template <class Real>
  std::array<ContactKinematics<3, Real>, 2> contacts(Number<Real>, const Vector<3, Real>& q,
                                                     const Number<Vector<3, Real>>& u) const {
    using std::cos, std::sin;
    const Real cosine = cos(q[2]), sine = sin(q[2]), w2 = u[2] * u[2];
    std::array<ContactKinematics<3, Real>, 2> corners;
    for (int i = 0; i < 2; ++i) {
      const double half = (i == 0 ? -0.5 : 0.5) * settings_.a;
      const Real across = half * cosine + 0.5 * settings_.b * sine, along = -half * sine + 0.5 * settings_.b * cosine;
      corners[i] = {.gap = q[1] - along,
                    .normal = {0.0, 1.0, across},
                    .tangent = {1.0, 0.0, along},
                    .normal_drift = along * w2,
                    .tangential_drift = -across * w2};
    }
    return corners;
  }

  // Where the corners (±a/2, −b/2) of the turned block are along the floor.
  template <class Real>
  std::array<Real, 2> slide(Number<Real>, const Vector<3, Real>& q) const {
    using std::cos, std::sin;
    const double a = settings_.a, b = settings_.b;
    const auto corner = [&](double x, double y) { return Real(q[0] + x * cos(q[2]) - y * sin(q[2])); };
    return {corner(-a / 2, -b / 2), corner(a / 2, -b / 2)};
  }

  const ContactLaw& contact_law(int) const { return settings_.law; }
  static std::string_view contact_name(int i) { return i == 0 ? "left" : "right"; }
  // Of the size of the block and of its rocking.
  Scales scales() const {
    const double size = 2 * radius();
    return {.length = size, .speed = std::sqrt(settings_.g * size), .time = std::sqrt(size / settings_.g)};
  }
  double coordinate_scale(int k) const { return k == 2 ? 1 : 2 * radius(); }
  // Positive until the block has toppled, where other corners would touch.
  template <class Real>
  Real motion_lasts(Number<Real>, const Vector<3, Real>& q) const {
    using std::abs;
    return pi / 2 - abs(q[2]);
  }
  double closing_speed() const { return 0; }
  const RockingBlockSettings& settings() const { return settings_; }

  double radius() const { return 0.5 * std::hypot(settings_.a, settings_.b); }   // R
  double slenderness() const { return std::atan2(settings_.a, settings_.b); }    // α
  double frequency() const { return std::sqrt(0.75 * settings_.g / radius()); }  // p
  double stick_friction() const {                                                // μ_st of (7)
    const double slope = settings_.a / settings_.b;
    return 3 * slope / (4 + slope * slope);
  }
  double housner_ratio() const {  // (8) with e = 0
    const double s = std::sin(slenderness());
    return 1 - 1.5 * s * s;
  }

  // One corner on the floor where it stands when the block is upright at x = 0, the block turning about it.
  State<3> initial_state() const {
    const double theta = settings_.theta0, rate = settings_.omega0;
    const double half = theta > 0 || (theta == 0 && rate >= 0) ? -0.5 * settings_.a : 0.5 * settings_.a;
    const double across = half * std::cos(theta) + 0.5 * settings_.b * std::sin(theta);
    const double along = -half * std::sin(theta) + 0.5 * settings_.b * std::cos(theta);
    return {.t = 0, .q = {half - across, along, theta}, .u = {-along * rate, -across * rate, rate}};
  }

 private:
  RockingBlockSettings settings_;
  Matrix<3, 3> mass_, inverse_mass_;
};

}  // namespace carom
