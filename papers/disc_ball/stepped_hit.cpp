#include "papers/disc_ball/stepped_hit.hpp"

#include <algorithm>
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

}  // namespace

SteppedHit stepped_hit(const DiscBallSettings& settings, long N) {
  const DiscBall system(settings);
  const ImpactProblem<4> p = hit_problem(system);
  const double dP = settings.m_d * settings.v_b / static_cast<double>(N);
  std::array<double, 4> E{}, c{}, share{}, dP_n{};
  for (int i = 0; i < 4; ++i) {
    const double a = p.law[i].exponent;
    c[i] = std::pow(a + 1, a / (a + 1)) * std::pow(p.law[i].stiffness, 1 / (a + 1));
    share[i] = a / (a + 1);
  }
  Vector<4> v_n = p.v_n, P_n = Vector<4>::Zero(), P_t = Vector<4>::Zero();
  std::array<Group, 2> group;  // ground, D
  const std::array<int, 2> representative{0, 3};
  for (int g = 0; g < 2; ++g) {
    group[g].mu_s = p.law[representative[g]].mu_s_i;
    group[g].mu = p.law[representative[g]].mu_i;
  }
  SteppedHit result;
  for (; result.steps < 100 * N; ++result.steps) {
    // (1), (2), (5)
    const int j = static_cast<int>(std::max_element(E.begin(), E.end()) - E.begin());
    dP_n = {};
    if (E[j] > 0) {
      const double dt = dP / (c[j] * std::pow(E[j], share[j]));
      for (int i = 0; i < 4; ++i) {
        if (E[i] > 0)
          dP_n[i] = c[i] * std::pow(E[i], share[i]) * dt;
        else if (v_n[i] < 0)
          dP_n[i] = std::pow(c[i] * std::pow(-v_n[i], share[i]) * dt, 1 / (1 - share[i]));
      }
    } else {
      const int fastest = static_cast<int>(std::min_element(v_n.data(), v_n.data() + 4) - v_n.data());
      if (!(v_n[fastest] < -1e-9 * settings.v_b)) break;
      dP_n[fastest] = dP;
    }
    group[0].load = dP_n[0] + dP_n[1] + dP_n[2];
    group[1].load = dP_n[3];
    // (4): what the normal impulses would do to the slips, and the impulses against it
    std::array<double, 2> drive{}, dT{};
    for (int g = 0; g < 2; ++g)
      for (int i = 0; i < 4; ++i) drive[g] += p.B(i, representative[g]) * dP_n[i];
    const double D_00 = p.D(0, 0), D_01 = p.D(0, 3), D_11 = p.D(3, 3);
    std::array<bool, 2> holds{group[0].mode == 0, group[1].mode == 0};
    for (int round = 0; round < 3; ++round) {
      for (int g = 0; g < 2; ++g)
        if (!holds[g]) dT[g] = -group[g].mode * group[g].mu * group[g].load;
      if (holds[0] && holds[1]) {
        const double det = D_00 * D_11 - D_01 * D_01;
        dT[0] = (-drive[0] * D_11 + drive[1] * D_01) / det;
        dT[1] = (-drive[1] * D_00 + drive[0] * D_01) / det;
      } else if (holds[0]) {
        dT[0] = -(drive[0] + D_01 * dT[1]) / D_00;
      } else if (holds[1]) {
        dT[1] = -(drive[1] + D_01 * dT[0]) / D_11;
      }
      bool again = false;
      // The ground first: D can then hold against what is left.
      for (int g = 0; g < 2 && !again; ++g)
        if (holds[g] && std::abs(dT[g]) > group[g].mu_s * group[g].load) {
          holds[g] = false;
          group[g].mode = dT[g] > 0 ? -1 : 1;
          again = true;
        }
      if (!again) break;
    }
    // (3)
    Vector<4> dP_t = Vector<4>::Zero(), dPn = Vector<4>::Zero();
    for (int i = 0; i < 4; ++i) dPn[i] = dP_n[i];
    dP_t[0] = dT[0];
    dP_t[3] = dT[1];
    for (int i = 0; i < 4; ++i) {
      const double e = p.law[i].e, eta = v_n[i] <= 0 ? 1 : e * e;
      E[i] = std::max(E[i] - v_n[i] * dP_n[i] / eta, 0.0);
    }
    v_n += p.A * dPn + p.B * dP_t;
    P_n += dPn;
    P_t += dP_t;
    const std::array<double, 2> slip_before{group[0].v_t, group[1].v_t};
    const std::array<double, 2> change{drive[0] + D_00 * dT[0] + D_01 * dT[1], drive[1] + D_01 * dT[0] + D_11 * dT[1]};
    for (int g = 0; g < 2; ++g) {
      group[g].v_t += holds[g] ? 0 : change[g];
      // Past zero: at rest in the next step, unless the static coefficient forbids it.
      if (!holds[g] && slip_before[g] * group[g].v_t < 0) group[g].mode = 0;
    }
  }
  Vector<5> u = system.initial_state().u;
  const LocalInertia<DiscBall> local = local_inertia(system, 0, system.touching(), u);
  for (int i = 0; i < 4; ++i) apply_impulse<DiscBall, double>(local, i, P_n[i], P_t[i], u);
  result.theta_dot = u[4];
  result.v1 = system.gauge_velocity(system.touching(), u, settings.h1);
  result.v2 = system.gauge_velocity(system.touching(), u, settings.h2);
  result.delta_A = local.contacts[0].normal_velocity(u);
  return result;
}

}  // namespace carom::papers::disc_ball
