// SPDX-License-Identifier: Apache-2.0
// Where an axis has its ticks and what they say.
#pragma once

#include <string>
#include <vector>

namespace carom::report {

struct Ticks {
  std::vector<double> major;
  std::vector<double> minor;        // without labels
  std::vector<std::string> labels;  // one for each major tick
  int exponent = 0;                 // the labels are in units of 10^exponent, which the axis label must say
};

// Multiples of 1, 2 or 5 times a power of ten within [min, max], about `target` of them and never more than twice that.
Ticks linear_ticks(double min, double max, int target);

// Powers of ten, or 1-2-5 within the decades if there is room, or linear ticks if the range is narrower than that.
Ticks log_ticks(double min, double max, int target);

// "10⁻³"
std::string power_of_ten(int exponent);

}  // namespace carom::report
