// SPDX-License-Identifier: Apache-2.0
// The motion of the disc after the hit, until it lies flat: velocities at the gauge, contact forces and phases.
#pragma once

#include <string>
#include <vector>

#include "carom/engine/run_options.hpp"
#include "carom/observe/disc_ball_observer.hpp"
#include "carom/systems/disc_ball.hpp"

namespace carom::papers::disc_ball {

struct MotionSample {
  double t = 0;            // s; a jump is two samples of the same time
  double v1 = 0;           // m/s, at the lower gauge
  double v_tau_A = 0;      // m/s
  double theta = 0;        // rad
  double force_ratio = 0;  // F_t/F_n of A; NaN unless A is the one closed contact
};

struct MotionOptions {
  double rtol = 1e-10;
  double sample_step = 1e-4;  // s
};

struct MotionRecord {
  DiscBallSettings settings;
  RunReport<DiscBall> report;
  observe::DiscBallObservables seen;
  std::vector<observe::Phase> phases;  // the hit is the first, where it is part of the run
  std::vector<MotionSample> samples;
  std::string sequence;      // the phases after the hit, in short
  double smallest_load = 0;  // smallest F_n of A while it alone is closed [N]
  double t_flat = 0;         // s; NaN if the disc does not fall

  bool ran() const { return succeeded(report.outcome); }
  // "slip+, stick, slip-, slip+": the phases of contact of one point, without the impacts.
  std::vector<std::string> contact_phases(const std::string& contact) const;
};

// From the hit on.
MotionRecord run_motion(const DiscBallSettings& settings, const MotionOptions& options = {});

// From given velocities after the hit, the ball taken away; the closing rule g T_c is applied to them first.
MotionRecord run_after(const DiscBallSettings& settings, const Vector<5>& u_plus, const MotionOptions& options = {});

}  // namespace carom::papers::disc_ball
