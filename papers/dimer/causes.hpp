// SPDX-License-Identifier: Apache-2.0
// What is computed to tell whose the differences are: variants, values of inputs that are not printed, corrected statements.
//
// Steps       the restitution that an explicit scheme in the normal impulse has, with so many steps per compression:
//               dv = dP/m,  dE = −v dP (compression), −v dP/e² (expansion),  v before the step,  until E ≤ 0.
// Digits      e and μ_i are printed with two digits: the values within their rounding at which the drift has, or comes nearest
//             to, the speeds printed; e from Fig. 6 for all, μ_i from Fig. 14 for section 6.2.
// Plate       another phase of the plate at the start than that of (121); one value has to do for every start of the paper.
#pragma once

#include <array>

#include "papers/common/effort.hpp"
#include "papers/dimer/motion.hpp"

namespace carom::papers::dimer {

// Restitution after explicit steps of the normal impulse, so many in the compression.
double stepped_restitution(double e, int steps);

inline constexpr int impulse_steps = 50;     // per compression, for the left part of Fig. 15
inline constexpr double plate_phase = 0.21;  // rad, at the start

// Section 6.1 has one coefficient of friction, which 6.2 keeps for contact: a μ that gave its speed would spoil that of
// A_r = 5.7. It leaves e, which is printed with two digits and the same for all.
struct PrintedDigits {
  double e = 0;
  double e_from = 0, e_to = 0;  // all e that are printed 0.65 and give the speed of Fig. 6 as it is printed
  double mu_i = 0;
  double drift_39 = 0;                                        // mm/s
  double drift_57 = 0;                                        // mm/s, NaN where it is not asked for
  double displacement_39() const { return drift_39 * 0.12; }  // mm, in 120 ms
};
inline constexpr double lowest_e = 0.645, highest_e = 0.655;  // that are printed 0.65

struct CauseEvidence {
  double e_stepped = 0;
  std::array<double, 5> left_A_r{2.15, 2.5, 2.7, 2.9, 3.1};
  std::array<std::array<double, 5>, 3> left_kappa{};  // by frequency, with e_stepped
  std::array<double, 2> stepped_39{};                 // mm/s with e_stepped, of Figs 6 and 14
  bool stepped_has_speeds = false;                    // … and they are the printed ones
  PrintedDigits fig6, fig14;                          // the e of Fig. 6, and with it the μ_i of Fig. 14
};

// `wanted_6` and `wanted_14` in mm/s, as printed.
CauseEvidence gather_causes(const Effort& effort, const DimerSettings& base, double wanted_6, double wanted_14);

}  // namespace carom::papers::dimer
