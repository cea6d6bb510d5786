// SPDX-License-Identifier: Apache-2.0
// A disc that stands on a rough plane on its rim and is hit by a ball.
//
// Model     q = (y_b, z_b, y_d, z_d, θ): the ball, the disc's centre, and the angle of the disc's axis of symmetry in the
//           plane of motion, e_3 = (cos θ, sin θ); upright θ = π/2; θ falls as the top moves away from the ball. The disc's
//           thickness is 2h; n = (sin θ, −cos θ) points away from the ball. The line of contact with the ground is
//           represented by three points: A = c − r e_3 + h n, B = c − r e_3, C = c − r e_3 − h n; the ball touches the face
//           −h n at D, at the height b along e_3. With s = sin θ, c = cos θ:
//   (1)  M = diag(m_b, m_b, m_d, m_d, I),  I = m_d r²/4 + m_d h²/3
//   (2)  δ_A = z_d − (hc + rs),  δ_B = z_d − rs,  δ_C = z_d + hc − rs,  δ_D = (z_b − z_d)c − (y_b + r_b − y_d)s − h
//   (3)  w_A = (0, 0, 0, 1, hs − rc),  w_B = (0, 0, 0, 1, −rc),  w_C = (0, 0, 0, 1, −hs − rc),  w_D = (−s, c, s, −c, −b)
//   (4)  n_A = (0, 0, 1, 0, hc + rs),  n_B = (0, 0, 1, 0, rs),  n_C = (0, 0, 1, 0, rs − hc),  n_D = (−c, −s, c, s, −h)
//        with b = (y_b + r_b − y_d)c + (z_b − z_d)s
//   (5)  T_c = k_Tc v_b^(−1/5)      duration of the impact of the ball
//   (6)  v_1 = ẏ_d + (z_d − h_1)θ̇,  v_2 = ẏ_d + (z_d − h_2)θ̇      horizontal velocities seen by gauges at h_1 and h_2
//   An impact closes a ground contact if its speed after it is below g T_c; gravity, which acts on z_d alone, takes that
//   speed away within T_c. Or the centrifugal term (hc + rs)θ̇² is counted with gravity, or no such rule is used and
//   micro-impacts are followed to their limit.
//   The ball's surface may run along the face with a speed of its own, −v_f along e_3, as a belt does: friction at D then
//   follows v_τ,D + v_f. A speed beyond all slips imposes its direction, which is variant P of the paper's tables.
//
// Symbols   m_b, m_d masses [kg]; r, r_b radii of disc and ball, h half thickness, b height of D above the centre [m]; I
//           inertia of the disc about a diameter [kg m²]; v_f = face_speed [m/s]; v_b speed of the ball [m/s]; k_Tc [m^(1/5) s^(4/5)].
// Source    liu_zhang_zhao_brogliato_2013 eqs 2.1–2.43, 3.1, 3.2, 4.1.
// Differs   (2.35) has (hs − rc)², not (hc − rs)². The weight of the ball is carried by the lines on which it hangs. The
//           face ends at the rim: beyond it the gap of D is the distance to the rim. Friction opposes slip at D.
// Limits    Planar. The motion ends where the disc lies flat, at θ = 0 or π.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string_view>

#include "carom/base/constants.hpp"
#include "carom/laws/contact_law.hpp"
#include "carom/model/mechanism.hpp"

namespace carom {

enum class DiscClosing { g_Tc, g_Tc_centrifugal, limit };

struct DiscBallSettings {
  double m_b = 0.06924, r_b = 0.0125;           // kg, m
  double m_d = 0.20969, r = 0.0375, h = 0.003;  // kg, m, m
  double b = 0.002;                             // m
  double v_b = 0.275;                           // m/s
  ContactLaw ground{.e = 0.9064, .mu_s = 0.15, .mu_c = 0.14, .mu_s_i = 0.15, .mu_i = 0.14, .stiffness = 2.9217e10};
  ContactLaw face{.e = 0.7043, .mu_s = 0.075, .mu_c = 0.07, .mu_s_i = 0.075, .mu_i = 0.07, .stiffness = 1.9640e8};
  double k_Tc = 4.7531e-4;  // m^(1/5) s^(4/5)
  double face_speed = 0;    // m/s
  DiscClosing closing = DiscClosing::g_Tc;
  double h1 = 0.004, h2 = 0.0375;  // heights of the gauges [m]
  double g = gravity;
};

class DiscBall {
 public:
  static constexpr int dof = 5;
  static constexpr int contact_count = 4;
  static constexpr int D = 3;
  using Coordinates = Vector<5>;

  explicit DiscBall(const DiscBallSettings& settings)
      : s_(settings), I_(settings.m_d * (settings.r * settings.r / 4 + settings.h * settings.h / 3)) {
    const Coordinates mass(s_.m_b, s_.m_b, s_.m_d, s_.m_d, I_);
    mass_ = mass.asDiagonal();
    inverse_mass_ = mass.cwiseInverse().asDiagonal();
  }

  const Matrix<5, 5>& mass_matrix(const Coordinates&) const { return mass_; }
  const Matrix<5, 5>& inverse_mass(const Coordinates&) const { return inverse_mass_; }
  template <class Real>
  Matrix<5, 5, Real> inverse_mass(const Vector<5, Real>&) const {
    return inverse_mass_.template cast<Real>();
  }
  template <class Real>
  Vector<5, Real> force(Number<Real>, const Vector<5, Real>&, const Number<Vector<5, Real>>&) const {
    Vector<5, Real> h = Vector<5, Real>::Zero();
    h[3] = -s_.m_d * s_.g;
    return h;
  }
  double potential_energy(const Coordinates& q) const { return s_.m_d * s_.g * q[3]; }

  template <class Real>
  std::array<ContactKinematics<5, Real>, 4> contacts(Number<Real>, const Vector<5, Real>& q,
                                                     const Number<Vector<5, Real>>& u) const {
    using std::cos, std::sin;
    const Real s = sin(q[4]), c = cos(q[4]), w = u[4];
    std::array<ContactKinematics<5, Real>, 4> list;
    for (int i = 0; i < 3; ++i) {
      const double k = (1 - i) * s_.h;  // h, 0, −h for A, B, C
      list[i] = {.gap = q[3] - k * c - s_.r * s,
                 .normal = {0.0, 0.0, 0.0, 1.0, k * s - s_.r * c},
                 .tangent = {0.0, 0.0, 1.0, 0.0, k * c + s_.r * s},
                 .normal_drift = (k * c + s_.r * s) * w * w,
                 .tangential_drift = (s_.r * c - k * s) * w * w};
    }
    const Real y = q[0] + s_.r_b - q[2], z = q[1] - q[3];  // D′ from the disc's centre
    const Real v_y = u[0] - u[2], v_z = u[1] - u[3];
    const Real b = y * c + z * s, distance = z * c - y * s;  // along e_3 and along −n
    const Real b_rate = v_y * c + v_z * s + w * distance;
    list[D] = {.gap = face_gap<Real>(distance - s_.h, b),
               .normal = {-s, c, s, -c, -b},
               .tangent = {-c, -s, c, s, Real(-s_.h)},
               .tangential_surface_velocity = Real(s_.face_speed),
               .normal_drift = -w * (v_y * c + v_z * s) - w * b_rate,
               .tangential_drift = w * (v_y * s - v_z * c)};
    return list;
  }

  // Of the disc's points A, B, C along the ground, and of its point D along e_3, as the ball sees it: v_c + θ̇ × (P − c).
  template <class Real>
  std::array<Real, 4> slip(Number<Real>, const Vector<5, Real>& q, const Number<Vector<5, Real>>& u) const {
    using std::cos, std::sin;
    const Real e_y = cos(q[4]), e_z = sin(q[4]), n_y = e_z, n_z = -e_y;
    std::array<Real, 4> result;
    for (int i = 0; i < 3; ++i) {
      const Real P_z = (1 - i) * s_.h * n_z - s_.r * e_z;
      result[i] = u[2] - u[4] * P_z;
    }
    const Real b = (q[0] + s_.r_b - q[2]) * e_y + (q[1] - q[3]) * e_z;
    const Real P_y = b * e_y - s_.h * n_y, P_z = b * e_z - s_.h * n_z;
    const Real v_y = u[2] - u[4] * P_z - u[0], v_z = u[3] + u[4] * P_y - u[1];
    result[D] = v_y * e_y + v_z * e_z + s_.face_speed;
    return result;
  }

  std::array<double, 4> gaps(double, const Coordinates& q) const {
    const double s = std::sin(q[4]), c = std::cos(q[4]);
    const double y = q[0] + s_.r_b - q[2], z = q[1] - q[3], base = q[3] - s_.r * s;
    return {base - s_.h * c, base, base + s_.h * c, face_gap<double>(z * c - y * s - s_.h, y * c + z * s)};
  }

  const ContactLaw& contact_law(int i) const { return i == D ? s_.face : s_.ground; }
  static std::string_view contact_name(int i) { return std::string_view("ABCD").substr(i, 1); }
  Scales scales() const { return {.length = s_.r, .speed = s_.v_b, .time = std::sqrt(s_.r / s_.g)}; }
  double coordinate_scale(int k) const { return k == 4 ? 1.0 : s_.r; }

  // The closing rule: a fixed speed, or a time in which the free motion must bring the contact to rest.
  double closing_speed() const { return s_.closing == DiscClosing::g_Tc ? s_.g * T_c() : 0; }
  double closing_time() const { return s_.closing == DiscClosing::g_Tc_centrifugal ? T_c() : 0; }
  static constexpr bool closes_by_free_motion = true;
  double closing_duration() const { return T_c(); }
  // Positive until the disc lies flat.
  template <class Real>
  Real motion_lasts(Number<Real>, const Vector<5, Real>& q) const {
    using std::sin;
    return sin(q[4]);
  }

  double T_c() const { return s_.k_Tc * std::pow(s_.v_b, -0.2); }
  double inertia() const { return I_; }
  const DiscBallSettings& settings() const { return s_; }
  // (6)
  double gauge_velocity(const Coordinates& q, const Coordinates& u, double height) const {
    return u[2] + (q[3] - height) * u[4];
  }

  // The disc upright and at rest, the ball in touch with it at the height b and moving with v_b.
  Coordinates touching() const { return {-s_.h - s_.r_b, s_.r + s_.b, 0, s_.r, std::numbers::pi / 2}; }
  State<5> initial_state() const { return {.t = 0, .q = touching(), .u = {s_.v_b, 0, 0, 0, 0}}; }

 private:
  template <class Real>
  Real face_gap(Real distance, Real b) const {
    using std::abs, std::sqrt;
    const Real beyond = abs(b) - s_.r;
    return choose(
        beyond > 0.0, [&] { return Real(sqrt(distance * distance + beyond * beyond)); }, [&] { return distance; });
  }

  DiscBallSettings s_;
  double I_;
  Matrix<5, 5> mass_, inverse_mass_;
};

}  // namespace carom
