// SPDX-License-Identifier: Apache-2.0
#include "papers/dimer/double_impact.hpp"

#include <algorithm>
#include <cmath>

namespace carom::papers::dimer {

ImpactProblem<2> lying_impact(const DimerBody& body, const ContactLaw& law, double v_1, double v_2, double v_t) {
  ImpactProblem<2> p;
  const double rl = body.r * body.l / body.beta, d = (body.beta_1 + 2 * body.r * body.r) / body.beta;
  p.n = 2;
  p.A << body.beta_2, body.beta_3, body.beta_3, body.beta_2;
  p.A /= body.beta;
  p.B << -rl, -rl, rl, rl;
  p.D << d, d, d, d;
  p.v_n << v_1, v_2;
  p.v_t << v_t, v_t;
  p.law = {law, law};
  return p;
}

namespace {

struct HistoryTrace {
  ImpactHistory& history;
  int hitting;
  double v_t_first;

  void operator()(const ImpactSample& sample) const {
    const double larger = std::max(sample.E[0], sample.E[1]), smaller = std::min(sample.E[0], sample.E[1]);
    if (larger > 0 && history.energy_ratio_at_rest < 0 && sample.v_t[0] * v_t_first <= 0)
      history.energy_ratio_at_rest = smaller / larger;
    if (sample.v_n[hitting] < 0 && sample.E[hitting] > 0)
      history.largest_share = std::max(history.largest_share, sample.E[1 - hitting] / sample.E[hitting]);
  }
};

}  // namespace

ImpactHistory traced_impact(const ImpactProblem<2>& problem, double tolerance) {
  ImpactHistory history;
  HistoryTrace trace{history, problem.v_n[0] < problem.v_n[1] ? 0 : 1, problem.v_t[0]};
  ImpactOptions options;
  options.flow.tolerance = tolerance;
  history.result = solve_impact(problem, options, trace);
  return history;
}

SteppedImpact stepped_impact(const ImpactProblem<2>& p, double exponent, long steps) {
  const ContactLaw& law = p.law[0];
  const double kappa = -p.B(0, 0) / p.D(0, 0), e2 = law.e * law.e;
  std::array<double, 2> v{p.v_n[0], p.v_n[1]}, E{};
  double v_t = p.v_t[0];
  bool sticking = v_t == 0;
  // A step: the impulse that compresses the faster contact, divided by the number of steps.
  const double h = std::max(-v[0], -v[1]) / p.A(0, 0) / static_cast<double>(steps);
  SteppedImpact result;
  const auto active = [&](int i) { return E[i] > 0 || v[i] < 0; };
  while ((active(0) || active(1)) && result.steps < 200 * steps) {
    ++result.steps;
    for (int i = 0; i < 2; ++i)
      if (v[i] < 0 && E[i] <= 0) E[i] = -v[i] * h * 1e-6;  // a contact starts with a trace of energy
    const int i = E[0] >= E[1] ? 0 : 1, j = 1 - i;
    std::array<double, 2> dP{};
    dP[i] = h;
    dP[j] = E[j] > 0 ? h * std::pow(E[j] / E[i], exponent) : 0;
    const double sum = dP[0] + dP[1], needed = kappa * (dP[0] - dP[1]);
    double dP_t;
    if (sticking && std::abs(needed) <= law.mu_s_i * sum) {
      dP_t = needed;
    } else {
      const double sign = sticking ? (dP[1] > dP[0] ? 1.0 : -1.0) : (v_t > 0 ? 1.0 : -1.0);
      sticking = false;
      dP_t = -law.mu_i * sign * sum;
    }
    const double before = v_t;
    std::array<double, 2> v_before = v;
    for (int k = 0; k < 2; ++k) v[k] += p.A(k, 0) * dP[0] + p.A(k, 1) * dP[1] + p.B(k, 0) * dP_t;
    v_t += p.B(0, 0) * dP[0] + p.B(1, 0) * dP[1] + p.D(0, 0) * dP_t;
    if (!sticking && before * v_t <= 0 && before != 0) {
      sticking = true;
      v_t = 0;
    }
    for (int k = 0; k < 2; ++k) {
      const double mean = 0.5 * (v_before[k] + v[k]);
      E[k] = std::max(0.0, E[k] - mean * dP[k] / (mean < 0 ? 1 : e2));
    }
  }
  result.v_n = v;
  result.v_t = v_t;
  return result;
}

}  // namespace carom::papers::dimer
