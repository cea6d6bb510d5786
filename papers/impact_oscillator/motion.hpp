// SPDX-License-Identifier: Apache-2.0
// A motion of the oscillator by simulation, its last stretch kept point by point with the regime of each.
#pragma once

#include <vector>

#include "carom/engine/run_options.hpp"
#include "carom/observe/oscillator_observer.hpp"
#include "papers/impact_oscillator/cases.hpp"

namespace carom::papers::impact_oscillator {

struct MotionPoint {
  double t = 0;                 // s; a jump is two points of the same time
  double phi = 0, phi_dot = 0;  // rad, rad/s
  double y = 0, y_dot = 0;      // m, m/s
  double gap = 0;               // m
  double slip = 0;              // γ_t [m/s]
  double F_n = 0, F_t = 0;      // N; zero in flight
  double phi_ddot = 0, y_ddot = 0;
  char regime = 'F';  // F flight, P and M slip, T stick
};

struct ImpactRecord {
  State<2> before, after;
  bool closes = false;  // followed by contact
};

// Where one regime gives way to another, without an impact.
struct Change {
  double t = 0;
  char from = 'F', to = 'F';
  MotionPoint last;  // the end of the old regime, with its forces
};

struct MotionRecord {
  ImpactOscillatorSettings settings;
  RunReport<ImpactOscillator> report;
  observe::OscillatorObservables seen;
  std::vector<MotionPoint> points;    // of the kept stretch
  std::vector<ImpactRecord> impacts;  // in it
  std::vector<Change> changes;        // in it
  bool rests() const { return !seen.periodic && seen.amplitude < 1e-5 && report.final.u.norm() < 1e-4; }
};

struct MotionOptions {
  double settle = 60;         // s before what is kept
  double keep = 2;            // s
  double sample_step = 1e-3;  // s
  double rtol = 1e-10;
};

MotionRecord run_motion(const ImpactOscillatorSettings& settings, const MotionOptions& options = {});
MotionRecord run_motion(const ImpactOscillatorSettings& settings, const State<2>& start, const MotionOptions& options);

// The points of the last period, closed; all of them where no period was found.
std::vector<MotionPoint> last_period(const MotionRecord& record);

// Impacts and changes of the last period.
std::vector<ImpactRecord> impacts_in_period(const MotionRecord& record);

// The largest distance from a point of one orbit to the nearest of the other, both axes over the extent of the first.
double orbit_distance(const std::vector<MotionPoint>& a, const std::vector<MotionPoint>& b);

RunOptions run_options(double t_end, double rtol = 1e-10);

}  // namespace carom::papers::impact_oscillator
