// SPDX-License-Identifier: Apache-2.0
#include "papers/disc_ball/stepped_hit.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "papers/disc_ball/hit.hpp"

namespace carom::papers::disc_ball {

namespace {

// One group of contacts with common slip: the ground (columns of A, B, C coincide upright), or D.
struct Group {
  double v_t = 0;   // slip
  int mode = 0;     // slip ±1, 0: at rest
  double load = 0;  // dP_n of this step
  double mu_s = 0, mu = 0;
};

constexpr std::array<int, 2> representative{0, 3};  // of the ground and of D

// The impact, a step of the largest contact's impulse at a time.
class SteppedFlow {
 public:
  // `imposed`: direction of a saturated force at D on the disc, 0 for Coulomb's law
  SteppedFlow(const ImpactProblem<4>& problem, double v_b, double dP, int imposed)
      : p_(problem), v_b_(v_b), dP_(dP), imposed_(imposed), v_n_(problem.v_n) {
    for (int i = 0; i < 4; ++i) {
      const double a = p_.law[i].exponent;
      c_[i] = std::pow(a + 1, a / (a + 1)) * std::pow(p_.law[i].stiffness, 1 / (a + 1));
      share_[i] = a / (a + 1);
    }
    for (int g = 0; g < 2; ++g) {
      group_[g].mu_s = p_.law[representative[g]].mu_s_i;
      group_[g].mu = p_.law[representative[g]].mu_i;
    }
  }

  // False when the impact is over.
  bool step() {
    if (!load()) return false;
    resist();
    move();
    return true;
  }
  const Vector<4>& P_n() const { return P_n_; }
  const Vector<4>& P_t() const { return P_t_; }
  bool ground_sticks() const { return group_[0].mode == 0; }
  double ground_slip() const { return group_[0].v_t; }

 private:
  // (1), (2), (5)
  bool load() {
    const int j = static_cast<int>(std::max_element(E_.begin(), E_.end()) - E_.begin());
    dP_n_ = {};
    if (E_[j] > 0) {
      const double dt = dP_ / (c_[j] * std::pow(E_[j], share_[j]));
      for (int i = 0; i < 4; ++i) {
        if (E_[i] > 0)
          dP_n_[i] = c_[i] * std::pow(E_[i], share_[i]) * dt;
        else if (v_n_[i] < 0)
          dP_n_[i] = std::pow(c_[i] * std::pow(-v_n_[i], share_[i]) * dt, 1 / (1 - share_[i]));
      }
    } else {
      const int fastest = static_cast<int>(std::min_element(v_n_.data(), v_n_.data() + 4) - v_n_.data());
      if (!(v_n_[fastest] < -1e-9 * v_b_)) return false;
      dP_n_[fastest] = dP_;
    }
    group_[0].load = dP_n_[0] + dP_n_[1] + dP_n_[2];
    group_[1].load = dP_n_[3];
    return true;
  }

  // (4): what the normal impulses would do to the slips, and the impulses against it
  void resist() {
    drive_ = {};
    dT_ = {};
    for (int g = 0; g < 2; ++g)
      for (int i = 0; i < 4; ++i) drive_[g] += p_.B(i, representative[g]) * dP_n_[i];
    if (imposed_ != 0) group_[1].mode = -imposed_;
    holds_ = {group_[0].mode == 0, group_[1].mode == 0};
    for (int round = 0; round < 3; ++round) {
      for (int g = 0; g < 2; ++g)
        if (!holds_[g]) dT_[g] = -group_[g].mode * group_[g].mu * group_[g].load;
      hold();
      bool again = false;
      // The ground first: D can then hold against what is left.
      for (int g = 0; g < 2 && !again; ++g)
        if (holds_[g] && std::abs(dT_[g]) > group_[g].mu_s * group_[g].load) {
          holds_[g] = false;
          group_[g].mode = dT_[g] > 0 ? -1 : 1;
          again = true;
        }
      if (!again) break;
    }
  }

  // The impulses that keep at rest what holds.
  void hold() {
    if (holds_[0] && holds_[1]) {
      const double det = D_00_ * D_11_ - D_01_ * D_01_;
      dT_[0] = (-drive_[0] * D_11_ + drive_[1] * D_01_) / det;
      dT_[1] = (-drive_[1] * D_00_ + drive_[0] * D_01_) / det;
    } else if (holds_[0]) {
      dT_[0] = -(drive_[0] + D_01_ * dT_[1]) / D_00_;
    } else if (holds_[1]) {
      dT_[1] = -(drive_[1] + D_01_ * dT_[0]) / D_11_;
    }
  }

  // (3)
  void move() {
    Vector<4> dP_t = Vector<4>::Zero(), dPn = Vector<4>::Zero();
    for (int i = 0; i < 4; ++i) dPn[i] = dP_n_[i];
    dP_t[0] = dT_[0];
    dP_t[3] = dT_[1];
    for (int i = 0; i < 4; ++i) {
      const double e = p_.law[i].e, eta = v_n_[i] <= 0 ? 1 : e * e;
      E_[i] = std::max(E_[i] - v_n_[i] * dP_n_[i] / eta, 0.0);
    }
    v_n_ += p_.A * dPn + p_.B * dP_t;
    P_n_ += dPn;
    P_t_ += dP_t;
    const std::array<double, 2> slip_before{group_[0].v_t, group_[1].v_t};
    const std::array<double, 2> change{drive_[0] + D_00_ * dT_[0] + D_01_ * dT_[1],
                                       drive_[1] + D_01_ * dT_[0] + D_11_ * dT_[1]};
    for (int g = 0; g < 2; ++g) {
      group_[g].v_t += holds_[g] ? 0 : change[g];
      // Past zero: at rest in the next step, unless the static coefficient forbids it.
      if (!holds_[g] && slip_before[g] * group_[g].v_t < 0) group_[g].mode = 0;
    }
  }

  const ImpactProblem<4>& p_;
  const double v_b_, dP_;
  const int imposed_;
  const double D_00_ = p_.D(0, 0), D_01_ = p_.D(0, 3), D_11_ = p_.D(3, 3);
  std::array<double, 4> E_{}, c_{}, share_{}, dP_n_{};
  Vector<4> v_n_, P_n_ = Vector<4>::Zero(), P_t_ = Vector<4>::Zero();
  std::array<Group, 2> group_;            // ground, D
  std::array<double, 2> drive_{}, dT_{};  // of this step
  std::array<bool, 2> holds_{};
};

}  // namespace

SteppedHit stepped_hit(const DiscBallSettings& settings, long N, FaceFriction face) {
  const DiscBall system(settings);
  const ImpactProblem<4> p = hit_problem(system);
  const int imposed = face == FaceFriction::coulomb ? 0 : (settings.b > 0) - (settings.b < 0);
  SteppedFlow flow(p, settings.v_b, settings.m_d * settings.v_b / static_cast<double>(N), imposed);
  SteppedHit result;
  while (result.steps < 100 * N && flow.step()) ++result.steps;
  const Vector<4>&P_n = flow.P_n(), &P_t = flow.P_t();
  Vector<5> u = system.initial_state().u;
  const LocalInertia<DiscBall> local = local_inertia(system, 0, system.touching(), u);
  for (int i = 0; i < 4; ++i) apply_impulse<DiscBall, double>(local, i, P_n[i], P_t[i], u);
  result.theta_dot = u[4];
  result.v1 = system.gauge_velocity(system.touching(), u, settings.h1);
  result.v2 = system.gauge_velocity(system.touching(), u, settings.h2);
  result.delta_A = local.contacts[0].normal_velocity(u);
  result.y_d_dot = u[2];
  result.z_d_dot = u[3];
  result.v_tau = flow.ground_slip();
  result.sticks = flow.ground_sticks();
  return result;
}

}  // namespace carom::papers::disc_ball
