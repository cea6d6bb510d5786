// SPDX-License-Identifier: Apache-2.0
#include "papers/impact_oscillator/equilibrium.hpp"

#include <cmath>
#include <complex>

namespace carom::papers::impact_oscillator {

namespace {

struct AtRest {
  double K = 0, load = 0;
};

// (4), and the vertical force that the belt carries.
AtRest rest(const ImpactOscillatorSettings& p, double phi) {
  const double s = std::sin(phi), c = std::cos(phi), sigma = p.v < 0 ? 1 : -1;
  const double load = (p.m1 + p.m2) * p.g + p.k_y * (p.l * c - p.y0);
  return {p.k_phi * (phi - p.phi0) + p.m1 * p.g * p.l * s - p.l * (s - sigma * p.law.mu_c * c) * load, load};
}

}  // namespace

Equilibrium slip_equilibrium(const ImpactOscillatorSettings& p) {
  double phi = p.phi0, slope = 0;
  for (int k = 0; k < 60; ++k) {
    const double d = 1e-6;
    slope = (rest(p, phi + d).K - rest(p, phi - d).K) / (2 * d);
    const double change = -rest(p, phi).K / slope;
    phi += change;
    if (std::abs(change) < 1e-15) break;
  }
  const double s = std::sin(phi), c = std::cos(phi), sigma = p.v < 0 ? 1 : -1;
  const double lever = s * (s - sigma * p.law.mu_c * c);
  const double I = p.l * p.l * (p.m1 * c * c + p.m2 * lever);  // (2)
  const double C = p.c_phi + p.c_y * p.l * p.l * lever;        // (3)
  const std::complex<double> root = std::sqrt(std::complex<double>(C * C - 4 * I * slope));
  const std::complex<double> lambda = (-C + root) / (2 * I);  // (5)
  return {.phi = phi, .growth = lambda.real(), .omega = lambda.imag(), .normal_force = rest(p, phi).load, .inertia = I};
}

std::optional<double> hopf_point(ImpactOscillatorSettings settings, double low, double high) {
  const auto stable = [&settings](double mu) {
    settings.law.mu_c = mu;
    return slip_equilibrium(settings).stable();
  };
  if (!stable(low) || stable(high)) return {};
  while (high - low > 1e-14) {
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) break;
    (stable(middle) ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace carom::papers::impact_oscillator
