// SPDX-License-Identifier: Apache-2.0
// Everything that is simulated for the paper, gathered once; tables and figures only look at it.
//
// Drift points  "The calculation of the mean drift speed is carried out only when a persistent motion in drift mode is
//               excited", by adjusting the initial conditions (sections 6.1, 6.2): drift_point() tries a fixed list of
//               starts, scaled with the height g T²/8 of a flight, and takes the first that ends in drift or pendulum.
// Searches      by bisection in A_r on drift points: where the drift changes its sign, and where the reverse drift
//               ends, from the largest A_r of the scan with κ < −0.01 on. The drift jumps there, so that any threshold from −1e-3 to −0.1
//               gives the same.
// Window in Γ   the drift orbit at Γ = 0.9 is followed in small steps, each from the end of the one before, until it is
//               lost.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "carom/analysis/basins.hpp"
#include "carom/draw/animation.hpp"
#include "papers/common/effort.hpp"
#include "papers/dimer/causes.hpp"
#include "papers/dimer/motion.hpp"

namespace carom::papers::dimer {

struct GatherOptions {
  Effort effort = {};
  DimerSettings base = base_settings();
  std::array<double, 2> printed_drift{3.3, 8.7};  // mm/s at A_r = 3.9, of Fig. 6 and Fig. 14
  double printed_drift_57 = -6.7;                 // mm/s, of Fig. 14
};

inline constexpr double no_drift = 0.01;  // |κ| below this is no drift

struct DriftPoint {
  double A_r = 0, f = 0, mu_i = 0;
  bool found = false;  // a start was found that leads to drift
  int starts = 0;      // starts tried
  double kappa = 0;
  observe::DimerObservables seen;
};

struct Scan {
  std::array<double, 3> f{25, 50, 75};  // Hz
  std::vector<double> A_r;
  std::array<std::vector<DriftPoint>, 3> points;  // by frequency
};

// Which of some starts, the same for all dimers, come to drift with a period.
struct StartShare {
  double A_r = 0, f = 0;
  std::vector<bool> drifts;  // start by start: heights of 0.1 to 2 mm, tilts of 1° to 6°
  double share() const;
};
// Of the starts of which one dimer drifts from a and another not, how many more do; with its standard error.
struct Difference {
  double mean = 0, error = 0;
};
Difference difference(const StartShare& a, const StartShare& b);

struct Searches {
  double sign_change_012 = 0, sign_change_008 = 0;         // A_r, 25 Hz
  std::array<double, 3> reverse_end{};                     // A_r, by frequency, μ_i = 0.08
  double Gamma_low = 0, Gamma_high = 0;                    // window of the drift, A_r = 3.9, 25 Hz
  std::string after_lowering;                              // motion when the plate of the drift is set to Γ = 0.45
  std::array<double, 4> raised{1.2, 1.3, 1.4, 1.6};        // Γ to which it is set instead …
  std::array<observe::DimerObservables, 4> after_raising;  // … and the motions then
  std::array<DriftPoint, 2> shortest;                      // A_r = 2.0, 2.05 at 25 Hz
  std::array<std::array<double, 2>, 2> beside_change{};    // κ 0.01 below and above the sign change; μ_i = 0.12, 0.08
};

// How a result depends on what the paper leaves open or rounds.
struct Studies {
  std::vector<double> closing, closing_drift;  // fraction of Aω; mm/s
  std::vector<double> jump_e;                  // restitution; share of starts near the printed one
  std::vector<double> jump_share;
  std::vector<double> flutter_e, flutter_share;
  int starts_per_e = 0;
  std::vector<double> leftover_A_r;                     // A_r; κ with v_t left after stick in double impacts
  std::array<std::vector<double>, 3> leftover_kappa;    // by frequency
  std::array<double, 3> leftover{-1e-3, -1e-4, -2e-5};  // m/s
  std::vector<double> bend_A_r;                         // κ around the bend of Fig. 15 at 25 Hz
  std::array<double, 2> bend_e{0.65, stepped_restitution(0.65, impulse_steps)};
  std::array<std::vector<double>, 2> bend_kappa;  // by restitution coefficient
  double rod_massless = 0, rod_glass = 0;         // drift at A_r = 3.9, μ_i = 0.08 [mm/s]
};

struct Convergence {
  std::vector<double> compliant_scale, compliant_error;  // stiffness scale; largest distance [m]
  std::vector<double> moreau_h, moreau_error;            // s; m
  double compliant_order = 0, moreau_order = 0;
  double until = 0;  // s
};

// Starts (h₀, θ₀) by the motion they come to.
struct BasinsAt {
  double Gamma = 0;
  study::BasinMap map;
};

struct Evidence {
  GatherOptions options;
  std::map<std::string, MotionRecord> runs;
  Scan fig11, fig15;
  Searches searches;
  std::vector<StartShare> start_shares;
  Studies studies;
  CauseEvidence tried;
  Convergence convergence;
  std::vector<BasinsAt> basins;
  std::vector<report::Animation> films;
  const MotionRecord& run(const std::string& name) const;
};

// The single motions that figures and tables ask for.
struct NamedRun {
  std::string name;
  DimerSettings settings;
  MotionOptions options;
};
std::vector<NamedRun> named_runs(const DimerSettings& base, bool quick);

DriftPoint drift_point(double A_r, double mu_i, double f, const DimerSettings& base = base_settings(),
                       double cycles = 200, double Gamma = 0.9, double e = 0.65);

Scan scan_drift(double mu_i, const std::vector<double>& A_r, const GatherOptions& options);
double find_sign_change(double mu_i, double f, double tolerance, const DimerSettings& base = base_settings());
// `from` is in reverse drift, `to` is not.
double find_reverse_end(double f, double tolerance, const DimerSettings& base = base_settings(), double from = 5.05,
                        double to = 8.5);
std::array<double, 2> find_drift_window(double step, const DimerSettings& base = base_settings());

StartShare share_of_starts(double A_r, double f, int starts, const DimerSettings& base = base_settings());

Studies run_studies(const GatherOptions& options);
Convergence compare_oracles(const GatherOptions& options);
std::vector<BasinsAt> map_starts(const GatherOptions& options);
std::vector<report::Animation> film_motions(const GatherOptions& options);

Evidence gather(const GatherOptions& options);

}  // namespace carom::papers::dimer
