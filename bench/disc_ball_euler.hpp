// The impact of the ball by the scheme that the paper on the disc uses: explicit Euler in the impulse of the contact with
// most energy, for comparison only.
//
// Model     dP_j = Δp at the primary contact j, dP_i = R_ij Δp by the stored energies (liu_zhang_zhao_brogliato_2013, 2.28);
//           a contact that is approached without energy starts by (2.30) with the primary's energy as it is. A, B, C share
//           one tangential velocity; D has its own.
// Limits    First order; four contacts, equal exponents.
#pragma once

#include <algorithm>
#include <cmath>

#include "carom/impact/impact_problem.hpp"

namespace carom::bench {

struct EulerResult {
  Vector<4> v_n, v_t;
  long steps = 0;
};

inline EulerResult disc_ball_euler(const ImpactProblem<4>& p, double dp) {
  EulerResult r{.v_n = p.v_n, .v_t = p.v_t};
  Vector<4> E = Vector<4>::Zero(), dP_n, dP_t;
  const double eta = p.law[0].exponent, share = eta / (eta + 1);
  for (; r.steps < 1000000; ++r.steps) {
    int first = -1;
    for (int i = 0; i < 4; ++i) {
      if (!(E[i] > 0) && !(r.v_n[i] < 0)) continue;
      if (first < 0 || E[i] > E[first] || (E[first] == 0 && r.v_n[i] < r.v_n[first])) first = i;
    }
    if (first < 0) break;
    const double E_first = E[first] > 0 ? E[first] : -r.v_n[first] * dp;
    for (int i = 0; i < 4; ++i) {
      const double ratio = std::pow(p.law[i].stiffness / p.law[first].stiffness, 1 / (eta + 1));
      if (i == first) dP_n[i] = dp;
      else if (E[i] > 0) dP_n[i] = dp * ratio * std::pow(E[i] / E_first, share);
      else if (r.v_n[i] < 0) dP_n[i] = std::pow(ratio * dp * std::pow(-r.v_n[i] / E_first, share), eta + 1);
      else dP_n[i] = 0;
    }
    // Friction: slip where there is slip; at rest the force that holds, if the cone has it, else slip against it.
    dP_t.setZero();
    const double ground = dP_n[0] + dP_n[1] + dP_n[2];
    const auto slip_or_hold = [&](int i, double load, double push) {
      const double hold = -push / p.D(i, i), slip = p.law[i].mu_i * load, v = r.v_t[i];
      const bool crosses = std::abs(v) <= std::abs(push) + p.D(i, i) * slip;
      if (v == 0 || crosses) return std::abs(hold) <= p.law[i].mu_s_i * load ? hold : std::copysign(slip, hold);
      return v > 0 ? -slip : slip;
    };
    double push_ground = 0, push_ball = 0;
    for (int j = 0; j < 4; ++j) {
      push_ground += p.B(j, 0) * dP_n[j];
      push_ball += p.B(j, 3) * dP_n[j];
    }
    double on_ground = 0, on_ball = 0;
    for (int sweep = 0; sweep < 4; ++sweep) {
      on_ball = slip_or_hold(3, dP_n[3], push_ball + p.D(3, 0) * on_ground);
      on_ground = slip_or_hold(0, ground, push_ground + p.D(0, 3) * on_ball);
    }
    for (int i = 0; i < 3; ++i) dP_t[i] = ground > 0 ? on_ground * dP_n[i] / ground : 0;
    dP_t[3] = on_ball;
    for (int i = 0; i < 4; ++i) {
      const double work = r.v_n[i] * dP_n[i];
      E[i] = std::max(E[i] - (r.v_n[i] <= 0 ? work : work / (p.law[i].e * p.law[i].e)), 0.0);
    }
    r.v_n += p.A * dP_n + p.B * dP_t;
    r.v_t += p.B.transpose() * dP_n + p.D * dP_t;
  }
  return r;
}

}  // namespace carom::bench
