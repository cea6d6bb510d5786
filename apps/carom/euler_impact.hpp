// SPDX-License-Identifier: Apache-2.0
// Impacts by explicit Euler steps in the impulse: the plain way, against which `carom bench` measures the others.
//
// Model     One contact: (1)–(3) of single_impact.hpp, stepped by Δp = (1 + e) p_compression / steps, where
//           p_compression is the impulse of a frictionless compression. Two contacts: the one with more stored energy
//           advances by Δp, the other by Δp (k_j/k_i)^(1/(η+1)) (E_j/E_i)^(η/(η+1)), at the start by
//           Δp k_j/k_i (γ_j/γ_i)^η.
// Limits    First order; only for comparison.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "carom/impact/impact_problem.hpp"

namespace carom::app {

template <int N>
struct EulerImpact {
  std::array<double, N> v_n{}, v_t{};
  long steps = 0;
};

template <int N>
EulerImpact<N> euler_impact(const ImpactProblem<N>& p, int wanted_steps) {
  EulerImpact<N> r;
  std::array<double, N> E{}, dP_n{}, dP_t{};
  double largest = 0;
  for (int i = 0; i < N; ++i) {
    r.v_n[i] = p.v_n[i];
    r.v_t[i] = p.v_t[i];
    largest = std::max(largest, -p.v_n[i] / p.A(i, i) * (1 + p.law[i].e));
  }
  const double dp = largest / wanted_steps;
  const long limit = 20L * wanted_steps;
  for (; r.steps < limit; ++r.steps) {
    int first = -1;
    bool started = false;
    for (int i = 0; i < N; ++i) {
      if (!(E[i] > 0) && !(r.v_n[i] < 0)) continue;
      if (first < 0 || E[i] > E[first] || (E[first] == 0 && r.v_n[i] < r.v_n[first])) first = i;
      started = started || E[i] > 0;
    }
    if (first < 0) break;
    const double eta = p.law[first].exponent;
    double load = 0;
    for (int i = 0; i < N; ++i) {
      const double ratio = p.law[i].stiffness / p.law[first].stiffness;
      if (i == first)
        dP_n[i] = dp;
      else if (!(E[i] > 0) && !(r.v_n[i] < 0))
        dP_n[i] = 0;
      else if (!started)
        dP_n[i] = dp * ratio * std::pow(std::max(r.v_n[i] / r.v_n[first], 0.0), eta);
      else
        dP_n[i] = dp * std::pow(ratio, 1 / (eta + 1)) * std::pow(std::max(E[i] / E[first], 1e-12), eta / (eta + 1));
      load += dP_n[i];
    }
    // Friction: all contacts slide as one (they do on a rigid body with equal tangents); stick where it is possible.
    const double v_t = r.v_t[0];
    double push = 0;
    for (int i = 0; i < N; ++i) push += p.B(i, 0) * dP_n[i];
    const double hold = -push / p.D(0, 0);
    double total = v_t > 0 ? -p.law[0].mu_i * load : p.law[0].mu_i * load;
    if (std::abs(v_t) <= std::abs(push + p.D(0, 0) * total) && std::abs(hold) <= p.law[0].mu_s_i * load) total = hold;
    for (int i = 0; i < N; ++i) dP_t[i] = total * dP_n[i] / load;
    for (int i = 0; i < N; ++i) {
      double dv_n = 0, dv_t = 0;
      for (int j = 0; j < N; ++j) {
        dv_n += p.A(i, j) * dP_n[j] + p.B(i, j) * dP_t[j];
        dv_t += p.B(j, i) * dP_n[j] + p.D(i, j) * dP_t[j];
      }
      const double work = r.v_n[i] * dP_n[i];
      E[i] = std::max(E[i] - (r.v_n[i] < 0 ? work : work / (p.law[i].e * p.law[i].e)), 0.0);
      r.v_n[i] += dv_n;
      r.v_t[i] += dv_t;
    }
  }
  return r;
}

}  // namespace carom::app
