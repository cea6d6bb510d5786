// SPDX-License-Identifier: Apache-2.0
// A rod that falls on a horizontal plate and hits it with its lower end.
//
// Model     q = (x, z, φ): centre of mass and tilt, the axis is (sin φ, cos φ). Plate at z_p = V_z t. X(φ), Z(φ), k²
//           of the rod's shape as in rod_shape.hpp.
//   (1)  M = m diag(1, 1, k²),   h = (0, −m g, 0)
//   (2)  g_N = z − Z(φ) − V_z t
//   (3)  w = (0, 1, X),  n = (1, 0, −Z),   ŵ_n = −V_z,   ζ_n = X′ φ̇²,  ζ_t = X φ̇²
//   (4)  A = (k² + X²)/(m k²),   B = −X Z/(m k²),   D = (k² + Z²)/(m k²)
//           One collision by Newton's law with friction along the path of the impulse is the map of
//           theory/rod_collision.hpp.
// Symbols   m mass [kg], l length, d diameter [m], φ tilt from the vertical [rad], V_z velocity of the plate [m/s], ε
//           restitution, μ friction, g gravity [m/s²].
// Source    volfson_kudrolli_tsimring_2004, section IV.
// Limits    Only the lower end touches: the rod leaves the model when it lies down, at φ = ±π/2, and a flat-ended one
//           also when it stands on its face, at φ = 0.
#pragma once

#include <array>
#include <cmath>
#include <string_view>

#include "carom/base/constants.hpp"
#include "carom/laws/contact_law.hpp"
#include "carom/model/mechanism.hpp"
#include "carom/systems/rod_shape.hpp"

namespace carom {

struct RodOnPlateSettings {
  RodShape shape{.l = 0.057, .d = 0.006};  // m
  double m = 0.002;                        // kg
  double phi = 0.31415926535897931;        // start: tilt, 18° [rad]
  double h0 = 0.005;                       // start: gap [m]
  double c_x = 0, c_z = 0, omega = 0;      // start: velocities [m/s, rad/s]
  double V_z = 0;                          // of the plate [m/s]
  double g = gravity;
  ContactLaw law{.e = 0.65, .mu_s = 0.3, .mu_c = 0.3, .mu_s_i = 0.3, .mu_i = 0.3, .along_path = true};
};

class RodOnPlate {
 public:
  static constexpr int dof = 3;
  static constexpr int contact_count = 1;
  using Coordinates = Vector<3>;

  // Throws BadInput for a shape that is none.
  explicit RodOnPlate(const RodOnPlateSettings& settings = {}) : settings_(settings) {
    check_rod_shape(settings.shape);
    const double I = settings.m * rod_gyration(settings.shape);
    mass_ = {settings.m, settings.m, I};
  }

  Matrix<3, 3> mass_matrix(const Coordinates&) const { return mass_.asDiagonal(); }
  template <class Real>
  Matrix<3, 3, Real> inverse_mass(const Vector<3, Real>&) const {
    return Matrix<3, 3>(mass_.cwiseInverse().asDiagonal()).template cast<Real>();
  }
  template <class Real>
  Vector<3, Real> force(Number<Real>, const Vector<3, Real>&, const Number<Vector<3, Real>>&) const {
    return {0.0, -settings_.m * settings_.g, 0.0};
  }
  double potential_energy(const Coordinates& q) const { return settings_.m * settings_.g * q[1]; }
  template <class Real>
  std::array<ContactKinematics<3, Real>, 1> contacts(Number<Real> t, const Vector<3, Real>& q,
                                                     const Number<Vector<3, Real>>& u) const {
    const RodShape& shape = settings_.shape;
    const Real X = rod_lever_x(shape, q[2]), Z = rod_lever_z(shape, q[2]), w2 = u[2] * u[2];
    const Real turn = shape.geometry == RodTip::thick ? Real(Z - shape.d / 2) : Z;  // dX/dφ
    return {ContactKinematics<3, Real>{.gap = q[1] - Z - settings_.V_z * t,
                                       .normal = {0.0, 1.0, X},
                                       .tangent = {1.0, 0.0, -Z},
                                       .normal_surface_velocity = -settings_.V_z,
                                       .tangential_surface_velocity = 0.0,
                                       .normal_drift = turn * w2,
                                       .tangential_drift = X * w2}};
  }
  // Of the material point that is lowest; the rod turns clockwise as φ grows, and the plate does not move along itself.
  template <class Real>
  std::array<Real, 1> slip(Number<Real>, const Vector<3, Real>& q, const Number<Vector<3, Real>>& u) const {
    return {u[0] + u[2] * lowest(q[2])};
  }
  const ContactLaw& contact_law(int) const { return settings_.law; }
  static std::string_view contact_name(int) { return "tip"; }
  Scales scales() const {
    const double half = settings_.shape.l / 2;
    return {.length = half, .speed = std::sqrt(settings_.g * half), .time = std::sqrt(half / settings_.g)};
  }
  double coordinate_scale(int k) const { return k == 2 ? 1 : settings_.shape.l / 2; }
  double closing_speed() const { return 0; }
  // Positive while only the lower end can touch.
  template <class Real>
  Real motion_lasts(Number<Real>, const Vector<3, Real>& q) const {
    using std::cos, std::sin;
    return settings_.shape.geometry == RodTip::flat ? Real(sin(q[2]) * cos(q[2])) : Real(cos(q[2]));
  }
  const RodOnPlateSettings& settings() const { return settings_; }
  double plate(double t) const { return settings_.V_z * t; }

  // On the plate at time t with the tilt of the start, x = 0.
  Coordinates touching(double t) const {
    return {0, rod_lever_z(settings_.shape, settings_.phi) + plate(t), settings_.phi};
  }
  State<3> initial_state() const {
    Coordinates q = touching(0);
    q[1] += settings_.h0;
    return {.t = 0, .q = q, .u = {settings_.c_x, settings_.c_z, settings_.omega}};
  }

 private:
  // Height of the lowest point above the centre: of the end of the axis, of the cap around its own centre, or of the rim.
  template <class Real>
  Real lowest(const Real& phi) const {
    using std::abs, std::cos, std::sin;
    const double l = settings_.shape.l, d = settings_.shape.d;
    switch (settings_.shape.geometry) {
      case RodTip::thick: return -(0.5 * (l - d) * abs(cos(phi))) - 0.5 * d;
      case RodTip::flat: return -(0.5 * l * abs(cos(phi))) - 0.5 * d * abs(sin(phi));
      default: return -(0.5 * l * abs(cos(phi)));
    }
  }

  RodOnPlateSettings settings_;
  Coordinates mass_;
};

}  // namespace carom
