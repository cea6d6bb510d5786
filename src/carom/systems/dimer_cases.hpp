// SPDX-License-Identifier: Apache-2.0
// The dimers of the source's figures, and starts that reach its motions: one list, from which the command has its presets
// and the paper's report its runs and films.
// Source    liu_zhao_brogliato_2008 sections 6.1 to 6.3; dorbolo_volfson_tsimring_kudrolli_2005 for its own law.
#pragma once

#include <string_view>
#include <vector>

#include "carom/laws/contact_law.hpp"
#include "carom/systems/dimer.hpp"

namespace carom {

// A tip of steel on the plate: in contact μ_s = 0.24, μ_c = 0.12; the static one holds in impacts too.
inline ContactLaw dimer_tip(double mu_i = 0.12) {
  return {.e = 0.65, .mu_s = 0.24, .mu_c = 0.12, .mu_s_i = 0.24, .mu_i = mu_i};
}
// As the simulation of Dorbolo et al. has it, with Newton's law.
inline ContactLaw dorbolo_tip() { return {.e = 0.65, .mu_s = 0.4, .mu_c = 0.2, .mu_s_i = 0.2, .mu_i = 0.1}; }

struct DimerCase {
  std::string_view name = {}, summary = {};
  double cycles = 200;  // after which there is something to see
  double A_r = 3.9;
  double mu_i = 0.08;
  double Gamma = 0.9;
  double f = 25;  // Hz
  double e = 0.65;
  double h0 = 0.25;   // mm
  double theta0 = 5;  // degrees
};

const std::vector<DimerCase>& dimer_cases();
const DimerCase& dimer_case(std::string_view name);  // throws BadInput

}  // namespace carom
