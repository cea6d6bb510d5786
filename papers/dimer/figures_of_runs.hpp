// SPDX-License-Identifier: Apache-2.0
// Curves of one motion, for the figures.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "carom/draw/figure.hpp"
#include "papers/dimer/motion.hpp"

namespace carom::papers::dimer {

struct Curve {
  std::vector<double> x, y;
};

// `value` of each sample between two times in seconds.
Curve curve(const MotionRecord& run, double from, double to, const std::function<double(const Sample&)>& value,
            double time_unit = 1);

// Heights of both tips and the plate, in mm, against time in s.
report::Figure heights(std::string id, std::string title, const MotionRecord& run, double from, double to);

// Tangential velocities of both tips, in mm/s.
report::Figure slip_speeds(std::string id, std::string title, const MotionRecord& run, double from, double to);

// Tilt in degrees.
report::Figure tilt(std::string id, std::string title, const MotionRecord& run, double from, double to);

// Position of the tips along the plate, in mm, from its value at the beginning.
report::Figure positions(std::string id, std::string title, const MotionRecord& run, double from, double to, bool both);

}  // namespace carom::papers::dimer
