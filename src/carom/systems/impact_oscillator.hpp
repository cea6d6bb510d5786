// SPDX-License-Identifier: Apache-2.0
// The frictional impact oscillator: a blade on a hinge that is pressed on a moving belt, hops, slips and sticks. A model of
// a windscreen wiper.
//
// Model     q = (φ, y): a mass m_2 at (0, y) moves vertically; a blade of length l hangs from it at the angle φ and carries
//           m_1 at its tip (l sin φ, y − l cos φ), which touches the belt at height 0. With s = sin φ, c = cos φ:
//   (1)  M = (m_1 l², m_1 l s; m_1 l s, m_1 + m_2)
//   (2)  h = −(c_φ φ̇ + k_φ (φ − φ_0) + m_1 g l s,  c_y ẏ + k_y (y − y_0) + m_1 l φ̇² c + (m_1 + m_2) g)
//   (3)  g_N = y − l c,   w = (l s, 1),   ζ_n = l c φ̇²
//   (4)  γ_t = l c φ̇ − v(t),   n = (l c, 0),   ζ_t = −l s φ̇² − v̇
//   (5)  v constant, or v_a sin(ω t)
//
// Symbols   m masses [kg], l length [m], k_y [N/m], k_φ [N m/rad], c_y [N s/m], c_φ [N m s/rad], φ_0, y_0 rest angle [rad] and
//           height [m] of the springs, v velocity of the belt [m/s], μ friction, ε Poisson's restitution.
// Source    lancioni_galvanetto_lenci_2007 (1); leine_brogliato_nijmeijer_2002.
// Differs   v = −1 m/s and g = 10 m/s² are not printed; the published thresholds need them. c_y is in N s/m and k_φ in N m/rad.
//           One coefficient of friction for stick and slip.
// Limits    Planar; |φ| < π/2.
#pragma once

#include <array>
#include <cmath>
#include <string_view>

#include "carom/base/constants.hpp"
#include "carom/laws/contact_law.hpp"
#include "carom/model/mechanism.hpp"

namespace carom {

enum class Belt { constant, sine };

struct ImpactOscillatorSettings {
  double m1 = 0.1, m2 = 1;        // kg
  double l = 1;                   // m
  double k_y = 100, k_phi = 100;  // N/m, N m/rad
  double c_y = 10, c_phi = 0;     // N s/m, N m s/rad
  double phi0 = pi / 8, y0 = 1;   // rad, m
  double g = 10;                  // m/s²
  double v = -1;                  // m/s
  Belt belt = Belt::constant;
  double v_amplitude = 1, v_omega = pi / 2;  // m/s, rad/s; of the sine
  double chatter_dt = 0;    // s; hops shorter than this close the contact; 0: chatter is summed to its limit
  double start_phi = 0.39;  // rad; start: on the belt, at rest
  ContactLaw law{.e = 0, .mu_s = 0.5, .mu_c = 0.5, .mu_s_i = 0.5, .mu_i = 0.5};
};

class ImpactOscillator {
 public:
  static constexpr int dof = 2;
  static constexpr int contact_count = 1;
  using Coordinates = Vector<2>;

  explicit ImpactOscillator(const ImpactOscillatorSettings& settings) : s_(settings) {}

  template <class Real>
  Matrix<2, 2, Real> mass_matrix(const Vector<2, Real>& q) const {
    using std::sin;
    const Real coupling = s_.m1 * s_.l * sin(q[0]);
    return Matrix<2, 2, Real>{{Real(s_.m1 * s_.l * s_.l), coupling}, {coupling, Real(s_.m1 + s_.m2)}};
  }
  template <class Real>
  Matrix<2, 2, Real> inverse_mass(const Vector<2, Real>& q) const {
    using std::sin;
    const Real s = sin(q[0]), c2 = 1 - s * s;
    const double inertia = s_.m1 * s_.l * s_.l;
    const Real coupling = s_.m1 * s_.l * s, determinant = inertia * (s_.m2 + s_.m1 * c2);
    return Matrix<2, 2, Real>{{(s_.m1 + s_.m2) / determinant, -coupling / determinant},
                              {-coupling / determinant, inertia / determinant}};
  }
  template <class Real>
  Vector<2, Real> force(Number<Real>, const Vector<2, Real>& q, const Number<Vector<2, Real>>& u) const {
    using std::cos, std::sin;
    const Real s = sin(q[0]), c = cos(q[0]);
    return {-(s_.c_phi * u[0] + s_.k_phi * (q[0] - s_.phi0) + s_.m1 * s_.g * s_.l * s),
            -(s_.c_y * u[1] + s_.k_y * (q[1] - s_.y0) + s_.m1 * s_.l * u[0] * u[0] * c + (s_.m1 + s_.m2) * s_.g)};
  }
  double potential_energy(const Coordinates& q) const {
    const double twist = q[0] - s_.phi0, stretch = q[1] - s_.y0;
    return 0.5 * (s_.k_phi * twist * twist + s_.k_y * stretch * stretch) + (s_.m1 + s_.m2) * s_.g * q[1] -
           s_.m1 * s_.g * s_.l * std::cos(q[0]);
  }
  // Of the dampers.
  double applied_power(double, const Coordinates&, const Coordinates& u) const {
    return -s_.c_phi * u[0] * u[0] - s_.c_y * u[1] * u[1];
  }

  template <class Real>
  std::array<ContactKinematics<2, Real>, 1> contacts(Number<Real> t, const Vector<2, Real>& q,
                                                     const Number<Vector<2, Real>>& u) const {
    using std::cos, std::sin;
    const Real s = s_.l * sin(q[0]), c = s_.l * cos(q[0]), w2 = u[0] * u[0];
    return {ContactKinematics<2, Real>{.gap = q[1] - c,
                                       .normal = {s, 1.0},
                                       .tangent = {c, 0.0},
                                       .normal_surface_velocity = 0.0,
                                       .tangential_surface_velocity = -belt_velocity(t),
                                       .normal_drift = c * w2,
                                       .tangential_drift = -s * w2 - belt_acceleration(t)}};
  }
  // Where the tip is along the belt.
  template <class Real>
  std::array<Real, 1> slide(Number<Real> t, const Vector<2, Real>& q) const {
    using std::sin;
    return {s_.l * sin(q[0]) - belt_place<Real>(t)};
  }
  std::array<double, 1> gaps(double, const Coordinates& q) const { return {q[1] - s_.l * std::cos(q[0])}; }
  const ContactLaw& contact_law(int) const { return s_.law; }
  static std::string_view contact_name(int) { return "tip"; }

  // The blade swings with ω ≈ √(k_φ/(m_1 l²)).
  Scales scales() const {
    const double omega = std::sqrt(std::max(s_.k_phi, s_.m1 * s_.g * s_.l) / (s_.m1 * s_.l * s_.l));
    return {.length = s_.l, .speed = std::max(belt_scale(), 0.1 * s_.l * omega), .time = pi / omega};
  }
  double coordinate_scale(int k) const { return k == 0 ? 1.0 : s_.l; }
  double closing_speed() const { return 0; }
  // A hop of speed γ lasts 2γ/|γ̇|.
  double closing_time() const { return 0.5 * s_.chatter_dt; }

  // From where it was at t = 0.
  template <class Real>
  Real belt_place(Real t) const {
    using std::cos;
    if (s_.belt == Belt::constant) return s_.v * t;
    return s_.v_omega == 0 ? Real(0.0) : Real(s_.v_amplitude / s_.v_omega * (1 - cos(s_.v_omega * t)));
  }
  template <class Real>
  Real belt_velocity(Real t) const {
    using std::sin;
    return s_.belt == Belt::constant ? Real(s_.v) : s_.v_amplitude * sin(s_.v_omega * t);
  }
  template <class Real>
  Real belt_acceleration(Real t) const {
    using std::cos;
    return s_.belt == Belt::constant ? Real(0.0) : s_.v_amplitude * s_.v_omega * cos(s_.v_omega * t);
  }
  double belt_scale() const { return s_.belt == Belt::constant ? std::abs(s_.v) : std::abs(s_.v_amplitude); }
  const ImpactOscillatorSettings& settings() const { return s_; }

  Coordinates on_belt(double phi) const { return {phi, s_.l * std::cos(phi)}; }
  State<2> initial_state() const { return {.t = 0, .q = on_belt(s_.start_phi), .u = Coordinates::Zero()}; }

 private:
  ImpactOscillatorSettings s_;
};

}  // namespace carom
