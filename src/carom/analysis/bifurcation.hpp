// SPDX-License-Identifier: Apache-2.0
// Bifurcation diagrams by simulation: at each value of a parameter the motion settles, going on from where the value before
// left it, and its points on a section are kept.
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "carom/catalog/system.hpp"

namespace carom::study {

enum class SweepDirection { up, down, both };

struct BifurcationRequest {
  RunRequest run;  // parameters, start, tolerances, law
  SectionChoice section = {};
  std::string parameter = {};
  double from = 0, to = 0;
  int points = 200;
  SweepDirection direction = SweepDirection::up;
  double settle = 0;      // s before the points are kept; 0: the system's own
  int keep = 32;          // points of the section at each value
  bool lyapunov = false;  // the largest exponent as well
  double kick = 1e-4;     // of the section's coordinate at each value: a sweep must not stay on an unstable state
  int threads = 2;
  std::function<void(int done, int all)> progress = {};
};

// One value of the parameter in one direction.
struct BifurcationRow {
  bool up = true;
  double parameter = 0;
  Outcome outcome = Outcome::reached_end;  // section_not_crossed: the motion came to rest or left the section
  int period = 0;                          // points of the section in a period; 0: none found; an equilibrium has none
  double period_time = 0;                  // s
  bool equilibrium = false;
  std::string sequence;
  std::vector<double>
      section;  // at each kept point (an equilibrium: one) the section's coordinate, shown; or its rate, …
  std::vector<double> maximum;  // … and the largest rate since the point before (φ̇_max of the oscillator)
  double lyapunov =
      std::numeric_limits<double>::quiet_NaN();  // 1/s, if asked for; −∞: nothing of any direction is left
  std::vector<double> q, u;                      // shown, at the end
};

struct BifurcationResult {
  std::string system, parameter;
  std::string coordinate;  // of the section, or its rate where the section is the coordinate at a level: what rows list
  std::string rate;        // whose maximum they list
  std::vector<std::pair<std::string, Value>> parameters;
  Outcome outcome = Outcome::reached_end;
  std::string reason;
  std::vector<BifurcationRow> rows;  // upward sweep first, each in its own order
  double wall_seconds = 0;

  std::string brief() const;
};

// Throws BadInput where the request cannot be met, or the system has no section.
BifurcationResult sweep_section(const System& system, const BifurcationRequest& request);

}  // namespace carom::study
