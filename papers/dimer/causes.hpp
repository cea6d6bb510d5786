// SPDX-License-Identifier: Apache-2.0
// What is computed to tell whose the differences are: variants, values of inputs that are not printed, corrected statements.
//
// Steps       the restitution that an explicit scheme in the normal impulse has, with so many steps per compression:
//               dv = dP/m,  dE = −v dP (compression), −v dP/e² (expansion),  v before the step,  until E ≤ 0.
// Digits      μ_i is printed with two digits: the value within its rounding at which the drift has the speed printed.
// Plate       the phase of the plate at the start is not printed; one value has to do for every start of the paper.
#pragma once

#include <array>

#include "papers/common/effort.hpp"
#include "papers/dimer/motion.hpp"

namespace carom::papers::dimer {

// Restitution after explicit steps of the normal impulse, so many in the compression.
double stepped_restitution(double e, int steps);

inline constexpr int impulse_steps = 50;     // per compression, for the left part of Fig. 15
inline constexpr double plate_phase = 0.21;  // rad, at the start

struct FrictionDigits {
  double mu_i = 0;                                            // at which the drift has the printed speed
  double drift_39 = 0;                                        // mm/s
  double drift_57 = 0;                                        // mm/s, NaN where it is not asked for
  double displacement_39() const { return drift_39 * 0.12; }  // mm, in 120 ms
};

struct CauseEvidence {
  double e_stepped = 0;
  std::array<double, 5> left_A_r{2.15, 2.5, 2.7, 2.9, 3.1};
  std::array<std::array<double, 5>, 3> left_kappa{};  // by frequency, with e_stepped
  FrictionDigits fig6, fig14;
};

// `wanted_6` and `wanted_14` in mm/s, as printed.
CauseEvidence gather_causes(const Effort& effort, const DimerSettings& base, double wanted_6, double wanted_14);

}  // namespace carom::papers::dimer
