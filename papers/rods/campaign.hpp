// SPDX-License-Identifier: Apache-2.0
// Points of the figures: one set of parameters each, repeated with several seeds.
//
// The error of a mean is the larger of two: from the spread of seeds, and from blocks of time.
#pragma once

#include <string>
#include <vector>

#include "carom/catalog/rod_run.hpp"
#include "papers/common/effort.hpp"

namespace carom::papers::rods {

struct Film {
  double from = 0, to = 0;  // in periods of the drive
  double interval = 0;      // 0: no film
};

struct Point {
  study::RodRun run;
  int seeds = 1;
  Film film = {};
  std::string label = {};

  // What came out, a seed each.
  std::vector<observe::RodMeasures> each = {};
  std::vector<study::RodFrame> frames = {};  // of the first seed
  study::RodFrame last = {};                 // of the first seed
  double energy_error = 0;                   // the largest
  std::vector<std::string> failures = {};

  double mean(double observe::RodMeasures::*what) const;
  double mean(observe::MeanValue observe::RodMeasures::*what) const;
  double drift() const { return mean(&observe::RodMeasures::drift); }
  double error() const;
  double tilt() const;         // degrees, from the vertical
  double tilt_spread() const;  // degrees
  double phase_density(int bin) const;
  // Of all seeds together; none if they disagree.
  observe::DriftDirection direction() const;
};

// Runs every seed of every point. Throws Interrupted.
void run_points(const std::vector<Point*>& points, const Effort& effort);

// Points of one run after the other at rising Γ: as one run whose Γ is changed in steps, rising or falling, at whole periods.
// After each change the rods have some periods before they are measured.
struct Sweep {
  std::vector<Point>* points = nullptr;
  bool down = false;
};
void run_sweeps(const std::vector<Sweep>& sweeps, const Effort& effort);

std::vector<double> tilts(const std::vector<Point>& points);

// The lower end of a rod during a film: along the drift, and up.
struct TipPath {
  std::vector<double> t;  // in periods
  std::vector<double> x, z, plate;
  double slope = 0;  // of x, by least squares [d per √(d/g)]
  double r2 = 0;     // share of the variance that the line explains
  double wobble = 0;
};
TipPath tip_path(const Point& point, int rod);

}  // namespace carom::papers::rods
