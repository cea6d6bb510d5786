// SPDX-License-Identifier: Apache-2.0
// Walton's three numbers of an oblique collision: restitution e, friction μ₀, and the most tangential restitution β₀.
//
// Model
//   (1)  β = min(−1 + μ₀ (1 + e)(1 + mR²/I) cot γ, β₀)
//   (2)  the two meet at  cot γ₀ = (1 + β₀)/[μ₀ (1 + e)(1 + mR²/I)]
//   (3)  μ β_x/β_z = μ₀ (1 + mR²/I):  the friction μ of oblique_impact.hpp whose gross slip has the slope of (1)
//   Fit of measured (cot γ, β, e), with weights w = 1/s² if every β has a standard error s, else 1:
//   (4)  e = mean of e, β₀ = weighted mean of β, both over the window of the plateau
//   (5)  slope = Σ w cot γ (β + 1)/Σ w cot² γ over the window of the slope: the line through β = −1 at cot γ = 0;
//        μ₀ = slope/[(1 + e)(1 + mR²/I)]
// Symbols   γ angle of incidence; I moment of inertia [m R²]: 1/2 for a disk, 2/5 for a sphere.
// Source    kuninaka_hayakawa_2003 (3), (10), section IV for the windows (slope: cot γ from 0 to 2, e: from 2.5 to 6);
//           walton_braun_1986.
// Differs   (3) of the paper has a minus before μ₀, which would give β < −1.
// Limits    Points of the slope's window beyond (2) pull μ₀ down; the fit counts them (`beyond`).
#pragma once

#include <optional>
#include <span>
#include <string>

namespace carom::theory {

struct Walton {
  double mu_0 = 0.18;
  double beta_0 = 0.56;
  double e = 0.8;
  double inertia = 0.5;  // I/(m R²)
};

double walton_restitution(const Walton& walton, double cot_gamma);  // (1)
double walton_border(const Walton& walton);                         // cot γ₀ (2); infinite without friction

// (3), both ways.
double friction_from_walton(double mu_0, double inertia, double B);
double walton_from_friction(double mu, double inertia, double B);

struct WaltonPoint {
  double cot_gamma = 0;
  double beta = 0;
  double e = 0;
  double beta_error = 0;  // standard error; 0: not known
};

struct WaltonFitOptions {
  double slope_from = 0, slope_to = 2;  // cot γ, ends included
  double plateau_from = 2.5, plateau_to = 6;
  double inertia = 0.5;
  std::optional<double> e = {};  // given instead of the mean over the plateau
};

struct WaltonFit {
  Walton walton = {};
  double slope = 0;
  double mu_0_error = 0, beta_0_error = 0;  // standard errors; 0 if those of the points are not known
  double e_spread = 0;                      // standard deviation of e over the plateau
  int slope_points = 0, plateau_points = 0;
  int beyond = 0;  // points of the slope's window beyond (2)
  std::string brief() const;
};

// (4), (5). Throws BadInput if a window holds no point, or some of its points have an error and some none.
WaltonFit fit_walton(std::span<const WaltonPoint> points, const WaltonFitOptions& options = {});

}  // namespace carom::theory
