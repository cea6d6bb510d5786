// SPDX-License-Identifier: Apache-2.0
// Friction and restitution of a disc hit by a ball, from the velocities that two gauges have seen.
//
// Model     In two stages.
//   (1)  Inverse dynamics (disc_inverse_dynamics.hpp). θ is π/2 at the first sample and then the integral of θ̇; v_τ and θ̇
//        are smoothed and differentiated by local parabolas (local_polynomial.hpp). The point slips where |v_τ| exceeds
//        four standard errors of its smoothed value, and sticks where it stays below for longer than a reversal would
//        take. μ is the median of −F_t sign(v_τ)/F_n in slip, away from the ends of the phases; μ_s is |F_t|/F_n where
//        a stick phase ends.
//   (2)  Least squares (least_squares.hpp). The motion is computed by the event-driven engine, and
//          χ² = Σ_i (v_1(t_i) − v_1,i)²/σ_1² + (v_2(t_i) − v_2,i)²/σ_2²
//        is minimised from several starts about (1). The motion begins at the first sample with the disc on its edge and
//        two unknown velocities, which are fitted too (start: state), or with the impact of the ball itself (start:
//        impact), in which e_D, e_G, b, v_b act as well. μ_s is fitted as κ = (μ_s − μ)² ≥ 0: the velocities depend on
//        it through ∫ (|F_t|/F_n − μ) dt from where the ratio passes μ to where it passes μ_s, which is quadratic in
//        the excess. If κ is below twice its standard error, μ_s is not told from μ and has an upper bound only.
//   (3)  standard errors: those of the linearised fit, times √(χ²/dof) where that is above 1.
//   (4)  e_D = (v_disc⁺ − v_ball⁺)/v_b     a central hit, b = 0
//   The record is used as long as the upper gauge sees the disc, 2r sin θ > max(h_1, h_2).
//
// Symbols   v_1, v_2 gauge velocities [m/s] at h_1, h_2 [m]; σ_1, σ_2 noise of a sample [m/s]; dof degrees of freedom.
// Source    liu_zhang_zhao_brogliato_2013 sections 3(b)–3(d), eqs 2.15, 2.16, 3.1–3.3.
// Differs   The paper reads μ and μ_s off the curve of (1). In stick v̇_τ is known to be 0 and is not differentiated.
// Limits    Independent noise. Start `state` takes the disc to be on one edge from the first sample on: leave out the
//           hops of a disc that leaves the ground, or start with the impact. Masses, lengths and g are taken as exact.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "carom/base/parameters.hpp"
#include "carom/fit/gauge_record.hpp"
#include "carom/observe/phase_list.hpp"
#include "carom/systems/disc_ball.hpp"

namespace carom::study {

enum class MotionStart { automatic, state, impact };
MotionStart read_motion_start(std::string_view text);

struct IdentifyRequest {
  Parameters parameters;
  GaugeRecord record;
  std::vector<std::string> fit{"mu_G", "mu_s_G"};  // and of e_D, e_G, b, v_b
  MotionStart start = MotionStart::automatic;      // automatic: impact if a parameter is fitted that acts only there
  std::optional<double> noise = {};                // m/s; otherwise from neighbouring samples
  std::optional<double> from = {}, until = {};     // s; samples outside are not fitted
};

// The value of what the data do not determine.
inline constexpr double undetermined = std::numeric_limits<double>::quiet_NaN();

struct Estimate {
  std::string name = {}, unit = "1";
  double value = 0, error = 0;  // NaN where it has none
  bool determined = true;
  std::string note = {};  // why it is not determined, or what bounds it
};

// (1), one entry a sample.
struct InverseDynamics {
  std::vector<double> theta, theta_dot, v_tau, F_n, F_t, ratio;
  std::vector<ContactMode> mode;
  std::vector<observe::Phase> phases;
  double half_width = 0;  // s, of the smoothing
  Estimate mu, mu_s;
};

struct Identification {
  GaugeRecord record;  // the samples that were used
  MotionStart start = MotionStart::state;
  double noise1 = 0, noise2 = 0;  // m/s
  InverseDynamics inverse;
  std::vector<Estimate> estimates;               // in the order asked for
  std::vector<Estimate> start_estimates;         // of start `state`: theta_dot, v_tau
  std::vector<std::vector<double>> correlation;  // of the estimates; NaN where one is not determined
  double chi2_per_dof = 0;
  long dof = 0;
  bool converged = false;
  int evaluations = 0;  // of the model
  std::vector<double> model_v1, model_v2;
  std::vector<observe::Phase> model_phases;
  std::vector<std::string> notes;

  std::string brief() const;
};

// Throws BadInput for a record that cannot be used.
Identification identify_disc_ball(const IdentifyRequest& request);

// (1) alone; times must increase.
InverseDynamics inverse_dynamics(const DiscBall& disc, const GaugeRecord& record, double theta_begin, double noise1,
                                 double noise2);

// (4). With times, the velocities of separation are extrapolated to the first of them by a straight line; without, every
// sample is a trial. The speed of the ball before the impact is one number or one a sample.
struct SeparationRecord {
  std::vector<double> t = {}, v_ball = {}, v_disc = {}, v_b = {};
};
Estimate restitution_of(const SeparationRecord& record);

}  // namespace carom::study
