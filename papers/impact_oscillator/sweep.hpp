// SPDX-License-Identifier: Apache-2.0
// Bifurcation diagrams by simulation: at each μ the motion settles from where the one before left it.
//
// A sweep that has come to rest is pushed a little, or it would stay on an equilibrium that has become unstable. Near
// the Hopf point of the first set motions settle over thousands of cycles; a point is given up after `longest`.
#pragma once

#include <string>
#include <vector>

#include "papers/impact_oscillator/motion.hpp"

namespace carom::papers::impact_oscillator {

struct SweepRow {
  double mu = 0;
  bool rests = false;
  double phi_dot_max = 0;  // rad/s; zero at rest
  double amplitude = 0;    // rad
  double period = 0;       // s
  double impacts = 0;      // in a period
  int crossings = 0;       // of the section in a period; 0: at rest or not settled
  std::string sequence;
};

struct Sweep {
  Set set = Set::first;
  double eps = 0;
  bool up = true;
  double from = 0, to = 0;  // in the order of the sweep
  int count = 100;
  double push = 1e-2;     // φ̇ given to a blade at rest [rad/s]
  double chunk = 10;      // s between looks at whether the motion has settled
  double longest = 1500;  // s
  std::vector<SweepRow> rows;

  // The row nearest to μ.
  const SweepRow& at(double mu) const;
};

void run_sweep(Sweep& sweep);

}  // namespace carom::papers::impact_oscillator
