// SPDX-License-Identifier: Apache-2.0
// Branches of equilibria and orbits in μ, followed by the studies of the library through their folds and changes of
// regime. All calls of them are in branches.cpp.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "carom/analysis/continuation.hpp"
#include "papers/common/effort.hpp"
#include "papers/impact_oscillator/cases.hpp"

namespace carom::papers::impact_oscillator {

struct Branch {
  std::string name;  // "equilibrium", "slip", …
  Set set = Set::first;
  double eps = 0;
  std::optional<study::ContinuationResult> result;
  std::string failure;  // why there is none

  // The first special point of that kind, of the n-th if there are several; null if there is none.
  const study::SpecialPoint* special(study::SpecialKind kind, int n = 0) const;
  bool followed() const { return result && !result->branch.empty(); }
};

// A stretch of a branch with one stability, for a figure.
struct Stretch {
  bool stable = true;
  std::vector<double> mu, phi_dot_max;
};
std::vector<Stretch> stretches(const Branch& branch);

// μ and the leading multiplier of the first unstable orbit of a branch, next to where it turned.
std::optional<std::pair<double, double>> beside_the_fold(const Branch& branch);

struct Branches {
  Branch rest_1, rest_2;        // equilibria of both sets
  Branch slip;                  // first set: the slip cycle up to its lift-off
  Branch stick_down, stick_up;  // first set, ε = 0: from μ = 0.5, down through the fold and back up, and up
  Branch bouncing;              // first set, ε = 0.2, from μ = 0.5 down
  Branch second;                // second set, ε = 0: slip cycle, stick, flight
  std::optional<study::OrbitResult> slip_cycle;  // first set, μ = 0.4098
  std::optional<study::OrbitResult> bounce;      // first set, ε = 0.2, μ = 0.5
  std::vector<const Branch*> all() const {
    return {&rest_1, &rest_2, &slip, &stick_down, &stick_up, &bouncing, &second};
  }
};

Branches follow_branches(const Effort& effort);

// A value of μ to nine digits; a dash where there is none.
std::string nine(double value);
// "by continuation 0.409778166", or that there is none: the n-th special point of that kind.
std::string followed(const Branch& branch, study::SpecialKind kind, int n = 0);

// A number out of the observables of a point; NaN if it is not there.
double observable(const std::vector<std::pair<std::string, study::Value>>& list, const std::string& name);

}  // namespace carom::papers::impact_oscillator
