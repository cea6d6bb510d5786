// SPDX-License-Identifier: Apache-2.0
// Studies of basins that several tests map.
#pragma once

#include <string>

namespace carom::test {

// The dimer that drifts, jumps or rests, by its tilt and its height.
inline std::string dimer_map(int pixels, const std::string& more = "") {
  return "system = \"dimer\"\ncycles = 600\n" + more +
         "[set]\nA_r = 3.9\nmu_i = 0.08\nGamma = 0.9\n[map]\ntheta0 = \"-12deg:12deg:" + std::to_string(pixels) +
         "\"\nh0 = { from = \"0.1mm\", to = \"8mm\", pixels = " + std::to_string(pixels) + " }\n";
}

}  // namespace carom::test
