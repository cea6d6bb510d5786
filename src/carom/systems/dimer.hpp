// SPDX-License-Identifier: Apache-2.0
// The bouncing dimer: two steel balls joined by a light rod on a plate that shakes up and down.
//
// Model     q = (x_c, y_c, θ): centre of mass and tilt. For tip i with s_1 = −1 (left), s_2 = +1 (right):
//   (1)  M = diag(m, m, I),   h = (0, −m g, 0)
//   (2)  g_i = y_c + s_i (l/2) sin θ − r − y_p(t),            y_p(t) = −A sin(ω t + φ)
//   (3)  w_i = (0, 1, a_i),  a_i = s_i (l/2) cos θ;           ŵ_n = −ẏ_p,  ζ_n = −s_i (l/2) sin θ θ̇² − ÿ_p
//   (4)  n_i = (1, 0, b_i),  b_i = r − s_i (l/2) sin θ;       ŵ_t = 0,     ζ_t = −s_i (l/2) cos θ θ̇²
//   (5)  A = Γ g / ω²,  ω = 2π f
//
// Symbols   l distance of the ball centres, r ball radius [m]; m, I mass and inertia (dimer_body.hpp); y_p plate [m];
//           Γ plate acceleration in units of g; f frequency [Hz]; φ phase [rad]; θ > 0: left tip low.
// Source    liu_zhao_brogliato_2008 eqs 1–13, 120, 121.
// Differs   Computed with the centre of mass, whose mass matrix is constant and whose free flight is a parabola; shown as
//           (x_1, y_1, θ) with the centre of the left ball (to_shown, from_shown). ω = 2π f (121 prints 1/f). At θ = 0 the
//           tangential drift has the sign of (45), not of (43).
// Limits    Planar; both tips see the same flat plate.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "carom/base/constants.hpp"
#include "carom/laws/contact_law.hpp"
#include "carom/model/mechanism.hpp"
#include "carom/systems/dimer_body.hpp"

namespace carom {

struct DimerSettings {
  DimerShape shape{};
  double f = 25;  // Hz
  double Gamma = 0.9;
  double phase = 0;  // rad
  std::array<ContactLaw, 2> law{};
  double closing = 0.01;    // impacts slower than this fraction of Aω close the contact; 0: sum the chatter
  double h0 = 0.25e-3;      // start: lower tip above the mean plate [m]
  double theta0 = 5 * deg;  // start: tilt [rad]
  double g = gravity;
};

class Dimer {
 public:
  static constexpr int dof = 3;
  static constexpr int contact_count = 2;
  using Coordinates = Vector<3>;

  explicit Dimer(const DimerSettings& settings)
      : settings_(settings),
        body_(dimer_body(settings.shape)),
        half_(body_.l / 2),
        omega_(two_pi * settings.f),
        amplitude_(settings.Gamma * settings.g / (omega_ * omega_)) {
    inverse_mass_ = Coordinates(1 / body_.m, 1 / body_.m, 1 / body_.I).asDiagonal();
    mass_ = Coordinates(body_.m, body_.m, body_.I).asDiagonal();
  }

  Matrix<3, 3> mass_matrix(const Coordinates&) const { return mass_; }
  const Matrix<3, 3>& inverse_mass(const Coordinates&) const { return inverse_mass_; }
  template <class Real>
  Matrix<3, 3, Real> inverse_mass(const Vector<3, Real>&) const {
    return inverse_mass_.template cast<Real>();
  }
  template <class Real>
  Vector<3, Real> force(Number<Real>, const Vector<3, Real>&, const Number<Vector<3, Real>>&) const {
    return {0.0, -body_.m * settings_.g, 0.0};
  }
  double potential_energy(const Coordinates& q) const { return body_.m * settings_.g * q[1]; }

  template <class Real>
  std::array<ContactKinematics<3, Real>, 2> contacts(Number<Real> t, const Vector<3, Real>& q,
                                                     const Number<Vector<3, Real>>& u) const {
    using std::cos, std::sin;
    const Real c = half_ * cos(q[2]), s = half_ * sin(q[2]);
    const Real phase = omega_ * t + settings_.phase;
    const Real plate_sin = amplitude_ * sin(phase), plate_cos = amplitude_ * cos(phase);
    const Real y_p = -plate_sin, v_p = -omega_ * plate_cos, a_p = omega_ * omega_ * plate_sin;
    const Real w2 = u[2] * u[2];
    std::array<ContactKinematics<3, Real>, 2> tips;
    for (int i = 0; i < 2; ++i) {
      const double side = i == 0 ? -1 : 1;
      tips[i] = {.gap = q[1] + side * s - body_.r - y_p,
                 .normal = {0.0, 1.0, side * c},
                 .tangent = {1.0, 0.0, body_.r - side * s},
                 .normal_surface_velocity = -v_p,
                 .tangential_surface_velocity = 0.0,
                 .normal_drift = -side * s * w2 - a_p,
                 .tangential_drift = -side * c * w2};
    }
    return tips;
  }

  std::array<double, 2> gaps(double t, const Coordinates& q) const {
    const double s = half_ * std::sin(q[2]), base = q[1] - body_.r - plate(t);
    return {base - s, base + s};
  }

  // Of the lowest point of each ball, below its centre at ±l/2 along the rod; the plate does not move along itself.
  template <class Real>
  std::array<Real, 2> slip(Number<Real>, const Vector<3, Real>& q, const Number<Vector<3, Real>>& u) const {
    using std::sin;
    const Real left = -half_ * sin(q[2]) - body_.r, right = half_ * sin(q[2]) - body_.r;  // above the centre of mass
    return {u[0] - u[2] * left, u[0] - u[2] * right};
  }

  const ContactLaw& contact_law(int i) const { return settings_.law[i]; }
  static std::string_view contact_name(int i) { return i == 0 ? "left" : "right"; }
  Scales scales() const {
    return {.length = body_.r,
            .speed = std::max(amplitude_ * omega_, 0.1 * std::sqrt(settings_.g * body_.r)),
            .time = settings_.Gamma > 0 ? 1 / settings_.f : std::sqrt(body_.r / settings_.g)};
  }
  // Size of coordinate k: lengths in ball radii, the tilt by the angle that lifts a tip by a ball radius.
  double coordinate_scale(int k) const { return k == 2 ? body_.r / half_ : body_.r; }
  // Post-impact normal speed below which a tip stays on the plate [m/s]; 0: no such rule.
  double closing_speed() const { return settings_.closing * amplitude_ * omega_; }

  double plate(double t) const { return -amplitude_ * std::sin(omega_ * t + settings_.phase); }
  double plate_velocity(double t) const { return -amplitude_ * omega_ * std::cos(omega_ * t + settings_.phase); }
  double period() const { return 1 / settings_.f; }
  double amplitude() const { return amplitude_; }
  double omega() const { return omega_; }
  const DimerBody& body() const { return body_; }
  const DimerSettings& settings() const { return settings_; }

  // (x_1, y_1, θ) ↔ (x_c, y_c, θ) for positions, and the same for velocities.
  Coordinates to_shown(const Coordinates& q) const {
    return {q[0] - half_ * std::cos(q[2]), q[1] - half_ * std::sin(q[2]), q[2]};
  }
  Coordinates from_shown(const Coordinates& shown) const {
    return {shown[0] + half_ * std::cos(shown[2]), shown[1] + half_ * std::sin(shown[2]), shown[2]};
  }
  Coordinates to_shown_velocity(const Coordinates& q, const Coordinates& u) const {
    return {u[0] + half_ * std::sin(q[2]) * u[2], u[1] - half_ * std::cos(q[2]) * u[2], u[2]};
  }
  Coordinates from_shown_velocity(const Coordinates& q, const Coordinates& shown) const {
    return {shown[0] - half_ * std::sin(q[2]) * shown[2], shown[1] + half_ * std::cos(q[2]) * shown[2], shown[2]};
  }

  // The paper's start: at rest at t = 0, lower tip h0 above the mean level of the plate, the left ball's centre at x = 0.
  State<3> initial_state() const {
    const double theta = settings_.theta0;
    const double y_low = settings_.h0 + body_.r;
    const double y_1 = theta >= 0 ? y_low : y_low - body_.l * std::sin(theta);
    return {.t = 0, .q = from_shown({0, y_1, theta}), .u = Coordinates::Zero()};
  }

 private:
  DimerSettings settings_;
  DimerBody body_;
  double half_, omega_, amplitude_;
  Matrix<3, 3> mass_, inverse_mass_;
};

}  // namespace carom
