// SPDX-License-Identifier: Apache-2.0
// A run of rods from its settings to its measures: what the system `rods`, the paper and sweeps share.
//
// Units are reduced (diameter, gravity, mass of a virtual sphere 1) but for f in Hz and d in m, which set the frequency:
// Ω = 2πf √(d/g). Velocities are in √(g d), times in √(d/g).
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "carom/base/outcome.hpp"
#include "carom/observe/rod_measures.hpp"
#include "carom/particles/rod_simulation.hpp"
#include "carom/particles/rod_start.hpp"

namespace carom::study {

enum class RodGeometry { periodic, annulus, single };

struct RodRun {
  RodGeometry geometry = RodGeometry::periodic;
  int N = 40;
  double l = 9.5;
  double d = 0.006;                                // m
  double phi = 18 * 3.14159265358979323846 / 180;  // periodic: sets the length, cos φ = N/L; single: the tilt; rad
  double L = 0;                                    // periodic: the length; 0: from φ
  double f = 60;                                   // Hz
  double Gamma = 3.3;
  double mu_rr = 0.3, mu_rb = 0.3, mu_rw = 0.3;
  double mu_s_rr = 0, mu_s_rb = 0, mu_s_rw = 0;  // static; 0: as in slip
  particles::Ends ends = particles::Ends::round;
  particles::ContactLaw law;
  particles::Inertia inertia = particles::Inertia::thin;
  particles::RodMass mass = particles::RodMass::capsule;
  bool spin = false;  // annulus
  particles::Walls walls = particles::Walls::moving;
  double R_i = 5.7323, R_o = 7.4409;  // annulus
  particles::Integrator integrator = particles::Integrator::leapfrog;
  double gravity = 1;                                    // 0 in `single` unless set
  double c_x = 0, c_z = -1, omega = 0;                   // single
  double start_tilt = 3 * 3.14159265358979323846 / 180;  // annulus: rad
  double dt = 2e-5;
  double cycles = 105;    // length of the run, the transient included
  double transient = 25;  // cycles that are not measured
  std::uint64_t seed = 1;
  int threads = 1;
};

// The paper's annulus: N = 50, l = 8, d = 6.35 mm, a transient of 50 cycles.
RodRun annulus_run();

double period_of(const RodRun& run);      // of the drive, reduced
double velocity_unit(const RodRun& run);  // √(g d), m/s
particles::RodOptions options_of(const RodRun& run);
std::optional<std::string> step_warning(const RodRun& run);  // a sentence if dt is too large for the stiffness

// All rods at one time, for trajectories and pictures: in the plane y = 0.
struct RodFrame {
  double t = 0;
  double plate_z = 0, plate_V = 0;
  std::vector<particles::Vec3> r, u, v;  // centres (unwrapped), axes, velocities
  std::vector<double> omega;             // rate of the tilt, in the plane; |ω| in space
};

struct RodHooks {
  double frame_interval = 0;  // in periods of the drive; 0: no frames
  std::function<void(const RodFrame&)> frame = {};
  std::function<void(const particles::PlateCollision&)> collision = {};  // of the measured part
  bool collisions_from_start = false;                                    // … or of the whole run
  std::function<void(double t, double t_end)> progress = {};
  const std::atomic<bool>* interrupt = nullptr;
  // Restart: what an earlier run left (see RodRunResult::state), and whether this one shall leave it.
  std::string resume = {};
  bool keep_state = false;
  // Now and then what keep_state leaves, and the time reached.
  std::function<void(std::string state, double t)> checkpoint = {};
  double checkpoint_seconds = 60;  // of wall time
};

struct RodRunResult {
  Outcome outcome = Outcome::reached_end;
  std::string reason;
  double t_start = 0, t_end = 0;
  observe::RodMeasures measures;
  particles::RodEnergy energy;  // at the end; work and losses since the start
  double energy_start = 0;
  double energy_error = 0;                            // |ΔE − work + losses| over the energy exchanged
  std::vector<particles::PlateCollision> collisions;  // geometry single: the one there is
  RodFrame final;
  long steps = 0, list_builds = 0;
  std::string state;  // bytes, if asked for
  double wall_seconds = 0;
};

// Throws BadInput for a run that cannot start: an overlap, too many rods, a period too short.
RodRunResult run_rods(const RodRun& run, const RodHooks& hooks = {});

}  // namespace carom::study
