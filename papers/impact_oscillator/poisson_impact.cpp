// SPDX-License-Identifier: Apache-2.0
#include "papers/impact_oscillator/poisson_impact.hpp"

#include <cmath>

namespace carom::papers::impact_oscillator {

ContactInertia contact_inertia(const ImpactOscillatorSettings& p, double phi) {
  const double s = std::sin(phi), c = std::cos(phi), D = p.m1 * (p.m2 + p.m1 * c * c);
  return {.NN = (p.m2 * s * s + p.m1 * c * c) / D, .NT = p.m2 * s * c / D, .TT = (p.m1 + p.m2) * c * c / D};
}

PhasedImpact poisson_impact(const ImpactOscillatorSettings& p, double phi, double n, double t) {
  const ContactInertia G = contact_inertia(p, phi);
  const double mu = p.law.mu_i, determinant = G.NN * G.TT - G.NT * G.NT;
  PhasedImpact r;
  // (2)
  r.compression_n = (G.NT * t - G.TT * n) / determinant;
  r.compression_t = (G.NT * n - G.NN * t) / determinant;
  double t1 = 0;
  r.compression_sticks = r.compression_n >= 0 && std::abs(r.compression_t) <= mu * r.compression_n;
  if (!r.compression_sticks)
    for (const double sigma : {1.0, -1.0}) {
      const double A = G.NN - sigma * mu * G.NT;
      if (!(A > 0)) continue;
      r.compression_n = -n / A;
      r.compression_t = -sigma * mu * r.compression_n;
      t1 = t + G.NT * r.compression_n + G.TT * r.compression_t;
      if (sigma * t1 > 0) break;
    }
  // (3)
  r.expansion_n = p.law.e * r.compression_n;
  const double drive = t1 + G.NT * r.expansion_n;
  r.expansion_sticks = std::abs(drive) / G.TT <= mu * r.expansion_n;
  r.expansion_t = r.expansion_sticks ? -drive / G.TT : drive > 0 ? -mu * r.expansion_n : mu * r.expansion_n;
  r.n = G.NN * r.expansion_n + G.NT * r.expansion_t;
  r.t = r.expansion_sticks ? 0 : drive + G.TT * r.expansion_t;
  return r;
}

}  // namespace carom::papers::impact_oscillator
