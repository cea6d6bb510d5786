// SPDX-License-Identifier: Apache-2.0
// A uniform rod whose lower end slides on a rough floor: Painlevé's example of contact forces that do not exist, or are not
// unique.
//
// Model     q = (x, y, θ): centre, and inclination above the floor. The tip is at (x − (l/2) cos θ, y − (l/2) sin θ).
//   (1)  M = diag(m, m, I),  I = m l²/12,   h = (0, −m g, 0)
//   (2)  g_N = y − (l/2) sin θ
//   (3)  w = (0, 1, −(l/2) cos θ),  n = (1, 0, (l/2) sin θ),   ζ_n = (l/2) sin θ θ̇²,  ζ_t = (l/2) cos θ θ̇²
//   (4)  A = 1/m + (l²/4I) cos² θ = (1 + 3 cos² θ)/m,   B = −3 sin θ cos θ/m,   D = (1 + 3 sin² θ)/m
//   (5)  slip σ:  0 ≤ F_n ⊥ (A − σ μ B) F_n + b_n ≥ 0,   b_n = (l/2) sin θ θ̇² − g
//
// Paradox   For 0 < θ < π/2 and σ = −1 (the tip runs ahead of the centre) friction turns the tip into the floor, and
//        A + μ B < 0 if
//   (6)  μ > (4 + tan² θ)/(3 tan θ), least at tan θ = 2 (from the vertical: tan φ = 1/2), where it is 4/3
//        Then b_n < 0: no force (inconsistent), and the tip gets a tangential impact, an impact without collision;
//        b_n > 0: flight, slip and tangential impact are possible (indeterminate).
//   (7)  A + μ B = 0 can be reached in slip only where b_n = 0 too; there F_n stays finite for μ < 8/(3√3) = 1.5396…, and
//        grows without bound for larger μ: dynamic jam.
//   (8)  Lift-off where A − σ μ B > 0: as b_n grows through zero, (l/2) sin θ θ̇² = g.
//
// Symbols   m mass [kg], l length [m], θ inclination [rad], e restitution, μ friction; F_n normal force [N]; v_0 velocity of
//           the tip along the floor [m/s].
// Source    painleve_1895 (5, 6); genot_brogliato_1999 (6, 7).
// Limits    Only one end touches: the rod leaves the model when it lies flat, at θ = 0 or θ = π. For μ within a few
//           hundredths above 8/(3√3) the force grows so slowly in (7) that b_n and A + μ B reach zero within rounding of each
//           other, and rounding decides between jam and lift-off.
#pragma once

#include <array>
#include <cmath>
#include <string_view>

#include "carom/base/constants.hpp"
#include "carom/engine/contact_dynamics.hpp"
#include "carom/laws/contact_law.hpp"
#include "carom/model/mechanism.hpp"

namespace carom {

struct PainleveRodSettings {
  double m = 1;                        // kg
  double l = 1;                        // m
  double theta0 = 1.1071487177940904;  // start: inclination, tan θ = 2 [rad]
  double v0 = -1;                      // start: velocity of the tip along the floor [m/s]
  double omega0 = 0;                   // start: rate of the inclination [rad/s]
  double g = gravity;
  ContactLaw law{.e = 0.5, .mu_s = 1.6, .mu_c = 1.6, .mu_s_i = 1.6, .mu_i = 1.6};
};

enum class Paradox { none, inconsistent, indeterminate };

constexpr std::string_view name(Paradox paradox) {
  switch (paradox) {
    case Paradox::none: return "none";
    case Paradox::inconsistent: return "inconsistent";
    case Paradox::indeterminate: return "indeterminate";
  }
  return "unknown";
}

class PainleveRod {
 public:
  static constexpr int dof = 3;
  static constexpr int contact_count = 1;
  using Coordinates = Vector<3>;

  explicit PainleveRod(const PainleveRodSettings& settings = {}) : settings_(settings), half_(settings.l / 2) {}

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
                                                     const Number<Vector<3, Real>>& u) const {
    using std::cos, std::sin;
    const Real c = half_ * cos(q[2]), s = half_ * sin(q[2]), w2 = u[2] * u[2];
    return {ContactKinematics<3, Real>{.gap = q[1] - s,
                                       .normal = {0.0, 1.0, -c},
                                       .tangent = {1.0, 0.0, s},
                                       .normal_drift = s * w2,
                                       .tangential_drift = c * w2}};
  }
  // Where the tip is along the floor.
  template <class Real>
  std::array<Real, 1> slide(Number<Real>, const Vector<3, Real>& q) const {
    using std::cos;
    return {q[0] - half_ * cos(q[2])};
  }
  const ContactLaw& contact_law(int) const { return settings_.law; }
  static std::string_view contact_name(int) { return "tip"; }
  Scales scales() const {
    return {.length = half_, .speed = std::sqrt(settings_.g * half_), .time = std::sqrt(half_ / settings_.g)};
  }
  double coordinate_scale(int k) const { return k == 2 ? 1 : half_; }
  double closing_speed() const { return 0; }
  // Positive until the rod lies flat, where its other end would touch.
  template <class Real>
  Real motion_lasts(Number<Real>, const Vector<3, Real>& q) const {
    using std::sin;
    return sin(q[2]);
  }
  const PainleveRodSettings& settings() const { return settings_; }

  // (6): the friction above which the inclination θ has a paradox.
  static double paradox_friction(double theta) {
    const double slope = std::abs(std::tan(theta));
    return (4 + slope * slope) / (3 * slope);
  }

  // What the contact forces of a state are: none where the tip does not rest on the floor.
  Paradox paradox(const State<3>& state) const {
    const LocalInertia<PainleveRod> local = local_inertia(*this, state.t, state.q, state.u);
    const ContactKinematics<3>& tip = local.contacts[0];
    const Scales scale = scales();
    if (tip.gap > 1e-12 * scale.length || std::abs(tip.normal_velocity(state.u)) > 1e-10 * scale.speed)
      return Paradox::none;
    FrictionalProblem<1> problem = acceleration_problem(*this, local, state.t, state.q, state.u, {0}, 1);
    const double v_t = tip.tangential_velocity(state.u);
    problem.slip[0] = std::abs(v_t) <= 1e-10 * scale.speed ? 0 : v_t > 0 ? 1 : -1;
    problem.set_default_tolerances();
    const ModeSelection<1> selection = select_modes(problem);
    if (selection.consistent == 0) return Paradox::inconsistent;
    return selection.indeterminacy == Indeterminacy::painleve ? Paradox::indeterminate : Paradox::none;
  }

  // The tip on the floor, sliding with v_t, the rod at inclination θ turning with θ̇, its centre at x = 0.
  State<3> sliding(double theta, double rate, double v_t) const {
    const double c = half_ * std::cos(theta), s = half_ * std::sin(theta);
    return {.t = 0, .q = {0, s, theta}, .u = {v_t - s * rate, c * rate, rate}};
  }
  State<3> initial_state() const { return sliding(settings_.theta0, settings_.omega0, settings_.v0); }

 private:
  Coordinates mass() const { return {settings_.m, settings_.m, settings_.m * half_ * half_ / 3}; }

  PainleveRodSettings settings_;
  double half_;
};

}  // namespace carom
