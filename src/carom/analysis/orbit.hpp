// SPDX-License-Identifier: Apache-2.0
// Periodic orbits through stick, slip, flight and impact: what to look for, and what was found.
//
// Model     A motion z(t) = (q, u) with z(T) = z(0). A driven system repeats after whole periods of its drive; coordinates
//           that nothing depends on (the place of a drifting dimer) may have moved on, and then z repeats without them.
//   (1)  r(z₀, T) = z(T; z₀) − z₀ = 0,  with the section's condition on z₀ unless that is the phase of a drive
//   (2)  multipliers: eigenvalues of ∂z(T)/∂z₀ through every event (engine/tangent_flow.hpp), without the trivial ones (1
//        along the flow of an autonomous system, 1 along a free coordinate)
//   Stick, and every closed contact, leaves fewer directions than the state has coordinates; the multipliers of the lost
//   ones are zero, exactly.
// Method    Newton's method on (1) with the derivative of (2), from a guess or from a run that has settled.
#pragma once

#include <complex>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "carom/base/outcome.hpp"
#include "carom/base/parameters.hpp"
#include "carom/catalog/system.hpp"

namespace carom::study {

struct OrbitRequest : CloseMotionOptions {
  Parameters parameters;
  std::vector<double> q = {}, u = {};  // shown; a guess, or empty: the motion that the system's own start settles on
  std::optional<double> t = {};        // s; time of the guess, which tells the phase of a drive
  std::optional<double> period = {};   // s; a guess; otherwise the first return that comes close
  SectionChoice section = {};          // on which its first point lies
  int crossings = 0;                   // of the section, or periods of the drive, in a period of the orbit; 0: found
  double settle = 60;                  // s; run from the system's start before the search
  int max_iterations = 30;
};

struct OrbitResult {
  std::string system;
  std::vector<std::pair<std::string, Value>> parameters;
  Outcome outcome = Outcome::reached_end;  // section_not_crossed, no_convergence, interrupted or a run's own failure
  std::string reason;
  std::string section;                                 // in words, if another than the system's own was asked for
  double t = 0;                                        // s; the orbit's first point …
  std::vector<double> q, u;                            // … shown
  std::vector<std::pair<std::string, double>> states;  // … of first order, of a model file
  double period = 0;                                   // s
  int crossings = 0;                                   // of the section, or periods of the drive
  std::vector<double> advance;  // of the shown coordinates in a period: not zero where one is free, as in a drift
  std::vector<std::complex<double>> multipliers;  // largest first
  std::string sequence;                           // regimes in a period, by letters: F flight, P and M slip, T stick
  bool stable = false;                            // all multipliers inside the unit circle
  double residual = 0;                            // of (1), in units of the coordinates' scales
  int iterations = 0;
  std::vector<std::pair<std::string, Value>> observables;  // over the period: section maxima, amplitudes, …
  double wall_seconds = 0;

  bool found() const { return succeeded(outcome); }
  std::string brief() const;
};

// Throws BadInput where the request cannot be met, or the system has no section.
OrbitResult find_orbit(const System& system, const OrbitRequest& request);
void check_analysis(const OrbitRequest& request, const SystemCard& card);

}  // namespace carom::study
