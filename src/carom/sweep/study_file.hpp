// SPDX-License-Identifier: Apache-2.0
// Studies as text: a TOML file, or the flags of a command line turned into one, so that both are read alike and a store
// can hold the whole study.
//
//   system = "dimer"                     # and, where wanted: title, preset, law, cycles or until, rtol, atol,
//   seeds = "1:4"                        # scheme, contact, painleve, closing_speed, step, impulse_step, residue, q, u, t,
//   observables = ["drift", "motion"]    # what to keep; all unless set
//   [set]                                # the same at all points
//   h0 = "0.25mm"
//   [vary]                               # a grid: every value of each with every value of the others
//   A_r = { from = 2.1, to = 8.5, step = 0.1 }
//   Gamma = { from = 0.5, to = 5, points = 20, scale = "log" }
//   f = ["25Hz", 50, 75]
//   mu_i = "0.08:0.12:0.01"              # from:to:step, from:to:log:points, from:to:lin:points, or a,b,c
//   [sample]                             # beside the grid: points of a box
//   method = "sobol"                     # or "latin", with seed = 1
//   points = 1000
//   ranges = { theta0 = { from = "1deg", to = "10deg" }, e = { from = 0.1, to = 0.9, scale = "log" } }
//
// Every refusal names the file, the line and the column.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "carom/catalog/flags_source.hpp"
#include "carom/sweep/sweep.hpp"

namespace carom::study {

// `source` is what messages call the text: a path. Throws BadInput.
Sweep read_study(std::string_view text, const std::string& source);

// The flags of `carom sweep SYSTEM …` as a study; values as they were typed.
struct SweepFlags {
  std::string system = {};
  std::vector<std::pair<std::string, std::string>> keys = {};  // "preset", "cycles", "law", …
  std::vector<std::string> set = {}, vary = {}, sample = {};   // "A_r=5.7", "A_r=2:8:0.1", "e=0.1:0.9"
  std::string sampling = {}, samples = {}, sample_seed = {}, observables = {};
};

// Throws BadInput for assignments that are none; the rest is read_study's matter, which is told to speak of flags.
std::string study_text(const SweepFlags& flags);

}  // namespace carom::study
