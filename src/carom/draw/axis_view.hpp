// SPDX-License-Identifier: Apache-2.0
// An axis laid out: its range and the map from values to pixels.
#pragma once

#include "carom/draw/figure.hpp"
#include "carom/draw/ticks.hpp"

namespace carom::report {

struct Range {
  double min = 0;
  double max = 1;
};

struct AxisView {
  Range range;
  Scale scale = Scale::linear;
  double start = 0;  // px of range.min
  double end = 1;    // px of range.max
  Ticks ticks = {};

  bool shows(double value) const;         // finite, and positive on a log axis
  double operator()(double value) const;  // px, far outside of the frame at most 1e7
};

// The range of an axis: what is given, else the data and reference lines with a little room; that of x over all these
// panels, that of y over what this range of x shows. Throws BadInput if the given range is empty, or not positive on a
// log axis.
const Axis& leading_x(
    const std::vector<const Panel*>& panels);  // the x of the last panel that labels it, else the first
Range x_range(const std::vector<const Panel*>& panels);
Range y_range(const Panel& panel, const Range& x);

}  // namespace carom::report
