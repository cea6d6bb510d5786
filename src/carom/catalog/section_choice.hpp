// SPDX-License-Identifier: Apache-2.0
// Where a motion is looked at, so that its points can be compared from one time to the next.
//
// own        what the system's entry says: the phase of its drive, or else a turning of one of its coordinates
// period     once a period: that of the drive, or the one given, after which everything imposed on the system must repeat
// crossing   where a shown coordinate, or its rate, passes a level in one direction
#pragma once

#include <optional>

namespace carom::study {

struct SectionChoice {
  enum class Kind { own, period, crossing };
  Kind kind = Kind::own;
  int coordinate = 0;                 // whose extremes are watched; of a crossing, what crosses
  bool rate = true;                   // its rate crosses, not itself
  double level = 0;                   // SI
  int direction = +1;                 // +1: rising, −1: falling
  std::optional<double> period = {};  // s; nothing: the drive's
};

// Where the coordinate turns back: at its lowest point, or at its highest.
constexpr SectionChoice lowest(int coordinate) {
  return {.kind = SectionChoice::Kind::crossing, .coordinate = coordinate};
}
constexpr SectionChoice highest(int coordinate) {
  return {.kind = SectionChoice::Kind::crossing, .coordinate = coordinate, .direction = -1};
}

}  // namespace carom::study
