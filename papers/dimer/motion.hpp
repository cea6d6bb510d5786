// SPDX-License-Identifier: Apache-2.0
// One motion of the dimer, run and measured: what the tables and figures of the paper ask of it.
//
// Tip i touches the plate at x_τ,i = x_i + rθ, height x_n,i = y_i − r, i = 0 left, 1 right. Drift, periods, phases,
// energies and names of motions are those of observe/dimer_observables.hpp.
#pragma once

#include <array>
#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "carom/base/outcome.hpp"
#include "carom/engine/run_options.hpp"
#include "carom/observe/dimer_observables.hpp"
#include "carom/systems/dimer.hpp"
#include "carom/systems/dimer_cases.hpp"

namespace carom::papers::dimer {

// The dimer of sections 6.1 to 6.3: μ_s = 0.24, μ_c = 0.12.
struct Case {
  double A_r = 3.9;
  double mu_i = 0.08;
  double f = 25;
  double Gamma = 0.9;
  double e = 0.65;
  double h0 = 0.25e-3;
  double theta0 = 5 * deg;
};
Case case_of(const DimerCase& one);
// `base` gives what a case does not name: ball radius, densities, μ_s, μ_c, closing threshold, g.
DimerSettings base_settings();
DimerSettings settings_of(const Case& wanted, const DimerSettings& base = base_settings());

// "A_r = 3.9, f = 25 Hz, Γ = 0.9, e = 0.65, μ_s = 0.24, μ_c = 0.12, μ_i = 0.08, h₀ = 0.25 mm, θ₀ = 5°"
std::string describe(const DimerSettings& settings, bool with_start = true);

struct MotionOptions {
  double cycles = 200;        // plate cycles
  double rtol = 1e-9;         // atol is a hundredth of it, the impact's tolerance a tenth
  double sample_from = 0;     // cycles: samples are kept from here …
  double sample_to = 0;       // … to here,
  int samples_per_cycle = 0;  // so many a cycle; none without
  bool keep_events = true;
  double events_from = 0;  // cycles: events are kept from here on
  Restitution law = Restitution::energetic;
  std::optional<State<3>> start = {};  // instead of the settings' h0, θ0
  const std::atomic<bool>* interrupt = nullptr;
};

// Both tips at one time. A jump is shown by two samples of the same time.
struct Sample {
  double t = 0;
  std::array<double, 2> x_t{}, x_n{}, v_t{}, v_n{};  // tip positions and velocities; v_n relative to the plate
  double plate = 0, theta = 0;
};

struct MotionEvent {
  double t = 0;
  EventKind kind = EventKind::impact;
  std::array<bool, 2> contacts{};
  ContactModes<Dimer> modes{};
  State<3> before;
  std::array<double, 2> v_n_minus{}, v_t_minus{}, v_n_plus{}, v_t_plus{};  // relative to the plate
  std::array<bool, 2> sticks{};                                            // ended in stick, for impacts
  bool is_impact() const { return kind == EventKind::impact || kind == EventKind::multiple_impact; }
};

struct MotionRecord {
  DimerSettings settings;
  RunReport<Dimer> report;
  std::vector<Sample> samples;
  std::vector<Ledger> books;       // works and energies at the regular samples
  std::vector<double> book_times;  // s
  std::vector<MotionEvent> events;
  observe::DimerObservables seen;
  bool own_start = false;     // not from the settings' h0, θ0
  double tilt_variation = 0;  // spread of the cycles' largest |θ| over the last remembered cycles, relative

  bool ran() const { return succeeded(report.outcome); }
  double period() const { return 1 / settings.f; }
  int staying() const { return seen.orientation == observe::Orientation::right_stays ? 1 : 0; }
};

MotionRecord run_motion(const DimerSettings& settings, const MotionOptions& options = {});

// "drift at 3.177 mm/s, period 1, tilt up to 5.02°"
std::string in_words(const observe::DimerObservables& seen);

// A state from which to go on: tips that touch the plate and leave it are raised by a picometre, so that they count as
// open.
State<3> restart_from(const Dimer& dimer, State<3> state);

// Phase by which time t precedes the plate's highest (lowest) point, in (−π, π].
double lead_before_top(const DimerSettings& settings, double t);
double lead_before_bottom(const DimerSettings& settings, double t);

}  // namespace carom::papers::dimer
