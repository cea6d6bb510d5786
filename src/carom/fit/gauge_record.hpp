// SPDX-License-Identifier: Apache-2.0
// The velocities that two gauges saw of a disc, and the part of them that can be used.
#pragma once

#include <cstddef>
#include <numbers>
#include <optional>
#include <vector>

#include "carom/systems/disc_ball.hpp"

namespace carom::study {

struct GaugeRecord {
  // s, m/s, m/s. Of samples at one time the last counts, and none if they differ: after the first, that is an impact.
  std::vector<double> t, v1, v2;
};

struct UsedRecord {
  GaugeRecord record;
  std::size_t jumps = 0;                // samples that were left out for one
  double theta = std::numbers::pi / 2;  // at its first sample
  bool out_of_sight = false;            // the upper gauge saw the disc no more before the record ended
};

// What lies between `from` and `until` and in sight of both gauges. Throws BadInput for a record that cannot be used.
UsedRecord used_part(const GaugeRecord& record, std::optional<double> from, std::optional<double> until,
                     const DiscBallSettings& disc);

}  // namespace carom::study
